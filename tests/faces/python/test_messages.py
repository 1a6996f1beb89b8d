"""What wrong arguments are told, and what help() and dir() show.

SPDX-License-Identifier: Apache-2.0
"""
import re
import warnings

import numpy as np
import pytest
import scipy.fft

import nbl

FFT, BACKEND = nbl.fft, nbl.scipy_backend


@pytest.mark.parametrize(
    "call, kind, text",
    [
        (lambda x: BACKEND.rfft(x, n=2.5), TypeError, "n must be an integer, got 2.5"),
        (lambda x: BACKEND.dct(x, n=2.5), TypeError, "n must be an integer, got 2.5"),
        (lambda x: BACKEND.fft(x, n="a"), TypeError, "n must be an integer, got 'a'"),
        (lambda x: FFT.rfft(x, n=2.5), TypeError, "n must be an integer, got 2.5"),
        (lambda x: FFT.fft(x, axis=1.5), TypeError, "axis must be an integer, got 1.5"),
        (lambda x: FFT.rfftn(x, axes=1), TypeError, "axes must be a sequence of integers, got 1"),
        (lambda x: FFT.fft2(x, axes=1), TypeError, "axes must be a sequence of integers, got 1"),
        (lambda x: FFT.rfftn(x, axes=(0, 1.5)), TypeError, r"axes must be .*, got \(0, 1.5\)"),
        (lambda x: FFT.rfftn(x, s=3), TypeError, "s must be a sequence of integers, got 3"),
        (lambda x: FFT.rfftn(x, s=(3, 2.5)), TypeError, r"s must be .*, got \[3, 2.5\]"),
        (lambda x: BACKEND.rfftn(x, s=3.5), ValueError, "s must be a scalar or iterable of integers, got 3.5"),
        (lambda x: BACKEND.rfftn(x, axes=1.5), ValueError, "axes must be a scalar or .*, got 1.5"),
        (lambda x: BACKEND.fft(x, workers=1.5), TypeError, "workers must be an integer, got 1.5"),
        (lambda x: BACKEND.dct(x, type=2.5), TypeError, "type must be an integer, got 2.5"),
        (lambda x: nbl.plan("rfft", (4, 5.5)), TypeError, r"shape must be .*, got \(4, 5.5\)"),
        (lambda x: nbl.plan("rfft", 4.5), TypeError, "shape must be an integer, got 4.5"),
        (lambda x: nbl.plan("rfft", (4, 5), s=2), TypeError, "s must be a sequence of integers, got 2"),
        (lambda x: nbl.plan("rfft", (4, 5), axes=1.5), TypeError, "axis must be an integer, got 1.5"),
        (lambda x: nbl.plan("rfft", (4, 5), workers=-1), ValueError, "workers must be 0 to 64, got -1"),
        (lambda x: nbl.plan("rfft", (4, 5), workers=1.5), TypeError, "workers must be an integer"),
        (lambda x: nbl.device(1.5), TypeError, "name must be a device's number, name or UUID, got 1.5"),
    ],
)
def test_an_argument_is_refused_by_its_name(call, kind, text):
    with pytest.raises(kind, match=f"^{text}"):
        call(np.zeros((4, 5, 6)))


def test_sizes_and_axes_of_other_integers_are_taken():
    """SciPy takes one number for a sequence; NumPy's integers are integers."""
    x = np.random.default_rng(1).standard_normal((4, 5, 6))
    assert np.allclose(BACKEND.rfftn(x, axes=1), scipy.fft.rfftn(x, axes=1))
    assert np.allclose(BACKEND.rfftn(x, s=3, axes=1), scipy.fft.rfftn(x, s=3, axes=1))
    axes, sizes = np.array([0, 2]), np.array([3, 7])
    assert np.allclose(FFT.fftn(x, sizes, axes), np.fft.fftn(x, sizes, axes))
    assert nbl.plan("fftn", x.shape, s=sizes, axes=axes).result_shape == (3, 5, 7)


def test_a_mode_without_with_is_told():
    with pytest.warns(RuntimeWarning, match='nbl.mode."fast".* chose nothing: write `with`') as told:
        nbl.mode("fast")
    assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with nbl.mode("fast"):
            pass
        with pytest.raises(ValueError):
            nbl.mode("quick")
    assert "chooses nothing" in nbl.mode.__doc__ and "chooses nothing" in nbl.device.__doc__


@pytest.mark.parametrize("module", [FFT, BACKEND], ids=["fft", "scipy_backend"])
def test_dir_shows_the_functions_alone(module):
    assert dir(module) == sorted(module.__all__)


@pytest.mark.parametrize("sine", [False, True])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_norm_divides_as_help_says(sine, number):
    name = "dst" if sine else "dct"
    text = " ".join(getattr(BACKEND, name).__doc__.split())
    assert 'an axis of n elements counts as 2 n; of type 1 as 2 (n - 1) of a cosine, 2 (n + 1) of a sine' in text
    x = np.random.default_rng(1).standard_normal((6, 9))
    counted = [2 * (n + (number == 1) * (1 if sine else -1)) for n in x.shape]
    there, back = getattr(BACKEND, name + "n"), getattr(BACKEND, f"i{name}n")
    bare = there(x, number)
    assert np.allclose(there(x, number, norm="forward") * np.prod(counted), bare)
    assert np.allclose(back(bare, number), x)
    assert np.allclose(back(bare, number, norm="forward") / np.prod(counted), x)
    whole = there(x, number, norm="ortho", orthogonalize=False)
    assert np.allclose(whole * np.sqrt(np.prod(counted)), bare)


@pytest.mark.parametrize(
    "given, made", [("f2", "f4"), ("f4", "f4"), ("f8", "f8"), ("i4", "f8"), ("c8", "c8"), ("c16", "c16")]
)
def test_types_of_cosine_transforms_are_those_of_help(given, made):
    x = np.arange(8).astype(given)
    result = BACKEND.dct(x)
    assert result.dtype == made
    if x.dtype.kind == "c":
        x.imag = 3 * x.real + 1
        assert np.allclose(BACKEND.dct(x), BACKEND.dct(x.real) + 1j * BACKEND.dct(x.imag))
    assert re.search("complex64 of float16, float32 and", BACKEND.fft.__doc__)
    assert BACKEND.fft(np.ones(4, np.float16)).dtype == np.complex64
    assert BACKEND.irfft(np.ones(4, np.float16)).dtype == np.float32
    assert re.search("float32 of float16 and float32, float64 of float64 and integers", BACKEND.dct.__doc__)
