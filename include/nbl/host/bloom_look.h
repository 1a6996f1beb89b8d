/* What of an image blooms, and where its bloom shows: a boost of highlights, masks and channels, around any bloom or
 * blur.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Images are float32 RGBA and finite; alpha passes through. The bloom between the two functions
 * has NBL_BLOOM_COMBINE_REPLACE and no threshold, since both are here:
 *
 *   source = s boost(T(a))         a the image's texel, T its part above the threshold, s the source mask;
 *                                  boost: luminance L above boost_min becomes boost_min + boost (L - boost_min)
 *   w = combine(b, a, s T(a))      b the source's bloom; nbl/bloom/combine.h: what does not bloom comes back
 *   result = (1 - m) a + m w       m the mask; a itself in channels that are left out
 *
 *   nbl_bloom_look_init()      returns a look that changes nothing
 *   nbl_bloom_look_check()     checks a look's numbers
 *   nbl_bloom_look_source()    makes of an image what blooms
 *   nbl_bloom_look_finish()    puts the bloom into the image
 *
 * Nothing here prints, exits or keeps global state. All functions are thread-safe; parts of an image may be computed by
 * several calls.
 */
#ifndef NBL_HOST_BLOOM_LOOK_H
#define NBL_HOST_BLOOM_LOOK_H

#include "nbl/host/bloom.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Bits of nbl_bloom_look_t.channels. */
#define NBL_BLOOM_CHANNEL_RED 1u
#define NBL_BLOOM_CHANNEL_GREEN 2u
#define NBL_BLOOM_CHANNEL_BLUE 4u

typedef struct nbl_bloom_look_t {
    nbl_bloom_combine_t combine;
    float intensity;          /* of the bloom, as in nbl_bloom_frame_t */
    bool threshold;           /* only what is brighter than the next two say blooms */
    float threshold_at, knee; /* 0 or more; 0 to threshold_at */
    float boost;              /* of luminance above boost_min, above 0; 1: none */
    float boost_min;          /* luminance, 0 or more */
    float boost_max;          /* luminance that a boosted texel has at most; not below boost_min; infinity: no limit */
    const float *source_mask; /* what part of each texel blooms, 0 to 1, a number per texel; NULL: all */
    const float *mask;        /* how much of the bloom each texel shows, 0 to 1, a number per texel; NULL: all */
    uint32_t channels;        /* that the bloom changes: a sum of NBL_BLOOM_CHANNEL_* */
} nbl_bloom_look_t;

/* Returns a look that makes of an image itself, and of its bloom itself: REPLACE, intensity 1, no threshold (at 1, knee
 * 0.5), boost 1 above luminance 1 without a limit, no masks, all channels. */
nbl_bloom_look_t nbl_bloom_look_init(void);

/* Checks that every number of a look is in its range; masks are not read. Errors: ARGUMENT, naming the member.
 *
 * look  not NULL */
nbl_result_t nbl_bloom_look_check(const nbl_bloom_look_t *look, nbl_error_t *error);

/* Makes what blooms.
 *
 * look    not NULL, fit by nbl_bloom_look_check()
 * image   4 x texels finite floats, RGBA
 * texels  the image's, and the masks'
 * source  receives 4 x texels floats; not `image`
 * part    receives 4 x texels floats for nbl_bloom_look_finish(): s T(a), which is not boosted. NULL: not needed, as
 *         without threshold and source mask it is the image */
void nbl_bloom_look_source(const nbl_bloom_look_t *look, const float *image, size_t texels, float *source, float *part);

/* Puts the source's bloom into the image. Alpha is the image's.
 *
 * look    as given to nbl_bloom_look_source()
 * image   as given there
 * part    as made there, or the image
 * result  4 x texels floats: the bloom of the source, which becomes the result */
void nbl_bloom_look_finish(const nbl_bloom_look_t *look, const float *image, const float *part, size_t texels,
                           float *result);

#if defined(__cplusplus)
}
#endif

#endif
