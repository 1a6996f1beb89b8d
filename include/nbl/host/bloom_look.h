/* The steps before and after a bloom (or a blur): which light of an image blooms, how much highlights are boosted, and
 * where and in which channels the bloom is seen.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Images are float32 RGBA and finite. The caller makes the source by
 * nbl_bloom_look_source(), blooms it by nbl/host/bloom.h (or blurs it), and hands that to nbl_bloom_look_finish(). Mode
 * and threshold are the look's alone: the bloom's own mode must be NBL_BLOOM_COMBINE_REPLACE, and it must have no
 * threshold.
 *
 *   source = s boost(T(a))         a the image's texel, T its part above the threshold, s the source mask;
 *                                  boost: all channels times min(boost_min + boost (L - boost_min), boost_max) / L,
 *                                  where the luminance L is above boost_min and boost is not 1
 *   w = combine(b, a, s T(a))      b the source's bloom. The modes are those of nbl/bloom/combine.h; REPLACE and
 *                                  MIX add a - s T(a) to the bloom, the light that did not bloom
 *   result = (1 - m) a + m w       m the mask; a itself in channels that are left out
 *
 *   nbl_bloom_look_init()      returns a look that shows the bloom of the whole image, and nothing else
 *   nbl_bloom_look_check()     checks a look's numbers
 *   nbl_bloom_look_source()    makes of an image what blooms
 *   nbl_bloom_look_finish()    puts the bloom into the image
 *
 * Nothing here prints, exits or keeps global state. All functions are thread-safe. Texels do not depend on each other:
 * an image may be given in parts, each with the pointers of its first texel, those to the masks too.
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
#define NBL_BLOOM_CHANNEL_ALPHA 8u /* the caller blooms alpha, too: see nbl_bloom_look_finish() */

typedef struct nbl_bloom_look_t {
    nbl_bloom_combine_t combine;
    float intensity;    /* of the bloom: in MIX 0 to 1, its share; in ADD 0 or more, its factor; in REPLACE not used */
    bool threshold;     /* true: only light above threshold_at blooms, with a soft edge of width knee */
    float threshold_at; /* 0 or more */
    float knee;         /* 0 to threshold_at */
    float boost;        /* factor for the luminance beyond boost_min; more than 0; 1: no boost */
    float boost_min;    /* luminance, 0 or more */
    float boost_max;    /* the boosted luminance is cut off here; not below boost_min; infinity: not cut off */
    const float *source_mask; /* what part of each texel blooms, 0 to 1, a number per texel; NULL: all */
    const float *mask;        /* how much of the bloom each texel shows, 0 to 1, a number per texel; NULL: all */
    uint32_t channels;        /* in which the bloom is seen: a sum of NBL_BLOOM_CHANNEL_*; the others keep the image */
} nbl_bloom_look_t;

/* Returns a look with which the source is the image and the result is its bloom: REPLACE, intensity 1, no threshold
 * (threshold_at 1 and knee 0.5, for a caller that sets `threshold`), boost 1, boost_min 1, boost_max infinity, no
 * masks, all channels but alpha. */
nbl_bloom_look_t nbl_bloom_look_init(void);

/* Checks that every number of a look is in its range; masks are not read. Errors: ARGUMENT, naming the member.
 *
 * look   not NULL
 * error  receives a message; NULL: none */
nbl_result_t nbl_bloom_look_check(const nbl_bloom_look_t *look, nbl_error_t *error);

/* Makes what blooms.
 *
 * look    not NULL; nbl_bloom_look_check() has found nothing wrong with it
 * image   4 x texels finite floats, RGBA
 * texels  how many the image has, and each mask
 * source  receives 4 x texels floats; not `image`
 * part    receives 4 x texels floats for nbl_bloom_look_finish(): s T(a), which is not boosted. With neither a
 *         threshold nor a source mask that is the image: NULL may then be passed here, and the image to
 *         nbl_bloom_look_finish() */
void nbl_bloom_look_source(const nbl_bloom_look_t *look, const float *image, size_t texels, float *source, float *part);

/* Puts the source's bloom into the image. The result takes the place of the bloom in memory.
 *
 * Alpha is the image's, but with NBL_BLOOM_CHANNEL_ALPHA. The caller then blooms a second, grey picture, whose red,
 * green and blue are each the image's alpha, and puts one colour of that bloom into the alpha of `result`. The alpha
 * that comes out is 0 to 1.
 *
 * look    as given to nbl_bloom_look_source()
 * image   as given there
 * part    as made there, or the image
 * result  4 x texels floats: on entry the bloom of the source, on return the result; not `image` and not `part` */
void nbl_bloom_look_finish(const nbl_bloom_look_t *look, const float *image, const float *part, size_t texels,
                           float *result);

#if defined(__cplusplus)
}
#endif

#endif
