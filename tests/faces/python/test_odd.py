"""Odd arrays and arguments: the same answer, or an error of the same kind, as from numpy.fft and scipy.fft.

SPDX-License-Identifier: Apache-2.0

Differences that stay are named in `known()`, each with its reason. Mutations that this finds, each tried: a size of None that is
refused, a size of -1 along one axis that is the whole axis, a real transform along no axis that returns its
input, a last size of None that is the number of frequencies, an orthogonal sine transform without its ends' root.
"""
import numpy as np
import pytest
import scipy.fft

import nbl

pytestmark = pytest.mark.filterwarnings("ignore")
REAL = np.random.default_rng(3).standard_normal((6, 5))
COMPLEX = REAL + 1j * REAL[::-1]
READ_ONLY, UNALIGNED = REAL.copy(), np.ndarray((6, 5), np.float64, bytearray(241), 1)
READ_ONLY.flags.writeable = False
UNALIGNED[...] = REAL


class Subclass(np.ndarray):
    pass


ARRAYS = {
    "f8": REAL, "c16": COMPLEX, "f4": REAL.astype("f4"), "c8": COMPLEX.astype("c8"), "f2": REAL.astype("f2"),
    "i4": (10 * REAL).astype("i4"), "u1": (10 * abs(REAL)).astype("u1"), "bool": REAL > 0, "object": REAL.astype(object),
    "object of c16": COMPLEX.astype(object), "backwards": REAL[::-1, ::-1], "c16 backwards": COMPLEX[::-1],
    "gaps": np.tile(REAL, (2, 2))[::2, ::2], "broadcast": np.broadcast_to(REAL[0], (6, 5)), "read-only": READ_ONLY,
    "unaligned": UNALIGNED, "Fortran": np.asfortranarray(REAL), ">f8": REAL.astype(">f8"), ">c16": COMPLEX.astype(">c16"),
    "no dimensions": np.array(2.0), "scalar": 3.0, "empty": np.zeros((0, 5)), "empty lines": np.zeros((6, 0)),
    "masked": np.ma.masked_array(REAL, REAL > 1), "matrix": np.matrix(REAL), "subclass": REAL.view(Subclass),
    "text": np.array(["a", "b"]), "dates": np.array([1, 2], "M8[s]"), "record": np.zeros(3, [("a", "f4"), ("b", "f4")]),
    "ragged": [[1, 2], [3]], "memoryview": memoryview(REAL), "one": np.ones(1), "3d": REAL.reshape(3, 2, 5),
}
ALSO = "f8", "i4", "masked", "3d", "c16", "empty"  # with each argument
LINE = [
    {"n": n} for n in (3, 11, 1, 0, -1, None, 2.5, np.int64(4), np.array(4), True)
] + [{"axis": axis} for axis in (0, 2, -3, None, 1.0, (0,), np.int8(0), False)]
SEVERAL = [
    {"s": s} for s in ((3, 4), (8, 9), [3], (3, 4, 5), (), (0, 4), (None, 4), (4, None), (2.5, 3), (-2, 3), np.array([3, 4]))
] + [{"axes": axes} for axes in ((1, 0), (0,), (), (0, 2), (-1, -2), (-3,), None, range(2), np.array([0, 1]), (0, 0), [1, -1])] + [
    {"s": (3,), "axes": (0, 1)}, {"s": (3, 4), "axes": (0,)}, {"s": (3, 4), "axes": (1, 0)}, {"s": (3, 4), "axes": (0, 0)},
]
NORMS = [{"norm": norm} for norm in ("ortho", "forward", "backward", "Ortho", 1, "")]
SCIPY = [{"overwrite_x": True}, {"plan": 1}] + [{"workers": workers} for workers in (0, -1, -100, 2, 1000, "2", True)]
TYPES = [{"type": type_} for type_ in (1, 3, 4, 0, 5, -1, "2", None, np.int64(3))]


def outcome(function, array, how):
    try:
        return function(array.copy() if "overwrite_x" in how else array, **how)
    except Exception as error:  # any is compared
        return error


def orthogonal_sine(name, norm):
    """SciPy 1.12's orthogonal sine transforms, which have the last element along an axis by a root of 2; before, it was the first one."""

    def ends(x, factor):
        for axis in range(x.ndim) if name.endswith("n") else [-1]:
            np.moveaxis(x, axis, -1)[..., -1:] *= factor
        return x

    def call(array):
        if np.iscomplexobj(array):  # SciPy 1.10 forgets `orthogonalize` there
            return call(array.real) + 1j * call(array.imag)
        x = np.asarray(array) * 1.0
        back = name.startswith("i")
        y = getattr(scipy.fft, name)(ends(x, 2**0.5) if back else x, norm=norm, orthogonalize=False)
        return y if back else ends(y, 0.5**0.5)

    return call


def answer_of(module, name, array, how):
    if name.lstrip("i").startswith("dst") and how.get("norm") == "ortho":
        return outcome(orthogonal_sine(name, **how), array, {})
    return outcome(getattr(module, name), array, how)


def is_same(theirs, ours):
    if isinstance(theirs, Exception) or isinstance(ours, Exception):
        kinds = type(theirs), type(ours)
        return all(issubclass(kind, Exception) for kind in kinds) and (issubclass(*kinds) or issubclass(*kinds[::-1]))
    if not isinstance(ours, (np.ndarray, np.generic)):
        return type(theirs) is type(ours) and theirs == ours
    single = ours.dtype.char in "fF"
    close = dict(rtol=1e-3, atol=1e-4) if single else dict(rtol=1e-8, atol=1e-9)
    return type(theirs) is type(ours) and theirs.dtype == ours.dtype and theirs.shape == ours.shape and (
        ours.dtype.kind not in "fc" or np.allclose(theirs, ours, **close)
    )


def known(module, name, theirs, ours, array, how):
    refused = isinstance(ours, (TypeError, ValueError))  # another kind is a fault of ours
    lengths = np.shape(array)
    return (
        # which of two wrong arguments is told
        (refused and isinstance(theirs, Exception) and (np.iscomplexobj(array) or np.ndim(array) == 0 or 0 in lengths or 1 in lengths))
        # scipy.fft computes irfft to no element
        or (module is scipy.fft and refused and name in ("irfft", "hfft") and how.get("n") == 0)
        or (module is scipy.fft and refused and name in ("irfftn", "hfftn", "irfft2", "hfft2") and 1 in lengths)
        # numbers without a dimension are returned by scipy.fft, whatever the arguments
        or (module is scipy.fft and refused and np.ndim(array) == 0)
        # SciPy's "zero-length FFT requested" is a RuntimeError
        or (refused and isinstance(theirs, RuntimeError) and "zero-length" in str(theirs))
    )


CASES = [(np.fft, nbl.fft, name, LINE + NORMS) for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")]
CASES += [(np.fft, nbl.fft, name, SEVERAL + NORMS) for name in ("fftn", "ifftn", "rfftn", "irfftn", "fft2", "irfft2")]
BACKEND = nbl.scipy_backend
CASES += [(scipy.fft, BACKEND, name, LINE + NORMS + SCIPY) for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")]
CASES += [(scipy.fft, BACKEND, name, SEVERAL + NORMS + SCIPY) for name in ("fftn", "ifftn", "rfftn", "irfftn", "hfftn", "ihfftn", "rfft2")]
CASES += [(scipy.fft, BACKEND, name, LINE + NORMS + SCIPY[2:] + TYPES) for name in ("dct", "idct", "dst", "idst")]
CASES += [(scipy.fft, BACKEND, name, SEVERAL + NORMS + SCIPY[2:] + TYPES) for name in ("dctn", "idctn", "dstn", "idstn")]


@pytest.mark.parametrize("module, own, name, hows", CASES, ids=[f"{c[0].__name__}-{c[2]}" for c in CASES])
def test_odd_calls_are_answered_alike(module, own, name, hows):
    calls, differ = [(key, {}) for key in ARRAYS] + [(key, how) for key in ALSO for how in hows], []
    for key, how in calls:
        theirs, ours = answer_of(module, name, ARRAYS[key], how), outcome(getattr(own, name), ARRAYS[key], how)
        if not is_same(theirs, ours) and not known(module, name, theirs, ours, ARRAYS[key], how):
            differ.append(f"{key} {how}: {theirs!r:.60}, not {ours!r:.60}")
    assert not differ, "\n".join(differ)


@pytest.mark.parametrize("given", [np.longdouble, np.clongdouble])
def test_extended_precision_is_computed_in_double(given):
    x = COMPLEX.astype(given) if given is np.clongdouble else REAL.astype(given)
    assert np.allclose(BACKEND.fft(x), scipy.fft.fft(x))
    assert BACKEND.fft(x).dtype == np.complex128
    with scipy.fft.set_backend(BACKEND):
        assert scipy.fft.fft(x).dtype == np.clongdouble
