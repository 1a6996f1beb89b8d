/* What the tests share: random numbers, references in long double, errors, running tools, and devices by driver.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_COMMON_TESTING_H
#define NBL_TESTS_COMMON_TESTING_H

#include <check.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "nbl/host/emulator.h"
#include "nbl/host/vulkan.h"

/* Runs a suite to its end and frees it. Returns what main returns: 0, or 1 where a test failed. */
int test_run_suite(Suite *suite);

/* ---- Assertions */

#ifdef CHECK_MAJOR_VERSION
/* Check writes to a file where each assertion is that holds, so that a crash can be said to come after it. Once is
 * enough for those of a loop: the next of the same line says nothing new. */
static inline void test_mark_point(const char *file, int line) {
    static const char *last_file;
    static int last_line;
    if (file == last_file && line == last_line) return;
    last_file = file;
    last_line = line;
    _mark_point(file, line);
}
#define _mark_point test_mark_point
#endif

/* ---- How much is run */

/* Whether every case runs (make check-all), not a sample of cases that differ little. An empty value counts as none. */
static inline bool test_all(void) {
    const char *all = getenv("NBL_TEST_ALL");
    return all != NULL && all[0] != '\0';
}

/* Returns which of `parts` parts of a sample this run takes, from 0: the environment's NBL_PART modulo `parts`.
 * tests/run.sh sets it to another number every day, so runs on `parts` days take all. */
static inline uint32_t test_part(uint32_t parts) {
    const char *part = getenv("NBL_PART");
    return part != NULL ? (uint32_t)(strtoull(part, NULL, 10) % parts) : 0;
}

/* Whether this run takes case `number`: one in `parts`, or every one where all are wanted. */
static inline bool test_takes(uint32_t number, uint32_t parts) {
    return test_all() || number % parts == test_part(parts);
}

#if defined(__SANITIZE_ADDRESS__)
#define TEST_SANITIZED 1
#elif defined(__has_feature)
#define TEST_SANITIZED __has_feature(address_sanitizer)
#else
#define TEST_SANITIZED 0
#endif

/* Returns every how many-th case a test takes: `step` under sanitizers, where a case takes several times as long and
 * what it computes is known of the build without them; else each one. */
static inline uint32_t test_sanitized_step(uint32_t step) { return TEST_SANITIZED && !test_all() ? step : 1; }

/* ---- Random numbers: xorshift64*, repeatable by its seed */

typedef struct test_random_t {
    uint64_t state;
} test_random_t;

/* Return, or begin with, the seed of the environment's NBL_SEED, and print it. It is 1 without one, so that two
 * runs do the same; NBL_SEED=now draws one from the clock. */
uint64_t test_seed(const char *who);
test_random_t test_random_begin(const char *who);
test_random_t test_random_from(uint64_t seed);
uint32_t test_random_below(test_random_t *random, uint32_t bound);
double test_random_real(test_random_t *random); /* -1 to 1 */

/* ---- References */

typedef struct test_complex_t {
    long double real, imag;
} test_complex_t;

/* X[f] = sum of x[n] exp(-2 pi i f n / N), as it is written; inverse: the conjugate exponent, and divided by N. */
void test_dft(const test_complex_t *x, test_complex_t *spectrum, uint32_t length, bool inverse);
/* The same in N log N: halves of even and odd elements; of other lengths by their smallest factors. */
void test_fft(const test_complex_t *x, test_complex_t *spectrum, uint32_t length, bool inverse);

/* Sums that make a relative L2 error; start from zero, add any number of elements. */
typedef struct test_error_t {
    long double difference, energy,
        largest; /* |value - reference|^2, |reference|^2, largest |value - reference| of a part */
} test_error_t;

void test_error_add(test_error_t *error, test_complex_t reference, long double real, long double imag);
/* NaN if anything added was NaN. */
double test_error_relative(const test_error_t *error);
double test_error_snr(const test_error_t *error); /* decibels */

/* Returns how many scalars of two buffers have other bits. Of halves those do not count that are both below the
 * smallest normal one: a driver may flush them, and rounds the float32 before.
 *
 * bytes  of each buffer
 * size   of a scalar, 2 (a half), 4 or 8 */
uint64_t test_differing_scalars(const void *a, const void *b, uint64_t bytes, uint32_t size);

/* ---- Tools */

typedef struct test_output_t {
    int status;  /* exit code; 128 + signal if it was killed */
    char *text;  /* standard output */
    char *error; /* standard error */
} test_output_t;

/* Returns build/<tool> of the build folder that the environment's BUILD names. */
const char *test_tool(const char *tool);

/* Runs a program to its end.
 *
 * arguments    ends with NULL; the first is the program
 * environment  "NAME=value" in addition to ours, "NAME" takes one away; ends with NULL; may be NULL */
test_output_t test_run(const char *const *arguments, const char *const *environment);
void test_output_free(test_output_t *output);

/* A new empty folder of this process, and a path in it; removed by test_folder_remove. */
const char *test_folder(void);
const char *test_path(const char *name); /* valid until 64 calls later */
void test_folder_remove(void);
void test_write_file(const char *path, const void *data, size_t size);
/* Returns a file of the tree as text of at most 64 KiB, valid until the next call. */
const char *test_read_text(const char *path);

/* ---- The emulator */

/* Returns a launch on one thread, in one of three orders, so that runs which depend on an order would differ between
 * cases. */
nbl_emulator_launch_t test_launch_of_case(uint32_t number);

/* Fails the test if a call that returns a result and fills in the local `error` does not succeed. */
#define TEST_EXPECT(call) \
    if ((call) != NBL_SUCCESS) ck_abort_msg("%s: %s", #call, error.text)

/* ---- Devices */

typedef enum test_driver_t { TEST_LAVAPIPE = 0, TEST_SWIFTSHADER } test_driver_t;

const char *test_driver_name(test_driver_t driver);
/* The path of its ICD file; NULL if it is not installed. */
const char *test_driver_file(test_driver_t driver);
/* Opens the driver's device. NULL where it is not installed: the test then ends as skipped. With CI=true it fails
 * instead. */
nbl_vulkan_device_t *test_device_open(test_driver_t driver);
/* The environment of a program that sees this driver alone, for test_run(). NULL or a failure as of the function
 * above. */
const char *const *test_driver_environment(test_driver_t driver);
/* The same of an ICD file, which need not be there; NULL: no driver at all. Valid until the next call of either. */
const char *const *test_driver_file_environment(const char *file);

/* Returns what compiles a kernel's text, in GLSL or HLSL; it stays until the next call.
 *
 * path  of the text, from the repository's root */
nbl_compile_desc_t test_kernel_text(const char *path, nbl_language_t language, const nbl_define_t *defines,
                                    uint32_t define_count);

/* One dispatch of a kernel whose bindings are storage buffers. */
typedef struct test_kernel_t {
    const nbl_compile_desc_t *compile; /* or, instead, */
    const nbl_spirv_t *spirv;
    struct {
        void *data;
        uint64_t bytes;
    } buffers[8]; /* uploaded before and downloaded after */
    uint32_t buffer_count;
    const void *push_constants;
    uint32_t subgroup_size; /* 0: any */
    uint32_t groups;
    /* buffer number + 1 whose device address replaces the first 8 bytes of the push constants; or 0 */
    uint32_t address_of;
    uint32_t more_addresses; /* buffers behind it whose addresses follow, 8 bytes each */
    uint32_t push_constant_bytes;
    struct {
        void *texels;
        uint32_t width, height;
    } image; /* float32 RGBA at binding `buffer_count`; texels NULL: none */
} test_kernel_t;

/* Fails the test on any error. */
void test_kernel_run(nbl_vulkan_device_t *device, const test_kernel_t *kernel);

/* What is needed to record a job of the library and to run it: three buffers, and commands. */
typedef struct test_recording_t {
    nbl_vulkan_device_t *device;
    nbl_vulkan_buffer_t source, target, workspace;
    nbl_vulkan_resource_t source_bound, target_bound, workspace_bound; /* whole, of size 0 */
    nbl_vulkan_commands_t commands;
} test_recording_t;

/* Makes the buffers and begins recording; submits and waits; destroys. Fails the test on any error.
 *
 * source  uploaded */
test_recording_t test_recording_begin(nbl_vulkan_device_t *device, const void *source, uint64_t source_bytes,
                                      uint64_t target_bytes, uint64_t workspace_bytes);
void test_recording_submit(test_recording_t *recording);
void test_recording_end(test_recording_t *recording);

#endif
