/* nbl-fft bench: what was measured, as JSON.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"
#include "file/escape.h"

#include <math.h>

static void write_string(FILE *file, const char *text) {
    char piece[NBL_ESCAPE_BYTES];
    fputc('"', file);
    for (const char *c = text; *c; fputs(piece, file)) c += nbl_escape_json(c, piece);
    fputc('"', file);
}

static void write_text(FILE *file, const char *key, const char *text) {
    fprintf(file, "\"%s\": ", key);
    if (text)
        write_string(file, text);
    else
        fputs("null", file);
}

/* Writes a number; null for NaN and infinity, which JSON does not have. */
static void write_number(FILE *file, const char *key, double number) {
    if (isfinite(number))
        fprintf(file, ", \"%s\": %.6g", key, number);
    else
        fprintf(file, ", \"%s\": null", key);
}

/* Writes a count; null for 0, which means not known. */
static void write_count(FILE *file, const char *key, uint32_t count) {
    if (count != 0)
        fprintf(file, ", \"%s\": %u", key, count);
    else
        fprintf(file, ", \"%s\": null", key);
}

static void write_head(const bench_report_t *report, FILE *file) {
    const nbl_vulkan_device_info_t *device = report->device;
    fputs("{\n", file);
    write_text(file, "command", report->command);
    fputs(",\n", file);
    write_text(file, "device", device->name);
    fputs(",\n", file);
    write_text(file, "driver", device->driver_name);
    fputs(",\n", file);
    write_text(file, "driver_info", device->driver_info);
    fprintf(file, ",\n\"subgroup_size\": %u,\n\"launches\": %u,\n\"untimed_launches\": %u,\n", device->subgroup_size,
            report->runs, NBL_FFT_BENCH_WARM_UP_RUNS);
    fprintf(file, "\"bytes_read_by_a_launch\": %llu,\n", (unsigned long long)report->bytes);
    fprintf(file, "\"copy_gigabytes_per_second\": {\"before\": %.6g, \"after\": %.6g},\n", bench_rate(&report->copy[0]),
            bench_rate(&report->copy[1]));
    fputs("\"peers\": [", file);
    for (int p = 0; report->peers_wanted && p < 2; p++) {
        fputs(p == 0 ? "{" : ", {", file);
        write_text(file, "name", report->peers[p].name);
        fputs(", ", file);
        write_text(file, "version", report->peers[p].version);
        fprintf(file, ", \"built_in\": %s}", report->peers[p].version ? "true" : "false");
    }
    fputs("],\n", file);
}

static void write_row(const bench_report_t *report, const bench_row_t *row, FILE *file) {
    fprintf(file, "{\"length\": %u, ", row->desc.length);
    write_text(file, "by", bench_by_name(row));
    fputs(", ", file);
    write_text(file, "precision", nbl_fft_precision_name(row->desc.precision));
    fputs(", ", file);
    write_text(file, "mode", bench_mode_name(row));
    fputs(", ", file);
    if (row->message[0] != '\0') {
        write_text(file, "failure", row->message);
        fputs("}", file);
        return;
    }
    bool of_device = row->by != BENCH_BY_FFTW;
    write_text(file, "plan", row->text);
    fprintf(file, ", \"transforms\": %u", of_device ? row->desc.batch : 1);
    write_number(file, "microseconds", row->timing.nanoseconds / 1e3);
    write_number(file, "spread", row->timing.spread);
    write_number(file, "gigabytes_per_second", bench_rate(&row->timing));
    write_number(file, "fraction_of_copy", of_device ? bench_rate(&row->timing) / bench_rate(&report->copy[0]) : NAN);
    write_number(file, "relative_l2_error", row->error);
    write_count(file, "registers", row->timing.registers);
    write_count(file, "binary_bytes", row->timing.binary_bytes);
    if (row->by == BENCH_BY_NBL)
        fprintf(file, ", \"shared_bytes\": %u}", row->timing.shared_bytes);
    else
        fputs(", \"shared_bytes\": null}", file);
}

void bench_write_json(const bench_report_t *report, FILE *file) {
    write_head(report, file);
    fputs("\"rows\": [\n", file);
    for (uint32_t i = 0; i < report->row_count; i++) {
        write_row(report, &report->rows[i], file);
        fputs(i + 1 < report->row_count ? ",\n" : "\n", file);
    }
    fputs("]\n}\n", file);
}
