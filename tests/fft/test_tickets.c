/* Two passes in one dispatch: the order of tickets, and kernels on every backend, also where tiles give up waiting.
 * SPDX-License-Identifier: Apache-2.0
 */
#define TICKETS_STRIPS 0
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include "tests/fft/tickets_testing.h"

#include "fft/any_length.h"
#include "fft/split.h"
#include "nbl/host/fft_vulkan.h"
#include "tests/fft/cases_testing.h"
#include "tests/fft/pieces_testing.h"

/* ---- The order */

enum { MOST_TILES = 4096 };

/* Every tile has a ticket, and what it waits for has earlier ones. */
static void expect_order(nbl_fft_tickets_t of) {
    uint32_t seen[2][MOST_TILES] = {{0}}, drawn[MOST_TILES] = {0}, behind = 0;
    for (uint32_t i = 0; i < nbl_fft_tickets(of); i++) {
        nbl_fft_ticket_t ticket = nbl_fft_ticket(of, i);
        uint32_t tiles = ticket.second ? of.second_tiles : of.first_tiles;
        ck_assert(ticket.unit < of.units && ticket.tile < tiles);
        ck_assert_uint_eq(seen[ticket.second][ticket.unit * tiles + ticket.tile]++, 0);
        if (ticket.second) {
            ck_assert_uint_eq(drawn[ticket.unit], of.first_tiles);
            behind++;
        } else {
            drawn[ticket.unit]++;
            if (behind == 0) continue;
            /* From here on no more lies between the passes than the lag and a turn. */
            uint32_t between = (i + 1 - behind) * of.second_tiles - behind * of.first_tiles;
            uint32_t lag = of.lag < of.first_tiles ? of.first_tiles : of.lag;
            ck_assert_uint_le(between, (lag + nbl_fft_tickets_first_of_turn(of)) * of.second_tiles);
        }
    }
}

START_TEST(what_is_waited_for_comes_first) {
    static const uint32_t tiles[][2] = {{1, 1}, {16, 16}, {8, 16}, {16, 8}, {6, 9}, {5, 1}};
    for (size_t t = 0; t < sizeof tiles / sizeof *tiles; t++)
        for (uint32_t units = 1; units < 8; units++)
            for (uint32_t lag = 0; lag < 70; lag++)
                expect_order((nbl_fft_tickets_t){units, tiles[t][0], tiles[t][1], lag});
}
END_TEST

/* ---- By the host's functions */

/* Runs a case by tickets, or in passes by device address. The executor must have the same bits: those of passes in
 * separate dispatches. */
static void transform_by(nbl_vulkan_device_t *device, const table_case_t *of) {
    nbl_fft_problem_t desc = of->problem;
    size_t scalars = (size_t)(2 * desc.batch);
    for (uint32_t d = 0; d < desc.rank; d++) scalars *= desc.sizes[d];
    const size_t bytes = scalars * sizeof(float);
    float *arrays[3]; /* source, what is expected, target */
    nbl_fft_t *fft;
    nbl_fft_binding_t *binding;
    nbl_fft_t *plan;
    nbl_error_t error;
    char text[4096];
    test_random_t random = test_random_begin("tickets");
    for (int i = 0; i < 3; i++) ck_assert_ptr_nonnull(arrays[i] = malloc(bytes));
    for (size_t i = 0; i < scalars; i++) arrays[0][i] = (float)test_random_real(&random);
    desc.inverse = of->inverse;
    TEST_EXPECT(nbl_fft_make_cpu(&desc, &plan, &error));
    TEST_EXPECT(nbl_fft_run(plan, arrays[0], arrays[1], &error));
    nbl_fft_destroy(plan);
    desc.route = NBL_FFT_ROUTE_TICKETS;
    TEST_EXPECT(nbl_fft_make_vulkan(device, &desc, &fft, &error));
    nbl_fft_text(fft, text, sizeof text);
    ck_assert_msg(strstr(text, " literal ") != NULL && (strstr(text, " lag ") != NULL) == of->drawn, "%s: %s", of->text,
                  text);
    ck_assert_msg(test_pieces_of(fft) == of->pieces && nbl_fft_dispatches(fft) == of->pieces * of->tickets, "%s: %s",
                  of->text, text);
    ck_assert_uint_eq(nbl_fft_get_bytes(fft).workspace, 0);
    for (int again = 0; again < 2; again++) {
        test_recording_t r = test_recording_begin(device, arrays[0], bytes, bytes, 16);
        nbl_vulkan_resource_t in = {.buffer = r.source.handle, .size = bytes, .address = r.source.address},
                              out = {.buffer = r.target.handle, .size = bytes}, none = {.size = 0};
        ck_assert_int_eq(nbl_fft_bind(fft, &in, &out, &none, &binding, &error), NBL_ERROR_ARGUMENT);
        ck_assert_msg(strstr(error.text, "output: its address is missing") != NULL, "%s", error.text);
        out.address = r.target.address;
        TEST_EXPECT(nbl_fft_bind(fft, &in, &out, &none, &binding, &error));
        TEST_EXPECT(nbl_fft_record(fft, binding, r.commands.buffer, NULL, 0, &error));
        test_recording_submit(&r);
        TEST_EXPECT(nbl_vulkan_buffer_download(device, &r.target, 0, arrays[2], bytes, &error));
        nbl_fft_binding_destroy(binding);
        test_recording_end(&r);
        ck_assert_msg(test_differing_scalars(arrays[2], arrays[1], bytes, 4) == 0, "%s: other bits: %s", of->text,
                      text);
    }
    printf("tickets: case %s: the executor's bits\n", of->text);
    nbl_fft_destroy(fft);
    for (int i = 0; i < 3; i++) free(arrays[i]);
}

/* Kernels take seconds to build here: a run takes one of PARTS parts of the rows, and no case of more than MOST
 * numbers. 2^26 numbers are more than a buffer of lavapipe holds. */
START_TEST(cases_go_by_address) {
    enum { PARTS = 6, MOST = 1 << 20 };
    static table_case_t cases[CASES_MOST];
    const uint32_t rows = cases_read(cases);
    uint32_t seen = 0, held = 0;
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    for (uint32_t i = 0; i < rows; i++) {
        uint64_t numbers = cases[i].problem.batch;
        if (cases[i].tickets == 0) continue;
        for (uint32_t d = 0; d < cases[i].problem.rank; d++) numbers *= cases[i].problem.sizes[d];
        if (!test_takes(seen++, PARTS) || (numbers > MOST && !test_all())) continue;
        transform_by(device, &cases[i]);
        held++;
    }
    printf("tickets: %u of %u cases\n", held, seen);
    ck_assert_uint_ge(held, test_all() ? seen : 2);
    ck_assert_uint_ge(seen, 19);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Which shapes go so: not where the device may stop a workgroup that has begun, nor in place, nor by other bits. */
static void expect_route(nbl_vulkan_device_t *device, nbl_fft_route_t route, uint64_t length, bool in_place) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_fft_t *fft;
    nbl_error_t error;
    char text[4096];
    desc.rank = 1;
    desc.sizes[0] = length;
    desc.route = route;
    desc.in_place = in_place;
    TEST_EXPECT(nbl_fft_make_vulkan(device, &desc, &fft, &error));
    nbl_fft_text(fft, text, sizeof text);
    ck_assert_msg(strstr(text, " literal ") == NULL, "%s", text);
    nbl_fft_destroy(fft);
}

START_TEST(the_host_refuses) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    expect_route(device, NBL_FFT_ROUTE_BEST, 4096, false);
    expect_route(device, NBL_FFT_ROUTE_TICKETS, 4096, false);
    if (test_all()) expect_route(device, NBL_FFT_ROUTE_BEST, 1u << 16, false);
    if (test_all()) expect_route(device, NBL_FFT_ROUTE_TICKETS, 1u << 16, true);
    nbl_fft_tickets_desc_t desc = {.length = 1000, .batch = 1, .precision = NBL_FFT_FLOAT32};
    nbl_fft_by_tickets_t *fft;
    nbl_error_t error;
    ck_assert(!nbl_fft_tickets_has(device, 1u << 16)); /* it may stop a workgroup that has begun */
    ck_assert_int_eq(nbl_fft_tickets_create(device, &desc, &fft, &error), NBL_ERROR_LIMIT);
    desc.length = 1u << 15; /* one line on the CPU */
    ck_assert_int_eq(nbl_fft_tickets_create(device, &desc, &fft, &error), NBL_ERROR_LIMIT);
    ck_assert_msg(strstr(error.text, "length 32768 in fp32: not by tickets in exact mode") == error.text, "%s",
                  error.text);
    desc.precision = 0; /* as who leaves it out has it */
    ck_assert_int_eq(nbl_fft_tickets_create(device, &desc, &fft, &error), NBL_ERROR_LIMIT);
    ck_assert_msg(strstr(error.text, "length 32768 in fp16: not by tickets") == error.text, "%s", error.text);
    desc.precision = (nbl_fft_precision_t)4;
    ck_assert_int_eq(nbl_fft_tickets_create(device, &desc, &fft, &error), NBL_ERROR_ARGUMENT);
    desc.precision = NBL_FFT_FLOAT32;
    desc.scaling = (nbl_fft_scaling_t)9;
    ck_assert_int_eq(nbl_fft_tickets_create(device, &desc, &fft, &error), NBL_ERROR_ARGUMENT);
    desc.scaling = NBL_FFT_SCALING_DEFAULT;
    desc.length = 1u << 16, desc.batch = 1u << 16;
    ck_assert_int_eq(nbl_fft_tickets_create(device, &desc, &fft, &error), NBL_ERROR_LIMIT);
    desc.batch = 0;
    ck_assert_int_eq(nbl_fft_tickets_create(device, &desc, &fft, &error), NBL_ERROR_ARGUMENT);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* The rows of exact mode: no length that a workgroup holds, and of each pass the radices that the CPU takes, so that a
 * transform that is made by these functions alone has the CPU's bits, too. */
START_TEST(exact_rows_have_the_cpus_radices) {
    const nbl_fft_plan_limits_t limits = {1024, 49152, 32, NBL_DEVICE_NVIDIA};
    uint32_t found = 0;
    nbl_fft_tickets_desc_t desc = {.length = 1u << 15, .precision = NBL_FFT_FLOAT32, .mode = NBL_MODE_FAST};
    ck_assert_ptr_nonnull(nbl_fft_tickets_row(NBL_DEVICE_NVIDIA, &desc));
    desc.mode = NBL_MODE_EXACT;
    for (uint32_t log2 = 12; log2 <= 27; log2++)
        for (int array = 0; array < 2; array++) {
            const uint64_t length = 1ull << log2;
            desc.length = length;
            desc.rows = array ? 1ull << log2 / 2 : 0;
            const nbl_fact_t *row = nbl_fft_tickets_row(NBL_DEVICE_NVIDIA, &desc);
            uint32_t points[3] = {0, 0, 0};
            if (row == NULL) continue;
            found++;
            if (!array) ck_assert_int_eq(nbl_fft_any_way((uint32_t)length, 4), NBL_FFT_ANY_SPLIT);
            if (!array) ck_assert_uint_ne(nbl_fft_split((uint32_t)length, points), 0);
            for (uint32_t p = 0; p < NBL_TICKETS_MOST_PASSES && row->plans[p] != NULL; p++) {
                nbl_fft_transform_desc_t wanted = nbl_fft_transform_desc_init();
                nbl_fft_transform_plan_t cpu;
                nbl_fft_plan_t plan;
                nbl_error_t error;
                TEST_EXPECT(nbl_fft_plan_parse(row->plans[p], NBL_DWORDS_float32_t, &limits, &plan, &error));
                wanted.length = plan.fft_length;
                if (!array) wanted.plan_text = nbl_fft_split_radices(plan.fft_length, NBL_DWORDS_float32_t);
                TEST_EXPECT(nbl_fft_transform_plan(&wanted, &cpu, &error));
                ck_assert_msg(plan.radices == cpu.parameters.plan.radices, "2^%u, pass %u: %s", log2, p, row->plans[p]);
                if (!array) ck_assert_uint_eq(plan.fft_length, points[p]);
            }
        }
    ck_assert_uint_ge(found, 9);
}
END_TEST

/* Numbers of 2, 4 or 8 bytes. */
static void set_number(char *numbers, uint32_t bytes, int i, double number) {
    const nbl_emulator_float32x2_t pair = {(float)number, 0.0f};
    const uint16_t half = (uint16_t)nbl_emulator_pack_half_2x16(pair);
    memcpy(numbers + (size_t)i * bytes,
           bytes == 2   ? (const void *)&half
           : bytes == 4 ? (const void *)&pair.x
                        : &number,
           bytes);
}

static double number_at(const char *numbers, uint32_t bytes, int i) {
    uint16_t half = 0;
    float narrow = 0;
    double number = 0;
    memcpy(bytes == 2 ? (void *)&half : bytes == 4 ? (void *)&narrow : &number, numbers + (size_t)i * bytes, bytes);
    return bytes == 2 ? (double)nbl_emulator_unpack_half_2x16(half).x : bytes == 4 ? (double)narrow : number;
}

/* A cube's planes go by tickets, or in two separate passes; its third dimension follows in another dispatch. Both ways
 * have the same bits, in every precision. Each plane's last tiles are short: a tile has 21 of 40 rows, and 16 of 24
 * columns. One invocation has no row. Mutations that this finds: tiles end a whole tile behind their beginning; an
 * invocation without a row stores. */
START_TEST(cubes_follow_their_planes) {
    enum {
        ROW = 24,
        COLUMN = 40,
        PLANES = 5,
        CUBES = 3,
        CUBE = ROW * COLUMN * PLANES,
        CUBE_SCALARS = 2 * CUBE * CUBES
    };
    static const uint32_t lags[] = {4, 0}; /* together, apart */
    static const nbl_fft_precision_t precisions[] = {NBL_FFT_FLOAT32, NBL_FFT_FLOAT64, NBL_FFT_FLOAT16_STORAGE};
    static const double bounds[] = {2e-7, 5e-16, 6e-4};
    const nbl_fft_precision_t precision = precisions[_i];
    const uint32_t of_number = nbl_fft_precision_element_bytes(precision) / 2;
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    static double exact[CUBE_SCALARS], to[CUBE_SCALARS];
    static char from[8 * CUBE_SCALARS], by[2][8 * CUBE_SCALARS];
    const uint64_t bytes = (uint64_t)CUBE_SCALARS * of_number;
    nbl_fft_problem_t lines = nbl_fft_problem_init();
    nbl_fft_t *plan;
    nbl_error_t error;
    test_random_t random = test_random_begin("cubes by tickets");
    if (device == NULL) return;
    for (int i = 0; i < CUBE_SCALARS; i++) {
        set_number(from, of_number, i, test_random_real(&random));
        exact[i] = number_at(from, of_number, i);
    }
    lines.rank = 3;
    lines.sizes[0] = PLANES;
    lines.sizes[1] = COLUMN;
    lines.sizes[2] = ROW;
    lines.batch = CUBES;
    lines.precision = NBL_FFT_FLOAT64;
    TEST_EXPECT(nbl_fft_make_cpu(&lines, &plan, &error));
    TEST_EXPECT(nbl_fft_run(plan, exact, to, &error));
    nbl_fft_destroy(plan);
    for (uint32_t w = 0; w < 2; w++) {
        const nbl_fact_t row = {.number = CUBE,
                                .rows = ROW,
                                .planes = PLANES,
                                .lag = lags[w],
                                .plans = {"8x3@3*21/1", "10x4@4*16/1", "5@1*64/1"}};
        const nbl_fft_tickets_desc_t desc = {.length = CUBE,
                                             .rows = ROW,
                                             .planes = PLANES,
                                             .batch = CUBES,
                                             .precision = precision,
                                             .mode = NBL_MODE_EXACT};
        nbl_fft_by_tickets_t *fft;
        test_error_t sums = {0, 0, 0};
        TEST_EXPECT(nbl_fft_tickets_create_by(device, &desc, &row, &fft, &error));
        ck_assert_uint_eq(nbl_fft_tickets_dispatches(fft), 3);
        test_recording_t r = test_recording_begin(device, from, bytes, bytes, 16);
        TEST_EXPECT(nbl_fft_tickets_record(fft, r.commands.buffer, r.source.address, r.target.address, &error));
        test_recording_submit(&r);
        TEST_EXPECT(nbl_vulkan_buffer_download(device, &r.target, 0, by[w], bytes, &error));
        test_recording_end(&r);
        nbl_fft_tickets_destroy(fft);
        for (int i = 0; i < CUBE_SCALARS; i += 2)
            test_error_add(&sums, (test_complex_t){to[i], to[i + 1]}, number_at(by[w], of_number, i),
                           number_at(by[w], of_number, i + 1));
        ck_assert_double_le(test_error_relative(&sums), bounds[_i]);
    }
    ck_assert_int_eq(memcmp(by[0], by[1], bytes), 0);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tickets");
    TCase *tests = tcase_create("tickets");
    tcase_set_timeout(tests, 3600); /* all cases take minutes, on a busy machine more */
    tcase_add_test(tests, what_is_waited_for_comes_first);
    tcase_add_loop_test(tests, the_emulator_transforms, 0, 3);
    tcase_add_test(tests, lavapipe_agrees);
    tcase_add_test(tests, swiftshader_agrees);
    tcase_add_test(tests, exact_rows_have_the_cpus_radices);
    tcase_add_test(tests, the_host_refuses);
    tcase_add_test(tests, cases_go_by_address);
    tcase_add_loop_test(tests, cubes_follow_their_planes, 0, 3);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
