/* Times how long a device's plans are made by two trees, by turns in one process: built and run by
 * bench/scripts/device_plans.sh. No kernel is compiled.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: device_plans OLD.so NEW.so STEP [TURNS]     every STEP-th row of tests/fft/net_testing.h in both modes
 *        device_plans ONE.so ROW exact|fast TIMES    one row's plan made TIMES times, to count instructions
 *
 * For each row and mode it takes the least processor time of TURNS turns (7), in which old and new make the plan one
 * after the other by one thread. Prints "RATIO OLD NEW ROW MODE WHAT": new / old, microseconds. At the end, of all, of
 * each mode and of those below 10 us: median, nine of ten, the worst.
 */
#include "tests/fft/net_testing.h"

#ifdef DEVICE_PLANS_SIDE

/* Makes a row's plan `times` times. Returns whether it can be made. */
bool device_plans_make(uint32_t row, bool fast, uint32_t times);
bool device_plans_make(uint32_t row, bool fast, uint32_t times) {
    const nbl_fft_limits_t limits = {.max_workgroup_invocations = 1024,
                                     .max_shared_bytes = 49152,
                                     .subgroup_size = 32,
                                     .max_buffer_bytes = UINT32_MAX,
                                     .float16 = true,
                                     .float64 = true,
                                     .device = NBL_DEVICE_NVIDIA};
    const nbl_mode_t mode = fast ? NBL_MODE_FAST : NBL_MODE_EXACT;
    nbl_fft_problem_t desc = net_draw(row);
    bool made = true;
    desc.mode = mode;
    for (uint32_t i = 0; i < times && made; i++) {
        nbl_fft_nd_stages_t stages;
        nbl_error_t error;
        made = nbl_fft_nd_stages_make(&desc, &limits, mode, false, 256, &stages, &error) == NBL_SUCCESS;
        nbl_fft_nd_stages_release(&stages);
    }
    return made;
}

#else

#include <dlfcn.h>
#include <time.h>

enum { LEAST_NANOSECONDS = 300000, SHORT_NANOSECONDS = 10000 };

typedef bool make_t(uint32_t row, bool fast, uint32_t times);

static make_t *open_side(const char *path) {
    void *of = dlopen(path, RTLD_NOW | RTLD_LOCAL), *found = of == NULL ? NULL : dlsym(of, "device_plans_make");
    make_t *make;
    if (found == NULL) fprintf(stderr, "device_plans: %s\n", dlerror()), exit(1);
    memcpy(&make, &found, sizeof make);
    return make;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double time_of(make_t *make, uint32_t row, bool fast, uint32_t times) {
    const double begin = now();
    make(row, fast, times);
    return (now() - begin) / times;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void summarise(const char *what, double *ratios, uint32_t count) {
    if (count == 0) return;
    qsort(ratios, count, sizeof *ratios, compare);
    printf("%s: %u plans, median %.3f, nine of ten within %.3f, worst %.3f\n", what, count, ratios[count / 2],
           ratios[count * 9 / 10], ratios[count - 1]);
}

int main(int argc, char **argv) {
    static double all[2 * NET_ROWS], of_mode[2][NET_ROWS], of_short[2 * NET_ROWS];
    static const char *const names[] = {"exact", "fast"};
    uint32_t count = 0, counts[2] = {0, 0}, shorts = 0, other = 0;
    const uint32_t step = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 0;
    if (argc == 5 && (strcmp(argv[3], "exact") == 0 || strcmp(argv[3], "fast") == 0))
        return open_side(argv[1])((uint32_t)strtoul(argv[2], NULL, 10), argv[3][0] == 'f',
                                  (uint32_t)strtoul(argv[4], NULL, 10))
                   ? 0
                   : 1;
    if (step == 0)
        return fprintf(stderr, "usage: device_plans OLD.so NEW.so STEP [TURNS]\n"
                               "       device_plans ONE.so ROW exact|fast TIMES\n"),
               2;
    make_t *const side[2] = {open_side(argv[1]), open_side(argv[2])};
    const uint32_t turns = argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 10) : 7;
    for (uint32_t row = 0; row < NET_ROWS; row += step)
        for (uint32_t mode = 0; mode < 2; mode++) {
            const bool fast = mode == 1, made[2] = {side[0](row, fast, 1), side[1](row, fast, 1)};
            const nbl_fft_problem_t desc = net_draw(row);
            double least[2] = {1e300, 1e300};
            char what[160];
            net_describe(&desc, what, sizeof what);
            if (made[0] != made[1]) printf("%04u %s %s: one side refuses it\n", row, names[mode], what), other++;
            if (!made[0] || !made[1]) continue;
            const double again = time_of(side[0], row, fast, 1);
            const uint32_t each = again < LEAST_NANOSECONDS ? (uint32_t)(LEAST_NANOSECONDS / (again + 1)) + 1 : 1;
            for (uint32_t i = 0; i < 2 * turns; i++) {
                const double t = time_of(side[i % 2], row, fast, each);
                if (t < least[i % 2]) least[i % 2] = t;
            }
            const double ratio = least[1] / least[0];
            all[count++] = of_mode[mode][counts[mode]++] = ratio;
            if (least[0] < SHORT_NANOSECONDS) of_short[shorts++] = ratio;
            printf("%.3f %.2f %.2f %04u %s %s\n", ratio, least[0] / 1e3, least[1] / 1e3, row, names[mode], what);
            fflush(stdout);
        }
    summarise("all", all, count);
    for (uint32_t mode = 0; mode < 2; mode++) summarise(names[mode], of_mode[mode], counts[mode]);
    summarise("below 10 us", of_short, shorts);
    return other != 0;
}

#endif
