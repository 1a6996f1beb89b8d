#!/usr/bin/env python3
"""Bits are a program's: what a device computes, and what the CPU makes of the program's text, compared byte by byte.
SPDX-License-Identifier: Apache-2.0

programs.py COUNT SEED [MODE] [planes]
    exact (the default), fused or fast, whose programs are not compared where they say that bits are each machine's own.
    Arrays of 1 to 3 axes drawn by the seed, float32 and float64, complex and real; `planes`: long columns of narrow rows in
    float32, there and back. BUILD=folder where make built; a line for each that differs or is refused, then the counts

For each: nbl-fft transform on the first device, in fused and fast mode and back with --write-program, else beside nbl-fft
plan --program for the device's kind (KIND, default nvidia); and nbl-fft transform --program on the CPU. KEEP=folder keeps what differs:
program, input and both results.
"""
import array
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile

TOOL = os.path.join(os.environ.get("BUILD", "build"), "nbl-fft")
KIND = os.environ.get("KIND", "nvidia")
KEEP = os.environ.get("KEEP")
MOST = {1: 18, 2: 9, 3: 6}  # log2 of the largest size


def draw(dice):
    rank = dice.randint(1, 3)
    sizes = []
    for _ in range(rank):
        target = 2 ** dice.uniform(2, MOST[rank])
        size = 1
        if dice.random() < 0.25:  # any length, most with a large prime
            size = int(target)
        for _ in range(40):
            prime = dice.choice([2, 2, 2, 3, 5, 7, 11, 13])
            if size * prime <= target:
                size *= prime
        sizes.append(max(size, 2))
    return sizes, dice.random() < 0.4, dice.choice(["fp32", "fp32", "fp32", "fp64"]), False


def draw_plane(dice):
    rows = 1
    while rows < 1500:  # from there on a device has blocks of rows
        rows *= dice.choice([2, 2, 3, 5, 7])
        rows = 1 if rows > 8192 else rows
    return [rows, dice.randint(6, 64)], dice.random() < 0.7, "fp32", dice.random() < 0.5


def write_input(path, sizes, real, precision, dice):
    count = 1 if real else 2
    for size in sizes:
        count *= size
    code = "f" if precision == "fp32" else "d"
    descr = "<" + {"f": "f4c8", "d": "f8c16"}[code][0 if real else 2:2 if real else None]
    head = "{'descr': '%s', 'fortran_order': False, 'shape': (%s,), }" % (descr, ", ".join(map(str, sizes)))
    head = head.ljust(117) + "\n"
    numbers = array.array(code, (dice.random() - 0.5 for _ in range(count)))
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head.encode() + numbers.tobytes())


def main():
    count, seed, mode = int(sys.argv[1]), int(sys.argv[2]), (sys.argv[3:] or ["exact"])[0]
    draws = draw_plane if "planes" in sys.argv[4:] else draw
    dice = random.Random(seed)
    same = differ = refused = own = 0
    with tempfile.TemporaryDirectory() as folder:
        given, device, cpu, program = (os.path.join(folder, name) for name in ("in.npy", "device.npy", "cpu.npy", "program"))
        for _ in range(count):
            sizes, real, precision, back = draws(dice)
            of_input = sizes[:-1] + [sizes[-1] // 2 + 1] if real and back else sizes
            write_input(given, of_input, real and not back, precision, dice)
            shape = "x".join(map(str, sizes))
            options = ["--precision", precision] + (["--real"] if real else []) + (["--inverse"] if back else [])
            options += ["--odd"] if real and back and sizes[-1] % 2 else []
            axes = ",".join(map(str, range(len(sizes))))
            told = ""
            runs = [subprocess.run([TOOL, "transform", given, device, "--axes", axes, "--mode", mode, "--backend", "vulkan",
                                    "--write-program", program] + options, capture_output=True, text=True)]
            if mode == "exact" and not back:  # whose bits no device's choices change; `plan` has programs forward alone
                with open(program, "w") as file:
                    runs.append(subprocess.run([TOOL, "plan", shape, "--mode", mode, "--program", "--device-kind", KIND] + options,
                                               stdout=file, stderr=subprocess.PIPE, text=True))
            if not any(run.returncode for run in runs):
                if "# bits: each machine's own" in open(program).read():
                    own += 1
                    continue
                runs.append(subprocess.run([TOOL, "transform", given, cpu, "--program", program], capture_output=True, text=True))
            failed = [run.stderr.strip() for run in runs if run.returncode]
            if failed:
                refused += 1
                told = "refused: " + "; ".join(failed)
            elif open(device, "rb").read() == open(cpu, "rb").read():
                same += 1
            else:
                differ += 1
                told = "differs"
                if KEEP:
                    to = os.path.join(KEEP, "-".join([shape] + [option.strip("-") for option in options]))
                    shutil.copytree(folder, to, dirs_exist_ok=True)
            if told:
                print(shape, *options, told)
    print("%s, seed %d: %d same, %d differ, %d refused, %d each machine's own" %
          (mode, seed, same, differ, refused, own))
    return 1 if differ else 0


sys.exit(main())
