"""Exact or fast arithmetic, chosen by a context.

SPDX-License-Identifier: Apache-2.0
"""
import contextlib
import contextvars

_MODES = {"exact": 0, "fast": 1}  # nbl_mode_t
_current = contextvars.ContextVar("nbl.mode", default=_MODES["exact"])


@contextlib.contextmanager
def mode(name):
    """Chooses the arithmetic of the transforms inside of `with nbl.mode("fast"):`.

    Parameters
    ----------
    name : {"exact", "fast"}
        "exact", the default: the same bits on every processor and device. "fast": multiplications
        and additions may be fused, and long lines take other passes; the error is as small, the
        bits differ from device to device.

    Returns
    -------
    context manager

    Raises
    ------
    ValueError
        If the name is another.
    """
    if name not in _MODES:
        raise ValueError(f"mode must be one of {', '.join(_MODES)}, got {name!r}")
    token = _current.set(_MODES[name])
    try:
        yield
    finally:
        _current.reset(token)


def current():
    """Returns the mode of the context as the library has it."""
    return _current.get()
