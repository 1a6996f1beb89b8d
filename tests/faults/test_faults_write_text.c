/* Every allocation of the writer of texts fails in turn: an error, and no text; never a text that lacks something.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The Makefile wraps the allocations of our own objects.
 */
#include "tests/spirv/text_testing.h"

static uint64_t allocations, failing; /* number of the one that fails; 0: none */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *memory);

static bool fails(void) { return ++allocations == failing; }
void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *old, size_t size) { return fails() ? NULL : __real_realloc(old, size); }
void __wrap_free(void *memory) { __real_free(memory); }

START_TEST(every_allocation) {
    text_case_t made = text_case(NBL_FFT_STOCKHAM, NBL_FFT_REAL, 6, false, NBL_MODE_EXACT);
    nbl_write_text_desc_t desc = {.target = NBL_TARGET_MSL, .about = "a", .json = "\"a\": 1"};
    char *whole = text_of(&made, NBL_TARGET_MSL, NBL_MODE_EXACT, NBL_OPAQUE_DEFAULT), *text, *json;
    uint64_t count;
    nbl_error_t error;
    allocations = 0;
    nbl_result_t good = nbl_write_text(made.spirv.words, made.spirv.word_count, &desc, &text, &json, &error);
    count = allocations; /* Check allocates, too */
    expect_ok(good, &error);
    nbl_text_free(text);
    nbl_text_free(json);
    ck_assert_uint_gt(count, 100);
    for (uint64_t k = 1; k <= count; k++) {
        allocations = 0;
        failing = k;
        nbl_result_t result = nbl_write_text(made.spirv.words, made.spirv.word_count, &desc, &text, &json, &error);
        failing = 0;
        if (result != NBL_ERROR_OUT_OF_MEMORY || text || json)
            ck_abort_msg("allocation %llu of %llu fails: %s", (unsigned long long)k, (unsigned long long)count,
                         nbl_result_text(result));
    }
    printf("write text: %llu allocations failed one by one\n", (unsigned long long)count);
    nbl_text_free(whole);
    text_case_free(&made);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("faults of write_text");
    TCase *tests = tcase_create("allocations");
    tcase_add_test(tests, every_allocation);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
