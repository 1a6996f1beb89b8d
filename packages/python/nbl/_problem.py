"""What is to be transformed, as the library describes it: `nbl_fft_problem_t` of one array.

SPDX-License-Identifier: Apache-2.0
"""
import collections

from . import _library

FLOAT32, FLOAT64 = 1, 2  # nbl_fft_precision_t
NO_DCT = 0, False  # nbl_fft_dct_t, and whether its matrix is orthogonal

Problem = collections.namedtuple(
    "Problem",
    "sizes given axes precision inverse real scale dct input_strides output_strides kept threads",
    defaults=(NO_DCT, (), (), (), 0),
)
Problem.__doc__ = """A transform of one array, for the processor or a device; a key of plans.

Attributes
----------
sizes, given : tuple of int
    Elements along each dimension of the signal, and those of them that are in memory.
axes : tuple of int
    Dimensions that are transformed.
precision, scale : int
    nbl_fft_precision_t, nbl_fft_scaling_t.
inverse, real : bool
dct : (int, bool)
    Number of a cosine or sine transform, and whether its matrix is orthogonal; or NO_DCT.
input_strides, output_strides : tuple of int
    In elements; (): there are no gaps.
kept : tuple of (int, int)
    Along each dimension the first element of the result that is wanted, and their number, 0: all; or ().
threads : int
    Of the processor.
"""


def problem_of(kind, single, sizes, given, axes, inverse, scale, dct=NO_DCT, **more):
    """Returns a problem of a kind as `_transform.transform()` has it.

    single : bool
        float32, not float64.
    more
        Other attributes of a problem.
    """
    return Problem(
        tuple(sizes),
        tuple(given),
        tuple(axes),
        FLOAT32 if single else FLOAT64,
        inverse,
        kind in ("r2c", "c2r"),
        scale,
        dct,
        **more,
    )


def described(problem, mode, **more):
    """Returns a problem as the library's structure; `more` are fields of a device."""
    rank = len(problem.sizes)
    of = _library.FftProblem(
        rank=rank,
        axis_count=len(problem.axes),
        batch=1,
        precision=problem.precision,
        inverse=problem.inverse,
        real=problem.real,
        scaling=problem.scale,
        threads=problem.threads,
        mode=mode,
        dct=problem.dct[0],
        orthogonal=problem.dct[1],
        **more,
    )
    of.sizes[:rank] = problem.sizes
    of.given[:rank] = problem.given
    of.axes[: len(problem.axes)] = problem.axes
    of.input_strides[: len(problem.input_strides)] = problem.input_strides
    of.output_strides[: len(problem.output_strides)] = problem.output_strides
    for dimension, (first, count) in enumerate(problem.kept):
        of.kept[dimension], of.kept_from[dimension] = count, first
    return of


def text_of(handle):
    """Returns the program of a transform of the library (docs/programs.md)."""
    function = _library.cpu().nbl_fft_text
    size = function(handle, None, 0) + 1
    buffer = _library.ctypes.create_string_buffer(size)
    function(handle, buffer, size)
    return buffer.value.decode()
