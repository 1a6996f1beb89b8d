#!/bin/sh
# Installs a package on a bare Debian in a folder, and runs README.md's first examples there with what was installed; or runs
# a command in a copy of this tree there.
# SPDX-License-Identifier: Apache-2.0
#
#   packages/bare.sh ROOT deb FILE.deb ...    the packages of packages/debian/build.sh: shader, C and Python examples
#   packages/bare.sh ROOT wheel FILE.whl      build/wheel/nbl-*.whl, by pip: the Python example
#   packages/bare.sh ROOT npm FOLDER          build/npm, by npm: a kernel's text, which needs no GPU
#   packages/bare.sh ROOT vcpkg VCPKG FOLDER  the port with its feature vulkan, by a vcpkg that was built and vcpkg's own scripts, triplets
#                                             and ports of helpers: as packages/vcpkg.sh takes them
#   packages/bare.sh ROOT conan CONAN         the recipe with its option vulkan, by a checkout of Conan: packages/conan.sh
#   packages/bare.sh ROOT tree COMMAND ...    a copy of this tree, where nothing but make is installed: make docs, or all of
#                                             README.md by tests/consumers/follow_readme.sh
#
# ROOT: a Debian, as `debootstrap --variant=minbase bookworm ROOT` makes it, which is done where ROOT is not there. For root.
# What it installs into ROOT by apt comes from ROOT's own sources.
set -eu
[ $# -ge 3 ] || { echo "usage: bare.sh ROOT deb|wheel|npm|vcpkg|conan|tree FILE|COMMAND ..." >&2; exit 2; }
root=$1 kind=$2
shift 2
here=$(cd "$(dirname "$0")/.." && pwd)
[ "$(id -u)" = 0 ] || { echo "bare.sh: must be root: chroot" >&2; exit 1; }
echo "bare.sh: $kind: debootstrap and apt say nothing and take minutes" >&2
[ -d "$root/usr" ] || debootstrap --variant=minbase bookworm "$root" >/dev/null
for name in dev proc; do
    mountpoint -q "$root/$name" || mount --bind "/$name" "$root/$name" 2>/dev/null || true
done
[ -c "$root/dev/null" ] || mknod -m 666 "$root/dev/null" c 1 3
trap 'umount "$root/dev" "$root/proc" 2>/dev/null || true' EXIT
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
apt() { inside apt-get -q -y --no-install-recommends "$@" >"$root/tmp/apt.log" 2>&1 || { tail -n 5 "$root/tmp/apt.log" >&2; exit 1; }; }

# Returns README.md's block of code that contains a word, without the commands that only a clone has.
block() { awk -v word="$1" '/^```/ { if (inside && found) { printf "%s", text; exit } inside = !inside; text = ""; found = 0; next }
    inside { text = text $0 "\n"; if (index($0, word)) found = 1 }' "$here/README.md"; }

copy_tree() {
    rm -rf "$root/root/tree" && mkdir "$root/root/tree"
    (cd "$here" && tools/files.sh | tar -cf - -T -) | tar -C "$root/root/tree" -xf -
}

inside apt-get -q update >/dev/null
rm -rf "$root/tmp/packages" "$root/root/example"
mkdir -p "$root/tmp/packages" "$root/root/example/build"
case $kind in
deb)
    cp "$@" "$root/tmp/packages"
    apt install $(cd "$root" && ls tmp/packages/*.deb | sed 's|^|/|') glslang-tools gcc libc6-dev
    block row.spv | sed 's/-Iinclude/-I\/usr\/include/' >"$root/root/example/shader.sh"
    inside sh -e -c 'cd /root/example && sh -e shader.sh && ls -l build/row.spv'
    inside sh -e -c "cd /root/example && nbl-emulate build/row.comp -I /usr/include --groups 2 --bind 0=$((8 * 4000))"
    cp "$here/tests/consumers/array/main.c" "$root/root/example"
    inside sh -e -c 'cd /root/example && cc -std=c11 main.c -lnbl-emulator -lm -o array && ./array'
    block 'import nbl, numpy' | grep 'import nbl' | sed 's/^PYTHONPATH=[^ ]* //' >"$root/root/example/python.sh"
    inside sh -e -c 'cd /root/example && sh -e python.sh' ;;
wheel)
    apt install python3-pip python3-numpy
    cp "$1" "$root/tmp/packages"
    inside sh -e -c 'pip install --break-system-packages --quiet --root-user-action=ignore /tmp/packages/*.whl'
    block 'import nbl, numpy' | grep 'import nbl' | sed 's/^PYTHONPATH=[^ ]* //' >"$root/root/example/python.sh"
    inside sh -e -c 'cd /root/example && sh -e python.sh' ;;
npm)
    apt install nodejs npm
    cp -r "$1" "$root/tmp/packages/nbl-fft"
    inside sh -e -c 'cd /root/example && npm install --silent --no-audit --no-fund /tmp/packages/nbl-fft && node --input-type=module -e "
        import { compile } from \"./node_modules/nbl-fft/writer.js\";
        const made = await compile(\"nbl-fft\", [\"--target\", \"wgsl\", \"--length\", \"1000\", \"-o\", \"text\"]);
        console.log(made.text.split(\"\n\").length, \"lines of WGSL\");"' ;;
vcpkg)
    apt install curl git zip unzip cmake ninja-build g++ pkg-config glslang-tools glslang-dev spirv-headers spirv-tools libvulkan-dev
    cp "$1" "$root/tmp/packages/vcpkg"
    cp -r "$2" "$root/tmp/packages/root"
    copy_tree
    inside sh -e -c 'cd /root/tree && JOBS='"${JOBS:-2}"' FEATURES=vulkan packages/vcpkg.sh /tmp/packages/vcpkg /tmp/packages/root /root/vcpkg' ;;
conan)
    apt install cmake make g++ glslang-tools glslang-dev spirv-headers spirv-tools libvulkan-dev python3-requests python3-urllib3 \
        python3-colorama python3-yaml python3-patch-ng python3-fasteners python3-distro python3-jinja2 python3-dateutil
    cp -r "$1" "$root/tmp/packages/conan"
    copy_tree
    inside sh -e -c 'cd /root/tree && JOBS='"${JOBS:-2}"' VULKAN=1 packages/conan.sh /tmp/packages/conan /root/conan' ;;
tree)
    apt install make
    copy_tree
    inside sh -e -c "cd /root/tree && $*" ;;
*) echo "bare.sh: $kind: not one of deb, wheel, npm, vcpkg, conan, tree" >&2; exit 2 ;;
esac
echo "bare.sh: $kind: done"
