/* Transforms of whose output a part is kept: its bits are those of the whole transform, on the CPU and on devices.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Complex and real arrays, cosine and sine transforms, forward and inverse, of 1 to 4 dimensions and of long lines,
 * with parts of the input, strides, batches, in place or not.
 *
 * Mutations that this finds, each tried: of real lines a last frequency that is left out, a vector that begins before
 * the part, one element less of a vector that is cut, mirrors in the order of the others; a part that begins at 0
 * wherever it is; axes that go on in the output while a later one cuts; a kernel of real lines that stores frequencies
 * without their first one; tickets where a part of the output is kept;
 * a convolution that does not refuse a part, or only its beginning; sizes of the whole output told by
 * nbl_fft_output_size(); lines in lanes whose part begins at 0; a part copied from the begin of all results, without
 * its strides, by threads that each begin at its first run.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/fft_nd_vulkan.h"
#include "tests/fft/dct_testing.h"
#include "transform/choose.h"
#include "transform/choose_tickets.h"
#include "transform/make.h"

static uint32_t element_bytes(const nbl_fft_nd_desc_t *desc, const layout_t *l) {
    return scalar_bytes[desc->precision] * (l->real || desc->dct != 0 ? 1 : 2);
}

/* Of some dimensions that are transformed not all elements, now and then one alone; of every fourth array nearly
 * all. */
static void draw_kept(nbl_fft_nd_desc_t *desc, test_random_t *random) {
    const layout_t whole = layout_of(desc, true);
    const bool nearly = test_random_below(random, 4) == 0;
    for (uint32_t d = 0; d < desc->rank; d++) {
        bool transformed = desc->axis_count == 0;
        for (uint32_t a = 0; a < desc->axis_count; a++) transformed = transformed || desc->axes[a] == d;
        if (!transformed || test_random_below(random, 3) == 0) continue;
        desc->kept[d] = 1 + test_random_below(random, (uint32_t)whole.sizes[d]);
        if (nearly) desc->kept[d] = whole.sizes[d] - test_random_below(random, (uint32_t)whole.sizes[d] / 8 + 1);
        desc->kept_from[d] = test_random_below(random, (uint32_t)(whole.sizes[d] - desc->kept[d]) + 1);
    }
}

/* Returns the case with an output of its own layout. */
static case_t keep_part(const case_t *whole, test_random_t *random) {
    case_t c = *whole;
    nbl_fft_nd_desc_t *desc = &c.desc;
    memset(desc->output_strides, 0, sizeof desc->output_strides);
    desc->output_distance = 0;
    draw_kept(desc, random);
    if (c.in_place) {
        const layout_t in = layout_of(desc, false);
        memcpy(desc->output_strides, in.strides, sizeof desc->output_strides);
        memcpy(desc->input_strides, in.strides, sizeof desc->input_strides);
        desc->output_distance = desc->input_distance = in.strides[desc->rank];
    } else if (test_random_below(random, 2) == 1) {
        draw_strides(desc, true, desc->output_strides, &desc->output_distance, RANK, random);
    }
    return c;
}

static void transform(const nbl_fft_nd_desc_t *desc, const void *input, void *output, const char *text) {
    nbl_fft_t *plan;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_make_cpu(desc, &plan, &error) == NBL_SUCCESS, "%s: %s", text, error.text);
    ck_assert_msg(nbl_fft_run(plan, input, output, &error) == NBL_SUCCESS, "%s: %s", text, error.text);
    nbl_fft_destroy(plan);
}

/* Element i of the part: its number in an output of all elements, without gaps. */
static uint64_t place_in_whole(const nbl_fft_nd_desc_t *desc, const layout_t *part, const layout_t *whole, uint64_t i) {
    uint64_t at = 0, step = 1;
    for (uint32_t d = desc->rank; d-- > 0; i /= part->sizes[d], step *= whole->sizes[d])
        at += (i % part->sizes[d] + desc->kept_from[d]) * step;
    return at + i * step;
}

typedef struct arrays_t {
    char *input, *whole, *part; /* part: of the CPU */
    size_t bytes;               /* of the input and of the part, whichever is larger */
    layout_t out;
    char text[768];
} arrays_t;

/* Transforms on the CPU, and holds the part against the whole. */
static arrays_t run_case(const case_t *c, test_random_t *random) {
    arrays_t a;
    nbl_fft_nd_desc_t all = c->desc;
    memset(all.output_strides, 0, sizeof all.output_strides);
    memset(all.kept, 0, sizeof all.kept);
    memset(all.kept_from, 0, sizeof all.kept_from);
    all.output_distance = 0;
    const layout_t in = layout_of(&c->desc, false), whole = layout_of(&all, true);
    const uint32_t bytes = scalar_bytes[c->desc.precision];
    a.out = layout_of(&c->desc, true);
    const size_t in_bytes = in.span * element_bytes(&c->desc, &in),
                 out_bytes = a.out.span * element_bytes(&c->desc, &a.out);
    const uint32_t element = element_bytes(&c->desc, &a.out);
    a.bytes = in_bytes > out_bytes ? in_bytes : out_bytes;
    a.input = malloc(a.bytes);
    a.part = malloc(a.bytes);
    a.whole = malloc(whole.span * element);
    dct_describe(c, a.text, sizeof a.text);
    for (uint64_t i = 0; i < a.bytes / bytes; i++) put_scalar(a.input, bytes, i, test_random_real(random));
    memset(a.part, 0x3b, a.bytes);
    transform(&all, a.input, a.whole, a.text);
    if (c->in_place) memcpy(a.part, a.input, a.bytes);
    transform(&c->desc, c->in_place ? a.part : a.input, a.part, a.text);
    for (uint64_t i = 0; i < a.out.elements; i++)
        ck_assert_msg(memcmp(a.part + place_of(&a.out, c->desc.rank, i) * element,
                             a.whole + place_in_whole(&c->desc, &a.out, &whole, i) * element, element) == 0,
                      "%s: element %llu has other bits than in the whole transform", a.text, (unsigned long long)i);
    if (c->in_place) return a;
    char *beside = malloc(a.bytes);
    memcpy(beside, a.part, a.bytes);
    for (uint64_t i = 0; i < a.out.elements; i++)
        memset(beside + place_of(&a.out, c->desc.rank, i) * element, 0x3b, element);
    for (size_t i = 0; i < a.bytes; i++)
        ck_assert_msg(beside[i] == 0x3b, "%s: byte %zu beside the output was written", a.text, i);
    free(beside);
    return a;
}

static void release(const arrays_t *a) {
    free(a->input);
    free(a->part);
    free(a->whole);
}

/* Returns whether two outputs have the same elements. */
static bool are_equal(const case_t *c, const arrays_t *a, const char *other) {
    const uint32_t element = element_bytes(&c->desc, &a->out);
    for (uint64_t i = 0; i < a->out.elements; i++) {
        const uint64_t at = place_of(&a->out, c->desc.rank, i) * element;
        if (memcmp(a->part + at, other + at, element) != 0) return false;
    }
    return true;
}

/* Programs are sound, read back as they print, and one for workgroups leaves the same bits. */
static void run_programs(const case_t *c, const arrays_t *a) {
    static nbl_program_t program, read;
    nbl_problem_t problem;
    nbl_error_t error;
    char *output = malloc(a->bytes);
    ck_assert_msg(nbl_problem_make(&c->desc, c->in_place, &problem, &error) == NBL_SUCCESS, "%s: %s", a->text,
                  error.text);
    for (int p = 0; p < 2; p++) {
        ck_assert_msg((p == 0 ? nbl_transform_make_cpu(&problem, &program, &error)
                              : nbl_transform_make(&problem, NULL, NULL, &program, &error)) == NBL_SUCCESS,
                      "%s: %s", a->text, error.text);
        const size_t size = nbl_program_text(&program, NULL, 0) + 1;
        char *printed = malloc(size);
        nbl_program_text(&program, printed, size);
        ck_assert_msg(nbl_program_check(&program, &error) == NBL_SUCCESS, "%s: %s\n%s", a->text, error.text, printed);
        ck_assert_msg(nbl_program_read(printed, &read, &error) == NBL_SUCCESS, "%s: %s\n%s", a->text, error.text,
                      printed);
        ck_assert_msg(nbl_program_equal(&read, &program), "%s: is read otherwise:\n%s", a->text, printed);
        memcpy(output, a->input, a->bytes);
        ck_assert_msg(nbl_program_run(&read, c->in_place ? output : a->input, output, NULL, 1, &error) == NBL_SUCCESS,
                      "%s: %s\n%s", a->text, error.text, printed);
        ck_assert_msg(are_equal(c, a, output), "%s: program %d has other bits:\n%s", a->text, p, printed);
        free(printed);
    }
    free(output);
}

/* ---- Arrays drawn at random */

/* Every fourth one a cosine or sine transform, every seventh one of many short lines, which go in lanes, every
 * fourteenth one a line that goes in passes or by a chirp. */
static case_t draw(uint32_t number, test_random_t *random) {
    static const uint32_t lengths[] = {16384, 20480, 9973, 2 * 4999, 32768, 3 * 8191};
    case_t c = number % 4 == 3 ? draw_dct(random) : draw_case(random);
    c.desc.mode = NBL_MODE_EXACT;
    nbl_fft_nd_desc_t *desc = &c.desc;
    if (number % 14 == 6 || number % 7 == 2) {
        desc->axis_count = 0;
        memset(desc->given, 0, sizeof desc->given);
        memset(desc->input_strides, 0, sizeof desc->input_strides);
        desc->input_distance = 0;
    }
    if (number % 7 == 2) {
        desc->rank = 1 + number % 2;
        desc->sizes[0] = desc->sizes[1] = 9 + test_random_below(random, 40);
        desc->batch = desc->rank == 1 ? 20 + test_random_below(random, 40) : 1;
    }
    if (number % 14 == 6) {
        desc->rank = 1 + number % 2;
        desc->sizes[0] = 3;
        desc->sizes[desc->rank - 1] = lengths[test_random_below(random, sizeof lengths / sizeof *lengths)];
        desc->batch = 2;
    }
    return keep_part(&c, random);
}

START_TEST(arrays_at_random) {
    test_random_t random = test_random_begin("kept");
    const uint32_t cases = test_all() ? 4000 : TEST_SANITIZED ? 60 : 150;
    uint32_t in_place = 0, real = 0, inverse = 0, dct = 0, parts = 0;
    for (uint32_t i = 0; i < cases; i++) {
        const case_t c = draw(i, &random);
        const arrays_t a = run_case(&c, &random);
        run_programs(&c, &a);
        release(&a);
        in_place += c.in_place;
        real += c.desc.real;
        inverse += c.desc.inverse;
        dct += c.desc.dct != 0;
        for (uint32_t d = 0; d < c.desc.rank; d++) parts += c.desc.kept[d] != 0;
    }
    printf("kept: %u arrays, %u in place, %u real, %u inverse, %u cosine or sine transforms; parts of %u dimensions\n",
           cases, in_place, real, inverse, dct, parts);
    ck_assert(in_place > cases / 10 && real > cases / 4 && inverse > cases / 4 && dct >= cases / 5 && parts >= cases);
}
END_TEST

/* ---- Devices */

static void all_agree(test_driver_t driver, uint32_t cases) {
    static const nbl_fft_route_t routes[] = {NBL_FFT_ROUTE_PASSES, NBL_FFT_ROUTE_TICKETS, NBL_FFT_ROUTE_BEST};
    test_random_t random = test_random_begin("kept device");
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    uint32_t agreed = 0, refused = 0;
    for (uint32_t i = 0; agreed < cases; i++) {
        const case_t c = draw(i, &random);
        const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT, .route = routes[i % 3]};
        const arrays_t a = run_case(&c, &random);
        char *ours = malloc(a.bytes);
        nbl_error_t error;
        memset(ours, 0x3b, a.bytes);
        if (c.in_place) memcpy(ours, a.input, a.bytes);
        const nbl_result_t result =
            nbl_fft_nd_vulkan(device, &c.desc, &how, c.in_place ? ours : a.input, ours, NULL, &error);
        if (result == NBL_ERROR_LIMIT || result == NBL_ERROR_MISSING_FEATURE) {
            refused++; /* arithmetic that the device lacks */
        } else {
            ck_assert_msg(result == NBL_SUCCESS, "%s: %s", a.text, error.text);
            ck_assert_msg(memcmp(ours, a.part, a.out.span * element_bytes(&c.desc, &a.out)) == 0,
                          "%s: other bits than on the CPU", a.text);
            agreed++;
        }
        free(ours);
        release(&a);
    }
    printf("kept device: %u arrays have the CPU's bits, %u refused for their arithmetic, %s\n", agreed, refused,
           nbl_vulkan_device_get_info(device)->name);
    ck_assert_uint_le(refused, 8 * agreed);
    nbl_vulkan_device_destroy(device);
}

START_TEST(lavapipe_agrees) { all_agree(TEST_LAVAPIPE, test_all() ? 300 : 4); }
END_TEST
START_TEST(swiftshader_agrees) { all_agree(TEST_SWIFTSHADER, test_all() ? 60 : 1); }
END_TEST

/* Fast mode's passes are a device's own, so the bits are too: errors are compared with the whole transform of the CPU.
 * Mutation that this finds: the first pass of a prime's line that stores as if all were kept. */
START_TEST(fast_mode_keeps_the_same_elements) {
    test_random_t random = test_random_begin("kept fast");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    const uint32_t cases = test_all() ? 200 : 3;
    uint32_t compared = 0;
    for (uint32_t i = 0; compared < cases; i++) {
        case_t c = draw(i, &random);
        c.desc.mode = NBL_MODE_FAST;
        if (c.in_place || c.desc.precision == NBL_FFT_FLOAT16 || c.desc.precision == NBL_FFT_FLOAT16_STORAGE) continue;
        const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_FAST, .route = NBL_FFT_ROUTE_BEST};
        nbl_fft_nd_desc_t all = c.desc;
        memset(all.kept, 0, sizeof all.kept);
        memset(all.kept_from, 0, sizeof all.kept_from);
        memset(all.output_strides, 0, sizeof all.output_strides);
        all.output_distance = 0;
        const layout_t in = layout_of(&c.desc, false), whole = layout_of(&all, true), part = layout_of(&c.desc, true);
        const uint32_t scalar = scalar_bytes[c.desc.precision], element = element_bytes(&c.desc, &part);
        char text[768];
        dct_describe(&c, text, sizeof text);
        char *input = malloc(in.span * element_bytes(&c.desc, &in)), *of_all = malloc(whole.span * element),
             *of_part = malloc(part.span * element);
        for (uint64_t k = 0; k < in.span * element_bytes(&c.desc, &in) / scalar; k++)
            put_scalar(input, scalar, k, test_random_real(&random));
        memset(of_part, 0x3b, part.span * element);
        nbl_error_t error;
        const nbl_result_t result = nbl_fft_nd_vulkan(device, &c.desc, &how, input, of_part, NULL, &error);
        if (result != NBL_ERROR_LIMIT && result != NBL_ERROR_MISSING_FEATURE) {
            ck_assert_msg(result == NBL_SUCCESS, "%s: %s", text, error.text);
            transform(&all, input, of_all, text);
            double difference = 0, most = 0;
            for (uint64_t k = 0; k < part.elements; k++)
                for (uint32_t s = 0; s < element / scalar; s++) {
                    const double ours = get_scalar(of_part + place_of(&part, c.desc.rank, k) * element, scalar, s),
                                 theirs = get_scalar(of_all + place_in_whole(&c.desc, &part, &whole, k) * element,
                                                     scalar, s);
                    difference = fmax(difference, fabs(ours - theirs));
                    most = fmax(most, fabs(theirs));
                }
            ck_assert_msg(difference <= (scalar == 8 ? 1e-13 : 1e-5) * most, "%s: off by %g of %g", text, difference,
                          most);
            compared++;
        }
        free(input);
        free(of_all);
        free(of_part);
    }
    printf("kept fast: %u parts\n", compared);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Lines and planes that go by tickets where all is kept, and do not where a part is. */
START_TEST(not_by_tickets) {
    static nbl_program_t program;
    nbl_fft_limits_t limits = nbl_choose_limits(true);
    uint32_t by_tickets = 0;
    limits.addresses = true;
    limits.literals = NBL_FFT_LITERALS_WHEREVER;
    for (uint32_t i = 0; i < 4; i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        nbl_problem_t problem;
        nbl_tickets_t tickets;
        nbl_error_t error;
        const uint32_t rank = 1 + i % 2, kept = i < 2 ? 0 : 100;
        desc.rank = rank;
        desc.sizes[0] = rank == 1 ? 1 << 16 : 256;
        desc.sizes[1] = 256;
        desc.kept[0] = kept;
        desc.kept_from[0] = kept == 0 ? 0 : 17;
        TEST_EXPECT(nbl_problem_make(&desc, false, &problem, &error));
        TEST_EXPECT(nbl_transform_make(&problem, &limits, NULL, &program, &error));
        const bool taken = nbl_tickets_of_program(&program, &tickets);
        ck_assert_msg(taken == (kept == 0), "rank %u, %u kept", rank, kept);
        by_tickets += taken;
    }
    ck_assert_uint_eq(by_tickets, 2);
}
END_TEST

/* ---- What is refused */

START_TEST(refusals) {
    static const struct {
        uint64_t kept[2], from[2];
        const char *what;
    } cases[] = {{{0, 9}, {0, 0}, "9 elements kept of dimension 1: it has at most 8"},
                 {{0, 8}, {0, 1}, "8 elements kept of dimension 1 from 1 on: it has 8"},
                 {{0, 0}, {0, 1}, "8 elements kept of dimension 1 from 1 on: it has 8"},
                 {{0, 3}, {0, UINT64_MAX}, "3 elements kept of dimension 1 from 18446744073709551615 on"},
                 {{2, 0}, {0, 0}, "2 elements kept of dimension 0: it is not transformed, so all of 4 must be"}};
    uint32_t refused = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        nbl_fft_t *plan;
        nbl_error_t error;
        desc.rank = 2;
        desc.sizes[0] = 4;
        desc.sizes[1] = 8;
        desc.axis_count = 1;
        desc.axes[0] = 1;
        for (int d = 0; d < 2; d++) desc.kept[d] = cases[i].kept[d], desc.kept_from[d] = cases[i].from[d];
        ck_assert_int_eq(nbl_fft_make_cpu(&desc, &plan, &error), NBL_ERROR_ARGUMENT);
        ck_assert_msg(strstr(error.text, cases[i].what) != NULL, "%s", error.text);
        refused++;
    }
    ck_assert_uint_eq(refused, 5);
}
END_TEST

/* The face tells a part's size and bytes; a convolution, whose results have their own part, refuses one by name. */
START_TEST(what_the_face_says) {
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    nbl_fft_t *fft;
    nbl_error_t error;
    problem.rank = 2;
    problem.sizes[0] = 20;
    problem.sizes[1] = 30;
    problem.real = true;
    problem.kept[1] = 5;
    problem.kept_from[1] = 11;
    TEST_EXPECT(nbl_fft_make_cpu(&problem, &fft, &error));
    ck_assert_uint_eq(nbl_fft_output_size(fft, 0), 20);
    ck_assert_uint_eq(nbl_fft_output_size(fft, 1), 5);
    ck_assert_uint_eq(nbl_fft_get_bytes(fft).output, 20 * 5 * 8);
    ck_assert_uint_gt(nbl_fft_get_bytes(fft).held, nbl_fft_get_bytes(fft).workspace);
    nbl_fft_destroy(fft);
    static const float kernel[2] = {1, 2};
    problem = nbl_fft_problem_init();
    problem.rank = 1;
    problem.sizes[0] = 8;
    problem.kernel = kernel;
    problem.kernel_sizes[0] = 1;
    for (int part = 0; part < 2; part++) {
        problem.kept[0] = part == 0 ? 3 : 0;
        problem.kept_from[0] = part == 0 ? 0 : 1;
        ck_assert_int_eq(nbl_fft_make_cpu(&problem, &fft, &error), NBL_ERROR_ARGUMENT);
        ck_assert_ptr_null(fft);
        ck_assert_str_eq(error.text, part == 0 ? "convolution: kept: must be 0 where there is a kernel"
                                               : "convolution: kept_from: must be 0 where there is a kernel");
    }
}
END_TEST

/* Lines of real numbers, whose last operation stores the part: every part of one length and of each precision, of
 * others some. */
START_TEST(parts_of_real_lines) {
    static const uint32_t lengths[] = {64, 68, 120, 250, 512};
    enum { LINES = 3, MOST = LINES * 257 * 2 };
    static double input[LINES * 512], whole[MOST], part[MOST];
    test_random_t random = test_random_begin("kept real lines");
    uint32_t parts = 0;
    for (uint32_t i = 0; i < 2 * sizeof lengths / sizeof *lengths; i++) {
        const uint32_t n = lengths[i / 2], all = n / 2 + 1;
        const size_t bytes = i % 2 == 0 ? 4 : 8, number = 2 * bytes;
        nbl_fft_problem_t problem = nbl_fft_problem_init();
        problem.rank = 1;
        problem.sizes[0] = n;
        problem.batch = LINES;
        problem.real = true;
        problem.precision = i % 2 == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
        for (uint32_t k = 0; k < LINES * n; k++)
            put_scalar((char *)input, (uint32_t)bytes, k, test_random_real(&random));
        transform(&problem, input, whole, "whole");
        for (uint32_t from = 0; from < all; from++)
            for (uint32_t kept = 1; from + kept <= all; kept++) {
                if (i > 1 && test_random_below(&random, 64) != 0) continue;
                problem.kept[0] = kept;
                problem.kept_from[0] = from;
                memset(part, 0x3b, sizeof part);
                transform(&problem, input, part, "part");
                for (uint32_t line = 0; line < LINES; line++)
                    ck_assert_msg(memcmp((char *)part + line * kept * number,
                                         (char *)whole + (line * all + from) * number, kept * number) == 0,
                                  "%u of %u from %u, line %u, %zu bytes: other bits than the whole's", kept, n, from,
                                  line, bytes);
                ck_assert_msg(((char *)part)[LINES * kept * number] == 0x3b, "%u of %u from %u: more was written", kept,
                              n, from);
                parts++;
            }
    }
    ck_assert_uint_gt(parts, 2 * 561);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("kept");
    TCase *tests = tcase_create("kept");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, arrays_at_random);
    tcase_add_test(tests, parts_of_real_lines);
    tcase_add_test(tests, lavapipe_agrees);
    tcase_add_test(tests, swiftshader_agrees);
    tcase_add_test(tests, fast_mode_keeps_the_same_elements);
    tcase_add_test(tests, not_by_tickets);
    tcase_add_test(tests, refusals);
    tcase_add_test(tests, what_the_face_says);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
