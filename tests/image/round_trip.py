"""Reads the images of round_trip.c through OpenImageIO: round_trip.py FOLDER EXTENSION. Prints one line; exits 1 if a value differs.

SPDX-License-Identifier: Apache-2.0
"""
import os
import sys

import numpy
import OpenImageIO

folder, extension = sys.argv[1:3]
expected = open(os.path.join(folder, "expected"), "rb").read()
# A code of 8 bits for each linear value (IEC 61966-2-1); JPEG may miss an even picture's by two.
ALLOWED = {"jpg": 2}.get(extension, 0)


def codes_of(values):
    values = values.astype(numpy.float64)
    values[..., :3] = numpy.where(values[..., :3] <= 0.0031308, 12.92 * values[..., :3],
                                  1.055 * numpy.power(numpy.maximum(values[..., :3], 0), 1 / 2.4) - 0.055)
    return numpy.floor(255 * values + 0.5)


as_stored = OpenImageIO.ImageSpec()
as_stored.attribute("oiio:UnassociatedAlpha", 1)  # else colours come multiplied by alpha
at = number = wrong = 0
first = ""
while at < len(expected):
    width, height = numpy.frombuffer(expected, numpy.uint32, 2, at)
    count = 4 * int(width) * int(height)
    want = numpy.frombuffer(expected, numpy.float32, count, at + 8).reshape(height, width, 4)
    at += 8 + 4 * count
    source = OpenImageIO.ImageInput.open(os.path.join(folder, f"{number}.{extension}"), as_stored)
    got = None
    if source is not None:
        names = source.spec().channelnames
        got = source.read_image(OpenImageIO.UINT8 if extension in ("png", "jpg") else OpenImageIO.FLOAT)
        source.close()
    same = got is not None and got.shape[:2] == (height, width) and len(names) in (1, 2, 3, 4)
    if same:
        got = got.astype(numpy.float64)
        colours = got[..., :1] if len(names) < 3 else got[..., :3]
        wide = numpy.empty((height, width, 4))
        wide[..., :3] = colours  # Y over R, G and B
        full = 255 if extension in ("png", "jpg") else 1
        wide[..., 3] = got[..., -1] if len(names) in (2, 4) else full
        if extension in ("png", "jpg"):
            want = codes_of(want)
        same = bool((numpy.abs(wide - want) <= ALLOWED).all())
    if not same:
        wrong += 1
        first = first or f", the first {number}.{extension} of {width} x {height}"
    number += 1
print(f"{extension}: {number} images, {wrong} differ{first}")
sys.exit(wrong != 0)
