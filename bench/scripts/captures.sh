#!/usr/bin/env bash
# A program under the capture layer: one dispatch of each of its shaders is run and held against the device.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/captures.sh CLAUSES PROGRAM [WORD ...]   after `make`; CLAUSES of NBL_CAPTURE, as 'dispatch 1-1000'
#   bench/scripts/captures.sh CLAUSES vkfft                VkFFT of Debian's libvkfft-dev, by captured_vkfft.c
#   BUILD, LIMIT                                           build; seconds of a run, 60
#
# Prints the program's seconds without and with the layer, captures and bytes, and a row for each shader: dispatch,
# bytes, exit status, what is proved, and what differs. Exits with 1 if a run neither ends nor finds anything, if an
# integer differs, or if a float differs by more than Vulkan allows. Programs must use Vulkan's loader. ncnn's own
# takes a driver that VK_DRIVER_FILES or VK_ICD_FILENAMES names without it, so leave these unset there.
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
clauses=$1
shift
if [ "$1" = vkfft ]; then
    build_program -I. -Itools -Ihost -Wno-unused-function bench/scripts/captured_vkfft.c \
        "$build/tools/bench/vkfft_plan.o" -lvulkan
    set -- "$program"
fi
export VK_LAYER_PATH="$build:/usr/share/vulkan/explicit_layer.d"
seconds() {
    local from
    from=$(date +%s.%N)
    "$@" >"$scratch/out" 2>&1 || { tail -n 3 "$scratch/out" >&2; exit 1; }
    echo "$(date +%s.%N) $from" | awk '{ printf "%.2f", $1 - $2 }'
}
seconds "$@" >/dev/null # shaders of the driver's cache
without=$(seconds "$@")
with=$(seconds env VK_INSTANCE_LAYERS=VK_LAYER_NBL_capture NBL_CAPTURE="$clauses; to $scratch/captures" "$@")
cd "$scratch/captures"
echo "$without s, with the layer $with s; $(ls | wc -l) captures, $(du -sb . | cut -f1) bytes"
status=0
for number in $(ls | sort -n); do
    echo "$(sha256sum <"$number/module.spv" | cut -d' ' -f1) $(awk '/^groups/ { print $2 * $3 * $4 }' "$number/capture.txt") $number"
done | sort -k1,1 -k2,2n | awk '!seen[$1]++ { print $3 }' | sort -n >../chosen
while read -r number; do
    rc=0
    timeout "${LIMIT:-60}" "$OLDPWD/$build/nbl-emulate" "$number" >../said 2>&1 || rc=$?
    grep -qE 'nothing that Vulkan|first integer' ../said && status=1
    [ "$rc" = 0 ] || [ "$rc" = 3 ] || status=1
    echo "| $number | $(du -sb "$number" | cut -f1) | $rc | $(head -n 1 ../said) | $(grep -E '^stores|^differs|out of bounds|of them come|nothing is bound' ../said | tr -s ' ' | paste -sd ';') |"
done <../chosen
exit $status
