/* Programs of the net's rows (tests/fft/net_testing.h).
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_TRANSFORM_PROGRAM_TESTING_H
#define NBL_TESTS_TRANSFORM_PROGRAM_TESTING_H

#include <check.h>
#include <inttypes.h>
#include <stddef.h>

#include "tests/fft/net_testing.h"
#include "gpu/from_program.h"
#include "transform/make.h"

/* Ways: in exact and in fast mode in buffers, then by device address. */
enum { PROGRAM_WAYS = 4 };

/* Plans a row as net_text() does. Returns false where a device cannot; stages are to be released either way. */
static inline bool program_stages(const nbl_fft_nd_desc_t *row, uint32_t way, nbl_fft_nd_stages_t *stages) {
    const nbl_fft_limits_t limits = usual_device(NBL_DEVICE_NVIDIA, way > 1);
    const nbl_mode_t mode = way % 2 == 0 ? NBL_MODE_EXACT : NBL_MODE_FAST;
    nbl_error_t error;
    nbl_fft_nd_desc_t desc = *row;
    desc.mode = mode;
    return nbl_fft_nd_stages_make(&desc, &limits, mode, false, 256, stages, &error) == NBL_SUCCESS;
}

/* Copies a program whose steps behind the last one are not there. */
static inline void program_copy(const nbl_program_t *from, nbl_program_t *to) {
    memset(to, 0, sizeof *to);
    memcpy(to, from, offsetof(nbl_program_t, step) + from->steps * sizeof from->step[0]);
}

static inline bool program_of(const nbl_fft_nd_desc_t *row, uint32_t way, nbl_program_t *program) {
    nbl_fft_nd_stages_t stages;
    const bool made = program_stages(row, way, &stages);
    if (made) program_copy(nbl_fft_nd_stages_written(&stages), program);
    nbl_fft_nd_stages_release(&stages);
    return made;
}

/* Reads the hashes of exact mode's results from the net's file. */
static inline void net_read_bits(uint64_t bits[NET_ROWS]) {
    FILE *file = fopen("tests/fft/net.txt", "r");
    char line[512];
    uint32_t rows = 0;
    ck_assert_msg(file != NULL, "tests/fft/net.txt: to be run in the folder that has it");
    while (fgets(line, sizeof line, file) != NULL) {
        uint32_t number;
        uint64_t hash;
        if (sscanf(line, "%4" SCNu32 " %*x %*x %*x %*x %*x %*x %16" SCNx64, &number, &hash) != 2 || rows == NET_ROWS)
            continue;
        ck_assert_uint_eq(number, rows);
        bits[rows++] = hash;
    }
    fclose(file);
    ck_assert_uint_eq(rows, NET_ROWS);
}

static inline char *program_text(const nbl_program_t *program) {
    const size_t size = nbl_program_text(program, NULL, 0) + 1;
    char *text = malloc(size);
    if (text == NULL || nbl_program_text(program, text, size) != size - 1) abort();
    return text;
}

/* Makes a row's program by the rules, without stages. limits  NULL: none */
static inline bool rules_program(const nbl_fft_nd_desc_t *row, const nbl_fft_limits_t *limits, bool in_place,
                                 nbl_program_t *program, nbl_error_t *error) {
    nbl_problem_t problem;
    if (nbl_problem_make(row, in_place, &problem, error) != NBL_SUCCESS) return false;
    return nbl_transform_make(&problem, limits, NULL, program, error) == NBL_SUCCESS;
}

/* A row of the net in one mode. */
static inline nbl_fft_nd_desc_t exact_row(uint32_t number) {
    nbl_fft_nd_desc_t row = net_draw(number);
    row.mode = NBL_MODE_EXACT;
    return row;
}

static inline nbl_fft_nd_desc_t fast_row(uint32_t number) {
    nbl_fft_nd_desc_t row = net_draw(number);
    row.mode = NBL_MODE_FAST;
    return row;
}

static inline int program_print(uint32_t row, uint32_t way) {
    static nbl_program_t program;
    const nbl_fft_nd_desc_t desc = net_draw(row);
    if (!program_of(&desc, way, &program)) return 1;
    char *text = program_text(&program);
    printf("%s", text);
    free(text);
    return 0;
}

#endif
