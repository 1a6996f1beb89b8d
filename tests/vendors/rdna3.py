#!/usr/bin/env python3
"""Twenty exact kernels of two precisions as machine code of AMD's RDNA3, run without the GPU: their bits beside the CPU's. Never part of a check.
SPDX-License-Identifier: Apache-2.0

    tests/vendors/rdna3.py TINYGRAD [LENGTH ...]     default: 64 256 360 1000 1024; BUILD=folder (build)

TINYGRAD is a checkout of github.com/tinygrad/tinygrad (a9069c17 was tried), whose test/mockgpu/amd/emu.py executes the
machine code. Debian's clang-19 compiles the OpenCL texts of `nbl-fft compile` for gfx1100. A length has a kernel forward and a
kernel back, in float32 and with halves in memory; OpenCL texts of float64 are not written. Workgroups are few: a kernel takes
seconds. Each is run in a process of its own, since the emulator ends it at an instruction that it does not know. The last run and
its figures stand in docs/systems.md.
"""

import ctypes
import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

# What OpenCL's library would answer; the counts of workgroups are the first hidden arguments (LLVM's AMDGPU usage guide,
# "Kernel Argument Metadata", code object version 5).
LIBRARY = """
#define get_local_id(d) __builtin_amdgcn_workitem_id_x()
#define get_group_id(d) ((d) == 0 ? __builtin_amdgcn_workgroup_id_x() : __builtin_amdgcn_workgroup_id_y())
#define get_num_groups(d) (((__constant uint *)__builtin_amdgcn_implicitarg_ptr())[d])
#define barrier(flags) (__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"), __builtin_amdgcn_s_barrier(), \\
                        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup"))
#define vload_half2(at, halves) ((float2)(__builtin_load_halff(halves), __builtin_load_halff((halves) + 1)))
#define vstore_half2_rte(x, at, halves) \
    (__builtin_store_halff((x).x, halves), __builtin_store_halff((x).y, (halves) + 1))
"""
GROUPS = 3  # of a dispatch: the last one is not full
LDS_SHIFT, LDS_BYTES = 15, 512  # of the kernel descriptor's third word of resources


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"rdna3: {' '.join(command[:3])}: {done.stderr.strip()[:400]}")
    return done.stdout


def sections(path):
    """Returns the bytes of an ELF file's sections, by name, and its symbols: name, value, size."""
    data = open(path, "rb").read()
    table, = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<HHH", data, 58)
    rows = [struct.unpack_from("<IIQQQQIIQQ", data, table + i * size) for i in range(count)]
    word = lambda strings, at: data[strings + at:data.index(b"\0", strings + at)].decode()
    parts = {word(rows[names][4], row[0]): data[row[4]:row[4] + row[5]] for row in rows if row[1] == 1}
    symbols = {}
    for row in rows:
        if row[1] != 2:
            continue
        for at in range(row[4], row[4] + row[5], 24):
            name, _, _, _, value, length = struct.unpack_from("<IBBHQQ", data, at)
            symbols[word(rows[row[6]][4], name)] = (value, length)
    return parts, symbols


def give_room(emulator, lds_dwords):
    """Makes the emulator's LDS as large as an address: it reads it for lanes that are not active, too, wherever these point."""
    make = emulator.Buffer
    emulator.Buffer = lambda device, size, *words, **options: make(
        device, 1 << 30 if size == lds_dwords else size, *words, **options)


def executed(emulator, code, entry, descriptor, workgroup, arguments):
    lds, private = struct.unpack_from("<II", descriptor, 0)
    resources, = struct.unpack_from("<I", descriptor, 52)
    blocks = (lds + LDS_BYTES - 1) // LDS_BYTES
    resources |= blocks << LDS_SHIFT
    give_room(emulator, blocks * LDS_BYTES // 4)
    memory = ctypes.create_string_buffer(code + bytes(256), len(code) + 256)
    kernel_arguments = ctypes.create_string_buffer(arguments + struct.pack("<3I", GROUPS, 1, 1) + bytes(256))
    emulator.run_asm(ctypes.addressof(memory) + entry, len(code), GROUPS, 1, 1, *workgroup,
                     ctypes.addressof(kernel_arguments), resources, private)


def differing(emulator, build, folder, length, options, halves):
    """Returns how many dwords of a kernel's results differ from the CPU's, and how many there are."""
    at = lambda name: os.path.join(folder, name)
    run(f"{build}/nbl-fft", "compile", "--target", "opencl", "--length", str(length), *options, "-o",
        at("f.cl"), "--json", at("f.json"))
    text = json.load(open(at("f.json")))
    open(at("library.h"), "w").write(LIBRARY)
    run("clang-19", "-x", "cl", "-cl-std=CL1.2", "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx1100", "-mcumode",
        "-mcode-object-version=5", "-nogpulib", "-O2", "-Xclang", "-finclude-default-header", "-include", at("library.h"),
        "-c", at("f.cl"), "-o", at("f.o"))
    parts, symbols = sections(at("f.o"))
    entry, _ = symbols[text["entry"]]
    batch = text["transforms_per_workgroup"] * GROUPS - 1
    random = np.random.default_rng(length)
    scalar = np.float16 if halves else np.float32
    signal = random.standard_normal((batch, 2 * length)).astype(scalar)
    np.save(at("in.npy"), signal.astype(np.float32).view(np.complex64)) # files have no halves; these are exact
    run(f"{build}/nbl-fft", "transform", at("in.npy"), at("out.npy"), *options, "--backend", "executor")
    expected = np.load(at("out.npy")).view(np.float32).astype(scalar).view(np.uint32).ravel()
    result = np.zeros_like(signal)
    constants = ctypes.create_string_buffer(struct.pack("<I", batch) + bytes(60))
    arguments = struct.pack("<QQQ", signal.ctypes.data, result.ctypes.data, ctypes.addressof(constants))
    executed(emulator, parts[".text"], entry, parts[".rodata"][symbols[text["entry"] + ".kd"][0]:],
             text["workgroup_size"], arguments)
    return int(np.count_nonzero(result.view(np.uint32).ravel() != expected)), expected.size


def one(build, length, options):
    """Runs a kernel in this process, and prints what came of it."""
    from test.mockgpu.amd import emu
    with tempfile.TemporaryDirectory() as folder:
        different, dwords = differing(emu, build, folder, int(length), options, "fp16-storage" in options)
    print(f"{different} of {dwords} dwords differ")
    return 1 if different else 0


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build = os.environ.get("BUILD", "build")
    sys.path.insert(0, sys.argv[1])
    os.environ.setdefault("DEV", "CPU")
    if sys.argv[2:3] == ["--one"]:
        return one(build, sys.argv[3], sys.argv[4:])
    kernels = right = 0
    for length in sys.argv[2:] or ["64", "256", "360", "1000", "1024"]:
        for options in ([], ["--inverse"]):
            for precision in ([], ["--precision", "fp16-storage"]):
                command = [sys.executable, __file__, sys.argv[1], "--one", length, *options, *precision]
                done = subprocess.run(command, capture_output=True, text=True)
                said = done.stdout.strip() or f"exit {done.returncode}: {done.stderr.strip()[-300:]}"
                print(length, *options, *precision[1:], said, flush=True)
                kernels += 1
                right += done.returncode == 0
    print(f"rdna3: {kernels} kernels, {right} with the CPU's bits")
    return 0 if right == kernels else 1


if __name__ == "__main__":
    sys.exit(main())
