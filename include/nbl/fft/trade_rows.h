/* Elements and their mirrors, which other invocations hold, trade by rows of the last pass's butterflies.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/workgroup/fft_real.h and shaders/fft_lines.h, after nbl/fft/plan.h. Parameters, undefined at the end
 * but for the scalar:
 *
 *   NBL_SCALAR                      of the elements
 *   NBL_TRADE_NAME                  of the function; others begin with it
 *   NBL_TRADE_ELEMENTS              that an invocation holds
 *   NBL_TRADE_PLACE(instance, i)    where the shared memory has number i of an instance's line
 *   NBL_TRADE_GET(i), _SET(i, value), _BARRIER()
 *   NBL_TRADE_CONVERT(at, side, line, k, z, mirror, root, pack)   what element k, which was z, becomes
 *
 * Element p of a line of `points` has as its mirror number points - 1 - p of another line, or of its own; in line 0,
 * which begins with frequency zero, number points - p of its own. Butterfly j of the last pass, of T = points / R,
 * holds p = j + r T, a row for each r; the mirror is in row R - 1 - r:
 *
 *       row of elements    0     1     ..  R / 2 - 1   R / 2       ..  R - 1
 *       of their mirrors   R-1   R-2   ..  R / 2       R / 2 - 1   ..  0
 *
 * So the rows below R / 2 go through shared memory for those above, and then the other way: half of the memory serves,
 * and an invocation holds fewer mirrors at a time, which of 32 elements keeps it within its registers. In line 0 the
 * mirror of j = 0 is in row R - r, still on the other side; its rows 0 and R / 2 are their own mirrors.
 */

#define rows_at_once_ NBL_CAT(NBL_TRADE_NAME, _at_once)
#define put_dwords_ NBL_CAT(NBL_TRADE_NAME, _put)
#define get_dwords_ NBL_CAT(NBL_TRADE_NAME, _get)
#define converted_ NBL_CAT(NBL_TRADE_NAME, _converted)

/* Returns how many rows go at once: all, or half of an even number; 0 where the memory is too small for either.
 *
 * dwords  of shared memory of a line */
NBL_FUNCTION uint32_t rows_at_once_(nbl_fft_pass_t side_, uint32_t dwords_) {
    uint32_t points_ = side_.radix * side_.butterflies, rows_ = 0u;
    if (dwords_ >= points_) {
        rows_ = side_.radix;
    } else if (side_.radix % 2u == 0u && 2u * dwords_ >= points_) {
        rows_ = side_.radix / 2u;
    }
    return rows_;
}

/* Stores dwords first_ to first_ + count_ - 1 of an element, or fewer if it ends sooner. Neighbouring dwords are apart_
 * dwords apart in shared memory. */
NBL_FUNCTION void put_dwords_(uint32_t instance_, uint32_t index_, uint32_t apart_, uint32_t first_, uint32_t count_,
                              nbl_dwords_t element_) {
    NBL_UNROLL for (uint32_t d_ = 0u; d_ < count_; d_++) {
        if (first_ + d_ < NBL_OF_SCALAR(NBL_DWORDS))
            NBL_TRADE_SET(NBL_TRADE_PLACE(instance_, d_ * apart_ + index_), element_.value[first_ + d_]);
    }
}

/* Returns an element with dwords first_ to first_ + count_ - 1 loaded, as put_dwords_ stores them. An invocation that
 * keeps its own element loads number 0 of the line and drops it, so that no invocation takes another branch. */
NBL_FUNCTION nbl_dwords_t get_dwords_(uint32_t instance_, uint32_t index_, uint32_t apart_, uint32_t first_,
                                      uint32_t count_, bool keeps_, nbl_dwords_t element_) {
    NBL_UNROLL for (uint32_t d_ = 0u; d_ < count_; d_++) {
        if (first_ + d_ < NBL_OF_SCALAR(NBL_DWORDS)) {
            uint32_t dword_ = NBL_TRADE_GET(NBL_TRADE_PLACE(instance_, d_ * apart_ + (keeps_ ? 0u : index_)));
            element_.value[first_ + d_] = keeps_ ? element_.value[first_ + d_] : dword_;
        }
    }
    return element_;
}

/* Returns what element k_, which was z_, becomes with its mirror. */
NBL_FUNCTION NBL_COMPLEX converted_(nbl_fft_place_t at_, nbl_fft_pass_t side_, uint32_t line_, uint32_t k_,
                                    NBL_COMPLEX z_, nbl_dwords_t mirror_, NBL_COMPLEX root_, bool pack_) {
    return NBL_TRADE_CONVERT(at_, side_, line_, k_, z_, NBL_OF_SCALAR(nbl_complex_from_dwords)(mirror_), root_, pack_);
}

/* Converts what an invocation holds behind the last pass, or before it. All of a workgroup call it.
 *
 * line_    of the elements
 * from_    instance that holds the mirrors
 * dwords_  of shared memory of a line: NBL_TRADE_NAME_at_once() is not 0
 * free_    that memory has not been used since the last barrier
 * root_, pack_  for NBL_TRADE_CONVERT */
NBL_FUNCTION void NBL_TRADE_NAME(nbl_fft_place_t at_, nbl_fft_pass_t side_, uint32_t line_, uint32_t from_,
                                 uint32_t dwords_, bool free_, NBL_COMPLEX root_, bool pack_,
                                 NBL_INOUT NBL_COMPLEX x_[NBL_TRADE_ELEMENTS]) {
    uint32_t points_ = side_.radix * side_.butterflies, rows_ = rows_at_once_(side_, dwords_);
    uint32_t fill_ = rows_ * side_.butterflies, most_ = NBL_OF_SCALAR(NBL_DWORDS);
    uint32_t planes_ = dwords_ / fill_ < most_ ? dwords_ / fill_ : most_;
    nbl_dwords_t mirrors_[NBL_TRADE_ELEMENTS];
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_pass_elements(side_); k_++) {
        mirrors_[k_] = NBL_OF_SCALAR(nbl_dwords_from_complex)(x_[k_]);
    }
    NBL_UNROLL for (uint32_t first_ = 0u; first_ < side_.radix; first_ += rows_) {
        uint32_t begin_ = first_ * side_.butterflies;
        NBL_UNROLL for (uint32_t d_ = 0u; d_ < most_; d_ += planes_) {
            bool last_ = first_ + rows_ == side_.radix && d_ + planes_ >= most_;
            if (!free_ || first_ > 0u || d_ > 0u) NBL_TRADE_BARRIER();
            NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_pass_elements(side_); k_++) {
                uint32_t row_ = k_ % side_.radix;
                if (row_ >= first_ && row_ < first_ + rows_ && nbl_fft_pass_active(side_, k_, at_.invocation))
                    put_dwords_(at_.instance, nbl_fft_pass_read_index(side_, k_, at_.invocation) - begin_, fill_, d_,
                                planes_, NBL_OF_SCALAR(nbl_dwords_from_complex)(x_[k_]));
            }
            NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_pass_elements(side_); k_++) {
                /* Those of the last rows are stored, and their mirrors are here: their registers become free. */
                if (last_ && side_.radix - 1u - k_ % side_.radix < first_)
                    x_[k_] = converted_(at_, side_, line_, k_, x_[k_], mirrors_[k_], root_, pack_);
            }
            NBL_TRADE_BARRIER();
            NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_pass_elements(side_); k_++) {
                uint32_t row_ = side_.radix - 1u - k_ % side_.radix;
                if (row_ >= first_ && row_ < first_ + rows_) {
                    uint32_t own_ = nbl_fft_pass_read_index(side_, k_, at_.invocation);
                    uint32_t index_ = points_ - own_ - (line_ == 0u ? 0u : 1u) - begin_;
                    bool may_stay_ =
                        nbl_fft_pass_read_offset(side_, k_) == 0u || 2u * (k_ % side_.radix) == side_.radix;
                    bool stays_ = may_stay_ && line_ == 0u && (own_ == 0u || 2u * own_ == points_);
                    mirrors_[k_] = get_dwords_(from_, index_, fill_, d_, planes_, stays_, mirrors_[k_]);
                }
            }
        }
    }
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_pass_elements(side_); k_++) {
        if (side_.radix - 1u - k_ % side_.radix >= side_.radix - rows_)
            x_[k_] = converted_(at_, side_, line_, k_, x_[k_], mirrors_[k_], root_, pack_);
    }
}

#undef converted_
#undef get_dwords_
#undef put_dwords_
#undef rows_at_once_
#undef NBL_TRADE_CONVERT
#undef NBL_TRADE_BARRIER
#undef NBL_TRADE_SET
#undef NBL_TRADE_GET
#undef NBL_TRADE_PLACE
#undef NBL_TRADE_ELEMENTS
#undef NBL_TRADE_NAME
