#!/usr/bin/env python3
"""Writes random programs with branches, loops, calls and subgroup operations, as a kernel in the shared text.
SPDX-License-Identifier: Apache-2.0

    divergent.py SEED COUNT [--calls] [--do] > programs.h

With --calls programs call functions with subgroup operations, in both arms of a branch, too. A kernel has the programs
from DIVERGENT_FIRST to before DIVERGENT_END: the time that lavapipe takes to compile one goes by its square.
With --do there are do-while loops with subgroup operations, in which SwiftShader computes something else than lavapipe
and the emulator do: such programs are not run there.
"""
import random
import sys

OPERATIONS = ["nbl_subgroup_add({v})", "nbl_subgroup_max({v})", "nbl_subgroup_min({v})", "nbl_subgroup_xor({v})",
              "nbl_subgroup_or({v} & 255u)", "nbl_subgroup_ballot(({v} & 1u) == 0u).x", "nbl_subgroup_inclusive_add({v})",
              "nbl_subgroup_exclusive_add({v})", "nbl_subgroup_broadcast_first({v})", "nbl_subgroup_add(1u)",
              "(nbl_subgroup_any(({v} & 7u) == 0u) ? 1u : 2u)", "(nbl_subgroup_elect() ? 3u : 5u)"]
HELPERS = 3
WITH_DO = "--do" in sys.argv


class Program:
    def __init__(self, draw, calls):
        self.draw, self.calls, self.lines, self.counters = draw, calls, [], 0

    def emit(self, depth, text):
        self.lines.append("    " * (depth + 1) + text)

    def condition(self, loops):
        kinds = ["((t >> {a}u) & 1u) == {b}u", "(v & 3u) == {c}u", "(t % 3u) == {c}u", "v < {d}u"]
        if loops:
            kinds += ["((t + " + loops[-1] + ") & 1u) == {b}u", loops[-1] + " == {b}u"]
        text = self.draw.choice(kinds)
        return text.format(a=self.draw.randrange(3), b=self.draw.randrange(2), c=self.draw.randrange(3),
                           d=self.draw.randrange(1, 1 << 32))

    def operation(self, depth):
        value = self.draw.choice(["v", "(v ^ t)", "(t + 1u)", "(v >> 3u)"])
        self.emit(depth, "v = v * 31u + " + self.draw.choice(OPERATIONS).format(v=value) + ";")

    def counter(self):
        self.counters += 1
        return f"k{self.counters}"

    def loop(self, depth, loops):
        name = self.counter()
        bound = self.draw.choice(["2u", "3u", "(t & 3u)", "(v & 1u) + 1u", "(t % 3u) + 1u"])
        kind = self.draw.choice(["for", "for", "while", "do"])
        if not WITH_DO and kind == "do":
            kind = "while"
        self.emit(depth, f"uint32_t {name} = 0u;" if kind != "for" else f"uint32_t {name}_bound = {bound};")
        if kind != "for":
            self.emit(depth, f"uint32_t {name}_bound = {bound};")
        self.emit(depth, {"for": f"for (uint32_t {name} = 0u; {name} < {name}_bound; {name}++) {{",
                          "while": f"while ({name} < {name}_bound) {{", "do": "do {"}[kind])
        self.block(depth + 1, loops + [name], kind == "for")
        if kind != "for":
            self.emit(depth + 1, f"{name} = {name} + 1u;")
        self.emit(depth, f"}} while ({name} < {name}_bound);" if kind == "do" else "}")

    def block(self, depth, loops, may_continue=False):
        for _ in range(self.draw.randrange(1, 4)):
            kind = self.draw.choice(["operation", "operation", "if", "if", "loop", "leave", "arithmetic", "call"])
            if kind == "if" and depth < 4:
                self.emit(depth, f"if ({self.condition(loops)}) {{")
                self.block(depth + 1, loops, may_continue)
                if self.draw.randrange(2):
                    self.emit(depth, "} else {")
                    self.block(depth + 1, loops, may_continue)
                self.emit(depth, "}")
            elif kind == "loop" and depth < 3:
                self.loop(depth, loops)
            elif kind == "leave" and loops:
                word = "continue" if may_continue and self.draw.randrange(2) else "break"
                self.emit(depth, f"if ({self.condition(loops)}) {word};")
            elif kind == "call" and self.calls:
                self.emit(depth, f"v = v + helper_{self.draw.randrange(HELPERS)}(v ^ {self.draw.randrange(9)}u, t);")
            elif kind == "arithmetic":
                self.emit(depth, f"v = v * {2 * self.draw.randrange(1, 99) + 1}u + t;")
            else:
                self.operation(depth)


def function(draw, name, calls, parameters, first):
    program = Program(draw, calls)
    program.emit(0, f"uint32_t v = {first};")
    program.block(0, [])
    program.operation(0)  # behind it all the lanes are together again
    program.emit(0, "return v;")
    print(f"NBL_FUNCTION uint32_t {name}({parameters}) {{")
    print("\n".join(program.lines))
    print("}")


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    draw, calls = random.Random(seed), "--calls" in sys.argv
    print(f"/* Random programs, made by tests/emulator/divergent.py {' '.join(sys.argv[1:])}: not to be edited.")
    print(" * SPDX-License-Identifier: Apache-2.0\n */\n/* clang-format off */")
    print(f"#define DIVERGENT_HAS_DO {int(WITH_DO)}")
    print(f"#ifndef DIVERGENT_FIRST\n#define DIVERGENT_FIRST 0\n#define DIVERGENT_END {count}\n#endif")
    print("#define DIVERGENT_HAS(i) (DIVERGENT_FIRST <= i && i < DIVERGENT_END)")
    print('#include "nbl/lang.h"\n\nNBL_BUFFER(0, uint32_t, results)\n')
    for i in range(HELPERS if calls else 0):
        function(draw, f"helper_{i}", False, "uint32_t w, uint32_t t", "w")
    for i in range(count):
        print(f"#if DIVERGENT_HAS({i})")
        function(draw, f"program_{i}", calls, "uint32_t t", "t * 7u + 1u")
        print("#endif")
    print("\nNBL_LOCAL_SIZE(32)\nNBL_KERNEL(divergent) {")
    print("    uint32_t t = nbl_local_invocation_index();\n    uint32_t which = nbl_workgroup_index() + DIVERGENT_FIRST;\n    uint32_t v = 0u;")
    for i in range(count):
        print(f"#if DIVERGENT_HAS({i})\n    if (which == {i}u) v = program_{i}(t);\n#endif")
    print("    NBL_STORE(results, which * 32u + t, v);\n}")


main()
