/* A job of the programs that run texts: buffers, kernels one after the other, and what to read, as the lines of a file
 * say.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   buffer BYTES FILE                                             what it begins with, or - for zeros; counted from 0
 *   pass FILE INVOCATIONS WORKGROUPS COUNT BINDING:BUFFER:OFFSET:BYTES ...
 *                                                                 COUNT parts of buffers, by rising binding; the last
 *                                                                 holds uniforms
 *   read BUFFER FILE
 *
 * A program defines the four device_ functions, which return 0, or what job_fail() does, and calls job_run().
 */
#ifndef NBL_TESTS_PORTABLE_JOB_H
#define NBL_TESTS_PORTABLE_JOB_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JOB_BUFFERS = 64, JOB_BOUND = 16 };

typedef struct job_pass_t {
    const char *path;
    char *text; /* of the file, with a zero behind it */
    size_t size;
    unsigned invocations, workgroups; /* invocations of a workgroup */
    unsigned count;
    unsigned bindings[JOB_BOUND], buffers[JOB_BOUND];
    size_t offsets[JOB_BOUND], bytes[JOB_BOUND];
} job_pass_t;

static int device_open(void);
static int device_buffer(unsigned number, size_t bytes, const void *data);
static int device_pass(const job_pass_t *pass);
static int device_read(unsigned number, size_t bytes, void *data);

/* Prints one line, and returns 1. */
static int job_fail(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why);
    return 1;
}

/* Returns the file's bytes and a zero behind them, to be freed; or NULL. */
static char *job_read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *data = calloc(*size + 1, 1);
    if (data && fread(data, 1, *size, file) != *size) *size = 0;
    fclose(file);
    return data;
}

static int job_buffer(unsigned number, size_t bytes, const char *path) {
    size_t size = 0;
    char *data = calloc(bytes, 1), *begin = strcmp(path, "-") == 0 ? NULL : job_read_file(path, &size);
    int failed = !data || size > bytes || (!begin && strcmp(path, "-") != 0);
    if (!failed && begin) memcpy(data, begin, size);
    failed = failed ? job_fail(path, "no such contents") : device_buffer(number, bytes, data);
    free(data);
    free(begin);
    return failed;
}

static int job_pass(FILE *job, const char *path, unsigned buffer_count) {
    job_pass_t pass = {.path = path};
    if (fscanf(job, "%u %u %u", &pass.invocations, &pass.workgroups, &pass.count) != 3 || pass.count > JOB_BOUND)
        return job_fail(path, "a pass that is none");
    for (unsigned k = 0; k < pass.count; k++)
        if (fscanf(job, "%u:%u:%zu:%zu", &pass.bindings[k], &pass.buffers[k], &pass.offsets[k], &pass.bytes[k]) != 4 ||
            pass.buffers[k] >= buffer_count)
            return job_fail(path, "what it binds is no buffer");
    pass.text = job_read_file(path, &pass.size);
    int failed = pass.text ? device_pass(&pass) : job_fail(path, "cannot be read");
    free(pass.text);
    return failed;
}

static int job_read(unsigned number, size_t bytes, const char *path) {
    char *data = malloc(bytes);
    int failed = data ? device_read(number, bytes, data) : 1;
    FILE *file = failed ? NULL : fopen(path, "wb");
    if (!failed && (!file || fwrite(data, 1, bytes, file) != bytes)) failed = job_fail(path, "cannot be written");
    if (file && fclose(file) != 0) failed = 1;
    free(data);
    return failed;
}

/* Returns what main() is to return. */
static int job_run(const char *path) {
    char word[16], name[4096];
    size_t bytes[JOB_BUFFERS];
    unsigned count = 0, number;
    FILE *job = path ? fopen(path, "r") : NULL;
    if (!job) return job_fail(path ? path : "usage", "expected a job");
    int failed = device_open();
    while (!failed && fscanf(job, "%15s", word) == 1) {
        if (strcmp(word, "buffer") == 0 && count < JOB_BUFFERS && fscanf(job, "%zu %4095s", &bytes[count], name) == 2) {
            failed = job_buffer(count, bytes[count], name);
            count++;
        } else if (strcmp(word, "pass") == 0 && fscanf(job, "%4095s", name) == 1)
            failed = job_pass(job, name, count);
        else if (strcmp(word, "read") == 0 && fscanf(job, "%u %4095s", &number, name) == 2 && number < count)
            failed = job_read(number, bytes[number], name);
        else
            failed = job_fail(path, "a line that is none");
    }
    fclose(job);
    return failed;
}

#endif
