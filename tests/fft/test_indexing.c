/* Nabla order, mirrors and mirror trades, checked at every output index of every shape.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The reference is the transform itself, run as the seeds describe it (invocations, virtual stages, butterflies,
 * trades) over the integers modulo a prime, where it is exact: two indices that disagree cannot hide in rounding. What
 * it leaves at an output index is compared with a DFT from the definition.
 */
#include "nbl/fft/mirror.h"

#include "tests/common/testing.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_ELEMENTS_LOG2 5u
#define MAX_WORKGROUP_LOG2 10u
#define MAX_LENGTH 32768u
#define PRIME 998244353u /* 119 * 2^23 + 1: has roots of unity of every order 2^n, n <= 23 */
#define GENERATOR 3u
#define ALL_INDICES (62u * 2047u)   /* sum of 2^(e + w), e = 1..5, w = 0..10 */
#define FACTS_INDICES (62u * 2044u) /* w = 2..10 only: 126,728 */

#define EXPECT(condition, ...) \
    do { \
        if (!(condition)) ck_abort_msg(__VA_ARGS__); \
    } while (0)
#define FOR_EVERY_SHAPE \
    for (uint32_t e = 1; e <= MAX_ELEMENTS_LOG2; e++) \
        for (uint32_t w = 0; w <= MAX_WORKGROUP_LOG2; w++)
#define ORDER nbl_fft_nabla_order(nbl_fft_log2_elements(e), nbl_fft_log2_workgroup(w))

static uint64_t random_state;

static uint32_t random_residue(void) { /* xorshift64* */
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)((random_state * 2685821657736338717u) >> 32) % PRIME;
}

static uint32_t add(uint32_t a, uint32_t b) { return (uint32_t)(((uint64_t)a + b) % PRIME); }
static uint32_t sub(uint32_t a, uint32_t b) { return (uint32_t)(((uint64_t)a + PRIME - b) % PRIME); }
static uint32_t mul(uint32_t a, uint32_t b) { return (uint32_t)((uint64_t)a * b % PRIME); }

static uint32_t power(uint32_t base, uint32_t exponent) {
    uint32_t result = 1;
    for (; exponent; exponent /= 2, base = mul(base, base))
        if (exponent % 2) result = mul(result, base);
    return result;
}

/* Stands for exp(-2 pi i / length), or its conjugate. */
static uint32_t root_of_unity(uint32_t length, bool inverse) {
    uint32_t root = power(GENERATOR, (PRIME - 1) / length);
    return inverse ? power(root, length - 1) : root;
}

/* ---- A DFT from the definition, and a recursive one for lengths where that takes too long. */

static uint32_t dft_by_definition(const uint32_t *x, uint32_t length, uint32_t frequency) {
    uint32_t step = power(root_of_unity(length, false), frequency), factor = 1, sum = 0;
    for (uint32_t j = 0; j < length; j++, factor = mul(factor, step)) sum = add(sum, mul(x[j], factor));
    return sum;
}

static void recursive_dft(const uint32_t *x, uint32_t stride, uint32_t length, uint32_t *result) {
    if (length == 1) {
        result[0] = x[0];
        return;
    }
    uint32_t *even = malloc(length * sizeof *even), *odd = even + length / 2, factor = 1;
    recursive_dft(x, 2 * stride, length / 2, even);
    recursive_dft(x + stride, 2 * stride, length / 2, odd);
    for (uint32_t f = 0; f < length / 2; f++, factor = mul(factor, root_of_unity(length, false))) {
        result[f] = add(even[f], mul(factor, odd[f]));
        result[f + length / 2] = sub(even[f], mul(factor, odd[f]));
    }
    free(even);
}

/* ---- The network of the seeds. data[k W + t] is element k of invocation t. */

static uint32_t twiddles[MAX_LENGTH]; /* [half + j] = root(2 half)^j, of the direction at work */

static void fill_twiddles(uint32_t length, bool inverse) {
    for (uint32_t half = length / 2; half >= 1; half /= 2) {
        uint32_t root = root_of_unity(2 * half, inverse), factor = 1;
        for (uint32_t j = 0; j < half; j++, factor = mul(factor, root)) twiddles[half + j] = factor;
    }
}

static void butterfly(uint32_t *lo, uint32_t *hi, uint32_t stride, uint32_t thread, bool inverse) {
    uint32_t twiddle = twiddles[stride + thread % stride], a = *lo, b = *hi;
    if (inverse) b = mul(b, twiddle);
    *lo = add(a, b);
    *hi = inverse ? sub(a, b) : mul(sub(a, b), twiddle);
}

/* The invocation with `thread & stride` set gives its lo for the hi of the other. */
static void trade(uint32_t *lo, uint32_t *hi, uint32_t workgroup_size, uint32_t stride) {
    static uint32_t sent[1024];
    for (uint32_t t = 0; t < workgroup_size; t++) sent[t] = (t & stride) ? lo[t] : hi[t];
    for (uint32_t t = 0; t < workgroup_size; t++) *((t & stride) ? &lo[t] : &hi[t]) = sent[t ^ stride];
}

/* Strides above the workgroup size: every invocation is several virtual ones, on its own elements. */
static void virtual_stage(uint32_t *data, uint32_t length, uint32_t stride, bool inverse) {
    for (uint32_t v = 0; v < length / 2; v++) {
        uint32_t lo = v / stride * 2 * stride + v % stride;
        butterfly(&data[lo], &data[lo + stride], stride, v, inverse);
    }
}

static void small_stage(uint32_t *pair, uint32_t workgroup_size, uint32_t stride, bool inverse) {
    for (uint32_t t = 0; t < workgroup_size; t++) butterfly(&pair[t], &pair[t + workgroup_size], stride, t, inverse);
}

static void forward_network(uint32_t *data, uint32_t e, uint32_t w) {
    uint32_t size = 1u << w, length = size << e;
    fill_twiddles(length, false);
    for (uint32_t stride = length / 2; stride > size; stride /= 2) virtual_stage(data, length, stride, false);
    for (uint32_t *pair = data; pair < data + length; pair += 2 * size) {
        small_stage(pair, size, size, false);
        for (uint32_t stride = size / 2; stride >= 1; stride /= 2) {
            trade(pair, pair + size, size, stride);
            small_stage(pair, size, stride, false);
        }
    }
}

static void inverse_network(uint32_t *data, uint32_t e, uint32_t w) {
    uint32_t size = 1u << w, length = size << e;
    fill_twiddles(length, true);
    for (uint32_t *pair = data; pair < data + length; pair += 2 * size) {
        for (uint32_t stride = 1; stride < size; stride *= 2) {
            small_stage(pair, size, stride, true);
            trade(pair, pair + size, size, stride);
        }
        small_stage(pair, size, size, true);
    }
    for (uint32_t stride = 2 * size; stride < length; stride *= 2) virtual_stage(data, length, stride, true);
}

static uint32_t signal[MAX_LENGTH], spectrum[MAX_LENGTH], data[MAX_LENGTH], other[MAX_LENGTH];

static void random_signal_and_spectrum(uint32_t length) {
    for (uint32_t j = 0; j < length; j++) signal[j] = random_residue();
    recursive_dft(signal, 1, length, spectrum);
}

START_TEST(references_agree) {
    uint32_t cases = 0;
    for (uint32_t length = 2; length <= MAX_LENGTH; length *= 2) {
        random_signal_and_spectrum(length);
        for (uint32_t i = 0; i < length && i < 256; i++) {
            uint32_t f = length <= 256 ? i : random_residue() % length;
            EXPECT(spectrum[f] == dft_by_definition(signal, length, f), "length %u frequency %u", length, f);
            cases++;
        }
    }
    printf("indexing: recursive DFT against the definition, %u frequencies\n", cases);
    ck_assert_uint_eq(cases, 510 + 7 * 256);
}
END_TEST

START_TEST(forward_gives_nabla_order) {
    uint32_t cases = 0;
    FOR_EVERY_SHAPE {
        uint32_t length = 1u << (e + w);
        random_signal_and_spectrum(length);
        for (uint32_t j = 0; j < length; j++) data[j] = signal[j];
        forward_network(data, e, w);
        for (uint32_t n = 0; n < length; n++) {
            uint32_t frequency = nbl_fft_dft_index(ORDER, n);
            EXPECT(frequency < length && data[n] == spectrum[frequency], "e %u w %u: NFFT[%u] is not DFT[%u]", e, w, n,
                   frequency);
            EXPECT(nbl_fft_nabla_index(ORDER, frequency) == n, "e %u w %u: frequency %u is not at %u", e, w, frequency,
                   n);
            cases++;
        }
    }
    printf("indexing: forward network in Nabla order, %u output indices\n", cases);
    ck_assert_uint_eq(cases, ALL_INDICES);
}
END_TEST

static int compare_residues(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

START_TEST(inverse_takes_nabla_and_gives_natural_order) {
    uint32_t cases = 0, shapes = 0;
    FOR_EVERY_SHAPE {
        uint32_t length = 1u << (e + w);
        random_signal_and_spectrum(length);
        for (uint32_t n = 0; n < length; n++) data[n] = spectrum[nbl_fft_dft_index(ORDER, n)];
        inverse_network(data, e, w);
        for (uint32_t j = 0; j < length; j++) {
            EXPECT(data[j] == mul(length, signal[j]), "e %u w %u: output %u is not N x[%u]", e, w, j, j);
            cases++;
        }
        if (e == 1 && w <= 1) continue; /* there Nabla order is natural order */
        /* Natural order in: not even some permutation of the signal comes out. */
        for (uint32_t n = 0; n < length; n++) other[n] = spectrum[n];
        inverse_network(other, e, w);
        qsort(data, length, sizeof *data, compare_residues);
        qsort(other, length, sizeof *other, compare_residues);
        EXPECT(memcmp(data, other, length * sizeof *data) != 0, "e %u w %u: natural order gave a permutation", e, w);
        shapes++;
    }
    printf("indexing: inverse network, %u outputs in natural order; natural input useless in %u shapes\n", cases,
           shapes);
    ck_assert_uint_eq(cases, ALL_INDICES);
    ck_assert_uint_eq(shapes, 53);
}
END_TEST

/* ---- Index functions against a table: the seeds' enumeration of the diagram from top to bottom. */

static uint32_t table_frequency[MAX_LENGTH], table_output[MAX_LENGTH];

static void fill_tables(uint32_t e, uint32_t w) {
    uint32_t size = 1u << w, length = size << e, line = 0;
    for (uint32_t pair = 0; pair < 1u << (e - 1); pair++)
        for (uint32_t t = 0; t < size; t++)
            for (uint32_t k = 2 * pair; k <= 2 * pair + 1; k++, line++) {
                uint32_t reversed = 0;
                for (uint32_t b = 1, r = length / 2; b < length; b *= 2, r /= 2)
                    if (line & b) reversed |= r;
                table_frequency[k * size + t] = reversed;
                table_output[reversed] = k * size + t;
            }
}

START_TEST(orders_and_mirrors) {
    uint32_t cases = 0;
    FOR_EVERY_SHAPE {
        uint32_t length = 1u << (e + w), size = 1u << w;
        fill_tables(e, w);
        for (uint32_t n = 0; n < length; n++) {
            uint32_t f = table_frequency[n], mirror = (length - f) % length;
            EXPECT(nbl_fft_dft_index(ORDER, n) == f, "e %u w %u dft_index(%u)", e, w, n);
            EXPECT(nbl_fft_nabla_index(ORDER, f) == n, "e %u w %u nabla_index(%u)", e, w, f);
            EXPECT(nbl_fft_dft_mirror_index(ORDER, f) == mirror, "e %u w %u dft_mirror_index(%u)", e, w, f);
            EXPECT(nbl_fft_nabla_mirror_index(ORDER, n) == table_output[mirror], "e %u w %u nabla_mirror_index(%u)", e,
                   w, n);
            /* modulo the length, whatever stands above */
            uint32_t above = random_residue() << (e + w);
            EXPECT(nbl_fft_dft_index(ORDER, n | above) == f && nbl_fft_nabla_index(ORDER, f | above) == n &&
                       nbl_fft_dft_mirror_index(ORDER, f | above) == mirror &&
                       nbl_fft_nabla_mirror_index(ORDER, n | above) == table_output[mirror],
                   "e %u w %u: %u not modulo N", e, w, n);
            nbl_fft_mirror_holder_t holder = nbl_fft_mirror_holder(ORDER, n);
            EXPECT(holder.invocation == table_output[mirror] % size && holder.element == table_output[mirror] / size,
                   "e %u w %u mirror_holder(%u)", e, w, n);
            cases++;
        }
        EXPECT(nbl_fft_dft_index(ORDER, 0) == 0 && nbl_fft_nabla_mirror_index(ORDER, 0) == 0, "e %u w %u: Zero", e, w);
        EXPECT(nbl_fft_dft_index(ORDER, size) == length / 2 && nbl_fft_nabla_index(ORDER, length / 2) == size &&
                   nbl_fft_nabla_mirror_index(ORDER, size) == size,
               "e %u w %u: Nyquist", e, w);
    }
    printf("indexing: orders and mirrors, %u output indices\n", cases);
    ck_assert_uint_eq(cases, ALL_INDICES);
}
END_TEST

START_TEST(mirror_trades_are_one_to_one) {
    static uint32_t shared[1024], receivers[1024];
    uint32_t cases = 0, facts_cases = 0;
    FOR_EVERY_SHAPE {
        uint32_t length = 1u << (e + w), size = 1u << w;
        fill_tables(e, w);
        for (uint32_t k = 0; k < 1u << e; k++) {
            for (uint32_t t = 0; t < size; t++) {
                nbl_fft_mirror_local_info_t info = nbl_fft_mirror_local_info(ORDER, k * size + t);
                EXPECT(info.mirror_element < 1u << e && info.other_invocation < size, "e %u w %u k %u t %u: range", e,
                       w, k, t);
                shared[t] = table_frequency[info.mirror_element * size + t];
                receivers[t] = 0;
            }
            for (uint32_t t = 0; t < size; t++) {
                nbl_fft_mirror_local_info_t info = nbl_fft_mirror_local_info(ORDER, k * size + t);
                nbl_fft_mirror_local_info_t others = nbl_fft_mirror_local_info(ORDER, k * size + info.other_invocation);
                nbl_fft_mirror_global_info_t global = nbl_fft_mirror_global_info(ORDER, k * size + t);
                uint32_t received = shared[info.other_invocation],
                         wanted = (length - table_frequency[k * size + t]) % length;
                EXPECT(received == wanted, "e %u w %u k %u t %u: received frequency %u, not %u", e, w, k, t, received,
                       wanted);
                EXPECT(others.other_invocation == t, "e %u w %u k %u t %u: not one to one", e, w, k, t);
                EXPECT(receivers[info.other_invocation]++ == 0, "e %u w %u k %u t %u: two receive from one", e, w, k,
                       t);
                EXPECT(global.other_invocation == info.other_invocation &&
                           global.mirror_index == info.mirror_element * size + t,
                       "e %u w %u k %u t %u: global info", e, w, k, t);
                cases++;
                facts_cases += w >= 2;
            }
        }
    }
    printf("indexing: mirror trades, %u cases, %u of them with workgroups of 4 to 1024\n", cases, facts_cases);
    ck_assert_uint_eq(cases, ALL_INDICES);
    ck_assert_uint_eq(facts_cases, FACTS_INDICES);
    ck_assert_uint_eq(facts_cases, 126728);
}
END_TEST

START_TEST(even_elements_are_the_lower_half) {
    uint32_t cases = 0;
    FOR_EVERY_SHAPE {
        uint32_t length = 1u << (e + w), size = 1u << w, half_index = 0;
        fill_tables(e, w);
        for (uint32_t n = 0; n < length; n++) {
            bool even = n / size % 2 == 0;
            EXPECT(even == (table_frequency[n] < length / 2), "e %u w %u: %u in the wrong half", e, w, n);
            if (!even) {
                EXPECT(nbl_fft_half_index(ORDER, n) == nbl_fft_half_index(ORDER, n - size),
                       "e %u w %u: odd element at %u", e, w, n);
                continue;
            }
            uint32_t above = random_residue() * (length / 2);
            EXPECT(nbl_fft_half_index(ORDER, n) == half_index && nbl_fft_half_index(ORDER, n + 2 * above) == half_index,
                   "e %u w %u half_index(%u)", e, w, n);
            EXPECT(nbl_fft_half_output_index(ORDER, half_index) == n &&
                       nbl_fft_half_output_index(ORDER, half_index + above) == n,
                   "e %u w %u half_output_index(%u)", e, w, half_index);
            EXPECT(nbl_fft_half_dft_index(ORDER, half_index) == table_frequency[n], "e %u w %u half_dft_index(%u)", e,
                   w, half_index);
            EXPECT(nbl_fft_half_dft_index(ORDER, table_frequency[n] + above) == half_index, "e %u w %u: no involution",
                   e, w);
            half_index++;
            cases++;
        }
        ck_assert_uint_eq(half_index, length / 2);
    }
    printf("indexing: lower half, %u elements\n", cases);
    ck_assert_uint_eq(cases, ALL_INDICES / 2);
}
END_TEST

/* The two diagrams of the seeds: 16 elements, 2 and 4 per invocation. */
START_TEST(seeds_examples) {
    ck_assert_uint_eq(nbl_fft_dft_index(nbl_fft_nabla_order(nbl_fft_log2_elements(1), nbl_fft_log2_workgroup(3)), 1),
                      4);
    ck_assert_uint_eq(nbl_fft_dft_index(nbl_fft_nabla_order(nbl_fft_log2_elements(1), nbl_fft_log2_workgroup(3)), 9),
                      12);
    for (uint32_t n = 0; n < 16; n++) /* the lower bits reversed, the highest left */
        ck_assert_uint_eq(nbl_fft_dft_index(nbl_fft_nabla_order(nbl_fft_log2_elements(1), nbl_fft_log2_workgroup(3)),
                                            n),
                          (n & 8) | (n & 1) << 2 | (n & 2) | (n & 4) >> 2);
    static const uint32_t holds[16] = {0, 4, 2, 6, 8, 12, 10, 14, 1, 5, 3, 7, 9, 13, 11, 15};
    for (uint32_t n = 0; n < 16; n++)
        ck_assert_uint_eq(
            nbl_fft_dft_index(nbl_fft_nabla_order(nbl_fft_log2_elements(2), nbl_fft_log2_workgroup(2)), n), holds[n]);
}
END_TEST

int main(void) {
    random_state = test_random_begin("indexing").state;
    Suite *suite = suite_create("indexing");
    TCase *tcase = tcase_create("indexing");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, references_agree);
    tcase_add_test(tcase, forward_gives_nabla_order);
    tcase_add_test(tcase, inverse_takes_nabla_and_gives_natural_order);
    tcase_add_test(tcase, orders_and_mirrors);
    tcase_add_test(tcase, mirror_trades_are_one_to_one);
    tcase_add_test(tcase, even_elements_are_the_lower_half);
    tcase_add_test(tcase, seeds_examples);
    suite_add_tcase(suite, tcase);
    return test_run_suite(suite);
}
