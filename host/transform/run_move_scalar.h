/* Numbers between a view and a tile, in the arithmetic of one scalar: included by run_lines_scalar.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float16_t, float32_t or float64_t.
 */

/* ---- A number as it is stored */

static inline NBL_COMPLEX NBL_OF_SCALAR(get)(uint32_t storage, const char *from) {
    NBL_COMPLEX z;
    if (storage == NBL_VIEW_HALVES) {
        uint32_t halves;
        memcpy(&halves, from, sizeof halves);
        const nbl_emulator_float32x2_t pair = nbl_emulator_unpack_half_2x16(halves);
        z.real = (NBL_SCALAR)pair.x;
        z.imag = (NBL_SCALAR)pair.y;
    } else if (storage == NBL_VIEW_FLOATS) {
        float pair[2];
        memcpy(pair, from, sizeof pair);
        z.real = (NBL_SCALAR)pair[0];
        z.imag = (NBL_SCALAR)pair[1];
    } else {
        memcpy(&z, from, sizeof z);
    }
    return z;
}

static inline void NBL_OF_SCALAR(set)(uint32_t storage, char *to, NBL_COMPLEX z) {
    if (storage == NBL_VIEW_HALVES) {
        const nbl_emulator_float32x2_t pair = {(float)z.real, (float)z.imag};
        const uint32_t halves = nbl_emulator_pack_half_2x16(pair);
        memcpy(to, &halves, sizeof halves);
    } else if (storage == NBL_VIEW_FLOATS) {
        const float pair[2] = {(float)z.real, (float)z.imag};
        memcpy(to, pair, sizeof pair);
    } else {
        memcpy(to, &z, sizeof z);
    }
}

static inline NBL_SCALAR NBL_OF_SCALAR(get_real)(uint32_t storage, const char *from) {
    NBL_SCALAR x;
    float single;
    if (storage == NBL_VIEW_FLOATS) return memcpy(&single, from, sizeof single), (NBL_SCALAR)single;
    if (storage == NBL_VIEW_HALVES) {
        uint16_t half;
        memcpy(&half, from, sizeof half);
        return (NBL_SCALAR)nbl_emulator_unpack_half_2x16(half).x;
    }
    memcpy(&x, from, sizeof x);
    return x;
}

static inline void NBL_OF_SCALAR(set_real)(uint32_t storage, char *to, NBL_SCALAR x) {
    const float single = (float)x;
    if (storage == NBL_VIEW_FLOATS) {
        memcpy(to, &single, sizeof single);
    } else if (storage == NBL_VIEW_HALVES) {
        const nbl_emulator_float32x2_t pair = {single, 0};
        const uint16_t half = (uint16_t)nbl_emulator_pack_half_2x16(pair);
        memcpy(to, &half, sizeof half);
    } else {
        memcpy(to, &x, sizeof x);
    }
}

/* Returns the bytes of a number of a view. */
static inline size_t NBL_OF_SCALAR(bytes_of)(const nbl_view_t *view) {
    const size_t scalar = view->storage == NBL_VIEW_HALVES   ? 2
                          : view->storage == NBL_VIEW_FLOATS ? 4
                                                             : sizeof(NBL_SCALAR);
    const bool real =
        view->element == NBL_VIEW_REAL || view->element == NBL_VIEW_PAIR || view->element == NBL_VIEW_ROWS;
    return real ? scalar : 2 * scalar;
}

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

#define EACH_STORAGE(storage, LOOP) \
    if ((storage) == NBL_VIEW_OWN) { \
        LOOP(NBL_VIEW_OWN) \
    } else if ((storage) == NBL_VIEW_FLOATS) { \
        LOOP(NBL_VIEW_FLOATS) \
    } else { \
        LOOP(NBL_VIEW_HALVES) \
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

/* ---- One line whose elements lie at equal distances: nbl_program_made_step_t.load_line, .store_line */

static void NBL_OF_SCALAR(load_line)(const nbl_view_t *view, uint64_t there, uint64_t count, const char *from,
                                     void *row) {
    NBL_COMPLEX *x = row;
    const uint32_t element = view->element;
    const size_t bytes = NBL_OF_SCALAR(bytes_of)(view), apart = view->stride * bytes;
    const size_t next = view->step * apart * (element == NBL_VIEW_PAIR ? 2 : 1);
#define LOOP(storage) \
    if (element == NBL_VIEW_COMPLEX) \
        for (uint64_t k = 0; k < there; k++) x[k] = NBL_OF_SCALAR(get)(storage, from + k * next); \
    else if (element == NBL_VIEW_REAL) \
        for (uint64_t k = 0; k < there; k++) \
            x[k] = (NBL_COMPLEX){NBL_OF_SCALAR(get_real)(storage, from + k * next), 0}; \
    else \
        for (uint64_t k = 0; k < there; k++) \
            x[k] = (NBL_COMPLEX){NBL_OF_SCALAR(get_real)(storage, from + k * next), \
                                 NBL_OF_SCALAR(get_real)(storage, from + k * next + apart)};
    EACH_STORAGE(view->storage, LOOP)
#undef LOOP
    const NBL_COMPLEX none = {0, 0};
    for (uint64_t k = there; k < count; k++) x[k] = none;
}

static void NBL_OF_SCALAR(store_line)(const nbl_view_t *view, uint64_t count, const void *row, char *to) {
    const NBL_COMPLEX *x = row;
    const uint32_t element = view->element;
    const size_t bytes = NBL_OF_SCALAR(bytes_of)(view), apart = view->stride * bytes;
    const size_t next = view->step * apart * (element == NBL_VIEW_PAIR ? 2 : 1);
#define LOOP(storage) \
    for (uint64_t k = 0; k < count; k++, to += next) \
        if (element == NBL_VIEW_COMPLEX) \
            NBL_OF_SCALAR(set)(storage, to, x[k]); \
        else { \
            NBL_OF_SCALAR(set_real)(storage, to, x[k].real); \
            if (element == NBL_VIEW_PAIR) NBL_OF_SCALAR(set_real)(storage, to + apart, x[k].imag); \
        }
    EACH_STORAGE(view->storage, LOOP)
#undef LOOP
}

/* ---- Blocks: element k of line w is number k * by_element + w * by_line of the tile */

static NBL_OF_SCALAR(some_t) NBL_OF_SCALAR(line_of)(const nbl_program_lines_t *l, uint64_t w, uint64_t count) {
    return (NBL_OF_SCALAR(some_t)){l, l->number + w * l->number_step, l->step, l->begin + w * l->begin_step, 0, count};
}

static NBL_OF_SCALAR(some_t) NBL_OF_SCALAR(element_of)(const nbl_program_lines_t *l, uint64_t k, uint64_t lines) {
    return (NBL_OF_SCALAR(some_t)){l, l->number + k * l->step, l->number_step, l->begin, l->begin_step, lines};
}

/* Returns whether lines lie nearer to each other than a line's elements do. */
static bool NBL_OF_SCALAR(beside)(const nbl_program_lines_t *l) {
    return l->begin_step + l->number_step * l->view->stride < l->step * l->view->stride;
}

/* With fewer lines, lines go one after the other, however near to each other they lie. */
#define FEWEST_BESIDE 4u

/* Moves all elements of all lines; none may be missing. The outer loop goes over elements k if lines are nearer
 * to each other. */
#define EACH_OF_GRID(MOVE, storage) \
    if (beside) { \
        for (uint64_t k = 0; k < count; k++) \
            for (uint64_t w = 0; w < lines; w++) \
                MOVE(storage, k *by_element + w * by_line, k * element_bytes + w * line_bytes); \
    } else { \
        for (uint64_t w = 0; w < lines; w++) \
            for (uint64_t k = 0; k < count; k++) \
                MOVE(storage, k *by_element + w * by_line, k * element_bytes + w * line_bytes); \
    }

/* Returns whether runs of numbers lie in memory as in the tile, and copies them. */
static bool NBL_OF_SCALAR(copy_grid)(char *memory, size_t element_bytes, size_t line_bytes, NBL_COMPLEX *x,
                                     size_t by_element, size_t by_line, uint64_t count, uint64_t lines, bool stores) {
    const bool rows = by_element == 1 && element_bytes == sizeof *x, columns = by_line == 1 && line_bytes == sizeof *x;
    if (!rows && !columns) return false;
    const uint64_t runs = rows ? lines : count;
    const size_t of_tile = (rows ? by_line : by_element) * sizeof *x, of_memory = rows ? line_bytes : element_bytes;
    copy_runs(runs, (rows ? count : lines) * sizeof *x, stores ? (char *)x : memory, stores ? of_tile : of_memory,
              stores ? memory : (char *)x, stores ? of_memory : of_tile);
    return true;
}

/* Moves numbers of all lines, loaded or stored: MOVE(storage, number of the tile, byte of the memory). */
#define EACH_STORED(MOVE) \
    if (storage == NBL_VIEW_HALVES) { \
        EACH_OF_GRID(MOVE, NBL_VIEW_HALVES) \
    } else if (storage == NBL_VIEW_FLOATS) { \
        EACH_OF_GRID(MOVE, NBL_VIEW_FLOATS) \
    } else { \
        EACH_OF_GRID(MOVE, NBL_VIEW_OWN) \
    }

static void NBL_OF_SCALAR(move_grid)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines, NBL_COMPLEX *x,
                                     size_t by_element, size_t by_line, bool beside, bool stores) {
    const NBL_OF_SCALAR(some_t) of_line = NBL_OF_SCALAR(line_of)(l, 0, count),
                                of_element = NBL_OF_SCALAR(element_of)(l, 0, lines);
    const uint32_t storage = l->view->storage;
    size_t element_bytes, line_bytes;
    char *memory = NBL_OF_SCALAR(at)(&of_line, 0, 0, &element_bytes);
    NBL_OF_SCALAR(at)(&of_element, 0, 0, &line_bytes);
    const size_t other = l->view->stride * NBL_OF_SCALAR(bytes_of)(l->view);
#define LOAD(storage, i, at) x[i] = NBL_OF_SCALAR(get)(storage, memory + (at))
#define STORE(storage, i, at) NBL_OF_SCALAR(set)(storage, memory + (at), x[i])
#define LOAD_REAL(storage, i, at) \
    x[i] = (NBL_COMPLEX) { NBL_OF_SCALAR(get_real)(storage, memory + (at)), 0 }
#define STORE_REAL(storage, i, at) NBL_OF_SCALAR(set_real)(storage, memory + (at), x[i].real)
#define LOAD_PAIR(storage, i, at) \
    x[i] = (NBL_COMPLEX) { \
        NBL_OF_SCALAR(get_real)(storage, memory + (at)), NBL_OF_SCALAR(get_real)(storage, memory + (at) + other) \
    }
#define STORE_PAIR(storage, i, at) \
    NBL_OF_SCALAR(set_real) \
    (storage, memory + (at), x[i].real), NBL_OF_SCALAR(set_real)(storage, memory + (at) + other, x[i].imag)
#define EACH_DIRECTION(LOAD, STORE) \
    if (stores) { \
        EACH_STORED(STORE) \
    } else { \
        EACH_STORED(LOAD) \
    }
    if (l->view->element == NBL_VIEW_REAL) {
        EACH_DIRECTION(LOAD_REAL, STORE_REAL)
    } else if (l->view->element == NBL_VIEW_PAIR && l->view->stride != 1) {
        EACH_DIRECTION(LOAD_PAIR, STORE_PAIR)
    } else if (storage != NBL_VIEW_OWN || !NBL_OF_SCALAR(copy_grid)(memory, element_bytes, line_bytes, x, by_element,
                                                                    by_line, count, lines, stores)) {
        EACH_DIRECTION(LOAD, STORE)
    }
#undef EACH_DIRECTION
#undef LOAD
#undef STORE
#undef LOAD_REAL
#undef STORE_REAL
#undef LOAD_PAIR
#undef STORE_PAIR
}

/* Returns how many elements from the first on are below a number in each of the lines. */
static uint64_t NBL_OF_SCALAR(in_all)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines, uint64_t most) {
    const NBL_OF_SCALAR(some_t) last = NBL_OF_SCALAR(line_of)(l, lines - 1, count);
    return NBL_OF_SCALAR(below)(&last, most);
}

/* Loads elements that are direct, or mirrored, in all lines, from the first one on; elements between them go one by
 * one. Returns how many it has loaded. */
static uint64_t NBL_OF_SCALAR(load_hermitian)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines,
                                              NBL_COMPLEX *x, size_t by_element, size_t by_line, bool beside) {
    const uint64_t signal = l->view->signal, last = signal + 1 < l->most ? signal + 1 : l->most;
    const uint64_t direct = NBL_OF_SCALAR(in_all)(l, count, lines, signal / 2 + 1);
    const uint64_t end = NBL_OF_SCALAR(in_all)(l, count, lines, last);
    const NBL_OF_SCALAR(some_t) first = NBL_OF_SCALAR(line_of)(l, 0, count);
    const uint64_t mixed = NBL_OF_SCALAR(below)(&first, signal / 2 + 1), bytes = NBL_OF_SCALAR(bytes_of)(l->view);
    if (direct > end || mixed > end) return 0;
    NBL_OF_SCALAR(move_grid)(l, direct, lines, x, by_element, by_line, beside, false);
    for (uint64_t k = direct; k < mixed; k++) {
        const NBL_OF_SCALAR(some_t) s = NBL_OF_SCALAR(element_of)(l, k, lines);
        NBL_OF_SCALAR(load_some)(&s, x + k * by_element, by_line);
    }
    const char *from = l->memory + (l->begin + (signal - l->number) * l->view->stride) * bytes;
    const size_t back = l->step * l->view->stride * bytes;
    const int64_t next = (int64_t)((l->begin_step - l->number_step * l->view->stride) * bytes);
    x += mixed * by_element;
    count = end - mixed;
#define LOAD(storage, i, at) \
    do { \
        const NBL_COMPLEX z = NBL_OF_SCALAR(get)(storage, from + (int64_t)w * next - (mixed + k) * back); \
        x[i] = (NBL_COMPLEX){z.real, -z.imag}; \
    } while (0)
    const uint32_t storage = l->view->storage;
    EACH_STORED(LOAD)
#undef LOAD
    x -= mixed * by_element;
    for (uint64_t w = 0; w < lines && l->number + w * l->number_step == 0; w++) x[w * by_line].imag = 0;
    return end;
}

#undef EACH_OF_GRID
#undef EACH_STORED
#undef EACH_STORAGE

/* Moves an array whose real numbers lie in ROWS. */
static void NBL_OF_SCALAR(move_rows)(const nbl_program_lines_t *l, uint64_t count, NBL_COMPLEX *x, bool stores) {
    const nbl_view_t *view = l->view;
    const uint64_t row = view->signal;
    const size_t bytes = NBL_OF_SCALAR(bytes_of)(view), apart = nbl_view_number(view, row) * bytes;
    for (uint64_t e = 0; e < count; e++) {
        char *at = l->memory + (l->begin + nbl_view_number(view, e + e / row * row)) * bytes;
        if (stores) {
            NBL_OF_SCALAR(set_real)(view->storage, at, x[e].real);
            NBL_OF_SCALAR(set_real)(view->storage, at + apart, x[e].imag);
        } else {
            x[e].real = NBL_OF_SCALAR(get_real)(view->storage, at);
            x[e].imag = NBL_OF_SCALAR(get_real)(view->storage, at + apart);
        }
    }
}

static void NBL_OF_SCALAR(load_block)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines, NBL_COMPLEX *x,
                                      size_t by_element, size_t by_line);

static void NBL_OF_SCALAR(store_block)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines,
                                       const NBL_COMPLEX *x, size_t by_element, size_t by_line);

/* Moves arrays row by row, whose rows lie apart. */
static void NBL_OF_SCALAR(move_apart)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines, NBL_COMPLEX *x,
                                      size_t by_element, size_t by_line, bool stores) {
    const uint64_t row = l->view->apart.count;
    nbl_view_t view = *l->view;
    nbl_program_lines_t one = *l;
    view.apart.count = 0;
    one.view = &view;
    for (uint64_t w = 0; w < lines; w++)
        for (uint64_t e = 0; e < count; e += row) {
            one.begin = l->begin + w * l->begin_step + nbl_view_number(l->view, e);
            NBL_COMPLEX *of = x + w * by_line + e * by_element;
            if (stores)
                NBL_OF_SCALAR(store_block)(&one, row, 1, of, by_element, by_line);
            else
                NBL_OF_SCALAR(load_block)(&one, row, 1, of, by_element, by_line);
        }
}

/* Loads lines. One half of their elements lies in memory; the other elements are its conjugates. */
static void NBL_OF_SCALAR(load_halved)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines, NBL_COMPLEX *x,
                                       size_t by_element, size_t by_line) {
    nbl_view_t direct = *l->view;
    nbl_program_lines_t some = *l;
    const uint64_t first = direct.signal / 2 + 1;
    direct.element = NBL_VIEW_COMPLEX;
    some.view = &direct;
    NBL_OF_SCALAR(load_block)(&some, first < count ? first : count, lines, x, by_element, by_line);
    for (uint64_t k = first; k < count; k++)
        for (uint64_t w = 0; w < lines; w++)
            x[k * by_element + w * by_line] = nbl_complex_conj(x[(direct.signal - k) * by_element + w * by_line]);
}

/* Stores frequencies behind the half at their mirrors' places. A line of frequency 0 of the first pass has its mirrors in lines of
 * this kind. */
static void NBL_OF_SCALAR(store_folded)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines,
                                        const NBL_COMPLEX *x, size_t by_element, size_t by_line) {
    const nbl_view_t *view = l->view;
    const uint64_t first = view->lines[1].count != 0 ? view->lines[1].stride : l->step; /* the first pass's elements */
    for (uint64_t w = 0; w < lines; w++) {
        const uint64_t line = l->number + w * l->number_step;
        for (uint64_t k = 0; k < count && line % first != 0; k++) {
            const uint64_t e = line + k * l->step;
            if (2 * e <= view->signal || e > view->signal) continue;
            const uint64_t place = l->begin + w * l->begin_step + (view->signal - e) * view->stride;
            NBL_OF_SCALAR(set)
            (view->storage, l->memory + place * NBL_OF_SCALAR(bytes_of)(view),
             nbl_complex_conj(x[k * by_element + w * by_line]));
        }
    }
}

static void NBL_OF_SCALAR(load_block)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines, NBL_COMPLEX *x,
                                      size_t by_element, size_t by_line) {
    const nbl_view_t *view = l->view;
    const bool beside = NBL_OF_SCALAR(beside)(l) && lines >= FEWEST_BESIDE;
    uint64_t most = l->most, k = 0;
    if (view->element == NBL_VIEW_ROWS) {
        nbl_program_lines_t one = *l;
        for (uint64_t w = 0; w < lines; w++, one.begin += one.begin_step)
            NBL_OF_SCALAR(move_rows)(&one, count, x + w * by_line, false);
        return;
    }
    if (view->apart.count != 0) {
        NBL_OF_SCALAR(move_apart)(l, count, lines, x, by_element, by_line, false);
        return;
    }
    if (view->element == NBL_VIEW_HALVED) {
        NBL_OF_SCALAR(load_halved)(l, count, lines, x, by_element, by_line);
        return;
    }
    const uint64_t there = nbl_view_is_spectrum(view)       ? (uint64_t)view->signal + 1
                           : view->given == 0               ? UINT64_MAX
                           : view->element == NBL_VIEW_PAIR ? view->given / 2
                                                            : view->given;
    if (there < most) most = there;
    if (!nbl_view_is_spectrum(view)) {
        k = NBL_OF_SCALAR(in_all)(l, count, lines, most);
        NBL_OF_SCALAR(move_grid)(l, k, lines, x, by_element, by_line, beside, false);
    } else if (view->given == 0 && l->number + (lines - 1) * l->number_step <= view->signal) {
        k = NBL_OF_SCALAR(load_hermitian)(l, count, lines, x, by_element, by_line, beside);
    } else if (!beside) {
        for (uint64_t w = 0; w < lines; w++) {
            const NBL_OF_SCALAR(some_t) s = NBL_OF_SCALAR(line_of)(l, w, count);
            NBL_OF_SCALAR(load_some)(&s, x + w * by_line, by_element);
        }
        return;
    }
    for (; k < count; k++) {
        const NBL_OF_SCALAR(some_t) s = NBL_OF_SCALAR(element_of)(l, k, lines);
        if (s.number > most) break;
        NBL_OF_SCALAR(load_some)(&s, x + k * by_element, by_line);
    }
    const NBL_COMPLEX none = {0, 0};
    if (by_element == 1)
        for (uint64_t w = 0; w < lines && k < count; w++) memset(x + w * by_line + k, 0, (count - k) * sizeof *x);
    else
        for (; k < count; k++)
            for (uint64_t w = 0; w < lines; w++) x[k * by_element + w * by_line] = none;
}

static void NBL_OF_SCALAR(store_block)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines,
                                       const NBL_COMPLEX *x, size_t by_element, size_t by_line) {
    const nbl_view_t *view = l->view;
    const bool beside = NBL_OF_SCALAR(beside)(l) && lines >= FEWEST_BESIDE;
    uint64_t most = l->most, k = 0;
    if (view->element == NBL_VIEW_ROWS) {
        nbl_program_lines_t one = *l;
        for (uint64_t w = 0; w < lines; w++, one.begin += one.begin_step)
            NBL_OF_SCALAR(move_rows)(&one, count, (NBL_COMPLEX *)x + w * by_line, true);
        return;
    }
    if (view->apart.count != 0) {
        NBL_OF_SCALAR(move_apart)(l, count, lines, (NBL_COMPLEX *)x, by_element, by_line, true);
        return;
    }
    if (view->element == NBL_VIEW_HALVED && view->signal / 2 + 1 < count) count = view->signal / 2 + 1;
    if (view->element == NBL_VIEW_FOLDED) NBL_OF_SCALAR(store_folded)(l, count, lines, x, by_element, by_line);
    if (nbl_view_is_spectrum(view) && (uint64_t)view->signal / 2 + 1 < most) most = (uint64_t)view->signal / 2 + 1;
    if (view->kept != 0 && l->number_step == 0) { /* all lines have the same part */
        const uint64_t from = view->kept_from, behind = from + view->kept, by = view->element == NBL_VIEW_PAIR ? 2 : 1;
        const NBL_OF_SCALAR(some_t) s = NBL_OF_SCALAR(line_of)(l, 0, count);
        const uint64_t first = NBL_OF_SCALAR(below)(&s, (from + by - 1) / by);
        const uint64_t end = NBL_OF_SCALAR(below)(&s, behind / by < most ? behind / by : most);
        nbl_program_lines_t part = *l;
        part.begin -= from * view->stride;
        part.number += first * l->step;
        if (end > first) NBL_OF_SCALAR(move_grid)
        (&part, end - first, lines, (NBL_COMPLEX *)x + first * by_element, by_element, by_line, beside, true);
        if (by == 1) return;
        const uint64_t halves[2] = {first > 0 && from % 2 != 0 ? first - 1 : count, behind % 2 != 0 ? end : count};
        for (int i = 0; i < 2; i++) { /* a pair at either end, if one of its two numbers is kept */
            if (halves[i] >= count) continue;
            const NBL_OF_SCALAR(some_t) half = NBL_OF_SCALAR(element_of)(l, halves[i], lines);
            NBL_OF_SCALAR(store_some)(&half, x + halves[i] * by_element, by_line);
        }
        return;
    }
    if (view->kept == 0) {
        k = NBL_OF_SCALAR(in_all)(l, count, lines, most);
        NBL_OF_SCALAR(move_grid)(l, k, lines, (NBL_COMPLEX *)x, by_element, by_line, beside, true);
    }
    for (; k < count; k++) {
        const NBL_OF_SCALAR(some_t) s = NBL_OF_SCALAR(element_of)(l, k, lines);
        if (s.number >= most) break;
        NBL_OF_SCALAR(store_some)(&s, x + k * by_element, by_line);
    }
}
