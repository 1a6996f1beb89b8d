#!/usr/bin/env bash
# Functions that a later version lacks: the guide's table has each, both of its cells compile, and a compiler warns of the left one.
# SPDX-License-Identifier: Apache-2.0
#
# Mutations that this finds: a function marked without a row, a row whose right cell is marked, a mark left out of a header.
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh
guide=docs/guide/arrays.md
marked=$(sed -n 's/^NBL_DEPRECATED(\(nbl_[a-z_0-9]*\), .*/\1/p' include/nbl/host/*.h)
rows=$(sed -n '/^## Moving from 0.2.0/,$s/^| `\(nbl_.*\)` | `\(.*\)` |$/\1\t\2/p' "$guide")
for name in $marked; do
    printf '%s\n' "$rows" | cut -f 1 | grep -q "^$name("
    record $? "$guide: has a row of $name"
done

# Writes a program of one column, a function a row.
program() {
    cat <<'END'
#include "nbl/host/convolution_vulkan.h"
#include "nbl/host/fft_tickets.h"
void calls(nbl_vulkan_device_t *device, nbl_cache_t *cache, nbl_mode_t mode, bool unroll, nbl_fft_route_t route, bool in_place,
           nbl_fft_problem_t problem, nbl_fft_vulkan_desc_t how, nbl_convolution_desc_t convolution,
           nbl_fft_tickets_desc_t tickets, nbl_fft_by_tickets_t *by_tickets, nbl_fft_t *fft, nbl_fft_binding_t *binding,
           const void *kernel, uint64_t taps, const void *input, void *output, nbl_vulkan_resource_t in,
           nbl_vulkan_resource_t out, nbl_vulkan_resource_t workspace, VkCommandBuffer commands, char *text, size_t size);
void calls(nbl_vulkan_device_t *device, nbl_cache_t *cache, nbl_mode_t mode, bool unroll, nbl_fft_route_t route, bool in_place,
           nbl_fft_problem_t problem, nbl_fft_vulkan_desc_t how, nbl_convolution_desc_t convolution,
           nbl_fft_tickets_desc_t tickets, nbl_fft_by_tickets_t *by_tickets, nbl_fft_t *fft, nbl_fft_binding_t *binding,
           const void *kernel, uint64_t taps, const void *input, void *output, nbl_vulkan_resource_t in,
           nbl_vulkan_resource_t out, nbl_vulkan_resource_t workspace, VkCommandBuffer commands, char *text, size_t size) {
    nbl_error_t error;
END
    printf '%s\n' "$rows" | cut -f "$1" | sed 's/.*/    (void)(&);/'
    echo '}'
}
program 1 >"$scratch/old.c"
program 2 >"$scratch/new.c"
strict="${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Wno-unused-parameter -Wno-unused-value -Iinclude -c -o $scratch/object.o"
$strict -Werror "$scratch/new.c" 2>"$scratch/log"
record $? "the right cells compile without a warning: $(head -n 3 "$scratch/log")"
$strict -Werror -DNBL_SILENT_DEPRECATED "$scratch/old.c" 2>"$scratch/log"
record $? "the left cells compile silently: $(head -n 3 "$scratch/log")"
$strict "$scratch/old.c" 2>"$scratch/log"
warned=$(grep -c 'warning: .*since 0.3: .* takes its place' "$scratch/log") there=$(printf '%s\n' "$rows" | wc -l)
[ "$warned" = "$there" ] && [ "$there" -ge 26 ]
record $? "each left cell is warned of: $warned of $there"
"${CXX:-c++}" -std=c++17 -Wall -Wextra -Wpedantic -Wno-unused-parameter -Iinclude -fsyntax-only -x c++ "$scratch/old.c" 2>"$scratch/log"
[ "$(grep -c 'warning: .*takes its place' "$scratch/log")" = "$there" ]
record $? "in C++, too: $(grep -c 'warning: .*takes its place' "$scratch/log") of $there"
finish
