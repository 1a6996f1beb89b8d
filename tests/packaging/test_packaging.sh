#!/usr/bin/env bash
# Every way of taking the library along works from a copy in an empty folder, as the matrix of docs/packaging.md has it.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
root=$(pwd) build=${BUILD:-build}
. tests/common/expect.sh
says() { # program, what it prints
    local printed
    printed=$("$1") && [ "$printed" = "$2" ] || { echo "printed: ${printed:-nothing}"; return 1; }
}
both_say() { # folder
    expect "$1/on_cpu" says "$1/on_cpu" "63 doubled is 126"
    expect "$1/to_spirv" says "$1/to_spirv" "64 invocations, 1 binding"
}
warnings="-Wall -Wextra -Wpedantic -Werror"

# make install, into a prefix and into a package's folder.
prefix=$scratch/opt/nbl
expect "make install" make -j2 install BUILD="$build" PREFIX="$prefix"
expect "make install DESTDIR=" make install BUILD="$build" PREFIX=/usr DESTDIR="$scratch/package"
expect "DESTDIR is no part of what is written" grep -qx 'prefix=/usr' "$scratch/package/usr/lib/pkgconfig/nbl-vulkan.pc"
version=$(make -s print-VERSION)
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" LD_LIBRARY_PATH="$prefix/lib"
for name in nbl-headers nbl-emulator nbl-vulkan; do
    expect "$name.pc" pkg-config --exact-version="$version" "$name"
done
for tool in nbl-fft nbl-bloom nbl-emulate; do
    expect "$tool.1 is a man page" sh -c "head -n 1 '$prefix/share/man/man1/$tool.1' | grep -q '^\.TH '"
    expect "$tool runs where it is installed" sh -c "cd / && '$prefix/bin/$tool' --help"
done
expect "the emulator's library needs C and threads alone" sh -c \
    "! ldd '$prefix/lib/libnbl-emulator.so' | grep -v 'linux-vdso\|libc.so\|libm.so\|ld-linux\|libpthread'"

# pkg-config: shared and static.
cp -r examples/pkg-config "$scratch/shared"
expect "pkg-config" make -C "$scratch/shared"
both_say "$scratch/shared"
mkdir "$scratch/prefix-static" && cp -r "$prefix/." "$scratch/prefix-static" && rm "$scratch/prefix-static"/lib/*.so*
sed -i "s#^prefix=.*#prefix=$scratch/prefix-static#" "$scratch/prefix-static"/lib/pkgconfig/*.pc
cp -r examples/pkg-config "$scratch/static"
PKG_CONFIG_PATH=$scratch/prefix-static/lib/pkgconfig expect "pkg-config --static" make -C "$scratch/static" LINK=--static
LD_LIBRARY_PATH='' both_say "$scratch/static"

# The guide's array on a device, by its own command.
guide=$(sed -n 's/^\(cc .*nbl-vulkan.*\) -o device$/\1/p' docs/guide/arrays.md)
expect "the guide's command for nbl-vulkan" sh -c "cd tests/consumers/device && $guide -o '$scratch/device'"
expect "what it makes says what it lacks" sh -c "'$scratch/device' 'no such device' 2>&1 | grep -q '^device \"no such device\": '"

# The archives are position-independent: a plug-in takes the emulator in.
cat >"$scratch/plugin.c" <<'TEXT'
#include "doubling.h"
#include "nbl/host/emulator.h"
nbl_result_t plugin(nbl_emulator_launch_t *launch);
nbl_result_t plugin(nbl_emulator_launch_t *launch) { launch->kernel = doubling; return nbl_emulator_launch(launch, 0); }
TEXT
expect "an archive in a shared object" cc -shared -fPIC -Wl,--no-undefined -I"$prefix/include" -Iexamples/pkg-config \
    -o "$scratch/plugin.so" "$scratch/plugin.c" "$prefix/lib/libnbl-emulator.a" -lm -pthread

# A folder that is copied: the headers, with a library only where something runs; and the public headers in C++.
mkdir "$scratch/folder" && cp -r include/nbl examples/pkg-config/on_cpu.c examples/pkg-config/doubling.h "$scratch/folder"
expect "copied headers" sh -c "cd '$scratch/folder' && cc -std=c11 $warnings -ffp-contract=off -I. -o on_cpu on_cpu.c '$prefix/lib/libnbl-emulator.a' -lm -pthread"
expect "copied headers, run" says "$scratch/folder/on_cpu" "63 doubled is 126"
for header in emulator compile fft plan sizes; do
    echo "#include \"nbl/host/$header.h\""
done >"$scratch/faces.cpp"
expect "nbl/host in C++" c++ -std=c++17 $warnings -I"$prefix/include" -fsyntax-only "$scratch/faces.cpp"

. tests/packaging/consumers.sh

# CMake: one configuration of the whole library, fetched; what is compiled is not optimised, but for what only that shows.
# Objects are those of the build that is tested: of the host's sources, which the same compiler made of the same text, every
# sixteenth is compiled by CMake's own commands, others every day, and of the executor's kernels, which take a minute and a
# half, none; that they get their instructions is read from the commands. With NBL_TEST_ALL CMake compiles everything.
# Without Vulkan the emulator is compiled by the same commands: its library is taken from there, with NBL_TEST_ALL made anew.
# The array of facts lies in the build folder, whatever that is called.
emulator_commands() { # build folder
    grep '"command": .*nbl_emulator\.dir' "$1/compile_commands.json" | sed -E 's#[^ "]*/(facts\.c(\.o)?)\b#\1#g; s#"directory":[^,]*,##'
}
same_emulator() { emulator_commands "$1" >"$scratch/commands" && emulator_commands "$2" | diff "$scratch/commands" -; }
cat >"$scratch/launcher" <<'TEXT'
#!/bin/sh
# Takes an object that is built already: launcher FOLDER compiler arguments, the source last.
built=$1
shift
for source; do :; done
object=$built/host/${source##*/host/}
object=${object%.*}.o
case $source in
*/host/executor/kernels_*.c) ;;
*/host/*.c | */host/*.cpp) [ $(($(echo "${source##*/host/}" | cksum | cut -d' ' -f1) % 16)) != $((${NBL_PART:-0} % 16)) ] || exec "$@" ;;
*) exec "$@" ;;
esac
[ -e "$object" ] || exec "$@"
while [ $# -gt 1 ]; do
    case $1 in -o) cp "$object" "$2" ;; -MF) : >"$2" ;; esac
    shift
done
TEXT
chmod +x "$scratch/launcher"
sets_have_their_instructions() { # compile_commands.json
    [ "$(grep -c '"command": .*-mavx2.*/kernels_avx2_' "$1")" = "$(ls host/executor/kernels_avx2_*.c | wc -l)" ] &&
        [ "$(grep -c '"command": .*-mavx512vl.*/kernels_avx512vl_' "$1")" = "$(ls host/executor/kernels_avx512vl_*.c | wc -l)" ]
}
if command -v cmake >/dev/null; then
    debug="-DCMAKE_BUILD_TYPE=Debug -DCMAKE_EXPORT_COMPILE_COMMANDS=ON"
    [ -n "${NBL_TEST_ALL:-}" ] || debug="$debug -DCMAKE_C_COMPILER_LAUNCHER=$scratch/launcher;$(realpath "$build")"
    cp -r examples "$scratch/examples"
    tools/files.sh | tar --transform='s,^,nbl/,' -cf "$scratch/nbl.tar" -T -
    expect "FetchContent" cmake -S "$scratch/examples/cmake" -B "$scratch/fetched" $debug -DNBL_URL="$scratch/nbl.tar"
    [ "$(uname -m)" != x86_64 ] ||
        expect "vectors have their instructions" sets_have_their_instructions "$scratch/fetched/compile_commands.json"
    expect "FetchContent, built" cmake --build "$scratch/fetched" -j2 --target on_cpu to_spirv
    both_say "$scratch/fetched"
    fetched=$scratch/fetched/_deps alone=$scratch/cmake-emulator
    expect "cmake, the emulator alone" cmake -S "$fetched/nbl-src" -B "$alone" $debug -DNBL_VULKAN=OFF -DCMAKE_INSTALL_PREFIX="$scratch/found"
    expect "the emulator's commands" same_emulator "$scratch/fetched" "$alone"
    if [ -n "${NBL_TEST_ALL:-}" ]; then
        expect "cmake --build" cmake --build "$alone" -j2
    else
        expect "the emulator's library" cp "$fetched/nbl-build/libnbl-emulator.a" "$alone"
    fi
    expect "cmake --install" cmake --install "$scratch/cmake-emulator"
    expect "find_package" cmake -S "$scratch/examples/cmake" -B "$scratch/with-package" $debug -DCMAKE_PREFIX_PATH="$scratch/found"
    expect "find_package, built" cmake --build "$scratch/with-package"
    expect "find_package, run" says "$scratch/with-package/on_cpu" "63 doubled is 126"
    expect "find_package, headers alone" sh -c "'$scratch/with-package/holders' | grep -qx 'frequency   1: element 2 of invocation   0; mirror: element 3 of invocation 255'"
    # What make install put into the prefix is found the same way; and nothing of it is left when it was removed.
    expect "find_package after make install" cmake -S "$scratch/examples/cmake" -B "$scratch/with-make" $debug -DCMAKE_PREFIX_PATH="$prefix"
    expect "find_package after make install, built" cmake --build "$scratch/with-make"
    expect "find_package after make install, run" says "$scratch/with-make/on_cpu" "63 doubled is 126"
    expect "add_subdirectory" cmake -S "$scratch/examples/cmake" -B "$scratch/with-source" $debug -DNBL_SOURCE="$root" -DNBL_VULKAN=OFF
    expect "add_subdirectory, headers alone" cmake --build "$scratch/with-source" --target holders
    expect "nothing else was built" [ -z "$(find "$scratch/with-source/nbl" -name '*.o')" ]
else
    echo "SKIPPED: CMake: not installed"
fi

expect "make uninstall" make uninstall BUILD="$build" PREFIX=/usr DESTDIR="$scratch/package"
expect "nothing is left" [ -z "$(find "$scratch/package" ! -type d)" ]

# Recipes for package managers that are not here: what they state agrees with what they are of.
expect "vcpkg.json" python3 -c 'import json, sys; sys.exit(json.load(open("packages/vcpkg/vcpkg.json"))["version"] != sys.argv[1])' "$version"
expect "conanfile.py" python3 -c 'import ast; ast.parse(open("packages/conan/conanfile.py").read())'

finish
