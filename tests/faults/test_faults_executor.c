/* The executor without memory and without threads: every allocation and every new thread fails in turn.
 * SPDX-License-Identifier: Apache-2.0
 *
 * By --wrap: an allocation of the library's objects that fails makes the call say so with its result untouched, nothing
 * stays behind, and the next call has the bits of the first. A thread that is not made, or that has no scratch, leaves
 * its work to the others, and the bits are the same.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/bloom.h"
#include "nbl/host/bloom_low.h"
#include "nbl/host/blur.h"
#include "nbl/host/convolution.h"
#include "nbl/host/fft.h"
#include "nbl/host/fft_nd.h"
#include "tests/common/testing.h"

/* ---- What fails, and what is there */

static atomic_long calls, threads, live; /* allocations and threads so far; blocks that are there */
static long failing, failing_thread;     /* the number of that which fails, from 1; 0: none */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *memory);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *user);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *memory);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *user);

static bool fails(void) { return atomic_fetch_add(&calls, 1) + 1 == failing; }
static void *counted(void *memory) {
    if (memory != NULL) atomic_fetch_add(&live, 1);
    return memory;
}
void *__wrap_malloc(size_t size) { return fails() ? NULL : counted(__real_malloc(size)); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : counted(__real_calloc(count, size)); }
void *__wrap_realloc(void *old, size_t size) {
    if (fails()) return NULL;
    void *memory = __real_realloc(old, size);
    return old == NULL ? counted(memory) : memory;
}
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : counted(__real_aligned_alloc(alignment, size));
}
void __wrap_free(void *memory) {
    if (memory != NULL) atomic_fetch_sub(&live, 1);
    __real_free(memory);
}
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *user) {
    return atomic_fetch_add(&threads, 1) + 1 == failing_thread ? 11 : __real_pthread_create(thread, how, run, user);
}

/* ---- Calls, each with memory of its own: what it computes lies in `result` */

enum { NUMBERS = 1 << 15 };
static _Alignas(64) float input[NUMBERS], result[NUMBERS], expected[NUMBERS];

static nbl_result_t array(nbl_fft_precision_t precision, bool real, uint64_t stride, nbl_error_t *error) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    desc.length = real ? 45 : 96;
    desc.batch = 20;
    desc.precision = precision;
    desc.real = real;
    desc.input_stride = stride;
    desc.threads = 3;
    return nbl_fft_array(&desc, input, result, error);
}
static nbl_result_t lines(nbl_error_t *error) { return array(NBL_FFT_FLOAT32, false, 0, error); }
static nbl_result_t strided(nbl_error_t *error) { return array(NBL_FFT_FLOAT64, false, 3, error); }
static nbl_result_t real_lines(nbl_error_t *error) { return array(NBL_FFT_FLOAT32, true, 0, error); }
static nbl_result_t halves(nbl_error_t *error) { return array(NBL_FFT_FLOAT16_STORAGE, false, 0, error); }

static void get(void *user, uint64_t transform, uint32_t element, void *value) {
    const float *at = (const float *)user + 2 * (transform * 96 + element);
    const nbl_fft_number_t number = {(double)at[0], (double)at[1]};
    memcpy(value, &number, sizeof number);
}
static void set(void *user, uint64_t transform, uint32_t element, const void *value) {
    float *at = (float *)user + 2 * (transform * 96 + element);
    nbl_fft_number_t number;
    memcpy(&number, value, sizeof number);
    at[0] = (float)number.real;
    at[1] = (float)number.imag;
}

static nbl_result_t access_elements(nbl_error_t *error) {
    const nbl_accessor_t from = {get, NULL, input}, to = {NULL, set, result};
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    nbl_fft_array_plan_t *plan = NULL;
    desc.length = 96;
    desc.batch = 20;
    desc.threads = 3;
    nbl_result_t code = nbl_fft_array_plan_create(&desc, &plan, error);
    if (code == NBL_SUCCESS) code = nbl_fft_array_plan_access(plan, &from, &to, error);
    nbl_fft_array_plan_destroy(plan);
    return code;
}

static nbl_result_t context(nbl_error_t *error) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    nbl_fft_array_context_t *kept = NULL;
    desc.length = 64;
    desc.batch = 3;
    desc.threads = 1;
    nbl_result_t code = nbl_fft_array_context_create(1, &kept, error);
    if (code == NBL_SUCCESS) code = nbl_fft_array_context_run(kept, &desc, input, result, error);
    nbl_fft_array_context_destroy(kept);
    return code;
}

static nbl_result_t planes(nbl_error_t *error) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_fft_t *plan = NULL;
    desc.rank = 3;
    desc.sizes[0] = 6;
    desc.sizes[1] = 34; /* by a chirp */
    desc.sizes[2] = 12;
    desc.batch = 2;
    desc.threads = 3;
    nbl_result_t code = nbl_fft_make_cpu(&desc, &plan, error);
    if (code == NBL_SUCCESS) code = nbl_fft_run(plan, input, result, error);
    nbl_fft_destroy(plan);
    return code;
}

static nbl_result_t convolution(nbl_error_t *error) {
    nbl_convolution_desc_t desc = nbl_convolution_desc_init();
    nbl_convolution_t *kept = NULL;
    desc.rank = 2;
    desc.sizes[0] = 12;
    desc.sizes[1] = 20;
    desc.kernel_sizes[0] = desc.kernel_sizes[1] = 5;
    desc.threads = 3;
    nbl_result_t code = nbl_convolution_create(&desc, input, &kept, error);
    if (code == NBL_SUCCESS) code = nbl_convolution_run(kept, input, result, error);
    nbl_convolution_destroy(kept);
    return code;
}

static nbl_bloom_desc_t bloom_desc(void) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = 30;
    desc.height = 20;
    desc.kernel_width = desc.kernel_height = 9;
    desc.algorithm = NBL_FFT_STOCKHAM;
    return desc;
}

static nbl_result_t bloom(nbl_error_t *error) {
    const nbl_bloom_desc_t desc = bloom_desc();
    return nbl_bloom_array(&desc, NULL, input, input, result, 3, error);
}

static nbl_result_t low_bloom(nbl_error_t *error) {
    const nbl_bloom_low_desc_t desc = {.bloom = bloom_desc(), .factor = 2};
    nbl_bloom_low_plan_t plan;
    nbl_result_t code = nbl_bloom_low_plan_make(&desc, &plan, error);
    return code != NBL_SUCCESS ? code : nbl_bloom_low_execute(&plan, input, input, result, NULL, 3, NULL, error);
}

static nbl_result_t blur(nbl_error_t *error) {
    const nbl_blur_desc_t desc = {.method = NBL_BLUR_DUAL_FILTER, .width = 60, .height = 40};
    nbl_blur_plan_t plan;
    nbl_result_t code = nbl_blur_plan_make(&desc, &plan, error);
    return code != NBL_SUCCESS ? code : nbl_blur_execute(&plan, input, result, NULL, 3, NULL, error);
}

static const struct {
    const char *name;
    nbl_result_t (*call)(nbl_error_t *error);
    bool is_partly_written; /* by passes before the one that has no memory */
} jobs[] = {
    {"lines", lines, false},
    {"strided lines", strided, false},
    {"real lines", real_lines, false},
    {"halves", halves, false},
    {"functions", access_elements, false},
    {"a context", context, false},
    {"planes", planes, false},
    {"a convolution", convolution, false},
    {"a bloom", bloom, true},
    {"a bloom at low resolution", low_bloom, true},
    {"a dual filter", blur, false},
};
enum { JOBS = sizeof jobs / sizeof *jobs };

/* What a call did; Check, which allocates as well, is not called within it. */
typedef struct outcome_t {
    nbl_result_t code;
    long allocations, threads, left; /* left: blocks that stay */
    nbl_error_t error;
} outcome_t;

/* Runs case i while allocation number `allocation` and thread number `thread` fail, counted from 1; 0: none fails. */
static outcome_t run(int i, long allocation, long thread) {
    outcome_t o;
    memset(result, 0x5a, sizeof result);
    const long before = atomic_load(&live);
    atomic_store(&calls, 0);
    atomic_store(&threads, 0);
    failing = allocation;
    failing_thread = thread;
    o.code = jobs[i].call(&o.error);
    o.allocations = atomic_load(&calls);
    o.threads = atomic_load(&threads);
    o.left = atomic_load(&live) - before;
    failing = failing_thread = 0;
    return o;
}

static outcome_t run_well(int i) {
    const outcome_t o = run(i, 0, 0);
    ck_assert_msg(o.code == NBL_SUCCESS && o.left == 0, "%s: %s; %ld blocks stay", jobs[i].name, o.error.text, o.left);
    return o;
}

static bool is_untouched(void) {
    for (size_t k = 0; k < NUMBERS; k++)
        if (memcmp(&result[k], "ZZZZ", 4) != 0) return false;
    return true;
}

START_TEST(every_allocation_fails_in_turn) {
    const char *name = jobs[_i].name;
    const long allocations = run_well(_i).allocations;
    long refused = 0, unharmed = 0;
    memcpy(expected, result, sizeof result);
    for (long n = 1; n <= allocations; n++) {
        const outcome_t o = run(_i, n, 0);
        if (o.allocations < n) break; /* threads share scratch, and this time less was needed */
        ck_assert_msg(o.left == 0, "%s, allocation %ld: %ld blocks stay", name, n, o.left);
        if (o.code == NBL_SUCCESS) {
            unharmed++;
        } else {
            refused++;
            ck_assert_msg(o.code == NBL_ERROR_OUT_OF_MEMORY && o.error.text[0] != '\0', "%s, allocation %ld: %d: %s",
                          name, n, (int)o.code, o.error.text);
            ck_assert_msg(jobs[_i].is_partly_written || is_untouched(), "%s, allocation %ld: the result is touched",
                          name, n);
            run_well(_i);
        }
        ck_assert_msg(memcmp(result, expected, sizeof result) == 0, "%s, allocation %ld: other bits", name, n);
    }
    printf("%s: %ld allocations, %ld refused, %ld unharmed\n", name, allocations, refused, unharmed);
    ck_assert_int_ge(refused, 1);
}
END_TEST

START_TEST(every_new_thread_fails_in_turn) {
    const char *name = jobs[_i].name;
    const long made = run_well(_i).threads;
    memcpy(expected, result, sizeof result);
    for (long n = 1; n <= made; n++) {
        const outcome_t o = run(_i, 0, n);
        ck_assert_msg(o.code == NBL_SUCCESS && o.left == 0, "%s, thread %ld: %s; %ld blocks stay", name, n,
                      o.error.text, o.left);
        ck_assert_msg(memcmp(result, expected, sizeof result) == 0, "%s, without thread %ld: other bits", name, n);
    }
    printf("%s: %ld threads\n", name, made);
    ck_assert(made > 0 || jobs[_i].call == context);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("executor faults");
    TCase *tcase = tcase_create("faults");
    test_random_t random = test_random_begin("executor faults");
    for (size_t i = 0; i < NUMBERS; i++) input[i] = 0.5f + 0.25f * (float)test_random_real(&random);
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, every_allocation_fails_in_turn, 0, JOBS);
    tcase_add_loop_test(tcase, every_new_thread_fails_in_turn, 0, JOBS);
    suite_add_tcase(suite, tcase);
    return test_run_suite(suite);
}
