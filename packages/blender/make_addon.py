#!/usr/bin/env python3
"""Packs the add-on of Blender with the Python package in it: make_addon.py WHEEL OUTPUT.zip

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import sys
import zipfile

HERE = pathlib.Path(__file__).parent


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: make_addon.py WHEEL OUTPUT.zip")
    wheel, output = sys.argv[1:]
    os.makedirs(os.path.dirname(output), exist_ok=True)
    with zipfile.ZipFile(output + ".new", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(HERE / "__init__.py", "nbl_bloom/__init__.py")
        archive.write(HERE / "README.md", "nbl_bloom/README.md")
        with zipfile.ZipFile(wheel) as package:
            for name in package.namelist():
                if name.startswith("nbl/"):
                    archive.writestr(f"nbl_bloom/{name}", package.read(name))
    os.replace(output + ".new", output)
    print(output)


if __name__ == "__main__":
    main()
