/* Radix kernels against the definition, kernel by kernel: errors, order, direction, operations, shaders and their bits.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_FFT_RADIX_MASK (NBL_FFT_ALL_RADICES | NBL_FFT_PRIME_RADICES)
#include "nbl/fft/radix.h"
#include "nbl/fft/plan.h"
#include "plan/radix_cost.h"
#include "tests/common/testing.h"

#include <check.h>
#include <math.h>
#define kDefaultMaxIdBound \
    kDefaultMaxIdBound_of_the_test /* a definition in the header: every user needs a name of its own */
#include <spirv-tools/libspirv.h>
#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RADICES 31
#define MAX_RADIX NBL_FFT_MAX_RADIX

/* Bounds of the relative L2 error on random data, float32 and float16: a twentieth above what was measured. */
static const struct {
    uint32_t radix;
    double float32, float16;
} kernels[RADICES] = {
    {2, 2.9e-8, 2.4e-4},  {3, 4.6e-8, 3.9e-4},  {4, 4.1e-8, 3.4e-4},  {5, 5.9e-8, 5.1e-4},  {6, 5.4e-8, 4.5e-4},
    {7, 6.3e-8, 5.3e-4},  {8, 5.5e-8, 4.5e-4},  {9, 7.3e-8, 6.0e-4},  {10, 6.5e-8, 5.6e-4}, {11, 6.6e-8, 5.8e-4},
    {12, 6.1e-8, 5.1e-4}, {13, 6.9e-8, 6.1e-4}, {14, 6.9e-8, 5.8e-4}, {15, 7.4e-8, 6.5e-4}, {16, 6.7e-8, 5.4e-4},
    {17, 8.0e-8, 6.5e-4}, {18, 7.5e-8, 6.2e-4}, {19, 8.1e-8, 6.7e-4}, {20, 7.1e-8, 6.0e-4}, {21, 7.8e-8, 6.6e-4},
    {23, 8.6e-8, 7.1e-4}, {24, 7.1e-8, 5.8e-4}, {25, 9.0e-8, 7.8e-4}, {27, 9.0e-8, 7.4e-4}, {28, 7.5e-8, 6.2e-4},
    {29, 9.3e-8, 7.6e-4}, {30, 7.9e-8, 7.0e-4}, {31, 9.6e-8, 7.9e-4}, {32, 8.0e-8, 6.3e-4}, {35, 8.5e-8, 7.3e-4},
    {36, 8.0e-8, 6.7e-4},
};

/* Fast mode's, which came after the others. */
static bool is_prime(uint32_t radix) { return (NBL_FFT_PRIME_RADICES >> NBL_FFT_RADIX_FIELD(radix) & 1) != 0; }

/* ---- One interface for all scalars: rounds x, and transforms what it became */

typedef void (*transform_t)(test_complex_t *x, test_complex_t *spectrum, uint32_t radix, bool inverse);

#define DEFINE_TRANSFORM(scalar) \
    static void transform_##scalar(test_complex_t *x, test_complex_t *spectrum, uint32_t radix, bool inverse) { \
        nbl_complex_##scalar v[MAX_RADIX]; \
        for (uint32_t i = 0; i < MAX_RADIX; i++) { \
            v[i].real = (scalar)(i < radix ? x[i].real : 77.0L + i); \
            v[i].imag = (scalar)(i < radix ? x[i].imag : -99.0L - i); \
            x[i].real = v[i].real; \
            x[i].imag = v[i].imag; \
        } \
        nbl_fft_radix_##scalar(v, radix, inverse); \
        for (uint32_t i = 0; i < MAX_RADIX; i++) { \
            spectrum[i].real = v[i].real; \
            spectrum[i].imag = v[i].imag; \
            if (i >= radix && (spectrum[i].real != x[i].real || spectrum[i].imag != x[i].imag)) \
                ck_abort_msg("radix %u of " #scalar " changed element %u", radix, i); \
        } \
    }
DEFINE_TRANSFORM(float32_t)
DEFINE_TRANSFORM(float64_t)
#if NBL_HAS_FLOAT16
DEFINE_TRANSFORM(float16_t)
#endif

/* columns[n] is the transform of an impulse at n, by definition and without a factor. */
static test_complex_t columns[MAX_RADIX][MAX_RADIX];

static void begin_reference(uint32_t radix, bool inverse) {
    for (uint32_t n = 0; n < radix; n++) {
        test_complex_t impulse[MAX_RADIX] = {{0, 0}};
        impulse[n].real = inverse ? (long double)radix : 1;
        test_dft(impulse, columns[n], radix, inverse);
    }
}

static void add_error(test_error_t *error, const test_complex_t *x, const test_complex_t *spectrum, uint32_t radix) {
    for (uint32_t f = 0; f < radix; f++) {
        test_complex_t sum = {0, 0};
        for (uint32_t n = 0; n < radix; n++) {
            sum.real += x[n].real * columns[n][f].real - x[n].imag * columns[n][f].imag;
            sum.imag += x[n].real * columns[n][f].imag + x[n].imag * columns[n][f].real;
        }
        test_error_add(error, sum, spectrum[f].real, spectrum[f].imag);
    }
}

static void random_row(test_random_t *random, test_complex_t *x) {
    for (uint32_t i = 0; i < MAX_RADIX; i++) {
        x[i].real = test_random_real(random);
        x[i].imag = test_random_real(random);
    }
}

static double random_error(test_random_t *random, transform_t transform, uint32_t radix, bool inverse) {
    test_error_t error = {0};
    begin_reference(radix, inverse);
    for (uint32_t row = 0; row < 40000 / radix; row++) {
        test_complex_t x[MAX_RADIX], spectrum[MAX_RADIX];
        random_row(random, x);
        transform(x, spectrum, radix, inverse);
        add_error(&error, x, spectrum, radix);
    }
    return test_error_relative(&error);
}

START_TEST(random_data) {
    test_random_t random = test_random_begin("radix");
    uint32_t cases = 0;
    for (int k = 0; k < RADICES; k++) {
        uint32_t radix = kernels[k].radix;
        double e32[2], e64[2], e16[2] = {0, 0};
        for (int inverse = 0; inverse < 2; inverse++, cases++) {
            e32[inverse] = random_error(&random, transform_float32_t, radix, inverse);
            e64[inverse] = random_error(&random, transform_float64_t, radix, inverse);
#if NBL_HAS_FLOAT16
            e16[inverse] = random_error(&random, transform_float16_t, radix, inverse);
#endif
        }
        printf("radix %2u: forward %.2e %.2e %.1e, inverse %.2e %.2e %.1e (float32, float64, float16)\n", radix, e32[0],
               e64[0], e16[0], e32[1], e64[1], e16[1]);
        for (int inverse = 0; inverse < 2; inverse++) {
            ck_assert_msg(e32[inverse] < kernels[k].float32, "radix %u, inverse %d: float32 %.3e", radix, inverse,
                          e32[inverse]);
            ck_assert_msg(e64[inverse] < 2e-16, "radix %u, inverse %d: float64 %.3e", radix, inverse, e64[inverse]);
            ck_assert_msg(!(e16[inverse] >= kernels[k].float16), "radix %u, inverse %d: float16 %.3e", radix, inverse,
                          e16[inverse]);
        }
    }
#if !NBL_HAS_FLOAT16
    printf("radix: this compiler has no float16\n");
#endif
    ck_assert_uint_eq(cases, 2 * RADICES);
}
END_TEST

/* Every impulse, constants, every tone and a large offset, each row by itself. */
static void special_row(test_random_t *random, uint32_t kind, uint32_t at, uint32_t radix, test_complex_t *x) {
    double real = test_random_real(random), imag = test_random_real(random);
    for (uint32_t n = 0; n < radix; n++) {
        test_complex_t values[3] = {
            {n == at ? real : 0, n == at ? imag : 0}, {real, imag}, {1000 + test_random_real(random), -1000}};
        x[n] = kind == 3 ? columns[at][n] : values[kind];
    }
}

START_TEST(special_rows) {
    test_random_t random = test_random_begin("radix");
    double largest[2][4] = {{0}}, largest64[2] = {0}; /* float32: of the others, of primes from 17 on */
    uint32_t cases = 0, expected = 0;
    for (int k = 0; k < RADICES; k++) {
        uint32_t radix = kernels[k].radix;
        expected += 2 * 4 * radix;
        for (int inverse = 0; inverse < 2; inverse++) {
            begin_reference(radix, inverse);
            for (uint32_t kind = 0; kind < 4; kind++) {
                for (uint32_t at = 0; at < radix; at++, cases++) {
                    test_complex_t x[MAX_RADIX], spectrum[MAX_RADIX];
                    test_error_t error = {0}, error64 = {0};
                    special_row(&random, kind, at, radix, x);
                    transform_float64_t(x, spectrum, radix, inverse);
                    add_error(&error64, x, spectrum, radix);
                    transform_float32_t(x, spectrum, radix, inverse);
                    add_error(&error, x, spectrum, radix);
                    double *most = &largest[is_prime(radix)][kind], *most64 = &largest64[is_prime(radix)];
                    if (test_error_relative(&error) > *most) *most = test_error_relative(&error);
                    if (test_error_relative(&error64) > *most64) *most64 = test_error_relative(&error64);
                }
            }
        }
    }
    for (int of_prime = 0; of_prime < 2; of_prime++)
        printf("radix: largest error of a row%s, impulse %.2e, constant %.2e, offset %.2e, tone %.2e\n",
               of_prime ? " by a prime from 17 on" : "", largest[of_prime][0], largest[of_prime][1],
               largest[of_prime][2], largest[of_prime][3]);
    printf("radix: largest error of a row in float64 %.2e, by a prime from 17 on %.2e\n", largest64[0], largest64[1]);
    /* Those of primes are longer sums, one addition after the other: a constant's by 31 is off by 1.6e-7. */
    for (int kind = 0; kind < 4; kind++)
        for (int of_prime = 0; of_prime < 2; of_prime++)
            ck_assert_msg(largest[of_prime][kind] < (of_prime ? 1.8e-7 : 1.2e-7), "kind %d: %.3e", kind,
                          largest[of_prime][kind]);
    /* The extreme of two thousand rows: 2.2e-16 as a rule, 2.58e-16 in the worst of 150 runs. */
    ck_assert_msg(largest64[0] < 3e-16 && largest64[1] < 4.5e-16, "float64: %.3e and %.3e", largest64[0], largest64[1]);
    ck_assert_uint_eq(cases, expected);
}
END_TEST

/* inverse(x) = conj(forward(conj(x))), to the bit; float32 is enough, the text is one. */
START_TEST(inverse_is_conjugate) {
    test_random_t random = test_random_begin("radix");
    for (uint32_t row = 0; row < 200 * RADICES; row++) {
        uint32_t radix = kernels[row % RADICES].radix;
        test_complex_t x[MAX_RADIX], forward[MAX_RADIX], inverse[MAX_RADIX];
        random_row(&random, x);
        transform_float32_t(x, inverse, radix, true);
        for (uint32_t n = 0; n < radix; n++) x[n].imag = -x[n].imag;
        transform_float32_t(x, forward, radix, false);
        for (uint32_t f = 0; f < radix; f++) {
            ck_assert_msg(inverse[f].real == forward[f].real && inverse[f].imag == -forward[f].imag,
                          "radix %u, output %u", radix, f);
        }
    }
}
END_TEST

START_TEST(other_numbers) {
    for (uint32_t radix = 0; radix < 70; radix++) {
        bool known = false;
        for (int k = 0; k < RADICES; k++) known |= kernels[k].radix == radix;
        ck_assert_msg((nbl_fft_radix_operations(radix) > 0) == known &&
                          (nbl_fft_radix_fused_operations(radix) > 0) == known,
                      "%u", radix);
        if (known) continue;
        nbl_complex_float32_t v[MAX_RADIX];
        for (uint32_t i = 0; i < MAX_RADIX; i++) v[i] = nbl_complex_construct((float32_t)i, 0.5f);
        nbl_fft_radix_float32_t(v, radix, false);
        for (uint32_t i = 0; i < MAX_RADIX; i++)
            ck_assert_msg(v[i].real == (float32_t)i && v[i].imag == 0.5f, "%u", radix);
    }
}
END_TEST

/* In #if, too. */
#if NBL_RADICES_3(17, 19, 36) != (21 | 25 << 5 | 18 << 10) || NBL_RADICES_2(32, 35) != (31 | 16 << 5)
#error "other fields"
#endif

START_TEST(fields) {
    uint32_t mask = 0;
    for (int k = 0; k < RADICES; k++) {
        const uint32_t radix = kernels[k].radix, field = NBL_FFT_RADIX_FIELD(radix);
        const nbl_fft_plan_t plan = {.radices = field << 5, .passes = 2};
        ck_assert_uint_lt(field, 32);
        ck_assert_msg((mask >> field & 1u) == 0, "radix %u: its field is another's", radix);
        ck_assert_uint_eq(NBL_FFT_RADIX_OF_FIELD(field), radix);
        ck_assert_uint_eq(nbl_fft_plan_radix(plan, 1), radix);
        mask |= 1u << field;
    }
    ck_assert_uint_eq(mask, (uint32_t)(NBL_FFT_ALL_RADICES | NBL_FFT_PRIME_RADICES));
    ck_assert_uint_eq((uint32_t)NBL_FFT_ALL_RADICES & NBL_FFT_PRIME_RADICES, 0);
}
END_TEST

/* The same bits from every compiler and level of optimisation, while nothing is contracted. */
static uint64_t hash(uint64_t sum, const void *bytes, size_t count) { /* FNV-1a */
    for (size_t i = 0; i < count; i++) sum = (sum ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return sum;
}

static void add_bits(test_random_t *random, uint32_t row, uint32_t radix, uint64_t *sum32, uint64_t *sum64) {
    nbl_complex_float32_t v[MAX_RADIX];
    nbl_complex_float64_t w[MAX_RADIX];
    for (uint32_t i = 0; i < MAX_RADIX; i++) {
        w[i].real = test_random_real(random);
        w[i].imag = test_random_real(random);
        v[i] = nbl_complex_construct((float32_t)w[i].real, (float32_t)w[i].imag);
    }
    nbl_fft_radix_float32_t(v, radix, row % 2 != 0);
    nbl_fft_radix_float64_t(w, radix, row % 2 != 0);
    *sum32 = hash(*sum32, v, sizeof v[0] * radix);
    *sum64 = hash(*sum64, w, sizeof w[0] * radix);
}

START_TEST(same_bits) {
    test_random_t random = test_random_from(1);
    uint32_t others[RADICES], primes[RADICES], count = 0,
                                               prime_count = 0; /* than 11 and 13, which came next, and those */
    uint64_t sum32 = 0xcbf29ce484222325u, sum64 = sum32;
    for (int k = 0; k < RADICES; k++)
        if (is_prime(kernels[k].radix))
            primes[prime_count++] = kernels[k].radix;
        else if (kernels[k].radix != 11 && kernels[k].radix != 13)
            others[count++] = kernels[k].radix;
    for (uint32_t row = 0; row < 100 * count; row++) add_bits(&random, row, others[row % count], &sum32, &sum64);
    printf("radix: bits 0x%016llx 0x%016llx\n", (unsigned long long)sum32, (unsigned long long)sum64);
    fflush(stdout);
    ck_assert_uint_eq(sum32, 0x9e798f5d6df1db90u); /* a kernel that was changed on purpose changes them too */
    ck_assert_uint_eq(sum64, 0xe9953cf791f2d118u);
    for (uint32_t row = 0; row < 400; row++) add_bits(&random, row, row % 4 < 2 ? 11 : 13, &sum32, &sum64);
    printf("radix: bits 0x%016llx 0x%016llx with 11 and 13\n", (unsigned long long)sum32, (unsigned long long)sum64);
    fflush(stdout);
    ck_assert_uint_eq(sum32, 0x073d78c6c351a220u);
    ck_assert_uint_eq(sum64, 0x3594b280d489f00fu);
    for (uint32_t row = 0; row < 500; row++) add_bits(&random, row, primes[row % prime_count], &sum32, &sum64);
    printf("radix: bits 0x%016llx 0x%016llx with primes to 31\n", (unsigned long long)sum32, (unsigned long long)sum64);
    fflush(stdout);
    ck_assert_uint_eq(sum32, 0x59926935138d5adeu);
    ck_assert_uint_eq(sum64, 0x92255c60ecbe8307u);
}
END_TEST

/* ---- Shaders: one module for each kernel, which carries no other */

#define INVOCATIONS 64u
#define GROUPS 2u
#define VALUES (INVOCATIONS * GROUPS * MAX_RADIX) /* complex */

static const char *const kernel_text =
    "#include \"nbl/fft/radix.h\"\n"
    "NBL_BUFFER(0, float32_t, numbers)\n"
    "NBL_LOCAL_SIZE(64)\n"
    "NBL_KERNEL(main) {\n"
    "    NBL_CAT(nbl_complex_, SCALAR) v[ELEMENTS];\n"
    "    uint32_t first = (nbl_workgroup_index() * 64u + nbl_local_invocation_index()) * (2u * RADIX);\n"
    "    NBL_UNROLL for (uint32_t i = 0u; i < RADIX; i++) {\n"
    "        v[i].real = NBL_CAST(SCALAR, NBL_LOAD(numbers, first + 2u * i));\n"
    "        v[i].imag = NBL_CAST(SCALAR, NBL_LOAD(numbers, first + 2u * i + 1u));\n"
    "    }\n"
    "    NBL_CAT(nbl_fft_radix_, SCALAR)(v, RADIX, INVERSE);\n"
    "    NBL_UNROLL for (uint32_t i = 0u; i < RADIX; i++) {\n"
    "        NBL_STORE(numbers, first + 2u * i, NBL_CAST(float32_t, v[i].real));\n"
    "        NBL_STORE(numbers, first + 2u * i + 1u, NBL_CAST(float32_t, v[i].imag));\n"
    "    }\n"
    "}\n";

/* A description whose defines are valid until the next call. */
static nbl_compile_desc_t describe(uint32_t radix, bool inverse, const char *scalar, nbl_language_t language) {
    static char mask[16], number[16];
    static nbl_define_t defines[10];
    size_t count = 0;
    snprintf(mask, sizeof mask, "(1 << %u)", NBL_FFT_RADIX_FIELD(radix));
    defines[count++] = (nbl_define_t){"NBL_FFT_RADIX_MASK", mask};
    snprintf(number, sizeof number, "%uu", radix);
    defines[count++] = (nbl_define_t){"ELEMENTS", radix > 32 ? "36" : radix > 16 ? "32" : "16"};
    defines[count++] = (nbl_define_t){"RADIX", number};
    defines[count++] = (nbl_define_t){"INVERSE", inverse ? "true" : "false"};
    defines[count++] = (nbl_define_t){"SCALAR", scalar};
    defines[count++] = (nbl_define_t){"NBL_SUBGROUP_OPERATIONS", "0"};
    defines[count++] = (nbl_define_t){"NBL_UNROLL_LOOPS", radix % 2 != 0 ? "1" : "0"};
    if (language == NBL_LANGUAGE_GLSL) {
        defines[count++] = (nbl_define_t){"NBL_HAS_FLOAT16", strcmp(scalar, "float16_t") == 0 ? "1" : "0"};
        defines[count++] = (nbl_define_t){"NBL_HAS_FLOAT64", strcmp(scalar, "float64_t") == 0 ? "1" : "0"};
    }
    nbl_compile_desc_t desc = {.file = "radix",
                               .text = kernel_text,
                               .defines = defines,
                               .define_count = count,
                               .language = language,
                               .optimize = NBL_OPTIMIZE_NONE}; /* operations are counted by function */
    return desc;
}

/* Floating operations that the entry point and what it calls would execute if no branch were taken away: the module
 * holds one kernel, so that is the kernel's. */
typedef struct function_t {
    uint32_t id, additions, products, call_count, calls[256];
} function_t;

typedef struct functions_t {
    uint32_t count, entry;
    function_t list[256];
} functions_t;

static void read_functions(const nbl_spirv_t *spirv, functions_t *functions) {
    memset(functions, 0, sizeof *functions);
    function_t *now = functions->list;
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> SpvWordCountShift) {
        SpvOp op = (SpvOp)(spirv->words[i] & SpvOpCodeMask);
        if (op == SpvOpEntryPoint) functions->entry = spirv->words[i + 2];
        if (op == SpvOpFunction) {
            now = &functions->list[functions->count++];
            now->id = spirv->words[i + 2];
        }
        if (op == SpvOpFAdd || op == SpvOpFSub) now->additions++;
        if (op == SpvOpFMul) now->products++;
        if (op == SpvOpFunctionCall) now->calls[now->call_count++] = spirv->words[i + 3];
        ck_assert(functions->count < 256 && now->call_count < 256);
    }
}

static void add_operations(const functions_t *functions, uint32_t id, uint32_t *additions, uint32_t *products) {
    const function_t *f = functions->list;
    while (f->id != id) f++;
    *additions += f->additions;
    *products += f->products;
    for (uint32_t c = 0; c < f->call_count; c++) add_operations(functions, f->calls[c], additions, products);
}

#define COST_ROW(R, additions, products, fused) {R, additions, products},
static const struct { uint32_t radix, additions, products; } costs[] = {NBL_FFT_RADIX_COSTS(COST_ROW)};

static bool names_kernel(const nbl_spirv_t *spirv, uint32_t radix) {
    char name[32];
    snprintf(name, sizeof name, "nbl_fft_radix%u_", radix);
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> SpvWordCountShift) {
        if ((spirv->words[i] & SpvOpCodeMask) == SpvOpName &&
            strncmp((const char *)&spirv->words[i + 2], name, strlen(name)) == 0)
            return true;
    }
    return false;
}

/* Of a kernel with loops the specialiser makes what is counted: one function without loops and arrays. */
static void unroll(nbl_compile_desc_t *desc, nbl_spirv_t *spirv) {
    nbl_error_t error;
    nbl_spirv_free(spirv);
    desc->optimize = NBL_OPTIMIZE_UNROLL;
    ck_assert_msg(nbl_compile(desc, spirv, &error) == NBL_SUCCESS, "%s", error.text);
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> SpvWordCountShift) {
        const SpvOp op = (SpvOp)(spirv->words[i] & SpvOpCodeMask);
        const bool is_array = op == SpvOpVariable && spirv->words[i + 3] == SpvStorageClassFunction;
        ck_assert_msg(op != SpvOpFunctionCall && op != SpvOpLoopMerge && !is_array, "operation %u", op);
    }
}

static void check_shader(spv_context context, int k, bool inverse, const char *scalar, nbl_language_t language) {
    nbl_compile_desc_t desc = describe(kernels[k].radix, inverse, scalar, language);
    nbl_spirv_t spirv;
    nbl_error_t error;
    char what[64];
    snprintf(what, sizeof what, "radix %u, inverse %d, %s, language %d", kernels[k].radix, inverse, scalar,
             (int)language);
    ck_assert_msg(nbl_compile(&desc, &spirv, &error) == NBL_SUCCESS, "%s: %s", what, error.text);
    spv_const_binary_t binary = {spirv.words, spirv.word_count};
    spv_diagnostic diagnostic = NULL;
    spv_result_t result = spvValidate(context, &binary, &diagnostic);
    ck_assert_msg(result == SPV_SUCCESS, "%s: %s", what, diagnostic ? diagnostic->error : "invalid");
    for (int other = 0; other < RADICES; other++)
        ck_assert_msg(names_kernel(&spirv, kernels[other].radix) == (other == k), "%s: kernel %u", what,
                      kernels[other].radix);
    if (strcmp(scalar, "float64_t") != 0) { /* whose constants are sums */
        static functions_t functions;
        uint32_t additions = 0, products = 0;
        if (is_prime(kernels[k].radix)) unroll(&desc, &spirv);
        read_functions(&spirv, &functions);
        add_operations(&functions, functions.entry, &additions, &products);
        ck_assert_msg(costs[k].radix == kernels[k].radix && additions == costs[k].additions &&
                          products == costs[k].products,
                      "%s: %u additions, %u products", what, additions, products);
    }
    nbl_spirv_free(&spirv);
}

START_TEST(shaders) {
    static const char *const scalars[] = {"float32_t", "float64_t", "float16_t"};
    spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_1);
    uint32_t cases = 0;
    for (int k = 0; k < RADICES; k++) {
        for (int s = 0; s < 3; s++, cases++) check_shader(context, k, (k + s) % 2 != 0, scalars[s], NBL_LANGUAGE_GLSL);
        check_shader(context, k, k % 2 == 0, "float32_t", NBL_LANGUAGE_HLSL);
        cases++;
    }
    spvContextDestroy(context);
    printf("radix: %u modules valid, operations as plan/radix_cost.h has them\n", cases);
    ck_assert_uint_eq(cases, 4 * RADICES);
}
END_TEST

/* driver, for the loop of a test */
START_TEST(same_bits_on_device) {
    static float32_t numbers[2 * VALUES], expected[2 * VALUES];
    nbl_vulkan_device_t *device = test_device_open((test_driver_t)_i);
    if (!device) return;
    test_random_t random = test_random_begin("radix");
    uint32_t cases = 0, primes = 0, of_primes = 0;
    for (int k = 0; k < RADICES; k++) {
        uint32_t radix = kernels[k].radix, rows = INVOCATIONS * GROUPS, count = 2 * radix * rows;
        bool inverse = test_random_below(&random, 2) != 0;
        /* Those of primes are one text, and drivers take two seconds to compile each with its loops: one a day. */
        if (is_prime(radix) && !test_takes(primes++, 5)) continue;
        if (is_prime(radix)) of_primes += radix;
        for (uint32_t i = 0; i < count; i++) numbers[i] = (float32_t)test_random_real(&random);
        for (uint32_t row = 0; row < rows; row++) {
            nbl_complex_float32_t v[MAX_RADIX];
            memcpy(v, numbers + 2 * radix * row, sizeof v[0] * radix);
            nbl_fft_radix_float32_t(v, radix, inverse);
            memcpy(expected + 2 * radix * row, v, sizeof v[0] * radix);
        }
        nbl_compile_desc_t desc = describe(radix, inverse, "float32_t", NBL_LANGUAGE_GLSL);
        test_kernel_t kernel = {
            .compile = &desc, .buffers = {{numbers, count * sizeof(float32_t)}}, .buffer_count = 1, .groups = GROUPS};
        test_kernel_run(device, &kernel);
        for (uint32_t i = 0; i < count; i++, cases++) {
            if (memcmp(&numbers[i], &expected[i], sizeof numbers[i]) == 0) continue;
            ck_abort_msg("%s, radix %u, inverse %d, row %u, scalar %u: %.9g is not %.9g",
                         test_driver_name((test_driver_t)_i), radix, inverse, i / (2 * radix), i % (2 * radix),
                         (double)numbers[i], (double)expected[i]);
        }
    }
    nbl_vulkan_device_destroy(device);
    printf("radix: %s has the bits of the CPU in %u scalars\n", test_driver_name((test_driver_t)_i), cases);
    ck_assert_uint_eq(cases, 2 * INVOCATIONS * GROUPS *
                                 (2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13 + 14 + 15 + 16 + 18 + 20 + 21 + 24 +
                                  25 + 27 + 28 + 30 + 32 + 35 + 36 + of_primes));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("radix");
    TCase *numbers = tcase_create("numbers"), *shader = tcase_create("shaders");
    tcase_add_test(numbers, random_data);
    tcase_add_test(numbers, special_rows);
    tcase_add_test(numbers, inverse_is_conjugate);
    tcase_add_test(numbers, other_numbers);
    tcase_add_test(numbers, fields);
    tcase_add_test(numbers, same_bits);
    tcase_add_test(shader, shaders);
    tcase_add_loop_test(shader, same_bits_on_device, 0, 2);
    tcase_set_timeout(shader, 300);
    suite_add_tcase(suite, numbers);
    suite_add_tcase(suite, shader);
    return test_run_suite(suite);
}
