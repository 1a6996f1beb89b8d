#!/usr/bin/env bash
# Unpacks other vendors' compilers beside the system: setup.sh FOLDER [arm64]. Nothing is installed, and no root is needed.
# SPDX-License-Identifier: Apache-2.0
#
#   FOLDER/kept     the packages that packages.txt pins, and what they need; a later run takes them from here alone, so that
#                   it works when Debian has moved on, and without a network
#   FOLDER/sid      drivers and compilers, unpacked: 580 MB
#   FOLDER/icd      the drivers' manifests
#   FOLDER/arm64, icd-arm64   with the word arm64: drivers of Mali, which Debian has for that processor alone; 350 MB
#   FOLDER/libintel_noop_drm_shim.so   Intel's device without hardware, built once: 2 minutes of one processor
#
# Needs Debian's apt-get and dpkg-deb; for Intel's device a C compiler, ninja and Python 3 as well. Mesa's AMD, Adreno, Apple and
# NVIDIA devices are in a package.
set -eu
mkdir -p "$1/kept"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")"
pins=$PWD/packages.txt
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
debian=${NBL_DEBIAN:-http://deb.debian.org/debian}

fail() { echo "vendors: $*" >&2; exit 1; }
pinned() { awk -v of="$1" '$1 == of { print $2 "=" $3 }' "$pins"; }

# An apt with a state of its own, of the suites given.
apt_of() { # name, lines of sources.list ...
    local at=$folder/apt-$1 architecture=amd64
    [ "$1" != arm64 ] || architecture=arm64
    shift
    mkdir -p "$at"/state/lists/partial "$at"/cache/archives/partial "$at"/etc/apt.conf.d "$at"/etc/preferences.d \
        "$at"/etc/none
    : >"$at/state/status"
    printf '%s\n' "$@" >"$at/etc/sources.list"
    cat >"$at/apt.conf" <<END
Dir "$at/";
Dir::State "$at/state";
Dir::State::status "$at/state/status";
Dir::Cache "$at/cache";
Dir::Etc "$at/etc";
Dir::Etc::sourcelist "$at/etc/sources.list";
Dir::Etc::sourceparts "$at/etc/none";
APT::Architecture "$architecture";
APT::Architectures { "$architecture"; };
APT::Sandbox::User "$(id -un)";
Acquire::Check-Valid-Until "false"; // a pin stays good when a mirror is old
Acquire::Retries "3";
END
    export APT_CONFIG=$at/apt.conf
    apt-get -qq update
}

missing() { # package=version ...: tells what Debian no longer has
    local pin
    for pin in "$@"; do
        apt-cache madison "${pin%%=*}" | awk -F' *[|] *' '{ print $2 }' | grep -qxF "${pin#*=}" ||
            fail "${pin%%=*}: Debian has no ${pin#*=} any more, and $folder/kept has none: change tests/vendors/packages.txt"
    done
}

signed="[signed-by=$keyring]"
# Drivers of sid: downloads what packages.txt pins for a suite, and unpacks it.
drivers() { # suite of packages.txt, folder of manifests
    local suite=$1 manifests=$folder/$2 manifest libraries
    if [ "$(cat "$folder/kept/$suite/complete" 2>/dev/null)" != "$(pinned "$suite")" ]; then
        rm -f "$folder/$suite/complete"
        apt_of "$suite" "deb $signed $debian sid main"
        missing $(pinned "$suite")
        apt-get -qq install -y --download-only --no-install-recommends $(pinned "$suite")
        mkdir -p "$folder/kept/$suite"
        cp "$folder/apt-$suite"/cache/archives/*.deb "$folder/kept/$suite/"
        pinned "$suite" >"$folder/kept/$suite/complete"
        rm -rf "$folder/apt-$suite"
        unset APT_CONFIG
    fi
    [ -e "$folder/$suite/complete" ] || unpack "$folder/kept/$suite" "$folder/$suite"
    mkdir -p "$manifests"
    for manifest in "$folder/$suite"/usr/share/vulkan/icd.d/*.json; do
        libraries=$(dirname "$(ls "$folder/$suite"/usr/lib/*/libvulkan_lvp.so)")
        sed "s#\"library_path\": *\"[^\"]*/\?\(libvulkan[^\"/]*\)\"#\"library_path\": \"$libraries/\1\"#" \
            "$manifest" >"$manifests/$(basename "$manifest")"
    done
}

# usr/merged/: bin and lib are links to usr/bin and usr/lib.
unpack() { # folder of packages, folder to unpack into
    local of part
    rm -rf "$2"
    for part in bin lib lib64 sbin; do
        mkdir -p "$2/usr/$part"
        ln -s "usr/$part" "$2/$part"
    done
    for of in "$1"/*.deb; do dpkg-deb --fsys-tarfile "$of" | tar x -C "$2" --keep-directory-symlink; done
    touch "$2/complete"
}

if [ "${2:-}" = arm64 ]; then
    drivers arm64 icd-arm64
    exit 0
fi
drivers sid icd
if [ ! -e "$folder/kept/tools/complete" ]; then
    apt_of tools "deb $signed $debian bookworm main" "deb $signed $debian bookworm-backports main" \
        "deb-src $signed $debian trixie main"
    missing $(pinned tools)
    mkdir -p "$folder/kept/tools" "$folder/kept/source"
    (cd "$folder/kept/tools" && apt-get -qq download $(pinned tools))
    (cd "$folder/kept/source" && apt-get -qq source --download-only $(pinned source))
    touch "$folder/kept/tools/complete"
    rm -rf "$folder/apt-tools"
fi
unset APT_CONFIG

build_intel() {
    local at=$folder/intel tools=$folder/tools
    rm -rf "$at"
    mkdir -p "$at"
    [ -e "$tools/complete" ] || unpack "$folder/kept/tools" "$tools"
    tar x -C "$at" -f "$(ls "$folder"/kept/source/mesa_*.orig.tar.* | grep -v '[.]asc$')" --strip-components=1
    export PYTHONPATH=$tools/usr/share/meson:$tools/usr/lib/python3/dist-packages PATH=$tools/usr/bin:$PATH
    export PKG_CONFIG_SYSROOT_DIR=$tools PKG_CONFIG_PATH=$tools/usr/lib/x86_64-linux-gnu/pkgconfig
    export BISON_PKGDATADIR=$tools/usr/share/bison M4=$tools/usr/bin/m4
    cd "$at"
    nice -n 19 python3 "$tools/usr/bin/meson" setup build -Dvulkan-drivers= -Dgallium-drivers= -Dtools=drm-shim,intel \
        -Dplatforms= -Dglx=disabled -Degl=disabled -Dgbm=disabled -Dopengl=false -Dgles1=disabled -Dgles2=disabled \
        -Dllvm=disabled -Dzstd=disabled -Dvalgrind=disabled -Dlibunwind=disabled -Dbuildtype=release -Dvideo-codecs= \
        -Dshared-glapi=disabled -Dintel-elk=false -Dlmsensors=disabled
    nice -n 19 ninja -C build src/intel/tools/libintel_noop_drm_shim.so
    cp build/src/intel/tools/libintel_noop_drm_shim.so "$folder/"
    rm -rf "$at" "$tools"
}
if [ ! -e "$folder/libintel_noop_drm_shim.so" ]; then
    bash -c "set -eu; folder='$folder'; $(declare -f unpack build_intel); build_intel" >"$folder/intel.log" 2>&1 ||
        fail "Intel's device: it does not build here: see $folder/intel.log"
fi
