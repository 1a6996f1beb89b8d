#!/bin/sh
# Makes a Godot project of this folder: its files, and the kernels of ocean and bloom as Godot's compute files.
# SPDX-License-Identifier: Apache-2.0
#
#   examples/godot/make.sh FOLDER [WIDTHxHEIGHT]     FOLDER is made; the window's size, by default project.godot's
#
# Needs build/ocean and build/nbl-bloom.
set -eu
[ $# -ge 1 ] || { echo "usage: make.sh FOLDER [WIDTHxHEIGHT]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-build} folder=$1 size=${2:-1152x648}
mkdir -p "$folder"
cp "$here"/*.gd "$here"/*.gdshader "$here"/*.tscn "$here"/load.glsl "$here"/store.glsl "$here"/to_textures.glsl "$folder"
sed "s/viewport_width=.*/viewport_width=${size%x*}/; s/viewport_height=.*/viewport_height=${size#*x}/" "$here/project.godot" \
    >"$folder/project.godot"
"$build/ocean" compile --target glsl --side 256 --shaders "$here/../ocean" -o "$folder/ocean"
"$build/ocean" compile --target glsl --side 64 --shaders "$here/../ocean" -o "$folder/check"
"$build/nbl-bloom" compile "$size" 256x256 --target glsl --combine mix --intensity 0.15 -o "$folder/bloom"
"$build/nbl-bloom" kernel starburst --f-number 16 -o "$folder/star.exr"
# Godot compiles what begins with this line.
for text in "$folder"/ocean/*.comp "$folder"/check/*.comp "$folder"/bloom/*.comp; do
    { echo '#[compute]' && cat "$text"; } >"${text%.comp}.glsl"
    rm "$text"
done
