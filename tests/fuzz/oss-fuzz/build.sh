#!/bin/bash -eu
# OSS-Fuzz: builds the fuzz targets that need neither a compiler of shaders nor a Vulkan loader, with seeds and dictionaries.
# SPDX-License-Identifier: Apache-2.0
#
# Reads CC, CXX, CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE, SRC, WORK and OUT as OSS-Fuzz sets them. Without the sources of OpenEXR,
# libpng and libjpeg under SRC, those of the system are linked: so it runs outside of OSS-Fuzz, too.
cd "$(dirname "$0")"
root=$(git rev-parse --show-toplevel 2>/dev/null || echo "$SRC/nbl")
static=
if [ -d "$SRC/openexr" ]; then
    for name in openexr libpng libjpeg-turbo; do
        cmake -S "$SRC/$name" -B "$WORK/$name" -DCMAKE_INSTALL_PREFIX="$WORK/installed" -DBUILD_SHARED_LIBS=OFF \
            -DBUILD_TESTING=OFF -DPNG_SHARED=OFF -DENABLE_SHARED=OFF -DPNG_TESTS=OFF -DOPENEXR_BUILD_TOOLS=OFF -DOPENEXR_INSTALL_EXAMPLES=OFF
        cmake --build "$WORK/$name" --target install -j"$(nproc)"
    done
    export PKG_CONFIG_PATH=$WORK/installed/lib/pkgconfig:$WORK/installed/lib64/pkgconfig
    static=--static
fi
cd "$root"
# The sources of libtiff are not fetched: its target is built where the system has it. Little CMS is the system's.
tiff=$(pkg-config --atleast-version=4.5 libtiff-4 2>/dev/null && echo libtiff-4) || tiff=
objects=()
compile() { # source
    local object
    object=$WORK/$(echo "$1" | tr / -).o
    case $1 in
    *.cpp) set -- "$1" "$CXX $CXXFLAGS -std=c++17" ;;
    *) set -- "$1" "$CC $CFLAGS -std=c11" ;;
    esac
    $2 -ffp-contract=off -pthread -Iinclude -Ihost -Itools -I. -D_POSIX_C_SOURCE=200809L \
        $(pkg-config --cflags OpenEXR libpng libjpeg lcms2 $tiff) ${tiff:+-DNBL_HAS_TIFF=1} -c -o "$object" "$1"
    compiled=$object
}
for source in tools/io/*/*.c tools/io/*/*.cpp host/file/*.c host/error/*.c tools/nbl-bloom/options.c tools/nbl-bloom/paths.c tools/common/options.c tools/common/tool.c; do
    compile "$source"
    objects+=("$compiled")
done
for what in npy exr hdr png jpeg ${tiff:+tiff} plan_text escape bloom_options; do
    compile "tests/fuzz/fuzz_$what.c"
    rm -f "$WORK/objects.a" && ar rcs "$WORK/objects.a" "${objects[@]}"
    $CXX $CXXFLAGS -o "$OUT/fuzz_$what" "$compiled" "$WORK/objects.a" $LIB_FUZZING_ENGINE \
        $(pkg-config $static --libs OpenEXR libpng libjpeg lcms2 $tiff) -lm -pthread
    python3 -c 'import sys, shutil; shutil.make_archive(sys.argv[1], "zip", sys.argv[2])' \
        "$OUT/fuzz_${what}_seed_corpus" "tests/fuzz/corpus/$what"
    [ ! -e "tests/fuzz/$what.dict" ] || cp "tests/fuzz/$what.dict" "$OUT/fuzz_$what.dict"
done
