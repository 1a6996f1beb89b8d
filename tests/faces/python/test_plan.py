"""nbl.plan: plans that a program holds, on the processor and on a device, against numpy.fft.

Catches (tried): strides of a padded array left out on a device, the signal's in their place; the default size of irfft;
`out` that is ignored; a part of a result that begins at 0, or along the axes in the order of dimensions.

SPDX-License-Identifier: Apache-2.0
"""
import os
import threading

import numpy as np
import pytest

import nbl

RANDOM = np.random.default_rng(int(os.environ.get("NBL_SEED", "45")))
NAMES = [base + tail for base in ("fft", "ifft", "rfft", "irfft") for tail in ("", "2", "n")]
DEVICES = [None, "llvmpipe"]


def numbers(shape, dtype):
    values = RANDOM.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * RANDOM.standard_normal(shape)
    return values.astype(dtype)


def draw(name):
    """Returns the shape of an array, and the arguments of its transform."""
    rank = int(RANDOM.integers(2, 4))
    shape = tuple(int(n) for n in RANDOM.integers(2, 14, rank))
    count = {"2": 2, "n": rank}.get(name[-1], 1)
    axes = tuple(int(axis) for axis in RANDOM.permutation(rank)[:count])
    arguments = {"axes": axes, "norm": [None, "ortho", "forward", "backward"][RANDOM.integers(4)]}
    if RANDOM.integers(2):
        arguments["s"] = tuple(int(n) for n in RANDOM.integers(1, 20, count))
    return shape, arguments


def reference(name, x, axes, norm, s=None):
    base = name.rstrip("2n")
    return getattr(np.fft, base + "n")(x, s=s, axes=axes, norm=norm)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", NAMES)
def test_plans_are_numpys_transforms(name, device):
    for single in (False, True, False, True):
        shape, arguments = draw(name)
        dtype = ("f" if name.startswith("rfft") else "c") + str((4 if single else 8) << (not name.startswith("rfft")))
        x = numbers(shape, dtype)
        plan = nbl.plan(name, shape, dtype, device=device, **arguments)
        expected = reference(name, x.astype("f8" if x.dtype.kind == "f" else "c16"), **arguments)
        result = plan(x)
        assert plan.shape == shape and plan.dtype == x.dtype and plan.name == name
        assert plan.result_shape == result.shape == expected.shape
        assert plan.result_dtype == result.dtype and result.dtype.itemsize == expected.itemsize // (2 if single else 1)
        scale = np.abs(expected).max() + 1e-30
        assert np.abs(result - expected).max() < (1e-5 if single else 1e-13) * scale
        assert plan.bytes >= 0 and len(plan.text) > 10 and "<nbl.Plan" in repr(plan)
        out = np.empty(plan.result_shape, plan.result_dtype)
        assert plan(x[::-1][::-1], out=out) is out and np.array_equal(out, result)
        assert np.array_equal(plan(np.asfortranarray(x)), result)
        if device is not None:
            array = nbl.asarray(x, device=plan.device)
            made = plan(array)
            assert isinstance(made, nbl.Array) and np.array_equal(made.numpy(), result)
            target = nbl.empty(plan.result_shape, plan.result_dtype, plan.device)
            assert plan(array, out=target) is target and np.array_equal(target.numpy(), result)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", [base + tail for base in ("dct", "idct", "dst", "idst") for tail in ("", "n")])
def test_plans_are_scipys_cosine_transforms(name, device):
    """Bits of the functions of nbl.scipy_backend, which SciPy's tests go through. Mutation: the type left out."""
    for single in (False, True):
        for type in (1, 2, 3, 4):
            shape, arguments = draw(name)
            if device is not None and (type + single) % 2:  # kernels of the other precision differ in its word alone
                continue
            axes, norm, s = arguments["axes"], arguments["norm"], arguments.get("s")
            if s is not None:
                s = tuple(max(2, n) for n in s)
            x = numbers(shape, "f4" if single else "f8")
            how = {"type": type, "norm": norm, "orthogonalize": [None, True, False][RANDOM.integers(3)]}
            plan = nbl.plan(name, shape, x.dtype, axes=axes, s=s, device=device, workers=1, **how)
            function = getattr(nbl.scipy_backend, name.rstrip("n") + "n")
            expected = function(x, s=s, axes=axes, **how)
            result = plan(x)
            assert plan.result_shape == result.shape == expected.shape and plan.result_dtype == x.dtype
            computed = {2: 3, 3: 2}.get(type, type) if name.startswith("i") else type  # of an inverse the other type
            assert np.array_equal(result, expected)
            assert f"{name.strip('in')}-{computed} " in plan.text
            if device is not None:
                made = plan(nbl.asarray(x, device=plan.device))
                assert isinstance(made, nbl.Array) and np.array_equal(made.numpy(), result)


@pytest.mark.parametrize(
    "name, device",
    [(name, None) for name in NAMES + ["dct", "idstn"]]
    + [(name, "llvmpipe") for name in ("fft", "rfftn", "irfft2", "dct")],
)
def test_parts_of_results_are_kept(name, device):
    for single in (False, True):
        shape, arguments = draw(name)
        if name[-1] == "n":
            del arguments["axes"]
            arguments.pop("s", None)
        real = name.startswith(("rfft", "dct", "idst"))
        x = numbers(shape, ("f" if real else "c") + str((4 if single else 8) << (not real)))
        whole = nbl.plan(name, shape, x.dtype, device=device, **arguments)
        axes = arguments.get("axes", tuple(range(len(shape))))
        kept, index = [], [slice(None)] * len(shape)
        for axis in axes:
            size = whole.result_shape[axis]
            first = int(RANDOM.integers(size))
            part = [slice(first, int(RANDOM.integers(first, size)) + 1), slice(first - size, None), None][RANDOM.integers(3)]
            kept.append(part)
            index[axis] = part or slice(None)
        plan = nbl.plan(name, shape, x.dtype, device=device, kept=kept, **arguments)
        expected = whole(x)[tuple(index)]
        result = plan(x)
        assert plan.result_shape == result.shape == expected.shape and result.dtype == expected.dtype
        assert np.array_equal(result, expected)
        out = np.empty(plan.result_shape, plan.result_dtype)
        assert plan(x, out=out) is out and np.array_equal(out, expected)
        if device is not None:
            assert np.array_equal(plan(nbl.asarray(x, device=plan.device)).numpy(), expected)


def test_a_kept_part_is_named_by_the_program():
    plan = nbl.plan("fft2", (64, 32), "c8", kept=np.s_[:, 9:20])
    assert plan.result_shape == (64, 11) and "kept-from 9 kept 11" in plan.text
    assert nbl.plan("rfft", (6, 32), "f4", kept=slice(-3, None)).result_shape == (6, 3)


@pytest.mark.parametrize(
    "kept, error, text",
    [
        (slice(0, 4), ValueError, "kept must be 2 slices, one for each axis, got 1"),
        ((slice(4, 4), None), ValueError, "is no element of 8 along axis 0"),
        ((slice(9, 12), None), ValueError, "is no element of 8 along axis 0"),
        ((slice(0, 8, 2), None), TypeError, "slices without a step"),
        ((3, None), TypeError, "slices without a step, or None, got 3"),
    ],
)
def test_refusals_of_kept(kept, error, text):
    with pytest.raises(error, match=text):
        nbl.plan("fft2", (8, 8), kept=kept)


def test_exact_plans_have_one_set_of_bits():
    x = numbers((6, 100), "c8")
    results = [nbl.plan("fftn", x.shape, x.dtype, device=where, workers=1)(x) for where in ("cpu", "llvmpipe")]
    assert np.array_equal(*results) and np.array_equal(results[0], nbl.scipy_backend.fftn(x))


def test_a_plan_is_what_it_was_made_for():
    """Its device and its mode are the context's of then, or what it was told; caches do not have it."""
    x = numbers((4, 4096), "c8")
    with nbl.device("llvmpipe"), nbl.mode("fast"):
        held = nbl.plan("fft", x.shape, x.dtype)
        on_processor = nbl.plan("fft", x.shape, x.dtype, device="cpu", mode="exact")
    assert held.device is nbl.device("llvmpipe") and on_processor.device is None
    nbl.cache_clear()
    before = nbl.cache_info()
    assert np.array_equal(on_processor(x), nbl.scipy_backend.fft(x))
    assert nbl.cache_info().misses == before.misses + 1  # the function's own
    with nbl.mode("fast"):
        assert np.array_equal(on_processor(x), nbl.plan("fft", x.shape, x.dtype, device="cpu", mode="exact")(x))
    assert np.allclose(held(x), np.fft.fft(x), atol=1e-2)


def test_a_plan_runs_in_threads():
    x = numbers((5, 300), "c16")
    plan, expected, wrong = nbl.plan("fft", x.shape), np.fft.fft(x), []

    def run():
        for _ in range(50):
            if not np.allclose(plan(x), expected):
                wrong.append(1)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize(
    "arguments, error, text",
    [
        (("dct2", (4, 4)), ValueError, "name must be fft"),
        (("dctx", (4,)), ValueError, "name must be fft"),
        (("dct", (4,), "c8"), TypeError, "dtype must be float32 or float64 of dct, got complex64"),
        (("fft22", (4, 4)), ValueError, "name must be fft"),
        (("rfft", (4,), "c8"), TypeError, "dtype must be float32 or float64 of rfft, got complex64"),
        (("fft", (4,), "f4"), TypeError, "dtype must be complex64 or complex128 of fft"),
        (("fft", (0,)), ValueError, "sizes above 0"),
        (("fft", ()), ValueError, "shape must be of 1 to"),
        (("fft2", (4,)), ValueError, "axis -2: the array has 1 dimension"),
    ],
)
def test_refusals_of_plans(arguments, error, text):
    with pytest.raises(error, match=text):
        nbl.plan(*arguments)


@pytest.mark.parametrize("device", DEVICES)
def test_out_is_taken_as_by_the_functions(device):
    """Mutations: an `out` in another order written directly, the input's memory written directly."""
    x = numbers((4, 6), "c16")
    plan = nbl.plan("fft2", x.shape, device=device)
    expected = plan(x)
    for out in (
        np.zeros((6, 4), complex).T,
        np.zeros((8, 6), complex)[::2],
        np.zeros((4, 6), complex)[::-1],
        np.zeros((4, 6), np.complex64),
    ):
        assert plan(x, out=out) is out and np.array_equal(out, expected.astype(out.dtype))
    wide = np.concatenate([x, x])
    plan(wide[:4], out=wide[2:6])
    assert np.array_equal(wide[2:6], expected)
    assert plan(x, out=x) is x and np.array_equal(x, expected)


def test_refusals_of_calls():
    plan = nbl.plan("fft", (4, 6))
    with pytest.raises(ValueError, match=r"a has the shape \(4, 5\), the plan's is \(4, 6\)"):
        plan(np.zeros((4, 5), complex))
    with pytest.raises(TypeError, match="a is of float64, the plan's type is complex128"):
        plan(np.zeros((4, 6)))
    x = np.zeros((4, 6), complex)
    with pytest.raises(TypeError, match="Cannot cast"):
        plan(x, out=np.zeros((4, 6)))
    fixed = np.zeros((4, 6), complex)
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        plan(x, out=fixed)
    with pytest.raises(TypeError, match="a plan of the processor takes no arrays of"):
        plan(nbl.asarray(x, device=nbl.device("llvmpipe")))
    for arguments, text in (({"s": (1, 2)}, "s must be 1 sizes"), ({"axes": (0, 0)}, "axes must be different"),
                            ({"workers": 65}, "workers must be"), ({"mode": "slow"}, "mode must be"),
                            ({"type": 3}, "type and orthogonalize are of"), ({"type": 5}, "invalid type 5")):
        with pytest.raises(ValueError, match=text):
            nbl.plan("fft", (4, 6), **arguments)
