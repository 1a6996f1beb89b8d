#!/usr/bin/env bash
# tests/headers/test_pure.sh by newer compilers than the system's, which are unpacked into a folder: not a part of CI.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/headers/newer_compilers.sh [SUITE]   of Debian: trixie (the default; gcc 14 and clang 19), sid
#
# NEWER names the folder, else build/newer. Needs debootstrap and root, and a mirror that has the suite (MIRROR, by default
# the one of the system's own sources). Prints the date and what each compiler calls itself.
set -eu
cd "$(dirname "$0")/../.."
suite=${1:-trixie}
folder=$(realpath -m "${NEWER:-${BUILD:-build}/newer}")/$suite
mirror=${MIRROR:-$(grep -hE '^(URIs:|deb )' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | grep -oE 'https?://[^ ]+' | head -n 1)}

mkdir -p "$(dirname "$folder")"
if [ ! -x "$folder/usr/bin/clang++" ]; then
    debootstrap --variant=minbase --include=gcc,g++,clang,python3,binutils "$suite" "$folder" "$mirror" >"$folder.log" 2>&1 ||
        { echo "newer_compilers.sh: $suite: debootstrap failed, see $folder.log" >&2; exit 1; }
fi
tar -c include/nbl tests/headers tests/common | tar -x -C "$folder/tmp"
date -I
for compiler in gcc clang; do chroot "$folder" $compiler --version | head -n 1; done
chroot "$folder" bash -c 'cd /tmp && tests/headers/test_pure.sh'
