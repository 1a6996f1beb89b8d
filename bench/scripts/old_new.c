/* Two modules of each kernel by turns on a Vulkan device: times, and whether their bits are the same.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: old_new FOLDER times|bits   of bench/scripts/old_new.sh, which makes the modules and builds this
 * Each line of FOLDER/list is a name. FOLDER/old/NAME.spv and FOLDER/new/NAME.spv are its modules, and NAME.job beside
 * each says what to launch: "WORKGROUPS BUFFERS BYTES ... CONSTANTS VALUE ...", where buffer i is bound at i, and the
 * constants are pushed. Times are medians of 41 launches each; bits are those of all buffers after one launch upon the
 * same numbers.
 */
#include "nbl/host/vulkan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAUNCHES = 41, WARM_UP = 5, SIDES = 2, MOST_WORDS = 1 << 20, BUFFERS = 8, CONSTANTS = 32 };

typedef struct job_t {
    nbl_vulkan_kernel_t *kernel;
    nbl_vulkan_bindings_t *bindings;
    uint32_t groups[3];
    uint32_t buffers;
    size_t bytes[BUFFERS];
    uint32_t constants[CONSTANTS];
} job_t;

static nbl_vulkan_device_t *device;
/* Shared by all jobs: each as large as any of them has. */
static nbl_vulkan_buffer_t buffers[BUFFERS];
static size_t most_bytes[BUFFERS];
static uint32_t *words; /* as many as the largest buffer */

static void stop(const char *what, const char *why) {
    fprintf(stderr, "old_new: %s: %s\n", what, why);
    exit(1);
}

static void expect(nbl_result_t result, const char *what, const nbl_error_t *error) {
    if (result != NBL_SUCCESS) stop(what, error->text);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static nbl_vulkan_kernel_t *kernel_of(const char *path) {
    static uint32_t spirv[MOST_WORDS];
    nbl_vulkan_kernel_t *kernel;
    nbl_error_t error;
    FILE *file = fopen(path, "rb");
    if (!file) stop(path, "cannot be opened");
    nbl_vulkan_kernel_desc_t desc = {.name = path, .spirv = spirv};
    desc.spirv_word_count = fread(spirv, 4, MOST_WORDS, file);
    fclose(file);
    expect(nbl_vulkan_kernel_create(device, &desc, &kernel, &error), path, &error);
    return kernel;
}

/* Reads a number, or stops. */
static uint64_t number_of(FILE *file, const char *path, uint64_t most) {
    unsigned long long value;
    if (fscanf(file, "%llu", &value) != 1 || value > most) stop(path, "is not a job");
    return value;
}

static void read_job(const char *folder, const char *side, const char *name, job_t *job) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s/%s.job", folder, side, name);
    FILE *file = fopen(path, "r");
    if (!file) stop(path, "cannot be opened");
    if (!nbl_vulkan_split_groups(number_of(file, path, UINT32_MAX), job->groups)) stop(path, "too many workgroups");
    job->buffers = (uint32_t)number_of(file, path, BUFFERS);
    for (uint32_t i = 0; i < job->buffers; i++) job->bytes[i] = number_of(file, path, UINT32_MAX);
    uint64_t constants = number_of(file, path, CONSTANTS);
    for (uint64_t i = 0; i < constants; i++) job->constants[i] = (uint32_t)number_of(file, path, UINT32_MAX);
    fclose(file);
}

/* The same numbers from -1 to 1 in all buffers of a job. */
static void fill(const job_t *job) {
    nbl_error_t error;
    for (uint32_t b = 0; b < job->buffers; b++) {
        for (size_t i = 0; i < job->bytes[b] / 4; i++) {
            float value = (float)((uint32_t)(i * 2654435761u) >> 8) / 8388608.0f - 1.0f;
            memcpy(&words[i], &value, sizeof value);
            words[i] &= ~0x4000u; /* taken for two halves, both are finite */
        }
        expect(nbl_vulkan_buffer_upload(device, &buffers[b], 0, words, job->bytes[b], &error), "signals", &error);
    }
}

/* 64 bits that tell results apart: FNV-1a. */
static uint64_t bits_of_result(const job_t *job) {
    uint64_t hash = 0xcbf29ce484222325u;
    nbl_error_t error;
    for (uint32_t b = 0; b < job->buffers; b++) {
        expect(nbl_vulkan_buffer_download(device, &buffers[b], 0, words, job->bytes[b], &error), "result", &error);
        for (size_t i = 0; i < job->bytes[b] / 4; i++) hash = (hash ^ words[i]) * 0x100000001b3u;
    }
    return hash;
}

static void record(const job_t *job, nbl_vulkan_commands_t *commands, const char *name) {
    nbl_error_t error;
    expect(nbl_vulkan_kernel_record(job->kernel, commands->buffer, job->bindings, job->constants, job->groups, &error),
           name, &error);
}

static void open_jobs(const char *folder, const char *name, job_t jobs[SIDES]) {
    static const char *const sides[SIDES] = {"old", "new"};
    nbl_vulkan_resource_t resources[BUFFERS] = {0};
    nbl_error_t error;
    char path[512];
    for (uint32_t b = 0; b < BUFFERS; b++) resources[b].buffer = buffers[b].handle;
    for (int s = 0; s < SIDES; s++) {
        snprintf(path, sizeof path, "%s/%s/%s.spv", folder, sides[s], name);
        read_job(folder, sides[s], name, &jobs[s]);
        jobs[s].kernel = kernel_of(path);
        expect(nbl_vulkan_bindings_create(jobs[s].kernel, resources, NULL, &jobs[s].bindings, &error), name, &error);
    }
}

static void close_jobs(job_t jobs[SIDES]) {
    for (int s = 0; s < SIDES; s++) nbl_vulkan_bindings_destroy(jobs[s].bindings);
    for (int s = 0; s < SIDES; s++) nbl_vulkan_kernel_destroy(jobs[s].kernel);
}

static void compare_bits(job_t jobs[SIDES], nbl_vulkan_commands_t *commands, const char *name) {
    uint64_t bits[SIDES];
    nbl_error_t error;
    for (int s = 0; s < SIDES; s++) {
        fill(&jobs[s]);
        expect(nbl_vulkan_commands_begin(device, commands, &error), name, &error);
        record(&jobs[s], commands, name);
        nbl_vulkan_record_barrier(device, commands->buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
        expect(nbl_vulkan_commands_submit(device, commands, &error), name, &error);
        bits[s] = bits_of_result(&jobs[s]);
    }
    printf("%-12s %016" PRIx64 " %s\n", name, bits[1], bits[0] == bits[1] ? "same" : "OTHER");
}

static void compare_times(job_t jobs[SIDES], nbl_vulkan_commands_t *commands, const char *name) {
    nbl_vulkan_timestamps_t *times;
    nbl_error_t error;
    double spans[SIDES * LAUNCHES], of_side[SIDES][LAUNCHES];
    expect(nbl_vulkan_timestamps_create(device, SIDES * LAUNCHES, &times, &error), name, &error);
    expect(nbl_vulkan_commands_begin(device, commands, &error), name, &error);
    nbl_vulkan_timestamps_record_reset(times, commands->buffer);
    for (uint32_t i = 0; i < SIDES * (WARM_UP + LAUNCHES); i++) {
        uint32_t timed = i - SIDES * WARM_UP;
        if (i >= SIDES * WARM_UP) nbl_vulkan_timestamps_record_begin(times, commands->buffer, timed);
        record(&jobs[i % SIDES], commands, name);
        if (i >= SIDES * WARM_UP) nbl_vulkan_timestamps_record_end(times, commands->buffer, timed);
        nbl_vulkan_record_barrier(device, commands->buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_COMPUTE);
    }
    expect(nbl_vulkan_commands_submit(device, commands, &error), name, &error);
    expect(nbl_vulkan_timestamps_read(times, 0, SIDES * LAUNCHES, spans, &error), name, &error);
    for (uint32_t i = 0; i < SIDES * LAUNCHES; i++) of_side[i % SIDES][i / SIDES] = spans[i] / 1000.0;
    for (int s = 0; s < SIDES; s++) qsort(of_side[s], LAUNCHES, sizeof **of_side, by_value);
    double old = of_side[0][LAUNCHES / 2], new = of_side[1][LAUNCHES / 2];
    printf("%-12s %9.2f %9.2f %6.3f\n", name, old, new, new / old);
    nbl_vulkan_timestamps_destroy(times);
}

/* How large the buffers must be for all jobs. */
static void measure(const char *folder, const char *name) {
    job_t job = {0};
    read_job(folder, "old", name, &job);
    for (uint32_t b = 0; b < job.buffers; b++) {
        if (job.bytes[b] > most_bytes[b]) most_bytes[b] = job.bytes[b];
    }
}

int main(int count, char **arguments) {
    nbl_vulkan_device_desc_t desc = {.index = -1};
    nbl_vulkan_commands_t commands;
    nbl_error_t error;
    job_t jobs[SIDES] = {0};
    char path[512], name[64];
    size_t most = 4;
    if (count != 3) stop("usage", "old_new FOLDER times|bits");
    bool bits = strcmp(arguments[2], "bits") == 0;
    expect(nbl_vulkan_device_create(&desc, &device, &error), "device", &error);
    expect(nbl_vulkan_commands_create(device, &commands, &error), "commands", &error);
    const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(device);
    printf("%s, %s %s; %s\n", info->name, info->driver_name, info->driver_info,
           bits ? "bits of new" : "us of old, of new, new/old");
    snprintf(path, sizeof path, "%s/list", arguments[1]);
    FILE *list = fopen(path, "r");
    if (!list) stop(path, "cannot be opened");
    while (fscanf(list, "%63s", name) == 1) measure(arguments[1], name);
    for (uint32_t b = 0; b < BUFFERS; b++) {
        nbl_vulkan_buffer_desc_t buffer = {.size = most_bytes[b] ? most_bytes[b] : 4, .name = "signals"};
        expect(nbl_vulkan_buffer_create(device, &buffer, &buffers[b], &error), "buffer", &error);
        if (most_bytes[b] > most) most = most_bytes[b];
    }
    words = malloc(most);
    if (!words) stop("signals", "no memory");
    job_t all = {.buffers = BUFFERS};
    memcpy(all.bytes, most_bytes, sizeof all.bytes);
    fill(&all);
    rewind(list);
    while (fscanf(list, "%63s", name) == 1) {
        open_jobs(arguments[1], name, jobs);
        if (bits)
            compare_bits(jobs, &commands, name);
        else
            compare_times(jobs, &commands, name);
        fflush(stdout);
        close_jobs(jobs);
    }
    fclose(list);
    free(words);
    nbl_vulkan_commands_destroy(device, &commands);
    for (uint32_t b = 0; b < BUFFERS; b++) nbl_vulkan_buffer_destroy(device, &buffers[b]);
    nbl_vulkan_device_destroy(device);
    return 0;
}
