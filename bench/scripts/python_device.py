#!/usr/bin/env python3
"""The package for Python on a GPU: memory shared with PyTorch and CuPy, and times beside theirs.

SPDX-License-Identifier: Apache-2.0

    make wheel && PYTHONPATH=folder of the unpacked wheel bench/scripts/python_device.py [PART ...]

PART is share, values or table; all without one. NBL_DEVICE names the device (NVIDIA), NBL_SECONDS how long
a row of the table may take (4), NBL_SMALL=1 a trial of it at small sizes. A library that is not
installed is left out.

Times are of the wall, until the result is there: medians of rounds in which each library has its
turn, after three that make plans and memory. A turn begins with a call that is not timed, since a
GPU takes 0.24 ms to change between CUDA and Vulkan. "in a row": ten calls of which the last is
waited for, a tenth of it. "fast": in nbl's fast mode. "kernels": the sum of nbl's dispatches.
"""
import ctypes
import functools
import importlib
import os
import sys
import time
import traceback

import numpy as np

import nbl
from nbl import _device, _library, _mode

DEVICE = nbl.device(os.environ.get("NBL_DEVICE", "NVIDIA"))
SECONDS = float(os.environ.get("NBL_SECONDS", "4"))
SMALL = os.environ.get("NBL_SMALL") == "1"
RANDOM = np.random.default_rng(3)


def library(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name}: not here", flush=True)
        return None


torch, cupy = library("torch"), library("cupy")


def numbers(*shape):
    values = RANDOM.standard_normal((*shape, 2), np.float32)
    return values.view(np.complex64)[..., 0]


def error(result, exact):
    return float(np.max(np.abs(result - exact)) / np.sqrt(np.mean(np.abs(exact) ** 2)))


# ---- Shared memory


def torch_has_the_memory():
    x = numbers(256, 320)
    before = torch.cuda.memory_allocated()
    array = nbl.empty(x.shape, x.dtype, DEVICE)
    begin = time.perf_counter()
    tensor = torch.from_dlpack(array)
    first = time.perf_counter()
    again = torch.from_dlpack(array)
    second = time.perf_counter()
    assert tensor.shape == x.shape and tensor.dtype == torch.complex64 and tensor.is_cuda
    assert tensor.data_ptr() == again.data_ptr() == array._address(DEVICE.cuda())
    assert torch.cuda.memory_allocated() == before, "memory of PyTorch's was taken"
    tensor.copy_(torch.from_numpy(x))
    assert np.array_equal(array.numpy(), x), "nbl does not see what PyTorch wrote"
    spectrum = nbl.scipy_backend.fft2(array)
    seen = torch.from_dlpack(spectrum).cpu().numpy()
    assert np.array_equal(seen, spectrum.numpy()), "PyTorch does not see what nbl wrote"
    assert np.array_equal(seen, nbl.scipy_backend.fft2(x)), "other bits than the processor's"
    return f"import {1e3 * (first - begin):.2f} ms, again {1e6 * (second - first):.0f} us"


def queued_work_is_waited_for():
    x = torch.from_numpy(numbers(1 << 20)).cuda()
    array = nbl.asarray(np.zeros(1 << 20, np.complex64), device=DEVICE)
    tensor = torch.from_dlpack(array)
    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(400_000_000)
        tensor.copy_(x, non_blocking=True)
    begin = time.perf_counter()
    spectrum = nbl.scipy_backend.fft(array)
    waited = time.perf_counter() - begin
    assert np.array_equal(spectrum.numpy(), nbl.scipy_backend.fft(x.cpu().numpy()))
    return f"another stream's copy behind a pause; {1e3 * waited:.0f} ms"


def the_memory_outlives_the_array():
    array = nbl.asarray(np.full(1 << 20, 3, np.complex64), device=DEVICE)
    tensor = torch.from_dlpack(array)
    del array
    others = [nbl.asarray(np.zeros(1 << 20, np.complex64), device=DEVICE) for _ in range(4)]
    assert bool((tensor == 3).all())
    del tensor, others
    return "4 arrays made meanwhile"


def a_tensor_is_copied_once():
    tensor = torch.from_numpy(numbers(1 << 20)).cuda()
    with DEVICE:
        spectrum = nbl.scipy_backend.fft(tensor)
    assert isinstance(spectrum, nbl.Array)
    assert np.array_equal(spectrum.numpy(), nbl.scipy_backend.fft(tensor.cpu().numpy()))
    times = []
    for _ in range(20):
        begin = time.perf_counter()
        nbl.asarray(tensor, device=DEVICE)
        times.append(time.perf_counter() - begin)
    try:
        nbl.asarray(tensor.reshape(1024, 1024).T, device=DEVICE)
        raise AssertionError("a transposed tensor was taken")
    except ValueError as refused:
        return f"8 MiB in {1e6 * np.median(times):.0f} us; transposed: {refused}"


def cupy_has_the_memory():
    x = numbers(64, 100)
    array = nbl.asarray(x, device=DEVICE)
    theirs = cupy.from_dlpack(array)
    assert theirs.data.ptr == array._address(DEVICE.cuda())
    assert np.array_equal(cupy.asnumpy(theirs), x)
    with DEVICE:
        spectrum = nbl.fft.fft2(cupy.asarray(x))
    seen = cupy.asnumpy(cupy.from_dlpack(spectrum))
    assert np.array_equal(seen, nbl.scipy_backend.fft2(x))
    return "and an array of CuPy's was transformed"


def memory_is_given_back():
    before = torch.cuda.mem_get_info()[0]
    for size in range(40):
        torch.from_dlpack(nbl.empty((1 << 25) + size, np.complex64, DEVICE))
    DEVICE.buffer(4)
    DEVICE._pool.keep(0)
    after = torch.cuda.mem_get_info()[0]
    assert before - after < 300 << 20, f"{(before - after) >> 20} MiB are gone"
    return f"40 arrays of 256 MiB, of different sizes; {(before - after) >> 20} MiB are gone"


def share():
    checks = [
        (torch, torch_has_the_memory),
        (torch, queued_work_is_waited_for),
        (torch, the_memory_outlives_the_array),
        (torch, a_tensor_is_copied_once),
        (cupy, cupy_has_the_memory),
        (torch, memory_is_given_back),
    ]
    passed = failed = 0
    for needed, check in checks:
        if needed is None:
            continue
        try:
            print(f"ok   {check.__name__}: {check()}", flush=True)
            passed += 1
        except Exception:
            print(f"FAIL {check.__name__}: {traceback.format_exc(limit=-2)}", flush=True)
            failed += 1
    print(f"{passed} passed, {failed} failed", flush=True)
    return failed == 0


# ---- Values of transforms that CuPy, or PyTorch, has as SciPy has them


def cases_of_values():
    """Returns a function's name, its input and its other arguments, of each case."""
    spectra = numbers(33, 200)
    reals = np.ascontiguousarray(spectra.real)
    cases = [("hfft", spectra, {}), ("hfft", spectra, {"n": 31, "norm": "ortho"})]
    cases += [("hfft", spectra, {"axis": 0}), ("hfftn", spectra, {}), ("ihfft", reals, {})]
    cases += [("ihfft", reals, {"n": 77, "axis": 0}), ("ihfft2", reals, {"norm": "forward"})]
    for number in 1, 2, 3, 4:
        for name in "dct", "idct", "dst", "idst", "dctn", "idstn":
            cases.append((name, reals, {"type": number}))
            cases.append((name, reals, {"type": number, "norm": "ortho"}))
    wider = {"F": "D", "f": "d"}
    return cases + [(name, x.astype(wider[x.dtype.char]), how) for name, x, how in cases]


def theirs(name, x, how):
    """Returns another library's result and its name; None: none has the function."""
    if cupy is not None:
        from cupyx.scipy import fft

        try:
            return cupy.asnumpy(getattr(fft, name)(cupy.asarray(x), **how)), "cupy"
        except NotImplementedError:
            pass  # CuPy has types II and III
    if torch is not None and name in ("hfft", "ihfft"):
        how = {("dim" if key == "axis" else key): value for key, value in how.items()}
        return getattr(torch.fft, name)(torch.from_numpy(x).cuda(), **how).cpu().numpy(), "torch"
    return None, "-"


def values():
    """Holds results of arrays on the device against the processor's bits and another library's values."""
    passed, beside, failed, worst = 0, {}, 0, {}
    for name, x, how in cases_of_values():
        transform = getattr(nbl.scipy_backend, name)
        array = nbl.asarray(x, device=DEVICE)
        ours = transform(array, **how).numpy()
        other, whose = theirs(name, x, how)
        equal = np.array_equal(ours, transform(x, **how))
        beside[whose] = beside.get(whose, 0) + 1
        difference = 0.0
        if other is not None:
            difference = error(ours, other)
            worst[x.dtype.name] = max(worst.get(x.dtype.name, 0), difference)
        good = equal and difference < (1e-5 if x.dtype.char in "fF" else 1e-13)
        passed, failed = passed + good, failed + (not good)
        if not good:
            print(f"FAIL {name} {x.dtype} {how}: bits {equal}, {whose} differs by {difference:.1e}")
    print(f"beside {beside}; largest differences of the mean: {worst}")
    hfft_times()
    print(f"{passed} passed, {failed} failed", flush=True)
    return failed == 0


def hfft_times():
    """Of 2^21 real numbers, and of 2097150, whose factor 41 no library has a kernel for."""
    for size in (1 << 12 if SMALL else 1 << 20) + 1, (1 << 12 if SMALL else 1 << 20):
        times_of_hfft(numbers(16, size))


def times_of_hfft(x):
    array = nbl.asarray(x, device=DEVICE)
    functions = {"nbl": (lambda: nbl.scipy_backend.hfft(array), DEVICE.synchronize)}
    functions["nbl irfft"] = (lambda: nbl.scipy_backend.irfft(array), DEVICE.synchronize)
    if torch is not None:
        tensor = torch.from_numpy(x).cuda()
        functions["torch"] = (lambda: torch.fft.hfft(tensor), torch.cuda.synchronize)
    if cupy is not None:
        from cupyx.scipy import fft

        theirs_ = cupy.asarray(x)
        functions["cupy"] = (lambda: fft.hfft(theirs_), cupy.cuda.Device().synchronize)
    times, rounds = medians([(*function, 1) for function in functions.values()])
    cells = ", ".join(f"{name} {1e6 * t:.1f}" for name, t in zip(functions, times))
    print(f"hfft of {' x '.join(map(str, x.shape))}, us, medians of {rounds}: {cells}", flush=True)


# ---- Times


def of_nbl(mode, x, axes):
    array = nbl.asarray(x, device=DEVICE)

    def on_host():
        with DEVICE, nbl.mode(mode):
            return nbl.scipy_backend.fftn(x, axes=axes)

    def on_device():
        with nbl.mode(mode):
            return nbl.scipy_backend.fftn(array, axes=axes)

    return on_host, on_device, DEVICE.synchronize, lambda y: y.numpy()


def of_torch(x, axes):
    tensor = torch.from_numpy(x).cuda()

    def on_host():
        return torch.fft.fftn(torch.from_numpy(x).cuda(), dim=axes).cpu().numpy()

    return (
        on_host,
        lambda: torch.fft.fftn(tensor, dim=axes),
        torch.cuda.synchronize,
        lambda y: y.cpu().numpy(),
    )


def of_cupy(x, axes):
    array = cupy.asarray(x)

    def on_host():
        return cupy.asnumpy(cupy.fft.fftn(cupy.asarray(x), axes=axes))

    wait = cupy.cuda.Device().synchronize
    return on_host, lambda: cupy.fft.fftn(array, axes=axes), wait, cupy.asnumpy


def seconds(call, wait, count):
    result = call()
    wait()
    begin = time.perf_counter()
    for _ in range(count):
        result = call()
    wait()
    elapsed = time.perf_counter() - begin
    del result
    return elapsed / count


class How(ctypes.Structure):
    """nbl_fft_vulkan_desc_t of nbl/host/fft_vulkan.h, of the one function that also measures"""

    _fields_ = [
        ("mode", ctypes.c_int),
        ("cache", ctypes.c_void_p),
        ("unroll", ctypes.c_bool),
        ("route", ctypes.c_int),
    ]


def kernels(mode, x, axes):
    """Returns the median time of nbl's dispatches, in seconds."""
    rank, result, nanoseconds = x.ndim, np.empty_like(x), ctypes.c_double()
    desc = _library.FftProblem(rank=rank, axis_count=len(axes), batch=1, precision=1, scaling=1)
    desc.sizes[:rank], desc.axes[: len(axes)] = x.shape, axes
    how = How(
        mode=_mode._MODES[mode],
        cache=DEVICE._cache,
        unroll=not DEVICE._is_processor,
        route=_device._ROUTE_BEST,
    )
    of, address, times = ctypes.POINTER, ctypes.c_void_p, []
    kinds = of(_library.FftProblem), of(How), address, address
    _library._declare(DEVICE.library, "nbl_fft_nd_vulkan", address, *kinds, of(ctypes.c_double))
    for _ in range(9):
        DEVICE.call("nbl_fft_nd_vulkan", desc, how, x.ctypes.data, result.ctypes.data, nanoseconds)
        times.append(1e-9 * nanoseconds.value)
    return np.median(times)


def medians(functions):
    """Returns the median seconds of calls by turns, and the rounds; call, wait, calls at once."""
    begin, rounds = time.perf_counter(), []
    while len(rounds) < 5 or (len(rounds) < 60 and time.perf_counter() - begin < SECONDS):
        rounds.append([seconds(*function) for function in functions])
    return np.median(rounds[3:], axis=0), len(rounds) - 3


def table():
    sides = {f"nbl {mode}": functools.partial(of_nbl, mode) for mode in ("exact", "fast")}
    sides |= {"torch": torch and of_torch, "cupy": cupy and of_cupy}
    sides = {name: make for name, make in sides.items() if make}
    lines, many = (1 << 12, 3) if SMALL else (1 << 20, 16)
    side = 64 if SMALL else 1024
    cases = [
        ("1-D", (lines,), (0,)),
        ("2-D", (side, side), (0, 1)),
        ("1-D", (many, lines), (1,)),
        ("2-D", (many, side, side), (1, 2)),
    ]
    print(f"{DEVICE.name}; us, medians; of = times of {', '.join(list(sides)[1:])} over the first")
    print(
        "| | where | " + " | ".join(sides) + " | of | rounds |\n" + "|---" * (len(sides) + 4) + "|"
    )
    for name, shape, axes in cases:
        x = numbers(*shape)
        made = {side: make(x, axes) for side, make in sides.items()}
        first = (0,) if len(axes) < len(shape) else ()  # of a batch
        exact = np.fft.fftn(x[first].astype(np.complex128))
        errors = [error(get(call())[first], exact) for _, call, _, get in made.values()]
        errors.append(error(made["nbl exact"][0]()[first], exact))
        assert max(errors) < 1e-5, errors
        for where, functions in (
            ("device", [(call, wait, 1) for _, call, wait, _ in made.values()]),
            ("device, in a row", [(call, wait, 10) for _, call, wait, _ in made.values()]),
            ("host", [(on_host, wait, 1) for on_host, _, wait, _ in made.values()]),
        ):
            times, rounds = medians(functions)
            cells = " | ".join(f"{1e6 * t:.1f}" for t in times)
            of = " ".join(f"{t / times[0]:.2f}" for t in times[1:])
            shape_text = " x ".join(map(str, shape))
            print(f"| {name} {shape_text} | {where} | {cells} | {of} | {rounds} |", flush=True)
        modes = [1e6 * kernels(mode, x, axes) for mode in ("exact", "fast")]
        print(f"kernels {modes[0]:.1f}, fast {modes[1]:.1f}; largest errors: ", end="")
        print(" ".join(f"{e:.1e}" for e in errors), flush=True)
    return True


if __name__ == "__main__":
    parts = {"share": share, "values": values, "table": table}
    sys.exit(0 if all([parts[part]() for part in sys.argv[1:] or parts]) else 1)
