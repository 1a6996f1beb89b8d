/* nbl-fft bench: what was measured, as a table for people.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"

#include <math.h>

const char *bench_by_name(const bench_row_t *row) {
    static const char *const ours[] = {"nbl", "tools", "loops"};
    return row->by == BENCH_BY_NBL ? ours[row->desc.unroller] : row->by == BENCH_BY_VKFFT ? "VkFFT" : "FFTW";
}

const char *bench_mode_name(const bench_row_t *row) {
    return row->by != BENCH_BY_NBL ? NULL : options_mode_name(row->mode);
}

uint64_t bench_batch_bytes(const bench_row_t *row) {
    return (uint64_t)row->desc.batch * row->desc.length * nbl_fft_precision_element_bytes(row->desc.precision);
}

double bench_rate(const nbl_fft_timing_t *timing) { return (double)timing->bytes / timing->nanoseconds; }

static void print_head(const bench_report_t *report) {
    const nbl_vulkan_device_info_t *device = report->device;
    printf("%s, %s %s, subgroup size %u, %llu MiB per launch, ", device->name, device->driver_name, device->driver_info,
           device->subgroup_size, (unsigned long long)(report->bytes >> 20));
    if (report->passes > 1)
        printf("mean of the middle half of %u launches by turns\n", report->runs * report->passes);
    else
        printf("median of %u launches after %u untimed ones\n", report->runs, NBL_FFT_BENCH_WARM_UP_RUNS);
    printf("copy kernel %.1f GB/s, and again after all others %.1f GB/s\n", bench_rate(&report->copy[0]),
           bench_rate(&report->copy[1]));
    for (int p = 0; report->peers_wanted && p < 2; p++) {
        const bench_peer_t *peer = &report->peers[p];
        if (peer->version)
            printf("%s %s\n", peer->name, peer->version);
        else
            printf("%s is not built in: %s was not installed\n", peer->name, peer->package);
    }
    printf(
        "\n length  by     precision     mode      time us      GB/s  of copy  spread     error  regs  shared  plan\n");
}

static void print_row(const bench_report_t *report, const bench_row_t *row) {
    const char *mode = bench_mode_name(row);
    printf("%7u  %-5s  %-12s  %-5s  ", row->desc.length, bench_by_name(row),
           nbl_fft_precision_name(row->desc.precision), mode ? mode : "-");
    if (row->message[0] != '\0') {
        printf("%s\n", row->message);
        return;
    }
    double rate = bench_rate(&row->timing), error = row->error;
    if (row->by == BENCH_BY_FFTW)
        printf("%10.2f  %8.2f  %7s", row->timing.nanoseconds / 1e3, rate, "-");
    else
        printf("%10.1f  %8.1f  %7.3f", row->timing.nanoseconds / 1e3, rate, rate / bench_rate(&report->copy[0]));
    printf("  %5.1f%%  %8.2e", 100.0 * row->timing.spread, error);
    if (row->timing.registers != 0)
        printf("  %4u", row->timing.registers);
    else
        printf("     -");
    if (row->by == BENCH_BY_NBL)
        printf("  %6u  %s\n", row->timing.shared_bytes, row->text);
    else
        printf("       -  %s\n", row->text);
}

void bench_print_table(const bench_report_t *report) {
    print_head(report);
    for (uint32_t i = 0; i < report->row_count; i++) print_row(report, &report->rows[i]);
}
