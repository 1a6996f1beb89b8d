"""The add-on in blender -b: what it makes of a scene by Cycles, against nbl-bloom, bit by bit.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import subprocess
import sys
import zipfile

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import exr

HERE = pathlib.Path(__file__).parent
BUILD = HERE.parents[2] / os.environ.get("BUILD", "build")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """What scene.py left."""
    folder = tmp_path_factory.mktemp("blender")
    with zipfile.ZipFile(BUILD / "blender" / "nbl_bloom.zip") as addon:
        addon.extractall(folder / "scripts" / "addons")
    subprocess.run(
        [BUILD / "make-demo-inputs", folder, "--width", "64", "--height", "36"], check=True
    )
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


def test_the_scene_has_light_that_spreads(folder):
    render, bloom = exr.read(folder / "render.exr"), exr.read(folder / "replace.exr")
    assert render[..., :3].max() > 100
    dark = render[..., 1] < 0.05
    assert dark.sum() > 1000
    assert np.median(bloom[..., 1][dark]) > 2 * np.median(render[..., 1][dark])
