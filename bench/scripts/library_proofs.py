#!/usr/bin/env python3
"""This library's transforms, exact, under nbl-emulate: proved for every input, with the native emulator's bits.

SPDX-License-Identifier: Apache-2.0

bench/scripts/library_proofs.py [BUILD] [--lengths N,N,...]   needs NumPy
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

LENGTHS = [2, 7, 12, 45, 64, 96, 128, 210, 256, 360, 512, 720, 1000, 1024, 1440, 2048, 2240, 2401, 4096, 5120, 6000,
           8192]


def run(*arguments):
    done = subprocess.run([str(each) for each in arguments], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def random_signal(length, batch, precision, real):
    generator = numpy.random.default_rng(length)
    signal = generator.standard_normal((batch, length))
    if not real:
        signal = signal + 1j * generator.standard_normal((batch, length))
    if precision == "fp64":
        return signal.astype(numpy.float64 if real else numpy.complex128)
    return signal.astype(numpy.float32 if real else numpy.complex64)


def check(build, folder, length, options):
    precision = options[options.index("--precision") + 1]
    real, inverse = "--real" in options, "--inverse" in options
    module, native, folder_out = folder / "k.spv", folder / "native.npy", folder / "out"
    status, said = run(build / "nbl-fft", "compile", "-o", module, "--length", length, "--mode", "exact", *options)
    if status:
        return "not compiled", said
    per_group = int(re.search(r"FFTs per workgroup (\d+)", said)[1])
    rounds = re.search(r"@\d+\*\d+/\d+x(\d+)", said)
    batch = 2 * per_group * (int(rounds[1]) if rounds else 1)
    plan = re.search(r"plan (\S+)", said)
    signal = random_signal(length, batch, precision, real and not inverse)
    if real and inverse:
        signal = numpy.fft.rfft(signal.real, axis=-1).astype(signal.dtype)
    numpy.save(folder / "in.npy", signal)
    transform = ["--plan", plan[1]] if plan else [option for option in options if option not in ("--precision", precision)]
    transform += [flag for flag in ("--real", "--inverse") if flag in options and flag not in transform]
    status, said = run(build / "nbl-fft", "transform", folder / "in.npy", native, "--backend", "emulator", "--mode", "exact",
                       "--subgroup-size", 32, *transform)
    if status:
        return "not transformed", said
    status, said = run(build / "nbl-emulate", module, "--groups", 2, "--bind", f"0={folder / 'in.npy'}", "--bind",
                       f"1={numpy.load(native).nbytes}", "--push", f"{batch:02x}{batch >> 8:02x}0000", "--assume-fixed",
                       "--out", folder_out)
    if status:
        return "finding", said
    proved = re.search(r"^proved race-free.*$", said, re.M)
    expected = numpy.load(native).tobytes()
    got = numpy.load(folder_out / "0.1.npy").tobytes()
    if got != expected:
        return "other bits", said
    return "proved" if proved else "open", said


def main():
    build = Path(sys.argv[1] if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else "build")
    lengths = LENGTHS
    if "--lengths" in sys.argv:
        lengths = [int(each) for each in sys.argv[sys.argv.index("--lengths") + 1].split(",")]
    counts = {}
    with tempfile.TemporaryDirectory() as name:
        for length in lengths:
            for options in ([], ["--inverse"], ["--real"], ["--real", "--inverse"], ["--algorithm", "radix2-shuffle"]):
                if "--real" in options and length % 2:
                    continue
                if "radix2-shuffle" in options and (length & (length - 1) or length < 64):
                    continue
                for precision in ("fp32", "fp64"):
                    verdict, said = check(build, Path(name), length, [*options, "--precision", precision])
                    counts[verdict] = counts.get(verdict, 0) + 1
                    if verdict != "proved":
                        print(length, *options, precision, verdict, said.strip().splitlines()[:3])
    print(f"{sum(counts.values())} kernels:", ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    sys.exit(set(counts) != {"proved"})


main()
