#!/bin/sh
# Makes a scene and two kernels, blooms the scene with both on the best device, and prints what each pass took.
# SPDX-License-Identifier: Apache-2.0
#
#   BUILD=folder   where the tools were built (build); everything is left in $BUILD/demo
set -eu
build=${BUILD:-build}
out=$build/demo
mkdir -p "$out"
listed=

say() { printf "%s\n" "$@"; }

# The tool writes one pass per line and one name per line, so that no JSON parser is needed.
table() {
    awk '
    function text(line) { sub(/^[^:]*: */, "", line); sub(/,$/, "", line); gsub(/"/, "", line); return line }
    function field(line, name) { sub(".*\"" name "\": *", "", line); sub(/[,}].*/, "", line); gsub(/"/, "", line); return line }
    function pair(line) { line = text(line); gsub(/[\[\] ]/, "", line); sub(/,/, " x ", line); return line }
    /^  "device"/ { device = text($0) }
    /^  "driver"/ { driver = text($0) }
    /^  "subgroup_size"/ { subgroup = text($0) }
    /^  "mode"/ { mode = text($0) }
    /^  "precision"/ { precision = text($0) }
    /^  "image"/ { image = pair($0) }
    /^  "kernel":/ { kernel = pair($0) }
    /^  "lengths"/ { lengths = pair($0) }
    /^  "first_axis"/ { axis = text($0) }
    /^  "runs"/ {
        runs = text($0)
        printf "  device   %s, subgroups of %s\n  driver   %s\n", device, subgroup, driver
        printf "  sizes    image %s, kernel %s, FFTs %s, %s first, %s, %s\n\n", image, kernel, lengths, axis, mode, precision
        printf "  %-20s %8s %7s %9s %10s\n", "pass", "FFTs", "length", "MiB", "ms"
    }
    /"time_ns"/ {
        time = field($0, "time_ns") / 1e6
        name = field($0, "name")
        if (name ~ /^kernel/) once += time; else each += time
        printf "  %-20s %8d %7d %9.1f %10.3f\n", name, field($0, "ffts"), field($0, "fft_length"), field($0, "bytes") / 1048576, time
    }
    END {
        printf "  %-20s %8s %7s %9s %10.3f\n  %-20s %8s %7s %9s %10.3f\n", "once per kernel", "", "", "", once, "every image", "", "", "", each
        if (runs > 1) printf "  (medians of %d runs, after a warm-up)\n", runs
    }' "$1"
}

# bloom NAME: the image, its preview and the times
bloom() {
    "$build/nbl-bloom" "$out/scene.exr" "$out/$1.exr" -o "$out/scene-$1.exr" --padding mirror --timings "$out/scene-$1.json"
    "$build/nbl-bloom" "$out/scene.exr" "$out/$1.exr" -o "$out/scene-$1.png" --padding mirror
    say "" "scene * $1"
    table "$out/scene-$1.json"
}

say "making a scene and two kernels ..."
"$build/make-demo-inputs" "$out"
bloom starburst
bloom heart
# Fully sharpened there is no bloom: the scene as it is, for comparison.
"$build/nbl-bloom" "$out/scene.exr" "$out/heart.exr" -o "$out/scene.png" --sharpen 1

# A file that has no words here is listed, too.
say "" "left in $out:"
for file in scene-starburst.png scene-heart.png scene.png $(cd "$out" && ls); do
    case " $listed " in *" $file "*) continue ;; esac
    listed="$listed $file"
    case $file in
    scene-starburst.png) what="the scene with stars on its lights: look at this first" ;;
    scene-heart.png) what="with hearts" ;;
    scene.png) what="without" ;;
    scene.exr | scene-*.exr) what="with all of its light, for nbl-bloom and for programs that read .exr" ;;
    starburst.exr | heart.exr) what="a kernel: what a point of light becomes" ;;
    scene-*.json) what="the times above" ;;
    *) what="" ;;
    esac
    printf "  %-21s%s\n" "$file" "$what"
done
