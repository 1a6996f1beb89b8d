/* A Gaussian by several box blurs of a line, each a difference of prefix sums: one workgroup, one line of one channel.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants):
 *   NBL_BLUR_NAME        prefix
 *   NBL_PARAMETER(axis)  0: along x, from the image to the lines in between; 1: along y, from these to the target
 *   NBL_PARAMETER(wrap)  NBL_BLUR_REPEAT, _CLAMP, _BORDER or _MIRROR
 *   NBL_PARAMETER(rounds)  a power of two: a line has at most rounds * 4 * NBL_BLUR_INVOCATIONS texels
 *   NBL_BLUR_REGISTERS   4 * rounds, or more
 *   NBL_PARAMETER(combine), NBL_PARAMETER(threshold)   of nbl/bloom/combine.h
 *   NBL_BLUR_SCAN(x)     the inclusive scan of nbl_blur_sum_t x[NBL_BLUR_REGISTERS], by nbl/workgroup/arithmetic.h, with
 *   NBL_BLUR_SCAN_INDEX(round)
 *   NBL_BLUR_SHARED_GET(i), NBL_BLUR_SHARED_SET(i, sum), NBL_BLUR_BARRIER()   as many sums as a line has texels
 *   NBL_BLUR_SOURCE(i)   texel i of the image
 *   NBL_BLUR_LINES(i), NBL_BLUR_LINES_WRITE(i, value)   by channel, column, row: a column's texels lie side by side
 *   NBL_BLUR_TARGET_CHANNEL(i, channel, value)
 *
 *   texels           x0   x1   x2   x3  ..          P(j): the sum before texel j,
 *   sums      P(0)=0    P(1) P(2) P(3)  ..          shared memory holds P(i + 1) at i
 *   box of radius 1 around x2:  P(4) - P(1)
 */
#include "nbl/blur/constants.h"

/* What continues a line to both sides. */
NBL_STRUCT(NBL_CAT(NBL_BLUR_NAME, _line_t)) {
    uint32_t texels;
    uint32_t periods; /* that go before the line, so that no index is negative */
    nbl_blur_sum_t all;
    float32_t first;
    float32_t last;
};

/* P(j) of the line itself, j 0 to its length. */
NBL_FUNCTION nbl_blur_sum_t NBL_CAT(NBL_BLUR_NAME, _within)(uint32_t j_) {
    nbl_blur_sum_t sum_ = nbl_blur_add_identity();
    if (j_ > 0u) sum_ = NBL_BLUR_SHARED_GET(j_ - 1u);
    return sum_;
}

/* P(j) of the line continued. */
NBL_FUNCTION nbl_blur_sum_t NBL_CAT(NBL_BLUR_NAME, _before)(int32_t j_, NBL_CAT(NBL_BLUR_NAME, _line_t) line_) {
    int32_t n_ = NBL_CAST(int32_t, line_.texels);
    nbl_blur_sum_t sum_;
    if (NBL_PARAMETER(wrap) == NBL_BLUR_REPEAT || NBL_PARAMETER(wrap) == NBL_BLUR_MIRROR) {
        uint32_t period_ = NBL_PARAMETER(wrap) == NBL_BLUR_MIRROR ? 2u * line_.texels : line_.texels;
        uint32_t shifted_ = NBL_CAST(uint32_t, j_ + NBL_CAST(int32_t, line_.periods * period_));
        uint32_t turns_ = shifted_ / period_;
        uint32_t phase_ = shifted_ - turns_ * period_;
        float32_t whole_ = NBL_CAST(float32_t, NBL_CAST(int32_t, turns_) - NBL_CAST(int32_t, line_.periods));
        if (NBL_PARAMETER(wrap) == NBL_BLUR_MIRROR) whole_ = 2.0f * whole_;
        if (phase_ > line_.texels) { /* backwards: twice the line, less what is left of it */
            nbl_blur_sum_t left_ = NBL_CAT(NBL_BLUR_NAME, _within)(period_ - phase_);
            sum_ = nbl_blur_add(nbl_blur_scaled(line_.all, whole_ + 2.0f), nbl_blur_sum(-left_.value, -left_.error));
        } else {
            sum_ = NBL_CAT(NBL_BLUR_NAME, _within)(phase_);
            if (whole_ != 0.0f) sum_ = nbl_blur_add(nbl_blur_scaled(line_.all, whole_), sum_);
        }
    } else {
        int32_t nearest_ = j_ < 0 ? 0 : j_;
        nearest_ = nearest_ < n_ ? nearest_ : n_;
        sum_ = NBL_CAT(NBL_BLUR_NAME, _within)(NBL_CAST(uint32_t, nearest_));
        if (NBL_PARAMETER(wrap) == NBL_BLUR_CLAMP && nearest_ != j_) {
            float32_t edge_ = j_ < 0 ? line_.first : line_.last;
            sum_ = nbl_blur_add(sum_, nbl_blur_sum(NBL_CAST(float32_t, j_ - nearest_) * edge_, 0.0f));
        }
    }
    return sum_;
}

/* One box around texel i. */
NBL_FUNCTION float32_t NBL_CAT(NBL_BLUR_NAME, _box)(uint32_t i_, NBL_CAT(NBL_BLUR_NAME, _line_t) line_,
                                                    nbl_blur_constants_t constants_) {
    int32_t at_ = NBL_CAST(int32_t, i_);
    int32_t radius_ = NBL_CAST(int32_t, constants_.radius);
    float32_t narrow_ = nbl_blur_between(NBL_CAT(NBL_BLUR_NAME, _before)(at_ - radius_, line_),
                                         NBL_CAT(NBL_BLUR_NAME, _before)(at_ + radius_ + 1, line_));
    float32_t wide_ = nbl_blur_between(NBL_CAT(NBL_BLUR_NAME, _before)(at_ - radius_ - 1, line_),
                                       NBL_CAT(NBL_BLUR_NAME, _before)(at_ + radius_ + 2, line_));
    return constants_.inner * narrow_ + constants_.outer * wide_;
}

NBL_FUNCTION float32_t NBL_CAT(NBL_BLUR_NAME, _channel)(nbl_float32_t4 rgba_, uint32_t channel_) {
    return channel_ == 0u ? rgba_.x : channel_ == 1u ? rgba_.y : rgba_.z;
}

NBL_FUNCTION float32_t NBL_CAT(NBL_BLUR_NAME, _load)(uint32_t line_, uint32_t channel_, uint32_t i_,
                                                     nbl_blur_constants_t constants_) {
    float32_t value_ = 0.0f;
    if (NBL_PARAMETER(axis) == 0) {
        nbl_float32_t4 rgba_ = NBL_BLUR_SOURCE(line_ * constants_.width + i_);
        if (NBL_PARAMETER(threshold) == 1)
            rgba_ = nbl_bloom_above(rgba_, constants_.threshold, constants_.knee, constants_.knee_scale);
        value_ = NBL_CAT(NBL_BLUR_NAME, _channel)(rgba_, channel_);
    } else {
        value_ = NBL_BLUR_LINES((channel_ * constants_.width + line_) * constants_.height + i_);
    }
    return value_;
}

NBL_FUNCTION void NBL_CAT(NBL_BLUR_NAME, _store)(uint32_t line_, uint32_t channel_, uint32_t i_, float32_t value_,
                                                 nbl_blur_constants_t constants_) {
    if (NBL_PARAMETER(axis) == 0) {
        NBL_BLUR_LINES_WRITE((channel_ * constants_.width + i_) * constants_.height + line_, value_);
    } else {
        uint32_t index_ = i_ * constants_.width + line_;
        nbl_float32_t4 texel_ = NBL_BLUR_SOURCE(index_);
        nbl_float32_t4 blurred_ = {value_, value_, value_, 0.0f};
        nbl_float32_t4 rgba_ =
            nbl_blur_combine(blurred_, texel_, NBL_PARAMETER(combine), NBL_PARAMETER(threshold) == 1, constants_);
        NBL_BLUR_TARGET_CHANNEL(index_, channel_, NBL_CAT(NBL_BLUR_NAME, _channel)(rgba_, channel_));
        if (channel_ == 0u) NBL_BLUR_TARGET_CHANNEL(index_, 3u, texel_.w);
    }
}

NBL_FUNCTION void NBL_BLUR_NAME(nbl_blur_constants_t constants_) {
    uint32_t line_ = nbl_workgroup_index() / 3u;
    uint32_t channel_ = nbl_workgroup_index() - 3u * line_;
    uint32_t lines_ = NBL_PARAMETER(axis) == 0 ? constants_.height : constants_.width;
    NBL_CAT(NBL_BLUR_NAME, _line_t) ends_;
    ends_.texels = NBL_PARAMETER(axis) == 0 ? constants_.width : constants_.height;
    ends_.periods = constants_.radius / ends_.texels + 2u;
    nbl_blur_sum_t x_[NBL_BLUR_REGISTERS];
    if (line_ < lines_) { /* the same for all of a workgroup */
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < 4u * NBL_PARAMETER(rounds); k_++) {
            uint32_t i_ = NBL_BLUR_SCAN_INDEX(k_ / 4u) + k_ % 4u;
            x_[k_] = nbl_blur_add_identity();
            if (i_ < ends_.texels)
                x_[k_] = nbl_blur_sum(NBL_CAT(NBL_BLUR_NAME, _load)(line_, channel_, i_, constants_), 0.0f);
        }
        for (uint32_t b_ = 0u; b_ < constants_.boxes; b_++) {
            if (b_ > 0u) NBL_BLUR_BARRIER();
            ends_.all = NBL_BLUR_SCAN(x_);
            NBL_BLUR_BARRIER(); /* what the scan wrote there has been read */
            NBL_UNROLL for (uint32_t k_ = 0u; k_ < 4u * NBL_PARAMETER(rounds); k_++) {
                uint32_t i_ = NBL_BLUR_SCAN_INDEX(k_ / 4u) + k_ % 4u;
                if (i_ < ends_.texels) NBL_BLUR_SHARED_SET(i_, x_[k_]);
            }
            NBL_BLUR_BARRIER();
            ends_.first = nbl_blur_between(nbl_blur_add_identity(), NBL_CAT(NBL_BLUR_NAME, _within)(1u));
            ends_.last = nbl_blur_between(NBL_CAT(NBL_BLUR_NAME, _within)(ends_.texels - 1u), ends_.all);
            NBL_UNROLL for (uint32_t k_ = 0u; k_ < 4u * NBL_PARAMETER(rounds); k_++) {
                uint32_t i_ = NBL_BLUR_SCAN_INDEX(k_ / 4u) + k_ % 4u;
                x_[k_] = nbl_blur_add_identity();
                if (i_ < ends_.texels) x_[k_] = nbl_blur_sum(NBL_CAT(NBL_BLUR_NAME, _box)(i_, ends_, constants_), 0.0f);
            }
        }
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < 4u * NBL_PARAMETER(rounds); k_++) {
            uint32_t i_ = NBL_BLUR_SCAN_INDEX(k_ / 4u) + k_ % 4u;
            if (i_ < ends_.texels) NBL_CAT(NBL_BLUR_NAME, _store)(line_, channel_, i_, x_[k_].value, constants_);
        }
    }
}

#undef NBL_BLUR_NAME
