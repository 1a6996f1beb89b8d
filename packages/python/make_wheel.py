#!/usr/bin/env python3
"""Packs the Python package and shared libraries into a wheel.

    make_wheel.py FOLDER VERSION PLATFORM LIBRARY ...

PLATFORM is what the libraries were built for, such as linux_x86_64; the tool STRIP of the
environment, or strip, takes what debuggers read out of them.

SPDX-License-Identifier: Apache-2.0

A wheel is a zip file with a list of what is in it:
https://packaging.python.org/specifications/binary-distribution-format.
Files have the date of the zip format's beginning, so that the same files give the same wheel.
"""
import base64
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).parent

METADATA = """Metadata-Version: 2.1
Name: nbl
Version: {version}
Summary: Fast Fourier transforms and bloom, with the same bits on every processor
License: Apache-2.0
Requires-Python: >=3.10
Requires-Dist: numpy>=1.22
Description-Content-Type: text/markdown

{readme}"""

WHEEL = """Wheel-Version: 1.0
Generator: nbl make_wheel.py
Root-Is-Purelib: false
Tag: {tag}
"""


def library_bytes(path):
    """Returns a shared library without what debuggers read."""
    with tempfile.TemporaryDirectory() as folder:
        stripped = os.path.join(folder, "library")
        strip = os.environ.get("STRIP", "strip")
        subprocess.run([strip, "--strip-unneeded", "-o", stripped, path], check=True)
        return pathlib.Path(stripped).read_bytes()


def main():
    if len(sys.argv) < 5:
        sys.exit("usage: make_wheel.py FOLDER VERSION PLATFORM LIBRARY ...")
    folder, version, platform, *libraries = sys.argv[1:]
    tag = f"py3-none-{platform}"
    files = {
        f"nbl/{path.name}": path.read_bytes()
        for path in sorted((HERE / "nbl").iterdir())
        if path.is_file()
    }
    files[
        "nbl/_version.py"
    ] = f'"""The package\'s version."""\n__version__ = "{version}"\n'.encode()
    for library in libraries:
        soname = os.path.basename(library).rpartition(".")[0]
        files[f"nbl/lib/{soname}"] = library_bytes(library)
    info = f"nbl-{version}.dist-info"
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    files[f"{info}/METADATA"] = METADATA.format(version=version, readme=readme).encode()
    files[f"{info}/WHEEL"] = WHEEL.format(tag=tag).encode()
    files[f"{info}/LICENSE"] = (HERE / "../../LICENSE").read_bytes()
    record = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.append(f"{name},sha256={digest},{len(content)}\n")
    files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()

    os.makedirs(folder, exist_ok=True)
    wheel = os.path.join(folder, f"nbl-{version}-{tag}.whl")
    with zipfile.ZipFile(wheel + ".new", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    os.replace(wheel + ".new", wheel)
    print(wheel)


if __name__ == "__main__":
    main()
