/* nbl-bloom bench: a picture of what was measured: a bar for each job, its passes in shades.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench_job.h"
#include "file/escape.h"
#include "common/outputs.h"
#include "tool.h"

/* In pixels:
 *
 *   |LEFT: job's text|<------ WIDTH ------>|RIGHT: milliseconds|
 *        title                              TOP
 *        one bar per job                    ROW each, BAR of it the bar
 */
enum { LEFT = 370, WIDTH = 560, RIGHT = 90, TOP = 58, ROW = 24, BAR = 15, BOTTOM = 12 };

static void write_text(FILE *file, const char *text) {
    char piece[NBL_ESCAPE_BYTES];
    for (const char *c = text; *c; fputs(piece, file)) c += nbl_escape_xml(c, piece);
}

static const char *colour_of(bench_kind_t kind, uint32_t pass) {
    static const char *const shades[3][3] = {
        {"#1d4ed8", "#3b82f6", "#93c5fd"}, {"#0f766e", "#14b8a6", "#5eead4"}, {"#c2570c", "#c2570c", "#c2570c"}};
    return shades[kind][pass % 3];
}

/* Draws a bar as long as an image takes in a row. Its parts have the ratios of the passes' own times. */
static void write_bar(FILE *file, const bench_job_t *job, double y, double unit) {
    double sum = 0.0, x = LEFT, length = job->image_ns * unit;
    for (uint32_t p = 0; p < job->pass_count; p++) sum += job->passes[p].ns;
    for (uint32_t p = 0; p < (job->pass_count ? job->pass_count : 1); p++) {
        double part = sum > 0.0 ? length * job->passes[p].ns / sum : length;
        fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n", x, y, part, BAR,
                colour_of(job->request.kind, p));
        x += part;
    }
    fprintf(file, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 8, y + 12.0);
    write_text(file, job->request.text);
    fprintf(file, "</text>\n<text x=\"%.1f\" y=\"%.1f\">%.4f</text>\n", LEFT + length + 6.0, y + 12.0,
            job->image_ns * 1e-6);
}

int bench_write_svg(const char *path, const char *device, const bench_job_t *jobs, uint32_t count, nbl_error_t *error) {
    nbl_output_t output;
    double most = 1.0;
    for (uint32_t i = 0; i < count; i++)
        if (jobs[i].timed && jobs[i].image_ns > most) most = jobs[i].image_ns;
    int status = output_open(&output, path, error);
    if (status) return status;
    FILE *file = output.stream;
    uint32_t rows = 0;
    for (uint32_t i = 0; i < count; i++) rows += jobs[i].timed;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%u\" font-family=\"sans-serif\" "
            "font-size=\"12\" fill=\"#111827\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n"
            "<text x=\"16\" y=\"24\" font-size=\"15\">Milliseconds per image, many in a row: ",
            LEFT + WIDTH + RIGHT, TOP + rows * ROW + BOTTOM);
    write_text(file, device);
    fprintf(file,
            "</text>\n<text x=\"16\" y=\"43\" fill=\"#4b5563\">A bar's shades are its passes, as they are to each "
            "other by themselves.</text>\n");
    rows = 0;
    for (uint32_t i = 0; i < count; i++)
        if (jobs[i].timed) write_bar(file, &jobs[i], TOP + (rows++) * (double)ROW, WIDTH / most);
    fprintf(file, "</svg>\n");
    return output_close(&output, path, error);
}
