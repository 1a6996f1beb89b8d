/* The dual filter of games, one texel of a step: 13 taps down, a tent of 9 taps up.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(x, y, constants):
 *   NBL_BLUR_NAME        prefix
 *   NBL_PARAMETER(step)  NBL_BLUR_FIRST_DOWN, _DOWN, _UP or _LAST_UP of nbl/blur/constants.h
 *   NBL_PARAMETER(combine), NBL_PARAMETER(threshold)   of nbl/bloom/combine.h
 *   NBL_BLUR_SOURCE(i)   texel i of the image
 *   NBL_BLUR_LEVEL(i), NBL_BLUR_LEVEL_WRITE(i, rgba)   texel i of all levels
 *   NBL_BLUR_TARGET(i, rgba)
 *
 * Down, a texel lies on a corner, +; o are the 13 samples, each the mean of the four texels around it:
 *
 *   o . o . o      groups of four samples: the inner one, weight 1/2, and four
 *   . o . o .      squares that share the middle, weight 1/8 each
 *   o . + . o
 *   . o . o .      Up, by axis: four texels, 1 5 7 3 / 16, and for the
 *   o . o . o      other parity 3 7 5 1
 *
 * Source: J. Jimenez, Next Generation Post Processing in Call of Duty: Advanced Warfare, SIGGRAPH 2014. docs/blurs.md
 */
#include "nbl/blur/constants.h"
#include "nbl/vector.h"

/* The texel `k_` - 2 texels behind `at_` of the level that is read, its edge repeated. */
NBL_FUNCTION uint32_t NBL_CAT(NBL_BLUR_NAME, _index)(uint32_t at_, uint32_t k_, uint32_t size_) {
    uint32_t i_ = at_ + k_;
    i_ = i_ > 2u ? i_ - 2u : 0u;
    return i_ < size_ ? i_ : size_ - 1u;
}

NBL_FUNCTION nbl_float32_t4 NBL_CAT(NBL_BLUR_NAME, _texel)(uint32_t x_, uint32_t y_, uint32_t i_, uint32_t j_,
                                                           nbl_blur_constants_t constants_) {
    uint32_t index_ = NBL_CAT(NBL_BLUR_NAME, _index)(y_, j_, constants_.from_height) * constants_.from_width +
                      NBL_CAT(NBL_BLUR_NAME, _index)(x_, i_, constants_.from_width);
    nbl_float32_t4 texel_ = nbl_splat_4(0.0f);
    if (NBL_PARAMETER(step) == NBL_BLUR_FIRST_DOWN) {
        texel_ = NBL_BLUR_SOURCE(index_);
        if (NBL_PARAMETER(threshold) == 1)
            texel_ = nbl_bloom_above(texel_, constants_.threshold, constants_.knee, constants_.knee_scale);
    } else {
        texel_ = NBL_BLUR_LEVEL(constants_.from_at + index_);
    }
    return texel_;
}

/* Four times the sample between texels i, i + 1 and j, j + 1. */
NBL_FUNCTION nbl_float32_t4 NBL_CAT(NBL_BLUR_NAME, _sample)(uint32_t x_, uint32_t y_, uint32_t i_, uint32_t j_,
                                                            nbl_blur_constants_t constants_) {
    return nbl_vector_add(nbl_vector_add(NBL_CAT(NBL_BLUR_NAME, _texel)(x_, y_, i_, j_, constants_),
                                         NBL_CAT(NBL_BLUR_NAME, _texel)(x_, y_, i_ + 1u, j_, constants_)),
                          nbl_vector_add(NBL_CAT(NBL_BLUR_NAME, _texel)(x_, y_, i_, j_ + 1u, constants_),
                                         NBL_CAT(NBL_BLUR_NAME, _texel)(x_, y_, i_ + 1u, j_ + 1u, constants_)));
}

/* The mean of a group, out of four times its samples. */
NBL_FUNCTION nbl_float32_t4 NBL_CAT(NBL_BLUR_NAME, _mean)(nbl_float32_t4 a_, nbl_float32_t4 b_, nbl_float32_t4 c_,
                                                          nbl_float32_t4 d_) {
    return nbl_vector_scale(nbl_vector_add(nbl_vector_add(a_, b_), nbl_vector_add(c_, d_)), 0.0625f);
}

/* A group's mean with its weight, which stands in w, behind it. */
NBL_FUNCTION nbl_float32_t4 NBL_CAT(NBL_BLUR_NAME, _weighted)(nbl_float32_t4 mean_, float32_t weight_) {
    float32_t own_ = weight_;
    if (NBL_PARAMETER(step) == NBL_BLUR_FIRST_DOWN) {
        float32_t y_ = nbl_bloom_luminance(mean_.x, mean_.y, mean_.z);
        y_ = y_ > 0.0f ? y_ : 0.0f;
        y_ = y_ < 1.2379400e27f ? y_ : 1.2379400e27f; /* 2^90: the reciprocals below stay normal numbers */
        own_ = weight_ * nbl_bloom_reciprocal(1.0f + y_);
    }
    return nbl_vector_4(mean_.x * own_, mean_.y * own_, mean_.z * own_, own_);
}

/* x, y  the texel below and right of the corner */
NBL_FUNCTION nbl_float32_t4 NBL_CAT(NBL_BLUR_NAME, _down)(uint32_t x_, uint32_t y_, nbl_blur_constants_t constants_) {
    nbl_float32_t4 sample_[9]; /* row by row */
    nbl_float32_t4 sum_ = nbl_splat_4(0.0f);
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < 9u; k_++) sample_[k_] =
        NBL_CAT(NBL_BLUR_NAME, _sample)(x_, y_, 2u * (k_ % 3u), 2u * (k_ / 3u), constants_);
    NBL_UNROLL for (uint32_t g_ = 0u; g_ < 4u; g_++) {
        uint32_t k_ = g_ + g_ / 2u; /* its first sample: 0, 1, 3, 4 */
        nbl_float32_t4 mean_ =
            NBL_CAT(NBL_BLUR_NAME, _mean)(sample_[k_], sample_[k_ + 1u], sample_[k_ + 3u], sample_[k_ + 4u]);
        sum_ = nbl_vector_add(sum_, NBL_CAT(NBL_BLUR_NAME, _weighted)(mean_, 0.125f));
    }
    nbl_float32_t4 inner_ = NBL_CAT(NBL_BLUR_NAME, _mean)(NBL_CAT(NBL_BLUR_NAME, _sample)(x_, y_, 1u, 1u, constants_),
                                                          NBL_CAT(NBL_BLUR_NAME, _sample)(x_, y_, 3u, 1u, constants_),
                                                          NBL_CAT(NBL_BLUR_NAME, _sample)(x_, y_, 1u, 3u, constants_),
                                                          NBL_CAT(NBL_BLUR_NAME, _sample)(x_, y_, 3u, 3u, constants_));
    sum_ = nbl_vector_add(sum_, NBL_CAT(NBL_BLUR_NAME, _weighted)(inner_, 0.5f));
    float32_t whole_ = 1.0f;
    if (NBL_PARAMETER(step) == NBL_BLUR_FIRST_DOWN) whole_ = nbl_bloom_reciprocal(sum_.w);
    return nbl_vector_4(sum_.x * whole_, sum_.y * whole_, sum_.z * whole_, 0.0f);
}

/* The weight of the four texels, for even and for odd places. */
NBL_FUNCTION float32_t NBL_CAT(NBL_BLUR_NAME, _tent)(uint32_t k_, uint32_t parity_) {
    uint32_t from_left_ = parity_ == 0u ? k_ : 3u - k_;
    float32_t outer_ = from_left_ == 0u ? 0.0625f : 0.1875f;
    float32_t inner_ = from_left_ == 1u ? 0.3125f : 0.4375f;
    return from_left_ == 0u || from_left_ == 3u ? outer_ : inner_;
}

NBL_FUNCTION nbl_float32_t4 NBL_CAT(NBL_BLUR_NAME, _up)(uint32_t x_, uint32_t y_, nbl_blur_constants_t constants_) {
    uint32_t right_ = x_ & 1u;
    uint32_t below_ = y_ & 1u;
    nbl_float32_t4 sum_ = nbl_splat_4(0.0f);
    NBL_UNROLL for (uint32_t j_ = 0u; j_ < 4u; j_++) {
        nbl_float32_t4 row_ = nbl_splat_4(0.0f);
        NBL_UNROLL for (uint32_t i_ = 0u; i_ < 4u; i_++) {
            nbl_float32_t4 texel_ =
                NBL_CAT(NBL_BLUR_NAME, _texel)((x_ >> 1u) + right_, (y_ >> 1u) + below_, i_, j_, constants_);
            row_ = nbl_vector_add(row_, nbl_vector_scale(texel_, NBL_CAT(NBL_BLUR_NAME, _tent)(i_, right_)));
        }
        sum_ = nbl_vector_add(sum_, nbl_vector_scale(row_, NBL_CAT(NBL_BLUR_NAME, _tent)(j_, below_)));
    }
    return sum_;
}

/* x, y  a texel of what is written */
NBL_FUNCTION void NBL_BLUR_NAME(uint32_t x_, uint32_t y_, nbl_blur_constants_t constants_) {
    uint32_t index_ = y_ * constants_.width + x_;
    if (NBL_PARAMETER(step) <= NBL_BLUR_DOWN) {
        NBL_BLUR_LEVEL_WRITE(constants_.at + index_, NBL_CAT(NBL_BLUR_NAME, _down)(2u * x_, 2u * y_, constants_));
    } else {
        nbl_float32_t4 blurred_ = NBL_CAT(NBL_BLUR_NAME, _up)(x_, y_, constants_);
        if (NBL_PARAMETER(step) == NBL_BLUR_UP) {
            nbl_float32_t4 own_ = NBL_BLUR_LEVEL(constants_.at + index_);
            NBL_BLUR_LEVEL_WRITE(constants_.at + index_, nbl_vector_add(nbl_vector_scale(own_, constants_.keep),
                                                                        nbl_vector_scale(blurred_, constants_.spread)));
        } else {
            NBL_BLUR_TARGET(index_, nbl_blur_combine(blurred_, NBL_BLUR_SOURCE(index_), NBL_PARAMETER(combine),
                                                     NBL_PARAMETER(threshold) == 1, constants_));
        }
    }
}

#undef NBL_BLUR_NAME
