/* What the functions of nbl/tgmath.h cost on a Vulkan device beside its own, and whether their bits are the CPU's.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: tgmath_cost [DEVICE [COUNT_LOG2 [ROUNDS]]]     in the repository's root; built by bench/scripts/tgmath_cost.sh
 * Checksums are of 2^COUNT_LOG2 arguments (24) over all of float32; times of ROUNDS (64) times as many from 2^-7 to 2,
 * the median of seven launches, less those of a kernel that calls nothing.
 */
#include "bench/scripts/tgmath_cost.h"
#include "nbl/host/vulkan.h"
#include "tests/tgmath/reference.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { LAUNCHES = 7, WARM_UP = 3 };

static nbl_vulkan_device_t *device;
static nbl_vulkan_buffer_t sums;
static uint32_t count_log2 = 24, rounds = 64;

static int stop(const char *what, const char *why) {
    fprintf(stderr, "tgmath_cost: %s: %s\n", what, why);
    exit(1);
}

static void expect(nbl_result_t result, const char *what, const nbl_error_t *error) {
    if (result != NBL_SUCCESS) stop(what, error->text);
}

static uint64_t fold(uint64_t hash, uint32_t sum) { return (hash ^ sum) * 0x100000001b3u; } /* FNV-1a */

/* ---- On the CPU */

static uint64_t expected[TGMATH_FUNCTIONS];

static void *compute(void *argument) {
    size_t f = (size_t)(const tgmath_function_t *)argument - (size_t)tgmath_functions;
    const tgmath_function_t *function = argument;
    uint64_t hash = 0xcbf29ce484222325u;
    f /= sizeof *function;
    for (uint32_t t = 0; t < (1u << count_log2) / COST_ITEMS; t++) {
        uint32_t sum = 0;
        for (uint32_t i = t * COST_ITEMS; i < (t + 1) * COST_ITEMS; i++)
            sum = cost_add(sum, function->bits(cost_first(i, count_log2), cost_other(i, 1), cost_other(i, 2)));
        hash = fold(hash, sum);
    }
    expected[f] = hash;
    return NULL;
}

/* ---- On the device */

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Picoseconds of one call; with `hash`, what the results fold to. */
static double run(const char *call, bool fast, uint64_t *hash) {
    char name[96];
    nbl_error_t error;
    nbl_define_t define = {"NBL_TGMATH_FAST", fast ? "1" : "0"};
    nbl_compile_desc_t compile = {.file = "bench/scripts/tgmath_cost.h",
                                  .defines = &define,
                                  .define_count = 1,
                                  .mode = fast ? NBL_MODE_FAST : NBL_MODE_EXACT,
                                  .optimize = NBL_OPTIMIZE_UNROLL};
    static char text[1 << 14];
    FILE *file = fopen(compile.file, "rb");
    if (!file) stop(compile.file, "cannot be opened: run in the repository's root");
    int head = snprintf(text, sizeof text, "#define COST_CALL(x, y, z) %s\n", call);
    text[(size_t)head + fread(text + head, 1, sizeof text - (size_t)head - 1, file)] = 0;
    fclose(file);
    compile.text = text;
    snprintf(name, sizeof name, "%s%s", call, fast ? ", the device's" : "");
    nbl_vulkan_kernel_desc_t desc = {.compile = &compile};
    nbl_vulkan_kernel_t *kernel;
    nbl_vulkan_bindings_t *bindings;
    nbl_vulkan_timestamps_t *times;
    nbl_vulkan_commands_t commands;
    nbl_vulkan_resource_t resource = {.buffer = sums.handle};
    uint32_t invocations = (1u << count_log2) / COST_ITEMS, groups[3];
    expect(nbl_vulkan_kernel_create(device, &desc, &kernel, &error), name, &error);
    expect(nbl_vulkan_bindings_create(kernel, &resource, NULL, &bindings, &error), name, &error);
    expect(nbl_vulkan_timestamps_create(device, LAUNCHES, &times, &error), name, &error);
    expect(nbl_vulkan_commands_create(device, &commands, &error), name, &error);
    if (!nbl_vulkan_split_groups(invocations / 64, groups)) stop(name, "too many workgroups");
    cost_constants_t constants = {count_log2, 0};
    if (hash) {
        expect(nbl_vulkan_commands_begin(device, &commands, &error), name, &error);
        expect(nbl_vulkan_kernel_record(kernel, commands.buffer, bindings, &constants, groups, &error), name, &error);
        nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
        expect(nbl_vulkan_commands_submit(device, &commands, &error), name, &error);
        uint32_t *words = malloc(invocations * sizeof *words);
        if (!words) stop(name, "no memory");
        expect(nbl_vulkan_buffer_download(device, &sums, 0, words, invocations * sizeof *words, &error), name, &error);
        *hash = 0xcbf29ce484222325u;
        for (uint32_t t = 0; t < invocations; t++) *hash = fold(*hash, words[t]);
        free(words);
    }
    constants.rounds = rounds;
    expect(nbl_vulkan_commands_begin(device, &commands, &error), name, &error);
    nbl_vulkan_timestamps_record_reset(times, commands.buffer);
    for (uint32_t i = 0; i < WARM_UP + LAUNCHES; i++) {
        if (i >= WARM_UP) nbl_vulkan_timestamps_record_begin(times, commands.buffer, i - WARM_UP);
        expect(nbl_vulkan_kernel_record(kernel, commands.buffer, bindings, &constants, groups, &error), name, &error);
        if (i >= WARM_UP) nbl_vulkan_timestamps_record_end(times, commands.buffer, i - WARM_UP);
        nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_COMPUTE);
    }
    expect(nbl_vulkan_commands_submit(device, &commands, &error), name, &error);
    double spans[LAUNCHES];
    expect(nbl_vulkan_timestamps_read(times, 0, LAUNCHES, spans, &error), name, &error);
    qsort(spans, LAUNCHES, sizeof *spans, by_value);
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_vulkan_timestamps_destroy(times);
    nbl_vulkan_bindings_destroy(bindings);
    nbl_vulkan_kernel_destroy(kernel);
    return spans[LAUNCHES / 2] * 1000.0 / ((double)(1u << count_log2) * rounds);
}

int main(int count, char **words) {
    nbl_vulkan_device_desc_t desc = {.index = -1};
    nbl_error_t error;
    if (count > 1) desc.index = atoi(words[1]);
    if (count > 2) count_log2 = (uint32_t)atoi(words[2]);
    if (count > 3) rounds = (uint32_t)atoi(words[3]);
    if (count_log2 < 10 || count_log2 > 24 || rounds < 1) stop("usage", "COUNT_LOG2 is 10 to 24, ROUNDS at least 1");
    expect(nbl_vulkan_device_create(&desc, &device, &error), "device", &error);
    nbl_vulkan_buffer_desc_t buffer = {.size = (4ull << count_log2) / COST_ITEMS, .name = "sums"};
    expect(nbl_vulkan_buffer_create(device, &buffer, &sums, &error), "buffer", &error);
    const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(device);
    printf("%s, %s %s, 2^%u arguments, %u rounds\n", info->name, info->driver_name, info->driver_info, count_log2,
           rounds);

    pthread_t threads[TGMATH_FUNCTIONS];
    for (size_t f = 0; f < TGMATH_FUNCTIONS; f++)
        if (pthread_create(&threads[f], NULL, compute, (void *)(uintptr_t)&tgmath_functions[f]) != 0)
            stop("thread", "cannot be started");
    double nothing = run("(x + y)", false, NULL);
    printf("the empty kernel: %.2f ps\n%-11s %10s %10s %7s  %s\n", nothing, "function", "ours, ps", "device, ps",
           "ratio", "checksum");
    uint32_t differing = 0;
    for (size_t f = 0; f < TGMATH_FUNCTIONS; f++) {
        static const char *const forms[] = {"nbl_%s(x)", "nbl_%s(x, y)", "nbl_%s(x, y, z)"};
        char call[64];
        uint64_t hash;
        snprintf(call, sizeof call, forms[tgmath_functions[f].arguments - 1], tgmath_functions[f].name);
        double ours = run(call, false, &hash) - nothing, its = run(call, true, NULL) - nothing;
        pthread_join(threads[f], NULL);
        differing += hash != expected[f];
        printf("%-11s %10.2f %10.2f %7.2f  %016llx %s\n", tgmath_functions[f].name, ours, its, ours / its,
               (unsigned long long)hash, hash == expected[f] ? "as the CPU" : "THE CPU HAS ANOTHER");
        fflush(stdout);
    }
    printf("%u of %zu functions differ from the CPU\n", differing, TGMATH_FUNCTIONS);
    nbl_vulkan_buffer_destroy(device, &sums);
    nbl_vulkan_device_destroy(device);
    return differing != 0;
}
