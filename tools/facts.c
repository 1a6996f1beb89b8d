/* Writes the rows of host/facts/<device>.txt as one array, sorted by number: facts OUT.c FILE...
 * SPDX-License-Identifier: Apache-2.0
 *
 * Rows of one number stay in the order of the files and of their lines; of a number in several files the first one
 * counts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facts/row.h"

#define FIRST_LINE "nbl-fft wisdom 2"
#define KIND_WORD(name, word, vendor) word " "
#define KINDS NBL_DEVICE_KINDS(KIND_WORD)
enum { LINE_BYTES = 1024, MOST_ROWS = 8192 };

typedef struct entry_t {
    nbl_fact_t row;
    char *text;
} entry_t;

static entry_t entries[MOST_ROWS];
static size_t count;
static double numbers[NBL_DEVICE_KIND_COUNT][NBL_NUMBER_COUNT];
static unsigned has[NBL_DEVICE_KIND_COUNT][NBL_NUMBER_COUNT]; /* which file has a number: 1 for the first; 0: none */
static unsigned file;                                         /* which file is being read, from 1 */
static uint8_t devices;                                       /* of the file that is being read */

static int fail(const char *path, unsigned line, const char *why) {
    fprintf(stderr, "facts: %s:%u: %s\n", path, line, why);
    return 0;
}

static int read_line(const char *path, unsigned number, char *line) {
    nbl_error_t error;
    line[strcspn(line, "\n")] = '\0';
    if (number == 1) return strcmp(line, FIRST_LINE) == 0 || fail(path, number, "must be \"" FIRST_LINE "\"");
    if (number == 2) return strncmp(line, "device ", 7) == 0 || fail(path, number, "must be \"device NAME\"");
    if (number == 3 && (!nbl_fact_read_devices(line, &devices) || devices == 0))
        return fail(path, number, "must be \"for KIND,KIND\", of " KINDS ", or \"for all\"");
    if (number == 3) return 1;
    if (line[0] == '\0' || line[0] == '#') return 1;
    nbl_fact_number_t which;
    double value;
    if (nbl_fact_read_number(line, &which, &value)) {
        if (which == NBL_NUMBER_COUNT)
            return fail(path, number, "must be \"number WORD VALUE\", with a word of host/facts/h200.txt");
        for (int k = 0; k < NBL_DEVICE_KIND_COUNT; k++) {
            if ((devices >> k & 1u) == 0) continue;
            if (has[k][which] == file) return fail(path, number, "a number again");
            if (has[k][which] != 0) continue;
            numbers[k][which] = value;
            has[k][which] = file;
        }
        return 1;
    }
    if (count == MOST_ROWS) return fail(path, number, "too many rows");
    entry_t *entry = &entries[count++];
    entry->text = malloc(strlen(line) + 1);
    if (entry->text == NULL) return fail(path, number, "no memory");
    strcpy(entry->text, line);
    if (nbl_fact_read(entry->text, &entry->row, &error) != NBL_SUCCESS) return fail(path, number, error.text);
    entry->row.devices = devices;
    return 1;
}

static int read_file(const char *path) {
    FILE *in = fopen(path, "rb");
    char line[LINE_BYTES];
    unsigned number = 0;
    int good = 1;
    if (in == NULL) return fail(path, 0, "cannot be read");
    while (good && fgets(line, sizeof line, in) != NULL) good = read_line(path, ++number, line);
    good = good && (!ferror(in) || fail(path, number, "cannot be read"));
    fclose(in);
    return good;
}

/* By number; rows of one number stay as they were read, which qsort() does not promise. */
static void sort(void) {
    for (size_t i = 1; i < count; i++) {
        const entry_t entry = entries[i];
        size_t at = i;
        for (; at > 0 && entry.row.number < entries[at - 1].row.number; at--) entries[at] = entries[at - 1];
        entries[at] = entry;
    }
}

static void write_row(FILE *out, const nbl_fact_t *row) {
    fprintf(out, "    {%d, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %d, {", row->fast,
            row->precisions, row->kinds, row->conditions, row->devices, row->rounds, row->twiddles, row->order,
            row->percent, row->number, row->rows, row->planes, row->chirp_time, row->rader_time, row->outer_time,
            row->middle_time, row->lag, row->takes, row->slower);
    for (int p = 0; p < NBL_FACT_MOST_PLANS; p++) {
        if (row->plans[p] == NULL)
            fprintf(out, "%sNULL", p > 0 ? ", " : "");
        else
            fprintf(out, "%s\"%s\"", p > 0 ? ", " : "", row->plans[p]);
    }
    fprintf(out, "}},\n");
}

/* Returns the kind of device whose number others take that have none. */
static int kind_with(int number) { return has[NBL_DEVICE_NVIDIA][number] ? NBL_DEVICE_NVIDIA : NBL_DEVICE_PROCESSOR; }

static int write_all(FILE *out, int argc, char **argv) {
    fprintf(out, "/* Made by:");
    for (int i = 0; i < argc; i++) fprintf(out, " %s", argv[i]);
    fprintf(out,
            " */\n/* The rows of what was measured, sorted by number.\n * SPDX-License-Identifier: Apache-2.0\n */\n"
            "#include \"facts/facts.h\"\n\nstatic const nbl_fact_t rows[] = {\n");
    for (size_t i = 0; i < count; i++) write_row(out, &entries[i].row);
    fprintf(out, "};\nstatic const double numbers[][NBL_NUMBER_COUNT] = {");
    for (int k = 0; k < NBL_DEVICE_KIND_COUNT; k++)
        for (int i = 0; i < NBL_NUMBER_COUNT; i++)
            fprintf(out, "%s%.17g%s", i > 0 ? ", " : "\n    {", numbers[has[k][i] ? k : kind_with(i)][i],
                    i + 1 < NBL_NUMBER_COUNT ? "" : "},");
    fprintf(out, "};\nconst nbl_facts_t nbl_facts_built_in = {rows, sizeof rows / sizeof *rows, true, numbers};\n");
    return fclose(out) == 0;
}

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "usage: facts OUT.c FILE...\n"), 2;
    for (int i = 2; i < argc; i++) {
        file++;
        if (!read_file(argv[i])) return 1;
    }
    for (int i = 0; i < NBL_NUMBER_COUNT; i++) {
        if (has[kind_with(i)][i]) continue;
        fprintf(stderr, "facts: number %s: no text has it\n", nbl_fact_number_word((nbl_fact_number_t)i));
        return 1;
    }
    sort();
    FILE *out = fopen(argv[1], "wb");
    if (out == NULL || !write_all(out, argc, argv)) {
        fprintf(stderr, "facts: %s: cannot be written\n", argv[1]);
        remove(argv[1]);
        return 1;
    }
    return 0;
}
