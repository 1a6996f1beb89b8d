/* The net: 2,000 drawn arrays, what is planned for each, its bits in exact mode and its error in fast mode, as they
 * were.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   build/tests/fft/test_net                               today's part, as tests/run.sh takes it; NBL_TEST_ALL=1:
 *                                                          every row
 *   NBL_NET=all build/tests/fft/test_net                   every row on lavapipe, too: about an hour
 *   build/tests/fft/test_net make > tests/fft/net.txt      makes the file anew: changed plans or bits name its rows
 *   build/tests/fft/test_net texts > net.txt               the same table with the file's results: new texts alone, two
 *                                                          minutes
 *   build/tests/fft/test_net text NUMBER                   what a row's text hashes are of
 *   build/tests/fft/test_net device COUNT SEED             drawn rows on the first device, their bits held against the
 *                                                          file's hashes
 *
 * A row of net.txt: its number; hashes of what is planned on the CPU in exact and in fast mode, on a device in buffers,
 * by device address; the hash of exact mode's result; fast mode's relative L2 error on the CPU that made the file, of
 * float64 the distance from exact mode; what it is ("/" axes, "s" scaling, "g" not all given, "t" strides). Behind the
 * rows come hashes of the plans of whole lines, for blocks of lengths.
 *
 * Mutations that this is meant to find: a plan's radix, a constant that a kernel is told, a last bit of a twiddle.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <inttypes.h>

#include "nbl/host/fft_nd_vulkan.h"
#include "tests/fft/net_testing.h"

#define NET_FILE "tests/fft/net.txt"
enum { LINE = 400 };

/* ---- A row */

typedef struct row_t {
    uint32_t number, texts[NET_WAYS];
    uint64_t bits;
    double error; /* below 0: not here */
    char what[160];
} row_t;

static bool has_halves(const nbl_fft_nd_desc_t *desc) {
    return desc->precision != NBL_FFT_FLOAT16 || nbl_fft_emulator_limits(0).float16;
}

/* Ends the process if a condition does not hold, outside of a test, too: `test_net make` is none. */
static void require(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "net: %s\n", what);
    abort();
}

static char *result_of(nbl_fft_nd_desc_t desc, nbl_mode_t mode, const char *input) {
    const uint64_t bytes = side_bytes(&desc, true);
    char *output = malloc(bytes);
    nbl_fft_t *plan;
    nbl_error_t error;
    desc.mode = mode;
    memset(output, 0x3b, bytes);
    require(nbl_fft_make_cpu(&desc, &plan, &error) == NBL_SUCCESS, error.text);
    require(nbl_fft_run(plan, input, output, &error) == NBL_SUCCESS, error.text);
    nbl_fft_destroy(plan);
    return output;
}

static double error_of_fast(const nbl_fft_nd_desc_t *desc, uint32_t number, const char *input) {
    nbl_fft_nd_desc_t wide = *desc;
    const uint32_t bytes = scalar_bytes[desc->precision];
    const layout_t l = layout_of(desc, true);
    const uint64_t parts = l.real ? 1 : 2;
    wide.precision = NBL_FFT_FLOAT64;
    char *from = net_input(desc, number, NBL_FFT_FLOAT64), *fast = result_of(*desc, NBL_MODE_FAST, input),
         *expected = result_of(wide, NBL_MODE_EXACT, from);
    double above = 0, below = 0;
    for (uint64_t i = 0; i < l.elements * parts; i++) {
        const uint64_t at = place_of(&l, desc->rank, i / parts) * parts + i % parts;
        const double x = (double)get_scalar(expected, 8, at), off = (double)get_scalar(fast, bytes, at) - x;
        above += off * off;
        below += x * x;
    }
    free(from);
    free(fast);
    free(expected);
    return below == 0 ? 0 : sqrt(above / below);
}

/* All but the results. */
static row_t compute_texts(uint32_t number) {
    static char text[NET_TEXT];
    const nbl_fft_nd_desc_t desc = net_draw(number);
    row_t row = {.number = number, .error = -1};
    net_describe(&desc, row.what, sizeof row.what);
    for (uint32_t way = 0; way < NET_WAYS; way++) {
        const size_t length = net_text(&desc, way, text);
        require(length < NET_TEXT, "a text is longer than its room");
        const uint64_t hash = net_hash(NET_BASIS, text, length);
        row.texts[way] = (uint32_t)(hash ^ hash >> 32);
    }
    return row;
}

static row_t compute(uint32_t number) {
    const nbl_fft_nd_desc_t desc = net_draw(number);
    row_t row = compute_texts(number);
    if (!has_halves(&desc)) return row;
    char *input = net_input(&desc, number, desc.precision), *output = result_of(desc, NBL_MODE_EXACT, input);
    row.bits = net_hash(NET_BASIS, output, side_bytes(&desc, true));
    row.error = error_of_fast(&desc, number, input);
    free(input);
    free(output);
    return row;
}

static void print(const row_t *row) {
    printf("%04u", row->number);
    for (uint32_t way = 0; way < NET_WAYS; way++) printf(" %08" PRIx32, row->texts[way]);
    printf(" %016" PRIx64 " %.1e %s\n", row->bits, row->error, row->what);
}

/* ---- Plans of whole lines: complex, within a device's usual limits */

enum { BLOCK = 512, LENGTHS = 8192, BLOCKS = LENGTHS / BLOCK, LINES = 4 * 2 * 2 * BLOCKS };

static uint64_t hash_of_plans(uint32_t number, char what[64]) {
    static char text[NET_TEXT];
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    const uint32_t first = number % BLOCKS * BLOCK, kind = number / BLOCKS;
    uint64_t hash = NET_BASIS;
    desc.precision = (nbl_fft_precision_t)(kind % 4);
    desc.any_radices = kind / 4 % 2 == 1;
    desc.batch = kind / 8 == 0 ? 1 : 4096;
    desc.limits = usual_device(NBL_DEVICE_NVIDIA, false);
    for (uint32_t n = first == 0 ? 2 : first; n < first + BLOCK; n++) {
        nbl_fft_transform_plan_t plan;
        nbl_fft_nd_text_t to = {text, sizeof text, 0};
        desc.length = n;
        if (nbl_fft_transform_plan(&desc, &plan, NULL) != NBL_SUCCESS) continue;
        nbl_fft_nd_put(&to, "%u:", n);
        net_put_transform(&to, &plan);
        hash = net_hash(hash, text, to.length);
    }
    snprintf(what, 64, "lines %s %s *%u %u..%u", nbl_fft_precision_name(desc.precision),
             desc.any_radices ? "fast" : "exact", desc.batch, first, first + BLOCK - 1);
    return hash;
}

static void print_head(void) {
    printf("# The net of tests/fft/test_net.c, which says what is in it; by `build/tests/fft/test_net make`\n"
           "# SPDX-License-Identifier: Apache-2.0\n");
}

static void print_plans(void) {
    char what[64];
    for (uint32_t i = 0; i < LINES; i++) {
        const uint64_t hash = hash_of_plans(i, what);
        printf("%016" PRIx64 " %s\n", hash, what);
    }
}

static int make(void) {
    print_head();
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        const row_t row = compute(i);
        print(&row);
    }
    print_plans();
    return 0;
}

/* ---- Held against the file */

static char (*lines)[LINE];
static uint32_t line_count;

static void read_net(void) {
    FILE *file = fopen(NET_FILE, "r");
    require(file != NULL, NET_FILE ": to be run in the folder that has it");
    lines = calloc(NET_ROWS + LINES, sizeof *lines);
    while (line_count < NET_ROWS + LINES && fgets(lines[line_count], LINE, file) != NULL) {
        lines[line_count][strcspn(lines[line_count], "\n")] = '\0';
        if (lines[line_count][0] != '#') line_count++;
    }
    fclose(file);
    require(line_count == NET_ROWS + LINES, NET_FILE ": its rows are not as many as there should be");
}

static row_t stored(uint32_t number) {
    row_t row = {0};
    int at = 0;
    uint32_t *t = row.texts;
    require(sscanf(lines[number],
                   "%" SCNu32 " %" SCNx32 " %" SCNx32 " %" SCNx32 " %" SCNx32 " %" SCNx32 " %" SCNx32 " %" SCNx64
                   " %lf %n",
                   &row.number, &t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &row.bits, &row.error, &at) == 9 &&
                row.number == number,
            lines[number]);
    snprintf(row.what, sizeof row.what, "%s", lines[number] + at);
    return row;
}

static int make_texts(void) {
    read_net();
    print_head();
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        const row_t was = stored(i);
        row_t row = compute_texts(i);
        row.bits = was.bits;
        row.error = was.error;
        print(&row);
    }
    print_plans();
    return 0;
}

static const char *const ways[NET_WAYS] = {"the CPU's plan, exact",          "the CPU's plan, fast",
                                           "a device's in buffers, exact",   "a device's in buffers, fast",
                                           "a device's by addresses, exact", "a device's by addresses, fast"};

START_TEST(rows_of_the_net) {
    uint32_t rows = 0, differing = 0;
    read_net();
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        if (!test_takes(i, 100)) continue;
        const row_t was = stored(i), is = compute(i);
        const bool wide = net_draw(i).precision == NBL_FFT_FLOAT64;
        const uint32_t before = differing;
        ck_assert_str_eq(is.what, was.what);
        for (uint32_t way = 0; way < NET_WAYS; way++)
            if (is.texts[way] != was.texts[way]) printf("net: row %u (%s): %s\n", i, is.what, ways[way]), differing++;
        if (is.error < 0) {
            printf("NOT HERE: float16 in this compiler, row %u\n", i);
        } else {
            if (is.bits != was.bits) printf("net: row %u (%s): bits\n", i, is.what), differing++;
            if (!(is.error <= 1.5 * was.error + (wide ? 3e-16 : 3e-8)))
                printf("net: row %u (%s): error %.1e, was %.1e\n", i, is.what, is.error, was.error), differing++;
        }
        rows++;
        if (differing > before) printf("net: build/tests/fft/test_net text %u\n", i);
    }
    printf("net: %u rows as they were, %u differences\n", rows - differing, differing);
    ck_assert_uint_eq(rows, test_all() ? NET_ROWS : NET_ROWS / 100);
    ck_assert_msg(differing == 0, "%u differences: above, by rows of " NET_FILE, differing);
}
END_TEST

START_TEST(plans_of_lines) {
    uint32_t blocks = 0;
    read_net();
    for (uint32_t i = 0; i < LINES; i++) {
        char what[64], line[96];
        if (!test_takes(i, 64)) continue;
        const uint64_t hash = hash_of_plans(i, what);
        snprintf(line, sizeof line, "%016" PRIx64 " %s", hash, what);
        ck_assert_msg(strcmp(line, lines[NET_ROWS + i]) == 0, "'%s', was '%s'", line, lines[NET_ROWS + i]);
        blocks++;
    }
    printf("net: plans of %u blocks of %d lengths as they were\n", blocks, BLOCK);
    ck_assert_uint_ge(blocks, LINES / 64);
}
END_TEST

/* What a run of seconds allows; halves below the smallest normal one may be flushed. */
START_TEST(rows_on_lavapipe) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    const char *all = getenv("NBL_NET");
    const bool every = all != NULL && strcmp(all, "all") == 0;
    const uint32_t parts = every ? 1 : test_all() ? 20 : 1000;
    uint32_t rows = 0, refused = 0;
    if (device == NULL) return;
    read_net();
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        nbl_fft_nd_desc_t desc = net_draw(i);
        const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
        const uint64_t bytes = side_bytes(&desc, true);
        nbl_error_t error;
        if (i % parts != test_part(parts) || desc.precision == NBL_FFT_FLOAT16 || bytes > 1u << 21) continue;
        const row_t was = stored(i);
        char *input = net_input(&desc, i, desc.precision), *expected = result_of(desc, NBL_MODE_EXACT, input),
             *got = malloc(bytes);
        memset(got, 0x3b, bytes);
        ck_assert_msg(net_hash(NET_BASIS, expected, bytes) == was.bits, "row %u (%s): the CPU's bits", i, was.what);
        const nbl_result_t result = nbl_fft_nd_vulkan(device, &desc, &how, input, got, NULL, &error);
        ck_assert_msg(result == NBL_SUCCESS || result == NBL_ERROR_LIMIT, "row %u (%s): %s", i, was.what, error.text);
        if (result == NBL_SUCCESS)
            ck_assert_msg(test_differing_scalars(got, expected, bytes, scalar_bytes[desc.precision]) == 0,
                          "row %u (%s): lavapipe's bits", i, was.what);
        refused += result != NBL_SUCCESS;
        rows++;
        free(input);
        free(expected);
        free(got);
    }
    printf("net: %u rows have their bits on lavapipe, %u are refused there\n", rows - refused, refused);
    ck_assert_uint_ge(rows, 1);
    nbl_vulkan_device_destroy(device);
}
END_TEST

static int print_texts(uint32_t number) {
    static char text[NET_TEXT];
    const nbl_fft_nd_desc_t desc = net_draw(number);
    for (uint32_t way = 0; way < NET_WAYS; way++) {
        net_text(&desc, way, text);
        printf("-- %s\n%s\n", ways[way], text);
    }
    return 0;
}

/* Holds `count` rows drawn by a seed, other ones than of float16, on the first device; what the device refuses is named
 * and not counted. */
static int hold_on_device(uint32_t count, uint64_t seed) {
    test_random_t random = test_random_from(seed);
    nbl_vulkan_device_t *device;
    nbl_error_t error;
    uint32_t same = 0, refused = 0, differing = 0;
    static bool is_drawn[NET_ROWS];
    if (nbl_vulkan_device_create(NULL, &device, &error) != NBL_SUCCESS) return printf("net: %s\n", error.text), 1;
    read_net();
    for (uint32_t tries = 0; same + differing < count && tries < 100 * NET_ROWS; tries++) {
        const uint32_t i = test_random_below(&random, NET_ROWS);
        nbl_fft_nd_desc_t desc = net_draw(i);
        if (desc.precision == NBL_FFT_FLOAT16 || is_drawn[i]) continue;
        is_drawn[i] = true;
        const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
        const uint64_t bytes = side_bytes(&desc, true);
        const row_t was = stored(i);
        char *input = net_input(&desc, i, desc.precision), *got = malloc(bytes);
        memset(got, 0x3b, bytes);
        const bool ran = nbl_fft_nd_vulkan(device, &desc, &how, input, got, NULL, &error) == NBL_SUCCESS;
        const bool is_same = ran && net_hash(NET_BASIS, got, bytes) == was.bits;
        if (!is_same) printf("net: row %u (%s): %s\n", i, was.what, ran ? "other bits" : error.text);
        *(is_same ? &same : ran ? &differing : &refused) += 1;
        free(input);
        free(got);
    }
    printf("net: %s: %u rows by seed %" PRIu64 ", %u have the file's bits, %u others; %u more are refused\n",
           nbl_vulkan_device_get_info(device)->name, count, seed, same, differing, refused);
    nbl_vulkan_device_destroy(device);
    return differing != 0;
}

int main(int argc, char **argv) {
    if (argc > 3 && strcmp(argv[1], "device") == 0)
        return hold_on_device((uint32_t)strtoul(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    if (argc > 1 && strcmp(argv[1], "make") == 0) return make();
    if (argc > 1 && strcmp(argv[1], "texts") == 0) return make_texts();
    if (argc > 2 && strcmp(argv[1], "text") == 0) return print_texts((uint32_t)strtoul(argv[2], NULL, 10));
    Suite *suite = suite_create("net");
    TCase *tests = tcase_create("net");
    tcase_set_timeout(tests, 7200);
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, rows_of_the_net);
    tcase_add_test(tests, plans_of_lines);
    tcase_add_test(tests, rows_on_lavapipe);
    return test_run_suite(suite);
}
