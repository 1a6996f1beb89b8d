"""Exact, fast or fused arithmetic, chosen by a context or for the process.

SPDX-License-Identifier: Apache-2.0
"""
import os
import warnings

from ._context import Choice, Chosen

_MODES = {"exact": 0, "fast": 1, "fused": 2}  # nbl_mode_t


def _number(name, what="mode"):
    if name not in _MODES:
        raise ValueError(f"{what} must be one of {', '.join(_MODES)}, got {name!r}")
    return _MODES[name]


_default = None  # not chosen yet


def _of_process():
    if _default is None:
        set_default(os.environ.get("NBL_MODE") or "exact", "NBL_MODE")
    return _default


def set_default(name, what="mode"):
    """Chooses the mode where no `with` statement does."""
    global _default
    _default = _number(name, what)


_choice = Choice("nbl.mode", _of_process)


class Mode(Chosen):
    """What `nbl.mode()` returns."""

    choice = _choice

    _entered = False

    def __init__(self, name):
        self.value, self._name = _number(name), name

    def __repr__(self):
        return f"<nbl.mode {self._name!r}, which holds inside of a `with` statement>"

    def __enter__(self):
        self._entered = True
        return super().__enter__()

    def __del__(self):
        if not self._entered and self.value is not None:  # None: the name was refused
            text = f'nbl.mode("{self._name}") chose nothing: write `with` before it, or call nbl.set_default(mode="{self._name}")'
            warnings.warn(text, RuntimeWarning, 2)


def mode(name):
    """Chooses the arithmetic of the transforms inside of `with nbl.mode("fast"):`.

    A call without `with` chooses nothing, and warns. The choice holds for the thread or coroutine, and for threads that make none themselves if the
    main thread makes it: those of pools. `nbl.set_default()` chooses for the whole process.

    Parameters
    ----------
    name : {"exact", "fast", "fused"}
        "exact", the default: the same bits on every processor and device. "fast": multiplications
        and additions are fused, and long lines take other passes; the error is as small. Bits
        differ from device to device, and on one processor with the number of threads. "fused":
        products are fused with sums where the library's text says so, and nowhere else, as in
        "fast" in single and double precision, but with a promise: the same bits on every
        processor, and on each device of a kind whose multiply-adds round once; others refuse it.

    Returns
    -------
    context manager

    Raises
    ------
    ValueError
        If the name is another.
    """
    return Mode(name)


def current():
    """Returns the mode that holds here, as the library has it."""
    return _choice.current()
