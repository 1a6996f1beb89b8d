"""Reads and writes OpenEXR files of scan lines, plain or by ZIP, which tests of faces compare.

SPDX-License-Identifier: Apache-2.0
"""
import struct
import zlib

import numpy as np

_LINES = {0: 1, 2: 1, 3: 16}  # lines of a chunk: no compression, ZIPS, ZIP
_TYPES = {1: np.float16, 2: np.float32}


def _header(data):
    attributes, at = {}, 8
    while data[at] != 0:
        name, kind = data[at:].split(b"\0", 2)[:2]
        at += len(name) + len(kind) + 2
        size = struct.unpack_from("<i", data, at)[0]
        attributes[name.decode()] = data[at + 4 : at + 4 + size]
        at += 4 + size
    return attributes, at + 1


def _channels(attribute):
    at = 0
    while attribute[at] != 0:
        name = attribute[at:].split(b"\0", 1)[0]
        at += len(name) + 1
        yield name.decode(), np.dtype(_TYPES[struct.unpack_from("<i", attribute, at)[0]])
        at += 16


def _unzip(chunk, size):
    if len(chunk) == size:
        return chunk  # it did not shrink
    packed = np.frombuffer(zlib.decompress(chunk), np.uint8).astype(np.int64)
    packed[1:] -= 128
    halves = np.cumsum(packed).astype(np.uint8)
    plain = np.empty(size, np.uint8)
    plain[0::2], plain[1::2] = halves[: (size + 1) // 2], halves[(size + 1) // 2 :]
    return plain.tobytes()


def read(path):
    """Returns float32 RGBA, height x width x 4; alpha is 1 where a file has none."""
    with open(path, "rb") as file:
        data = file.read()
    attributes, at = _header(data)
    compression = attributes["compression"][0]
    left, top, right, bottom = struct.unpack("<4i", attributes["dataWindow"])
    width, height = right - left + 1, bottom - top + 1
    channels = list(_channels(attributes["channels"]))
    pixels = np.zeros((height, width, 4), np.float32)
    pixels[..., 3] = 1
    lines = _LINES[compression]
    for offset in struct.unpack_from(f"<{-(-height // lines)}Q", data, at):
        first, size = struct.unpack_from("<2i", data, offset)
        rows = range(first - top, min(first - top + lines, height))
        chunk = data[offset + 8 : offset + 8 + size]
        row_bytes = width * sum(dtype.itemsize for _, dtype in channels)
        if compression != 0:
            chunk = _unzip(chunk, row_bytes * len(rows))
        place = 0
        for row in rows:
            for name, dtype in channels:
                values = np.frombuffer(chunk, dtype, width, place)
                place += width * dtype.itemsize
                if name.rpartition(".")[2] in "RGBA":
                    pixels[row, :, "RGBA".index(name.rpartition(".")[2])] = values
    return pixels


def write(path, pixels):
    """Writes float32 RGBA without compression."""
    height, width, _ = pixels.shape
    window = struct.pack("<4i", 0, 0, width - 1, height - 1)
    channels = b"".join(
        name + b"\0" + struct.pack("<4i", 2, 0, 1, 1) for name in (b"A", b"B", b"G", b"R")
    )
    header = struct.pack("<2i", 20000630, 2)
    for name, kind, value in [
        (b"channels", b"chlist", channels + b"\0"),
        (b"compression", b"compression", b"\0"),
        (b"dataWindow", b"box2i", window),
        (b"displayWindow", b"box2i", window),
        (b"lineOrder", b"lineOrder", b"\0"),
        (b"pixelAspectRatio", b"float", struct.pack("<f", 1)),
        (b"screenWindowCenter", b"v2f", struct.pack("<2f", 0, 0)),
        (b"screenWindowWidth", b"float", struct.pack("<f", 1)),
    ]:
        header += name + b"\0" + kind + b"\0" + struct.pack("<i", len(value)) + value
    header += b"\0"
    row_bytes = 16 * width
    offsets = [len(header) + 8 * height + row * (8 + row_bytes) for row in range(height)]
    with open(path, "wb") as file:
        file.write(header + struct.pack(f"<{height}Q", *offsets))
        for row in range(height):
            planes = np.ascontiguousarray(pixels[row, :, ::-1].T, np.float32)  # A, B, G, R
            file.write(struct.pack("<2i", row, row_bytes) + planes.tobytes())
