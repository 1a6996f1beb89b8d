#!/usr/bin/env python3
"""Modules of instructions that Debian 12's assembler does not know, and what they must give.
SPDX-License-Identifier: Apache-2.0

  make.py            writes the modules beside this file: that is how they were made
  make.py check      exits with 1 if one of them differs
  make.py inputs                writes whole and floats, the numbers that the matrices are of
  make.py holds FOLDER          exits with 1 if FOLDER/NAME/0.0.npy is not what module NAME must write

Each has workgroups of 64 and a buffer of numbers at binding 0, to which invocation g writes number g; what it computes
from them stands in CASES as SPIR-V and, beside it, in Python.
"""
import os
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
N = 128  # invocations of the dispatch
S = 32  # of a subgroup


def text(words):
    data = words.encode() + b"\0"
    data += b"\0" * (-len(data) % 4)
    return list(struct.unpack("<%dI" % (len(data) // 4), data))


class Module:
    def __init__(self, modes=(), memory_model=1):
        self.bound, self.head, self.types, self.body, self.known = 1, [], [], [], {}
        self.main, self.index, self.global_id, self.out = (self.id() for _ in range(4))
        self.lines = [(17, 1), (17, 4)] + [(17, c) for c in (9, 10, 22, 39, 61, 62, 63)]
        self.modes = list(modes)
        self.memory_model = memory_model
        self.void, self.bool = self.type(19), self.type(20)
        self.u32, self.i32, self.f32 = self.type(21, 32, 0), self.type(21, 32, 1), self.type(22, 32)
        self.v3, self.v4 = self.type(23, self.u32, 3), self.type(23, self.u32, 4)
        array, block = self.type(29, self.u32), None
        self.head.append((71, array, 6, 4))
        block = self.type(30, array)
        self.head += [(71, block, 2), (72, block, 0, 35, 0), (71, self.out, 34, 0), (71, self.out, 33, 0)]
        self.head += [(71, self.index, 11, 29), (71, self.global_id, 11, 28)]
        self.element = self.type(32, 12, self.u32)
        self.types.append((59, self.type(32, 12, block), self.out, 12))
        self.types.append((59, self.type(32, 1, self.u32), self.index, 1))
        self.types.append((59, self.type(32, 1, self.v3), self.global_id, 1))
        self.body.append((248, self.id()))
        self.t = self.op(61, self.u32, self.index)
        self.g = self.op(81, self.u32, self.op(61, self.v3, self.global_id), 0)

    def id(self):
        self.bound += 1
        return self.bound - 1

    def type(self, opcode, *operands):
        key = (opcode, operands)
        if key not in self.known:
            self.known[key] = self.id()
            self.types.append((opcode, self.known[key]) + operands)
        return self.known[key]

    def constant(self, type_, value):
        key = (43, type_, value)
        if key not in self.known:
            self.known[key] = self.id()
            self.types.append((43, type_, self.known[key], value & 0xFFFFFFFF))
        return self.known[key]

    def u(self, value):
        return self.constant(self.u32, value)

    def f(self, value):
        return self.constant(self.f32, struct.unpack("<I", struct.pack("<f", value))[0])

    def op(self, opcode, type_, *operands):
        result = self.id()
        self.body.append((opcode, type_, result) + operands)
        return result

    def do(self, opcode, *operands):
        self.body.append((opcode,) + operands)

    def place(self, index):
        return self.op(65, self.element, self.out, self.u(0), index)

    def store(self, value):
        self.do(62, self.place(self.g), value)

    def select(self, condition):
        return self.op(169, self.u32, condition, self.u(1), self.u(0))

    def words(self):
        function = self.type(33, self.void)
        lines = self.lines + [(14, 0, self.memory_model)]
        lines.append((15, 5, self.main, *text("main"), self.index, self.global_id))
        lines += [(16, self.main, 17, 64, 1, 1)] + [(16, self.main, mode) for mode in self.modes]
        lines += self.head + self.types + [(54, self.void, self.main, 0, function)] + self.body + [(253,), (56,)]
        words = [0x07230203, 0x00010300, 0, self.bound, 0]
        for line in lines:
            words += [len(line) << 16 | line[0], *line[1:]]
        return struct.pack("<%dI" % len(words), *words)


def signed(value, bits=32):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def bytes_of(word, is_signed):
    return [signed(word >> 8 * i & 255, 8) if is_signed else word >> 8 * i & 255 for i in range(4)]


def word_of(t):
    return (t * 2654435761 + 12345) & 0xFFFFFFFF


def make_word(m):
    return m.op(128, m.u32, m.op(132, m.u32, m.t, m.u(2654435761)), m.u(12345))


def dot(opcode, a_signed, b_signed, saturates=False):
    def build():
        m = Module()
        a = make_word(m)
        b = m.op(200, m.u32, a)
        parts = (a, b, m.u(0x7FFFF000), 0) if saturates and a_signed else (a, b, m.u(0xFFFF8000), 0) if saturates else (a, b, 0)
        m.store(m.op(opcode, m.u32, *parts))
        return m

    def expect(t):
        a = word_of(t)
        made = sum(x * y for x, y in zip(bytes_of(a, a_signed), bytes_of(~a & 0xFFFFFFFF, b_signed)))
        if saturates and a_signed:
            made = max(-(1 << 31), min((1 << 31) - 1, made + 0x7FFFF000))
        elif saturates:
            made = min(0xFFFFFFFF, made + 0xFFFF8000)
        return made & 0xFFFFFFFF

    return build, expect


def rotate(delta, cluster):
    def build():
        m = Module()
        m.store(m.op(4431, m.u32, m.u(3), m.t, m.u(delta), *([m.u(cluster)] if cluster else [])))
        return m

    size = cluster or S
    return build, lambda t: t // size * size + (t + delta) % size


def partition(operation):
    def build():
        m = Module()
        ballot = m.op(5296, m.v4, m.u(3), m.op(137, m.u32, m.t, m.u(3)))
        m.store(m.op(81, m.u32, ballot, 0) if operation is None else m.op(349, m.u32, m.u(3), operation, m.t, ballot))
        return m

    def expect(t):
        lanes = [k for k in range(t // S * S, t // S * S + S) if k % 3 == t % 3]
        if operation is None:
            return sum(1 << k % S for k in lanes)
        return sum(k for k in lanes if operation == 6 or (k <= t if operation == 7 else k < t))

    return build, expect


def old(opcode, *, shows, expect, operands=lambda m: (m.t,), result="u32"):
    def build():
        m = Module()
        m.store(shows(m, m.op(opcode, getattr(m, result), *operands(m))))
        return m

    return build, expect


def as_it_is(m, value):
    return value


def first(t):
    return t // S * S


def less(m, bound):
    return m.op(176, m.bool, m.t, m.u(bound))


def expects():
    def build():
        m = Module(modes=[6023])  # MaximallyReconvergesKHR
        m.store(m.op(5631, m.u32, m.t, m.u(0)))
        return m

    return build, lambda t: t


def bfloat(value):
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16) << 16


def single(bits):
    return struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0]


def bfloats(dots):
    def build():
        m = Module()
        half = m.type(22, 16, 0)
        x = m.op(133, m.f32, m.op(112, m.f32, m.t), m.f(1.00390625))
        b = m.op(115, half, x)
        if dots:
            pair = m.type(23, half, 2)
            v = m.op(80, pair, b, b)
            b = m.op(148, half, v, v)
        m.store(m.op(124, m.u32, m.op(115, m.f32, b)))
        return m

    def expect(t):
        rounded = bfloat(single(struct.unpack("<I", struct.pack("<f", t * 1.00390625))[0]))
        return bfloat(2 * single(rounded) ** 2) if dots else rounded

    return build, expect


def matrices(layout, whole):
    """b[0..255] = a, b[256..511] = x: what is written to 512 and on is a * x + 3, once by each subgroup of workgroup 0."""

    def build():
        m = Module()
        kind = m.u32 if whole else m.f32
        if not whole:  # the same buffer, as floats
            array = m.type(29, m.f32)
            m.head.append((71, array, 6, 4))
            block = m.type(30, array)
            m.head += [(71, block, 2), (72, block, 0, 35, 0)]
            floats = m.id()
            m.head += [(71, floats, 34, 0), (71, floats, 33, 0)]
            m.types.append((59, m.type(32, 12, block), floats, 12))
            pointer = m.type(32, 12, m.f32)
        else:
            floats, pointer = m.out, m.element
        a_type, b_type, c_type = (m.type(4456, kind, m.u(3), m.u(16), m.u(16), m.u(use)) for use in range(3))
        place = lambda index: m.op(65, pointer, floats, m.u(0), index)
        a = m.op(4457, a_type, place(m.u(0)), m.u(0), m.u(16))
        b = m.op(4457, b_type, place(m.u(256)), m.u(layout), m.u(16))
        three = m.u(3) if whole else m.f(3)
        filled = m.id()
        m.types.append((44, c_type, filled, three))
        product = m.op(4459, c_type, a, b, filled, 0)
        product = m.op(143, c_type, product, m.u(2) if whole else m.f(2))
        product = m.op(128 if whole else 129, c_type, product, product)
        length = m.op(4460, m.u32, c_type)
        subgroup = m.op(134, m.u32, m.g, m.u(S))
        at = m.op(128, m.u32, m.op(132, m.u32, subgroup, m.op(132, m.u32, length, m.u(S))), m.u(512))
        m.do(4458, place(at), product, m.u(0), m.u(16))
        return m

    def expect(data):
        number = (lambda bits: bits) if whole else single
        bits = (lambda value: value & 0xFFFFFFFF) if whole else lambda value: struct.unpack("<I", struct.pack("<f", value))[0]
        a = [[number(data[16 * r + c]) for c in range(16)] for r in range(16)]
        x = [[number(data[256 + (16 * r + c if layout == 0 else 16 * c + r)]) for c in range(16)] for r in range(16)]
        made = [bits(4 * (3 + sum(a[r][k] * x[k][c] for k in range(16)))) for r in range(16) for c in range(16)]
        return made * (N // S)

    return build, expect


CASES = {
    "udot": dot(4451, False, False),
    "sdot": dot(4450, True, True),
    "sudot": dot(4452, True, False),
    "sdot_saturated": dot(4453, True, True, True),
    "udot_saturated": dot(4454, False, False, True),
    "sudot_saturated": dot(4455, True, False, True),
    "rotate": rotate(5, 0),
    "rotate_cluster": rotate(3, 8),
    "partition": partition(None),
    "partitioned_sum": partition(6),
    "partitioned_inclusive": partition(7),
    "partitioned_exclusive": partition(8),
    "old_ballot": old(4421, operands=lambda m: (less(m, 40),), result="v4", shows=lambda m, v: m.op(81, m.u32, v, 0),
                      expect=lambda t: 0xFFFFFFFF if t < 32 else 0xFF),
    "old_first": old(4422, shows=as_it_is, expect=first),
    "old_all": old(4428, operands=lambda m: (less(m, 40),), result="bool", shows=Module.select, expect=lambda t: t < 32),
    "old_any": old(4429, operands=lambda m: (less(m, 40),), result="bool", shows=Module.select, expect=lambda t: 1),
    "old_equal": old(4430, operands=lambda m: (less(m, 40),), result="bool", shows=Module.select, expect=lambda t: t < 32),
    "old_read": old(4432, operands=lambda m: (m.t, m.u(7)), shows=as_it_is, expect=lambda t: first(t) + 7),
    "group_sum": old(264, operands=lambda m: (m.u(3), 0, m.t), shows=as_it_is,
                     expect=lambda t: sum(range(first(t), first(t) + S))),
    "group_largest": old(5006, operands=lambda m: (m.u(3), 1, m.t), shows=as_it_is, expect=lambda t: t),
    "quad_all": old(5110, operands=lambda m: (less(m, 42),), result="bool", shows=Module.select, expect=lambda t: t < 40),
    "quad_any": old(5111, operands=lambda m: (less(m, 42),), result="bool", shows=Module.select, expect=lambda t: t < 44),
    "expect": expects(),
    "bfloat": bfloats(False),
    "bfloat_dot": bfloats(True),
    "matrix_rows": matrices(0, False),
    "matrix_columns": matrices(1, False),
    "matrix_whole": matrices(1, True),
}


def numbers(path):
    data = open(path, "rb").read()
    begin = 10 + data[8] + 256 * data[9]
    return list(struct.unpack("<%dI" % ((len(data) - begin) // 4), data[begin:]))


def main():
    command = sys.argv[1] if len(sys.argv) > 1 else "write"
    if command == "holds":
        failed = 0
        for name, (_, expect) in CASES.items():
            found = numbers(os.path.join(sys.argv[2], name, "0.0.npy"))
            if name.startswith("matrix"):
                wanted, found = expect(found), found[512:512 + 256 * (N // S)]
            else:
                wanted, found = [int(expect(t)) for t in range(64)] * 2, found[:N]
            wrong = [(i, hex(w), hex(f)) for i, (w, f) in enumerate(zip(wanted, found)) if w != f]
            if wrong or len(wanted) != len(found):
                print("%s: %d of %d differ; first number, wanted, found: %s" % (name, len(wrong), len(wanted), wrong[:1]))
                failed += 1
        print("%d modules" % len(CASES))
        sys.exit(failed != 0 or len(CASES) != 28)
    elif command == "inputs":  # whole, so that sums are exact in any order
        values = [i * 7 % 13 - 6 for i in range(512)] + [0] * 3584
        open("whole", "wb").write(struct.pack("<4096i", *values))
        open("floats", "wb").write(struct.pack("<4096f", *values))
    elif command == "names":
        print("\n".join(CASES))
    else:
        for name, (build, _) in CASES.items():
            path, words = os.path.join(HERE, name + ".spv"), build().words()
            if command == "write":
                open(path, "wb").write(words)
            elif open(path, "rb").read() != words:
                sys.exit("%s: is not what make.py writes" % path)


main()
