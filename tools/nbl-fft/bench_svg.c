/* nbl-fft bench: what was measured, as a plot of speed over length, one panel per precision.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"
#include "file/escape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In pixels:
 *
 *   |LEFT|<----------- WIDTH ----------->|RIGHT|
 *          title, subtitle, legend             TOP
 *          one panel per precision             PANEL each, HEIGHT of it the frame
 */
enum { LEFT = 76, WIDTH = 800, RIGHT = 84, TOP = 104, HEIGHT = 330, PANEL = 414, BOTTOM = 12 };

/* A line of the plot. */
typedef struct series_t {
    bench_by_t by;
    nbl_mode_t mode;
    const char *label, *colour, *dashes;
    char shape; /* of its points: circle, diamond or square */
} series_t;

static const series_t all_series[] = {
    {BENCH_BY_VKFFT, NBL_MODE_EXACT, "VkFFT", "#c2570c", "none", 's'},
    {BENCH_BY_NBL, NBL_MODE_EXACT, "nbl, exact", "#0e9488", "6 4", 'd'},
    {BENCH_BY_NBL, NBL_MODE_FAST, "nbl, fast", "#1d4ed8", "none", 'c'},
    {BENCH_BY_NBL, NBL_MODE_FUSED, "nbl, fused", "#7c3aed", "2 3", 'd'},
};
enum { SERIES = sizeof all_series / sizeof all_series[0] };

/* By nbl_fft_precision_t. */
static const char *const precision_names[] = {"float16", "float32", "float64", "halves in memory, computed in float32"};

/* What a panel's coordinates follow from. */
typedef struct panel_t {
    const bench_report_t *report;
    FILE *file;
    nbl_fft_precision_t precision;
    double y;           /* of the frame's upper edge */
    double first, last; /* log2 of the lengths at its sides */
    double most;        /* fraction of the copy's rate at its upper edge */
} panel_t;

static void write_text(FILE *file, const char *text) {
    char piece[NBL_ESCAPE_BYTES];
    for (const char *c = text; *c; fputs(piece, file)) c += nbl_escape_xml(c, piece);
}

static bool shows(const series_t *series, const bench_row_t *row, nbl_fft_precision_t precision) {
    return row->message[0] == '\0' && row->by == series->by && row->desc.unroller == NBL_FFT_UNROLLER_LIBRARY &&
           row->desc.precision == precision && (row->by != BENCH_BY_NBL || row->mode == series->mode);
}

static bool is_in_plot(const bench_report_t *report, const series_t *series) {
    for (uint32_t i = 0; i < report->row_count; i++)
        if (shows(series, &report->rows[i], report->rows[i].desc.precision)) return true;
    return false;
}

static double fraction(const bench_report_t *report, const bench_row_t *row) {
    return bench_rate(&row->timing) / bench_rate(&report->copy[0]);
}

static bool is_power_of_two(uint32_t n) { return (n & (n - 1)) == 0; }

static double x_of(const panel_t *panel, uint32_t length) {
    return LEFT + WIDTH * (log2(length) - panel->first) / (panel->last - panel->first);
}

static double y_of(const panel_t *panel, double part) { return panel->y + HEIGHT * (1.0 - part / panel->most); }

/* Measures what a panel has to show. Returns false for a precision without rows. */
static bool measure_panel(panel_t *panel) {
    uint32_t least = UINT32_MAX, greatest = 0;
    double most = 1.0;
    for (uint32_t i = 0; i < panel->report->row_count; i++) {
        const bench_row_t *row = &panel->report->rows[i];
        if (row->desc.precision != panel->precision || row->message[0] != '\0' || row->by == BENCH_BY_FFTW) continue;
        if (row->desc.length < least) least = row->desc.length;
        if (row->desc.length > greatest) greatest = row->desc.length;
        if (fraction(panel->report, row) > most) most = fraction(panel->report, row);
    }
    panel->first = log2(least) - 0.35;
    panel->last = log2(greatest) + 0.35;
    panel->most = 1.1 * most;
    return greatest != 0;
}

/* ---- The frame: grid, ticks, labels */

static void write_label(FILE *file, double x, double y, const char *anchor, const char *text) {
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, text);
}

static void write_grid(const panel_t *panel) {
    FILE *file = panel->file;
    double step = panel->most > 2.2 ? floor(panel->most / 2.2) : 0.2, copy = bench_rate(&panel->report->copy[0]);
    char text[32];
    for (double part = 0; part < panel->most; part += step) {
        double y = y_of(panel, part);
        if (fabs(part - 1.0) > 1e-9) fprintf(file, "<path class=\"grid\" d=\"M%d %.1fh%d\"/>\n", LEFT, y, WIDTH);
        snprintf(text, sizeof text, "%.1f", part);
        write_label(file, LEFT - 10, y + 4, "end", text);
        snprintf(text, sizeof text, "%.*f", copy < 100 ? 1 : 0, part * copy);
        write_label(file, LEFT + WIDTH + 10, y + 4, "start", text);
    }
    for (int e = (int)ceil(panel->first); e <= panel->last; e++) {
        double x = x_of(panel, 1u << e);
        fprintf(file, "<path class=\"grid\" d=\"M%.1f %.1fv%d\"/>\n", x, panel->y, HEIGHT);
        snprintf(text, sizeof text, "%u", 1u << e);
        write_label(file, x, panel->y + HEIGHT + 20, "middle", text);
    }
}

static void write_frame(const panel_t *panel) {
    FILE *file = panel->file;
    double middle = panel->y + HEIGHT / 2.0, right = LEFT + WIDTH + 66, copy = y_of(panel, 1.0),
           rate = bench_rate(&panel->report->copy[0]);
    write_grid(panel);
    fprintf(file, "<rect class=\"frame\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%d\"/>\n", LEFT, panel->y, WIDTH,
            HEIGHT);
    fprintf(file, "<path class=\"copy\" d=\"M%d %.1fh%d\"/>\n", LEFT, copy, WIDTH);
    fprintf(file, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" class=\"small\">copy kernel, %.*f GB/s</text>\n",
            LEFT + WIDTH - 8, copy - 6, rate < 100 ? 1 : 0, rate);
    fprintf(file,
            "<text class=\"axis\" transform=\"translate(%d %.1f) rotate(-90)\">fraction of the copy kernel&#8217;s "
            "rate</text>\n",
            LEFT - 48, middle);
    fprintf(file, "<text class=\"axis\" transform=\"translate(%.1f %.1f) rotate(90)\">GB/s, read and written</text>\n",
            right, middle);
    fprintf(file, "<text class=\"axis\" x=\"%d\" y=\"%.1f\">length, in complex elements of %s</text>\n",
            LEFT + WIDTH / 2, panel->y + HEIGHT + 42, precision_names[panel->precision]);
}

/* ---- The series */

static void write_point(FILE *file, const series_t *series, double x, double y, bool full) {
    const char *fill = full ? series->colour : "#ffffff";
    if (series->shape == 'c')
        fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.2\"", x, y);
    else if (series->shape == 's')
        fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"7.6\" height=\"7.6\"", x - 3.8, y - 3.8);
    else
        fprintf(file, "<path d=\"M%.1f %.1fl4.8 4.8l-4.8 4.8l-4.8 -4.8z\"", x, y - 4.8);
    fprintf(file, " fill=\"%s\" stroke=\"%s\" stroke-width=\"1.6\"", fill, series->colour);
}

static int by_length(const void *a, const void *b) {
    const bench_row_t *x = *(const bench_row_t *const *)a, *y = *(const bench_row_t *const *)b;
    if (x->desc.length != y->desc.length) return x->desc.length < y->desc.length ? -1 : 1;
    return x->timing.nanoseconds < y->timing.nanoseconds ? -1 : x->timing.nanoseconds > y->timing.nanoseconds;
}

/* Draws a line through the lengths of one kind; through the fastest plan if a length has several. */
static void write_line(const panel_t *panel, const series_t *series, const bench_row_t *const *rows, uint32_t count,
                       bool powers) {
    const char *command = "M";
    uint32_t last = 0;
    fprintf(panel->file,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-dasharray=\"%s\" opacity=\"%s\" d=\"",
            series->colour, powers ? "2.2" : "1.1", series->dashes, powers ? "1" : "0.35");
    for (uint32_t i = 0; i < count; i++) {
        if (is_power_of_two(rows[i]->desc.length) != powers || rows[i]->desc.length == last) continue;
        last = rows[i]->desc.length;
        fprintf(panel->file, "%s%.1f %.1f", command, x_of(panel, last), y_of(panel, fraction(panel->report, rows[i])));
        command = "L";
    }
    fprintf(panel->file, "%s\"/>\n", last == 0 ? "M0 0" : "");
}

static void write_series(const panel_t *panel, const series_t *series, const bench_row_t **rows) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < panel->report->row_count; i++)
        if (shows(series, &panel->report->rows[i], panel->precision)) rows[count++] = &panel->report->rows[i];
    qsort(rows, count, sizeof *rows, by_length);
    write_line(panel, series, rows, count, false);
    write_line(panel, series, rows, count, true);
    for (uint32_t i = 0; i < count; i++) {
        const bench_row_t *row = rows[i];
        double part = fraction(panel->report, row);
        write_point(panel->file, series, x_of(panel, row->desc.length), y_of(panel, part),
                    is_power_of_two(row->desc.length));
        fprintf(panel->file, "><title>%s, %u: %.3f of a copy, %.0f GB/s, error %.2e, ", series->label, row->desc.length,
                part, bench_rate(&row->timing), row->error);
        write_text(panel->file, row->text);
        fputs("</title></", panel->file);
        fprintf(panel->file, "%s>\n", series->shape == 'c' ? "circle" : series->shape == 's' ? "rect" : "path");
    }
}

/* ---- What stands above */

static void write_legend(const bench_report_t *report, FILE *file) {
    double x = LEFT, y = TOP - 24;
    for (uint32_t s = SERIES; s-- > 0;) {
        const series_t *series = &all_series[s];
        if (!is_in_plot(report, series)) continue;
        fprintf(
            file,
            "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2.2\" stroke-dasharray=\"%s\" d=\"M%.1f %.1fh34\"/>\n",
            series->colour, series->dashes, x, y);
        write_point(file, series, x + 17, y, true);
        fputs("/>\n", file);
        write_label(file, x + 42, y + 4, "start", series->label);
        x += 62 + 7.2 * (double)strlen(series->label);
    }
    fprintf(file,
            "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" class=\"small\">full points: powers of two; open points: "
            "other lengths</text>\n",
            LEFT + WIDTH, y + 4);
}

static void write_head(const bench_report_t *report, FILE *file, int height) {
    const nbl_vulkan_device_info_t *device = report->device;
    int width = LEFT + WIDTH + RIGHT;
    fprintf(
        file,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
        width, height, width, height);
    fputs("<title>Speed of batched FFTs over length</title>\n<desc>", file);
    write_text(file, report->command);
    fputs("</desc>\n<style>text { font: 13px \"DejaVu Sans\", Verdana, sans-serif; fill: #1f2933 } .title { font-size: "
          "18px; font-weight: bold }\n"
          ".small { font-size: 11.5px; fill: #52606d } .axis { text-anchor: middle; fill: #3e4c59 } .grid { stroke: "
          "#e4e7eb; fill: none }\n"
          ".frame { stroke: #9aa5b1; fill: none } .copy { stroke: #52606d; stroke-width: 1.4; stroke-dasharray: 2 3; "
          "fill: none }</style>\n",
          file);
    fprintf(file,
            "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n<text class=\"title\" x=\"%d\" y=\"30\">Batched "
            "one-dimensional FFTs on ",
            width, height, LEFT);
    write_text(file, device->name);
    fprintf(file, "</text>\n<text class=\"small\" x=\"%d\" y=\"51\">", LEFT);
    write_text(file, device->driver_name);
    fputc(' ', file);
    write_text(file, device->driver_info);
    fprintf(file, ", subgroup size %u, %llu MiB per launch, medians of %u launches, natural order in and out</text>\n",
            device->subgroup_size, (unsigned long long)(report->bytes >> 20), report->runs);
}

bool bench_write_svg(const bench_report_t *report, FILE *file) {
    static const nbl_fft_precision_t precisions[] = {NBL_FFT_FLOAT32, NBL_FFT_FLOAT64, NBL_FFT_FLOAT16_STORAGE,
                                                     NBL_FFT_FLOAT16};
    panel_t panels[sizeof precisions / sizeof precisions[0]];
    uint32_t count = 0;
    const bench_row_t **rows = calloc((size_t)report->row_count + 1, sizeof *rows);
    if (!rows) return false;
    for (size_t p = 0; p < sizeof precisions / sizeof precisions[0]; p++) {
        panel_t panel = {.report = report, .file = file, .precision = precisions[p], .y = TOP + (double)count * PANEL};
        if (measure_panel(&panel)) panels[count++] = panel;
    }
    write_head(report, file, TOP + (int)count * PANEL - (PANEL - HEIGHT) + 56 + BOTTOM);
    write_legend(report, file);
    for (uint32_t p = 0; p < count; p++) {
        write_frame(&panels[p]);
        for (uint32_t s = 0; s < SERIES; s++) write_series(&panels[p], &all_series[s], rows);
    }
    fputs("</svg>\n", file);
    free(rows);
    return true;
}
