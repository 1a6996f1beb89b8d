"""Transforms on a Vulkan device, and arrays that stay there: lavapipe, where there is no GPU.

SPDX-License-Identifier: Apache-2.0
"""
import gc
import os
import signal

import numpy as np
import pytest

import nbl

RANDOM = np.random.default_rng(5)


@pytest.fixture(scope="module")
def device():
    return nbl.device("llvmpipe")


def numbers(shape, dtype):
    kind = np.dtype(dtype).kind
    values = RANDOM.standard_normal(shape)
    if kind == "c":
        values = values + 1j * RANDOM.standard_normal(shape)
    return values.astype(dtype)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("shape, axes", [((6, 30, 7), None), ((5, 22), (1,)), ((40, 3), (0,))])
def test_the_context_gives_the_processors_bits(device, shape, axes, dtype):
    x = numbers(shape, dtype)
    on_processor = nbl.scipy_backend.fftn(x, axes=axes)
    with device:
        result = nbl.scipy_backend.fftn(x, axes=axes)
        back = nbl.scipy_backend.ifftn(result, axes=axes)
    assert result.dtype == x.dtype
    assert np.array_equal(result, on_processor)
    assert np.allclose(back, x, atol=1e-5)


def test_real_signals_and_the_context_ends(device):
    x = numbers((18, 30), "float32")
    with device:
        result = nbl.scipy_backend.rfft2(x)
        assert nbl._device.current() is device
    assert nbl._device.current() is None
    assert np.array_equal(result, nbl.scipy_backend.rfft2(x))


@pytest.mark.parametrize("module", [nbl.fft, nbl.scipy_backend])
def test_an_array_stays_on_the_device(device, module):
    x = numbers((4, 60), "complex64")
    array = nbl.asarray(x, device=device)
    spectrum = module.fft(array)
    assert isinstance(spectrum, nbl.Array) and spectrum.device is device
    assert spectrum.shape == (4, 60) and spectrum.dtype == np.complex64
    assert np.array_equal(spectrum.numpy(), nbl.scipy_backend.fft(x))
    assert np.allclose(np.asarray(module.ifft(spectrum)), x, atol=1e-5)


def test_real_arrays_on_the_device(device):
    x = numbers((9, 14), "float64")
    spectrum = nbl.fft.rfftn(nbl.asarray(x, device=device))
    assert spectrum.shape == (9, 8) and spectrum.dtype == np.complex128
    back = nbl.fft.irfftn(spectrum, s=(9, 14))
    assert back.dtype == np.float64 and np.allclose(back.numpy(), x)


def test_spectra_may_be_overwritten(device):
    """Back in the memory of the spectrum, with the bits of a result that leaves it."""
    x = numbers((6, 9, 14), "float32")
    spectrum = nbl.fft.rfftn(nbl.asarray(x, device=device))
    kept = spectrum.numpy()
    left = nbl.scipy_backend.irfftn(spectrum, s=x.shape).numpy()
    assert np.array_equal(spectrum.numpy(), kept)
    over = nbl.scipy_backend.irfftn(spectrum, s=x.shape, overwrite_x=True).numpy()
    assert np.array_equal(over, left) and np.allclose(over, x, atol=1e-5)
    assert not np.array_equal(spectrum.numpy(), kept)


@pytest.mark.parametrize("sizes", [(3, 8), (12, 5), (2, 3), (7, 14)])
def test_arrays_are_cut_and_padded_on_the_device(device, sizes):
    x, real = numbers((7, 6), "complex64"), numbers((7, 6), "float32")
    array, signal = (nbl.asarray(y, device=device) for y in (x, real))
    module = nbl.scipy_backend
    for transform, of, host in (
        (module.fft2, array, x),
        (module.ifft2, array, x),
        (module.rfft2, signal, real),
        (module.irfft2, array, x),
    ):
        result = transform(of, s=sizes).numpy()
        assert np.array_equal(result, transform(host, s=sizes))
        with device:
            assert np.array_equal(result, transform(host, s=sizes))


@pytest.mark.parametrize("norm", [None, "ortho", "forward"])
@pytest.mark.parametrize("module", [nbl.fft, nbl.scipy_backend])
def test_hermitian_transforms_of_arrays_on_the_device(device, module, norm):
    """Catches (tried): no conjugate before, none behind."""
    x, real = numbers((4, 6), "complex128"), numbers((4, 6), "float64")
    for transform, reference, of in (
        (module.hfft, np.fft.hfft, x),
        (module.ihfft, np.fft.ihfft, real),
    ):
        for n in (None, 7):
            result = transform(nbl.asarray(of, device=device), n=n, norm=norm)
            assert isinstance(result, nbl.Array) and result.device is device
            assert np.allclose(result.numpy(), reference(of, n=n, norm=norm))
            assert np.array_equal(result.numpy(), transform(of, n=n, norm=norm))
    result = nbl.scipy_backend.hfft2(nbl.asarray(x, device=device)).numpy()
    assert np.array_equal(result, nbl.scipy_backend.hfft2(x))


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_conjugates_are_made_on_the_device(device, dtype, monkeypatch):
    """To the bit, in parts of what a device binds, and not by way of the host. Catches (tried): the sign of every
    pair of words, parts that all begin at the first byte."""
    x = numbers((5, 301), dtype)
    x[0, :3] = np.nan, complex(1, -0.0), complex(0, np.inf)
    array = nbl.asarray(x, device=device)
    monkeypatch.setattr(device, "most_bound", 4096)
    monkeypatch.setattr(device, "read", None)
    monkeypatch.setattr(device, "write", None)
    conjugate = nbl._array.conjugated(array)
    nbl._array.conjugated(array, in_place=True)
    spectrum = nbl.scipy_backend.hfft(nbl._array.conjugated(conjugate), axis=0)
    monkeypatch.undo()
    assert np.array_equal(conjugate.numpy().view(np.uint64), np.conjugate(x).view(np.uint64))
    assert np.array_equal(array.numpy().view(np.uint64), np.conjugate(x).view(np.uint64))
    result = nbl.scipy_backend.hfft(x, axis=0)
    assert np.array_equal(spectrum.numpy()[:, 3:], result[:, 3:])


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_cosine_and_sine_transforms_of_arrays_on_the_device(device, number):
    """With the processor's bits; cut along one axis and padded along the other. A kind that is
    another's, or sizes of the input, would be found."""
    x = numbers((5, 12), "float32")
    for name in ("dctn", "idstn"):
        transform = getattr(nbl.scipy_backend, name)
        expected = transform(x, number, s=(7, 9), norm="ortho")
        result = transform(nbl.asarray(x, device=device), number, s=(7, 9), norm="ortho")
        assert isinstance(result, nbl.Array) and result.dtype == np.float32
        assert np.array_equal(result.numpy(), expected)
    with pytest.raises(TypeError, match="must be real"):
        nbl.scipy_backend.dct(nbl.asarray(numbers((4,), "complex64"), device=device))


def test_what_arrays_refuse(device):
    array = nbl.asarray(numbers((4, 6), "complex64"), device=device)
    with pytest.raises(ValueError, match="no elements to transform"):
        nbl.fft.fft(nbl.empty((2, 0), "complex64", device), n=3)
    with pytest.raises(TypeError, match="must be real here"):
        nbl.fft.rfft(array)
    with pytest.raises(TypeError, match="dtype int32"):
        nbl.empty((3,), np.int32, device)
    with pytest.raises(TypeError):
        np.conjugate(array)
    with pytest.raises(RuntimeError, match="no device has that in its name"):
        nbl.device("no such device")
    with pytest.raises(ValueError):
        with device:
            nbl.fft.fft(np.ones(4), norm="none of them")


PARTS = [
    np.s_[2],
    np.s_[-1, 3:7],
    np.s_[:, 5],
    np.s_[1:3],
    np.s_[..., 4:20:3],
    np.s_[::-1, :, ::-2],
    np.s_[3, 8, 29],
    np.s_[None, 1:2, ..., None, 7:9],
    np.s_[4:2, :],
    np.s_[:, 2:8, 10:12],
    np.s_[np.int64(1)],
    np.s_[...],
    (),
]


@pytest.mark.parametrize("key", PARTS, ids=str)
@pytest.mark.parametrize("dtype", ["complex64", "float64"])
@pytest.mark.parametrize("regions", [1024, 0])
def test_parts_are_arrays_of_their_own(device, key, dtype, regions, monkeypatch):
    """By copies on the device, and through the host beyond so many of them."""
    monkeypatch.setattr(nbl._array, "_MOST_REGIONS", regions)
    x = numbers((5, 9, 30), dtype)
    array = nbl.asarray(x, device=device)
    part = array[key]
    assert isinstance(part, nbl.Array) and part.device is device and part.dtype == x.dtype
    assert part.shape == x[key].shape
    del array  # a part keeps nothing of it
    assert np.array_equal(part.numpy(), x[key])
    if part.size and part.ndim and regions and dtype == "complex64":
        result = nbl.scipy_backend.fft(part).numpy()
        assert np.array_equal(result, nbl.scipy_backend.fft(x[key]))


def test_what_parts_refuse(device):
    array = nbl.asarray(numbers((4, 6), "complex64"), device=device)
    for key in ([0, 1],), (np.array([True] * 4),), True, 1.5, "a":
        with pytest.raises(TypeError, match="integers, slices, ... and None"):
            array[key]
    for key in 4, np.s_[:, -7], np.s_[0, 0, 0]:
        with pytest.raises(IndexError):
            array[key]
    assert len(array) == 4 and len(list(array)) == 4
    with pytest.raises(TypeError, match="without dimensions"):
        len(array[0, 0])


@pytest.mark.parametrize("shape", [(-1,), -3, (4, -1), (0, -2)])
def test_negative_sizes_are_refused_as_numpy_refuses_them(device, shape):
    with pytest.raises(ValueError, match="negative dimensions are not allowed"):
        np.empty(shape)
    with pytest.raises(ValueError, match="negative dimensions are not allowed"):
        nbl.empty(shape, device=device)


def test_sizes_that_no_memory_has(device):
    with pytest.raises(ValueError, match="too large"):
        nbl.empty((1 << 62, 4), device=device)
    with pytest.raises(TypeError):
        nbl.empty((2.5,), device=device)
    assert nbl.empty((), device=device).shape == () and nbl.empty((3, 0), device=device).size == 0


def test_out_receives_what_a_device_computed(device):
    x, out = numbers((6, 30), "complex128"), np.empty((6, 30), "complex128")
    with device:
        assert nbl.fft.fft(x, out=out) is out
    assert np.array_equal(out, nbl.fft.fft(x))
    with pytest.raises(TypeError, match=r"for an array on a device; nbl.plan\(\) takes it"):
        nbl.fft.fft(nbl.asarray(x, device=device), out=out)


def test_work_is_queued_in_order(device):
    """Results of transforms that are under way are inputs of others; memory is used again."""
    x = numbers((64, 60), "complex64")
    array = nbl.asarray(x, device=device)
    for _ in range(12):
        array = nbl.scipy_backend.ifft(nbl.scipy_backend.fft(array), norm="forward")
        x = nbl.scipy_backend.ifft(nbl.scipy_backend.fft(x), norm="forward")
        array, x = (nbl.scipy_backend.fft(y, norm="ortho") for y in (array, x))
    running = device._running
    assert running is not None  # nothing waited for it
    assert np.array_equal(array.numpy(), x)
    assert device._running is None
    nbl.scipy_backend.fft(array)
    device.synchronize()
    assert device._running is None


def test_what_is_under_way_may_be_forgotten(device):
    array = nbl.asarray(numbers((256, 90), "complex64"), device=device)
    expected = nbl.scipy_backend.fft2(array.numpy())
    for shape in ((3, 5), (7, 2), (256, 90)):
        x = nbl.asarray(numbers(shape, "complex64"), device=device)
        for _ in range(3):
            nbl.scipy_backend.fft2(x)
        del x
        device._plan.cache_clear()  # and with the plans their recordings
    assert np.array_equal(nbl.scipy_backend.fft2(array).numpy(), expected)


def test_large_results_are_lent(device):
    """Their memory is the driver's, stays theirs as long as they live, and is used again then."""
    x = numbers((512, 300), "complex64")
    assert x.nbytes > nbl._device._LENT[0]
    with device:
        results = [nbl.scipy_backend.fft(x * k) for k in (1, 2, 4)]
        lent = device._pool.lent()
        assert lent >= 3 * x.nbytes and results[0].flags.writeable
        for k, result in zip((1, 2, 4), results):
            assert np.array_equal(result, nbl.scipy_backend.fft(x) * np.float32(k))
        row = results[0][5]
        del results, result
        assert device._pool.lent() == lent - 2 * x.nbytes  # a part keeps all
        assert np.array_equal(row, nbl.scipy_backend.fft(x)[5])


def test_fast_mode(device):
    x = numbers((6, 120), "complex64")
    array = nbl.asarray(x, device=device)
    exact = nbl.scipy_backend.fft(array).numpy()
    before = device._plan.cache_info().misses
    with nbl.mode("fast"):
        fast = nbl.scipy_backend.fft(array).numpy()
    assert device._plan.cache_info().misses == before + 1
    assert np.linalg.norm(fast - exact) < 3e-7 * np.linalg.norm(exact)
    assert np.array_equal(nbl.scipy_backend.fft(array).numpy(), exact)
    with pytest.raises(ValueError, match="mode must be one of exact, fast, fused, got 'quick'"):
        with nbl.mode("quick"):
            pass


def test_a_forked_process_has_no_device(device):
    """It transforms on the processor, and says why it does not use what was on the device."""
    x = numbers((8, 30), "complex64")
    expected = nbl.scipy_backend.fft2(x)
    with device:
        array = nbl.asarray(x)
        assert np.array_equal(nbl.scipy_backend.fft2(x), expected)
        process = os.fork()
        if process == 0:
            signal.alarm(60)  # instead of a deadlock
            good = np.array_equal(nbl.scipy_backend.fft2(x), expected)
            for use in array.numpy, lambda: nbl.scipy_backend.fft(array):
                try:
                    use()
                    good = False
                except RuntimeError as error:
                    good &= "before the process was forked" in str(error)
            del array
            gc.collect()
            os._exit(0 if good else 1)
        assert os.waitpid(process, 0)[1] == 0
        assert np.array_equal(nbl.scipy_backend.fft2(array).numpy(), expected)
