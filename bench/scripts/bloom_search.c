/* Times many plans of blooms, each pass by itself and all in a row; all kernels are made before anything runs.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   bloom_search [SECONDS] <JOBS     DEV: the device, as --device of the tools takes it
 *
 * A line of JOBS is a job of nbl-bloom bench, followed by together=0|1 (the first pass takes all channels at once),
 * planned=0|1 (its loads are planned) and early=0|1 (the second pass loads the kernel's spectrum early). Prints a line
 * of figures for each job until SECONDS are over.
 *
 * A line of an exact job begins with a number made of all bits of the result: plans and variants that must not change
 * bits show the same one. The kernel's spectrum is random numbers: no time depends on their values.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/measuring.h"
#include "nbl/host/bloom.h"
#include "platform/clock.h"
#include "tools/common/device.h"
#include "tools/nbl-bloom/bench_request.h"

enum {
    MOST_JOBS = 2048,
    IMAGES = 20,
    FEW_IMAGES = 6,
    MANY_TEXELS = 4000000,
    RUNS = 7,
    PASSES = 3,
    MOST_THREADS = 32,
    TURNS = 3
};

typedef struct job_t {
    char text[256];
    bench_request_t request;
    int together, planned, early; /* -1: as planned */
    nbl_bloom_plan_t plan;
    nbl_bloom_t *bloom;
    char why[200]; /* it cannot be; empty: it can */
} job_t;

static job_t jobs[MOST_JOBS];
static int job_count;
static nbl_vulkan_device_t *device;
static nbl_error_t error;

static void expect(nbl_result_t result, const char *what) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "bloom_search: %s: %s\n", what, error.text);
    exit(1);
}

/* Numbers of 0.25 to 2, in floats or halves; any bytes do for the rest. */
static void draw(void *texels, uint64_t bytes, bool halves) {
    uint32_t random = 1;
    for (uint64_t k = 0; k < bytes / 4; k++) {
        random = random * 1664525u + 1013904223u;
        ((uint32_t *)texels)[k] = halves ? 0x34003400u + (random >> 6 & 0x0BFF0BFFu) : 0x3E800000u + (random >> 7);
    }
}

static void read_jobs(void) {
    char line[256];
    while (job_count < MOST_JOBS && fgets(line, sizeof line, stdin)) {
        job_t *job = &jobs[job_count];
        const char *word = strtok(line, " \n");
        if (!word || word[0] == '#') continue;
        snprintf(job->text, sizeof job->text, "%s", word);
        job->together = job->planned = job->early = -1;
        while ((word = strtok(NULL, " \n")))
            if (sscanf(word, "together=%d", &job->together) != 1 && sscanf(word, "planned=%d", &job->planned) != 1 &&
                sscanf(word, "early=%d", &job->early) != 1) {
                fprintf(stderr, "bloom_search: %s: must be together=, planned= or early=\n", word);
                exit(2);
            }
        nbl_error_t error = {""};
        if (bench_request_parse(job->text, &job->request, &error) != 0) {
            fprintf(stderr, "%s\n", error.text);
            exit(2);
        }
        job_count++;
    }
}

/* Makes the plan, with what a line says of single passes. */
static nbl_result_t make_plan(job_t *job, nbl_error_t *why) {
    job->request.desc.limits = nbl_fft_device_limits(device);
    nbl_result_t result = nbl_bloom_plan_make(&job->request.desc, &job->plan, why);
    if (result != NBL_SUCCESS) return result;
    nbl_bloom_pass_t *first = &job->plan.passes[NBL_BLOOM_PASS_FIRST_AXIS];
    uint32_t *together = &first->parameters.channels_together;
    if (job->together == 1 && *together == 0) first->workgroups /= NBL_BLOOM_CHANNELS;
    if (job->together == 0 && *together == 1) first->workgroups *= NBL_BLOOM_CHANNELS;
    if (job->together >= 0) *together = (uint32_t)job->together;
    if (job->planned == 0) first->parameters.planned_first = 0;
    if (job->early >= 0) job->plan.passes[NBL_BLOOM_PASS_CONVOLVE].parameters.spectrum_early = (uint32_t)job->early;
    return NBL_SUCCESS;
}

static void *create_jobs(void *context) {
    atomic_int *next = context;
    for (int i; (i = atomic_fetch_add(next, 1)) < job_count;) {
        job_t *job = &jobs[i];
        nbl_error_t why = {""};
        nbl_bloom_vulkan_desc_t desc = job->request.how;
        desc.unroll = true;
        nbl_result_t result = make_plan(job, &why);
        if (result == NBL_SUCCESS) result = nbl_bloom_create_empty(device, &job->plan, &desc, &job->bloom, &why);
        for (int p = 0; p < NBL_BLOOM_PASSES && result == NBL_SUCCESS; p++)
            if (p >= NBL_BLOOM_PASS_FIRST_AXIS)
                result = nbl_bloom_create_pass(job->bloom, (nbl_bloom_pass_name_t)p, &why);
        if (result != NBL_SUCCESS) snprintf(job->why, sizeof job->why, "%.190s", why.text);
    }
    return NULL;
}

/* What all jobs share: buffers as large as the largest needs them, and images, which have a size. */
typedef struct memory_t {
    nbl_vulkan_buffer_t buffers[6], others[TURNS - 1]; /* and workspaces of a batch */
    nbl_vulkan_image_t images[2];
} memory_t;

static void create_memory(memory_t *memory) {
    static const char *const names[6] = {"image", "result", "", "workspace", "spectrum", "sums"};
    uint64_t most[6] = {0};
    for (int i = 0; i < job_count; i++) {
        const nbl_bloom_plan_t *plan = &jobs[i].plan;
        if (jobs[i].why[0]) continue;
        uint64_t texels = (uint64_t)plan->desc.width * plan->desc.height * 16;
        const uint64_t wanted[6] = {texels, texels, 0, plan->workspace_bytes, plan->spectrum_bytes, 32};
        for (int b = 0; b < 6; b++)
            if (wanted[b] > most[b]) most[b] = wanted[b];
    }
    for (int b = 0; b < 6; b++) {
        nbl_vulkan_buffer_desc_t desc = {.size = most[b], .name = names[b], .bound_in_parts = b == 3};
        if (most[b] == 0) continue;
        expect(nbl_vulkan_buffer_create(device, &desc, &memory->buffers[b], &error), names[b]);
        void *values = malloc((size_t)most[b]);
        draw(values, most[b], false);
        for (int turn = 0; b == 3 && turn < TURNS - 1; turn++)
            expect(nbl_vulkan_buffer_create(device, &desc, &memory->others[turn], &error), names[b]);
        expect(nbl_vulkan_buffer_upload(device, &memory->buffers[b], 0, values, most[b], &error), names[b]);
        free(values);
    }
}

/* Images of this job's size and formats. */
static void create_images(const job_t *job, memory_t *memory) {
    static const VkFormat views[] = {VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT,
                                     VK_FORMAT_B10G11R11_UFLOAT_PACK32, VK_FORMAT_R8G8B8A8_UNORM,
                                     VK_FORMAT_R8G8B8A8_UNORM};
    const nbl_bloom_vulkan_desc_t *how = &job->request.how;
    const nbl_bloom_desc_t *desc = &job->plan.desc;
    const bool wanted[2] = {how->source_is_image || how->source_is_sampled, how->target_is_image};
    const nbl_bloom_format_t formats[2] = {desc->source_format, desc->target_format};
    for (int i = 0; i < 2; i++) {
        nbl_vulkan_image_destroy(device, &memory->images[i]);
        memset(&memory->images[i], 0, sizeof memory->images[i]);
        if (!wanted[i]) continue;
        nbl_vulkan_image_desc_t image = {
            .width = desc->width, .height = desc->height, .format = views[formats[i]], .name = "image"};
        uint64_t bytes = desc->width * (uint64_t)desc->height * nbl_bloom_format_bytes(formats[i]);
        void *texels = malloc((size_t)bytes);
        draw(texels, bytes, formats[i] == NBL_BLOOM_FORMAT_RGBA16F);
        expect(nbl_vulkan_image_create(device, &image, &memory->images[i], &error), "image");
        expect(nbl_vulkan_image_upload(device, &memory->images[i], texels, VK_IMAGE_LAYOUT_UNDEFINED,
                                       VK_IMAGE_LAYOUT_GENERAL, &error),
               "image");
        free(texels);
    }
}

static nbl_vulkan_resource_t resource_of(const memory_t *memory, int number) {
    nbl_vulkan_resource_t resource = {.buffer = memory->buffers[number].handle};
    if (number < 2 && memory->images[number].view) resource.view = memory->images[number].view;
    if (number < 2 && memory->images[number].view) resource.format = memory->images[number].format;
    return resource;
}

/* Times the images of a job: in a row, or pass by pass. Nanoseconds. */
static void time_job(const job_t *job, nbl_bloom_binding_t *const bindings[TURNS], nbl_vulkan_commands_t *commands,
                     const nbl_vulkan_timestamps_t *timestamps, bool by_pass, double *ns) {
    static double spans[IMAGES * PASSES], samples[PASSES][RUNS * IMAGES];
    const nbl_bloom_desc_t *desc = &job->plan.desc;
    uint32_t images = desc->width * desc->height > MANY_TEXELS ? FEW_IMAGES : IMAGES;
    uint32_t count = by_pass ? images * PASSES : 1, kept = 0;
    expect(nbl_vulkan_commands_begin(device, commands, &error), "commands");
    nbl_vulkan_timestamps_record_reset(timestamps, commands->buffer);
    nbl_vulkan_record_barrier(device, commands->buffer, NBL_VULKAN_STAGE_TRANSFER | NBL_VULKAN_STAGE_COMPUTE,
                              NBL_VULKAN_STAGE_COMPUTE);
    if (!by_pass) nbl_vulkan_timestamps_record_begin(timestamps, commands->buffer, 0);
    const nbl_bloom_binding_t *turns[IMAGES];
    for (uint32_t i = 0; i < images; i++) turns[i] = bindings[i % TURNS];
    if (!by_pass && job->request.batch)
        expect(nbl_bloom_record_images(job->bloom, turns, NULL, images, commands->buffer, &error), job->text);
    for (uint32_t i = 0; i < images && (by_pass || !job->request.batch); i++)
        expect(nbl_bloom_record_image(job->bloom, bindings[0], commands->buffer, NULL, by_pass ? timestamps : NULL,
                                      i * PASSES, &error),
               job->text);
    if (!by_pass) nbl_vulkan_timestamps_record_end(timestamps, commands->buffer, 0);
    for (int run = -2; run < RUNS; run++) {
        expect(run == -2 ? nbl_vulkan_commands_submit(device, commands, &error)
                         : nbl_vulkan_commands_resubmit(device, commands, &error),
               job->text);
        if (run < 0) continue;
        expect(nbl_vulkan_timestamps_read(timestamps, 0, count, spans, &error), "timestamps");
        for (uint32_t i = 0; i < count; i++)
            samples[i % PASSES][kept + i / PASSES] = by_pass ? spans[i] : spans[i] / images;
        kept += by_pass ? images : 1;
    }
    for (int p = 0; p < (by_pass ? PASSES : 1); p++) ns[p] = bench_median(samples[p], kept);
}

/* Prints FNV-1a of the result's dwords, with which a line begins. */
static void print_bits(const job_t *job, const memory_t *memory) {
    const nbl_bloom_desc_t *desc = &job->plan.desc;
    uint64_t bytes = desc->width * (uint64_t)desc->height * nbl_bloom_format_bytes(desc->target_format);
    uint64_t hash = 14695981039346656037u;
    uint32_t *dwords = malloc((size_t)bytes);
    if (dwords == NULL) exit(1);
    expect(nbl_vulkan_buffer_download(device, &memory->buffers[1], 0, dwords, bytes, &error), job->text);
    for (uint64_t k = 0; k < bytes / 4; k++) hash = (hash ^ dwords[k]) * 1099511628211u;
    printf("bits %016llx ", (unsigned long long)hash);
    free(dwords);
}

static void print_job(const job_t *job, const double *ns) {
    printf("%8.1f |", ns[PASSES] * 1e-3);
    for (int p = 0; p < PASSES; p++) {
        const nbl_bloom_pass_t *pass = &job->plan.passes[NBL_BLOOM_PASS_FIRST_AXIS + p];
        const nbl_fft_plan_t plan = p == 1 ? pass->parameters.second_plan : pass->parameters.first_plan;
        char text[NBL_FFT_PLAN_TEXT_SIZE];
        nbl_fft_plan_short_text(plan, text, sizeof text);
        printf(" %7.1f %s %u %uB %ur", ns[p] * 1e-3, text, (unsigned)pass->workgroups, pass->shared_bytes,
               bench_registers(
                   nbl_bloom_get_kernel(job->bloom, (nbl_bloom_pass_name_t)(NBL_BLOOM_PASS_FIRST_AXIS + p))));
        if (p == 0) printf(" t%u p%u", pass->parameters.channels_together, pass->parameters.planned_first);
        if (p == 1) printf(" e%u", pass->parameters.spectrum_early);
        printf(" |");
    }
    printf(" %s\n", job->text);
    fflush(stdout);
}

int main(int argc, char **argv) {
    double begin = nbl_platform_seconds(), most = argc > 1 ? strtod(argv[1], NULL) : 1e9;
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    desc.kernel_statistics = true;
    expect(choose_device(getenv("DEV"), &desc, &error) ? NBL_ERROR_ARGUMENT : NBL_SUCCESS, "DEV");
    expect(nbl_vulkan_device_create(&desc, &device, &error), "device");
    read_jobs();
    atomic_int next = 0;
    pthread_t threads[MOST_THREADS];
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    if (count > MOST_THREADS) count = MOST_THREADS;
    long started = 0;
    while (started + 1 < count && pthread_create(&threads[started], NULL, create_jobs, &next) == 0) started++;
    create_jobs(&next);
    for (long i = 0; i < started; i++) pthread_join(threads[i], NULL);
    fprintf(stderr, "%s: %d jobs created in %.1f s\n", nbl_vulkan_device_get_info(device)->name, job_count,
            nbl_platform_seconds() - begin);
    nbl_vulkan_commands_t commands;
    nbl_vulkan_timestamps_t *timestamps;
    expect(nbl_vulkan_commands_create(device, &commands, &error), "commands");
    expect(nbl_vulkan_timestamps_create(device, IMAGES * PASSES, &timestamps, &error), "timestamps");
    memory_t memory = {0};
    create_memory(&memory);
    printf("us in a row | us of each pass: plan, workgroups, bytes of shared memory, registers, together or early | "
           "job\n");
    for (int i = -20; i < job_count; i++) { /* the first job, so often that clocks are warm */
        job_t *job = &jobs[i < 0 ? 0 : i];
        if (nbl_platform_seconds() - begin > most) return printf("out of time at job %d\n", i), 0;
        if (job->why[0]) {
            if (i >= 0) printf("%s: %s\n", job->text, job->why);
            continue;
        }
        nbl_bloom_binding_t *bindings[TURNS];
        create_images(job, &memory);
        nbl_bloom_resources_t resources = {.image = resource_of(&memory, 0),
                                           .result = resource_of(&memory, 1),
                                           .workspace = resource_of(&memory, 3),
                                           .spectrum = resource_of(&memory, 4),
                                           .sums = resource_of(&memory, 5)};
        for (int turn = 0; turn < TURNS; turn++) {
            if (turn > 0) resources.workspace.buffer = memory.others[turn - 1].handle;
            expect(nbl_bloom_binding_create(job->bloom, &resources, &bindings[turn], &error), job->text);
        }
        double ns[PASSES + 1];
        time_job(job, bindings, &commands, timestamps, true, ns);
        time_job(job, bindings, &commands, timestamps, false, &ns[PASSES]);
        for (int turn = 0; turn < TURNS; turn++) nbl_bloom_binding_destroy(bindings[turn]);
        if (i >= 0 && job->request.how.mode == NBL_MODE_EXACT && !job->request.how.target_is_image)
            print_bits(job, &memory);
        if (i >= 0) print_job(job, ns);
        if (i >= 0) nbl_bloom_destroy(job->bloom);
    }
    return 0;
}
