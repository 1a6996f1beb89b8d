"""The add-on in blender -b: what it makes of a scene by Cycles, against nbl-bloom, bit by bit.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import struct
import subprocess
import sys
import zipfile
import zlib

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import exr

HERE = pathlib.Path(__file__).parent
BUILD = HERE.parents[2] / os.environ.get("BUILD", "build")


RANDOM = np.random.default_rng(7)
KERNELS = {  # codes of integers, or floats
    "grey.png": RANDOM.integers(0, 256, (5, 7, 1), np.uint8),
    "rgb.png": RANDOM.integers(0, 256, (9, 6, 3), np.uint8),
    "rgb16.png": RANDOM.integers(0, 65536, (4, 9, 3), np.uint16),
    "rgb.tif": RANDOM.integers(0, 256, (8, 5, 3), np.uint8),
    "rgb16.tif": RANDOM.integers(0, 65536, (6, 7, 3), np.uint16),
    "float.tif": RANDOM.random((5, 6, 3), np.float32) * 3,
    "float.exr": RANDOM.random((6, 5, 4), np.float32) * 3,
}


def write_kernel(path, texels):
    if path.suffix == ".exr":
        exr.write(path, texels)
    elif path.suffix == ".png":
        path.write_bytes(png(texels))
    else:
        path.write_bytes(tiff(texels))


def png(texels):
    """A PNG without filters."""
    height, width, channels = texels.shape
    rows = texels.astype(texels.dtype.newbyteorder(">")).reshape(height, -1)
    lines = b"".join(b"\0" + row.tobytes() for row in rows)
    head = struct.pack(
        ">IIBBBBB", width, height, 8 * texels.itemsize, {1: 0, 3: 2}[channels], 0, 0, 0
    )
    result = b"\x89PNG\r\n\x1a\n"
    for kind, data in ((b"IHDR", head), (b"IDAT", zlib.compress(lines)), (b"IEND", b"")):
        crc = zlib.crc32(kind + data)
        result += struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc)
    return result


def tiff(texels):
    """A TIFF of one strip, not compressed."""
    height, width, channels = texels.shape
    data, bits = texels.tobytes(), 8 * texels.itemsize
    at = 8 + len(data) + len(data) % 2
    formats = 3 if texels.dtype == np.float32 else 1
    arrays = struct.pack("<3H3H", *[bits] * 3, *[formats] * 3)
    tags = [
        (256, 4, 1, width),
        (257, 4, 1, height),
        (258, 3, 3, at),
        (259, 3, 1, 1),
        (262, 3, 1, 2),
        (273, 4, 1, 8),
        (277, 3, 1, channels),
        (278, 4, 1, height),
        (279, 4, 1, len(data)),
        (284, 3, 1, 1),
        (339, 3, 3, at + 6),
    ]
    directory = struct.pack("<H", len(tags)) + b"".join(struct.pack("<HHII", *t) for t in tags)
    padding = b"\0" * (len(data) % 2)
    return (
        struct.pack("<2sHI", b"II", 42, at + 12) + data + padding + arrays + directory + b"\0" * 4
    )


def linear(kernel):
    """What a kernel's numbers mean, by the definition of sRGB."""
    if kernel.dtype == np.float32:
        return kernel[..., :3]
    codes = kernel / np.iinfo(kernel.dtype).max
    light = np.where(codes <= 0.04045, codes / 12.92, ((codes + 0.055) / 1.055) ** 2.4)
    return np.broadcast_to(light, (*light.shape[:2], 3)).astype(np.float32)


@pytest.mark.parametrize("name", KERNELS)
def test_kernels_are_linear_light(folder, name):
    got = np.load(folder / "kernels" / f"{name}.npy")[..., :3]
    assert got.shape[:2] == KERNELS[name].shape[:2]
    np.testing.assert_array_equal(got, linear(KERNELS[name]))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """What scene.py left."""
    folder = tmp_path_factory.mktemp("blender")
    with zipfile.ZipFile(BUILD / "blender" / "nbl_bloom.zip") as addon:
        addon.extractall(folder / "scripts" / "addons")
    subprocess.run(
        [BUILD / "make-demo-inputs", folder, "--width", "64", "--height", "36"], check=True
    )
    (folder / "mask.png").write_bytes(png(RANDOM.integers(0, 256, (180, 320, 1), np.uint8)))
    exr.write(folder / "source.exr", RANDOM.random((180, 320, 4), np.float32))
    (folder / "kernels").mkdir()
    for name, texels in KERNELS.items():
        write_kernel(folder / "kernels" / name, texels)
    environment = {
        **os.environ,
        "BLENDER_USER_SCRIPTS": str(folder / "scripts"),
        "HOME": str(folder),
    }
    environment.pop("PYTHONPATH")  # the add-on brings the package
    command = [
        "blender",
        "-b",
        "--factory-startup",
        "--addons",
        "nbl_bloom",
        "--python-exit-code",
        "1",
    ]
    run = subprocess.run(
        [*command, "--python", HERE / "scene.py", "--", folder],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    return folder


@pytest.mark.parametrize(
    "name, options",
    [
        ("replace", ""),
        ("mix", "--combine mix --intensity 0.25 --padding mirror"),
        ("add", "--combine add --intensity 0.5 --padding mirror --threshold 2"),
    ],
)
def test_bits_are_nbl_blooms(folder, name, options):
    command = [
        BUILD / "nbl-bloom",
        folder / "render.exr",
        folder / "starburst.exr",
        "-o",
        folder / "tool.exr",
    ]
    subprocess.run([*command, "--backend", "executor", *options.split()], check=True)
    expected, result = exr.read(folder / "tool.exr"), exr.read(folder / f"{name}.exr")
    assert result.shape == expected.shape == (180, 320, 4)
    np.testing.assert_array_equal(result.view(np.uint32), expected.view(np.uint32))


def test_a_look_is_nbl_blooms(folder):
    """Masks by another sum of luminance and without two curves, so bits may differ."""
    options = "--combine add --intensity 0.5 --padding mirror --boost 4 --boost-min 0.5 --boost-max 90 --channels rb"
    command = [BUILD / "nbl-bloom", "render.exr", "starburst.exr", "-o", "tool.exr", "--backend", "executor"]
    command += ["--mask", "mask.png", "--source-mask", "source.exr", *options.split()]
    subprocess.run(command, check=True, cwd=folder)
    expected, result = exr.read(folder / "tool.exr"), exr.read(folder / "look.exr")
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6)
    render = exr.read(folder / "render.exr")
    assert (result[..., 1] == render[..., 1]).all() and (result[..., 0] != render[..., 0]).mean() > 0.9


def test_the_scene_has_light_that_spreads(folder):
    render, bloom = exr.read(folder / "render.exr"), exr.read(folder / "replace.exr")
    assert render[..., :3].max() > 100
    dark = render[..., 1] < 0.05
    assert dark.sum() > 1000
    assert np.median(bloom[..., 1][dark]) > 2 * np.median(render[..., 1][dark])
