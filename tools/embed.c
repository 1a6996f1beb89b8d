/* Writes the texts that kernels are made of, without comments, into one C file: embed OUT.c FILE...; the names lose a
 * leading "include/".
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *name_of(const char *path) { return strncmp(path, "include/", 8) == 0 ? path + 8 : path; }

/* Returns the next character of a text without its comments. Their line breaks stay, since messages name lines. */
static int next_character(FILE *in, int *in_comment) {
    int c = getc(in), next;
    while (*in_comment && c != EOF && c != '\n') {
        next = c == '*' ? getc(in) : 0;
        if (next == '/') *in_comment = 0;
        if (next && next != '/') ungetc(next, in);
        c = getc(in);
    }
    if (c != '/' || *in_comment) return c;
    next = getc(in);
    if (next == '/') {
        while ((c = getc(in)) != EOF && c != '\n')
            ;
        return c;
    }
    if (next == '*') {
        *in_comment = 1;
        return ' ';
    }
    ungetc(next, in);
    return c;
}

/* Writes one string, a piece of it per line: gcc takes thirty times as long for an array of bytes. C11 compilers need
 * not take strings above 4095 characters; the compilers that build this library do. */
static int write_string(FILE *out, const char *path, int number) {
    FILE *in = fopen(path, "rb");
    int c, begun = 0, in_comment = 0;
    if (!in) return 0;
    fprintf(out, "\nstatic const char text_%d[] =", number);
    while ((c = next_character(in, &in_comment)) != EOF) {
        if (!begun) fprintf(out, "\n\"");
        begun = c != '\n';
        if (c == '\n')
            fprintf(out, "\\n\"");
        else if (c < 32 || c > 126 || c == '"' || c == '\\' || c == '?') /* two question marks may begin a trigraph */
            fprintf(out, "\\%03o", (unsigned)c);
        else
            putc(c, out);
    }
    fprintf(out, begun ? "\";\n" : " \"\";\n");
    c = ferror(in);
    fclose(in);
    return !c;
}

static int write_all(FILE *out, int argc, char **argv) {
    int i;
    fprintf(out, "/* Made by:");
    for (i = 0; i < argc; i++) fprintf(out, " %s", argv[i]);
    fprintf(out, " */\n/* The texts that kernels are made of, by name.\n * SPDX-License-Identifier: Apache-2.0\n */\n"
                 "#include \"host/spirv/embedded.h\"\n"
                 "#ifdef __GNUC__\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#endif\n");
    for (i = 2; i < argc; i++) {
        if (!write_string(out, argv[i], i)) {
            fprintf(stderr, "embed: %s: cannot be read\n", argv[i]);
            return 0;
        }
    }
    fprintf(out, "\nconst nbl_embedded_file_t nbl_embedded_files[] = {\n");
    for (i = 2; i < argc; i++) fprintf(out, "    {\"%s\", text_%d, sizeof(text_%d) - 1},\n", name_of(argv[i]), i, i);
    fprintf(out, "    {NULL, NULL, 0}\n};\n");
    return 1;
}

int main(int argc, char **argv) {
    FILE *out;
    int good;
    if (argc < 2) {
        fprintf(stderr, "usage: embed OUT.c FILE...\n");
        return 2;
    }
    out = fopen(argv[1], "wb");
    if (!out) {
        fprintf(stderr, "embed: %s: cannot be written\n", argv[1]);
        return 1;
    }
    good = write_all(out, argc, argv);
    good &= !ferror(out);
    good &= fclose(out) == 0;
    if (!good) remove(argv[1]);
    return good ? 0 : 1;
}
