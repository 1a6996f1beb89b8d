/* Where the elements of a transform lie: in which memory, in what form, and how far apart.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Element k of line l of transform t is number e = k step + (l by `lines`) of the transform. It lies at
 * e stride + (t by `transforms`) of the region. By loops, the first varying fastest, a number n lies at
 *
 *   (n % count[0]) stride[0] + (n / count[0] % count[1]) stride[1] + ..
 *
 *   rows of 1000         stride 1      transforms 1000 of stride 1000
 *   columns of 1000      stride 1000   transforms 1000 of stride 1
 *   pass 1 of 32 x 32    stride 1      lines 32 of stride 1, step 32
 *   every third row      stride 1      apart: rows of 1000, 3000 apart; transforms 3 of stride 1000
 *
 * Strides count numbers as the view stores them: complex ones, or real ones of REAL, PAIR and ROWS. All are 64 bits
 * wide. Plain numbers without pointers: views compare and print.
 */
#ifndef NBL_HOST_VIEW_VIEW_H
#define NBL_HOST_VIEW_VIEW_H

#include <stdbool.h>
#include <stdint.h>

/* An array of eight dimensions has seven beside the axis of its lines, and the batch. */
#define NBL_VIEW_MOST_LOOPS 8
#define NBL_VIEW_MOST_LINES 2

typedef enum nbl_view_region_t {
    NBL_VIEW_INPUT = 0,
    NBL_VIEW_OUTPUT,
    NBL_VIEW_BETWEEN, /* of the workspace: an array between two axes */
    NBL_VIEW_WORK0,   /* of the workspace: transforms of one chunk, counted from its first; as the next four */
    NBL_VIEW_WORK1,
    NBL_VIEW_WORK2,
    NBL_VIEW_WORK3,
    NBL_VIEW_WORK4,
    NBL_VIEW_REGIONS
} nbl_view_region_t;

/* The numbers are those of shaders/fft_lines_resources.h, as are those of nbl_view_storage_t. */
typedef enum nbl_view_element_t {
    NBL_VIEW_COMPLEX = 0,
    NBL_VIEW_REAL,      /* a real number; an imaginary part is 0 as it is loaded, and dropped as it is stored */
    NBL_VIEW_PAIR,      /* elements 2 k and 2 k + 1 are real numbers, the parts of a complex one */
    NBL_VIEW_HERMITIAN, /* frequencies 0 to `signal` / 2: others are conjugates as they are loaded, and dropped */
    NBL_VIEW_ROWS,   /* of arrays: real numbers of rows 2 q and 2 q + 1, `signal` in a row, are the parts of complex row
                    * q */
    NBL_VIEW_FOLDED, /* as HERMITIAN, of a long line's lines. Half of them is not there: each is the mirror of a line
                      * that is. Its frequencies are stored as conjugates, at the mirrored frequency, unless a line that
                      * is there has it */
    NBL_VIEW_HALVED  /* complex elements 0 to `signal` / 2 of a line of `signal`: as HERMITIAN, along each line */
} nbl_view_element_t;

typedef enum nbl_view_storage_t {
    NBL_VIEW_OWN = 0, /* as the arithmetic has numbers */
    NBL_VIEW_HALVES,  /* float16 */
    NBL_VIEW_FLOATS   /* float32, for arithmetic in float64 */
} nbl_view_storage_t;

typedef struct nbl_view_loop_t {
    uint64_t count, stride;
} nbl_view_loop_t;

typedef struct nbl_view_t {
    uint32_t region;  /* nbl_view_region_t */
    uint32_t element; /* nbl_view_element_t */
    uint32_t storage; /* nbl_view_storage_t */
    /* HERMITIAN, FOLDED: elements of the signal; HALVED: of a line; ROWS: real numbers of a row; else 0 */
    uint32_t signal;
    uint64_t stride, step;
    /* Of REAL, PAIR and ROWS these count real numbers. */
    uint64_t given; /* load: elements of the transform from this one on are zeros, and are not read; 0: none is */
    /* store: elements kept_from to kept_from + kept - 1 are stored, as the first ones; 0: all */
    uint64_t kept_from, kept;
    /* Of arrays whose rows lie apart: elements of a row, and the distance from row to row. Else a count of 0. */
    nbl_view_loop_t apart;
    nbl_view_loop_t lines[NBL_VIEW_MOST_LINES], transforms[NBL_VIEW_MOST_LOOPS]; /* unused loops have a count of 0 */
} nbl_view_t;

/* Returns where number n lies by loops, in numbers of the view.
 *
 * loops  loops with a count, then perhaps loops without
 * most   room for loops */
static inline uint64_t nbl_view_place(const nbl_view_loop_t *loops, uint32_t most, uint64_t n) {
    uint64_t place = 0;
    for (uint32_t i = 0; i < most && loops[i].count != 0; i++) {
        place += n % loops[i].count * loops[i].stride;
        n /= loops[i].count;
    }
    return place;
}

/* Returns the trips of all loops multiplied, 1 or more; 0: more than 2^40. */
static inline uint64_t nbl_view_count(const nbl_view_loop_t *loops, uint32_t most) {
    uint64_t count = 1;
    for (uint32_t i = 0; i < most && loops[i].count != 0; i++) {
        if (loops[i].count > ((uint64_t)1 << 40) / count) return 0;
        count *= loops[i].count;
    }
    return count;
}

/* Returns how many lines a transform has, 1 or more; 0: more than 2^40. */
static inline uint64_t nbl_view_lines(const nbl_view_t *view) {
    return nbl_view_count(view->lines, NBL_VIEW_MOST_LINES);
}

/* Returns whether a view is of a spectrum whose frequencies to the half lie in memory. */
static inline bool nbl_view_is_spectrum(const nbl_view_t *view) {
    return view->element == NBL_VIEW_HERMITIAN || view->element == NBL_VIEW_FOLDED;
}

/* Returns where a number of a transform lies, in numbers from the transform's begin.
 *
 * number  from 0, less kept_from */
static inline uint64_t nbl_view_number(const nbl_view_t *view, uint64_t number) {
    if (view->apart.count == 0) return number * view->stride;
    return number / view->apart.count * view->apart.stride + number % view->apart.count * view->stride;
}

/* Returns where an element lies, in numbers from the region's begin. The element must be given, and kept: a number
 * below kept_from lies nowhere.
 *
 * transform, line, element  from 0; of PAIR the real number 2 k or 2 k + 1 of element k */
static inline uint64_t nbl_view_offset(const nbl_view_t *view, uint64_t transform, uint64_t line, uint64_t element) {
    const uint64_t number = element * view->step + nbl_view_place(view->lines, NBL_VIEW_MOST_LINES, line);
    return nbl_view_number(view, number - view->kept_from) +
           nbl_view_place(view->transforms, NBL_VIEW_MOST_LOOPS, transform);
}

/* Returns the numbers from the region's begin to behind the last one that the view reaches, in all lines of all
 * transforms.
 *
 * elements  numbers of a transform, 1 or more; less are reached where less are given or kept */
static inline uint64_t nbl_view_extent(const nbl_view_t *view, uint64_t elements) {
    const uint64_t part = view->kept != 0 ? view->kept : view->given;
    uint64_t last = nbl_view_number(view, (part != 0 && part < elements ? part : elements) - 1);
    for (uint32_t i = 0; i < NBL_VIEW_MOST_LOOPS && view->transforms[i].count != 0; i++)
        last += (view->transforms[i].count - 1) * view->transforms[i].stride;
    return last + 1;
}

/* Returns whether two views meet: they are of one region, which both begin at its first number. In place the input's
 * and the output's region are one.
 *
 * in_place  whether a run has one memory for INPUT and OUTPUT */
static inline bool nbl_view_overlaps(const nbl_view_t *a, const nbl_view_t *b, bool in_place) {
    const bool ends = a->region <= NBL_VIEW_OUTPUT && b->region <= NBL_VIEW_OUTPUT;
    return a->region == b->region || (in_place && ends);
}

/* Returns the complex numbers of a transform in a view of the workspace, whose loops are transforms side by side and
 * blocks of them; 0: the view is of an array. */
static inline uint64_t nbl_view_work_numbers(const nbl_view_t *view) {
    return view->region < NBL_VIEW_WORK0 ? 0 : view->transforms[1].stride / view->stride;
}

/* Drops loops of one trip, and makes one loop of two neighbours if the outer one continues the inner one. Places and
 * order stay. Returns how many loops are left. */
static inline uint32_t nbl_view_collapse(nbl_view_loop_t *loops, uint32_t most) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < most && loops[i].count != 0; i++) {
        const nbl_view_loop_t loop = loops[i];
        if (loop.count == 1) continue;
        if (left > 0 && loop.stride == loops[left - 1].count * loops[left - 1].stride)
            loops[left - 1].count *= loop.count;
        else
            loops[left++] = loop;
    }
    for (uint32_t i = left; i < most; i++) loops[i] = (nbl_view_loop_t){0, 0};
    return left;
}

#endif
