/* Numbers at equal distances between a view and a tile, one by one: included by run_move_scalar.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float16_t, float32_t or float64_t.
 *
 * Any view may be moved so, with parts that are missing, mirrored or not kept. What lies so in all lines of a block
 * goes faster by run_move_scalar.h.
 */

/* ---- Numbers n, n + step .. of a transform, of a line or of an element of several lines */

typedef struct NBL_OF_SCALAR(some_t) {
    const nbl_program_lines_t *of;
    uint64_t number, number_step, begin, begin_step;
    uint64_t count;
} NBL_OF_SCALAR(some_t);

/* Returns how many of the numbers lie below a number. */
static inline uint64_t NBL_OF_SCALAR(below)(const NBL_OF_SCALAR(some_t) * s, uint64_t most) {
    if (s->number >= most) return 0;
    if (s->number_step == 0) return s->count;
    const uint64_t n = (most - s->number - 1) / s->number_step;
    return n < s->count ? n + 1 : s->count;
}

/* Returns the address of number i, less `from` numbers, and sets the bytes to the next. */
static inline char *NBL_OF_SCALAR(at)(const NBL_OF_SCALAR(some_t) * s, uint64_t i, uint64_t from, size_t *step) {
    const nbl_view_t *view = s->of->view;
    const uint64_t stride = (view->element == NBL_VIEW_PAIR ? 2 : 1) * view->stride;
    const uint64_t place =
        s->begin + i * s->begin_step + (s->number + i * s->number_step) * stride - from * view->stride;
    const size_t bytes = NBL_OF_SCALAR(bytes_of)(view);
    *step = (s->begin_step + s->number_step * stride) * bytes;
    return s->of->memory + place * bytes;
}

static void NBL_OF_SCALAR(load_mirrored)(const NBL_OF_SCALAR(some_t) * s, uint64_t first, uint64_t end, NBL_COMPLEX *x,
                                         size_t step) {
    const nbl_view_t *view = s->of->view;
    const uint64_t given = view->given == 0 ? UINT64_MAX : view->given;
    for (uint64_t i = first; i < end; i++) {
        const uint64_t e = s->number + i * s->number_step, number = view->signal - e;
        const uint64_t place = s->begin + i * s->begin_step + number * view->stride;
        NBL_COMPLEX z = {0, 0};
        if (number < given)
            z = NBL_OF_SCALAR(get)(view->storage, s->of->memory + place * NBL_OF_SCALAR(bytes_of)(view));
        z.imag = -z.imag;
        x[i * step] = z;
    }
}

static void NBL_OF_SCALAR(load_some)(const NBL_OF_SCALAR(some_t) * s, NBL_COMPLEX *x, size_t step) {
    const nbl_view_t *view = s->of->view;
    const uint64_t given = view->given == 0 ? UINT64_MAX : view->given, most = s->of->most;
    const bool pairs = view->element == NBL_VIEW_PAIR, mirrors = nbl_view_is_spectrum(view);
    const uint64_t there = pairs && given != UINT64_MAX ? given / 2 : given;
    const NBL_COMPLEX none = {0, 0};
    uint64_t end = NBL_OF_SCALAR(below)(s, there < most ? there : most), i = 0;
    if (mirrors) {
        const uint64_t direct = NBL_OF_SCALAR(below)(s, (uint64_t)view->signal / 2 + 1);
        if (direct < end) end = direct;
    }
    size_t bytes;
    const char *from = NBL_OF_SCALAR(at)(s, 0, 0, &bytes);
    const size_t scalar = NBL_OF_SCALAR(bytes_of)(view);
    if (view->element == NBL_VIEW_REAL) {
#define LOOP(storage) \
    for (; i < end; i++) x[i * step] = (NBL_COMPLEX){NBL_OF_SCALAR(get_real)(storage, from + i * bytes), 0};
        EACH_STORAGE(view->storage, LOOP)
#undef LOOP
    } else if (pairs && view->stride != 1) {
#define LOOP(storage) \
    for (; i < end; i++) \
        x[i * step] = (NBL_COMPLEX){NBL_OF_SCALAR(get_real)(storage, from + i * bytes), \
                                    NBL_OF_SCALAR(get_real)(storage, from + i * bytes + view->stride * scalar)};
        EACH_STORAGE(view->storage, LOOP)
#undef LOOP
    } else if (view->storage == NBL_VIEW_OWN && step == 1 && bytes == sizeof *x) {
        memcpy(x, from, end * sizeof *x);
        i = end;
    } else {
#define LOOP(storage) \
    for (; i < end; i++) x[i * step] = NBL_OF_SCALAR(get)(storage, from + i * bytes);
        EACH_STORAGE(view->storage, LOOP)
#undef LOOP
    }
    if (mirrors) {
        const uint64_t direct = NBL_OF_SCALAR(below)(s, (uint64_t)view->signal / 2 + 1);
        const uint64_t last = (uint64_t)view->signal + 1, all = NBL_OF_SCALAR(below)(s, last < most ? last : most);
        for (; i < direct; i++) x[i * step] = none;
        if (i < all) NBL_OF_SCALAR(load_mirrored)(s, i, all, x, step), i = all;
        for (uint64_t k = 0; k < s->count && s->number + k * s->number_step == 0; k++) x[k * step].imag = 0;
    }
    if (pairs && given % 2 == 1 && given != UINT64_MAX && given / 2 < most)
        for (; i < s->count && s->number + i * s->number_step == given / 2; i++)
            x[i * step] = (NBL_COMPLEX){NBL_OF_SCALAR(get_real)(view->storage, from + i * bytes), 0};
    for (; i < s->count; i++) x[i * step] = none;
}

static void NBL_OF_SCALAR(store_some)(const NBL_OF_SCALAR(some_t) * s, const NBL_COMPLEX *x, size_t step) {
    const nbl_view_t *view = s->of->view;
    const uint64_t from = view->kept == 0 ? 0 : view->kept_from, most = s->of->most;
    const uint64_t behind = view->kept == 0 ? UINT64_MAX : view->kept_from + view->kept;
    const bool pairs = view->element == NBL_VIEW_PAIR;
    const size_t scalar = NBL_OF_SCALAR(bytes_of)(view);
    uint64_t last = behind;
    if (nbl_view_is_spectrum(view) && (uint64_t)view->signal / 2 + 1 < last) last = (uint64_t)view->signal / 2 + 1;
    if (pairs && view->kept != 0) last = (behind + 1) / 2;
    if (most < last) last = most;
    const uint64_t first = NBL_OF_SCALAR(below)(s, pairs ? from / 2 : from), end = NBL_OF_SCALAR(below)(s, last);
    uint64_t i = first;
    size_t bytes;
    if (i >= end) return;
    if (pairs && view->kept != 0) {
        for (; i < end; i++) {
            const uint64_t e = 2 * (s->number + i * s->number_step), begin = s->begin + i * s->begin_step;
            if (e >= from && e < behind) NBL_OF_SCALAR(set_real)
            (view->storage, s->of->memory + (begin + (e - from) * view->stride) * scalar, x[i * step].real);
            if (e + 1 >= from && e + 1 < behind) NBL_OF_SCALAR(set_real)
            (view->storage, s->of->memory + (begin + (e + 1 - from) * view->stride) * scalar, x[i * step].imag);
        }
        return;
    }
    char *to = NBL_OF_SCALAR(at)(s, i, from, &bytes);
    x += i * step;
    const uint64_t count = end - i;
    if (view->element == NBL_VIEW_REAL) {
#define LOOP(storage) \
    for (i = 0; i < count; i++) NBL_OF_SCALAR(set_real)(storage, to + i * bytes, x[i * step].real);
        EACH_STORAGE(view->storage, LOOP)
#undef LOOP
    } else if (pairs && view->stride != 1) {
#define LOOP(storage) \
    for (i = 0; i < count; i++) { \
        NBL_OF_SCALAR(set_real)(storage, to + i * bytes, x[i * step].real); \
        NBL_OF_SCALAR(set_real)(storage, to + i * bytes + view->stride * scalar, x[i * step].imag); \
    }
        EACH_STORAGE(view->storage, LOOP)
#undef LOOP
    } else if (view->storage == NBL_VIEW_OWN && step == 1 && bytes == sizeof *x) {
        memcpy(to, x, count * sizeof *x);
    } else {
#define LOOP(storage) \
    for (i = 0; i < count; i++) NBL_OF_SCALAR(set)(storage, to + i * bytes, x[i * step]);
        EACH_STORAGE(view->storage, LOOP)
#undef LOOP
    }
}
