/* Our own kernels made of general modules are, instruction for instruction, what a compiler makes of their texts.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <check.h>
#include <stdio.h>

#include "bloom/compile.h"
#include "gpu/compile.h"
#include "spirv/general/general.h"
#include "tests/common/testing.h"
#include "tests/spirv/same_code.h"

typedef struct sums_t {
    uint32_t compared;
    double general, text; /* milliseconds */
} sums_t;

static double total(const nbl_spirv_t *spirv) {
    return spirv->milliseconds.expand + spirv->milliseconds.parse + spirv->milliseconds.optimize;
}

static void compare(nbl_compile_desc_t *compile, sums_t *sums, const char *what) {
    nbl_spirv_t made, text;
    nbl_error_t error;
    ck_assert_msg(nbl_compile(compile, &made, &error) == NBL_SUCCESS, "%s: %s", what, error.text);
    ck_assert_msg(made.general, "%s: compiled, since %s", what, made.refused[0] ? made.refused : "there is no module");
    compile->from_text = true;
    ck_assert_msg(nbl_compile(compile, &text, &error) == NBL_SUCCESS, "%s: %s", what, error.text);
    ck_assert_msg(!text.general && !text.refused[0], "%s", what);
    bool same = is_same_code(&made, &text);
    ck_assert_msg(same, "%s: %zu and %zu words, and not the same code", what, made.word_count, text.word_count);
    nbl_module_info_t a, b;
    ck_assert_int_eq(nbl_module_inspect(made.words, made.word_count, NULL, &a, &error), NBL_SUCCESS);
    ck_assert_int_eq(nbl_module_inspect(text.words, text.word_count, NULL, &b, &error), NBL_SUCCESS);
    ck_assert_msg(memcmp(&a, &b, sizeof a) == 0, "%s: they need something else", what);
    sums->compared++;
    sums->general += total(&made);
    sums->text += total(&text);
    nbl_spirv_free(&made);
    nbl_spirv_free(&text);
}

static void print(const sums_t *sums, const char *what) {
    printf("general: %u %s the same as compiled; %.1f ms each, of texts %.1f ms\n", sums->compared, what,
           sums->general / sums->compared, sums->text / sums->compared);
}

static void compare_plan(const nbl_fft_transform_desc_t *desc, nbl_mode_t mode, bool unroll, sums_t *sums) {
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    nbl_defines_t defines;
    char what[160];
    if (nbl_fft_transform_plan(desc, &plan, &error) != NBL_SUCCESS) return; /* no length of ours */
    snprintf(what, sizeof what, "length %u, algorithm %d, precision %d, kind %d, inverse %d, mode %d, unroll %d",
             desc->length, (int)desc->algorithm, (int)desc->precision, (int)desc->kind, desc->inverse, (int)mode,
             unroll);
    nbl_compile_desc_t compile = nbl_fft_describe_compile(&plan, NULL, mode, unroll, &defines);
    compare(&compile, sums, what);
}

/* Lengths of every size, all with NBL_TEST_ALL; precision, for the loop of a test */
START_TEST(stockham) {
    static const nbl_fft_kind_t kinds[] = {NBL_FFT_COMPLEX, NBL_FFT_REAL, NBL_FFT_REAL_TWO};
    sums_t sums = {0};
    bool all = test_all();
    for (uint32_t length = 2, number = 0, next = 2; length <= 8192; length++) {
        nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                         .precision = (nbl_fft_precision_t)_i,
                                         .length = length,
                                         .batch = 7,
                                         .kind = kinds[number % 3],
                                         .inverse = number % 2 != 0,
                                         .limits = nbl_fft_emulator_limits(32)};
        uint32_t before = sums.compared;
        if (length < next) continue;
        compare_plan(&desc, number % 5 ? NBL_MODE_EXACT : NBL_MODE_FAST, number % 4 != 0, &sums);
        if (sums.compared == before) continue;
        number++;
        if (!all) next = 2 * length + 1;
    }
    print(&sums, "Stockham plans are");
    ck_assert_uint_ge(sums.compared, 10);
}
END_TEST

/* precision, for the loop of a test */
START_TEST(radix2) {
    sums_t sums = {0};
    for (uint32_t number = 0; number < 6; number++) {
        nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_RADIX2_SHUFFLE,
                                         .precision = (nbl_fft_precision_t)_i,
                                         .length = number < 3 ? 1024 : 64,
                                         .subgroup_size = number % 2 ? 1 : 32,
                                         .batch = 7,
                                         .kind = number % 3 == 2 ? NBL_FFT_REAL : NBL_FFT_COMPLEX,
                                         .inverse = number == 1,
                                         .limits = nbl_fft_emulator_limits(32)};
        compare_plan(&desc, number % 2 ? NBL_MODE_FAST : NBL_MODE_EXACT, number != 4, &sums);
    }
    print(&sums, "radix-2 plans are");
    ck_assert_uint_ge(sums.compared, 5);
}
END_TEST

/* algorithm, for the loop of a test */
START_TEST(blooms) {
    sums_t sums = {0};
    for (uint32_t number = 0; number < 4; number++) {
        nbl_bloom_desc_t desc = nbl_bloom_desc_init();
        nbl_bloom_plan_t plan;
        nbl_error_t error;
        desc.width = number ? 320 : 1280;
        desc.height = number ? 200 : 720;
        desc.kernel_width = desc.kernel_height = number ? 97 : 256;
        desc.algorithm = _i;
        desc.storage = number == 1 ? NBL_BLOOM_STORAGE_FLOAT16 : NBL_BLOOM_STORAGE_FLOAT32;
        desc.padding_x = desc.padding_y = number == 2 ? NBL_BLOOM_PADDING_MIRROR : NBL_BLOOM_PADDING_ZERO;
        desc.limits = nbl_fft_emulator_limits(number == 3 ? 1 : 32);
        if (number == 3) desc.source_format = NBL_BLOOM_FORMAT_SRGB8, desc.target_format = NBL_BLOOM_FORMAT_B10G11R11;
        if (number == 1) desc.target_format = NBL_BLOOM_FORMAT_RGBA16F;
        ck_assert_msg(nbl_bloom_plan_make(&desc, &plan, &error) == NBL_SUCCESS, "%s", error.text);
        for (int pass = 0; pass < NBL_BLOOM_PASSES; pass++) {
            nbl_bloom_vulkan_desc_t vulkan = {.mode = number == 1 ? NBL_MODE_FAST : NBL_MODE_EXACT,
                                              .unroll = number != 2,
                                              .source_is_image = number == 1,
                                              .source_is_sampled = number == 3,
                                              .target_is_image = number > 1};
            nbl_defines_t defines;
            char what[160];
            nbl_compile_desc_t compile =
                nbl_bloom_pass_describe_compile(&plan, (nbl_bloom_pass_name_t)pass, &vulkan, &defines);
            snprintf(what, sizeof what, "bloom %u, algorithm %d: %s", number, _i, plan.passes[pass].name);
            compare(&compile, &sums, what);
        }
    }
    print(&sums, "passes of blooms are");
    ck_assert_uint_eq(sums.compared, 4 * NBL_BLOOM_PASSES);
}
END_TEST

/* A kernel with parameters that the list lacks, or of another text, is compiled and not made of a general module. */
START_TEST(others_are_compiled) {
    nbl_define_t defines[] = {{"NBL_SUBGROUP_OPERATIONS", "0"}, {"NBL_MY_OWN", "1"}};
    nbl_source_t source = {"shaders/copy.h", "#include \"nbl/lang.h\"\nNBL_LOCAL_SIZE(1)\nNBL_KERNEL(k) {}\n", 0};
    nbl_compile_desc_t compile = {.file = "shaders/copy.h", .defines = defines, .define_count = 1};
    nbl_spirv_t spirv;
    for (int number = 0; number < 4; number++) {
        compile.define_count = number == 1 ? 2 : 1;
        compile.sources = &source;
        compile.source_count = number == 2;
        compile.optimizer = number == 3 ? NBL_OPTIMIZER_SPIRV_TOOLS : NBL_OPTIMIZER_SPECIALIZER;
        ck_assert_int_eq(nbl_compile(&compile, &spirv, NULL), NBL_SUCCESS);
        ck_assert_int_eq(spirv.general, number == 0);
        nbl_spirv_free(&spirv);
    }
}
END_TEST

/* Every module can be unpacked and read; packed bytes that are cut off are refused. All modules together take 1.94 MB
 * at most, of which lines with a prime take 0.11 and radices above 36 0.09: more would show in every program that
 * carries the library. */
START_TEST(bytes) {
    size_t count = 0, words = 0, size = 0, packed_sizes = 0;
    for (const nbl_general_packed_t *p = nbl_general_packed; p->bytes; p++, count++) {
        uint32_t *unpacked = nbl_general_words(p);
        ck_assert(unpacked && unpacked[0] == SpvMagicNumber && unpacked[p->words - 1] == (SpvOpFunctionEnd | 1 << 16));
        size_t packed_size;
        uint8_t *packed = nbl_general_pack(unpacked, p->words, &packed_size);
        ck_assert(packed && packed_size == p->packed_size);
        ck_assert(nbl_general_unpack(packed, packed_size, unpacked, p->words));
        ck_assert(!nbl_general_unpack(packed, packed_size - 1, unpacked, p->words));
        ck_assert(!nbl_general_unpack(packed, packed_size, unpacked, p->words - 1));
        words += p->words;
        size += p->size;
        packed_sizes += packed_size;
        free(packed);
        free(unpacked);
    }
    printf("general: %zu modules of %zu bytes, packed %zu, shortened %zu\n", count, 4 * words, packed_sizes, size);
    ck_assert_uint_ge(count, 76);
    ck_assert_uint_le(size, 1945000);
}
END_TEST

/* What was shortened comes back, whatever it is, with and without a base; and nothing else does: cut off, with a byte
 * more, for another size, or with any one byte changed it is refused or stays within its bounds. */
START_TEST(shortened) {
    enum { SIZE = 3000 };
    uint8_t base[SIZE], bytes[SIZE], all[2 * SIZE + 1];
    test_random_t random = test_random_begin("shortened");
    for (int kind = 0; kind < 6; kind++) {
        size_t size = kind == 0 ? 0 : kind == 1 ? 3 : SIZE, base_size = kind % 2 ? SIZE : 0, shorter;
        for (size_t k = 0; k < SIZE; k++) {
            base[k] = (uint8_t)test_random_below(&random, 256);
            bytes[k] = kind < 2    ? (uint8_t)k
                       : kind == 2 ? (uint8_t)test_random_below(&random, 256)
                       : kind == 3 ? base[(k * k / 700) % SIZE]
                       : kind == 4 ? 7
                                   : (uint8_t)test_random_below(&random, 2);
        }
        uint8_t *made = nbl_general_shorten(base_size ? base : NULL, base_size, bytes, size, &shorter);
        ck_assert(made != NULL);
        memcpy(all, base, base_size);
        all[base_size + size] = 0xa5;
        ck_assert(nbl_general_lengthen(made, shorter, all, base_size, base_size + size));
        ck_assert(memcmp(all + base_size, bytes, size) == 0 && all[base_size + size] == 0xa5);
        ck_assert(!nbl_general_lengthen(made, shorter - 1, all, base_size, base_size + size));
        if (size) ck_assert(!nbl_general_lengthen(made, shorter, all, base_size, base_size + size - 1));
        for (size_t k = 0; k < shorter; k++) {
            made[k] ^= (uint8_t)(1u << k % 8);
            (void)nbl_general_lengthen(made, shorter, all, base_size, base_size + size);
            made[k] ^= (uint8_t)(1u << k % 8);
            ck_assert(all[base_size + size] == 0xa5);
        }
        free(made);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("general");
    TCase *tests = tcase_create("general");
    tcase_set_timeout(tests, 600);
    tcase_add_loop_test(tests, stockham, 0, 4);
    tcase_add_loop_test(tests, radix2, 0, 4);
    tcase_add_loop_test(tests, blooms, 0, 2);
    tcase_add_test(tests, others_are_compiled);
    tcase_add_test(tests, bytes);
    tcase_add_test(tests, shortened);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
