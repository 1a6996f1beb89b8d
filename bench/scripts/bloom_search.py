#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes jobs for bloom_search: plans of each pass of each kind of bloom, the likeliest first and some at random.

Usage: bloom_search.py [WORD ...]   only jobs whose text contains one of the words

A job has one plan for each pass, since each pass is timed by itself. The likeliest plans have few elements an invocation and
few warps. Registers, latency and bank conflicts are not predicted: a device shows them.
"""
import math
import random
import sys

RADICES = (16, 15, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2)
MOST_ELEMENTS = 24
LONG = 4096  # rows beyond it, three at once, need more elements than that


def factors(length, passes, largest=16):
    """Returns all ordered lists of radices whose product is the length."""
    if passes == 0:
        return [[]] if length == 1 else []
    return [[r] + rest for r in RADICES if r <= largest and length % r == 0
            for rest in factors(length // r, passes - 1, largest)]


def plans(length, ffts, least_passes, most_passes, windows=(1, 2), most_invocations=1024):
    """Returns (cost, text) of plans of a length for `ffts` in a workgroup, cheapest first."""
    found = {}
    for passes in range(least_passes, most_passes + 1):
        for radices in factors(length, passes):
            if min(radices) < 4 and length > 256:
                continue
            sizes = {length // r for r in radices}
            sizes |= {-(-s // n) for s in set(sizes) for n in (2, 3)}
            sizes |= {(s + 31) // 32 * 32 for s in set(sizes)}
            for t in sizes:
                if ffts * t > most_invocations or ffts * t < 64 or t > length // min(radices):
                    continue
                held = [-(-(length // r) // t) * r for r in radices]
                if max(held) > (32 if ffts == 3 and length > LONG else MOST_ELEMENTS):
                    continue
                warps = -(-ffts * t // 32)
                cost = warps * (sum(held) + 4 * passes + (max(held) if max(held) > 16 else 0)) / ffts
                for w in windows:
                    if 4 * ffts * length / w > 46000 or (w > 1 and 4 * ffts * length / w < 5000):
                        continue
                    text = "x".join(map(str, radices)) + f"@{t}*{ffts}/{w}"
                    found[text] = min(found.get(text, math.inf), cost * (1 if w == 1 else 1.02))
    return sorted((c, t) for t, c in found.items())


def some(candidates, count, chance):
    """Returns the cheapest two thirds of a number, and others of the cheaper half by chance."""
    texts = [t for _, t in candidates]
    head = texts[: count * 2 // 3]
    rest = texts[len(head): max(len(texts) // 2, count * 3)]
    chance.shuffle(rest)
    return head + rest[: count - len(head)]


def jobs_of(base, count, row_lengths, line_lengths, columns, chance):
    """Yields `count` jobs of a size: lengths and columns are tuples, each of which is tried."""
    share = -(-count // len(row_lengths))
    rows, back, lines = [], [], []
    for n in row_lengths:
        passes = (3, 4) if n > LONG else (3, 3)
        rows.append(some(plans(n, 1, *passes), share, chance))
        if n > LONG:
            threes, ones = some(plans(n, 3, *passes, (2, 4)), share, chance), some(plans(n, 1, *passes), share, chance)
            back.append([t for pair in zip(threes, ones) for t in pair])
        else:
            back.append(some(plans(n, 3, *passes, (1, 2, 4)), share, chance))
    share = -(-count // (len(line_lengths) * len(columns)))
    for n in line_lengths:
        for f in columns:
            passes = (3, 4) if n > 2560 else (3, 3)
            lines += some(plans(n, f, *passes, (1, 2, 4)), share, chance)
    chance.shuffle(lines)
    pairs = [(r, b) for i in range(len(row_lengths)) for r, b in zip(rows[i], back[i] * 3)]
    chance.shuffle(pairs)
    for first in ("", " planned=0", " together=0", " together=0 planned=0", " together=1"):
        yield base + first
    for i in range(max(len(pairs), len(lines))):
        r, b = pairs[i % len(pairs)]
        job = f"{base}:rows={r}:back={b}"
        job += f":lines={lines[i % len(lines)]}"
        yield f"{job} together={chance.choice((0, 1)) if max(row_lengths) <= 2100 else 0} " \
            f"early={chance.choice((0, 0, 1))} planned={chance.choice((0, 1, 1))}"


BUFFERS = ":fp16:in=rgba16f:out=rgba16f"
IMAGES = ":fp16:in=rgba16f-sampled:out=rgba16f-image"
JOBS = (
    ("1280x720:256" + BUFFERS, 150, (1440,), (864, 896), (4, 8, 2)),
    ("1280x720:512", 120, (1536,), (980, 1000, 1008, 1024), (4, 2)),
    ("1920x1080:256" + BUFFERS, 120, (2048, 2100), (1250, 1260, 1280, 1296), (4, 8, 2)),
    ("1280x720:256" + IMAGES, 40, (1440,), (864,), (4,)),
    ("1920x1080:256" + IMAGES, 60, (2048,), (1280,), (4,)),
    ("1280x720:256", 90, (1440,), (864, 896), (4, 3, 2)),
    ("4608x2592:256", 60, (4800, 5040, 5120), (2744, 2800, 2880), (4, 2, 1)),
    ("7680x4320:256", 50, (7840, 8000, 8064, 8192), (4480, 4500, 4608), (2, 1)),
    ("5120x2880:256", 50, (5292, 5376, 5400, 5600), (3024, 3072, 3136), (4, 2, 1)),
    ("6144x3456:256", 50, (6272, 6400, 6720), (3584, 3600, 3840), (4, 2, 1)),
    ("1920x1080:256", 50, (2048, 2100), (1260, 1280), (4, 2)),
)


def main():
    chance = random.Random(20261122)
    for base, count, rows, lines, columns in JOBS:
        for job in jobs_of(base, count, rows, lines, columns, chance):
            if len(sys.argv) < 2 or any(word in job for word in sys.argv[1:]):
                print(job)


main()
