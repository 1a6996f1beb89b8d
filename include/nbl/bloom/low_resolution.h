/* The bloom at low resolution, one texel of a step: down to the low image, or up from its bloom with the core added.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(x, y, constants):
 *   NBL_BLOOM_LOW_NAME      prefix
 *   NBL_PARAMETER(step)     NBL_BLOOM_LOW_DOWN or _UP of nbl/bloom/low_constants.h
 *   NBL_PARAMETER(factor)   2 or 4
 *   NBL_PARAMETER(combine), NBL_PARAMETER(threshold)   of nbl/bloom/combine.h
 *   NBL_PARAMETER(columns), NBL_PARAMETER(rows)   of a block that an invocation writes, 1 to NBL_BLOOM_LOW_MOST; down 1
 *   NBL_BLOOM_LOW_SOURCE(i)   texel i of the image
 *   NBL_BLOOM_LOW_WORK(i), NBL_BLOOM_LOW_WORK_WRITE(i, rgba)   texel i of the workspace
 *   NBL_BLOOM_LOW_TARGET(i, rgba)
 *
 * Both ways by the hat of one low texel's half width, sampled at the texels' centres; factor 2, one axis:
 *
 *   image             | 0 | 1 | 2 | 3 |      down, weights of low texel 1:  - - 1 3 3 1 / 8
 *   low image     | 0 |   1   |   2   | 3 |    up, texel 2 of the image:    1/4 of low texel 1, 3/4 of low texel 2
 */
#include "nbl/bloom/low_constants.h"
#include "nbl/vector.h"

/* What blooms of a texel of the image; zero beyond it. Indices wrap below 0. Loads without a branch, so that a driver may load
 * early. */
NBL_FUNCTION nbl_float32_t4 NBL_CAT(NBL_BLOOM_LOW_NAME, _texel)(uint32_t x_, uint32_t y_,
                                                                nbl_bloom_low_constants_t constants_) {
    bool inside_ = x_ < constants_.width && y_ < constants_.height;
    nbl_float32_t4 texel_ = NBL_BLOOM_LOW_SOURCE(inside_ ? y_ * constants_.width + x_ : 0u);
    if (NBL_PARAMETER(threshold) == 1)
        texel_ = nbl_bloom_above(texel_, constants_.threshold, constants_.knee, constants_.knee_scale);
    nbl_float32_t4 outside_ = nbl_splat_4(0.0f);
    return inside_ ? texel_ : outside_;
}

/* x, y  a texel of the low image */
NBL_FUNCTION nbl_float32_t4 NBL_CAT(NBL_BLOOM_LOW_NAME, _down)(uint32_t x_, uint32_t y_,
                                                               nbl_bloom_low_constants_t constants_) {
    uint32_t taps_ = 2u * NBL_PARAMETER(factor);
    uint32_t before_ = 3u * NBL_PARAMETER(factor) / 2u; /* the margin, and half a low texel */
    nbl_float32_t4 sum_ = nbl_splat_4(0.0f);
    for (uint32_t j_ = 0u; j_ < taps_; j_++) {
        uint32_t from_top_ = j_ < NBL_PARAMETER(factor) ? j_ : taps_ - 1u - j_;
        nbl_float32_t4 row_ = nbl_splat_4(0.0f);
        for (uint32_t i_ = 0u; i_ < taps_; i_++) {
            uint32_t from_left_ = i_ < NBL_PARAMETER(factor) ? i_ : taps_ - 1u - i_;
            nbl_float32_t4 texel_ =
                NBL_CAT(NBL_BLOOM_LOW_NAME, _texel)(x_ * NBL_PARAMETER(factor) + i_ - before_,
                                                    y_ * NBL_PARAMETER(factor) + j_ - before_, constants_);
            row_ = nbl_vector_add(row_, nbl_vector_scale(texel_, NBL_CAST(float32_t, 2u * from_left_ + 1u)));
        }
        sum_ = nbl_vector_add(sum_, nbl_vector_scale(row_, NBL_CAST(float32_t, 2u * from_top_ + 1u)));
    }
    float32_t share_ = 2.0f * constants_.step * constants_.step; /* of an axis; a power of two */
    return nbl_vector_scale(sum_, share_ * share_);
}

/* The low bloom at a texel of the image: of four texels, rows first. */
NBL_FUNCTION nbl_float32_t4 NBL_CAT(NBL_BLOOM_LOW_NAME, _up)(uint32_t x_, uint32_t y_,
                                                             nbl_bloom_low_constants_t constants_) {
    uint32_t half_ = NBL_PARAMETER(factor) / 2u;
    uint32_t left_ = (x_ + half_) / NBL_PARAMETER(factor);
    uint32_t top_ = (y_ + half_) / NBL_PARAMETER(factor);
    float32_t right_share_ =
        NBL_CAST(float32_t, 2u * (x_ + half_ - left_ * NBL_PARAMETER(factor)) + 1u) * constants_.step;
    float32_t below_share_ =
        NBL_CAST(float32_t, 2u * (y_ + half_ - top_ * NBL_PARAMETER(factor)) + 1u) * constants_.step;
    uint32_t at_ = constants_.low_bloom + top_ * constants_.low_width + left_;
    uint32_t below_ = at_ + constants_.low_width;
    nbl_float32_t4 upper_ = nbl_vector_add(nbl_vector_scale(NBL_BLOOM_LOW_WORK(at_), 1.0f - right_share_),
                                           nbl_vector_scale(NBL_BLOOM_LOW_WORK(at_ + 1u), right_share_));
    nbl_float32_t4 lower_ = nbl_vector_add(nbl_vector_scale(NBL_BLOOM_LOW_WORK(below_), 1.0f - right_share_),
                                           nbl_vector_scale(NBL_BLOOM_LOW_WORK(below_ + 1u), right_share_));
    return nbl_vector_add(nbl_vector_scale(upper_, 1.0f - below_share_), nbl_vector_scale(lower_, below_share_));
}

/* x, y  a texel of the image; core: of it */
NBL_FUNCTION void NBL_CAT(NBL_BLOOM_LOW_NAME, _write)(uint32_t x_, uint32_t y_, nbl_float32_t4 core_,
                                                      nbl_bloom_low_constants_t constants_) {
    uint32_t index_ = y_ * constants_.width + x_;
    nbl_float32_t4 bloomed_ = nbl_vector_add(NBL_CAT(NBL_BLOOM_LOW_NAME, _up)(x_, y_, constants_), core_);
    NBL_BLOOM_LOW_TARGET(index_, nbl_bloom_combine_texel(bloomed_, NBL_BLOOM_LOW_SOURCE(index_), NBL_PARAMETER(combine),
                                                         NBL_PARAMETER(threshold) == 1, constants_.intensity,
                                                         constants_.threshold, constants_.knee, constants_.knee_scale));
}

/* Writes a block of texels. The convolution with the core runs row by row of the core: each texel of the image is loaded once
 * for all of the block's rows, and each tap once for all of its columns, since loads are what this costs. Every texel's
 * sum runs as if it were alone.
 *
 * x, y  the block's first texel; the block may reach beyond the image */
NBL_FUNCTION void NBL_CAT(NBL_BLOOM_LOW_NAME, _block)(uint32_t x_, uint32_t y_, nbl_bloom_low_constants_t constants_) {
    uint32_t size_ = 2u * constants_.radius + 1u;
    nbl_float32_t4 sums_[NBL_BLOOM_LOW_BLOCK]; /* of texel (x + p, y + o) at o * NBL_BLOOM_LOW_MOST + p */
    for (uint32_t o_ = 0u; o_ < NBL_PARAMETER(rows); o_++)
        for (uint32_t p_ = 0u; p_ < NBL_PARAMETER(columns); p_++)
            sums_[o_ * NBL_BLOOM_LOW_MOST + p_] = nbl_splat_4(0.0f);
    for (uint32_t t_ = 0u; t_ < size_ + NBL_PARAMETER(rows) - 1u; t_++) {
        uint32_t from_y_ = y_ + NBL_PARAMETER(rows) - 1u + constants_.radius - t_;
        nbl_float32_t4 row_[NBL_BLOOM_LOW_BLOCK];
        nbl_float32_t4 window_[NBL_BLOOM_LOW_MOST]; /* what tap i takes for each column */
        for (uint32_t o_ = 0u; o_ < NBL_PARAMETER(rows); o_++)
            for (uint32_t p_ = 0u; p_ < NBL_PARAMETER(columns); p_++)
                row_[o_ * NBL_BLOOM_LOW_MOST + p_] = nbl_splat_4(0.0f);
        for (uint32_t p_ = 0u; p_ + 1u < NBL_PARAMETER(columns); p_++)
            window_[p_] = NBL_CAT(NBL_BLOOM_LOW_NAME, _texel)(x_ + p_ + 1u + constants_.radius, from_y_, constants_);
        for (uint32_t i_ = 0u; i_ < size_; i_++) {
            for (uint32_t p_ = 1u; p_ < NBL_PARAMETER(columns); p_++)
                window_[NBL_PARAMETER(columns) - p_] = window_[NBL_PARAMETER(columns) - p_ - 1u];
            window_[0] = NBL_CAT(NBL_BLOOM_LOW_NAME, _texel)(x_ + constants_.radius - i_, from_y_, constants_);
            for (uint32_t o_ = 0u; o_ < NBL_PARAMETER(rows); o_++) {
                uint32_t j_ = t_ + o_ + 1u - NBL_PARAMETER(rows); /* below 0 it wraps, and any tap will do */
                nbl_float32_t4 tap_ = NBL_BLOOM_LOW_WORK((j_ < size_ ? j_ : 0u) * size_ + i_);
                for (uint32_t p_ = 0u; p_ < NBL_PARAMETER(columns); p_++)
                    row_[o_ * NBL_BLOOM_LOW_MOST + p_] =
                        nbl_vector_add(row_[o_ * NBL_BLOOM_LOW_MOST + p_], nbl_vector_mul(tap_, window_[p_]));
            }
        }
        for (uint32_t o_ = 0u; o_ < NBL_PARAMETER(rows); o_++)
            if (t_ + o_ + 1u >= NBL_PARAMETER(rows) && t_ + o_ + 1u - NBL_PARAMETER(rows) < size_)
                for (uint32_t p_ = 0u; p_ < NBL_PARAMETER(columns); p_++)
                    sums_[o_ * NBL_BLOOM_LOW_MOST + p_] =
                        nbl_vector_add(sums_[o_ * NBL_BLOOM_LOW_MOST + p_], row_[o_ * NBL_BLOOM_LOW_MOST + p_]);
    }
    for (uint32_t o_ = 0u; o_ < NBL_PARAMETER(rows); o_++)
        for (uint32_t p_ = 0u; p_ < NBL_PARAMETER(columns); p_++)
            if (x_ + p_ < constants_.width && y_ + o_ < constants_.height)
                NBL_CAT(NBL_BLOOM_LOW_NAME, _write)(x_ + p_, y_ + o_, sums_[o_ * NBL_BLOOM_LOW_MOST + p_], constants_);
}

/* x, y  the first texel of a block of what is written; down, of one */
NBL_FUNCTION void NBL_BLOOM_LOW_NAME(uint32_t x_, uint32_t y_, nbl_bloom_low_constants_t constants_) {
    if (NBL_PARAMETER(step) == NBL_BLOOM_LOW_DOWN) {
        NBL_BLOOM_LOW_WORK_WRITE(constants_.low_image + y_ * constants_.low_width + x_,
                                 NBL_CAT(NBL_BLOOM_LOW_NAME, _down)(x_, y_, constants_));
    } else {
        NBL_CAT(NBL_BLOOM_LOW_NAME, _block)(x_, y_, constants_);
    }
}

#undef NBL_BLOOM_LOW_NAME
