"""docs/more-than-one.md: each recipe whose engine is a package of Debian's is run as it stands there.

SPDX-License-Identifier: Apache-2.0

Meant to catch, each as a mutation: mode() that does not reach dask's threads; a backend for mpi4py-fft that scales
the inverse, or takes the length of a real signal from its spectrum; exact mode with FFTW's transforms.
"""
import os
import pathlib
import re
import subprocess
import sys
import textwrap

import dask.array as da
import numpy as np
import pytest
from dask.array.fft import fft_wrap

import nbl
import nbl.scipy_backend

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import exr

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[2]
BUILD = (ROOT / os.environ.get("BUILD", "build")).resolve()
PAGE = (ROOT / "docs/more-than-one.md").read_text()
RANKS = 1, 2, 4
X = np.random.default_rng(3).standard_normal((6, 4, 250)).astype(np.complex64)


def recipe(name):
    """Returns the text of the page's block that is marked by a name."""
    text = re.search(rf"<!-- run by [\w/.]*: {name} -->\n *```\w+\n(.*?)```", PAGE, re.S).group(1)
    return textwrap.dedent(text.rstrip(" "))


def differ(a, b):
    return (a.view(np.uint32) != b.view(np.uint32)).any()


# ---- Frames


@pytest.fixture
def film(tmp_path):
    random = np.random.default_rng(1)
    for frame in range(1, 9):
        exr.write(tmp_path / f"in.{frame:04}.exr", random.random((27, 48, 4), np.float32) ** 6)
    exr.write(tmp_path / "star.exr", random.random((9, 9, 4), np.float32))
    return tmp_path


def shell(text, folder, **environment):
    path = f"{BUILD}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(
        ["sh", "-e", "-c", text],
        cwd=folder,
        env={**os.environ, "PATH": path, **environment},
        check=True,
        timeout=120,
    )


def frames(folder):
    return [path.read_bytes() for path in sorted(folder.glob("out.*.exr"))]


def test_frames_over_a_farm(film, two_of_a_kind):
    """Jobs of some frames each give the bytes of one job of all, on whichever device."""
    shell("nbl-bloom in.%04d.exr star.exr -o out.%04d.exr", film)
    whole = frames(film)
    assert len(whole) == 8
    for jobs in (
        [(recipe("two"), two_of_a_kind)],
        [(recipe("slurm"), {"SLURM_ARRAY_TASK_ID": str(task)}) for task in (1, 0)],
    ):
        for path in film.glob("out.*.exr"):
            path.unlink()
        for text, environment in jobs:
            shell(text, film, **environment)
        assert frames(film) == whole


# ---- Chunks


def test_the_recipe_for_dask():
    names = {}
    exec(recipe("dask"), names)
    frames_ = names["frames"].compute()
    with nbl.mode("fast"):
        expected = (abs(nbl.scipy_backend.fft2(frames_)) ** 2).mean(axis=0)
    np.testing.assert_allclose(names["power"], expected, rtol=1e-4)


@pytest.mark.parametrize("scheduler", ["synchronous", "threads"])
def test_choices_hold_under_dask(scheduler):
    seen = []

    def spied(a, n=None, axis=-1):
        seen.append((nbl._device.current(), nbl._mode.current()))
        return nbl.scipy_backend.fft(a, n, axis)

    spied.__name__ = "fft"
    chunks = da.from_array(X, chunks=(1, 1, 250))
    exact = nbl.scipy_backend.fft(X)
    with nbl.mode("fast"):
        fast = nbl.scipy_backend.fft(X)
        result = fft_wrap(spied)(chunks).compute(scheduler=scheduler)
    assert differ(fast, exact) and not differ(result, fast)
    assert set(seen[1:]) == {(None, 1)} and len(seen) >= 24
    seen.clear()
    with nbl.device("llvmpipe") as device:
        result = fft_wrap(spied)(chunks).compute(scheduler=scheduler)
    assert not differ(result, exact)
    assert set(seen[1:]) == {(device, 0)}
    assert not differ(fft_wrap(spied)(chunks).compute(scheduler=scheduler), exact)


def test_the_recipe_for_processes(tmp_path):
    (tmp_path / "whole.py").write_text(recipe("processes"))
    command = [sys.executable, "whole.py"]
    text = subprocess.run(command, cwd=tmp_path, check=True, timeout=120, capture_output=True, text=True).stdout
    assert text == "(120, 160)\n"


def test_a_farm_job_that_fails_is_told(film):
    with pytest.raises(subprocess.CalledProcessError):
        shell(recipe("two").replace("--device 0", "--device 99"), film)


def test_the_environment_reaches_processes_of_dask(tmp_path):
    np.save(tmp_path / "x.npy", X)
    (tmp_path / "chunks.py").write_text(
        """
import dask.array as da, numpy as np, nbl, nbl.scipy_backend
from dask.array.fft import fft_wrap
if __name__ == "__main__":
    x = np.load("x.npy")
    chunks = da.from_array(x, chunks=(3, 4, 250))
    y = fft_wrap(nbl.scipy_backend.fft)(chunks).compute(scheduler="processes", num_workers=2)
    np.save("y.npy", y)
"""
    )
    subprocess.run(
        [sys.executable, "chunks.py"],
        cwd=tmp_path,
        env={**os.environ, "NBL_MODE": "fast"},
        check=True,
        timeout=120,
    )
    with nbl.mode("fast"):
        assert not differ(np.load(tmp_path / "y.npy"), nbl.scipy_backend.fft(X))


@pytest.mark.parametrize("asarray", [None, False])
def test_dask_takes_an_array_on_a_device(asarray):
    device = nbl.device("llvmpipe")
    array = nbl.asarray(X, device=device)
    chunks = da.from_array(array, chunks=(2, 4, 250), asarray=asarray)
    assert chunks.shape == X.shape and chunks.dtype == X.dtype
    result = fft_wrap(nbl.scipy_backend.fft)(chunks)
    assert not differ(result.compute(scheduler="threads"), nbl.scipy_backend.fft(X))
    block = result.blocks[1]
    part = block.compute(scheduler="synchronous")
    assert isinstance(part, nbl.Array) and part.device is device  # parts stay there
    assert not differ(np.asarray(part), nbl.scipy_backend.fft(X[2:4]))


# ---- One array over processes


def over_ranks(ranks, program, *arguments):
    environment = {
        **os.environ,
        "OMP_NUM_THREADS": "1",
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_rmaps_base_oversubscribe": "1",
        "OMPI_MCA_plm_rsh_agent": "true",  # of one machine, which may have no ssh
        "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
        "OMPI_MCA_mpi_yield_when_idle": "1",
    }
    command = ["mpirun", "-n", str(ranks), sys.executable, program, *arguments]
    process = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert process.returncode == 0, process.stderr
    return process.stdout


def test_hashes_are_the_same_on_any_number_of_processes():
    hashes = [over_ranks(ranks, HERE / "ranks.py") for ranks in RANKS]
    assert hashes[0].count("\n") == 7
    for ranks, text in zip(RANKS, hashes):
        assert text == hashes[0], f"{ranks} processes"


def test_the_recipe_for_mpi(tmp_path):
    (tmp_path / "huge.py").write_text(recipe("mpi"))
    for ranks in 1, 4:
        over_ranks(ranks, tmp_path / "huge.py")
