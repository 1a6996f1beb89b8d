/* Draws what was recorded of an FFT, as SVG.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   x[0]  (0)-\ /-(0)--->(0)-\ /- ...   00 holds 00
 *   x[1]  (1)- X -(1)--->(0)- X -       10 holds 10
 *              butterflies  trades
 */
#include "nbl-fft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/bit.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/plan.h"

typedef struct drawing_t {
    FILE *out;
    const nbl_fft_diagram_t *diagram;
    double row_height, radius, top, left, width, height, font;
    double given[NBL_FFT_DIAGRAM_MAX_STAGES + 1], taken[NBL_FFT_DIAGRAM_MAX_STAGES + 1]; /* columns, by level */
    bool trades[NBL_FFT_DIAGRAM_MAX_STAGES + 1];
    uint32_t digits; /* binary, of an index; 0: the length is no power of two */
    int decimals;    /* of an index */
} drawing_t;

enum { TRADE_GAP = 116, BUTTERFLY_GAP = 124, HEAD = 112, FOOT = 84, MARGIN = 24, LEAST_WIDTH = 790 };

/* ---- colours: neighbours are told apart, and white numbers are read on all of them */

static unsigned mix(double hue_third, double lightness, double saturation) {
    double wave = hue_third - (double)(int)hue_third; /* 0 to 1 around the circle */
    double level = wave < 1.0 / 6 ? wave * 6 : wave < 0.5 ? 1.0 : wave < 2.0 / 3 ? (2.0 / 3 - wave) * 6 : 0.0;
    double chroma = saturation * (lightness < 0.5 ? lightness : 1.0 - lightness);
    return (unsigned)(255.0 * (lightness - chroma + 2.0 * chroma * level) + 0.5);
}

static unsigned colour(uint32_t invocation) {
    static const unsigned few[] = {0x3b6fd8, 0x2f9e58, 0xe07b28, 0x8a56c9, 0xd94f8f, 0x1f9fb4, 0xa87b0a, 0xd1433a,
                                   0x5f6b7a, 0x76992a, 0x8c5a3c, 0x4a4fb0, 0xb85fac, 0x2c7a7b, 0xcf8a00, 0x5b84b1};
    if (invocation < sizeof few / sizeof few[0]) return few[invocation];
    double turn = 0.58 + invocation * 0.38196601125, lightness = 0.36 + 0.04 * (invocation % 3);
    return mix(turn + 1.0 / 3, lightness, 0.62) << 16 | mix(turn, lightness, 0.62) << 8 |
           mix(turn + 2.0 / 3, lightness, 0.62);
}

/* ---- places */

static double row_y(const drawing_t *d, double row) { return d->top + (row + 0.5) * d->row_height; }

static bool has_trades(const nbl_fft_diagram_t *diagram, uint32_t level) {
    for (uint32_t row = 0; row < diagram->length; row++)
        if (diagram->cell[level][row].way != NBL_FFT_DIAGRAM_KEPT) return true;
    return false;
}

static bool is_inverse(const nbl_fft_diagram_t *diagram) { return diagram->plan.parameters.inverse != 0; }

/* Lists the rows of a butterfly's operands, by place. Returns their number. */
static uint32_t operand_rows(const nbl_fft_diagram_t *diagram, uint32_t level, uint32_t number, uint32_t rows[32]) {
    for (uint32_t row = 0; row < diagram->length; row++)
        if (diagram->cell[level][row].butterfly == number) rows[diagram->cell[level][row].place] = row;
    return diagram->radix[level];
}

/* Returns the gap beside a butterfly, wider where lines are steep. */
static double butterfly_gap(const drawing_t *d, uint32_t level) {
    double gap = BUTTERFLY_GAP;
    for (uint32_t number = 0; number < d->diagram->butterflies[level]; number++) {
        uint32_t rows[32], radix = operand_rows(d->diagram, level, number, rows);
        double height = (rows[radix - 1u] - rows[0]) * d->row_height;
        if (height * 0.3 > gap) gap = height * 0.3;
    }
    return gap < 2 * BUTTERFLY_GAP ? gap : 2 * BUTTERFLY_GAP;
}

static void arrange(drawing_t *d) {
    const nbl_fft_diagram_t *diagram = d->diagram;
    uint32_t n = diagram->length;
    d->row_height = n <= 16 ? 27 : n <= 32 ? 21 : n <= 64 ? 17 : 12;
    d->radius = d->row_height * 0.4 < 9.5 ? d->row_height * 0.4 : 9.5;
    d->font = n <= 32 ? 13 : n <= 64 ? 12 : 9;
    d->digits = nbl_is_power_of_two(n) ? nbl_log2(n) : 0;
    d->decimals = n > 100 ? 3 : n > 10 ? 2 : 1;
    double spectrum = (d->digits ? 2 * d->digits + 7 : 0) * d->font * 0.61 + 12 * d->font * 0.61 + 30;
    double signal = (6 + (d->digits ? d->digits + 1 : 0)) * d->font * 0.61 + 26;
    d->left = MARGIN + (is_inverse(diagram) ? spectrum : signal);
    d->top = HEAD;
    double x = d->left;
    for (uint32_t level = 0; level <= diagram->stages; level++) {
        d->given[level] = x;
        d->trades[level] = has_trades(diagram, level);
        if (d->trades[level]) x += TRADE_GAP;
        d->taken[level] = x;
        if (level < diagram->stages) x += butterfly_gap(d, level);
    }
    d->width = x + (is_inverse(diagram) ? signal : spectrum) + MARGIN;
    if (d->width < LEAST_WIDTH) d->width = LEAST_WIDTH;
    d->height = d->top + n * d->row_height + FOOT;
}

/* ---- butterflies */

static void draw_pair(const drawing_t *d, double x0, double x1, const uint32_t rows[32]) {
    for (int from = 0; from < 2; from++)
        for (int to = 0; to < 2; to++)
            fprintf(d->out, "M%.1f %.1fL%.1f %.1f", x0 + d->radius, row_y(d, rows[from]), x1 - d->radius,
                    row_y(d, rows[to]));
}

/* Draws a butterfly of few operands as lines from all to all; larger ones are a box, since lines would be a tangle. */
static double draw_star(const drawing_t *d, double x0, double x1, const uint32_t *rows, uint32_t radix) {
    double middle = 0.5 * (x0 + x1), y = 0.0;
    for (uint32_t q = 0; q < radix; q++) y += row_y(d, rows[q]) / radix;
    for (uint32_t q = 0; q < radix; q++)
        fprintf(d->out, "M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1f", x0 + d->radius, row_y(d, rows[q]), middle - 12, y,
                middle + 12, y, x1 - d->radius, row_y(d, rows[q]));
    return y;
}

static void draw_butterflies(const drawing_t *d, uint32_t level) {
    double x0 = d->taken[level], x1 = d->given[level + 1u], box = d->row_height - 4 < 17 ? d->row_height - 4 : 17;
    for (uint32_t number = 0; number < d->diagram->butterflies[level]; number++) {
        uint32_t rows[32], radix = operand_rows(d->diagram, level, number, rows);
        uint32_t invocation = d->diagram->cell[level][rows[0]].taken;
        double y = 0;
        fprintf(d->out,
                "<g class=\"butterfly\" stroke=\"#%06x\"><title>stage %u: invocation %u, radix %u</title><path d=\"",
                colour(invocation), level + 1u, invocation, radix);
        if (radix == 2)
            draw_pair(d, x0, x1, rows);
        else
            y = draw_star(d, x0, x1, rows, radix);
        fprintf(d->out, "\"/>");
        if (radix != 2)
            fprintf(d->out,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"24\" height=\"%.1f\" rx=\"4\" fill=\"#fff\"/><text x=\"%.1f\" "
                    "y=\"%.1f\" "
                    "font-size=\"%.1f\" fill=\"#%06x\">%u</text>",
                    0.5 * (x0 + x1) - 12, y - box / 2, box, 0.5 * (x0 + x1), y + box * 0.24, box * 0.68,
                    colour(invocation), radix);
        fprintf(d->out, "</g>\n");
    }
}

/* ---- trades */

static void draw_trade(const drawing_t *d, uint32_t level, uint32_t row) {
    const nbl_fft_diagram_cell_t *cell = &d->diagram->cell[level][row];
    static const char *const ways[] = {"kept", "by a subgroup shuffle", "through shared memory"};
    double x0 = d->given[level] + d->radius + 1, x1 = d->taken[level] - d->radius - 1, y = row_y(d, row);
    if (cell->way == NBL_FFT_DIAGRAM_KEPT) {
        fprintf(d->out, "<path class=\"kept\" stroke=\"#%06x\" d=\"M%.1f %.1fH%.1f\"/>\n", colour(cell->taken), x0, y,
                x1);
        return;
    }
    double head = d->radius * 0.8 < 7 ? d->radius * 0.8 : 7;
    fprintf(d->out,
            "<g class=\"trade\"><title>from invocation %u to %u, %s</title><path stroke=\"url(#c%u-%u-%u)\"%s "
            "d=\"M%.1f %.1fH%.1f\"/>"
            "<path fill=\"#%06x\" d=\"M%.1f %.1fl-%.1f-%.1fv%.1fz\"/></g>\n",
            cell->given, cell->taken, ways[cell->way], level, cell->given, cell->taken,
            cell->way == NBL_FFT_DIAGRAM_SUBGROUP ? " stroke-dasharray=\"5 3\"" : "", x0, y, x1 - head,
            colour(cell->taken), x1, y, head, head * 0.6, head * 1.2);
}

/* Defines gradients from the giver's colour to the taker's, once for each pair of colours. */
static void define_gradients(const drawing_t *d, uint32_t level) {
    static bool seen[1024][1024];
    memset(seen, 0, sizeof seen);
    for (uint32_t row = 0; row < d->diagram->length; row++) {
        const nbl_fft_diagram_cell_t *cell = &d->diagram->cell[level][row];
        if (cell->way == NBL_FFT_DIAGRAM_KEPT || seen[cell->given][cell->taken]) continue;
        seen[cell->given][cell->taken] = true;
        fprintf(
            d->out,
            "<linearGradient id=\"c%u-%u-%u\" gradientUnits=\"userSpaceOnUse\" x1=\"%.0f\" x2=\"%.0f\" y1=\"0\" "
            "y2=\"0\">"
            "<stop offset=\".25\" stop-color=\"#%06x\"/><stop offset=\".75\" stop-color=\"#%06x\"/></linearGradient>\n",
            level, cell->given, cell->taken, d->given[level], d->taken[level], colour(cell->given),
            colour(cell->taken));
    }
}

static void draw_nodes(const drawing_t *d, uint32_t level, bool of_taken) {
    uint32_t subgroup = d->diagram->plan.desc.subgroup_size;
    for (uint32_t row = 0; row < d->diagram->length; row++) {
        const nbl_fft_diagram_cell_t *cell = &d->diagram->cell[level][row];
        uint32_t invocation = of_taken ? cell->taken : cell->given;
        double x = of_taken ? d->taken[level] : d->given[level];
        fprintf(d->out,
                "<g class=\"node\"><title>row %u: invocation %u, subgroup %u, lane %u</title><circle cx=\"%.1f\" "
                "cy=\"%.1f\" r=\"%.1f\" fill=\"#%06x\"/>",
                row, invocation, invocation / subgroup, invocation % subgroup, x, row_y(d, row), d->radius,
                colour(invocation));
        if (d->radius >= 5.5)
            fprintf(d->out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\">%u</text>", x,
                    row_y(d, row) + d->radius * 0.4, d->radius * 1.15, invocation);
        fprintf(d->out, "</g>\n");
    }
}

/* ---- words */

static const char *binary(uint32_t number, uint32_t digits, char text[33]) {
    for (uint32_t i = 0; i < digits; i++) text[i] = (char)('0' + (number >> (digits - 1u - i) & 1u));
    text[digits] = '\0';
    return text;
}

static void write_signal(const drawing_t *d, uint32_t row, uint32_t index, double x, const char *anchor) {
    char text[33];
    fprintf(d->out,
            "<text class=\"signal\" data-row=\"%u\" data-index=\"%u\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" "
            "xml:space=\"preserve\"><tspan class=\"soft\">%s</tspan> x[%u]</text>\n",
            row, index, x, row_y(d, row) + d->font * 0.35, anchor, binary(index, d->digits, text), index);
}

/* "1001 holds 1100  9 holds 12": index 9 of the array holds frequency 12. */
static void write_spectrum(const drawing_t *d, uint32_t row, uint32_t index, uint32_t invocation, double x,
                           const char *anchor) {
    char place[33], frequency[33], number[64];
    uint32_t f = d->diagram->frequency[row];
    snprintf(number, sizeof number, "%*u holds %*u", d->decimals, index, d->decimals, f);
    fprintf(d->out,
            "<text class=\"holds\" data-row=\"%u\" data-index=\"%u\" data-frequency=\"%u\" data-invocation=\"%u\" "
            "x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" "
            "xml:space=\"preserve\">",
            row, index, f, invocation, x, row_y(d, row) + d->font * 0.35, anchor);
    if (d->digits != 0)
        fprintf(d->out,
                "<tspan font-weight=\"bold\" fill=\"#%06x\">%s</tspan> holds <tspan "
                "font-weight=\"bold\">%s</tspan><tspan class=\"soft\">  %s</tspan></text>\n",
                colour(invocation), binary(index, d->digits, place), binary(f, d->digits, frequency), number);
    else
        fprintf(d->out,
                "<tspan font-weight=\"bold\" fill=\"#%06x\">%*u</tspan> holds <tspan "
                "font-weight=\"bold\">%*u</tspan></text>\n",
                colour(invocation), d->decimals, index, d->decimals, f);
}

static void write_labels(const drawing_t *d) {
    const nbl_fft_diagram_t *diagram = d->diagram;
    bool inverse = is_inverse(diagram);
    double x0 = d->given[0] - d->radius - 10, x1 = d->taken[diagram->stages] + d->radius + 10;
    for (uint32_t row = 0; row < diagram->length; row++) {
        uint32_t first = diagram->cell[0][row].given, last = diagram->cell[diagram->stages][row].taken;
        if (inverse) {
            write_spectrum(d, row, diagram->loaded_from[row], first, x0, "end");
            write_signal(d, row, diagram->stored_to[row], x1, "start");
        } else {
            write_signal(d, row, diagram->loaded_from[row], x0, "end");
            write_spectrum(d, row, diagram->stored_to[row], last, x1, "start");
        }
    }
}

/* Returns the distance of a stage's operands; 0: distances differ. */
static uint32_t distance_of(const nbl_fft_diagram_t *diagram, uint32_t level) {
    uint32_t result = 0;
    for (uint32_t number = 0; number < diagram->butterflies[level]; number++) {
        uint32_t rows[32], radix = operand_rows(diagram, level, number, rows);
        for (uint32_t q = 1; q < radix; q++) {
            if (result == 0) result = rows[1] - rows[0];
            if (rows[q] - rows[q - 1u] != result) return 0;
        }
    }
    return result;
}

/* Returns the number whose xor with every taker's number gives the giver; 0: takers need different numbers. */
static uint32_t partner_of(const nbl_fft_diagram_t *diagram, uint32_t level) {
    uint32_t result = 0;
    for (uint32_t row = 0; row < diagram->length; row++) {
        const nbl_fft_diagram_cell_t *cell = &diagram->cell[level][row];
        if (cell->way == NBL_FFT_DIAGRAM_KEPT) continue;
        if (result == 0) result = (uint32_t)cell->given ^ cell->taken;
        if (((uint32_t)cell->given ^ cell->taken) != result) return 0;
    }
    return result;
}

static void write_head(const drawing_t *d, double x, const char *name, const char *what, uint32_t number,
                       const char *how) {
    fprintf(d->out, "<text x=\"%.1f\" y=\"%.1f\" font-weight=\"bold\">%s</text><text x=\"%.1f\" y=\"%.1f\">%s</text>",
            x, d->top - 42, name, x, d->top - 27, what);
    if (number != 0)
        fprintf(d->out, "<text x=\"%.1f\" y=\"%.1f\" class=\"soft\">%s %u%s</text>", x, d->top - 12, how, number,
                how[0] == 'r' ? " apart" : "");
    fprintf(d->out, "\n");
}

static void write_heads(const drawing_t *d) {
    const nbl_fft_diagram_t *diagram = d->diagram;
    for (uint32_t level = 0; level <= diagram->stages; level++) {
        char name[32], what[32];
        bool ways[3] = {false, false, false};
        for (uint32_t row = 0; row < diagram->length; row++) ways[diagram->cell[level][row].way] = true;
        if (d->trades[level])
            write_head(d, 0.5 * (d->given[level] + d->taken[level]), "trade",
                       !ways[NBL_FFT_DIAGRAM_SHARED]    ? "subgroup shuffle"
                       : ways[NBL_FFT_DIAGRAM_SUBGROUP] ? "both ways"
                                                        : "shared memory",
                       partner_of(diagram, level), "with invocation xor");
        if (level == diagram->stages) break;
        snprintf(name, sizeof name, "stage %u", level + 1u);
        snprintf(what, sizeof what, "radix %u", diagram->radix[level]);
        write_head(d, 0.5 * (d->taken[level] + d->given[level + 1u]), name, what, distance_of(diagram, level), "rows");
    }
}

static void write_title(const drawing_t *d) {
    const nbl_fft_transform_plan_t *plan = &d->diagram->plan;
    char plan_text[NBL_FFT_PLAN_TEXT_SIZE], text[NBL_FFT_PLAN_TEXT_SIZE + 128];
    const char *direction = is_inverse(d->diagram) ? "inverse" : "forward";
    if (plan->desc.algorithm == NBL_FFT_STOCKHAM) {
        nbl_fft_plan_short_text(plan->parameters.plan, plan_text, sizeof plan_text);
        snprintf(text, sizeof text, "Stockham, %s: %u elements, %u invocation%s, plan %s", direction,
                 d->diagram->length, d->diagram->invocations, d->diagram->invocations == 1 ? "" : "s", plan_text);
    } else {
        snprintf(text, sizeof text, "Radix-2 shuffle, %s: %u elements, %u in %s %u invocation%s, subgroups of %u",
                 direction, d->diagram->length, plan->elements, d->diagram->invocations == 1 ? "the" : "each of",
                 d->diagram->invocations, d->diagram->invocations == 1 ? "" : "s", plan->desc.subgroup_size);
    }
    fprintf(d->out, "<title>%s</title>\n<desc>Recorded from a run of the emulator by nbl-fft diagram.</desc>\n", text);
    fprintf(d->out, "<text x=\"%d\" y=\"34\" font-size=\"17\" font-weight=\"bold\">%s</text>\n", MARGIN, text);
}

static void write_foot(const drawing_t *d) {
    double y = d->height - 56;
    fprintf(d->out,
            "<g font-size=\"11.5\" class=\"soft\"><text x=\"%d\" y=\"%.1f\">A node is an element; its colour and "
            "number say which invocation holds it.</text>\n",
            MARGIN, y);
    fprintf(d->out,
            "<text x=\"%d\" y=\"%.1f\">Between nodes: butterflies, in the colour of who computes them. X holds Y: "
            "index X of the spectrum's array holds "
            "frequency Y.</text>\n",
            MARGIN, y + 17);
    fprintf(d->out,
            "<path d=\"M%d %.1fh34\" stroke=\"#555\" stroke-width=\"2\"/><text x=\"%d\" y=\"%.1f\">through shared "
            "memory</text>\n",
            MARGIN, y + 30, MARGIN + 42, y + 34);
    fprintf(d->out,
            "<path d=\"M%d %.1fh34\" stroke=\"#555\" stroke-width=\"2\" stroke-dasharray=\"5 3\"/><text x=\"%d\" "
            "y=\"%.1f\">by a subgroup shuffle</text></g>\n",
            MARGIN + 200, y + 30, MARGIN + 242, y + 34);
}

static void draw(drawing_t *d) {
    fprintf(d->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
            "font-family=\"DejaVu Sans, Verdana, sans-serif\">\n",
            d->width, d->height, d->width, d->height);
    fputs("<!-- SPDX-License-Identifier: Apache-2.0 -->\n", d->out);
    fputs("<style>.soft{fill:#777}.butterfly path{fill:none;stroke-width:1.3;stroke-opacity:.8}.butterfly "
          "text{stroke:none;text-anchor:middle;font-weight:bold}"
          ".kept{stroke-width:1.3;stroke-opacity:.55}.trade path{stroke-width:2.2}.trade path+path{stroke:none}"
          ".node text{fill:#fff;text-anchor:middle;font-weight:bold}.heads{font-size:11px;text-anchor:middle}"
          ".labels{font-family:DejaVu Sans Mono,Menlo,Consolas,monospace}</style>\n",
          d->out);
    fprintf(d->out, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n", d->width, d->height);
    write_title(d);
    fputs("<defs>\n", d->out);
    for (uint32_t level = 0; level <= d->diagram->stages; level++) define_gradients(d, level);
    fputs("</defs>\n<g class=\"heads\">\n", d->out);
    write_heads(d);
    fputs("</g>\n", d->out);
    for (uint32_t level = 0; level <= d->diagram->stages; level++) {
        if (d->trades[level])
            for (uint32_t row = 0; row < d->diagram->length; row++) draw_trade(d, level, row);
        if (level < d->diagram->stages) draw_butterflies(d, level);
    }
    for (uint32_t level = 0; level <= d->diagram->stages; level++) {
        fprintf(d->out, "<g class=\"column\" data-level=\"%u\">\n", level);
        draw_nodes(d, level, false);
        if (d->trades[level]) draw_nodes(d, level, true);
        fputs("</g>\n", d->out);
    }
    fprintf(d->out, "<g class=\"labels\" font-size=\"%.0f\">\n", d->font);
    write_labels(d);
    fputs("</g>\n", d->out);
    write_foot(d);
    fputs("</svg>\n", d->out);
}

void diagram_svg(const nbl_fft_diagram_t *diagram, FILE *file) {
    drawing_t drawing = {.diagram = diagram, .out = file};
    arrange(&drawing);
    draw(&drawing);
}
