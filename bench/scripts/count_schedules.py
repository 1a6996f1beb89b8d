#!/usr/bin/env python3
"""Random programs of atomic accesses under nbl-emulate --schedules all: it tries each inequivalent order once, and no other.

SPDX-License-Identifier: Apache-2.0

Usage: count_schedules.py [PROGRAMS] [SEED]   (default 60, 1; BUILD: default build)

Two orders are equivalent if one becomes the other by exchanging neighbouring accesses that do not affect each other: to different
places, or both only reading. This script counts the orders of a program of two to four workgroups one by one. A program
by subgroups has a barrier in its middle, and each half is counted by itself.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

HEAD = ("#version 450\nlayout(local_size_x = %d) in;\nlayout(std430, binding = 0) buffer B { uint x, y, z; };\n"
        "void main() { uint who = %s;\n%s\n}\n")


def count(agents):
    """Inequivalent orders, by the ordered pairs of accesses that depend on each other."""
    seen = set()

    def go(done, order):
        if all(at == len(agent) for at, agent in zip(done, agents)):
            seen.add(frozenset((a[:2], b[:2]) for i, a in enumerate(order) for b in order[i + 1:]
                               if a[0] != b[0] and a[2][0] == b[2][0] and (a[2][1] or b[2][1])))
            return
        for k, agent in enumerate(agents):
            if done[k] < len(agent):
                go(done[:k] + (done[k] + 1,) + done[k + 1:], order + [(k, done[k], agent[done[k]])])

    go((0,) * len(agents), [])
    return len(seen)


def draw(agents, most):
    return [[(random.choice("xyz"), random.random() < 0.5) for _ in range(random.randint(0, most))] for _ in range(agents)]


def text_of(agents):
    return "".join("if (who == %d) { %s }\n" % (k, " ".join("atomicAdd(%s, %du);" % access for access in agent))
                   for k, agent in enumerate(agents))


def tried(tool, folder, text, options):
    shader = os.path.join(folder, "order.comp")
    with open(shader, "w", encoding="utf-8") as file:
        file.write(text)
    said = subprocess.run([tool, shader, "--schedules", "all", "--no-proof", "--no-check", "--bind", "0=64"] + options,
                          capture_output=True, text=True, check=False)
    found = re.search(r"in (\d+) schedules, which are all", said.stdout)
    return int(found[1]) if found else said.stdout + said.stderr


def main():
    programs, seed = (int(word) for word in (sys.argv[1:] + ["60", "1"][len(sys.argv) - 1:]))
    random.seed(seed)
    tool = os.path.join(os.environ.get("BUILD", "build"), "nbl-emulate")
    differ = orders = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(programs):
            agents = random.choice([2, 3, 3, 4])
            if number % 2 == 0:
                halves = [draw(agents, {2: 4, 3: 3, 4: 2}[agents])]
                text = HEAD % (1, "gl_WorkGroupID.x", text_of(halves[0]))
                options = ["--groups", str(agents)]
            else:
                halves = [draw(agents, 2 if agents == 2 else 1) for _ in range(2)]
                text = HEAD % (agents, "gl_LocalInvocationIndex", "barrier();\n".join(map(text_of, halves)))
                options = ["--groups", "1", "--by-subgroups", "--subgroup-size", "1"]
            wanted = 1
            for half in halves:
                wanted *= count(half)
            orders += wanted
            found = tried(tool, folder, text, options)
            if found != wanted:
                differ += 1
                print(halves, "tried", found, "of", wanted)
    print(f"{programs} programs with {orders} inequivalent orders: {differ} differ")
    sys.exit(differ != 0)


main()
