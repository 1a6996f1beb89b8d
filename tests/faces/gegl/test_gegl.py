"""nbl:bloom by the gegl command against nbl-bloom, bit by bit; regions, refusals.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import exr

ROOT = pathlib.Path(__file__).parents[3]
BUILD = ROOT / os.environ.get("BUILD", "build")
PLUGINS = subprocess.run(
    ["pkg-config", "--variable=pluginsdir", "gegl-0.4"], check=True, capture_output=True, text=True
).stdout.strip()
ENVIRONMENT = {**os.environ, "GEGL_PATH": f"{BUILD}/gegl:{PLUGINS}", "GEGL_USE_OPENCL": "no"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A scene of more tiles than one, with alpha, and a kernel."""
    folder = tmp_path_factory.mktemp("gegl")
    random = np.random.default_rng(1)
    image = random.random((210, 330, 4), np.float32) ** 8
    image[40, 70, :3] = 5000, 3000, 10
    exr.write(folder / "image.exr", image)
    exr.write(folder / "kernel.exr", random.random((48, 65, 4), np.float32) ** 4)
    return folder


def gegl(folder, *operations, source="image.exr"):
    """Returns what a chain of operations makes of the picture."""
    command = ["gegl", folder / source, "-o", folder / "gegl.exr", "--", *operations]
    log = subprocess.run(
        command, check=True, env=ENVIRONMENT, capture_output=True, text=True
    ).stderr
    return exr.read(folder / "gegl.exr"), log


def bloom(folder, *properties):
    return ["nbl:bloom", *properties, "aux=[", "gegl:exr-load", f"path={folder}/kernel.exr", "]"]


def tool(folder, *options, source="image.exr"):
    command = [
        BUILD / "nbl-bloom",
        folder / source,
        folder / "kernel.exr",
        "-o",
        folder / "tool.exr",
    ]
    subprocess.run([*command, "--backend", "executor", *options], check=True)
    return exr.read(folder / "tool.exr")


def expect_same_bits(actual, expected):
    assert actual.shape == expected.shape
    np.testing.assert_array_equal(actual.view(np.uint32), expected.view(np.uint32))


@pytest.mark.parametrize(
    "properties, options",
    [
        ("", ""),
        ("padding=mirror padding-y=wrap", "--padding mirror --padding-y wrap"),
        (
            "combine=mix intensity=0.25 sharpening=0.5",
            "--combine mix --intensity 0.25 --sharpen 0.5",
        ),
        (
            "combine=add intensity=0.125 bright-only=true threshold=2 knee=0.5",
            "--combine add --intensity 0.125 --threshold 2 --knee 0.5",
        ),
        ("normalize=none", "--normalize none"),
        (
            "boost=8 boost-min=0.5 boost-max=100 combine=mix intensity=0.25 green=false",
            "--boost 8 --boost-min 0.5 --boost-max 100 --combine mix --intensity 0.25 --channels rb",
        ),
    ],
)
def test_bits_are_nbl_blooms(folder, properties, options):
    result, _ = gegl(folder, *bloom(folder, *properties.split()))
    expect_same_bits(result, tool(folder, *options.split()))


def test_a_region_is_that_of_the_whole(folder):
    whole, _ = gegl(folder, *bloom(folder))
    crop = ["gegl:crop", "x=100", "y=90", "width=150", "height=70"]
    part, _ = gegl(folder, *bloom(folder), *crop)
    expect_same_bits(part, whole[90:160, 100:250])


def test_a_picture_that_does_not_begin_at_zero(folder):
    image = exr.read(folder / "image.exr")
    exr.write(folder / "part.exr", image[90:160, 100:250])
    crop = ["gegl:crop", "x=100", "y=90", "width=150", "height=70"]
    part, _ = gegl(folder, *crop, *bloom(folder))
    expect_same_bits(part, tool(folder, source="part.exr"))


def test_without_a_kernel_the_picture_stays(folder):
    result, _ = gegl(folder, "nbl:bloom")
    expect_same_bits(result, exr.read(folder / "image.exr"))


def test_what_cannot_be_done_is_said(folder):
    exr.write(folder / "black.exr", np.zeros((5, 5, 4), np.float32))
    kernel = ["aux=[", "gegl:exr-load", f"path={folder}/black.exr", "]"]
    result, log = gegl(folder, "nbl:bloom", *kernel)
    assert "nbl:bloom: kernel luminance is 0" in log
    assert "nbl:bloom: the picture stays as it was" in log
    expect_same_bits(result, exr.read(folder / "image.exr"))
    # For scripts, as the command exits 0 whatever its operations did: without the operation's critical line it would here, too.
    (folder / "none.exr").unlink(missing_ok=True)
    for operations, stops in ((bloom(folder), False), (["nbl:bloom", *kernel], True)):
        run = subprocess.run(
            ["gegl", folder / "image.exr", "-o", folder / "none.exr", "--", *operations],
            env={**ENVIRONMENT, "G_DEBUG": "fatal-criticals"},
            capture_output=True,
            cwd=folder,
        )
        assert (run.returncode != 0) == stops, run.stderr
        assert (folder / "none.exr").exists() != stops
        (folder / "none.exr").unlink(missing_ok=True)


def test_floats_of_a_tiff_are_light(folder):
    """By the profile that nbl-bloom writes; without one GEGL takes the numbers as sRGB's codes."""
    dot = np.ones((1, 1, 4), np.float32)
    exr.write(folder / "dot.exr", dot)
    command = [BUILD / "nbl-bloom", folder / "image.exr", folder / "dot.exr", "--backend", "executor"]
    subprocess.run([*command, "-o", folder / "light.tif"], check=True)
    subprocess.run([*command, "-o", folder / "light.exr"], check=True)
    result, _ = gegl(folder, source="light.tif")
    np.testing.assert_allclose(result, exr.read(folder / "light.exr"), rtol=1e-3, atol=1e-4)


def test_pixels_that_are_no_numbers(folder):
    """Replaced, they cost no other pixel; refused, the picture stays and the pixel is named."""
    image = exr.read(folder / "image.exr")
    image[20, 30, 1], image[100, 200, 0] = np.nan, -np.inf
    exr.write(folder / "bad.exr", image)
    result, log = gegl(folder, *bloom(folder, "largest=50"), source="bad.exr")
    assert "nbl:bloom" not in log
    image[20, 30, 1], image[100, 200, 0] = 0, -50
    exr.write(folder / "good.exr", image)
    expect_same_bits(result, tool(folder, source="good.exr"))
    expect_same_bits(result, tool(folder, "--invalid", "clamp", "--largest", "50", source="bad.exr"))
    result, log = gegl(folder, *bloom(folder, "invalid=refuse"), source="bad.exr")
    assert "nbl:bloom: image: x 30, y 20, channel G is NaN" in log
    expect_same_bits(result, exr.read(folder / "bad.exr"))


def test_a_change_of_a_corner_reaches_everywhere(folder):
    """A bright pixel outside the region that is asked for must have an effect in it.

    The kernel is flat: weights near 0 would let the pixel add less than FFTs of such a picture round.
    """
    exr.write(folder / "flat.exr", np.ones((48, 65, 4), np.float32))
    flat = ["nbl:bloom", "aux=[", "gegl:exr-load", f"path={folder}/flat.exr", "]"]
    image = exr.read(folder / "image.exr")
    image[0, 0, :3] = 1e6
    exr.write(folder / "corner.exr", image)
    crop = ["gegl:crop", "x=15", "y=10", "width=9", "height=9"]
    before, _ = gegl(folder, *flat, *crop)
    after, _ = gegl(folder, *flat, *crop, source="corner.exr")
    # Its share by a flat kernel is the same everywhere.
    np.testing.assert_allclose((after - before)[..., :3], 1e6 / (48 * 65), rtol=1e-3)
