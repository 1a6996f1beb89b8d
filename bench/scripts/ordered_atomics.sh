#!/usr/bin/env bash
# By how much ordered atomics slow down the checker's loads of shared memory: processor time, by who makes the atomics and how often.
# SPDX-License-Identifier: Apache-2.0
#
# bench/scripts/ordered_atomics.sh [INVOCATIONS]   of a workgroup, default 1024; BUILD: default build; CC: default cc
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}") folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/ordered.c" <<'END'
#define NBL_MEMORY_MODEL 1
#include "nbl/lang.h"

#include "nbl/host/emulator.h"

#include <stdio.h>
#include <time.h>

enum { NONE, RELAXED, FIRST, ALL, EACH_TRIP, WAYS };

NBL_SHARED(uint32_t, numbers, 1024)
NBL_SHARED(uint32_t, flag, 1)
NBL_BUFFER(0, uint32_t, sums)
static int way;

NBL_KERNEL(read_much) {
    const uint32_t t = nbl_local_invocation_index();
    uint32_t sum = 0u;
    for (uint32_t i = t; i < 1024u; i += INVOCATIONS) NBL_STORE(numbers, i, i);
    if (t == 0u) NBL_STORE(flag, 0u, 0u);
    NBL_WORKGROUP_BARRIER();
    if (way == RELAXED) sum += NBL_ATOMIC_ADD(flag, 0u, 1u);
    if (way == ALL || (way == FIRST && t == 0u))
        sum += NBL_ATOMIC_ADD_ORDERED(flag, 0u, 1u, NBL_SCOPE_WORKGROUP, NBL_ORDER_ACQUIRE_RELEASE);
    for (uint32_t trip = 0u; trip < 64u; trip++) {
        if (way == EACH_TRIP)
            sum += NBL_ATOMIC_ADD_ORDERED(flag, 0u, 1u, NBL_SCOPE_WORKGROUP, NBL_ORDER_ACQUIRE_RELEASE);
        for (uint32_t i = 0u; i < 64u; i++) sum += NBL_LOAD(numbers, (t + i * 17u + trip) & 1023u);
    }
    NBL_STORE(sums, t, sum);
}

int main(void) {
    static const char *const names[] = {"none", "relaxed, by all", "ordered, by one", "ordered, by all",
                                        "ordered, by all, each 64 loads"};
    static _Alignas(16) uint32_t memory[INVOCATIONS];
    nbl_emulator_resource_t resource = {memory, sizeof memory, 0};
    double first = 0;
    for (way = 0; way < WAYS; way++) {
        double least = 1e9;
        for (int round = 0; round < 3; round++) {
            nbl_emulator_launch_t launch = nbl_emulator_launch_init();
            struct timespec begin, end;
            launch.kernel = read_much;
            launch.workgroup_size[0] = INVOCATIONS;
            launch.resources = &resource;
            launch.resource_count = 1;
            launch.check = NBL_EMULATOR_CHECK_RACES;
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
            if (nbl_emulator_launch(&launch, NULL) != NBL_SUCCESS) return 1;
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
            const double time = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
            least = time < least ? time : least;
        }
        if (way == 0) first = least;
        printf("| %s | %.1f | %.2f |\n", names[way], least / (4096.0 * INVOCATIONS) * 1e9, least / first);
    }
    return 0;
}
END
"${CC:-cc}" -std=c11 -O2 -ffp-contract=off -DINVOCATIONS="${1:-1024}u" -Iinclude "$folder/ordered.c" "$build/libnbl.a" \
    -lm -pthread -o "$folder/ordered"
echo "| Atomics | ns per checked load | ratio |"
echo "|---|---|---|"
"$folder/ordered"
