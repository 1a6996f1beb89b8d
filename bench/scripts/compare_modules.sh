#!/usr/bin/env bash
# Compares the kernels of two builds, but for ids and the order of constants, and says which differ: compare_modules.sh OLD NEW
# SPDX-License-Identifier: Apache-2.0
#
# OLD, NEW: two trees that are built. KINDS in the environment chooses what is compared:
#   transforms halves real radix2   nbl-fft's; LENGTHS chooses among them
#   blooms blurs                    nbl-bloom's
#   lines arrays                    nbl-fft's of arrays, SHAPES: shaders/fft_lines.h and its neighbours
#   tickets                         shaders/fft_tickets.h, for the defines of tests/fft/tickets_kernel.h, unoptimised
#   scans                           shaders/scan.h and scan_look_back.h, optimised
#   headers                         the sections of tests/headers/instances.txt, unoptimised, in GLSL and in HLSL
set -u
old=$(cd "${1:?the tree of the one build}" && pwd) new=$(cd "${2:?the tree of the other}" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$scratch/cache
kinds=" ${KINDS:-transforms halves real radix2 lines arrays tickets blooms blurs scans headers} "
lengths=${LENGTHS:-64 96 1000 1024 2304 4096 8192}
same=0 different=0

normalised() { "$here/normalised_module.py" "$1"; }

# Runs a command for both trees, which leaves modules in $folder of $tree; then compares modules of the same name.
compare() { # label command ...
    local label=$1 module name
    shift
    for side in old new; do
        tree=${!side} folder=$scratch/$side
        rm -rf "$scratch/cache" "$folder"
        mkdir "$folder"
        "$@" >"$scratch/log" || { echo "$label: $tree: $(tail -n 1 "$scratch/log")"; exit 1; }
    done
    for name in $(cd "$scratch" && find old new -name '*.spv' -printf '%P\n' | sort -u); do
        if cmp -s "$scratch/old/$name" "$scratch/new/$name" ||
            { [ -e "$scratch/old/$name" ] && [ -e "$scratch/new/$name" ] &&
                [ "$(normalised "$scratch/old/$name")" = "$(normalised "$scratch/new/$name")" ]; }; then
            same=$((same + 1))
        else
            different=$((different + 1))
            echo "$label: ${name%.spv} differs"
        fi
    done
}

transform() { "$tree/build/nbl-fft" compile "$@" -o "$folder/transform.spv"; }
transforms() { # options
    for length in $lengths; do
        for direction in "" --inverse; do compare "$length $direction $*" transform --length "$length" $direction "$@"; done
    done
}
shapes() { # shapes ...; each both ways, complex and, if its last size is even, real, in all precisions
    for shape; do
        for how in "" --inverse --real "--real --inverse"; do
            case "$how $shape" in *real*[13579]) continue ;; esac
            for precision in fp32 fp64 fp16-storage; do
                compare "$shape $how $precision" shape --shape "$shape" $how --precision $precision
            done
        done
    done
}
shape() { "$tree/build/nbl-fft" compile "$@" -o "$folder"; }
bloom() { "$tree/build/nbl-bloom" compile "$@" -o "$folder/passes"; }
glsl() { glslc -x "$language" --target-env=vulkan1.1 -fshader-stage=comp -I "$tree/include" -I "$tree" -I "$tree/tests" "$@"; }
kernel() { # file defines
    local file=$1 language=glsl
    shift
    printf '#version 460\n#include "%s"\n' "$file" >"$scratch/kernel.comp"
    glsl "$@" -I "$tree" -o "$folder/kernel.spv" "$scratch/kernel.comp"
}
scan() { kernel "$@" -O -DNBL_SCAN_KERNEL=nbl_scan; }

# Every section of the tree's instances.txt, `@name` replaced by section `name`, as test_headers.sh compiles it.
section() {
    awk -v wanted="$1" '/^=== / { on = $2 ($3 ? "/" $3 : "") == wanted; next } on' "$tree/tests/headers/instances.txt" |
    while IFS= read -r text; do
        case $text in @*) section "${text#@}" ;; *) printf '%s\n' "$text" ;; esac
    done
}
headers() { # language options
    local language=$1 instance name
    shift
    for instance in $(awk '/^=== nbl/ { print $2 ($3 ? "/" $3 : "") }' "$tree/tests/headers/instances.txt"); do
        name=${instance//\//_}
        [ "$language $instance" = "hlsl nbl/accessors/buffer_device_address.h" ] && continue
        [ "$instance" = nbl/accessors/functions.h ] && continue # C's alone
        { [ "$language" = hlsl ] || echo '#version 460'
          section "$instance"
          echo "#include \"nbl/$(sed -E 's,^nbl/,,; s,\.h/.*,.h,' <<<"$instance")\""
          [ "$language" = hlsl ] && echo '[numthreads(1, 1, 1)] void main() {}' || echo 'void main() {}'; } >"$folder/$name.comp"
    done
    (cd "$folder" && glsl "$@" -c ./*.comp)
}

for kind in $kinds; do
    case $kind in
    transforms) transforms --precision fp32; transforms --precision fp64 ;;
    halves) transforms --precision fp16-storage; transforms --precision fp16 ;;
    real) transforms --real ;;
    radix2)
        for length in 64 512 4096; do
            for how in "" "--subgroup-size 1" "--inverse" "--real"; do
                compare "radix2 $length $how" transform --length "$length" --algorithm radix2-shuffle $how
            done
        done ;;
    lines) shapes ${SHAPES:-1000x1000 1009 3380 9409 1048576 2000x33} ;;
    arrays) shapes ${SHAPES:-64x64 16x16x16 48x35} ;;
    tickets)
        for number in 0 1 3; do # 2 is of the CPU
            for how in "" -DNBL_TICKETS_INVERSE=1 -DNBL_TICKETS_TABLES=1 -DTICKETS_STRIPS=1 -DNBL_TICKETS_HALVES=1; do
                case "$number $how" in 3*STRIPS* | [01]*) ;; *) continue ;; esac # a pass alone is of strips
                compare "tickets, kernel $number $how" kernel tests/fft/tickets_kernel.h -DNBL_TICKETS_KERNEL=$number $how
            done
        done ;;
    blooms)
        for how in "" "--precision fp16" "--padding mirror" "--kernel-mode resample" "--algorithm radix2-shuffle" \
            "--combine mix --threshold 1" "--in rgba16f-sampled --out rgba16f-image"; do
            compare "bloom $how" bloom 640x360 128x128 $how
        done
        compare "bloom at low resolution" bloom 640x360 128x128 --low-resolution 2 --core 2 ;;
    blurs)
        compare "dual filter" bloom 640x360 --method dual-filter --combine add --threshold 1
        for wrap in clamp mirror repeat; do compare "prefix sum $wrap" bloom 640x360 --method prefix-sum --sigma 9 --wrap $wrap; done ;;
    scans)
        for pass in 0 1 2; do
            for function in plus minimum; do
                compare "scan $pass $function" scan shaders/scan.h -DNBL_PARAMETER_pass=$pass -DNBL_PARAMETER_kind=0 \
                    -DNBL_SCAN_SCALAR=float32_t -DNBL_SCAN_FUNCTION=$function
            done
        done
        compare "scan, native" scan shaders/scan.h -DNBL_PARAMETER_pass=0 -DNBL_PARAMETER_kind=1 -DNBL_SCAN_SCALAR=uint32_t \
            -DNBL_SCAN_FUNCTION=plus -DNBL_SCAN_NATIVE=add -DNBL_SCAN_ANY_ORDER=1
        compare "scan, look back" scan shaders/scan_look_back.h -DNBL_PARAMETER_pass=0 -DNBL_PARAMETER_kind=0 -DNBL_MEMORY_MODEL=1 \
            -DNBL_SCAN_SCALAR=uint32_t -DNBL_SCAN_FUNCTION=plus -DNBL_SCAN_ANY_ORDER=1 -DNBL_SCAN_MAX_LOOKS=32 ;;
    headers)
        compare "GLSL" headers glsl
        compare "GLSL, all scalars" headers glsl -DNBL_HAS_FLOAT16=1 -DNBL_HAS_FLOAT64=1 -DNBL_SUBGROUP_OPERATIONS=0
        compare "HLSL" headers hlsl -fentry-point=main -DNBL_HLSL=1 ;;
    *) echo "KINDS: '$kind' is not one of transforms, halves, real, radix2, lines, arrays, tickets, blooms, blurs, scans, headers"; exit 2 ;;
    esac
done
echo "$same the same, $different different"
