"""Memory that is shared with CUDA, by a driver of CUDA's that maps lavapipe's memory.

SPDX-License-Identifier: Apache-2.0

bench/scripts/python_device.py has the same beside PyTorch and CuPy on a GPU.
"""
import ctypes
import gc
import pathlib
import subprocess

import numpy as np
import pytest

import nbl
from nbl import _cuda, _dlpack

X = np.arange(24, dtype=np.complex64).reshape(4, 6) * (1 + 2j)


@pytest.fixture(scope="module")
def device():
    return nbl.device("llvmpipe")


@pytest.fixture
def driver(device, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "driver_of_cuda.so"
    if not path.exists():
        source = pathlib.Path(__file__).with_name("driver_of_cuda.c")
        subprocess.run(["cc", "-D_GNU_SOURCE", "-shared", "-fPIC", "-o", path, source], check=True)
    library = ctypes.CDLL(str(path))
    (ctypes.c_ubyte * 16).in_dll(library, "fake_uuid")[:] = device._uuid
    kept, _cuda.LIBRARY = _cuda.LIBRARY, str(path)
    _cuda.context.cache_clear()
    yield library
    _cuda.LIBRARY = kept
    _cuda.context.cache_clear()
    gc.collect()
    device.buffer(4)  # takes in what came back
    device._pool.keep(0)
    assert count(library, "imports") == count(library, "contexts") == 0


def count(library, what):
    return ctypes.c_int.in_dll(library, f"fake_{what}").value


class Tensor:
    """What another library has in CUDA's memory."""

    def __init__(self, array, ordinal=1):
        self._array, self._ordinal = array, ordinal

    def __dlpack_device__(self):
        return _dlpack.CUDA, self._ordinal

    def __dlpack__(self, *, stream):
        assert stream == 1
        return self._array.__dlpack__()


def as_cuda_has_it(array):
    """Returns a view of an array's memory by its capsule, as a consumer takes it."""
    borrowed = _dlpack.Borrowed(array)
    assert borrowed.in_order and borrowed.shape == array.shape and borrowed.dtype == array.dtype
    memory = (ctypes.c_ubyte * array.nbytes).from_address(borrowed.address)
    return np.frombuffer(memory, array.dtype).reshape(array.shape), borrowed


def test_memory_is_shared_without_a_copy(device, driver):
    array = nbl.empty(X.shape, X.dtype, device)
    assert array.__dlpack_device__() == (_dlpack.CUDA, 1)
    view, borrowed = as_cuda_has_it(array)
    view[:] = X  # by CUDA
    waits = count(driver, "waits")
    assert np.array_equal(array.numpy(), X)
    spectrum = nbl.scipy_backend.fft2(array)
    assert count(driver, "waits") >= waits + 2  # for CUDA's work, before either
    assert np.array_equal(spectrum.numpy(), nbl.scipy_backend.fft2(X))
    there, again = as_cuda_has_it(spectrum)
    assert np.array_equal(there, spectrum.numpy())
    assert len(_dlpack._handed_out) == 2
    del borrowed, again
    assert not _dlpack._handed_out


def test_the_memory_outlives_the_array(device, driver):
    array = nbl.asarray(X, device=device)
    view, borrowed = as_cuda_has_it(array)
    del array
    gc.collect()
    others = [nbl.asarray(0 * X, device=device) for _ in range(3)]
    assert np.array_equal(view, X)
    del borrowed, others


@pytest.mark.parametrize("module", [nbl.fft, nbl.scipy_backend])
def test_a_tensor_is_copied_once(device, driver, module):
    tensor = Tensor(nbl.asarray(X, device=device))
    with device:
        spectrum = module.fft(tensor)
        assert isinstance(spectrum, nbl.Array)
        assert np.array_equal(spectrum.numpy(), nbl.scipy_backend.fft(X))
        copy = nbl.asarray(tensor)
    as_cuda_has_it(copy)[0][:] = 0
    assert np.array_equal(tensor._array.numpy(), X)


def test_what_is_refused(device, driver):
    array = nbl.asarray(X, device=device)
    with pytest.raises(ValueError, match="CUDA's device 3 is not on"):
        nbl.asarray(Tensor(array, 3), device=device)
    with pytest.raises(BufferError, match="CUDA's device 1, not on"):
        array.__dlpack__(dl_device=(_dlpack.CUDA, 0))
    with pytest.raises(TypeError, match="complex64: must be of float64"):
        nbl.asarray(Tensor(array), np.float64, device)
    copied = array.__dlpack__(copy=True)
    assert _dlpack._get(copied, b"dltensor") and len(_dlpack._handed_out) == 1


def test_without_cuda(device):
    array = nbl.asarray(X, device=device)
    assert device.cuda() is None and array.__dlpack_device__() == (_dlpack.VULKAN, 0)
    with pytest.raises(BufferError, match="CUDA does not have llvmpipe"):
        array.__dlpack__()
    with pytest.raises(ValueError, match="CUDA's device 0 is not on llvmpipe"):
        nbl.asarray(Tensor(array, 0), device=device)


def test_numpy_reads_an_array(device):
    array = nbl.asarray(X, device=device)
    read = np.asarray(array)
    assert np.array_equal(read, X) and not read.flags.writeable
    assert np.array_equal(np.asarray(array, np.complex128), X)
    assert np.array_equal(np.asarray(nbl.empty((0, 3), device=device)).shape, (0, 3))


def test_memory_is_used_again(device):
    array = nbl.asarray(X, device=device)
    numbers = set()
    for _ in range(5):
        spectrum = nbl.scipy_backend.fft(array)
        numbers.add(spectrum.buffer.memory.number)
    assert len(numbers) <= 2
    assert np.array_equal(spectrum.numpy(), nbl.scipy_backend.fft(X))
