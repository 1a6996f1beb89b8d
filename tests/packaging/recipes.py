#!/usr/bin/env python3
"""Checks what the vcpkg port and the Conan recipe state against the tree: versions, CMake's options, files; exit status 1.
SPDX-License-Identifier: Apache-2.0

Run in a tree's root. Neither package manager runs here: this reads the files as they do, by the rules that they document.
"""
import ast
import fnmatch
import json
import re
import subprocess
import sys

VCPKG = {"vcpkg_from_github", "vcpkg_check_features", "vcpkg_cmake_configure", "vcpkg_cmake_install", "vcpkg_cmake_config_fixup",
         "vcpkg_install_copyright", "set", "file"}
found = []


def expect(condition, text):
    if not condition:
        found.append(text)


def read(path):
    with open(path) as file:
        return file.read()


def calls(text):
    """name and words of each call of a CMake text, which must be nothing but calls and comments."""
    text = re.sub(r"#[^\n]*", "", text)
    result = re.findall(r"(\w+)\s*\(((?:[^()\"]|\"[^\"]*\")*)\)", text)
    rest = re.sub(r"\w+\s*\((?:[^()\"]|\"[^\"]*\")*\)", "", text)
    expect(not rest.strip(), f"portfile.cmake: not understood: {rest.strip()[:40]}")
    return [(name, words.split()) for name, words in result]


version = ".".join(re.findall(r"define NBL_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", read("include/nbl/version.h")))
cmake = read("CMakeLists.txt")
options = set(re.findall(r"^option\((\w+)", cmake, re.M))
wanted = set(re.findall(r"find_package\((\w[\w-]*) CONFIG", cmake))
files = subprocess.run(["tools/files.sh"], capture_output=True, text=True, check=True).stdout.split()

manifest = json.loads(read("packages/vcpkg/vcpkg.json"))
expect(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", manifest.get("name", "")), "vcpkg.json: name")
expect(manifest.get("version") == version, f"vcpkg.json: version {manifest.get('version')}, not {version}")
add_on = re.search(r'"version": (\(.*\))', read("packages/blender/__init__.py")).group(1)
expect(add_on == f"({version.replace('.', ', ')})", f"blender/__init__.py: version {add_on}, not {version}")
expect(manifest.get("license") == "Apache-2.0" and manifest.get("description"), "vcpkg.json: licence or description")
expect({d["name"] for d in manifest["dependencies"] if d.get("host")} == {"vcpkg-cmake", "vcpkg-cmake-config"}, "vcpkg.json: host tools")
expect(all(re.fullmatch(r"[a-z0-9-]+", d) for f in manifest["features"].values() for d in f["dependencies"]), "vcpkg.json: dependencies")
port = calls(read("packages/vcpkg/portfile.cmake"))
for name, words in port:
    expect(name in VCPKG, f"portfile.cmake: {name}: not a function of vcpkg's")
    if name == "vcpkg_check_features":
        pairs = words[words.index("FEATURES") + 1:]
        for feature, option in zip(pairs[::2], pairs[1::2]):
            expect(feature in manifest["features"], f"portfile.cmake: no feature {feature} in vcpkg.json")
            expect(option in options, f"portfile.cmake: CMakeLists.txt has no option {option}")
    if name == "vcpkg_cmake_config_fixup":
        expect("cmake/nbl" in words[-1] and "/cmake/nbl)" in cmake, "portfile.cmake: where the package's configuration lies")
expect([name for name, _ in port][-1] == "vcpkg_install_copyright", "portfile.cmake: no copyright at its end")

recipe = ast.parse(read("packages/conan/conanfile.py"))
classes = [node for node in recipe.body if isinstance(node, ast.ClassDef)]
expect(len(classes) == 1 and classes[0].bases[0].id == "ConanFile", "conanfile.py: one ConanFile")
constants = [node.value for node in ast.walk(classes[0]) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
methods = {node.name for node in classes[0].body if isinstance(node, ast.FunctionDef)}
expect({"set_version", "export_sources", "requirements", "layout", "generate", "build", "package", "package_info"} <= methods, "conanfile.py: methods")
expect("NBL_VULKAN" in constants and "NBL_VULKAN" in options, "conanfile.py: CMakeLists.txt has no option NBL_VULKAN")
names = {"glslang": "glslang", "spirv-tools": "SPIRV-Tools-opt", "vulkan-headers": "VulkanHeaders"}
for name, package in names.items():
    expect(name in constants and package in wanted, f"conanfile.py: {name} and find_package({package})")
export = next(node for node in classes[0].body if isinstance(node, ast.FunctionDef) and node.name == "export_sources")
patterns = [node.value for node in ast.walk(export) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
needed = [f for f in files if re.match(r"(CMakeLists\.txt$|LICENSE$|include/|host/|shaders/|tools/(embed|make_modules)\.c$|packages/cmake/)", f)]
for file in needed:
    expect(any(fnmatch.fnmatch(file, pattern) for pattern in patterns), f"conanfile.py: {file} is not exported")
for pattern in patterns:
    expect(any(fnmatch.fnmatch(file, pattern) for file in files), f"conanfile.py: {pattern} is no file")

print("\n".join(found))
sys.exit(1 if found else 0)
