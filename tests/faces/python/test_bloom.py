"""nbl.bloom against nbl-bloom, bit by bit, and against the definition of a convolution.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import nbl

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import exr

ROOT = pathlib.Path(__file__).parents[3]
BUILD = ROOT / os.environ.get("BUILD", "build")


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """A scene with very bright spots and a kernel with tails, whose sizes are not the same."""
    folder = tmp_path_factory.mktemp("bloom")
    random = np.random.default_rng(1)
    image = random.random((90, 160, 4), np.float32) ** 8
    image[40, 70, :3] = 5000, 3000, 10
    kernel = random.random((33, 48, 4), np.float32) ** 4
    exr.write(folder / "image.exr", image)
    exr.write(folder / "kernel.exr", kernel)
    for name in ("mask", "other"):
        exr.write(folder / f"{name}.exr", np.repeat(random.random((90, 160, 1), np.float32), 4, 2))
    return folder, image, kernel


@pytest.mark.parametrize(
    "options, arguments",
    [
        ("", {}),
        ("--padding mirror", {"padding": "mirror"}),
        ("--padding wrap --padding-y mirror", {"padding": ("wrap", "mirror")}),
        ("--combine mix --intensity 0.25", {"combine": "mix", "intensity": 0.25}),
        (
            "--combine add --intensity 0.1 --threshold 1",
            {"combine": "add", "intensity": 0.1, "threshold": 1},
        ),
        (
            "--combine add --threshold 2 --knee 0.25 --sharpen 0.5",
            {"combine": "add", "threshold": 2, "knee": 0.25, "sharpening": 0.5},
        ),
        ("--normalize none --threads 1", {"normalize": "none", "workers": 1}),
        ("--channels gb", {"channels": "gb"}),
        (
            "--boost 8 --boost-min 0.5 --boost-max 100 --combine mix --intensity 0.25",
            {"boost": 8, "boost_min": 0.5, "boost_max": 100, "combine": "mix", "intensity": 0.25},
        ),
        (
            "--mask mask.exr --source-mask other.exr --mask-channel red --combine add --threshold 2",
            {"mask": "mask", "source_mask": "other", "combine": "add", "threshold": 2},
        ),
    ],
)
def test_bits_are_nbl_blooms(pictures, options, arguments):
    folder, image, kernel = pictures
    command = [
        BUILD / "nbl-bloom",
        folder / "image.exr",
        folder / "kernel.exr",
        "-o",
        folder / "out.exr",
    ]
    subprocess.run([*command, "--backend", "executor", *options.split()], check=True, cwd=folder)
    expected = exr.read(folder / "out.exr")
    for name in ("mask", "source_mask"):
        if name in arguments:
            arguments = {**arguments, name: exr.read(folder / f"{arguments[name]}.exr")[..., 0]}
    result = nbl.bloom(image, kernel, **arguments)
    assert result.dtype == np.float32 and result.shape == image.shape
    np.testing.assert_array_equal(result.view(np.uint32), expected.view(np.uint32))


def convolved(image, kernel):
    """Sums over the kernel's texels, in double precision; light from outside is none."""
    height, width = image.shape[:2]
    rows, columns = kernel.shape[:2]
    padded = np.pad(image.astype(np.float64), ((rows, rows), (columns, columns), (0, 0)))
    result = np.zeros(image.shape)
    for y in range(rows):
        for x in range(columns):
            top, left = rows - (y - rows // 2), columns - (x - columns // 2)
            result += (
                kernel[y, x].astype(np.float64) * padded[top : top + height, left : left + width]
            )
    return result


def test_is_the_convolution(pictures):
    _, image, kernel = pictures
    image, kernel = image[:40, :50, :3], kernel[:9, :12, :3]
    result = nbl.bloom(image, kernel, normalize="none")
    expected = convolved(image, kernel)
    assert result.shape == image.shape
    assert np.linalg.norm(result - expected) < 1e-6 * np.linalg.norm(expected)


def test_shapes_and_types(pictures):
    _, image, kernel = pictures
    grey = nbl.bloom(image[..., 0], kernel[..., 0])
    assert grey.shape == image.shape[:2]
    colour = nbl.bloom(np.repeat(image[..., :1], 3, 2), np.repeat(kernel[..., :1], 3, 2))
    np.testing.assert_array_equal(grey, colour[..., 0])
    view = nbl.bloom(image[::2, ::-1].astype(np.float64), kernel[:, :, :3])
    np.testing.assert_array_equal(view, nbl.bloom(image[::2, ::-1].copy(), kernel))


@pytest.mark.parametrize(
    "arguments, text",
    [
        ({"padding": "round"}, "padding must be one of zero, mirror, wrap, got 'round'"),
        ({"combine": 3}, "combine must be one of"),
        ({"intensity": 2.0, "combine": "mix"}, "intensity"),
        ({"sharpening": float("nan")}, "sharpening"),
        ({"channels": "rgba"}, "channels must be one of r, g, b, got 'a'"),
        ({"boost": 0.0}, "boost is 0"),
        ({"mask": np.full((90, 160), 2.0)}, "mask must be 90 x 160 numbers from 0 to 1"),
        ({"source_mask": np.ones((9, 9))}, "source_mask must be 90 x 160"),
    ],
)
def test_refusals_say_why(pictures, arguments, text):
    _, image, kernel = pictures
    with pytest.raises(ValueError, match=text):
        nbl.bloom(image, kernel, **arguments)
    with pytest.raises(ValueError, match="image must be"):
        nbl.bloom(image[..., :2], kernel)


def test_a_look_replaces_what_is_not_finite(pictures):
    """As the bloom's own pass does."""
    _, image, kernel = pictures
    bad, good = image.copy(), image.copy()
    bad[3, 4, 0], bad[50, 60, 1] = np.nan, -np.inf
    good[3, 4, 0], good[50, 60, 1] = 0, -90
    arguments = {"largest": 90.0, "boost": 3.0}
    np.testing.assert_array_equal(nbl.bloom(bad, kernel, **arguments), nbl.bloom(good, kernel, **arguments))
    with pytest.raises(ValueError, match="x 4, y 3, channel R is NaN"):
        nbl.bloom(bad, kernel, boost=3.0, invalid="refuse")
