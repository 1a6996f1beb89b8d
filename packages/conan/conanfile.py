"""The Conan 2 recipe: conan create packages/conan from a release's source. Not run by the tests.

Run on Linux, with vulkan=True in front of the system's glslang (packages/conan.sh); macOS and Windows are unverified.

SPDX-License-Identifier: Apache-2.0
"""
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class Nbl(ConanFile):
    name = "nbl"
    license = "Apache-2.0"
    description = (
        "FFTs that a shader includes, a CPU emulator of GPU workgroups and an FFT-convolution bloom"
    )
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "vulkan": [True, False]}
    default_options = {"shared": False, "vulkan": True}
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

    def set_version(self):
        lines = load(self, os.path.join(self.root, "include", "nbl", "version.h")).splitlines()
        parts = {
            words[1]: words[2]
            for words in map(str.split, lines)
            if len(words) == 3 and words[0] == "#define"
        }
        self.version = ".".join(
            parts["NBL_VERSION_" + part] for part in ("MAJOR", "MINOR", "PATCH")
        )

    def export_sources(self):
        for pattern in (
            "CMakeLists.txt",
            "LICENSE",
            "include/*",
            "host/*",
            "shaders/*",
            "tools/embed.c",
            "tools/facts.c",
            "tools/make_modules.c",
            "packages/cmake/*",
        ):
            copy(self, pattern, self.root, self.export_sources_folder)

    def requirements(self):
        if self.options.vulkan:
            for package in ("glslang", "spirv-headers", "spirv-tools", "vulkan-headers"):
                self.requires(package + "/[>=1.3]")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["NBL_VULKAN"] = bool(self.options.vulkan)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "nbl")]
