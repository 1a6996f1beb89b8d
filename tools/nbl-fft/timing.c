/* Times batched transforms on a Vulkan device beside a copy kernel, with warm clocks.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/measuring.h"
#include "error/error.h"
#include "fft/tuning.h"
#include "gpu/compile.h"
#include "gpu/read_twiddles.h"
#include "platform/clock.h"
#include "transform/fused_mode.h"

/* Clocks fall while the CPU is busy, with compiling above all: so every kernel is built before any is timed, the copy
 * kernel runs until the clocks are up, and each kernel runs untimed first. */
#define WARM_UP_SECONDS 0.2 /* at least; on an H200 8 copies were over before clocks were up, 2026-11-22 */
/* At least, behind a pause. An H200's clocks rise .27 to .4 s after its first copy, to 2.4 times the rate, and copies
 * are steady before: one line alone, timed just behind them, took 2 to 4 times as long (2026-11-30). A CPU's clocks
 * need no such time. */
#define WARM_UP_BEHIND_PAUSE_SECONDS 0.6
#define WARM_UP_MOST_SECONDS 3.0 /* chosen */
#define STEADY 0.003             /* two medians in a row that differ by no more: the clocks are up */
/* A launch that is shorter than this is repeated between two timestamps, or their own cost would be measured. Chosen:
 * timestamps take some microseconds. */
#define SHORTEST_NANOSECONDS 2e5
#define MOST_REPEATS 256u
/* By turns with others, a kernel finds caches and clocks as it needs them; it runs a few times all the same. */
#define UNTIMED_BY_TURNS 2u

/* A kernel with what it is dispatched with; or something foreign, which records itself. */
typedef struct nbl_fft_bench_kernel_t {
    nbl_fft_bench_record_t foreign;
    void *user;
    const char *name;
    nbl_vulkan_kernel_t *kernel;
    nbl_vulkan_bindings_t *bindings;
    nbl_vulkan_device_t *device; /* of the table */
    nbl_vulkan_buffer_t table;   /* of twiddles; no handle: the kernel reads none */
    nbl_fft_push_constants_t constants;
    bool addresses; /* all three are addresses; else only the last constant is used */
    uint32_t groups[3];
    uint32_t repeats; /* launches between two timestamps */
    uint32_t group;
    nbl_fft_timing_t timing;
} entry_t;

struct nbl_fft_bench_t {
    nbl_vulkan_device_t *device;
    nbl_cache_t *cache;
    uint64_t bytes;
    uint32_t runs, passes, group;
    double rest; /* pause after a submission, as a part of its own time */
    nbl_vulkan_buffer_t buffers[2];
    nbl_vulkan_commands_t commands;
    nbl_vulkan_timestamps_t *timestamps;
    entry_t *entries; /* the first is the copy kernel */
    uint32_t count, capacity;
};

static nbl_result_t add_copy(nbl_fft_bench_t *bench, nbl_error_t *error);

/* Numbers in [-1, 1) in float32, which read as doubles are finite too; and as halves, since bit 14 is off: the exponent
 * of the lower one stays small. Zeros would hide work and save power. */
static nbl_result_t fill(nbl_fft_bench_t *bench, nbl_error_t *error) {
    size_t piece = 1u << 24;
    float *numbers = malloc(piece);
    if (numbers == NULL) return NBL_ERROR_OUT_OF_MEMORY;
    uint32_t state = 1;
    for (size_t i = 0; i < piece / sizeof *numbers; i++) {
        state = state * 1664525u + 1013904223u;
        float number = (float)(state >> 8) / 8388608.0f - 1.0f;
        uint32_t bits;
        memcpy(&bits, &number, sizeof bits);
        bits &= ~0x4000u;
        memcpy(&numbers[i], &bits, sizeof bits);
    }
    nbl_result_t result = NBL_SUCCESS;
    for (uint64_t at = 0; at < bench->bytes && result == NBL_SUCCESS; at += piece) {
        uint64_t size = bench->bytes - at < piece ? bench->bytes - at : piece;
        result = nbl_vulkan_buffer_upload(bench->device, &bench->buffers[0], at, numbers, size, error);
    }
    free(numbers);
    return result;
}

nbl_result_t nbl_fft_bench_create(nbl_vulkan_device_t *device, nbl_cache_t *cache, uint64_t bytes, uint32_t runs,
                                  nbl_fft_bench_t **bench, nbl_error_t *error) {
    *bench = NULL;
    nbl_fft_bench_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY, "bench: no memory");
    made->device = device;
    made->cache = cache;
    made->bytes = bytes;
    made->runs = runs < 5 ? 5 : runs;
    made->passes = 1;
    nbl_result_t result = NBL_SUCCESS;
    for (int i = 0; i < 2 && result == NBL_SUCCESS; i++) {
        nbl_vulkan_buffer_desc_t desc = {.size = bytes, .name = i == 0 ? "bench input" : "bench output"};
        result = nbl_vulkan_buffer_create(device, &desc, &made->buffers[i], error);
    }
    if (result == NBL_SUCCESS) result = fill(made, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_commands_create(device, &made->commands, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_timestamps_create(device, made->runs, &made->timestamps, error);
    if (result != NBL_SUCCESS) {
        nbl_fft_bench_destroy(made);
        return result;
    }
    nbl_result_t added = add_copy(made, error);
    if (added != NBL_SUCCESS) {
        nbl_fft_bench_destroy(made);
        return added;
    }
    nbl_fft_bench_begin_group(made); /* the copy kernel is one of its own */
    *bench = made;
    return NBL_SUCCESS;
}

static void let_go(entry_t *entry) {
    nbl_vulkan_bindings_destroy(entry->bindings);
    nbl_vulkan_kernel_destroy(entry->kernel);
    if (entry->device != NULL) nbl_vulkan_buffer_destroy(entry->device, &entry->table);
}

void nbl_fft_bench_clear(nbl_fft_bench_t *bench, uint32_t number) {
    for (uint32_t i = number; i < bench->count; i++) let_go(&bench->entries[i]);
    if (number < bench->count) bench->count = number;
}

void nbl_fft_bench_destroy(nbl_fft_bench_t *bench) {
    if (bench == NULL) return;
    nbl_fft_bench_clear(bench, 0);
    free(bench->entries);
    nbl_vulkan_timestamps_destroy(bench->timestamps);
    nbl_vulkan_commands_destroy(bench->device, &bench->commands);
    for (int i = 0; i < 2; i++) nbl_vulkan_buffer_destroy(bench->device, &bench->buffers[i]);
    free(bench);
}

uint32_t nbl_fft_bench_batch(const nbl_fft_bench_t *bench, uint32_t length, nbl_fft_precision_t precision) {
    return (uint32_t)(bench->bytes / ((uint64_t)length * nbl_fft_precision_element_bytes(precision)));
}

static void read_statistics(const nbl_vulkan_kernel_t *kernel, nbl_fft_timing_t *timing) {
    timing->shared_bytes = nbl_vulkan_kernel_get_info(kernel)->shared_bytes;
    timing->registers = bench_registers(kernel);
    timing->binary_bytes = bench_statistic(kernel, "Binary");
    timing->spilled_bytes = bench_statistic(kernel, "Local Memory");
}

/* Makes room for one entry more. */
static nbl_result_t grow(nbl_fft_bench_t *bench, nbl_error_t *error) {
    if (bench->count < bench->capacity) return NBL_SUCCESS;
    uint32_t capacity = bench->capacity == 0 ? 16 : 2 * bench->capacity;
    entry_t *grown = realloc(bench->entries, capacity * sizeof *grown);
    if (grown == NULL) return nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY, "bench: no memory");
    bench->entries = grown;
    bench->capacity = capacity;
    return NBL_SUCCESS;
}

static nbl_result_t upload_table(const nbl_fft_nd_table_t *table, entry_t *entry, nbl_error_t *error) {
    const nbl_vulkan_buffer_desc_t desc = {.size = table->bytes, .name = "twiddles"};
    const nbl_result_t result = nbl_vulkan_buffer_create(entry->device, &desc, &entry->table, error);
    if (result != NBL_SUCCESS) return result;
    return nbl_vulkan_buffer_upload(entry->device, &entry->table, 0, table->numbers, table->bytes, error);
}

/* table  that the kernel reads; of 0 bytes: none */
static nbl_result_t make(const nbl_fft_bench_t *bench, const nbl_vulkan_kernel_desc_t *desc,
                         const nbl_fft_nd_table_t *table, uint32_t count, bool addresses, uint64_t workgroups,
                         uint64_t bytes, entry_t **made, nbl_error_t *error) {
    entry_t *entry = calloc(1, sizeof *entry);
    if (entry == NULL) return nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY, "bench: no memory");
    entry->constants = (nbl_fft_push_constants_t){bench->buffers[0].address, bench->buffers[1].address, count};
    entry->addresses = addresses;
    entry->repeats = 1;
    entry->timing.bytes = bytes;
    nbl_vulkan_resource_t resources[3] = {{.buffer = bench->buffers[0].handle}, {.buffer = bench->buffers[1].handle}};
    nbl_result_t result = NBL_SUCCESS;
    entry->device = bench->device;
    if (table->bytes != 0) result = upload_table(table, entry, error);
    resources[2].buffer = entry->table.handle;
    if (result == NBL_SUCCESS && !nbl_vulkan_split_groups(workgroups, entry->groups))
        result = nbl_fail(error, NBL_ERROR_LIMIT, "workgroups: too many for a dispatch");
    if (result == NBL_SUCCESS) result = nbl_vulkan_kernel_create(bench->device, desc, &entry->kernel, error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_bindings_create(entry->kernel, resources, desc->name, &entry->bindings, error);
    if (result != NBL_SUCCESS) {
        let_go(entry);
        free(entry);
        return result;
    }
    read_statistics(entry->kernel, &entry->timing);
    *made = entry;
    return NBL_SUCCESS;
}

nbl_result_t nbl_fft_bench_take(nbl_fft_bench_t *bench, nbl_fft_bench_kernel_t *kernel, uint32_t *number,
                                nbl_error_t *error) {
    nbl_result_t result = grow(bench, error);
    if (result == NBL_SUCCESS) {
        kernel->group = bench->group;
        bench->entries[bench->count] = *kernel;
        *number = bench->count++;
    } else {
        let_go(kernel);
    }
    free(kernel);
    return result;
}

static nbl_result_t add_copy(nbl_fft_bench_t *bench, nbl_error_t *error) {
    nbl_define_t defines[] = {{"NBL_SUBGROUP_OPERATIONS", "0"}};
    nbl_compile_desc_t compile = {
        .file = "shaders/copy.h", .defines = defines, .define_count = 1, .cache = bench->cache};
    nbl_vulkan_kernel_desc_t desc = {.name = "copy", .compile = &compile};
    const nbl_fft_nd_table_t none = {0};
    uint32_t count = (uint32_t)(bench->bytes / 16), number;
    entry_t *made;
    nbl_result_t result =
        make(bench, &desc, &none, count, false, ((uint64_t)count + 255) / 256, (uint64_t)count * 32, &made, error);
    return result == NBL_SUCCESS ? nbl_fft_bench_take(bench, made, &number, error) : result;
}

nbl_result_t nbl_fft_bench_plan(const nbl_fft_transform_desc_t *desc, nbl_mode_t mode, nbl_fft_transform_plan_t *plan,
                                nbl_error_t *error) {
    const nbl_problem_t problem = {.mode = mode, .precision = desc->precision};
    nbl_fft_transform_desc_t as = *desc;
    if (nbl_fused_chosen_as(&problem, &desc->limits) == NBL_MODE_FAST) as.any_radices = true;
    as.fused = nbl_fused_compiled_as(mode, desc->precision) == NBL_MODE_FUSED;
    return nbl_fft_transform_plan(&as, plan, error);
}

nbl_result_t nbl_fft_bench_build(const nbl_fft_bench_t *bench, const nbl_fft_transform_plan_t *plan, nbl_mode_t mode,
                                 bool unroll, nbl_fft_bench_kernel_t **kernel, nbl_error_t *error) {
    nbl_spirv_t spirv;
    nbl_fft_transform_plan_t reading = *plan;
    nbl_fft_nd_table_t table = {0};
    nbl_result_t result = nbl_fft_read_twiddles_of_plan(&reading, mode, plan->desc.limits.device, &table, error);
    const nbl_mode_t as = nbl_fused_compiled_as(mode, plan->desc.precision);
    if (result == NBL_SUCCESS) result = nbl_fft_transform_compile(bench->cache, as, unroll, &reading, &spirv, error);
    if (result != NBL_SUCCESS) {
        free(table.numbers);
        return result;
    }
    bool shuffles = plan->desc.algorithm == NBL_FFT_RADIX2_SHUFFLE && plan->desc.subgroup_size > 1;
    nbl_vulkan_kernel_desc_t desc = {.name = "fft_transform",
                                     .spirv = spirv.words,
                                     .spirv_word_count = spirv.word_count,
                                     .subgroup_size = shuffles ? plan->desc.subgroup_size : 0};
    result = make(bench, &desc, &table, plan->desc.batch, plan->desc.addresses, plan->workgroups,
                  2 * plan->buffer_bytes, kernel, error);
    nbl_spirv_free(&spirv);
    free(table.numbers);
    return result;
}

nbl_result_t nbl_fft_bench_add(nbl_fft_bench_t *bench, const nbl_fft_transform_plan_t *plan, nbl_mode_t mode,
                               bool unroll, uint32_t *number, nbl_error_t *error) {
    nbl_fft_bench_kernel_t *kernel;
    nbl_result_t result = nbl_fft_bench_build(bench, plan, mode, unroll, &kernel, error);
    return result == NBL_SUCCESS ? nbl_fft_bench_take(bench, kernel, number, error) : result;
}

nbl_result_t nbl_fft_bench_add_foreign(nbl_fft_bench_t *bench, const char *name, nbl_fft_bench_record_t record,
                                       void *user, uint64_t bytes, uint32_t *number, nbl_error_t *error) {
    nbl_result_t result = grow(bench, error);
    if (result != NBL_SUCCESS) return result;
    bench->entries[bench->count] = (entry_t){
        .foreign = record, .user = user, .name = name, .repeats = 1, .group = bench->group, .timing = {.bytes = bytes}};
    *number = bench->count++;
    return NBL_SUCCESS;
}

const nbl_vulkan_buffer_t *nbl_fft_bench_buffer(const nbl_fft_bench_t *bench, uint32_t which) {
    return &bench->buffers[which];
}

/* Records one launch. */
static nbl_result_t record_launch(const nbl_fft_bench_t *bench, const entry_t *entry, nbl_error_t *error) {
    VkCommandBuffer buffer = bench->commands.buffer;
    const void *constants = entry->addresses ? (const void *)&entry->constants : &entry->constants.batch;
    if (entry->foreign == NULL)
        return nbl_vulkan_kernel_record(entry->kernel, buffer, entry->bindings, constants, entry->groups, error);
    if (entry->foreign(entry->user, buffer)) return NBL_SUCCESS;
    snprintf(error->text, sizeof error->text, "%s: its launch could not be recorded", entry->name);
    return NBL_ERROR_VULKAN;
}

static nbl_result_t record(nbl_fft_bench_t *bench, const entry_t *entry, uint32_t untimed, nbl_error_t *error) {
    VkCommandBuffer buffer = bench->commands.buffer;
    nbl_result_t result = nbl_vulkan_commands_begin(bench->device, &bench->commands, error);
    if (result != NBL_SUCCESS) return result;
    nbl_vulkan_timestamps_record_reset(bench->timestamps, buffer);
    for (uint32_t i = 0; i < untimed + bench->runs && result == NBL_SUCCESS; i++) {
        bool timed = i >= untimed;
        if (timed) nbl_vulkan_timestamps_record_begin(bench->timestamps, buffer, i - untimed);
        for (uint32_t k = 0; k < entry->repeats && result == NBL_SUCCESS; k++) {
            if (k > 0)
                nbl_vulkan_record_barrier(bench->device, buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_COMPUTE);
            result = record_launch(bench, entry, error);
        }
        if (timed) nbl_vulkan_timestamps_record_end(bench->timestamps, buffer, i - untimed);
        nbl_vulkan_record_barrier(bench->device, buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_COMPUTE);
    }
    return result;
}

nbl_result_t nbl_fft_bench_launch(nbl_fft_bench_t *bench, uint32_t number, bool in_place, const void *in, void *out,
                                  uint64_t bytes, uint64_t first, uint64_t offset, nbl_error_t *error) {
    const nbl_vulkan_buffer_t *from = &bench->buffers[in_place ? 1 : 0], *to = &bench->buffers[1];
    nbl_result_t result = nbl_vulkan_buffer_upload(bench->device, from, 0, in, first, error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_buffer_upload(bench->device, from, offset, (const char *)in + first, bytes - first, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_commands_begin(bench->device, &bench->commands, error);
    if (result == NBL_SUCCESS) result = record_launch(bench, &bench->entries[number], error);
    if (result == NBL_SUCCESS) {
        nbl_vulkan_record_barrier(bench->device, bench->commands.buffer, NBL_VULKAN_STAGE_COMPUTE,
                                  NBL_VULKAN_STAGE_TRANSFER);
        result = nbl_vulkan_commands_submit(bench->device, &bench->commands, error);
    }
    if (result == NBL_SUCCESS) result = nbl_vulkan_buffer_download(bench->device, to, 0, out, first, error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_buffer_download(bench->device, to, offset, (char *)out + first, bytes - first, error);
    return result;
}

static void summarise(const entry_t *entry, double *samples, uint32_t count, nbl_fft_timing_t *timing) {
    timing->nanoseconds = bench_median(samples, count) / entry->repeats;
    timing->spread = bench_spread(samples, count);
}

static nbl_result_t sample(nbl_fft_bench_t *bench, const entry_t *entry, uint32_t untimed, double *samples,
                           nbl_error_t *error) {
    nbl_result_t result = record(bench, entry, untimed, error);
    const double begin = nbl_platform_seconds();
    if (result == NBL_SUCCESS) result = nbl_vulkan_commands_submit(bench->device, &bench->commands, error);
    const double seconds = bench->rest * (nbl_platform_seconds() - begin);
    const struct timespec rest = {(time_t)seconds, (long)(1e9 * (seconds - floor(seconds)))};
    if (bench->rest > 0.0) nanosleep(&rest, NULL);
    if (result == NBL_SUCCESS) result = nbl_vulkan_timestamps_read(bench->timestamps, 0, bench->runs, samples, error);
    return result;
}

static nbl_result_t measure(nbl_fft_bench_t *bench, const entry_t *entry, double *samples, nbl_fft_timing_t *timing,
                            nbl_error_t *error) {
    nbl_result_t result = sample(bench, entry, NBL_FFT_BENCH_WARM_UP_RUNS, samples, error);
    if (result == NBL_SUCCESS) summarise(entry, samples, bench->runs, timing);
    return result;
}

/* As measure(), with as many launches between two timestamps as a short kernel needs. */
static nbl_result_t measure_repeated(nbl_fft_bench_t *bench, entry_t *entry, double *samples, nbl_error_t *error) {
    nbl_result_t result = measure(bench, entry, samples, &entry->timing, error);
    double wanted = SHORTEST_NANOSECONDS / entry->timing.nanoseconds;
    if (result != NBL_SUCCESS || wanted <= 1.0) return result;
    entry->repeats = wanted < MOST_REPEATS ? (uint32_t)wanted + 1 : MOST_REPEATS;
    return measure(bench, entry, samples, &entry->timing, error);
}

/* Copies until the clocks are steady. */
static nbl_result_t warm_up(nbl_fft_bench_t *bench, double *samples, nbl_error_t *error) {
    const bool cpu = nbl_vulkan_device_get_info(bench->device)->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
    const double least = cpu ? WARM_UP_SECONDS : WARM_UP_BEHIND_PAUSE_SECONDS;
    double begin = nbl_platform_seconds(), passed = 0.0, last = 0.0, change = 1.0;
    nbl_fft_timing_t timing;
    while (passed < least || (change > STEADY && passed < WARM_UP_MOST_SECONDS)) {
        nbl_result_t result = measure(bench, &bench->entries[0], samples, &timing, error);
        if (result != NBL_SUCCESS) return result;
        change = last > timing.nanoseconds ? last / timing.nanoseconds - 1.0 : timing.nanoseconds / last - 1.0;
        last = timing.nanoseconds;
        passed = nbl_platform_seconds() - begin;
    }
    return NBL_SUCCESS;
}

void nbl_fft_bench_repeat(nbl_fft_bench_t *bench, uint32_t passes) { bench->passes = passes; }

void nbl_fft_bench_rest(nbl_fft_bench_t *bench, double share) { bench->rest = share; }

void nbl_fft_bench_begin_group(nbl_fft_bench_t *bench) { bench->group++; }

static void summarise_turns(entry_t *entry, double *samples, uint32_t count) {
    summarise(entry, samples, count, &entry->timing);
    entry->timing.nanoseconds = bench_middle_mean(samples, count) / entry->repeats;
}

/* Runs the passes over kernels `first` to `end` - 1.
 * 
 * samples  by kernel, pass and run */
static nbl_result_t take_turns(nbl_fft_bench_t *bench, uint32_t first, uint32_t end, double *samples,
                               nbl_error_t *error) {
    uint32_t count = end - first, of_kernel = bench->runs * bench->passes;
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t pass = 0; pass < bench->passes; pass++) {
        /* Each begins later than in the last pass, forwards and backwards by turns. */
        for (uint32_t k = 0; k < count && result == NBL_SUCCESS; k++) {
            uint32_t at = (pass / 2 + (pass % 2 == 0 ? k : count - 1 - k)) % count, i = first + at;
            double *to = samples + (size_t)i * of_kernel + (size_t)pass * bench->runs;
            result = sample(bench, &bench->entries[i], UNTIMED_BY_TURNS, to, error);
        }
    }
    for (uint32_t i = first; i < end && result == NBL_SUCCESS; i++)
        summarise_turns(&bench->entries[i], samples + (size_t)i * of_kernel, of_kernel);
    return result;
}

/* Times kernels `first` to `end` - 1 by turns. Nothing counts before the clocks are where these kernels bring them. */
static nbl_result_t measure_by_turns(nbl_fft_bench_t *bench, uint32_t first, uint32_t end, double *samples,
                                     nbl_error_t *error) {
    uint32_t count = end - first, of_kernel = bench->runs * bench->passes;
    nbl_result_t result = NBL_SUCCESS;
    double begin = nbl_platform_seconds();
    for (uint32_t i = first; i < end && result == NBL_SUCCESS; i++)
        result = measure_repeated(bench, &bench->entries[i], samples + (size_t)i * of_kernel, error);
    for (uint32_t i = 0; result == NBL_SUCCESS && nbl_platform_seconds() - begin < WARM_UP_SECONDS; i++)
        result = sample(bench, &bench->entries[first + i % count], UNTIMED_BY_TURNS,
                        samples + (size_t)(first + i % count) * of_kernel, error);
    return result == NBL_SUCCESS ? take_turns(bench, first, end, samples, error) : result;
}

nbl_result_t nbl_fft_bench_time(nbl_fft_bench_t *bench, uint32_t number, uint32_t untimed, nbl_error_t *error) {
    double *samples = calloc(bench->runs, sizeof *samples);
    if (samples == NULL) return nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY, "bench: no memory");
    nbl_result_t result = sample(bench, &bench->entries[number], untimed, samples, error);
    if (result == NBL_SUCCESS) summarise(&bench->entries[number], samples, bench->runs, &bench->entries[number].timing);
    free(samples);
    return result;
}

nbl_result_t nbl_fft_bench_time_by_turns(nbl_fft_bench_t *bench, uint32_t first, uint32_t end, nbl_error_t *error) {
    double *samples = calloc((size_t)bench->runs * bench->passes * bench->count, sizeof *samples);
    if (samples == NULL) return nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY, "bench: no memory");
    nbl_result_t result = take_turns(bench, first, end, samples, error);
    free(samples);
    return result;
}

/* Times all kernels, group by group. */
static nbl_result_t measure_all(nbl_fft_bench_t *bench, double *samples, nbl_error_t *error) {
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t first = 0, end; first < bench->count && result == NBL_SUCCESS; first = end) {
        for (end = first + 1; end < bench->count && bench->entries[end].group == bench->entries[first].group;) end++;
        if (bench->passes > 1) {
            result = measure_by_turns(bench, first, end, samples, error);
            continue;
        }
        for (uint32_t i = first; i < end && result == NBL_SUCCESS; i++)
            result = measure_repeated(bench, &bench->entries[i], samples + (size_t)i * bench->runs, error);
    }
    return result;
}

nbl_result_t nbl_fft_bench_run(nbl_fft_bench_t *bench, nbl_fft_timing_t *copy_again, nbl_error_t *error) {
    double *samples = calloc((size_t)bench->runs * bench->passes * bench->count, sizeof *samples);
    if (samples == NULL) return nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY, "bench: no memory");
    nbl_result_t result = warm_up(bench, samples, error);
    if (result == NBL_SUCCESS) result = measure_all(bench, samples, error);
    *copy_again = bench->entries[0].timing;
    if (result == NBL_SUCCESS) result = measure(bench, &bench->entries[0], samples, copy_again, error);
    free(samples);
    return result;
}

nbl_fft_timing_t nbl_fft_bench_timing(const nbl_fft_bench_t *bench, uint32_t number) {
    return bench->entries[number].timing;
}
