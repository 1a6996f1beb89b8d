#!/bin/sh
# A device that is lost in the middle of a bloom, or that cannot be waited for: one line without --fallback, the emulator's
# result with it. Mutation that fails here: nbl_vulkan_commands_wait() that succeeds if vkQueueWaitIdle does.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build}
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0
check() { # what, condition...
    what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        cat "$folder/errors"
    fi
}

driver=$(ls /usr/share/vulkan/icd.d/lvp_icd.*.json 2>/dev/null | head -n 1)
loader=$(${CC:-cc} -print-file-name=libvulkan.so.1)
[ -f "$loader" ] || loader=$(ls /usr/lib/*/libvulkan.so.1 2>/dev/null | head -n 1)
if [ -z "$driver" ] || [ -z "$loader" ]; then
    echo "SKIPPED: device loss: lavapipe or the Vulkan loader is not installed"
    [ "${CI:-}" = true ] && exit 1
    echo "0 passed, 0 failed"
    exit 0
fi
${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -I. -w -shared -fPIC -Wl,-soname,libvulkan.so.1 \
    -o "$folder/libvulkan.so.1" tests/faults/lost_device.c || exit 1
{ printf '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 4\n'
  printf '\200\200\200\201%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; } >"$folder/in.hdr"

bloom() { # a call of lost_device.c, options...
    at=$1
    shift
    rm -f "$folder/out.hdr"
    NBL_LOST_AT=$at NBL_REAL_VULKAN=$loader LD_LIBRARY_PATH=$folder VK_ICD_FILENAMES=$driver VK_DRIVER_FILES=$driver \
        XDG_CACHE_HOME=$folder ASAN_OPTIONS=detect_leaks=0 timeout 60 \
        "$build/nbl-bloom" "$folder/in.hdr" "$folder/in.hdr" -o "$folder/out.hdr" "$@" >"$folder/text" 2>"$folder/errors"
}
one_line() { [ "$(wc -l <"$folder/errors")" -eq 1 ]; }

bloom none --backend emulator
mv "$folder/out.hdr" "$folder/expected.hdr"
bloom none --backend vulkan
check "a device that is not lost" cmp -s "$folder/out.hdr" "$folder/expected.hdr"

# A wait that fails once.
bloom wait --backend vulkan
status=$?
check "a wait that fails: exit status $status instead of 1" [ "$status" -eq 1 ]
check "a wait that fails: one line" one_line
check "a wait that fails: says why" grep -q "waiting for the device" "$folder/errors"
check "a wait that fails: no result" [ ! -e "$folder/out.hdr" ]
bloom wait --backend vulkan --fallback
status=$?
check "a wait that fails with --fallback: exit status $status" [ "$status" -eq 0 ]
check "a wait that fails with --fallback: the emulator's result" cmp -s "$folder/out.hdr" "$folder/expected.hdr"

# From these calls on, in uploads, in compiling and in running.
for call in 'vkQueueSubmit 1' 'vkCreateComputePipelines 2' 'vkQueueSubmit 3'; do
    bloom "$call" --backend vulkan
    status=$?
    check "call $call: exit status $status instead of 1" [ "$status" -eq 1 ]
    check "call $call: one line" one_line
    check "call $call: says that the device is lost" grep -qi "lost" "$folder/errors"
    check "call $call: no result" [ ! -e "$folder/out.hdr" ]
    bloom "$call" --backend vulkan --fallback
    status=$?
    check "call $call with --fallback: exit status $status" [ "$status" -eq 0 ]
    check "call $call with --fallback: one line" one_line
    check "call $call with --fallback: says who ran" grep -q "running on the CPU" "$folder/errors"
    check "call $call with --fallback: the emulator's result" cmp -s "$folder/out.hdr" "$folder/expected.hdr"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
