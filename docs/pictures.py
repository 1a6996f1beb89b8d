#!/usr/bin/env python3
"""Draws the pictures of docs/guide/concepts.md: orders, precision, modes and normalisation.
SPDX-License-Identifier: Apache-2.0

pictures.py FOLDER NBL_FFT   writes concept-*.svg into a folder; NBL_FFT is the tool, which says what an order is

The numbers are computed here or asked of the tool, none is typed in: docs/pictures.py docs/images build/nbl-fft
"""
import csv
import math
import os
import struct
import subprocess
import sys
from fractions import Fraction

INK, GREY, BLUE, ORANGE, PALE = "#222", "#8a8a8a", "#1f6feb", "#c2570c", "#dbe8fb"


class Picture:
    """An SVG of a size in pixels, to which parts are added in order."""

    def __init__(self, width, height):
        self.parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                      f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
                      '<rect width="100%" height="100%" fill="#fff"/>']

    def text(self, x, y, words, fill=INK, anchor="start", size=13, weight="normal"):
        self.parts.append(f'<text x="{x:g}" y="{y:g}" fill="{fill}" text-anchor="{anchor}" font-size="{size}" '
                          f'font-weight="{weight}">{words}</text>')

    def box(self, x, y, width, height, fill=PALE, stroke=GREY):
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" stroke="{stroke}"/>')

    def path(self, points, stroke=INK, width=2):
        d = "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in points)
        self.parts.append(f'<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{width}"/>')

    def arrow(self, x, y, to_x, to_y, stroke=GREY):
        angle = math.atan2(to_y - y, to_x - x)
        self.path([(x, y), (to_x, to_y)], stroke, 1.5)
        ends = [(to_x - 8 * math.cos(angle + turn), to_y - 8 * math.sin(angle + turn)) for turn in (0.4, -0.4)]
        self.path([ends[0], (to_x, to_y), ends[1]], stroke, 1.5)

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(self.parts + ["</svg>"]) + "\n")


def orders(tool):
    """16 elements in 8 invocations: which frequency each holds after a forward transform, in either order."""
    table = subprocess.run([tool, "index", "--elements-per-invocation", "2", "--workgroup-size", "8"],
                           check=True, capture_output=True, text=True).stdout
    nabla = [int(row["dft_index"]) for row in csv.DictReader(table.splitlines())]
    picture, cell = Picture(720, 300), 60

    def grid(top, title, frequencies, of):
        picture.text(20, top, title, weight="bold")
        for invocation in range(8):
            picture.text(175 + cell * invocation + cell / 2, top + 22, f"{invocation}", GREY, "middle", 11)
        picture.text(165, top + 22, "invocation", GREY, "end", 11)
        for element in range(2):
            y = top + 30 + element * 34
            picture.text(165, y + 21, f"element {element} of each", GREY, "end", 11)
            for invocation in range(8):
                f = frequencies[element * 8 + invocation]
                low = f <= 8
                picture.box(175 + cell * invocation, y, cell, 34, PALE if low else "#fdebdc")
                picture.text(175 + cell * invocation + cell / 2, y + 22, f"{of}{f}", BLUE if low else ORANGE, "middle", 14)

    grid(26, "Natural order (Stockham): index i holds frequency i", list(range(16)), "f")
    grid(146, "Nabla order (radix-2 shuffle): the spectrum stays where the butterflies left it", nabla, "f")
    picture.text(20, 270, "Blue: frequencies 0 to 8, Zero to Nyquist. Orange: 9 to 15, the mirrors of 7 to 1.", INK)
    picture.text(20, 290, "In Nabla order Zero is element 0 and Nyquist element 1 of invocation 0.", INK)
    return picture


def precision(_):
    """The largest element of a half transform that cannot overflow, by length and normalisation."""
    picture, left, top, width, height = Picture(720, 330), 80, 40, 520, 240
    most = 65504.0
    x = lambda n: left + width * (math.log2(n) - 1) / 14
    y = lambda v: top + height * (1 - math.log10(v) / 5)
    picture.text(20, 22, "float16: the largest element that goes in without an overflow", weight="bold")
    for power in range(6):
        picture.path([(left, y(10.0 ** power)), (left + width, y(10.0 ** power))], "#e3e3e3", 1)
        picture.text(left - 8, y(10.0 ** power) + 4, f"{10 ** power}", GREY, "end", 11)
    for power in range(1, 16, 2):
        picture.text(x(2 ** power), top + height + 18, f"{2 ** power}", GREY, "middle", 11)
    picture.text(left + width / 2, top + height + 38, "length N of the transform", GREY, "middle", 11)
    for title, option, root, colour in (("65504 / N", "unnormalised", 1.0, ORANGE), ("65504 / sqrt(N)", "NBL_FFT_BY_ROOT", 0.5, INK),
                                        ("65504", "NBL_FFT_BY_LENGTH", 0.0, BLUE)):
        curve = [(x(2.0 ** p), y(most / 2.0 ** (p * root))) for p in range(1, 16)]
        picture.path(curve, colour, 2.5)
        picture.text(left + width + 8, curve[-1][1] + 4, title, colour, size=12)
        picture.text(curve[7][0] + 8, curve[7][1] - 8, option, colour, size=12)
    return picture


def to_float32(value):
    """The float32 that is nearest to a fraction, ties to even. Fractions of this file fit a double."""
    return Fraction(struct.unpack("f", struct.pack("f", float(value)))[0])


def bits(value):
    return "0x%08x" % struct.unpack("I", struct.pack("f", float(value)))[0]


def modes(_):
    """a * b + c with one rounding and with two, of numbers that show the difference."""
    a = b = 1 + Fraction(1, 2 ** 12)
    c = -(1 + Fraction(1, 2 ** 11))
    two = to_float32(to_float32(a * b) + c)
    one = to_float32(a * b + c)
    assert two == 0 and one == Fraction(1, 2 ** 24)
    picture = Picture(720, 250)
    picture.text(20, 24, "a * b + c in float32, a = b = 1 + 2^-12, c = -(1 + 2^-11)", weight="bold")

    def row(top, title, steps, result, colour):
        picture.text(20, top + 26, title, colour, size=14, weight="bold")
        at = 150
        for index, step in enumerate(steps):
            picture.box(at, top, 150, 44, PALE if colour == BLUE else "#fdebdc")
            for line, words in enumerate(step):
                picture.text(at + 75, top + 18 + 17 * line, words, INK, "middle", 12)
            if index + 1 < len(steps) or result:
                picture.arrow(at + 152, top + 22, at + 176, top + 22)
            at += 178
        picture.text(at + 4, top + 18, f"{float(result):.4g}", colour, size=14, weight="bold")
        picture.text(at + 4, top + 36, bits(result), GREY, size=11)

    row(50, "exact mode", [("round(a * b)", "= 1 + 2^-11"), ("round(sum)", "two roundings")], two, BLUE)
    row(130, "fast mode", [("round(a * b + c)", "fused: one rounding")], one, ORANGE)
    picture.text(20, 208, "Exact: every backend does these two roundings, so all have the same bits.")
    picture.text(20, 228, "Fast: each compiler decides where it fuses, so bits differ from device to device. Errors are no larger.")
    return picture


def normalisation(_):
    """A constant signal of 8 ones, its spectrum and the way back, for each factor."""
    n = 8
    picture = Picture(720, 400)
    for column, title in enumerate(("signal: 8 ones", "spectrum: frequency 0", "signal again")):
        picture.text(150 + 200 * column, 24, title, weight="bold")
    rows = (("forward none", "inverse 1/N", "the defaults", 1.0, 1.0 / n), ("both 1/sqrt(N)", "NBL_FFT_BY_ROOT", "noise keeps its size", n ** -0.5, n ** -0.5),
            ("forward 1/N", "inverse none", "the defaults, exchanged", 1.0 / n, 1.0))
    for row, (first, second, third, forward, inverse) in enumerate(rows):
        base = 132 + 120 * row
        picture.text(12, base - 44, first, BLUE, size=12, weight="bold")
        picture.text(12, base - 28, second, BLUE, size=12, weight="bold")
        picture.text(12, base - 10, third, GREY, size=10)
        values = [1.0] * n
        spectrum = [forward * sum(v * math.cos(2 * math.pi * k * i / n) for i, v in enumerate(values)) for k in range(n)]
        back = [inverse * sum(v * math.cos(2 * math.pi * k * i / n) for k, v in enumerate(spectrum)) for i in range(n)]
        for column, heights in enumerate((values, spectrum, back)):
            left = 150 + 200 * column
            picture.path([(left, base), (left + 140, base)], GREY, 1)
            for i, value in enumerate(heights):
                tall = 9 * value
                if tall > 0.05:
                    picture.box(left + 4 + 17 * i, base - tall, 12, tall, BLUE if column == 1 else PALE)
            top = max(heights)
            picture.text(left + 20 if column == 1 else left + 4, base - 9 * top - 6, f"{top:.3g}", INK, size=12)
            if column < 2:
                picture.arrow(left + 150, base - 20, left + 190, base - 20)
    picture.text(12, 392, "Each pair of factors has the product 1/N, so the inverse returns the signal.")
    return picture


if len(sys.argv) != 3:
    sys.exit("usage: pictures.py FOLDER NBL_FFT")
for draw in (orders, precision, modes, normalisation):
    draw(sys.argv[2]).write(os.path.join(sys.argv[1], f"concept-{draw.__name__}.svg"))
