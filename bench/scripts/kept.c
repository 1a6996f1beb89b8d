/* Times transforms that keep a part of their results, and whole ones, by turns. Built and run by bench/scripts/kept.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: kept [cpu|device] [ROUNDS] [WORD]
 *
 * WORD: cases whose names have it, alone.
 *
 * On the CPU one thread's processor time, the least of the rounds; on the best device the time of the dispatches by timestamps,
 * the median of the rounds, after dispatches that are not timed. Exact and fast mode; float32.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nbl/host/fft.h"
#include "nbl/host/vulkan.h"

#define LONGEST 0.02 /* seconds of a round on the CPU, about */

typedef struct case_t {
    const char *name;
    uint32_t rank;
    uint64_t sizes[3], kept[3], from[3];
    uint64_t batch;
    bool real, inverse;
    nbl_fft_dct_t dct;
    bool first; /* along dimension 0 alone */
} case_t;

static const case_t cases[] = {
    {"128x128 of 1024x1024", 2, {1024, 1024}, {128, 128}, {0, 0}, 1, false, false, NBL_FFT_NO_DCT, false},
    {"the same, from 448", 2, {1024, 1024}, {128, 128}, {448, 448}, 1, false, false, NBL_FFT_NO_DCT, false},
    {"128x64 of a real 1024x1024", 2, {1024, 1024}, {128, 64}, {0, 0}, 1, true, false, NBL_FFT_NO_DCT, false},
    {"back, 128x128 of a real 1024x1024", 2, {1024, 1024}, {128, 128}, {0, 0}, 1, true, true, NBL_FFT_NO_DCT, false},
    {"32^3 of 128^3", 3, {128, 128, 128}, {32, 32, 32}, {0, 0, 0}, 1, false, false, NBL_FFT_NO_DCT, false},
    {"128x128 of a DCT-II of 1024x1024", 2, {1024, 1024}, {128, 128}, {0, 0}, 1, false, false, NBL_FFT_DCT_2, false},
    {"512 of 4096, 256 lines", 1, {4096}, {512}, {0}, 256, false, false, NBL_FFT_NO_DCT, false},
    {"1000 of 9973, 16 lines", 1, {9973}, {1000}, {0}, 16, false, false, NBL_FFT_NO_DCT, false},
    {"4000 of 4096, 256 lines", 1, {4096}, {4000}, {0}, 256, false, false, NBL_FFT_NO_DCT, false},
    {"64 of a real 512, 1000 lines", 1, {512}, {64}, {0}, 1000, true, false, NBL_FFT_NO_DCT, false},
    {"200 from 1 of a real 512, 1000 lines", 1, {512}, {200}, {1}, 1000, true, false, NBL_FFT_NO_DCT, false},
    {"64 of a DCT-II of 512, 1000 lines", 1, {512}, {64}, {0}, 1000, false, false, NBL_FFT_DCT_2, false},
    {"500 of a DCT-II of 512, 1000 lines", 1, {512}, {500}, {0}, 1000, false, false, NBL_FFT_DCT_2, false},
    {"128x1024 of 1024x1024", 2, {1024, 1024}, {128}, {0}, 1, false, false, NBL_FFT_NO_DCT, false},
    {"128x513 of a real 1024x1024", 2, {1024, 1024}, {128}, {0}, 1, true, false, NBL_FFT_NO_DCT, false},
    {"128 of 1024 rows of 256, along rows", 2, {1024, 256}, {128}, {0}, 1, false, false, NBL_FFT_NO_DCT, true},
    {"200 from 100 of 1024 rows of 256", 2, {1024, 256}, {200}, {100}, 1, false, false, NBL_FFT_NO_DCT, true},
    {"1000 of 1024 rows of 256", 2, {1024, 256}, {1000}, {0}, 1, false, false, NBL_FFT_NO_DCT, true},
    {"64 of 512 rows of 1000, DCT-II", 2, {512, 1000}, {64}, {0}, 1, false, false, NBL_FFT_DCT_2, true},
    {"64 of 512 rows of 1000, real", 2, {512, 1000}, {64}, {0}, 1, true, false, NBL_FFT_NO_DCT, true},
    {"8 of 64 planes of 100x100", 3, {64, 100, 100}, {8}, {0}, 1, false, false, NBL_FFT_NO_DCT, true},
};
enum { CASES = sizeof cases / sizeof *cases };

static nbl_error_t error;

static void expect(nbl_result_t result) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "kept: %s\n", error.text);
    exit(1);
}

static nbl_fft_problem_t problem_of(const case_t *c, nbl_mode_t mode, bool part) {
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    problem.rank = c->rank;
    memcpy(problem.sizes, c->sizes, sizeof c->sizes);
    problem.batch = c->batch;
    problem.real = c->real;
    problem.inverse = c->inverse;
    problem.dct = c->dct;
    problem.axis_count = c->first ? 1 : 0; /* axes[0] is 0 */
    problem.mode = mode;
    problem.threads = 1;
    if (part) {
        memcpy(problem.kept, c->kept, sizeof c->kept);
        memcpy(problem.kept_from, c->from, sizeof c->from);
    }
    return problem;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static float *numbers(uint64_t bytes) {
    float *made = malloc(bytes);
    if (made == NULL) exit(1);
    for (uint64_t i = 0; i < bytes / sizeof *made; i++) made[i] = (float)(i % 7) - (float)(i % 5);
    return made;
}

static void print_row(const case_t *c, nbl_mode_t mode, const double seconds[2]) {
    printf("| %s | %s | %.1f | %.1f | %.2f |\n", c->name, mode == NBL_MODE_FAST ? "fast" : "exact", 1e6 * seconds[0],
           1e6 * seconds[1], seconds[1] / seconds[0]);
    fflush(stdout);
}

/* ---- The CPU */

static double processor_time(nbl_fft_t *fft, const float *input, float *output, int count) {
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (int i = 0; i < count; i++) expect(nbl_fft_run(fft, input, output, &error));
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    return ((double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec)) / count;
}

static void time_on_cpu(const case_t *c, nbl_mode_t mode, int rounds) {
    nbl_fft_t *fft[2];
    int count[2];
    double least[2] = {1e9, 1e9};
    for (int part = 0; part < 2; part++) {
        const nbl_fft_problem_t problem = problem_of(c, mode, part);
        expect(nbl_fft_make_cpu(&problem, &fft[part], &error));
    }
    const nbl_fft_bytes_t bytes = nbl_fft_get_bytes(fft[0]);
    float *input = numbers(bytes.input), *output = numbers(bytes.output);
    for (int part = 0; part < 2; part++) {
        processor_time(fft[part], input, output, 1); /* tables */
        count[part] = 1 + (int)(LONGEST / processor_time(fft[part], input, output, 1));
    }
    for (int round = 0; round < rounds; round++)
        for (int part = 0; part < 2; part++) {
            const double seconds = processor_time(fft[part], input, output, count[part]);
            if (seconds < least[part]) least[part] = seconds;
        }
    print_row(c, mode, least);
    for (int part = 0; part < 2; part++) nbl_fft_destroy(fft[part]);
    free(input);
    free(output);
}

/* ---- A device */

enum { UNTIMED = 100, DISPATCHES = 10 };

typedef struct on_device_t {
    nbl_fft_t *fft;
    nbl_fft_binding_t *binding;
    nbl_vulkan_buffer_t buffers[3];
    nbl_vulkan_commands_t commands;
    nbl_vulkan_timestamps_t *timestamps;
} on_device_t;

static void begin_on_device(nbl_vulkan_device_t *device, const nbl_fft_problem_t *problem, on_device_t *of) {
    memset(of, 0, sizeof *of);
    expect(nbl_fft_make_vulkan(device, problem, &of->fft, &error));
    const nbl_fft_bytes_t bytes = nbl_fft_get_bytes(of->fft);
    const uint64_t sizes[] = {bytes.input, bytes.output, bytes.workspace};
    nbl_vulkan_resource_t resources[3] = {{0}};
    for (int i = 0; i < 3; i++) {
        const nbl_vulkan_buffer_desc_t desc = {.size = sizes[i], .bound_in_parts = true};
        if (sizes[i] == 0) continue;
        expect(nbl_vulkan_buffer_create(device, &desc, &of->buffers[i], &error));
        resources[i] = (nbl_vulkan_resource_t){
            .buffer = of->buffers[i].handle, .size = sizes[i], .address = of->buffers[i].address};
    }
    float *input = numbers(bytes.input);
    expect(nbl_vulkan_buffer_upload(device, &of->buffers[0], 0, input, bytes.input, &error));
    free(input);
    expect(nbl_fft_bind(of->fft, &resources[0], &resources[1], bytes.workspace != 0 ? &resources[2] : NULL,
                        &of->binding, &error));
    expect(nbl_vulkan_timestamps_create(device, 1, &of->timestamps, &error));
    expect(nbl_vulkan_commands_create(device, &of->commands, &error));
    expect(nbl_vulkan_commands_begin(device, &of->commands, &error));
    nbl_vulkan_timestamps_record_reset(of->timestamps, of->commands.buffer);
    nbl_vulkan_timestamps_record_begin(of->timestamps, of->commands.buffer, 0);
    for (int i = 0; i < DISPATCHES; i++)
        expect(nbl_fft_record(of->fft, of->binding, of->commands.buffer, NULL, 0, &error));
    nbl_vulkan_timestamps_record_end(of->timestamps, of->commands.buffer, 0);
    expect(nbl_vulkan_commands_submit(device, &of->commands, &error));
}

static double run_on_device(nbl_vulkan_device_t *device, on_device_t *of) {
    double nanoseconds;
    expect(nbl_vulkan_commands_start(device, &of->commands, &error));
    expect(nbl_vulkan_commands_wait(device, &of->commands, &error));
    expect(nbl_vulkan_timestamps_read(of->timestamps, 0, 1, &nanoseconds, &error));
    return 1e-9 * nanoseconds / DISPATCHES;
}

static void end_on_device(nbl_vulkan_device_t *device, on_device_t *of) {
    nbl_vulkan_commands_destroy(device, &of->commands);
    nbl_vulkan_timestamps_destroy(of->timestamps);
    nbl_fft_binding_destroy(of->binding);
    for (int i = 0; i < 3; i++) nbl_vulkan_buffer_destroy(device, &of->buffers[i]);
    nbl_fft_destroy(of->fft);
}

static void time_on_device(nbl_vulkan_device_t *device, const case_t *c, nbl_mode_t mode, int rounds) {
    const bool is_cpu = nbl_vulkan_device_get_info(device)->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
    on_device_t of[2];
    double *seconds[2], median[2];
    for (int part = 0; part < 2; part++) {
        nbl_fft_problem_t problem = problem_of(c, mode, part);
        problem.unroll = !is_cpu; /* a software driver would build for minutes */
        problem.route = NBL_FFT_ROUTE_BEST;
        begin_on_device(device, &problem, &of[part]);
        seconds[part] = malloc((size_t)rounds * sizeof *seconds[part]);
        if (seconds[part] == NULL) exit(1);
    }
    for (int i = 0; i < (is_cpu ? 0 : UNTIMED); i++)
        for (int part = 0; part < 2; part++) run_on_device(device, &of[part]);
    for (int round = 0; round < rounds; round++)
        for (int part = 0; part < 2; part++) seconds[part][round] = run_on_device(device, &of[part]);
    for (int part = 0; part < 2; part++) {
        qsort(seconds[part], (size_t)rounds, sizeof *seconds[part], by_size);
        median[part] = seconds[part][rounds / 2];
        free(seconds[part]);
        end_on_device(device, &of[part]);
    }
    print_row(c, mode, median);
}

int main(int argc, char **argv) {
    const bool on_device = argc > 1 && strcmp(argv[1], "device") == 0;
    const int rounds = argc > 2 ? atoi(argv[2]) : 15;
    const char *word = argc > 3 ? argv[3] : "";
    nbl_vulkan_device_t *device = NULL;
    if (rounds < 1 || (argc > 1 && !on_device && strcmp(argv[1], "cpu") != 0)) {
        fprintf(stderr, "usage: kept [cpu|device] [ROUNDS] [WORD]\n");
        return 2;
    }
    if (on_device) {
        const nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
        expect(nbl_vulkan_device_create(&desc, &device, &error));
        printf("%s\n", nbl_vulkan_device_get_info(device)->name);
    }
    printf("| kept | mode | whole, us | part, us | of the whole's time |\n|---|---|---|---|---|\n");
    for (int i = 0; i < CASES; i++)
        for (int fast = 0; fast < 2; fast++) {
            if (strstr(cases[i].name, word) == NULL) continue;
            const nbl_mode_t mode = fast ? NBL_MODE_FAST : NBL_MODE_EXACT;
            if (on_device)
                time_on_device(device, &cases[i], mode, rounds);
            else
                time_on_cpu(&cases[i], mode, rounds);
        }
    nbl_vulkan_device_destroy(device);
    return 0;
}
