"""Runs NumPy's and SciPy's own tests of their FFTs, unchanged, on nbl's functions.

SPDX-License-Identifier: Apache-2.0

    suites.py numpy       numpy.fft's functions replaced
    suites.py pocketfft   functions of SciPy's engine replaced (scipy.fft._pocketfft, from SciPy 1.18
                          on _duccfft), which scipy.fft calls
    suites.py backend     scipy.fft's functions through scipy.fft.set_backend(nbl.scipy_backend)
    suites.py dask        dask's own tests of its FFTs (Debian's python3-dask), which calls
                          numpy.fft's functions, replaced
    suites.py MODE --device NAME  on a Vulkan device, such as llvmpipe; threads that a test starts,
                                  and processes that it forks, use the CPU
    suites.py MODE --part 2/3     every third test, beginning with the second

A test counts if it called a function of ours. Those that did not are told by file: they test
something else. A failure must be one of EXPECTED, and each of these must fail: then the last line
is `N passed, 0 failed`, N leaving them out.
"""
import collections
import contextlib
import functools
import importlib
import os
import pathlib
import re
import sys
import types

import numpy as np
import pytest
import scipy

import nbl.fft
import nbl.scipy_backend

TRANSFORMS = [
    "fft",
    "ifft",
    "rfft",
    "irfft",
    "hfft",
    "ihfft",
    "fftn",
    "ifftn",
    "rfftn",
    "irfftn",
    "hfftn",
    "ihfftn",
    "fft2",
    "ifft2",
    "rfft2",
    "irfft2",
    "hfft2",
    "ihfft2",
    "dct",
    "idct",
    "dst",
    "idst",
    "dctn",
    "idctn",
    "dstn",
    "idstn",
]
# Hankel transforms, which nbl does not have.
LEFT_OUT = ["test_fftlog.py"]

EXTENDED = "extended precision, which nbl computes in double precision"
ENDS = "SciPy before 1.12 scales the first element, not the last, and tests it (scipy#18452)"
ROUNDING = "one element is two units in the last place off, and SciPy's bound is one"
DCT = {
    r"test_real_transforms.py::test_definition\[13-3-float32\]$": ROUNDING,
    r"test_real_transforms.py::test_dst4_definition_ortho\[[13]-float32\]$": ROUNDING,
}
if tuple(int(part) for part in scipy.__version__.split(".")[:2]) < (1, 12):
    DCT[r"test_orthogonalize_dcst[23]\[dst-(backward|ortho|forward)\]$"] = ENDS
EXPECTED = {
    "numpy": {r"test_identity_long_short(_reversed)?\[longdouble\]$": EXTENDED},  # of NumPy 2
    "pocketfft": {
        r"TestLongDoubleFFT::test_(definition|n_argument_real)$": EXTENDED,
        r"TestLongDoubleIFFT::test_(definition(_real)?|random_(complex|real))$": EXTENDED,
        r"TestRFFTLongDouble::test_definition$": EXTENDED,
        r"test_real_transforms.py::(TestDCT::)?test_(\w+_)?definition(_\w+)?\[[\d-]*float128\]$": EXTENDED,
        **DCT,
        r"TestFFT::test_dtypes_nonstandard\[longdouble\]$": EXTENDED,  # of SciPy 1.18
    },
    "backend": DCT,
    "dask": {},
}

calls = collections.Counter()


def counted(function):
    """Returns the function with its calls counted."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        calls["ours"] += 1
        return function(*args, **kwargs)

    return call


def replace_numpy():
    for name in TRANSFORMS:
        if hasattr(np.fft, name):
            setattr(np.fft, name, counted(getattr(nbl.fft, name)))


def engine():
    """Returns the module of SciPy's own functions, and its name in scipy.fft."""
    for name in "_duccfft", "_pocketfft":
        with contextlib.suppress(ModuleNotFoundError):
            return importlib.import_module(f"scipy.fft.{name}"), name
    raise SystemExit("suites.py: scipy.fft has neither _pocketfft nor _duccfft")


def put(name, function):
    """Puts a function in the place of the engine's, and of its part that tests import."""
    for module in engine()[0], getattr(engine()[0], "realtransforms", None):
        if hasattr(module, name):
            setattr(module, name, function)


def replace_engine():
    import scipy.fft._helper

    scipy.fft._helper.next_fast_len = counted(nbl.scipy_backend.next_fast_len)
    for name in TRANSFORMS:
        put(name, counted(getattr(nbl.scipy_backend, name)))


def set_backend():
    """Lets tests of the engine's functions call scipy.fft's, which go to the backend."""
    import scipy.fft

    module, name = engine()
    own = types.SimpleNamespace(**vars(module))  # SciPy's, for what ours declines
    for caller in "_backend", "_basic_backend":  # the latter of SciPy from 1.12 on
        if hasattr(getattr(scipy.fft, caller, None), name):
            setattr(getattr(scipy.fft, caller), name, own)
    for name in TRANSFORMS:
        put(name, getattr(scipy.fft, name))

    class Backend:
        __ua_domain__ = nbl.scipy_backend.__ua_domain__

        @staticmethod
        def __ua_function__(method, args, kwargs):
            transform = method.__name__ in TRANSFORMS
            calls["ours"] += transform
            result = nbl.scipy_backend.__ua_function__(method, args, kwargs)
            calls["declined"] += transform and result is NotImplemented
            return result

    scipy.fft.set_global_backend(Backend)  # for the threads that tests start
    scipy.fft.register_backend("scipy")  # which is no longer the global one
    return scipy.fft.set_backend(Backend)


class Results:
    """Collects what became of each test of a part, and whose functions it called."""

    def __init__(self, part):
        self.outcomes = collections.OrderedDict()
        self.first, self.step = part

    def pytest_collection_modifyitems(self, items):
        items[:] = items[self.first - 1 :: self.step]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_setup(self, item):
        self.note(item, (yield), only_failed=True)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item):
        calls.clear()
        self.note(item, (yield))

    def note(self, item, outcome, only_failed=False):
        name = f"{item.path}::{item.nodeid.partition('::')[2]}"
        name = re.sub(r"^.*/((_(pocket|ducc)fft/)?tests/)", "", name)
        passed = outcome.excinfo is None
        skipped = not passed and outcome.excinfo[0] is pytest.skip.Exception
        whose = "declined" if calls["declined"] else "ours" if calls["ours"] else "other"
        if only_failed and (passed or skipped):
            return
        why = "" if passed else str(outcome.excinfo[1]).strip().replace("\n", " ")[:200]
        self.outcomes[name] = (
            "skipped" if skipped else "passed" if passed else "failed",
            whose,
            why,
        )


def report(mode, results):
    """Prints what became of the tests; returns the number of those that must not be so."""
    kinds = collections.Counter((outcome, whose) for outcome, whose, _ in results.outcomes.values())
    ours = sum(count for (_, whose), count in kinds.items() if whose == "ours")
    others = collections.Counter(
        name.split("::")[0] for name, (_, whose, _) in results.outcomes.items() if whose == "other"
    )
    bad, expected = 0, 0
    for name, (outcome, whose, why) in results.outcomes.items():
        reason = next(
            (reason for pattern, reason in EXPECTED[mode].items() if re.search(pattern, name)), None
        )
        if outcome == "failed" and reason is not None:
            expected += 1
            print(f"{mode}: fails as expected: {name}: {reason}")
        elif outcome == "failed":
            bad += 1
            print(f"failed: {name}: {why}")
        elif reason is not None and whose == "ours" and outcome == "passed":
            bad += 1
            print(f"failed: {name}: passes, though a failure was expected: {reason}")
    print(
        f"{mode}: {kinds['passed', 'ours']} of {ours} tests that call nbl's functions pass, of "
        f"{len(results.outcomes)} that ran"
    )
    for name, count in others.items():
        print(f"{mode}: left out: {count} tests of {name}, which call none of them")
    declined = sum(count for (_, whose), count in kinds.items() if whose == "declined")
    if declined:
        print(f"{mode}: left out: {declined} tests that left a call to SciPy: extended precision")
    print(f"{kinds['passed', 'ours']} passed, {bad} failed")
    return bad


def test_files(mode):
    """Returns the files of tests, by name all but those left out, and where their fixtures are."""
    if mode == "dask":
        import dask.array.tests

        folder = pathlib.Path(dask.array.tests.__file__).parent
        return [f"--confcutdir={folder}", "-c", os.devnull, folder / "test_fft.py"]
    import scipy.fft

    folder = pathlib.Path((np.fft if mode == "numpy" else scipy.fft).__file__).parent
    files, fixtures = sorted(folder.rglob("test_*.py")), f"--confcutdir={folder.parent}"
    if mode == "numpy":
        return [fixtures, *files]
    print(f"{mode}: left out by name: {' '.join(LEFT_OUT)}")
    return [fixtures, *(file for file in files if file.name not in LEFT_OUT)]


def option(name, default):
    """Returns an option's value, and takes both from the arguments."""
    if name not in sys.argv:
        return default
    at = sys.argv.index(name)
    value = sys.argv[at + 1]
    del sys.argv[at : at + 2]
    return value


def main():
    mode, device = sys.argv[1], option("--device", None)
    results = Results([int(number) for number in option("--part", "1/1").split("/")])
    if device is not None:
        nbl.device(device).__enter__()
    arguments = [
        "-q",
        "-p",
        "no:cacheprovider",
        "--no-header",
        "--tb=no",
        "--no-summary",
        "-W",
        "ignore::DeprecationWarning",
        *sys.argv[2:],
        *test_files(mode),
    ]
    if mode == "backend":
        with set_backend():
            status = pytest.main(arguments, plugins=[results])
    else:
        {"numpy": replace_numpy, "dask": replace_numpy, "pocketfft": replace_engine}[mode]()
        status = pytest.main(arguments, plugins=[results])
    sys.exit(report(mode, results) > 0 or status > 1 or not results.outcomes)


if __name__ == "__main__":
    main()
