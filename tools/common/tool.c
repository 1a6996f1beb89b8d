/* Which command of a tool runs, and what is printed on the standard error.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "common/tool.h"

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "nbl/version.h"
#include "platform/clock.h"

static const char *name_of_tool = "nbl";
static bool showing;
static double reporting; /* seconds between lines in a log; 0: none are printed */

const char *tool_name(void) { return name_of_tool; }

/* Prints a line into a log, at most one every `reporting` seconds. */
static void report(const char *what) {
    static double last;
    const double now = nbl_platform_seconds();
    if (last == 0.0 && reporting > 1.0) last = now; /* no line before the first interval is over */
    if (what == NULL || reporting == 0.0 || (last != 0.0 && now - last < reporting)) return;
    fprintf(stderr, "%s: %s\n", name_of_tool, what);
    last = now;
}

void report_progress(double seconds) { reporting = seconds; }

void show_progress(const char *what) {
    if (!isatty(STDERR_FILENO)) {
        report(what);
        return;
    }
    if (what || showing)
        fprintf(stderr, "\r\033[K%s%s%s", what ? name_of_tool : "", what ? ": " : "", what ? what : "");
    showing = what != NULL;
    fflush(stderr);
}

/* Prints a message as one line, whatever the names of files in it hold. */
static void print_line(const char *text) {
    show_progress(NULL);
    fprintf(stderr, "%s: ", name_of_tool);
    for (const char *c = text; *c; c++) fputc((unsigned char)*c < 32 || *c == 127 ? '?' : *c, stderr);
    fputc('\n', stderr);
}

int fail(nbl_error_t *error, int status, const char *format, ...) {
    static const char gap[] = " ... ";
    const size_t head = sizeof error->text / 2, tail = sizeof error->text - head - sizeof gap;
    char text[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    const size_t length = strlen(text);
    if (length < sizeof error->text) {
        memcpy(error->text, text, length + 1);
        return status;
    }
    memcpy(error->text, text, head);
    memcpy(error->text + head, gap, sizeof gap - 1);
    memcpy(error->text + head + sizeof gap - 1, text + length - tail, tail + 1);
    return status;
}

int fail_result(nbl_error_t *error, nbl_result_t result) {
    if (result == NBL_SUCCESS) return EXIT_DONE;
    return error->text[0] ? EXIT_FAILED : fail(error, EXIT_FAILED, "%s: %s", name_of_tool, nbl_result_text(result));
}

void note(const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_line(text);
}

/* Returns whether an option is among the arguments. Arguments behind `--` are names of files. */
static bool has_argument(int argc, char **argv, const char *name, const char *short_name) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], name) == 0 || (short_name && strcmp(argv[i], short_name) == 0)) return true;
    return false;
}

static int refuse_command(const command_t *commands, const char *name, nbl_error_t *error) {
    char list[256] = "";
    for (const command_t *c = commands; c->name; c++) {
        size_t used = strlen(list);
        if (c->name[0] != '\0')
            snprintf(list + used, sizeof list - used, "%s%s", !used ? "" : c[1].name ? ", " : " or ", c->name);
    }
    if (!name) return fail(error, EXIT_USAGE, "no command: %s; see %s --help", list, name_of_tool);
    return fail(error, EXIT_USAGE, "%s: unknown command: %s; see %s --help", name, list, name_of_tool);
}

/* Returns whether a first argument looks like a command and not like a file: letters alone, and no file's name. */
static bool is_word(const char *text) {
    if (text[0] == '\0' || text[strspn(text, "abcdefghijklmnopqrstuvwxyz")] != '\0') return false;
    return access(text, F_OK) != 0; /* a file is not opened to find out, since opening a pipe would wait */
}

static int run(const char *help, const command_t *commands, int argc, char **argv, nbl_error_t *error) {
    const command_t *command = commands, *otherwise = NULL;
    for (const command_t *c = commands; c->name; c++)
        if (c->name[0] == '\0') otherwise = c;
    while (command->name && (argc < 2 || command->name[0] == '\0' || strcmp(command->name, argv[1]) != 0)) command++;
    const bool named = command->name != NULL;
    if (!named && otherwise) command = otherwise;
    if (!named && otherwise && argc > 1 && is_word(argv[1]) &&
        (argc == 2 || is_word(argv[2]) || has_argument(3, argv, "--help", "-h")))
        return refuse_command(commands, argv[1], error);
    if (has_argument(named || otherwise || argc < 2 ? argc : 2, argv, "--help", "-h")) {
        fputs(named ? command->help : help, stdout);
        return EXIT_DONE;
    }
    if (has_argument(named || otherwise || argc < 2 ? argc : 2, argv, "--version", NULL)) {
        printf("%s %d.%d.%d\n", name_of_tool, NBL_VERSION_MAJOR, NBL_VERSION_MINOR, NBL_VERSION_PATCH);
        return EXIT_DONE;
    }
    if (!command->name) return refuse_command(commands, argc < 2 ? NULL : argv[1], error);
    return command->run(argc - 1 - named, argv + 1 + named, error);
}

int run_tool(const char *name, const char *help, const command_t *commands, int argc, char **argv) {
    nbl_error_t error = {""};
    name_of_tool = name;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of the write, with a message */
    int status = run(help, commands, argc, argv, &error);
    if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_DONE)
        status = fail(&error, EXIT_FAILED, "standard output: cannot be written");
    if (status != EXIT_DONE && error.text[0]) print_line(error.text);
    show_progress(NULL);
    return status;
}
