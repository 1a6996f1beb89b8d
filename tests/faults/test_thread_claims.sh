#!/usr/bin/env bash
# Every public function whose comment says Thread-safe is called by threads.c, under ThreadSanitizer; of arrays, by file/threads.c.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
passed=0 failed=0

# "Thread-safe" in the comment before a declaration, or before others that follow without an empty line.
claims() {
    awk '/^\/\*/ { text = ""; inside = 1 }
         inside { text = text " " $0; if (/\*\//) { inside = 0; claimed = text ~ /Thread-safe/; next } next }
         /^$/ { claimed = 0 }
         claimed && match($0, /nbl_[a-z0-9_]+\(/) { print substr($0, RSTART, RLENGTH - 1) }' "$1"
}
# Prose at the head of a header claims it of these.
prose='nbl_bloom_binding_create nbl_bloom_record_sums nbl_bloom_record_kernel nbl_bloom_record_image
       nbl_bloom_record_images nbl_scan_emulate
       nbl_vulkan_buffer_upload nbl_vulkan_buffer_download nbl_vulkan_image_upload nbl_vulkan_image_download
       nbl_vulkan_commands_begin nbl_vulkan_commands_submit nbl_vulkan_kernel_record nbl_vulkan_record_barrier'
called() {
    if grep -q "$1(" "$2"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "failed: $1 claims to be thread-safe and is not in $2"; fi
}
for name in $(for header in include/nbl/host/*.h; do claims "$header"; done | sort -u) $prose; do called "$name" tests/faults/threads.c; done
# "All functions may be called from any thread."
for name in $(grep -oE '^nbl_[a-z_ ]*nbl_npy_[a-z]+\(' tools/io/npy/npy.h | grep -oE 'nbl_npy_[a-z]+\(' | tr -d '('); do called "$name" tests/file/threads.c; done
[ "$passed" -ge 45 ] || { failed=$((failed + 1)) && echo "failed: too few functions were found"; }
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
