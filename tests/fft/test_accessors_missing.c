/* Whatever an X-include demands and does not get stops compilation, in C and in GLSL, with its name in the message; and
 * so does a scalar that is none, with the reason.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/common/testing.h"

#define MOST_DEMANDS 12

/* What a header needs before it and what it demands: each demand is left out in turn. */
typedef struct demand_t {
    const char *header;
    const char *before;
    const char *demands[MOST_DEMANDS]; /* "NAME value", as behind #define */
} demand_t;

#define BUFFER "NBL_BUFFER(0, nbl_float32_t2, elements)\n"
#define SHARED "NBL_SHARED(uint32_t, scratch, 256)\n"
#define WHOLE \
    "#define NBL_ACCESSOR_NAME whole\n#define NBL_ACCESSOR_SCALAR float32_t\n#define NBL_ACCESSOR_BUFFER " \
    "elements\n#include \"nbl/accessors/linear_buffer.h\"\n"
/* An FFT in registers, for what goes around one. */
#define REGISTERS_BEFORE \
    SHARED "#define NBL_FFT_NAME instance\n#define NBL_FFT_LENGTH 32\n#define NBL_FFT_REGISTERS\n#include " \
           "\"nbl/fft.h\"\n"

static const demand_t demands[] = {
    {"nbl/fft.h",
     "#define NBL_FFT_REGISTERS\n",
     {"NBL_FFT_NAME instance", "NBL_FFT_PLAN {60u, 3u, 2178u, 15u, 5u, 1u, 2u, 1u, 0u, 0u, 60u}", "NBL_FFT_ELEMENTS 5",
      "NBL_FFT_FFTS_PER_WORKGROUP 1", "NBL_FFT_SHARED_SIZE 60"}},
    {"nbl/fft.h",
     SHARED "#define NBL_FFT_NAME instance\n#define NBL_FFT_LENGTH 32\n#define NBL_FFT_REGISTERS\n",
     {"NBL_FFT_SHARED_GET(i) NBL_LOAD(scratch, i)", "NBL_FFT_SHARED_SET(i, value) NBL_STORE(scratch, i, value)"}},
    {"nbl/workgroup/mirror_trade.h",
     REGISTERS_BEFORE,
     {"NBL_MIRROR_NAME mirror", "NBL_MIRROR_SCALAR float32_t", "NBL_MIRROR_FFT instance",
      "NBL_MIRROR_SHARED_DWORDS 64u", "NBL_MIRROR_SHARED_GET(i) NBL_LOAD(scratch, i)",
      "NBL_MIRROR_SHARED_SET(i, value) NBL_STORE(scratch, i, value)", "NBL_MIRROR_BARRIER() NBL_WORKGROUP_BARRIER()"}},
    {"nbl/subgroup/arithmetic.h",
     "#include \"nbl/functional.h\"\n",
     {"NBL_SUBGROUP_ARITHMETIC_NAME lanes", "NBL_SUBGROUP_ARITHMETIC_TYPE uint32_t",
      "NBL_SUBGROUP_ARITHMETIC_OPERATOR nbl_plus_uint32_t"}},
    {"nbl/workgroup/arithmetic.h",
     "#include \"nbl/functional.h\"\n" SHARED
     "#define NBL_SUBGROUP_ARITHMETIC_NAME lanes\n#define NBL_SUBGROUP_ARITHMETIC_TYPE uint32_t\n"
     "#define NBL_SUBGROUP_ARITHMETIC_OPERATOR nbl_plus_uint32_t\n#include \"nbl/subgroup/arithmetic.h\"\n",
     {"NBL_WORKGROUP_ARITHMETIC_NAME group", "NBL_WORKGROUP_ARITHMETIC_TYPE uint32_t",
      "NBL_WORKGROUP_ARITHMETIC_OPERATOR nbl_plus_uint32_t", "NBL_WORKGROUP_ARITHMETIC_SUBGROUP lanes",
      "NBL_WORKGROUP_ARITHMETIC_INVOCATIONS 64", "NBL_WORKGROUP_ARITHMETIC_ITEMS 2",
      "NBL_WORKGROUP_ARITHMETIC_SHARED_GET(i) NBL_LOAD(scratch, i)",
      "NBL_WORKGROUP_ARITHMETIC_SHARED_SET(i, v) NBL_STORE(scratch, i, v)",
      "NBL_WORKGROUP_ARITHMETIC_BARRIER() NBL_WORKGROUP_BARRIER()"}},
    {"nbl/workgroup/arithmetic_by_subgroups.h",
     "#include \"nbl/functional.h\"\n" SHARED
     "#define NBL_SUBGROUP_ARITHMETIC_NAME lanes\n#define NBL_SUBGROUP_ARITHMETIC_TYPE uint32_t\n"
     "#define NBL_SUBGROUP_ARITHMETIC_OPERATOR nbl_plus_uint32_t\n#include \"nbl/subgroup/arithmetic.h\"\n",
     {"NBL_WORKGROUP_ARITHMETIC_NAME group", "NBL_WORKGROUP_ARITHMETIC_TYPE uint32_t",
      "NBL_WORKGROUP_ARITHMETIC_OPERATOR nbl_plus_uint32_t", "NBL_WORKGROUP_ARITHMETIC_SUBGROUP lanes",
      "NBL_WORKGROUP_ARITHMETIC_INVOCATIONS 64", "NBL_WORKGROUP_ARITHMETIC_ITEMS 2",
      "NBL_WORKGROUP_ARITHMETIC_SHARED_GET(i) NBL_LOAD(scratch, i)",
      "NBL_WORKGROUP_ARITHMETIC_SHARED_SET(i, v) NBL_STORE(scratch, i, v)",
      "NBL_WORKGROUP_ARITHMETIC_BARRIER() NBL_WORKGROUP_BARRIER()"}},
    {"nbl/workgroup/shuffle.h",
     SHARED,
     {"NBL_SHUFFLE_NAME instance", "NBL_SHUFFLE_SCALAR float32_t", "NBL_SHUFFLE_INVOCATIONS 32u",
      "NBL_SHUFFLE_SHARED_GET(i) NBL_LOAD(scratch, i)", "NBL_SHUFFLE_SHARED_SET(i, value) NBL_STORE(scratch, i, value)",
      "NBL_SHUFFLE_BARRIER() NBL_WORKGROUP_BARRIER()"}},
    {"nbl/subgroup/fft.h",
     "",
     {"NBL_SUBGROUP_FFT_NAME instance", "NBL_SUBGROUP_FFT_SCALAR float32_t", "NBL_SUBGROUP_FFT_INVOCATIONS_LOG2 2u"}},
    {"nbl/accessors/linear_buffer.h",
     BUFFER,
     {"NBL_ACCESSOR_NAME instance", "NBL_ACCESSOR_SCALAR float32_t", "NBL_ACCESSOR_BUFFER elements"}},
    {"nbl/accessors/offset.h",
     BUFFER WHOLE,
     {"NBL_ACCESSOR_NAME instance", "NBL_ACCESSOR_SCALAR float32_t", "NBL_ACCESSOR_BASE whole"}},
    {"nbl/accessors/buffer_device_address.h", "", {"NBL_ACCESSOR_NAME instance", "NBL_ACCESSOR_SCALAR float32_t"}},
    {"nbl/accessors/float_or_half_buffer.h",
     BUFFER "NBL_BUFFER(1, uint32_t, halves)\n",
     {"NBL_ACCESSOR_NAME instance", "NBL_ACCESSOR_IS_HALF 1", "NBL_ACCESSOR_BUFFER elements",
      "NBL_ACCESSOR_HALF_BUFFER halves"}},
    {"nbl/accessors/image.h",
     "NBL_IMAGE(0, texels)\n",
     {"NBL_ACCESSOR_NAME instance", "NBL_ACCESSOR_ALONG_Y 1", "NBL_ACCESSOR_IMAGE texels"}},
    {"nbl/accessors/image.h",
     "NBL_BUFFER(0, nbl_float32_t4, texels)\nNBL_BUFFER(0, uint32_t, dwords)\nNBL_BUFFER(0, nbl_uint32_t2, pairs)\n"
     "#define NBL_ACCESSOR_NAME instance\n#define NBL_ACCESSOR_ALONG_Y 1\n#define NBL_ACCESSOR_BUFFER texels\n"
     "#define NBL_ACCESSOR_FORMAT 2\n",
     {"NBL_ACCESSOR_DWORD_BUFFER dwords", "NBL_ACCESSOR_PAIR_BUFFER pairs"}},
    {"nbl/accessors/shared_structure_of_arrays.h",
     SHARED,
     {"NBL_ACCESSOR_NAME instance", "NBL_ACCESSOR_SCALAR float32_t", "NBL_ACCESSOR_STRIDE 64u",
      "NBL_ACCESSOR_SHARED_GET(i) NBL_LOAD(scratch, i)",
      "NBL_ACCESSOR_SHARED_SET(i, value) NBL_STORE(scratch, i, value)"}},
};

/* The name of a demand, without its parameters and value. */
static const char *name_of(const char *demand, char name[64]) {
    snprintf(name, 64, "%.*s", (int)strcspn(demand, "( "), demand);
    return name;
}

/* The text with all demands but one; left_out = MOST_DEMANDS leaves none out. */
static void make_text(const demand_t *d, unsigned left_out, char text[4096]) {
    size_t used =
        (size_t)snprintf(text, 4096, "#define NBL_BUFFER_DEVICE_ADDRESS 1\n#include \"nbl/lang.h\"\n%s", d->before);
    for (unsigned i = 0; i < MOST_DEMANDS && d->demands[i]; i++)
        if (i != left_out) used += (size_t)snprintf(text + used, 4096 - used, "#define %s\n", d->demands[i]);
    snprintf(text + used, 4096 - used, "#include \"%s\"\nNBL_LOCAL_SIZE(64)\nNBL_KERNEL(empty) {\n}\n", d->header);
}

/* Returns whether the text compiles; what is said of it goes to `said`. */
static bool compiles_in_c(const char *text, char *said, size_t room) {
    test_write_file(test_path("text.c"), text, strlen(text));
    const char *const arguments[] = {"cc", "-std=c11", "-fsyntax-only", "-Iinclude", test_path("text.c"), NULL};
    test_output_t output = test_run(arguments, NULL);
    bool good = output.status == 0;
    snprintf(said, room, "%s", output.error);
    test_output_free(&output);
    return good;
}

static bool compiles_in_glsl(const char *text, char *said, size_t room) {
    nbl_compile_desc_t compile = {.file = "text.h", .text = text};
    nbl_spirv_t spirv;
    nbl_error_t error;
    bool good = nbl_compile(&compile, &spirv, &error) == NBL_SUCCESS;
    snprintf(said, room, "%s\n%s", error.text, spirv.log ? spirv.log : "");
    nbl_spirv_free(&spirv);
    return good;
}

/* Replaces the scalar type that the header demands by one that nobody defined, with a name of the same length. Returns
 * false if the header demands no scalar type. */
static bool change_scalar(const demand_t *d, char *text) {
    static const char scalar[] = "_SCALAR float32_t";
    bool demanded = false;
    for (unsigned i = 0; i < MOST_DEMANDS && d->demands[i]; i++) demanded |= strstr(d->demands[i], scalar) != NULL;
    char *last = NULL;
    for (char *at = text; demanded && (at = strstr(at, scalar)) != NULL; at++) last = at;
    if (last) memcpy(strchr(last, ' ') + 1, "my_real_t", 9);
    return last != NULL;
}

static void try_all(bool (*compiles)(const char *text, char *said, size_t room), unsigned cases_wanted) {
    static char text[4096], said[65536];
    unsigned cases = 0, scalars = 0;
    for (size_t h = 0; h < sizeof demands / sizeof demands[0]; h++) {
        make_text(&demands[h], MOST_DEMANDS, text);
        ck_assert_msg(compiles(text, said, sizeof said), "%s with all that it demands: %s", demands[h].header, said);
        for (unsigned i = 0; i < MOST_DEMANDS && demands[h].demands[i]; i++, cases++) {
            char name[64], sentence[80];
            snprintf(sentence, sizeof sentence, "%s", name_of(demands[h].demands[i], name));
            make_text(&demands[h], i, text);
            ck_assert_msg(!compiles(text, said, sizeof said), "%s compiles without %s", demands[h].header, sentence);
            ck_assert_msg(strstr(said, sentence) && strstr(said, "is missing"), "%s without %s: %s", demands[h].header,
                          sentence, said);
        }
    }
    for (size_t h = 0; h < sizeof demands / sizeof demands[0]; h++) {
        make_text(&demands[h], MOST_DEMANDS, text);
        if (!change_scalar(&demands[h], text)) continue;
        scalars++;
        ck_assert_msg(!compiles(text, said, sizeof said), "%s compiles with a scalar of one's own", demands[h].header);
        ck_assert_msg(strstr(said, "the scalar must be float16_t, float32_t or float64_t"), "%s: %s", demands[h].header,
                      said);
    }
    printf("missing: %u demands left out in turn, %u scalars changed\n", cases, scalars);
    ck_assert_uint_eq(cases, cases_wanted);
    ck_assert_uint_eq(scalars, 7);
}

START_TEST(in_c) { try_all(compiles_in_c, 66); }
END_TEST

START_TEST(in_glsl) { try_all(compiles_in_glsl, 66); }
END_TEST

int main(void) {
    Suite *suite = suite_create("accessors_missing");
    TCase *test_case = tcase_create("accessors_missing");
    tcase_set_timeout(test_case, 300);
    tcase_add_checked_fixture(test_case, NULL, test_folder_remove);
    tcase_add_test(test_case, in_c);
    tcase_add_test(test_case, in_glsl);
    suite_add_tcase(suite, test_case);
    return test_run_suite(suite);
}
