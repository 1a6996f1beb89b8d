# A consumer of an installed library by CMake, and README.md's first shader; sourced by vcpkg.sh and conan.sh in the root.
# SPDX-License-Identifier: Apache-2.0
#
#   write_example LIBRARY FOLDER     a project of tests/consumers/array that links LIBRARY
#   compile_shader PREFIX FOLDER     by the headers in PREFIX/include
# shellcheck shell=sh

write_example() {
    mkdir -p "$2"
    cat >"$2/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.16)
project(example C CXX)
find_package(nbl CONFIG REQUIRED)
add_executable(array main.c)
target_link_libraries(array PRIVATE $1)
EOF
    cp tests/consumers/array/main.c "$2"
}

compile_shader() {
    sed -n '/^mkdir -p build && cat >build\/row.comp/,/^glslangValidator/p' README.md | sed "s|-Iinclude|-I$1/include|" >"$2/shader.sh"
    (cd "$2" && sh -e shader.sh && ls -l build/row.spv)
}
