#!/bin/sh
# Installs the Debian packages that are missing, by name and saying so: tools/setup.sh [build|demo|quick|docs|check|faces [COMMAND ...]].
# SPDX-License-Identifier: Apache-2.0
#
# Touches the network only when something is missing. Where it may not install (neither root nor sudo without a password)
# it prints the one line to run, and stops with exit code 1. COMMAND needs the packages of `build` alone and runs while others
# are installed; where none is missing it does not run.
set -eu

# libc6-dev and the C++ library, which the static libglslang needs, come with g++.
build="gcc g++ make pkg-config libvulkan-dev glslang-dev spirv-headers spirv-tools libopenexr-dev libpng-dev libjpeg-dev libtiff-dev libcjson-dev liblcms2-dev"
demo="mesa-vulkan-drivers" # lavapipe: the driver where there is no GPU
check="check clang clang-format cmake glslang-tools glslc vulkan-validationlayers gdb python3 lld"
faces="python3 python3-numpy python3-scipy python3-pytest python3-hypothesis python3-dask python3-mpi4py-fft openmpi-bin binutils gegl libgegl-dev blender nodejs clang lld wasi-libc libclang-rt-14-dev-wasm32"
# Not every distribution has them: SwiftShader, the second opinion, which the package of Chromium brings; and what nbl-fft bench
# compares with.
second="chromium libvkfft-dev libfftw3-dev"

case "${1:-build}" in
build) wanted="$build" optional="" ;;
demo)  wanted="$build $demo" optional="" ;;
docs)  wanted="make python3 doxygen" optional="" ;;
quick) wanted="gcc libc6-dev make pkg-config check libvulkan-dev" optional="" ;;
check) wanted="$build $demo $check" optional="$second" ;;
faces) wanted="$build $faces" optional="" ;;
*) echo "setup: $1: not one of build, demo, quick, docs, check, faces" >&2; exit 2 ;;
esac
[ $# = 0 ] || shift

installed() {
    dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    echo "setup: this is no Debian, so nothing is installed here. Needed, by their Debian names:"
    echo "setup:   $wanted${optional:+ and, if there is such a thing, $optional}"
    exit 0 # the build tells what is not there
fi

missing=""
for package in $wanted $optional; do
    installed "$package" || missing="$missing $package"
done
missing=${missing# }
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    as_root="env"
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root="sudo -n env"
else
    echo "setup: packages are missing, and this user may not install them. Please run:" >&2
    echo "sudo apt-get update && sudo apt-get install --no-install-recommends $missing" >&2
    exit 1
fi

# Lists that are absent, or older than a day, may name packages that the servers no longer have.
if [ -z "$(find /var/lib/apt/lists -name '*_Packages*' -mtime -1 2>/dev/null | head -n 1)" ]; then
    echo "Updating the list of packages"
    $as_root apt-get update -q
fi
for package in $optional; do
    case " $missing " in
    *" $package "*)
        if ! apt-cache show "$package" >/dev/null 2>&1; then
            echo "setup: no package $package here: what needs it is skipped"
            missing=$(echo " $missing " | sed "s/ $package / /; s/^ *//; s/ *\$//")
        fi ;;
    esac
done
[ -n "$missing" ] || exit 0

# A machine that is thrown away needs no file to be on the disk before the next is unpacked.
unsafe=""
[ "${CI:-}" != true ] || unsafe="-o Dpkg::Options::=--force-unsafe-io"
install_now() { # packages
    [ $# != 0 ] || return 0
    echo "Installing: $*"
    # shellcheck disable=SC2086 # words
    $as_root DEBIAN_FRONTEND=noninteractive apt-get $unsafe install -q -y --no-install-recommends "$@"
}

first="" rest=""
for package in $missing; do
    case " $build " in
    *" $package "*) first="$first $package" ;;
    *) rest="$rest $package" ;;
    esac
done
# shellcheck disable=SC2086 # one word per package
if [ $# = 0 ] || [ -z "$rest" ]; then
    install_now $first $rest
else
    install_now $first
    "$@" &
    status=0
    install_now $rest || status=1
    wait $! || status=1
    exit $status
fi
