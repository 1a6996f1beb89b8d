"""A row of a batch has the bits that it has alone, whatever lies beside it: NaN, infinities, signals 160 dB louder.

SPDX-License-Identifier: Apache-2.0

Mutation that this is meant to catch: two real rows of an odd length as the parts of one complex signal.
"""
import os
import pathlib
import subprocess

import numpy as np
import pytest

import nbl

ROOT = pathlib.Path(__file__).resolve().parents[3]
FFT = ROOT / os.environ.get("BUILD", "build") / "nbl-fft"
LENGTHS = [9, 15, 16, 45, 77, 143, 1009]
RANDOM = np.random.default_rng(40)


def rows(length, neighbour, dtype="float32"):
    """Five rows; each but the third has the neighbour's value somewhere, or is louder."""
    x = RANDOM.standard_normal((5, length)).astype(dtype)
    for row in (0, 1, 3, 4):
        if neighbour == "loud":
            x[row] *= 1e8
        else:
            x[row, RANDOM.integers(length)] = float(neighbour)
    return x


def check(transform, x, axis):
    array = np.ascontiguousarray(x.T) if axis == 0 else x
    batch = transform(array, axis=axis)
    batch = batch.T if axis == 0 else batch
    assert np.array_equal(batch[2], transform(x[2].copy(), axis=0))
    assert np.all(np.isfinite(batch[2]))


# A device makes three kernels for a length and an axis: two lengths there, and two kinds of neighbours.
@pytest.mark.parametrize(
    "neighbour, on_device",
    [("nan", False), ("inf", False), ("-inf", False), ("loud", False), ("nan", True), ("loud", True)],
)
@pytest.mark.filterwarnings("ignore:invalid value")
def test_a_row_is_as_it_is_alone(neighbour, on_device):
    scipy = nbl.scipy_backend
    count = 0
    for length in [15, 16] if on_device else LENGTHS:
        for axis in (0, 1):
            x = rows(length, neighbour)
            z = (x + 1j * rows(length, neighbour)).astype(np.complex64)
            transforms = [
                (scipy.rfft, x),
                (scipy.fft, z),
                (lambda a, axis, n=length: scipy.irfft(a, n=n, axis=axis), scipy.rfft(x)),
            ]
            for transform, array in transforms:
                if on_device:
                    with nbl.device("llvmpipe"):
                        check(transform, array, axis)
                else:
                    check(transform, array, axis)
                count += 1
    assert count == (12 if on_device else 42)


@pytest.mark.parametrize("length", [15, 77, 143])
def test_a_row_of_a_file_is_as_it_is_alone(length, tmp_path):
    """The tool refuses what is not finite, so louder neighbours alone."""
    x = rows(length, "loud")
    np.save(tmp_path / "all.npy", x)
    np.save(tmp_path / "one.npy", x[2:3])
    for name in ("all", "one"):
        subprocess.run(
            [FFT, "transform", tmp_path / f"{name}.npy", tmp_path / f"{name}.out.npy", "--real"],
            check=True,
        )
    batch, alone = (np.load(tmp_path / f"{name}.out.npy") for name in ("all", "one"))
    assert np.array_equal(batch[2], alone[0])
