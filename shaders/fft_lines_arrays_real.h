/* Spectra of real arrays that a workgroup holds: stored as the last axis leaves them, loaded as the first axis takes
 * them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by shaders/fft_lines_arrays.h alone. A row of the workgroup's array has n elements, NBL_PARAMETER(row):
 *
 *   NBL_PARAMETER(mirrored)   elements are                       the spectrum's rows have
 *   1                         pairs of a row of 2 n reals        n + 1 frequencies
 *   2                         real numbers, imaginary parts 0    n / 2 + 1 frequencies
 *   3                         pairs of two rows of n reals       n / 2 + 1 frequencies, and twice as many rows
 *
 * Pairs: z[r][m] = x[r][2 m] + i x[r][2 m + 1]. E and O, the transforms of the even and of the odd columns, are made of
 * Z and its mirror along all axes, as in nbl/fft/real.h: X[q][c] = E[q][c] + w^c O[q][c] with w = exp(-2 pi i / 2 n).
 * Column 0 gives two frequencies, c = 0 and c = n, where w^c is 1 and -1.
 *
 *   array       0 1 2 .. n-1        the mirror of row q, column c is row -q, column -c, each modulo its size
 *   spectrum    0 1 2 .. n-1 n
 *
 * A plane has m pairs of two rows: z[q][c] = x[2 q][c] + i x[2 q + 1][c]. The same holds with the axes exchanged: rows
 * q and m + q of the spectrum are E + w^q O and E - w^q O, w = exp(-2 pi i / 2 m). n is odd. An element of column c <=
 * n / 2 becomes row q; the others become rows m + q, as the mirrors of elements of column n - c.
 *
 * Columns 0 and n of a spectrum are their own mirrors, and are loaded as the half sum of an element and its conjugate
 * mirror: what is not the spectrum of real numbers is dropped there, as it is in lines.
 */

/* Where elements of a line, and their mirrors, are. Element i of the line is column + i and its mirror mirror_column -
 * i, modulo n, if the line is a row; else they are in columns `column` and `mirror_column`. */
NBL_STRUCT(lines_mirrors_t) {
    uint32_t column; /* of element 0 */
    uint32_t begin;  /* number in the spectrum of element 0 */
    uint32_t mirror; /* number in the spectrum of column 0 of the row that mirrors element 0's row */
    uint32_t apart;  /* numbers of the spectrum from an element to the next */
    uint32_t dword;  /* of shared memory, of the mirror of element 0 */
    uint32_t dwords; /* from an element to the next */
};

NBL_FUNCTION uint32_t lines_spectrum_row(void) {
    return NBL_PARAMETER(mirrored) == 1u ? NBL_PARAMETER(row) + 1u : NBL_PARAMETER(row) / 2u + 1u;
}

/* Returns the rows of a plane: the array has one plane unless it has three axes. */
NBL_FUNCTION uint32_t lines_plane_rows(void) {
    uint32_t rows = lines_array_elements() / NBL_PARAMETER(row);
    if (NBL_PARAMETER(axes) == 3u)
        rows = NBL_PARAMETER(second_distance) == 1u ? lines_fft_length() : second_fft_length();
    return rows;
}

NBL_FUNCTION uint32_t lines_mirror_of(uint32_t number, uint32_t size) { return number == 0u ? 0u : size - number; }

/* Returns how many rows of a spectrum a row of the workgroup's array stands for. */
NBL_FUNCTION uint32_t lines_rows_of_one(void) { return NBL_PARAMETER(mirrored) == 3u ? 2u : 1u; }

/* Returns the row of a spectrum that a row of the workgroup's array has, of pairs of two rows the first of both. */
NBL_FUNCTION uint32_t lines_spectrum_place(uint32_t row) {
    return row + (lines_rows_of_one() - 1u) * (row / lines_plane_rows() * lines_plane_rows());
}

NBL_FUNCTION uint32_t lines_mirror_row(uint32_t row) {
    uint32_t of = lines_plane_rows(), planes = lines_array_elements() / (NBL_PARAMETER(row) * of), plane = row / of;
    return lines_mirror_of(plane, planes) * of + lines_mirror_of(row - plane * of, of);
}

/* line  of an array
 * array  of the workgroup */
NBL_FUNCTION lines_mirrors_t lines_mirrors(lines_axis_t axis, uint32_t line, uint32_t array) {
    uint32_t start = line / axis.distance * (axis.points - 1u) * axis.distance + line;
    uint32_t row = start / NBL_PARAMETER(row), column = start - row * NBL_PARAMETER(row);
    uint32_t opposite = lines_mirror_row(row);
    lines_mirrors_t of = {column,
                          row * lines_spectrum_row() + column,
                          opposite * lines_spectrum_row(),
                          axis.distance == 1u ? 1u : axis.distance / NBL_PARAMETER(row) * lines_spectrum_row(),
                          lines_row_dwords(array * lines_array_elements()) +
                              lines_row_dwords(opposite * NBL_PARAMETER(row) +
                                               lines_mirror_of(column, NBL_PARAMETER(row))),
                          lines_row_dwords(axis.distance)};
    return of;
}

/* Returns the number in the spectrum of the mirror of an element of column c: in column n - c, which of column 0 is
 * n. */
NBL_FUNCTION uint32_t lines_mirror_number(lines_axis_t axis, lines_mirrors_t of, uint32_t i) {
    uint32_t number = of.mirror + NBL_PARAMETER(row) - of.column;
    return axis.distance == 1u ? number - i : number + lines_mirror_of(i, axis.points) * of.apart;
}

/* Returns exp(-2 pi i c / 2 n). With stepped_roots a literal multiplies `first`, the root of the invocation's first
 * element. */
NBL_FUNCTION NBL_COMPLEX lines_column_root(lines_axis_t axis, nbl_fft_pass_t side, uint32_t k, uint32_t column,
                                           NBL_COMPLEX first) {
    NBL_COMPLEX w = first;
    uint32_t offset = nbl_fft_pass_read_offset(side, k);
    if (axis.distance == 1u) {
        if (NBL_PARAMETER(stepped_roots) == 0u || !nbl_fft_pass_all_work(side, k / side.radix)) {
            w = lines_table_get(column);
        } else if (offset != 0u) {
            w = nbl_complex_mul(first, NBL_OF_SCALAR(nbl_fft_twiddle_fraction)(
                                           offset, NBL_OF_SCALAR(nbl_fft_fraction)(2u * NBL_PARAMETER(row)), false));
        }
    }
    return w;
}

/* Returns whether an element is in column 0, which of a row only its first element can be. */
NBL_FUNCTION bool lines_is_first_column(lines_axis_t axis, nbl_fft_pass_t side, uint32_t k, uint32_t column) {
    return (axis.distance != 1u || nbl_fft_pass_read_offset(side, k) == 0u) && column == 0u;
}

/* ---- Pairs of two rows */

/* Returns the half sum of an element of column 0 or n and its conjugate mirror. */
NBL_FUNCTION NBL_COMPLEX lines_hermitian(NBL_COMPLEX z, NBL_COMPLEX mirror) {
    return NBL_OF_SCALAR(nbl_fft_half_sum)(z, nbl_complex_conj(mirror));
}

#if !NBL_HAS_FLOAT16
/* Returns the place in memory of an element's first real number, and in the other the second one's. */
NBL_FUNCTION lines_element_t lines_of_rows(uint32_t number, uint32_t part) {
    uint32_t row = number / NBL_PARAMETER(row);
    uint32_t apart = NBL_PARAMETER(apart) != 0u ? NBL_PARAMETER(apart) : NBL_PARAMETER(row);
    return lines_element_of(number - row * NBL_PARAMETER(row) + (2u * row + part) * apart);
}
#endif

NBL_FUNCTION NBL_COMPLEX lines_fetch_array(uint32_t begin, lines_element_t element) {
    NBL_COMPLEX z;
#if NBL_HAS_FLOAT16
    z = lines_fetch_signal(begin, element);
#else
    if (NBL_PARAMETER(mirrored) == 3u) {
        z.real = lines_fetch_given_real(begin, lines_of_rows(lines_number(element), 0u));
        z.imag = lines_fetch_given_real(begin, lines_of_rows(lines_number(element), 1u));
    } else {
        z = lines_fetch_signal(begin, element);
    }
#endif
    return z;
}

NBL_FUNCTION void lines_keep_array(uint32_t begin, lines_element_t element, NBL_COMPLEX z) {
#if NBL_HAS_FLOAT16
    lines_keep_signal(begin, element, z);
#else
    if (NBL_PARAMETER(mirrored) == 3u) {
        lines_keep_real_element(begin, lines_of_rows(lines_number(element), 0u), z.real);
        lines_keep_real_element(begin, lines_of_rows(lines_number(element), 1u), z.imag);
    } else {
        lines_keep_signal(begin, element, z);
    }
#endif
}

/* Where an element of an array of pairs is. */
NBL_STRUCT(lines_rows_place_t) {
    uint32_t column, row; /* row of the plane */
    uint32_t own;         /* number in the spectrum of column 0 of row q of the element's plane */
    uint32_t opposite;    /* of column 0 of row -q, modulo m, of the mirrors' plane */
    uint32_t plane;       /* numbers of the spectrum from row q to row m + q */
};

NBL_FUNCTION lines_rows_place_t lines_rows_place(uint32_t number) {
    uint32_t of = lines_plane_rows(), row = number / NBL_PARAMETER(row);
    lines_rows_place_t place = {number - row * NBL_PARAMETER(row), row - row / of * of,
                                lines_spectrum_place(row) * lines_spectrum_row(),
                                lines_spectrum_place(lines_mirror_row(row)) * lines_spectrum_row(),
                                of * lines_spectrum_row()};
    return place;
}

/* Loads an element: rows q and m + q, which behind column n / 2 are the conjugates of their mirrors, rows -q and -q - m
 * modulo 2 m.
 */
NBL_FUNCTION NBL_COMPLEX lines_load_rows(uint32_t begin, uint32_t number) {
    lines_rows_place_t at = lines_rows_place(number);
    bool there = 2u * at.column <= NBL_PARAMETER(row);
    uint32_t low = at.opposite + (at.row == 0u ? 0u : at.plane), high = at.opposite + (at.row == 0u ? at.plane : 0u);
    uint32_t mirror = NBL_PARAMETER(row) - at.column;
    NBL_COMPLEX z = lines_fetch_signal(begin, lines_element_of(there ? at.own + at.column : low + mirror));
    NBL_COMPLEX half_ =
        lines_fetch_signal(begin, lines_element_of(there ? at.own + at.plane + at.column : high + mirror));
    if (!there) {
        z = nbl_complex_conj(z);
        half_ = nbl_complex_conj(half_);
    }
    if (at.column == 0u) {
        z = lines_hermitian(z, lines_fetch_signal(begin, lines_element_of(low)));
        half_ = lines_hermitian(half_, lines_fetch_signal(begin, lines_element_of(high)));
    }
    return NBL_OF_SCALAR(nbl_fft_real_pack)(z, nbl_complex_conj(half_), lines_table_get(at.row));
}

NBL_FUNCTION void lines_keep_rows(uint32_t begin, uint32_t number, NBL_COMPLEX z, NBL_COMPLEX mirror) {
    lines_rows_place_t at = lines_rows_place(number);
    bool there = 2u * at.column <= NBL_PARAMETER(row);
    NBL_COMPLEX w = lines_table_get(at.row), opposite = {-w.real, -w.imag}, root = w;
    if (!there) root = at.row == 0u ? opposite : nbl_complex_conj(w);
    NBL_COMPLEX first = z, second = mirror;
    if (!there) {
        first = mirror;
        second = z;
    }
    uint32_t place = there ? at.own + at.column : at.opposite + at.plane + NBL_PARAMETER(row) - at.column;
    lines_keep_signal(begin, lines_element_of(place), NBL_OF_SCALAR(nbl_fft_real_unpack)(first, second, root));
    if (at.column == 0u) {
        lines_keep_signal(begin, lines_element_of(at.own + at.plane),
                          NBL_OF_SCALAR(nbl_fft_real_unpack)(z, mirror, opposite));
    }
}

/* ---- Back: from the spectrum to the first axis's lines */

NBL_FUNCTION NBL_COMPLEX lines_fetch_number(uint32_t begin, uint32_t number) {
    return lines_fetch_signal(begin, lines_element_of(number));
}

/* begin  of the array, in memory */
NBL_FUNCTION void lines_load_pairs(lines_axis_t axis, nbl_fft_pass_t side, uint32_t begin, uint32_t line,
                                   uint32_t invocation, NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    lines_mirrors_t of = lines_mirrors(axis, line, 0u);
    bool pairs = NBL_PARAMETER(mirrored) == 1u;
    NBL_COMPLEX mirrors[lines_elements], first = {NBL_CAST(NBL_SCALAR, 1.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
    if (pairs) first = lines_table_get(axis.distance == 1u ? nbl_fft_pass_read_base(side, 0u, invocation) : of.column);
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
        uint32_t base = nbl_fft_pass_read_base(side, k, invocation), offset = nbl_fft_pass_read_offset(side, k);
        uint32_t column = axis.distance == 1u ? base + offset : of.column;
        uint32_t mirror = lines_mirror_number(axis, of, base + offset);
        lines_element_t element = {of.begin + base * of.apart, offset * of.apart};
        bool there = pairs || 2u * column <= NBL_PARAMETER(row);
        if (!pairs) element = lines_element_of(there ? lines_number(element) : mirror);
        x[k] = lines_fetch_signal(begin, element);
        if (pairs) mirrors[k] = lines_fetch_number(begin, mirror);
        if (!there) x[k] = nbl_complex_conj(x[k]);
    }
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
        uint32_t i = nbl_fft_pass_read_index(side, k, invocation);
        uint32_t mirror = lines_mirror_number(axis, of, i), number = of.begin + i * of.apart;
        if (lines_is_first_column(axis, side, k, axis.distance == 1u ? i : of.column)) {
            x[k] = lines_hermitian(x[k], lines_fetch_number(begin, mirror - NBL_PARAMETER(row)));
            if (pairs) mirrors[k] = lines_hermitian(mirrors[k], lines_fetch_number(begin, number + NBL_PARAMETER(row)));
        }
    }
    if (pairs) {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
            uint32_t i = nbl_fft_pass_read_index(side, k, invocation);
            x[k] = NBL_OF_SCALAR(nbl_fft_real_pack)(x[k], mirrors[k], lines_column_root(axis, side, k, i, first));
        }
    }
}

NBL_FUNCTION void lines_load_spectrum(lines_axis_t axis, nbl_fft_pass_t side, uint32_t begin, uint32_t line,
                                      uint32_t invocation, NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    if (NBL_PARAMETER(mirrored) == 3u) {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
            x[k] = lines_load_rows(begin, lines_number(lines_axis_element(axis, side, line, k, invocation)));
        }
    } else {
        lines_load_pairs(axis, side, begin, line, invocation, x);
    }
}

/* ---- Forward: from the last axis's lines to the spectrum */

/* Exchanges elements through shared memory: an invocation receives the mirrors of its elements. */
NBL_FUNCTION void lines_trade_mirrors(lines_axis_t axis, nbl_fft_pass_t side, nbl_fft_place_t at, lines_mirrors_t of,
                                      NBL_INOUT NBL_COMPLEX x[lines_elements],
                                      NBL_INOUT NBL_COMPLEX mirrors[lines_elements]) {
    uint32_t most = NBL_OF_SCALAR(NBL_DWORDS), planes = NBL_PARAMETER(planes);
    uint32_t plane = NBL_PARAMETER(arrays) * lines_row_dwords(lines_array_elements());
    bool writes = at.instance < NBL_PARAMETER(arrays) * axis.lines;
    nbl_dwords_t held[lines_elements];
    NBL_UNROLL for (uint32_t d = 0u; d < most; d += planes) {
        NBL_WORKGROUP_BARRIER();
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
            nbl_dwords_t own = NBL_OF_SCALAR(nbl_dwords_from_complex)(x[k]);
            uint32_t dword = lines_axis_dword(axis, side, at.instance, k, at.invocation);
            if (writes && nbl_fft_pass_active(side, k, at.invocation)) {
                NBL_UNROLL for (uint32_t p = 0u; p < planes; p++) {
                    NBL_STORE(transform_scratch, p * plane + dword, own.value[d + p]);
                }
            }
        }
        NBL_WORKGROUP_BARRIER();
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
            uint32_t i = nbl_fft_pass_read_index(side, k, at.invocation);
            uint32_t dword = of.dword + lines_mirror_of(i, axis.points) * of.dwords;
            NBL_UNROLL for (uint32_t p = 0u; p < planes; p++) {
                held[k].value[d + p] = NBL_LOAD(transform_scratch, p * plane + dword);
            }
        }
    }
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
        mirrors[k] = NBL_OF_SCALAR(nbl_complex_from_dwords)(held[k]);
    }
}

/* Stores an element as its frequency, of column 0 also as the one of column n. */
NBL_FUNCTION void lines_keep_frequencies(lines_axis_t axis, nbl_fft_pass_t side, uint32_t begin, uint32_t k,
                                         uint32_t column, lines_element_t element, NBL_COMPLEX z, NBL_COMPLEX mirror,
                                         NBL_COMPLEX root) {
    if (NBL_PARAMETER(mirrored) == 1u) {
        NBL_COMPLEX w = lines_column_root(axis, side, k, column, root);
        lines_keep_signal(begin, element, NBL_OF_SCALAR(nbl_fft_real_unpack)(z, mirror, w));
        if (lines_is_first_column(axis, side, k, column)) {
            w.real = -w.real;
            w.imag = -w.imag;
            element.base = element.base + NBL_PARAMETER(row);
            lines_keep_signal(begin, element, NBL_OF_SCALAR(nbl_fft_real_unpack)(z, mirror, w));
        }
    } else if (2u * column <= NBL_PARAMETER(row)) {
        lines_keep_signal(begin, element, z);
    }
}

/* All of a workgroup call it.
 *
 * begin  of the array, in memory
 * line   of the array */
NBL_FUNCTION void lines_store_spectrum(lines_axis_t axis, nbl_fft_pass_t side, nbl_fft_place_t at, uint32_t begin,
                                       uint32_t line, NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    uint32_t array = at.present ? at.instance / axis.lines : 0u;
    lines_mirrors_t of = lines_mirrors(axis, at.present ? line : 0u, array);
    NBL_COMPLEX mirrors[lines_elements], root = {NBL_CAST(NBL_SCALAR, 1.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
    if (NBL_PARAMETER(mirrored) == 1u)
        root = lines_table_get(axis.distance == 1u ? nbl_fft_pass_read_base(side, 0u, at.invocation) : of.column);
    if (NBL_PARAMETER(mirrored) != 2u) {
        lines_trade_mirrors(axis, side, at, of, x, mirrors);
    } else {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) { mirrors[k] = x[k]; }
    }
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
        uint32_t base = nbl_fft_pass_read_base(side, k, at.invocation), offset = nbl_fft_pass_read_offset(side, k);
        lines_element_t element = {of.begin + base * of.apart, offset * of.apart};
        bool keeps = at.present && nbl_fft_pass_active(side, k, at.invocation);
        if (NBL_PARAMETER(mirrored) == 3u) {
            lines_element_t number = lines_axis_element(axis, side, at.present ? line : 0u, k, at.invocation);
            if (keeps) lines_keep_rows(begin, lines_number(number), x[k], mirrors[k]);
        } else if (keeps) {
            lines_keep_frequencies(axis, side, begin, k, axis.distance == 1u ? base + offset : of.column, element, x[k],
                                   mirrors[k], root);
        }
    }
}
