/* Times transforms that keep a part of their results, and whole ones, by turns. Built and run by bench/scripts/kept.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: kept [cpu|device] [ROUNDS] [WORD]
 *        kept draw [ROUNDS] [SEED] [COUNT] [WORD]
 *
 * WORD: cases whose names have it, alone. "draw": COUNT arrays, axes and parts at random, on the CPU; the median and
 * the worst of their times at the end.
 *
 * On the CPU one thread's processor time, the least of the rounds; on the best device the time of the dispatches by
 * timestamps, the median of the rounds, after dispatches that are not timed. Exact and fast mode; float32.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "draws.h"
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

enum { MOST_DRAWN = 1000 };
#define MOST_ELEMENTS (1u << 21) /* of an array that is drawn; chosen, for rounds of milliseconds */

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

/* seconds: of the whole, of the part, of the whole and then a cut of the part; 0: not measured */
static void print_row(const case_t *c, nbl_mode_t mode, const double seconds[3]) {
    printf("| %s | %s | %.1f | %.1f | %.2f |", c->name, mode == NBL_MODE_FAST ? "fast" : "exact", 1e6 * seconds[0],
           1e6 * seconds[1], seconds[1] / seconds[0]);
    if (seconds[2] > 0) printf(" %.2f |", seconds[1] / seconds[2]);
    printf("\n");
    fflush(stdout);
}

/* ---- The CPU */

static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double processor_time(nbl_fft_t *fft, const float *input, float *output, int count) {
    const double begin = processor_seconds();
    for (int i = 0; i < count; i++) expect(nbl_fft_run(fft, input, output, &error));
    return (processor_seconds() - begin) / count;
}

/* Copies the part of a result to where it would lie alone, in the longest runs that lie together. */
static void cut(const case_t *c, const char *whole, char *part) {
    uint64_t sizes[3], runs = c->batch, lowest = c->rank - 1,
                       element = c->dct != NBL_FFT_NO_DCT || (c->real && c->inverse) ? 4 : 8;
    memcpy(sizes, c->sizes, sizeof sizes);
    if (c->real && !c->inverse) {
        const uint32_t halved = c->first ? 0 : c->rank - 1;
        sizes[halved] = sizes[halved] / 2 + 1;
    }
    uint64_t run = element;
    while (lowest > 0 && c->kept[lowest] == 0) run *= sizes[lowest--];
    const uint64_t of_run = run, kept = c->kept[lowest] != 0 ? c->kept[lowest] : sizes[lowest];
    for (uint64_t d = 0; d < lowest; d++) runs *= c->kept[d] != 0 ? c->kept[d] : sizes[d];
    for (uint64_t r = 0; r < runs; r++, part += kept * of_run) {
        uint64_t place = 0, number = r, below = sizes[lowest];
        for (uint64_t d = lowest; d > 0; d--) {
            const uint64_t count = c->kept[d - 1] != 0 ? c->kept[d - 1] : sizes[d - 1];
            place += (number % count + c->from[d - 1]) * below;
            number /= count;
            below *= sizes[d - 1];
        }
        memcpy(part, whole + (place + number * below + c->from[lowest]) * of_run, kept * of_run);
    }
}

typedef struct ratios_t {
    double of_whole, of_cut; /* the part's time over the whole's; over that of the whole and a cut */
} ratios_t;

static ratios_t time_on_cpu(const case_t *c, nbl_mode_t mode, int rounds) {
    nbl_fft_t *fft[2];
    int count[2];
    double least[3] = {1e9, 1e9, 1e9};
    for (int part = 0; part < 2; part++) {
        const nbl_fft_problem_t problem = problem_of(c, mode, part);
        expect(nbl_fft_make_cpu(&problem, &fft[part], &error));
    }
    const nbl_fft_bytes_t bytes = nbl_fft_get_bytes(fft[0]), of_part = nbl_fft_get_bytes(fft[1]);
    float *input = numbers(bytes.input), *output = numbers(bytes.output), *alone = numbers(of_part.output);
    for (int part = 0; part < 2; part++) {
        processor_time(fft[part], input, output, 1); /* tables */
        count[part] = 1 + (int)(LONGEST / processor_time(fft[part], input, output, 1));
    }
    for (int round = 0; round < rounds; round++)
        for (int part = 0; part < 3; part++) {
            const double begin = processor_seconds();
            for (int i = 0; i < count[0] && part == 2; i++) {
                expect(nbl_fft_run(fft[0], input, output, &error));
                cut(c, (const char *)output, (char *)alone);
            }
            const double seconds = part < 2 ? processor_time(fft[part], input, part == 0 ? output : alone, count[part])
                                            : (processor_seconds() - begin) / count[0];
            if (seconds < least[part]) least[part] = seconds;
        }
    processor_time(fft[0], input, output, 1); /* what is cut has the part's bits */
    processor_time(fft[1], input, alone, 1);
    float *expected = numbers(of_part.output);
    cut(c, (const char *)output, (char *)expected);
    if (memcmp(alone, expected, of_part.output) != 0) printf("%s: the part has other bits than the whole\n", c->name);
    print_row(c, mode, least);
    for (int part = 0; part < 2; part++) nbl_fft_destroy(fft[part]);
    free(input);
    free(output);
    free(alone);
    free(expected);
    return (ratios_t){least[1] / least[0], least[1] / least[2]};
}

/* Draws an array without prime factors above 13, complex, real or of a DCT, one to three dimensions, and a part of its
 * result along the axes that are transformed: from a few elements to nearly all. */
static case_t draw_case(char *name, size_t size) {
    case_t c = {.rank = 1 + draw(3), .batch = 1};
    const uint32_t most = c.rank == 1 ? 8192 : c.rank == 2 ? 2048 : 200, kind = draw(4);
    uint64_t elements = 1;
    for (uint32_t d = 0; d < c.rank; d++, elements *= c.sizes[d - 1]) do
            c.sizes[d] = 8 + draw(most - 8);
        while (!is_smooth((uint32_t)c.sizes[d]) || elements * c.sizes[d] > MOST_ELEMENTS);
    c.real = kind == 1 || kind == 2;
    c.inverse = kind == 2;
    c.dct = kind == 3 ? (nbl_fft_dct_t)(NBL_FFT_DCT_1 + draw(4)) : NBL_FFT_NO_DCT;
    c.first = c.rank > 1 && draw(3) == 0;
    if (c.rank == 1) c.batch = 1 + MOST_ELEMENTS / 4 / c.sizes[0];
    const uint32_t share = draw(4); /* a few, about a half, nearly all, all but one element */
    size_t at = (size_t)snprintf(name, size, "%s",
                                 c.dct != NBL_FFT_NO_DCT ? "DCT"
                                 : c.inverse             ? "back"
                                 : c.real                ? "real"
                                                         : "complex");
    for (uint32_t d = 0; d < c.rank; d++) {
        const bool halved = c.real && !c.inverse && d == (c.first ? 0 : c.rank - 1);
        const uint32_t all = (uint32_t)(halved ? c.sizes[d] / 2 + 1 : c.sizes[d]);
        const uint32_t count = share == 0   ? 1 + draw(all / 4)
                               : share == 1 ? all / 4 + 1 + draw(all / 2)
                               : share == 2 ? all - 1 - draw(all / 8 + 1)
                                            : all - 1;
        at += (size_t)snprintf(name + at, size - at, "%s%u", d == 0 ? " " : "x", (unsigned)c.sizes[d]);
        if (c.first && d > 0) continue;
        c.kept[d] = count < 1 ? 1 : count;
        c.from[d] = draw(all - (uint32_t)c.kept[d] + 1);
        at += (size_t)snprintf(name + at, size - at, "[%u:%u]", (unsigned)c.from[d], (unsigned)(c.from[d] + c.kept[d]));
    }
    if (c.batch > 1) at += (size_t)snprintf(name + at, size - at, ", %u lines", (unsigned)c.batch);
    snprintf(name + at, size - at, "%s", c.first ? ", first axis" : "");
    c.name = name;
    return c;
}

static void time_drawn(int rounds, int drawn, const char *word) {
    static double ratios[2][MOST_DRAWN];
    int count = 0;
    for (int i = 0; i < drawn; i++) {
        char name[128];
        const case_t c = draw_case(name, sizeof name);
        if (strstr(name, word) == NULL) continue;
        const ratios_t of = time_on_cpu(&c, NBL_MODE_EXACT, rounds);
        ratios[0][count] = of.of_whole;
        ratios[1][count++] = of.of_cut;
    }
    for (int i = 0; i < 2 && count > 0; i++) {
        qsort(ratios[i], (size_t)count, sizeof *ratios[i], by_size);
        printf("%d drawn, of the whole's time%s: median %.2f, worst %.2f\n", count, i == 0 ? "" : " and the cut's",
               ratios[i][count / 2], ratios[i][count - 1]);
    }
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
    double *seconds[2], median[3] = {0};
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
    const bool draws = argc > 1 && strcmp(argv[1], "draw") == 0;
    const int rounds = argc > 2 ? atoi(argv[2]) : 15, count = draws && argc > 4 ? atoi(argv[4]) : 40;
    const char *word = argc > 3 ? argv[3] : "";
    nbl_vulkan_device_t *device = NULL;
    if (rounds < 1 || count < 1 || count > MOST_DRAWN ||
        (argc > 1 && !on_device && !draws && strcmp(argv[1], "cpu") != 0)) {
        fprintf(stderr, "usage: kept [cpu|device] [ROUNDS] [WORD] | kept draw [ROUNDS] [SEED] [COUNT] [WORD]\n");
        return 2;
    }
    if (on_device) {
        const nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
        expect(nbl_vulkan_device_create(&desc, &device, &error));
        printf("%s\n", nbl_vulkan_device_get_info(device)->name);
    }
    printf("| kept | mode | whole, us | part, us | of the whole's time |%s\n|---|---|---|---|---|%s\n",
           on_device ? "" : " and the cut's |", on_device ? "" : "---|");
    if (draws) {
        state = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
        time_drawn(rounds, count, argc > 5 ? argv[5] : "");
        return 0;
    }
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
