"""Plans that a program holds: one transform of one shape, made once and called any number of times.

SPDX-License-Identifier: Apache-2.0
"""
import math

import numpy as np

from . import _device, _library, _mode, _transform
from ._array import Array, taken
from ._problem import NO_DCT, problem_of, text_of
from ._transform import _dtype, _placed, axis_of, held, integer, integers, new, scaling

_KINDS = {
    "fft": ("c2c", True),
    "ifft": ("c2c", False),
    "rfft": ("r2c", True),
    "irfft": ("c2r", False),
    "dct": ("r2r", True),
    "idct": ("r2r", False),
    "dst": ("r2r", True),
    "idst": ("r2r", False),
}


class Plan:
    """What `nbl.plan()` returns; call it with an array of its shape and type.

    Attributes
    ----------
    name : str
        The transform's.
    shape, dtype : tuple of int, dtype
        Of the array that is transformed.
    result_shape, result_dtype : tuple of int, dtype
        Of the result.
    device : Device or None
        Where it runs; None: the processor.
    bytes : int
        What the plan holds: tables and scratch memory, on a device its workspace.
    text : str
        How it computes: its program, as docs/programs.md explains it.
    """

    def __init__(self, name, shape, dtype, result_shape, kind, problem, device, mode):
        self.name, self.shape, self.dtype, self.device = name, shape, dtype, device
        self.result_shape = result_shape
        self.result_dtype = np.dtype(_dtype(dtype.char in "fF", kind))
        make = _transform._Plan if device is None else device.plan
        self._plan = make(problem, mode)
        self.bytes = self._plan.bytes
        self.text = text_of(self._plan.handle)

    def __repr__(self):
        where = "the processor" if self.device is None else self.device.name
        return f"<nbl.Plan {self.name} of {self.shape} {self.dtype} on {where}>"

    def __call__(self, a, out=None):
        """Transforms an array.

        Parameters
        ----------
        a : array_like or nbl.Array
            Of the plan's shape and type; an `nbl.Array` for a plan of its device.
        out : ndarray or nbl.Array, optional
            Receives the result, and has its shape. An ndarray may be as `out` of `nbl.fft`: in C order, of the
            result's type and apart from `a` it is written directly, else the result is copied to it. An
            `nbl.Array` has the result's type, and is not `a`.

        Returns
        -------
        ndarray, of an nbl.Array an nbl.Array

        Raises
        ------
        ValueError
            If a shape is another.
        TypeError
            If a type is another (of an ndarray `out`: one that results cannot be cast to), or an array is on
            another device.
        """
        a = taken(a)
        if not isinstance(a, Array):
            a = np.asarray(a)
        self._check("a", a, self.shape, self.dtype)
        if isinstance(a, Array) != (self.device is not None) and self.device is None:
            raise TypeError(f"a plan of the processor takes no arrays of {a.device.name}")
        if self.device is not None:
            return self._on_device(a, out)
        if not (a.flags.c_contiguous and a.flags.aligned and a.dtype.isnative):
            a = np.array(a, self.dtype, order="C")
        if out is not None:
            self._check("out", out, self.result_shape)
        direct = out is not None and self._is_direct(out, a)
        target = out if direct else new(self.result_shape, self.result_dtype)
        self._plan.run(a, target)
        return target if direct else _placed(target, out)

    def _on_device(self, a, out):
        source = a if isinstance(a, Array) else None
        if source is None:
            source = Array(self.shape, self.dtype, self.device)
            self.device.write(source.buffer, np.array(a, order="C"))
        elif source.device is not self.device:
            raise TypeError(f"the array is on {source.device.name}, the plan on {self.device.name}")
        on_device = isinstance(a, Array)
        if out is not None:
            self._check("out", out, self.result_shape, self.result_dtype if on_device else None)
            if isinstance(out, Array) != on_device or (on_device and out.buffer is a.buffer):
                raise TypeError("out must be where a is, and not a")
        target = out if on_device and out is not None else None
        if target is None:
            target = Array(self.result_shape, self.result_dtype, self.device)
        self.device.run(self._plan, source.buffer, target.buffer)
        if on_device:
            return target
        return _placed(target.numpy(), out)

    def _is_direct(self, out, a):
        """Returns whether results may be written where they are wanted; without a loop over dimensions."""
        flags = out.flags
        return (
            flags.c_contiguous
            and flags.aligned
            and flags.writeable
            and out.dtype == self.result_dtype
            and not np.may_share_memory(out, a)
        )

    @staticmethod
    def _check(what, a, shape, dtype=None):
        if tuple(a.shape) != shape:
            raise ValueError(f"{what} has the shape {tuple(a.shape)}, the plan's is {shape}")
        if dtype is not None and a.dtype != dtype:
            raise TypeError(f"{what} is of {a.dtype}, the plan's type is {dtype}")


def _strides(shape):
    """Returns the strides of an array in C order, in elements."""
    return tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))


def held_in(signal, axes, kind):
    """Returns how many elements along each dimension a transform reads at most."""
    most = list(signal)
    for axis, size in zip(axes, held([signal[axis] for axis in axes], kind)):
        most[axis] = size
    return most


def result_sizes(signal, axes, kind):
    """Returns how many elements the result has along each dimension."""
    sizes = list(signal)
    if kind == "r2c":
        sizes[axes[-1]] = sizes[axes[-1]] // 2 + 1
    return sizes


def _kept_of(kept, sizes, axes):
    """Returns what is wanted along each dimension, as of a problem.

    kept : slice, sequence of slice or None, or None
        For each of the axes.
    """
    if kept is None:
        return ()
    kept = (kept,) if isinstance(kept, slice) else tuple(kept)
    if len(kept) != len(axes):
        raise ValueError(f"kept must be {len(axes)} slices, one for each axis, got {len(kept)}")
    parts = [(0, 0)] * len(sizes)
    for axis, part in zip(axes, kept):
        if part is None:
            continue
        if not isinstance(part, slice) or part.step not in (None, 1):
            raise TypeError(f"kept must be slices without a step, or None, got {part!r}")
        first, end, _ = part.indices(sizes[axis])
        if end <= first:
            raise ValueError(f"kept: {part!r} is no element of {sizes[axis]} along axis {axis}")
        parts[axis] = first, end - first
    return tuple(parts)


def _dct_of(base, kind, type, norm, orthogonalize):
    """Returns a transform's number and whether it is orthogonal, as of `_transform.transform()`."""
    type = integer(type, "type")
    if not 1 <= type <= 4:
        raise ValueError(f"invalid type {type}: must be 1, 2, 3 or 4")
    if kind != "r2r":
        if type != 2 or orthogonalize is not None:
            raise ValueError(f"type and orthogonalize are of cosine and sine transforms, not of {base}")
        return NO_DCT
    orthogonal = norm == "ortho" if orthogonalize is None else bool(orthogonalize)
    return type + 4 * base.endswith("dst"), orthogonal


def plan(
    name,
    shape,
    dtype=None,
    *,
    s=None,
    axes=None,
    norm=None,
    workers=0,
    device=None,
    mode=None,
    type=2,
    orthogonalize=None,
    kept=None,
):
    """Makes a plan, which belongs to the caller: no cache forgets it, and it is freed with its last use.

    Parameters
    ----------
    name : {"fft", "ifft", "rfft", "irfft"} and these with "2" or "n"; {"dct", "idct", "dst", "idst"} and these with "n"
        The transform, as `numpy.fft` and `scipy.fft` call it: along the last axis, the last two,
        or all.
    shape : int or tuple of int
        Of the array that will be transformed.
    dtype : data-type, optional
        Its type: float32 or float64 of "rfft" and of cosine and sine transforms, else complex64 or
        complex128. Default: float64, complex128.
    s : sequence of int, optional
        Elements of the transformed axes of the signal, as of `numpy.fft`: the array is cut or
        padded by zeros to them.
    axes : int or sequence of int, optional
        Others than the name says; the last one is the real one.
    norm : {"backward", "ortho", "forward"}, optional
        What results are divided by, as of `numpy.fft`.
    workers : int, optional
        Threads of the processor, to 64. Default: 0, as many as the work is worth.
    device : Device, int or str, optional
        Default: the context's, else the processor; "cpu": the processor.
    mode : {"exact", "fast", "fused"}, optional
        Default: the context's.
    type : {1, 2, 3, 4}, optional
        Of a cosine or sine transform.
    orthogonalize : bool, optional
        Of a cosine or sine transform, as of `scipy.fft`. Default: whether `norm` is "ortho".
    kept : slice or sequence of slice or None, optional
        Along each of the axes which elements of the result are wanted, as of `result[kept]`: others
        are not stored, and their lines are not computed along the axes that follow. `np.s_[:64, 9:20]`
        is such a sequence; None is all.

    Returns
    -------
    Plan

    Raises
    ------
    ValueError, TypeError
        If an argument is not what it may be.

    Examples
    --------
    >>> rows = nbl.plan("rfft", (1000, 512), np.float32)
    >>> spectra = rows(samples)
    >>> low = nbl.plan("rfft", (1000, 512), np.float32, kept=slice(64))  # the lowest 64 frequencies
    """
    base = name.rstrip("2n") if isinstance(name, str) else name
    kind, forward = _KINDS.get(base, (None, None)) if isinstance(name, str) else (None, None)
    endings = ("", "n") if kind == "r2r" else ("", "2", "n")
    if kind is None or name not in [base + ending for ending in endings]:
        raise ValueError(
            "name must be fft, ifft, rfft or irfft, or these with 2 or n, or dct, idct, dst or idst, "
            f"or these with n, got {name!r}"
        )
    dct = _dct_of(base, kind, type, norm, orthogonalize)
    real = kind in ("r2c", "r2r")
    dtype = np.dtype(dtype or ("float64" if real else "complex128"))
    if dtype.char not in ("fd" if real else "FD") or not dtype.isnative:
        wanted = "float32 or float64" if real else "complex64 or complex128"
        raise TypeError(f"dtype must be {wanted} of {name}, got {dtype}")
    shape = tuple(integers(shape, "shape") if np.iterable(shape) else [integer(shape, "shape")])
    if not 1 <= len(shape) <= _library.MOST_RANK or min(shape) < 1:
        raise ValueError(f"shape must be of 1 to {_library.MOST_RANK} sizes above 0, got {shape}")
    s = None if s is None else integers(s, "s")
    if axes is None:
        count = {"": 1, "2": 2, "n": len(shape) if s is None else len(s)}[name[len(base) :]]
        axes = range(-count, 0)
    axes = tuple(
        axis_of(axis, len(shape))
        for axis in (integers(axes, "axes") if np.iterable(axes) else (axes,))
    )
    if not axes or len(set(axes)) != len(axes):
        raise ValueError(f"axes must be different ones, one or more, got {axes}")
    sizes = [shape[axis] for axis in axes]
    if kind == "c2r":
        sizes[-1] = 2 * (sizes[-1] - 1)
    if s is not None:
        sizes = s
    if len(sizes) != len(axes) or min(sizes) < 1:
        raise ValueError(f"s must be {len(axes)} sizes above 0, got {sizes}")
    signal = list(shape)
    for axis, size in zip(axes, sizes):
        signal[axis] = size
    of = _device.current() if device is None else _device.device(device)
    of = None if isinstance(of, _device.Processor) else of
    number = _mode.current() if mode is None else _mode._number(mode)
    scale, workers = scaling(norm, forward), integer(workers, "workers")
    if not 0 <= workers <= 64:
        raise ValueError(f"workers must be 0 to 64, got {workers}")
    given = [min(a, b) for a, b in zip(shape, held_in(signal, axes, kind))]
    result = result_sizes(signal, axes, kind)
    parts = _kept_of(kept, result, axes)
    for axis, (_, count) in enumerate(parts):
        result[axis] = count or result[axis]
    problem = problem_of(
        kind,
        dtype.char in "fF",
        signal,
        given,
        axes,
        not forward,
        scale,
        dct,
        input_strides=_strides(shape),
        kept=parts,
        threads=workers,
    )
    return Plan(name, shape, dtype, tuple(result), kind, problem, of, number)
