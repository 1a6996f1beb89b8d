#!/usr/bin/env bash
# The Godot project of examples/godot: every shader compiles as Godot compiles it; with a Godot 4 binary the waves' bits are
# the emulator's.
# SPDX-License-Identifier: Apache-2.0
#
#   GODOT=path    a Godot 4.3 or later; by default godot4 or godot if they are there
#
# Catches: a binding that kernels.gd does not make, a file of a pass that make.sh does not write.
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh

build=${BUILD:-build}
project=$scratch/project
expect "make.sh" examples/godot/make.sh "$project" 320x180
count=0
for shader in "$project"/*.glsl "$project"/*/*.glsl; do
    sed 1d "$shader" >"$scratch/shader.comp"
    expect "$(basename "$shader") begins as Godot wants" sh -c 'head -n 1 "$1" | grep -qx "#\[compute\]"' sh "$shader"
    expect "$(basename "$shader") compiles" glslangValidator -V --target-env vulkan1.1 -o "$scratch/shader.spv" "$scratch/shader.comp"
    count=$((count + 1))
done
[ "$count" = 20 ] || { failed=$((failed + 1)); echo "failed: $count shaders instead of 20"; }
# What the scripts take of the bundles: each pass's file, each binding's buffer.
expect "bundles are as kernels.gd reads them" python3 - "$project" <<'EOF'
import json, os, sys
for folder, name in (("ocean", "ocean.json"), ("check", "ocean.json"), ("bloom", "bloom.json")):
    path = os.path.join(sys.argv[1], folder)
    bundle = json.load(open(os.path.join(path, name)))
    named = isinstance(bundle["buffers"], dict)
    assert len(bundle["passes"]) == (7 if named else 5)
    for one in bundle["passes"]:
        assert os.path.exists(os.path.join(path, os.path.splitext(one["file"])[0] + ".glsl")), one["file"]
        assert 0 < one["workgroups"] < 65536
        for binding in one["interface"]["bindings"]:
            number = binding["binding"]
            assert (one["buffers"][number] in bundle["buffers"]) if named else number < len(bundle["buffers"])
        if one["interface"].get("uniforms"):
            words = one["constants"] if named else bundle["sea"]
            assert one["interface"]["uniforms"]["binding"] == bundle["uniform_binding"]
            assert one["interface"]["uniforms"]["bytes"] == 4 * len(words)
EOF
godot=${GODOT:-$(command -v godot4 || command -v godot || true)}
if [ -n "$godot" ]; then
    wanted=$("$build/ocean" --backend emulator --seconds 10 -o "$scratch/waves" | grep -o 'checksum [0-9a-f]*')
    expect "Godot imports the project" timeout 300 xvfb-run -a "$godot" --path "$project" --import
    got=$(timeout 300 xvfb-run -a "$godot" --path "$project" -- --check 2>&1 | grep -o 'checksum [0-9a-f]*')
    expect "waves in Godot: $got, the emulator's: $wanted" [ "$got" = "$wanted" ]
else
    echo "NOT HERE: a Godot 4 binary; GODOT=path names one"
fi
finish
