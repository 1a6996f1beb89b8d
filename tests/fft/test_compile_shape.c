/* nbl-fft compile --shape: what fft.json says to bind and to dispatch is done, in every target that runs here.
 * SPDX-License-Identifier: Apache-2.0
 *
 * SPIR-V runs on lavapipe, and so do GLSL, GLSL ES and HLSL by way of glslang; Metal and OpenCL C by native compilers
 * in the emulator. WGSL runs in tests/portable/npm.mjs.
 */
#include "tests/spirv/text_native.h"

#include <math.h>

#include "nbl/host/fft_nd.h"

enum { REGIONS = 6, MOST_FILE = 1 << 20, CONSTANTS = 32 };

/* A long line in two passes; an array; real ones; a chirp, which is float32 in texts. */
static const struct {
    const char *text, *option;
    uint32_t rank;
    uint64_t sizes[2];
    bool real, exact, halves;
} shapes[] = {{"10000", "--axes=0", 1, {10000}, false, true, false},
              {"12x20", "--inverse", 2, {12, 20}, false, true, false},
              {"6x30", "--real", 2, {6, 30}, true, true, false},
              {"37", "--axes=0", 1, {37}, false, false, false},
              {"12x20", "--precision=fp16-storage", 2, {12, 20}, false, true, true}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Any file, with a zero behind it. */
static char *read_file(const char *folder, const char *name, size_t *bytes) {
    char path[512], *text = malloc(MOST_FILE);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    *bytes = fread(text, 1, MOST_FILE - 1, file);
    fclose(file);
    text[*bytes] = '\0';
    return text;
}

typedef struct run_t {
    nbl_vulkan_device_t *device;
    nbl_target_t target;
    const char *folder;
    char *region[REGIONS];
    uint64_t bytes[REGIONS];
} run_t;

static const char *const names[REGIONS] = {"input", "output", "between", "work0", "work1", "work2"};

static int region_of(const char *name) {
    int r = 0;
    while (r < REGIONS && strcmp(names[r], name) != 0) r++;
    ck_assert_msg(r < REGIONS, "no region is %s", name);
    return r;
}

static void run_on_device(const run_t *run, const char *module, size_t bytes, void *const buffers[4],
                          const uint64_t sizes[4], uint32_t constants, unsigned workgroups) {
    nbl_spirv_t spirv = {0};
    nbl_error_t error;
    const bool is_text = run->target != NBL_TARGET_SPIRV;
    const nbl_compile_desc_t desc = {.file = "step",
                                     .text = module,
                                     .language = run->target == NBL_TARGET_HLSL ? NBL_LANGUAGE_HLSL : NBL_LANGUAGE_GLSL,
                                     .mode = NBL_MODE_FAST,
                                     .optimize = NBL_OPTIMIZE_NONE};
    if (is_text) {
        expect_ok(nbl_compile(&desc, &spirv, &error), &error);
    } else {
        spirv.words = malloc(bytes);
        memcpy(spirv.words, module, bytes);
        spirv.word_count = bytes / 4;
    }
    test_kernel_t kernel = {.spirv = &spirv,
                            .buffer_count = is_text ? 4 : 3,
                            .push_constants = is_text ? NULL : buffers[3],
                            .push_constant_bytes = is_text ? 0 : constants * 4,
                            .groups = workgroups};
    for (int b = 0; b < 4; b++) kernel.buffers[b].data = buffers[b], kernel.buffers[b].bytes = sizes[b];
    test_kernel_run(run->device, &kernel);
    if (is_text)
        nbl_spirv_free(&spirv);
    else
        free(spirv.words);
}

/* One dispatch of fft.json, which begins there. What works in place reads a copy. */
static void run_dispatch(const run_t *run, const char *json) {
    static const char *const as_is[3] = {"-O0"};
    char file[64], from[16], to[16], table[64] = "";
    unsigned workgroups, size = 0;
    uint32_t constants[CONSTANTS] = {0}, count = 0;
    size_t bytes, table_bytes = 16;
    ck_assert_int_eq(
        sscanf(json,
               "{\"file\": \"%63[^\"]\", \"workgroups\": %u, \"from\": \"%15[^\"]\", \"to\": \"%15[^\"]\", "
               "\"table\": \"%63[^\"]",
               file, &workgroups, from, to, table) >= 4,
        1);
    const char *at = strstr(json, "\"constants\": ["), *group = strstr(json, "\"workgroup_size\": [");
    ck_assert(at != NULL);
    for (at += 14; *at != ']' && count + 1 < CONSTANTS; at += *at == ',' ? 2 : 0)
        constants[count++] = (uint32_t)strtoul(at, (char **)&at, 10);
    if (run->target == NBL_TARGET_HLSL) constants[count] = workgroups;
    const char *second = strstr(at, "{\"binding\": 2,"), *next = strstr(at + 1, "{\"file\": ");
    if (run->target != NBL_TARGET_SPIRV) /* what a text does not have must not be bound */
        ck_assert_int_eq(table[0] != '\0', second != NULL && (next == NULL || second < next));
    char *module = read_file(run->folder, file, &bytes);
    char *numbers = table[0] != '\0' ? read_file(run->folder, table, &table_bytes) : calloc(1, table_bytes);
    const int source = region_of(from), target = region_of(to);
    char *copy = malloc(run->bytes[source]);
    memcpy(copy, run->region[source], run->bytes[source]);
    void *const buffers[4] = {copy, run->region[target], numbers, constants};
    const uint64_t sizes[4] = {run->bytes[source], run->bytes[target], table_bytes, sizeof constants};
    const bool metal = run->target == NBL_TARGET_MSL;
    if (metal || run->target == NBL_TARGET_OPENCL) {
        ck_assert(group != NULL && sscanf(group, "\"workgroup_size\": [%u", &size) == 1);
        memcpy(bound.buffers, buffers, sizeof buffers);
        run_native(module, metal, as_is, size, workgroups);
    } else {
        run_on_device(run, module, bytes, buffers, sizes, count, workgroups);
    }
    free(copy);
    free(numbers);
    free(module);
}

static void run_all(run_t *run, const char *json) {
    const char *at = strstr(json, "\"buffers\": {");
    ck_assert(at != NULL);
    for (int r = 0; r < REGIONS; r++) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, "\"%s\": ", names[r]);
        const char *size = strstr(at, wanted);
        ck_assert_msg(size != NULL, "no %s", wanted);
        run->bytes[r] = strtoull(size + strlen(wanted), NULL, 10);
        if (r > 1) run->region[r] = calloc(1, run->bytes[r] + 1);
    }
    for (at = strstr(at, "{\"file\": "); at != NULL; at = strstr(at + 1, "{\"file\": ")) run_dispatch(run, at);
    for (int r = 2; r < REGIONS; r++) free(run->region[r]);
}

/* The CPU's bits; of a chirp to rounding. */
static void expect_result(int shape, run_t *run) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_fft_t *plan;
    nbl_error_t error;
    desc.rank = shapes[shape].rank;
    memcpy(desc.sizes, shapes[shape].sizes, sizeof shapes[shape].sizes);
    desc.real = shapes[shape].real;
    if (shapes[shape].halves) desc.precision = NBL_FFT_FLOAT16_STORAGE;
    desc.inverse = strcmp(shapes[shape].option, "--inverse") == 0;
    float *expected = malloc(run->bytes[1]), *got = (float *)(void *)run->region[1];
    TEST_EXPECT(nbl_fft_make_cpu(&desc, &plan, &error));
    TEST_EXPECT(nbl_fft_run(plan, run->region[0], expected, &error));
    nbl_fft_destroy(plan);
    double difference = 0, energy = 0;
    for (uint64_t i = 0; i < run->bytes[1] / 4; i++) {
        difference += pow((double)expected[i] - (double)got[i], 2);
        energy += pow((double)expected[i], 2);
    }
    const bool same = memcmp(expected, got, run->bytes[1]) == 0;
    const bool exact = shapes[shape].exact || run->target == NBL_TARGET_SPIRV;
    ck_assert_msg(exact ? same : sqrt(difference / energy) < 4e-7, "%s, %s: relative L2 %.1e", shapes[shape].text,
                  nbl_target_name(run->target), sqrt(difference / energy));
    free(expected);
}

static void check_shape(int shape, nbl_target_t target, nbl_vulkan_device_t *device) {
    const char *name = target == NBL_TARGET_SPIRV ? "spirv" : nbl_target_name(target);
    run_t run = {.device = device, .target = target, .folder = test_path("shape")};
    const bool spirv = target == NBL_TARGET_SPIRV,
               exact = shapes[shape].exact; /* others need float64, which texts lack */
    const char *const arguments[] = {test_tool("nbl-fft"),
                                     "compile",
                                     "--shape",
                                     shapes[shape].text,
                                     "--target",
                                     name,
                                     shapes[shape].option,
                                     "-o",
                                     run.folder,
                                     spirv   ? "--rolled"
                                     : exact ? NULL
                                             : "--mode",
                                     spirv ? NULL : "fast",
                                     NULL};
    test_output_t output = test_run(arguments, NULL);
    size_t bytes;
    ck_assert_msg(output.status == 0, "%s", output.error);
    test_output_free(&output);
    test_random_t random = test_random_from(7);
    char *json = read_file(run.folder, "fft.json", &bytes);
    float input[2 * 10000], *result = calloc(2 * 10000, sizeof *result);
    for (int i = 0; i < 2 * 10000; i++) input[i] = (float)test_random_real(&random);
    for (int i = 0; i < 10000 && shapes[shape].halves; i++) {
        const uint32_t pair = nbl_emulator_pack_half_2x16((nbl_emulator_float32x2_t){input[2 * i], input[2 * i + 1]});
        memcpy(&input[i], &pair, sizeof pair);
    }
    run.region[0] = (char *)input;
    run.region[1] = (char *)result;
    run_all(&run, json);
    expect_result(shape, &run);
    free(result);
    free(json);
    output = test_run((const char *const[]){"rm", "-r", run.folder, NULL}, NULL);
    test_output_free(&output);
}

START_TEST(every_target) {
    static const nbl_target_t targets[] = {NBL_TARGET_SPIRV, NBL_TARGET_GLSL, NBL_TARGET_ESSL,
                                           NBL_TARGET_HLSL,  NBL_TARGET_MSL,  NBL_TARGET_OPENCL};
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    for (uint32_t t = 0; t < sizeof targets / sizeof *targets; t++) {
        const bool native = targets[t] == NBL_TARGET_MSL || targets[t] == NBL_TARGET_OPENCL;
        if (shapes[_i].halves && native) continue; /* OpenCL C has no text for them, g++ no type */
        if (_i == 0 || test_takes(t + (uint32_t)_i, 3)) check_shape(_i, targets[t], device);
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* docs/targets.md: texts have no float64, in which exact mode computes prime factors above 13. */
START_TEST(exact_mode_has_no_text_of_primes) {
    const char *const arguments[] = {test_tool("nbl-fft"), "compile", "--shape", "5x37", "--target", "glsl", "-o",
                                     test_path("primes"),  NULL};
    test_output_t output = test_run(arguments, NULL);
    ck_assert_int_eq(output.status, 1);
    ck_assert_msg(strstr(output.error, "use fast mode") != NULL, "%s", output.error);
    test_output_free(&output);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compile shape");
    TCase *all = tcase_create("compile shape");
    tcase_set_timeout(all, 120);
    tcase_add_loop_test(all, every_target, 0, SHAPES);
    tcase_add_test(all, exact_mode_has_no_text_of_primes);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
