#!/bin/sh
# Times the WGSL of transforms on Dawn's Vulkan, and our own SPIR-V on the same device: bench/scripts/wgsl.sh [MIB] [LENGTH ...]
# SPDX-License-Identifier: Apache-2.0
#
# Needs node, and npm's `webgpu` under PEERS (its folder dist/linux-x64 is enough, and index.js). About two minutes on a GPU.
set -eu
cd "$(dirname "$0")/../.."
export BUILD="${BUILD:-build}"
export PEERS="${PEERS:-$BUILD/portable}"
[ -d "$PEERS/node_modules/webgpu" ] || npm install --silent --prefix "$PEERS" webgpu@0.6.2
node bench/scripts/wgsl.mjs "$@"
mib=${1:-256}
[ $# -eq 0 ] || shift
"$BUILD/nbl-fft" bench ${*:-256 1000 1024 4096} --mode fast,exact --size "$mib"
