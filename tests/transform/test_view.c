/* Views: where an element lies, how many there are, how far they reach, which of them meet, and loops that are one.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Drawn views are held against a walk over all elements. Mutations that this finds, each tried: a place without its
 * division, an extent without the last loop, kept_from not taken away, loops of one round that are kept by a collapse,
 * and neighbours that are joined without the inner one's count.
 */
#include <check.h>
#include <stdio.h>

#include "view/view.h"
#include "tests/common/testing.h"

enum { VIEWS = 2000 };

static uint64_t draw_loops(test_random_t *random, nbl_view_loop_t *loops, uint32_t most) {
    const uint32_t count = (uint32_t)test_random_below(random, most + 1);
    uint64_t rounds = 1;
    for (uint32_t i = 0; i < count; i++) {
        loops[i].count = 1 + test_random_below(random, 3);
        loops[i].stride = test_random_below(random, 2) == 1 && i > 0 ? loops[i - 1].count * loops[i - 1].stride
                                                                     : 1 + test_random_below(random, 50);
        rounds *= loops[i].count;
    }
    return rounds;
}

/* Places by nested counters, as an odometer has them. */
static uint64_t walk(const nbl_view_loop_t *loops, uint32_t most, uint32_t counters[NBL_VIEW_MOST_LOOPS]) {
    uint64_t place = 0;
    for (uint32_t i = 0; i < most && loops[i].count != 0; i++) place += counters[i] * loops[i].stride;
    for (uint32_t i = 0; i < most && loops[i].count != 0; i++) {
        if (++counters[i] < loops[i].count) break;
        counters[i] = 0;
    }
    return place;
}

START_TEST(drawn_views) {
    test_random_t random = test_random_from(test_seed("view"));
    uint32_t views = 0;
    uint64_t elements = 0, joined = 0;
    for (uint32_t v = 0; v < VIEWS; v++) {
        nbl_view_t view = {.stride = 1 + test_random_below(&random, 9), .step = 1 + test_random_below(&random, 5)};
        const uint32_t points = 1 + test_random_below(&random, 5);
        const uint64_t transforms = draw_loops(&random, view.transforms, NBL_VIEW_MOST_LOOPS),
                       lines = draw_loops(&random, view.lines, NBL_VIEW_MOST_LINES);
        uint32_t of_transform[NBL_VIEW_MOST_LOOPS] = {0};
        uint64_t last = 0, all = 0; /* of a transform: numbers that its lines reach */
        ck_assert_uint_eq(nbl_view_count(view.transforms, NBL_VIEW_MOST_LOOPS), transforms);
        ck_assert_uint_eq(nbl_view_lines(&view), lines);
        for (uint64_t t = 0; t < transforms; t++) {
            uint32_t of_line[NBL_VIEW_MOST_LOOPS] = {0};
            const uint64_t begin = walk(view.transforms, NBL_VIEW_MOST_LOOPS, of_transform);
            for (uint64_t l = 0; l < lines; l++) {
                const uint64_t first = walk(view.lines, NBL_VIEW_MOST_LINES, of_line);
                for (uint32_t k = 0; k < points; k++, elements++) {
                    const uint64_t number = first + k * view.step, place = begin + number * view.stride;
                    ck_assert_uint_eq(nbl_view_offset(&view, t, l, k), place);
                    last = place > last ? place : last;
                    all = number >= all ? number + 1 : all;
                }
            }
        }
        ck_assert_uint_eq(nbl_view_extent(&view, all), last + 1);
        nbl_view_t less = view;
        less.kept = (all + 1) / 2;
        less.kept_from = all - less.kept;
        ck_assert_uint_eq(nbl_view_extent(&less, all), last + 1 - less.kept_from * view.stride);
        const uint64_t at = nbl_view_offset(&view, transforms - 1, lines - 1, points - 1);
        if (nbl_view_offset(&view, 0, lines - 1, points - 1) / view.stride >= less.kept_from)
            ck_assert_uint_eq(nbl_view_offset(&less, transforms - 1, lines - 1, points - 1),
                              at - less.kept_from * view.stride);
        nbl_view_t part = view;
        part.given = less.kept;
        ck_assert_uint_eq(nbl_view_extent(&part, all), last + 1 - (all - part.given) * view.stride);
        nbl_view_t fewer = view;
        const uint32_t left = nbl_view_collapse(fewer.transforms, NBL_VIEW_MOST_LOOPS);
        for (uint32_t i = 0; i < NBL_VIEW_MOST_LOOPS; i++) {
            ck_assert((fewer.transforms[i].count != 0) == (i < left) && fewer.transforms[i].count != 1);
            joined += view.transforms[i].count > 1 && (i >= left);
            if (i > 0 && i < left)
                ck_assert_uint_ne(fewer.transforms[i].stride,
                                  fewer.transforms[i - 1].count * fewer.transforms[i - 1].stride);
        }
        for (uint64_t t = 0; t < transforms; t++)
            ck_assert_uint_eq(nbl_view_offset(&fewer, t, 0, 0), nbl_view_offset(&view, t, 0, 0));
        views++;
    }
    printf("view: %u views, %llu elements, %llu loops joined\n", views, (unsigned long long)elements,
           (unsigned long long)joined);
    ck_assert_uint_eq(views, VIEWS);
    ck_assert_uint_gt(joined, 500);
}
END_TEST

START_TEST(places_of_64_bits) {
    const nbl_view_t view = {.stride = (uint64_t)1 << 33,
                             .step = 3,
                             .transforms = {{4, 5}, {1 << 20, (uint64_t)1 << 36}},
                             .lines = {{2, 1}}};
    ck_assert_uint_eq(nbl_view_offset(&view, 4 * 1000 + 3, 1, 2), 7 * ((uint64_t)1 << 33) + 15 + (1000ull << 36));
    const nbl_view_loop_t many[2] = {{1 << 30, 1}, {1 << 11, 1}};
    ck_assert_uint_eq(nbl_view_count(many, 2), 0);
}
END_TEST

START_TEST(regions_meet) {
    uint32_t pairs = 0;
    for (uint32_t a = 0; a < NBL_VIEW_REGIONS; a++)
        for (uint32_t b = 0; b < NBL_VIEW_REGIONS; b++)
            for (int in_place = 0; in_place < 2; in_place++, pairs++) {
                const nbl_view_t one = {.region = a}, other = {.region = b};
                const bool ends =
                    (a == NBL_VIEW_INPUT && b == NBL_VIEW_OUTPUT) || (a == NBL_VIEW_OUTPUT && b == NBL_VIEW_INPUT);
                ck_assert_int_eq(nbl_view_overlaps(&one, &other, in_place == 1), a == b || (ends && in_place == 1));
            }
    ck_assert_uint_eq(pairs, 128);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("view");
    TCase *all = tcase_create("view");
    tcase_add_test(all, drawn_views);
    tcase_add_test(all, places_of_64_bits);
    tcase_add_test(all, regions_meet);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
