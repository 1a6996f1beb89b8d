"""Devices and modes that contexts choose, in threads, coroutines and pools; one of several devices.

SPDX-License-Identifier: Apache-2.0

Meant to catch, each as a mutation: a list of tokens in the device instead of a context's own (threads and coroutines
that overlap fail); no look at the main thread's choices (pools fail); that look in the main thread
itself (the coroutine without a choice fails); "#2" read as a part of a name, or the first of the
namesakes taken (equal devices fail).
"""
import asyncio
import os
import pathlib
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import nbl
from nbl import _device, _mode

ROOT = pathlib.Path(__file__).parents[3]
FFT = ROOT / os.environ.get("BUILD", "build") / "nbl-fft"
X = np.random.default_rng(11).standard_normal((4, 1000)).astype(np.complex64)
TASKS = 40


@pytest.fixture(scope="module")
def device():
    return nbl.device("llvmpipe")


def seen():
    return _device.current(), _mode.current()


@pytest.fixture(autouse=True)
def nothing_is_left():
    yield
    assert seen() == (None, 0)


def test_threads_overlap_in_any_order(device):
    """Each thread has what it chose, while others enter and leave the same device."""
    expected, bad = nbl.scipy_backend.fft(X), []
    gates = [threading.Barrier(4) for _ in range(3)]

    def job(number):
        try:
            for gate in gates:
                with device, nbl.mode("fast" if number % 2 else "exact"):
                    gate.wait(30)
                    assert seen() == (device, number % 2)
                    result = nbl.scipy_backend.fft(X)
                    assert number % 2 or np.array_equal(result, expected)
                assert seen() == (None, 0)
        except Exception as error:  # in a thread of its own
            bad.append(repr(error))

    threads = [threading.Thread(target=job, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert bad == []


def test_tasks_of_a_pool_leave_nothing(device):
    def task(number):
        with nbl.device("llvmpipe"):
            nbl.scipy_backend.fft(np.ones(1 << (number % 5 + 3), np.complex64))
            assert seen() == (device, 0)
        return seen()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(task, range(TASKS))) == [(None, 0)] * TASKS


def test_coroutines_overlap(device):
    events = []

    async def chooser(name, wait):
        with device, nbl.mode("fast"):
            await asyncio.sleep(wait)
            assert seen() == (device, 1)
        assert seen() == (None, 0)
        events.append(name)

    async def other():
        for _ in range(3):
            assert seen() == (None, 0)  # what other coroutines chose is theirs
            await asyncio.sleep(0.01)
        events.append("other")

    async def all_of_them():
        await asyncio.gather(chooser("first", 0.01), chooser("second", 0.03), other())

    asyncio.run(all_of_them())
    assert sorted(events) == ["first", "other", "second"]


def test_choices_reach_the_threads_of_pools(device):
    with ThreadPoolExecutor(2) as pool:
        assert pool.submit(seen).result() == (None, 0)  # before, and the thread lives on
        with device, nbl.mode("fast"):
            assert pool.submit(seen).result() == (device, 1)
            with nbl.mode("exact"), nbl.device("cpu"):
                assert pool.submit(seen).result() == seen() == (None, 0)
            assert pool.submit(seen).result() == (device, 1)

            def own():
                with nbl.mode("exact"):
                    return seen()

            assert pool.submit(own).result() == (device, 0)
        assert pool.submit(seen).result() == (None, 0)


def test_another_threads_choice_is_its_own(device):
    """Only the main thread's choices reach pools: of others it would be chance which."""
    entered, done = threading.Event(), threading.Event()

    def chooser():
        with device, nbl.mode("fast"):
            entered.set()
            done.wait(30)

    thread = threading.Thread(target=chooser)
    thread.start()
    entered.wait(30)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(seen).result() == (None, 0)
    done.set()
    thread.join()


def test_a_context_is_entered_more_than_once(device):
    fast = nbl.mode("fast")
    with fast, device, fast, device:
        assert seen() == (device, 1)
        with nbl.mode("exact"):
            assert seen() == (device, 0)
        with nbl.device("cpu") as processor:
            assert seen() == (None, 1) and processor.name == "cpu"


def test_the_default_of_the_process(device):
    try:
        nbl.set_default(device="llvmpipe", mode="fast")
        with ThreadPoolExecutor(1) as pool:
            assert seen() == pool.submit(seen).result() == (device, 1)
        with nbl.device("cpu"), nbl.mode("exact"):
            assert seen() == (None, 0)
        for wrong in {"mode": "quick"}, {"device": "no such device"}:
            with pytest.raises((ValueError, RuntimeError)):
                nbl.set_default(**wrong)
        assert seen() == (device, 1)
    finally:
        nbl.set_default(device="cpu", mode="exact")


def run(program, **environment):
    """Runs Python in a process of its own; returns its output, or its error's last line."""
    process = subprocess.run(
        [sys.executable, "-W", "always", "-c", "import nbl, numpy as np\n" + program],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
    if process.returncode != 0:
        return process.stderr.strip().splitlines()[-1]
    return process.stdout.strip()


SEEN = "from nbl import _device, _mode; print(_device.current(), _mode.current())"


@pytest.mark.parametrize("name", ["llvmpipe", "0"])
def test_the_environment_chooses(name):
    result = run(SEEN, NBL_DEVICE=name, NBL_MODE="fast")
    assert result.startswith("<nbl.Device ") and result.endswith(" 1")
    result = run(f"with nbl.device('cpu'), nbl.mode('exact'): {SEEN}", NBL_DEVICE=name)
    assert result == "None 0"


def test_the_environment_is_refused_where_it_is_wrong():
    transform = "nbl.fft.fft(np.ones(4))"
    assert run(transform, NBL_DEVICE="nonsense").startswith(
        'RuntimeError: NBL_DEVICE: device "nonsense": no device has that in its name'
    )
    assert run(transform, NBL_DEVICE="77").startswith("RuntimeError: NBL_DEVICE: device 77: there ")
    assert run(transform, NBL_MODE="quick").startswith(
        "ValueError: NBL_MODE must be one of exact, fast, fused, got 'quick'"
    )
    assert run(f"{transform}; print('done')", NBL_DEVICE="cpu", NBL_MODE="") == "done"


def test_a_forked_process_says_that_it_leaves_the_default_device():
    program = """
import os, warnings
nbl.fft.fft(np.ones(4))
read, write = os.pipe()
if os.fork() == 0:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        nbl.fft.fft(np.ones(4)); nbl.fft.fft(np.ones(4))
    mine = [str(w.message) for w in caught if w.category is RuntimeWarning]
    os.write(write, f"{len(mine)} {mine[:1]}".encode())
    os._exit(0)
os.wait()
print(os.read(read, 1000).decode())
"""
    assert run(program, NBL_DEVICE="llvmpipe").startswith('1 ["the default device was opened bef')


def test_of_equal_devices_each_is_reached(two_of_a_kind):
    program = """
infos = nbl.devices()
assert [info.index for info in infos] == [0, 1], infos
assert infos[0].name == infos[1].name and infos[0].is_processor
first, second = nbl.device(0), nbl.device(1)
assert first is not second and (first.index, second.index) == (0, 1)
assert nbl.device("llvmpipe") is nbl.device("llvmpipe#1") is nbl.device("0") is first
assert nbl.device("llvmpipe#2") is nbl.device("LLVMPIPE#2") is second
for uuid in infos[0].uuid, infos[0].uuid.upper(), "GPU-" + infos[0].uuid:
    assert nbl.device(uuid) is first
for name in "llvmpipe#3", 2, "llvmpipe#", infos[0].uuid[:-1] + "f":
    try:
        nbl.device(name)
        assert False, name
    except RuntimeError as error:
        print(error)
x = np.random.default_rng(0).standard_normal((8, 60)).astype(np.complex64)
parts = []
for device, part in (first, x[:4]), (second, x[4:]):
    with device:
        parts.append(nbl.scipy_backend.fft(part))
assert np.array_equal(np.concatenate(parts), nbl.scipy_backend.fft(x))
"""
    name = nbl.device("llvmpipe").name
    there = f'devices: 0 "{name}", 1 "{name}"'
    assert run(program, **two_of_a_kind).splitlines() == [
        f'device "llvmpipe#3": fewer devices have that in their name; {there}',
        "device 2: there are 2, numbered from 0",
        f'device "llvmpipe#": no device has that in its name; {there}',
        f'device "{nbl.device("llvmpipe").uuid[:-1]}f": no device has that UUID; {there}',
    ]


def test_the_tools_reach_each_device(two_of_a_kind, tmp_path):
    environment = {**os.environ, **two_of_a_kind}
    listed = subprocess.run(
        [FFT, "devices"], env=environment, check=True, capture_output=True, text=True
    ).stdout
    uuids = [line.split()[1] for line in listed.splitlines() if line.strip().startswith("UUID")]
    assert uuids == [nbl.device("llvmpipe").uuid] * 2
    np.save(tmp_path / "x.npy", X)
    expected = nbl.scipy_backend.fft(X)
    cases = [("1", 0), ("llvmpipe#2", 0), (uuids[0], 0), ("2", 1), ("llvmpipe#3", 1)]
    for name, code in cases:
        command = [FFT, "transform", tmp_path / "x.npy", tmp_path / "y.npy"]
        process = subprocess.run(
            [*command, "--device", name], env=environment, capture_output=True, text=True
        )
        assert process.returncode == code, (name, process.stderr)
        if code == 0:
            assert np.array_equal(np.load(tmp_path / "y.npy"), expected)
        else:
            assert process.stderr.count("\n") == 1 and process.stderr.startswith("nbl-fft: ")


WITHOUT_FLOAT64 = """
x = np.random.default_rng(1).standard_normal(1000).astype(np.float32)
single = nbl.scipy_backend.rfft(x)
prime = None
with nbl.device("SwiftShader"):
    same = np.array_equal(nbl.scipy_backend.rfft(x), single)
    kept = np.array_equal(nbl.fft.rfft(nbl.asarray(x)).numpy(), single)
    said = []
    for use in (lambda: nbl.scipy_backend.rfft(x.astype(float)), lambda: nbl.scipy_backend.fft(x[:997])):
        try:
            use()
        except ValueError as error:
            said.append(str(error))
    with nbl.mode("fast"):
        prime = np.allclose(nbl.scipy_backend.fft(x[:997]), np.fft.fft(x[:997]), atol=1e-3)
print(same, kept, prime, *said, sep="|")
"""


def test_a_device_without_float64():
    """float32 has the processor's bits; float64, and a prime in exact mode, are refused with the reason.

    A device whose has_float64 is not read, and a refusal that falls back to the processor, fail."""
    driver = "/usr/lib/chromium/vk_swiftshader_icd.json"
    if not os.path.exists(driver):
        print("NOT HERE: SwiftShader, a device without float64")
        return
    said = run(WITHOUT_FLOAT64, VK_DRIVER_FILES=driver, VK_ICD_FILENAMES=driver)
    same, kept, prime, double, exact = said.split("|")
    assert (same, kept, prime) == ("True", "True", "True"), said
    assert "has no float64: give float32 or complex64, with NumPy 1 to nbl.scipy_backend" in double
    assert "length 997: exact mode computes its prime factors above 13 in float64" in exact
