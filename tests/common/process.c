/* Running a program with its output caught, and a folder for its files.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/common/testing.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const int TIME_LIMIT = 120; /* seconds: a tool that hangs must not hang the tests */

const char *test_tool(const char *tool) {
    static char path[512];
    const char *build = getenv("BUILD");
    snprintf(path, sizeof path, "%s/%s", build && *build ? build : "build", tool);
    return path;
}

static char *read_stream(FILE *stream) {
    ck_assert_int_eq(fseek(stream, 0, SEEK_END), 0);
    long size = ftell(stream);
    ck_assert_int_ge(size, 0);
    rewind(stream);
    char *text = malloc((size_t)size + 1);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_eq(fread(text, 1, (size_t)size, stream), (size_t)size);
    text[size] = '\0';
    fclose(stream);
    return text;
}

static void change_environment(const char *const *environment) {
    for (; environment && *environment; environment++) {
        const char *equals = strchr(*environment, '=');
        if (equals) {
            char name[128];
            snprintf(name, sizeof name, "%.*s", (int)(equals - *environment), *environment);
            setenv(name, equals + 1, 1);
        } else {
            unsetenv(*environment);
        }
    }
}

test_output_t test_run(const char *const *arguments, const char *const *environment) {
    FILE *text = tmpfile(), *error = tmpfile();
    ck_assert(text && error);
    fflush(NULL);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        dup2(fileno(text), 1);
        dup2(fileno(error), 2);
        change_environment(environment);
        alarm((unsigned)TIME_LIMIT);
        union {
            const char *const *in;
            char *const *out;
        } cast = {arguments}; /* execvp changes nothing */
        execvp(arguments[0], cast.out);
        fprintf(stderr, "%s: %s\n", arguments[0], strerror(errno));
        _exit(127);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) ck_assert_int_eq(errno, EINTR);
    test_output_t output = {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), NULL, NULL};
    output.text = read_stream(text);
    output.error = read_stream(error);
    return output;
}

void test_output_free(test_output_t *output) {
    free(output->text);
    free(output->error);
    memset(output, 0, sizeof *output);
}

static char folder[96];

const char *test_folder(void) {
    if (!folder[0]) {
        const char *parent = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%s/nbl-test-XXXXXX", parent && strlen(parent) < 64 ? parent : "/tmp");
        ck_assert_ptr_nonnull(mkdtemp(folder));
    }
    return folder;
}

const char *test_path(const char *name) {
    static char paths[64][512];
    static unsigned next;
    char *path = paths[next++ % 64];
    snprintf(path, sizeof paths[0], "%s/%s", test_folder(), name);
    return path;
}

/* Flat: tests make no folders in their folder but empty ones. */
void test_folder_remove(void) {
    DIR *directory = folder[0] ? opendir(folder) : NULL;
    if (!directory) return;
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.' || strlen(entry->d_name) > 2) remove(path);
    }
    closedir(directory);
    rmdir(folder);
    folder[0] = '\0';
}

void test_write_file(const char *path, const void *data, size_t size) {
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(data, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

const char *test_read_text(const char *path) {
    static char text[1 << 16];
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s: the tests run from the repository's root", path);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}
