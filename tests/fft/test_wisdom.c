/* Plans as they were measured: files of them, what is refused, and that exact mode keeps its bits.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/lines.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/wisdom.h"
#include "tests/common/comma.h"
#include "tests/fft/cli_testing.h"

#define HEAD "nbl-fft wisdom 2\ndevice a GPU\n"
#define HEAD_OF_1 "nbl-fft wisdom 1\ndevice a GPU\n"

static void write_text(const char *name, const char *text) {
    FILE *file = fopen(test_path(name), "wb");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

static nbl_fft_wisdom_t *wisdom_of(const char *text) {
    nbl_fft_wisdom_t *wisdom;
    nbl_error_t error;
    write_text("wisdom", text);
    ck_assert_msg(nbl_fft_wisdom_read(test_path("wisdom"), "a GPU", &wisdom, &error) == NBL_SUCCESS, "%s", error.text);
    return wisdom;
}

static nbl_fft_transform_plan_t plan_of(uint32_t length, const nbl_fft_wisdom_t *wisdom, bool any_radices) {
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                     .precision = NBL_FFT_FLOAT32,
                                     .length = length,
                                     .batch = 8192,
                                     .wisdom = wisdom,
                                     .any_radices = any_radices,
                                     .limits = nbl_fft_emulator_limits(32)};
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_transform_plan(&desc, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    return plan;
}

static const char *text_of(const nbl_fft_transform_plan_t *plan) {
    static char text[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_plan_short_text(plan->parameters.plan, text, sizeof text);
    return text;
}

/* A file is read, used by plans, and written as it was. */
START_TEST(plans_follow_a_file) {
    static const char text[] =
        HEAD "exact fp32 1000 10x10x10@50*2/1 rounds 4\nfast fp32 1000 8x5x5x5@125*1/1 rounds 2\n"
             "exact fp64 64 8x8@8*4/1 rounds 1 instructions loads-first\n";
    nbl_fft_wisdom_t *wisdom = wisdom_of(text);
    nbl_fft_wisdom_choice_t choice;
    char *written = nbl_fft_wisdom_text(wisdom);
    ck_assert_str_eq(written, text);
    nbl_fft_transform_plan_t plan = plan_of(1000, wisdom, false);
    ck_assert_str_eq(text_of(&plan), "10x10x10@50*2/1");
    ck_assert_uint_eq(plan.parameters.rounds, 4);
    plan = plan_of(1000, wisdom, true);
    ck_assert_str_eq(text_of(&plan), "8x5x5x5@125*1/1");
    ck_assert_uint_eq(plan.parameters.rounds, 2);
    ck_assert_int_eq(plan.desc.instruction_order, NBL_INSTRUCTION_ORDER_DEFAULT);
    ck_assert(nbl_fft_wisdom_find(wisdom, true, NBL_FFT_FLOAT64, 64, &choice));
    ck_assert_int_eq(choice.instruction_order, NBL_INSTRUCTION_ORDER_LOADS_FIRST);
    nbl_fft_transform_plan_t usual = plan_of(64, NULL, true), not_there = plan_of(64, wisdom, true);
    ck_assert(memcmp(&usual.parameters, &not_there.parameters, sizeof usual.parameters) == 0);
    free(written);
    nbl_fft_wisdom_destroy(wisdom);
}
END_TEST

static const char *lines_of(const nbl_fft_wisdom_t *wisdom, uint32_t length, bool turned, bool fast) {
    static char text[NBL_FFT_PLAN_TEXT_SIZE];
    const nbl_fft_limits_t limits = {.max_workgroup_invocations = 1024,
                                     .max_shared_bytes = 49152,
                                     .subgroup_size = 32,
                                     .max_buffer_bytes = 1u << 27,
                                     .device = NBL_DEVICE_NVIDIA};
    nbl_fft_lines_desc_t desc = {
        .precision = NBL_FFT_FLOAT32, .planned = NBL_FFT_FLOAT32, .length = length, .wisdom = wisdom, .fast = fast};
    nbl_instruction_order_t order;
    nbl_error_t error;
    desc.parameters.columns = 1;
    desc.parameters.turned = turned;
    ck_assert_msg(nbl_fft_lines_plan(&limits, &desc, &order, &error) == NBL_SUCCESS, "%s", error.text);
    nbl_fft_plan_short_text(desc.parameters.plan, text, sizeof text);
    return text;
}

/* Rows of lines side by side are read, used and written. In exact mode rows with other radices are not used. */
START_TEST(lines_follow_a_file) {
    static const char text[] = HEAD "fast fp32 columns 1000 10x10x10@50*8/4\n"
                                    "fast fp32 1000 8x5x5x5@125*1/1 rounds 2\n"
                                    "exact fp32 turned 1000 10x10x10@100*2/2\n"
                                    "exact fp32 columns 360 20x18@20*4/1\n";
    char usual[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_wisdom_t *wisdom = wisdom_of(text);
    char *written = nbl_fft_wisdom_text(wisdom);
    ck_assert_str_eq(written, text);
    ck_assert_str_eq(lines_of(wisdom, 1000, false, true), "10x10x10@50*8/4");
    ck_assert_str_eq(lines_of(wisdom, 1000, true, true), "10x10x10@100*2/2");
    ck_assert_str_eq(lines_of(wisdom, 1000, true, false), "10x10x10@100*2/2");
    strcpy(usual, lines_of(NULL, 1000, false, false));
    ck_assert_str_eq(lines_of(wisdom, 1000, false, false), usual); /* a row of fast mode */
    strcpy(usual, lines_of(NULL, 360, false, false));
    ck_assert_str_eq(lines_of(wisdom, 360, false, false), usual); /* other radices */
    ck_assert_ptr_null(nbl_fft_wisdom_find_columns(wisdom, false, true, NBL_FFT_FLOAT64, 1000));
    nbl_error_t error;
    ck_assert_int_eq(nbl_fft_wisdom_set_columns(wisdom, false, true, NBL_FFT_FLOAT32, 1000, "10x10@10*4/1", &error),
                     NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "plan 10x10@10*4/1: is for length 100, not 1000");
    free(written);
    nbl_fft_wisdom_destroy(wisdom);
}
END_TEST

/* Files of version 1 are read, and written as version 2. */
START_TEST(files_of_version_1_are_read) {
    static const char rows[] = "exact fp32 1000 10x10x10@50*2/1 rounds 4\n"
                               "fast fp32 6000 20x20x15@300*1/2 rounds 1 twiddles fourths\n"
                               "fast fp32 columns 1080 30x36@36*8/2\n";
    char text[512];
    snprintf(text, sizeof text, "%s%s", HEAD_OF_1, rows);
    nbl_fft_wisdom_t *wisdom = wisdom_of(text);
    char *written = nbl_fft_wisdom_text(wisdom);
    snprintf(text, sizeof text, "%s%s", HEAD, rows);
    ck_assert_str_eq(written, text);
    ck_assert_str_eq(lines_of(wisdom, 1080, false, true), "30x36@36*8/2");
    free(written);
    nbl_fft_wisdom_destroy(wisdom);
}
END_TEST

/* The library's own texts are files like any other: read whole, they choose what the library chooses. */
START_TEST(the_librarys_rows_are_a_file) {
    static const char *const paths[] = {"host/facts/exact.txt", "host/facts/h200.txt"};
    uint32_t compared = 0;
    for (size_t f = 0; f < sizeof paths / sizeof *paths; f++) {
        nbl_fft_wisdom_t *wisdom;
        nbl_error_t error;
        ck_assert_msg(nbl_fft_wisdom_read(paths[f], NULL, &wisdom, &error) == NBL_SUCCESS, "%s", error.text);
        for (uint32_t length = 64; length <= 4096; length *= 2) {
            const bool fast = f == 1;
            char usual[NBL_FFT_PLAN_TEXT_SIZE];
            const nbl_fft_transform_plan_t by_file = plan_of(length, wisdom, fast), own = plan_of(length, NULL, fast);
            ck_assert(memcmp(&by_file.parameters, &own.parameters, sizeof own.parameters) == 0);
            strcpy(usual, lines_of(NULL, length, false, fast));
            ck_assert_str_eq(lines_of(wisdom, length, false, fast), usual);
            compared += 2;
        }
        nbl_fft_wisdom_destroy(wisdom);
    }
    ck_assert_uint_eq(compared, 28);
}
END_TEST

/* A file's kinds of devices stay, and the device's is added. Mutations: the device's kind in place of the list; `all`
 * becomes a list. */
START_TEST(kinds_of_devices_are_kept) {
    static const struct {
        const char *head, *written;
    } files[] = {{"", "for intel\n"},
                 {"for amd,qualcomm\n", "for amd,intel,qualcomm\n"},
                 {"for intel,arm\n", "for intel,arm\n"},
                 {"for all\n", "for all\n"}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char text[256], expected[256];
        snprintf(text, sizeof text, HEAD "%s", files[i].head);
        snprintf(expected, sizeof expected, HEAD "%s", files[i].written);
        nbl_fft_wisdom_t *wisdom = wisdom_of(text);
        nbl_fft_wisdom_set_device_kind(wisdom, NBL_DEVICE_INTEL);
        char *written = nbl_fft_wisdom_text(wisdom);
        ck_assert_str_eq(written, expected);
        free(written);
        nbl_fft_wisdom_destroy(wisdom);
    }
}
END_TEST

/* A NULL wisdom has no rows. A choice without a plan is refused, and a text that is no plan is an error at once. */
START_TEST(nothing_is_no_crash) {
    nbl_fft_wisdom_t *wisdom = wisdom_of(HEAD);
    const nbl_fft_wisdom_choice_t none = {NULL, 1, NBL_INSTRUCTION_ORDER_DEFAULT, 0};
    nbl_fft_wisdom_choice_t choice;
    nbl_fft_plan_t plan;
    nbl_error_t error;
    char text[NBL_FFT_PLAN_TEXT_SIZE];
    ck_assert(!nbl_fft_wisdom_find(NULL, true, NBL_FFT_FLOAT32, 64, &choice));
    ck_assert(!nbl_fft_wisdom_has(NULL, true, NBL_FFT_FLOAT32, 64));
    ck_assert_ptr_null(nbl_fft_wisdom_find_columns(NULL, false, true, NBL_FFT_FLOAT32, 64));
    ck_assert_ptr_null(nbl_fft_wisdom_text(NULL));
    ck_assert(!nbl_fft_wisdom_find(wisdom, true, (nbl_fft_precision_t)77, 64, &choice));
    ck_assert_int_eq(nbl_fft_wisdom_set(wisdom, true, NBL_FFT_FLOAT32, 64, &none, &error), NBL_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, "choice->plan is NULL"), "%s", error.text);
    memset(&plan, 0xff, sizeof plan);
    nbl_fft_plan_text(plan, text, sizeof text);
    ck_assert_str_eq(text, "no plan");
    nbl_fft_plan_short_text(plan, text, sizeof text);
    ck_assert_str_eq(text, "no plan");
    nbl_fft_plan_radices_text(plan, "x", text, sizeof text);
    ck_assert_str_eq(text, "no plan");
    ck_assert_uint_le(nbl_fft_plan_largest_radix(plan), 64); /* six bits */
    nbl_fft_wisdom_destroy(wisdom);
}
END_TEST

/* What a row says may be what another row is made of, although the rows move. */
START_TEST(a_row_is_made_of_another) {
    nbl_fft_wisdom_t *wisdom = wisdom_of(HEAD "fast fp32 64 8x8@8*4/1 rounds 4 instructions late\n");
    nbl_fft_wisdom_choice_t choice;
    nbl_error_t error;
    for (int turn = 0; turn < 40; turn++) /* in place of itself, and to new rows of other precisions and modes */
        for (int precision = 0; precision < 4; precision++)
            for (int fast = 0; fast < 2; fast++) {
                ck_assert(nbl_fft_wisdom_find(wisdom, true, NBL_FFT_FLOAT32, 64, &choice));
                ck_assert_msg(nbl_fft_wisdom_set(wisdom, fast == 1, (nbl_fft_precision_t)precision, 64, &choice,
                                                 &error) == NBL_SUCCESS,
                              "%s", error.text);
                ck_assert(nbl_fft_wisdom_find(wisdom, fast == 1, (nbl_fft_precision_t)precision, 64, &choice));
                ck_assert_str_eq(choice.plan, "8x8@8*4/1");
                ck_assert_uint_eq(choice.rounds, 4);
            }
    nbl_fft_wisdom_destroy(wisdom);
}
END_TEST

/* The file that wisdom.h shows is one. */
START_TEST(the_example_is_a_file) {
    char text[1024] = "", *end = text;
    FILE *file = fopen("include/nbl/host/wisdom.h", "rb");
    ck_assert_ptr_nonnull(file);
    for (char line[512]; fgets(line, sizeof line, file) != NULL;)
        if (strncmp(line, " *   ", 5) == 0 && end + strlen(line) < text + sizeof text)
            end = stpcpy(end, line + 5);
        else if (end != text)
            break; /* behind it are other lists */
    fclose(file);
    write_text("example", text);
    nbl_fft_wisdom_t *wisdom;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_wisdom_read(test_path("example"), "NVIDIA H200", &wisdom, &error) == NBL_SUCCESS, "%s",
                  error.text);
    char *written = nbl_fft_wisdom_text(wisdom);
    ck_assert_str_eq(written, text);
    free(written);
    nbl_fft_wisdom_destroy(wisdom);
}
END_TEST

/* What is read is written as it was, and so is read again: every digit, where the locale has a comma, too. */
START_TEST(what_is_written_is_read) {
    static const char text[] = HEAD
        "exact fp32 columns 64 8x8@8*4/1 rounds 4\nfast fp32 tickets 8x16x32 8x8@8*8/1,8x8@8*8/1 lag 3\n"
        "exact fp32 chirp-pass,real-pass 64 outer-fs 7\nnumber time-pass-windows 0\nnumber time-strips-windows 7.05\n"
        "number arrays-idle 0.00001234567891\nnumber fused-looped rows\nnumber fused-by-one columns,literal\n"
        "number shuffle-subgroup 123456789012345\n";
    for (int comma = 0; comma < 2; comma++) {
        if (comma && !test_set_comma()) return;
        nbl_fft_wisdom_t *wisdom = wisdom_of(text);
        char *written = nbl_fft_wisdom_text(wisdom);
        ck_assert_str_eq(written, text);
        free(written);
        nbl_fft_wisdom_destroy(wisdom);
    }
}
END_TEST

static const struct {
    const char *text, *why;
} wrong[] = {
    {"", "has no line \"device NAME\""},
    {"nbl-fft wisdom 3\ndevice a GPU\n", "does not begin with \"nbl-fft wisdom 2\""},
    {"\x7f"
     "ELF\n",
     "does not begin with"},
    {"nbl-fft wisdom 1\n", "has no line \"device NAME\""},
    {"nbl-fft wisdom 1\nexact fp32 64 8x8@8*1/1 rounds 1\n", ":2: must be \"device NAME\""},
    {"nbl-fft wisdom 1\ndevice another GPU\n", "was measured on \"another GPU\", and this is \"a GPU\""},
    {HEAD "exact fp32 64\n", ":3: must be \"exact|fast PRECISION[,..] [KIND[,..]] [CONDITION ..] LENGTH "},
    {HEAD "exact fp32 64 8x8@8*1/1 rounds 1 instructions\n", ":3: instructions: has no value"},
    {HEAD "exact fp32 64 8x8@8*1/1 rounds 1 instructions early\n", ":3: instructions early: is not known"},
    {HEAD "exactly fp32 64 8x8@8*1/1 rounds 1\n", ":3: must be"},
    {HEAD "exact fp31 64 8x8@8*1/1 rounds 1\n", ":3: fp31: is no precision"},
    {HEAD "# a remark\n\nexact fp32 64 8x8@8*1/1 rounds 1 2\n", ":5: 2: has no value"},
    {HEAD "exact fp32 64 8x8@8*1/1 rounds 0\n", ":3: rounds 0: is not known"},
    {HEAD "exact fp32 128 8x8@8*1/1 rounds 1\n", ":3: plan 8x8@8*1/1: is for length 64, not 128"},
    {HEAD "exact fp32 64 8y8 rounds 1\n", ":3: "},
    {HEAD "exact fp32 64 8x8@8*1/1 twiddles one\n", ":3: wisdom: twiddles must be two in exact mode, or left out"},
    {HEAD "fast fp32 tickets 64x64 8x8@8*8/1,8y8 lag 3\n", ":3: plan 8y8"},
    {HEAD "exact fp32 1000 8x5x5x5@125*1/1 rounds 1\n", ":3: plan 8x5x5x5@125*1/1: other radices than 10x10x10 change"},
    {HEAD "exact fp16 64 8x1x8@8*4/1 rounds 1\n", ":3: plan 8x1x8@8*4/1: other radices than 8x8 change"},
    {HEAD "exact fp32 bloom,chirp-pass 64\n", ":3: a row is of kinds with a plan, or of kinds without one"},
    {HEAD "exact fp32 tickets 4x4x0 8x8@8*1/1\n", ":3: must be"},
    {HEAD "exact fp32 tickets 0x4x4 8x8@8*1/1\n", ":3: must be"},
};
enum { WRONG = sizeof wrong / sizeof *wrong };

START_TEST(wrong_files_are_refused) {
    nbl_fft_wisdom_t *wisdom;
    nbl_error_t error;
    write_text("wrong", wrong[_i].text);
    ck_assert_int_eq(nbl_fft_wisdom_read(test_path("wrong"), "a GPU", &wisdom, &error), NBL_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, wrong[_i].why) && strstr(error.text, test_path("wrong")), "%s", error.text);
    ck_assert_ptr_null(wisdom);
}
END_TEST

START_TEST(no_file_is_refused) {
    nbl_fft_wisdom_t *wisdom;
    nbl_error_t error;
    ck_assert_int_eq(nbl_fft_wisdom_read(test_path("none"), NULL, &wisdom, &error), NBL_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, "No such file"), "%s", error.text);
    write_text("any", "nbl-fft wisdom 1\ndevice another GPU\n");
    ck_assert_int_eq(nbl_fft_wisdom_read(test_path("any"), NULL, &wisdom, &error), NBL_SUCCESS);
    nbl_fft_wisdom_destroy(wisdom);
}
END_TEST

/* The caller's own order comes before the file's. */
START_TEST(plans_follow_an_order) {
    nbl_fft_wisdom_t *wisdom = wisdom_of(HEAD "exact fp32 1000 10x10x10@50*2/1 rounds 4 instructions late\n");
    ck_assert_int_eq(plan_of(1000, wisdom, false).desc.instruction_order, NBL_INSTRUCTION_ORDER_LATE);
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                     .precision = NBL_FFT_FLOAT32,
                                     .length = 1000,
                                     .batch = 8192,
                                     .wisdom = wisdom,
                                     .instruction_order = NBL_INSTRUCTION_ORDER_DEMANDED,
                                     .limits = nbl_fft_emulator_limits(32)};
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    ck_assert_int_eq(nbl_fft_transform_plan(&desc, &plan, &error), NBL_SUCCESS);
    ck_assert_int_eq(plan.desc.instruction_order, NBL_INSTRUCTION_ORDER_DEMANDED);
    nbl_fft_wisdom_destroy(wisdom);
}
END_TEST

/* Whatever rows of exact mode say, the bits are those of the library's own plan. */
START_TEST(exact_mode_keeps_its_bits) {
    nbl_fft_wisdom_t *wisdom = wisdom_of(HEAD "exact fp32 120 12x10@5*3/2 rounds 2\nexact fp32 64 8x8@4*8/1 rounds 1\n"
                                              "exact fp32 1000 10x10x10@50*1/2 rounds 8\n");
    static const uint32_t lengths[] = {120, 64, 1000};
    for (uint32_t i = 0; i < 3; i++) {
        nbl_fft_transform_plan_t usual = plan_of(lengths[i], NULL, false), other = plan_of(lengths[i], wisdom, false);
        ck_assert(memcmp(&usual.parameters, &other.parameters, sizeof usual.parameters) != 0);
        nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                         .precision = NBL_FFT_FLOAT32,
                                         .length = lengths[i],
                                         .batch = 5,
                                         .limits = nbl_fft_emulator_limits(32)};
        nbl_error_t error;
        float *input = aligned_alloc(64, 64 * lengths[i]), *results[2];
        test_random_t random = test_random_from(lengths[i]);
        for (uint32_t k = 0; k < 10 * lengths[i]; k++) input[k] = (float)test_random_real(&random);
        for (int with = 0; with < 2; with++) {
            nbl_emulator_launch_t launch = nbl_emulator_launch_init();
            nbl_fft_transform_plan_t plan;
            desc.wisdom = with ? wisdom : NULL;
            results[with] = aligned_alloc(64, 64 * lengths[i]);
            ck_assert_int_eq(nbl_fft_transform_plan(&desc, &plan, &error), NBL_SUCCESS);
            ck_assert_msg(nbl_fft_transform_emulate(&plan, &launch, input, results[with], NULL, &error) == NBL_SUCCESS,
                          "%s", error.text);
        }
        ck_assert(memcmp(results[0], results[1], 40 * lengths[i]) == 0);
        free(input);
        free(results[0]);
        free(results[1]);
    }
    nbl_fft_wisdom_destroy(wisdom);
}
END_TEST

/* The tool measures on lavapipe, keeps what a file has, and leaves another device's file alone. */
START_TEST(tune_writes_a_file) {
    const char *const *environment = test_driver_environment(TEST_LAVAPIPE);
    const char *path = test_path("tuned");
    if (environment == NULL) return;
    ck_assert_int_eq(unsetenv("GALLIVM_PERF"), 0); /* kernels run often: optimised */
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    char text[512];
    snprintf(text, sizeof text, "nbl-fft wisdom 1\ndevice %s\nexact fp32 64 8x8@8*4/1 rounds 1\n",
             nbl_vulkan_device_get_info(device)->name);
    nbl_vulkan_device_destroy(device);
    write_text("tuned", text);
    const char *run[] = {test_tool("nbl-fft"),
                         "tune",
                         "6",
                         "-o",
                         path,
                         "--size",
                         "1",
                         "--runs",
                         "5",
                         "--plans",
                         "4",
                         "--mode",
                         "fast",
                         NULL};
    test_output_t output = test_run(run, environment);
    ck_assert_msg(output.status == 0 && strstr(output.text, " plans\n"), "%s%s", output.text, output.error);
    test_output_free(&output);
    nbl_fft_wisdom_t *wisdom;
    nbl_fft_wisdom_choice_t choice;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_wisdom_read(path, NULL, &wisdom, &error) == NBL_SUCCESS, "%s", error.text);
    ck_assert(nbl_fft_wisdom_find(wisdom, false, NBL_FFT_FLOAT32, 64, &choice));
    ck_assert_str_eq(choice.plan, "8x8@8*4/1");
    ck_assert(nbl_fft_wisdom_find(wisdom, true, NBL_FFT_FLOAT32, 6, &choice));
    ck_assert(!nbl_fft_wisdom_find(wisdom, false, NBL_FFT_FLOAT32, 6, &choice));
    nbl_fft_wisdom_destroy(wisdom);
    write_text("tuned", HEAD);
    output = test_run(run, environment);
    ck_assert_msg(output.status == 1 && strstr(output.error, "was measured on \"a GPU\", and this is \"llvmpipe"), "%s",
                  output.error);
    test_output_free(&output);
}
END_TEST

/* Runs a command of the shell, whose $0 is nbl-fft, on lavapipe: it succeeds, and tells these words as an error.
 * Returns false where the driver is not installed. */
static bool run_on_lavapipe(const char *command, const char *words) {
    const char *const *environment = test_driver_environment(TEST_LAVAPIPE);
    const char *run[] = {"/bin/sh", "-c", command, test_tool("nbl-fft"), NULL};
    if (environment == NULL) return false;
    ck_assert_int_eq(unsetenv("GALLIVM_PERF"), 0); /* kernels run often: optimised */
    test_output_t output = test_run(run, environment);
    ck_assert_msg(output.status == 0 && strstr(output.error, words), "%s%s", output.text, output.error);
    test_output_free(&output);
    return true;
}

/* Two at once, on one file: each sets its rows in the file as the other left it. */
START_TEST(tunes_do_not_lose_rows) {
    char command[2048];
    const char *path = test_path("both");
    snprintf(command, sizeof command,
             "set -- --mode fast --size 1 --runs 5 --plans 2 -o %s; \"$0\" tune 6 10 \"$@\" & one=$!; "
             "\"$0\" tune 9 14 \"$@\" && wait $one",
             path);
    if (!run_on_lavapipe(command, "")) return;
    static const uint32_t lengths[] = {6, 10, 9, 14};
    nbl_fft_wisdom_t *wisdom;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_wisdom_read(path, NULL, &wisdom, &error) == NBL_SUCCESS, "%s", error.text);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        ck_assert_msg(nbl_fft_wisdom_has(wisdom, true, NBL_FFT_FLOAT32, lengths[i]), "%u is lost", lengths[i]);
    nbl_fft_wisdom_destroy(wisdom);
}
END_TEST

/* The log tells what was timed in passing from what went by turns, `--plans 0` lets the latter alone go by turns again,
 * and exact mode tries what it has of fast mode, for the log and no file. */
START_TEST(tune_goes_by_its_log) {
    char command[2048];
    snprintf(command, sizeof command,
             "folder=%s log=%s && set -- tune 60 --size 1 --runs 5 --log $log -o && "
             "\"$0\" \"$@\" $folder/fast --mode fast --plans 6 && grep -q ',0$' $log && first=$(wc -l <$log) && "
             "\"$0\" \"$@\" $folder/fast --mode fast --plans 0 && again=$(tail -n +$((first + 1)) $log) && "
             "echo \"$again\" | grep -q ',4$' && ! echo \"$again\" | grep -qv ',4$' && "
             "\"$0\" \"$@\" $folder/exact --mode exact --any-radices --plans 6 && [ ! -e $folder/exact ] && "
             "[ $(grep ',exact,' $log | cut -d, -f4 | sed 's/@.*//' | sort -u | wc -l) -gt 1 ]",
             test_path("."), test_path("log"));
    (void)run_on_lavapipe(command, "");
}
END_TEST

/* Exact mode tries no twiddles but its own, whose bits are frozen. */
START_TEST(tune_keeps_exact_twiddles) {
    char command[1024];
    snprintf(command, sizeof command,
             "log=%s && \"$0\" tune 25 --mode exact --size 1 --runs 5 --plans 6 --log $log -o %s && "
             "[ $(wc -l <$log) -gt 3 ] && [ $(cut -d, -f7 $log | sort -u) = two ]",
             test_path("exact-log"), test_path("exact"));
    (void)run_on_lavapipe(command, "");
}
END_TEST

/* With time for one length only, its row is written, and a message says how many lengths are left. A machine with much
 * to do may need more than a second before it begins. */
START_TEST(tune_tells_what_is_left) {
    char command[1024];
    snprintf(command, sizeof command,
             "file=%s && for seconds in 1 3 9 27; do \"$0\" tune 10 6 --mode fast --size 1 --runs 5 --plans 2 "
             "--seconds $seconds -o $file; [ ! -e $file ] || break; done && "
             "[ $(wc -l < $file) -eq 4 ] && grep -q '^fast fp32 10 ' $file",
             test_path("part"));
    (void)run_on_lavapipe(command, "tune: the time is over; 1 of 2 lengths are left");
}
END_TEST

/* Of shapes: what tune writes is read again, by the bench. */
START_TEST(tune_writes_lines) {
    char command[1024];
    snprintf(
        command, sizeof command,
        "file=%s && \"$0\" tune --shapes 12x1200 --mode fast --size 1 --plans 2 --runs 5 -o $file && "
        "grep -q '^fast fp32 columns 12 ' $file && [ $(wc -l < $file) -eq 4 ] && "
        "\"$0\" bench --shapes 12x1200 --mode fast --size 1 --runs 5 --tolerance 100 --wisdom $file && "
        "\"$0\" bench 12x100 --real --inverse --overwrite --mode exact --size 1 --runs 5 --tolerance 100 >$file.bench "
        "&& "
        "grep -q '; real signals; inverse, which may be overwritten$' $file.bench && grep -q ' same ' $file.bench && "
        "\"$0\" tune --shapes 12x100 --mode fast --size 1 -o $file.none | grep -q '^12x100: no kernel' && "
        "! \"$0\" tune --shapes 12x100 --all -o $file",
        test_path("lines"));
    (void)run_on_lavapipe(command, "tune: --all: is not for --shapes");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("wisdom");
    TCase *tests = tcase_create("wisdom");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, NULL, test_folder_remove);
    tcase_add_test(tests, plans_follow_a_file);
    tcase_add_test(tests, files_of_version_1_are_read);
    tcase_add_test(tests, the_librarys_rows_are_a_file);
    tcase_add_test(tests, kinds_of_devices_are_kept);
    tcase_add_test(tests, nothing_is_no_crash);
    tcase_add_test(tests, lines_follow_a_file);
    tcase_add_test(tests, a_row_is_made_of_another);
    tcase_add_test(tests, tune_writes_lines);
    tcase_add_test(tests, tune_tells_what_is_left);
    tcase_add_test(tests, the_example_is_a_file);
    tcase_add_test(tests, what_is_written_is_read);
    tcase_add_loop_test(tests, wrong_files_are_refused, 0, WRONG);
    tcase_add_test(tests, no_file_is_refused);
    tcase_add_test(tests, plans_follow_an_order);
    tcase_add_test(tests, exact_mode_keeps_its_bits);
    tcase_add_test(tests, tune_writes_a_file);
    tcase_add_test(tests, tunes_do_not_lose_rows);
    tcase_add_test(tests, tune_goes_by_its_log);
    tcase_add_test(tests, tune_keeps_exact_twiddles);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
