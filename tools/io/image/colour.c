/* Colours by Little CMS: ICC profiles of files that are read, primaries, and the profiles of files that are written.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In memory light is linear, of sRGB's primaries, with white at (1, 1, 1). A profile's own white becomes (1, 1, 1): the
 * relative colorimetric intent. Colours outside sRGB's primaries have negative components.
 */
#include "io/image/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lcms2.h>
#include <lcms2_plugin.h> /* needs lcms2.h before it */

/* ITU-R BT.709, which are sRGB's (IEC 61966-2-1): red x, y, green x, y, blue x, y, white x, y. */
static const float rec709[8] = {.64f, .33f, .3f, .6f, .15f, .06f, .3127f, .329f};

/* ---- Memory: Little CMS reports a damaged file and a lack of memory alike, and leaks blocks on errors. So its
 * allocations are counted here: a failed one is noticed, and the rest is freed with the context. */

enum { MOST_BYTES = 1 << 29 }; /* of a block; chosen: a table of four inks, 33 steps each, has 14 MB */

typedef struct block {
    struct block *previous, *next;
} block;

/* The head of a block that a context of Little CMS allocated; the blocks of a context form a ring. */
typedef struct {
    block ring;
    bool no_memory;
} memory;

static memory *memory_of(cmsContext context) { return cmsGetContextUserData(context); }

static void *keep(cmsContext context, block *made, cmsUInt32Number size) {
    memory *all = memory_of(context);
    if (!made) {
        all->no_memory = all->no_memory || size <= MOST_BYTES;
        return NULL;
    }
    made->previous = &all->ring;
    made->next = all->ring.next;
    made->previous->next = made->next->previous = made;
    return made + 1;
}

static void forget(block *kept) {
    kept->previous->next = kept->next;
    kept->next->previous = kept->previous;
}

static void *allocate(cmsContext context, cmsUInt32Number size) {
    return keep(context, size <= MOST_BYTES ? malloc(sizeof(block) + size) : NULL, size);
}

static void release(cmsContext context, void *data) {
    (void)context;
    if (!data) return;
    forget((block *)data - 1);
    free((block *)data - 1);
}

static void *reallocate(cmsContext context, void *data, cmsUInt32Number size) {
    if (!data) return allocate(context, size);
    block *old = (block *)data - 1, *made = NULL;
    forget(old);
    if (size <= MOST_BYTES) made = realloc(old, sizeof(block) + size);
    if (!made) keep(context, old, size); /* the old block stays as it is */
    return keep(context, made, size);
}

static cmsContext make_context(memory *all) {
    cmsPluginMemHandler handler = {
        {cmsPluginMagicNumber, 2000, cmsPluginMemHandlerSig, NULL}, allocate, release, reallocate, NULL, NULL, NULL};
    *all = (memory){.ring = {&all->ring, &all->ring}};
    cmsContext context = cmsCreateContext(&handler, all);
    all->no_memory = all->no_memory || !context;
    return context;
}

static void delete_context(cmsContext context, memory *all) {
    if (context) cmsDeleteContext(context);
    while (all->ring.next && all->ring.next != &all->ring) {
        block *left = all->ring.next;
        forget(left);
        free(left);
    }
}

/* ---- Profiles of our own */

/* Returns a profile, NULL if xy are no primaries or memory ran out.
 *
 * xy         red x, y, green x, y, blue x, y, white x, y
 * is_linear  linear light; else sRGB's curve
 * grey       of one channel, with the white of xy */
static cmsHPROFILE profile_of(cmsContext context, const float xy[8], bool is_linear, bool grey) {
    const cmsFloat64Number curve[5] = {2.4, 1.0 / 1.055, 0.055 / 1.055, 1.0 / 12.92, 0.04045};
    const cmsCIExyY white = {(double)xy[6], (double)xy[7], 1.0};
    const cmsCIExyYTRIPLE primaries = {
        {(double)xy[0], (double)xy[1], 1.0}, {(double)xy[2], (double)xy[3], 1.0}, {(double)xy[4], (double)xy[5], 1.0}};
    cmsToneCurve *tone = is_linear ? cmsBuildGamma(context, 1.0) : cmsBuildParametricToneCurve(context, 4, curve);
    cmsToneCurve *tones[3] = {tone, tone, tone};
    bool good = tone != NULL;
    for (int i = 0; i < 8; i++) good = good && isfinite(xy[i]);
    for (int i = 1; i < 8; i += 2) good = good && xy[i] > 0.0f;
    cmsHPROFILE profile = !good  ? NULL
                          : grey ? cmsCreateGrayProfileTHR(context, &white, tone)
                                 : cmsCreateRGBProfileTHR(context, &white, &primaries, tones);
    if (tone) cmsFreeToneCurve(tone);
    return profile;
}

static bool are_near(const float a[8], const float b[8]) {
    float most = 0.0f;
    for (int i = 0; i < 8; i++) most = fmaxf(most, fabsf(a[i] - b[i]));
    return most <= 1e-3f;
}

bool nbl_image_has_own_primaries(const nbl_image *image) {
    return image->has_chromaticities && !are_near(image->chromaticities, rec709);
}

bool nbl_image_make_profile(const nbl_image *image, bool is_linear, bool grey, nbl_image_bytes *bytes) {
    memory memory;
    bool good = false;
    const bool own = is_linear && nbl_image_has_own_primaries(image);
    cmsContext context = make_context(&memory);
    cmsHPROFILE profile = context ? profile_of(context, own ? image->chromaticities : rec709, is_linear, grey) : NULL;
    if (context && !profile && !memory.no_memory)
        profile = profile_of(context, rec709, is_linear, grey); /* the image's are no primaries */
    cmsMLU *name = profile ? cmsMLUalloc(context, 1) : NULL;
    cmsUInt32Number size = 0;
    unsigned char *data = NULL;
    if (name &&
        cmsMLUsetASCII(name, "en", "US",
                       grey        ? is_linear ? "Linear grey" : "Grey of sRGB's curve"
                       : own       ? "Linear RGB"
                       : is_linear ? "Linear sRGB"
                                   : "sRGB") &&
        cmsWriteTag(profile, cmsSigProfileDescriptionTag, name) && cmsSaveProfileToMem(profile, NULL, &size))
        data = malloc(size);
    if (data && cmsSaveProfileToMem(profile, data, &size) && size > 36) {
        static const unsigned char day[12] = {0x07, 0xd0, 0, 1, 0, 1}; /* the same bytes every day: 2000-01-01 */
        memcpy(data + 24, day, sizeof day);
        good = nbl_image_bytes_put(bytes, 0, data, size);
    }
    free(data);
    if (name) cmsMLUfree(name);
    if (profile) cmsCloseProfile(profile);
    delete_context(context, &memory);
    return good;
}

nbl_image_result nbl_image_matrix_of(const float *from_xy, const float *to_xy, double matrix[9]) {
    memory memory;
    cmsContext context = make_context(&memory);
    cmsHPROFILE from = context ? profile_of(context, from_xy ? from_xy : rec709, true, false) : NULL;
    cmsHPROFILE to = from ? profile_of(context, to_xy ? to_xy : rec709, true, false) : NULL;
    cmsHTRANSFORM transform = to ? cmsCreateTransformTHR(context, from, TYPE_RGB_DBL, to, TYPE_RGB_DBL,
                                                         INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOCACHE)
                                 : NULL;
    bool good = transform != NULL;
    for (int c = 0; transform && c < 3; c++) {
        double unit[3] = {0.0, 0.0, 0.0}, light[3];
        unit[c] = 1.0;
        cmsDoTransform(transform, unit, light, 1);
        for (int row = 0; row < 3; row++) {
            matrix[3 * row + c] = light[row];
            good = good && isfinite(light[row]);
        }
    }
    if (transform) cmsDeleteTransform(transform);
    if (to) cmsCloseProfile(to);
    if (from) cmsCloseProfile(from);
    delete_context(context, &memory);
    return memory.no_memory ? NBL_IMAGE_ERROR_MEMORY : good ? NBL_IMAGE_OK : NBL_IMAGE_ERROR_VALUE;
}

/* ---- Profiles of files */

struct nbl_image_profile {
    memory memory;
    cmsContext context;
    cmsHTRANSFORM transform;
    unsigned components; /* of a code: 1 of grey, 3 of RGB, 4 of inks */
    bool spreads;        /* the file is grey and its profile is of RGB: a grey code is taken three times */
};

/* Converts one code to linear light. */
static void light_of(const nbl_image_profile *profile, const float code[4], float light[3]) {
    const float spread[4] = {code[0], code[0], code[0], 0.0f};
    cmsDoTransform(profile->transform, profile->spreads ? spread : code, light, 1);
}

/* Returns whether a profile's codes are sRGB's, or linear light of sRGB's primaries, as near as codes of 8 and of 12
 * bits can tell. Then this library's own curve is used, which rounds once and keeps every bit of a float. */
static nbl_image_profile_kind kind_of(const nbl_image_profile *profile) {
    enum { STEPS = 16 };
    double off_srgb = 0.0, off_linear = 0.0;
    const int steps[3] = {STEPS, profile->components == 3 ? 4 : 0, profile->components == 3 ? 4 : 0};
    if (profile->components == 4) return NBL_IMAGE_PROFILE_OTHER;
    for (int r = 0; r <= steps[0]; r++)
        for (int g = 0; g <= steps[1]; g++)
            for (int b = 0; b <= steps[2]; b++) {
                const float code[4] = {(float)r / STEPS, (float)g / 4.0f, (float)b / 4.0f, 0.0f};
                float light[3];
                light_of(profile, code, light);
                for (int c = 0; c < 3; c++) {
                    const double value = (double)light[c], wanted = (double)code[profile->components == 3 ? c : 0];
                    off_srgb = fmax(off_srgb, fabs(nbl_image_srgb(fmax(value, 0.0)) - wanted));
                    off_linear = fmax(off_linear, fabs(value - wanted));
                }
            }
    if (off_srgb < 1.0 / 600.0) return NBL_IMAGE_PROFILE_SRGB;
    return off_linear < 1.0 / 8192.0 ? NBL_IMAGE_PROFILE_LINEAR : NBL_IMAGE_PROFILE_OTHER;
}

static bool open_profile(const unsigned char *data, size_t size, nbl_image_profile *profile) {
    cmsHPROFILE from =
        size <= UINT32_MAX ? cmsOpenProfileFromMemTHR(profile->context, data, (cmsUInt32Number)size) : NULL;
    const cmsColorSpaceSignature space = from ? cmsGetColorSpace(from) : cmsSigXYZData;
    profile->spreads = profile->components == 1 && space == cmsSigRgbData;
    const bool rgb = profile->components == 3 || profile->spreads;
    const bool fits = space == (rgb ? cmsSigRgbData : profile->components == 1 ? cmsSigGrayData : cmsSigCmykData);
    const cmsUInt32Number codes = rgb ? TYPE_RGB_FLT : profile->components == 1 ? TYPE_GRAY_FLT : TYPE_CMYK_FLT;
    cmsHPROFILE to = fits ? profile_of(profile->context, rec709, true, false) : NULL;
    if (to)
        profile->transform = cmsCreateTransformTHR(profile->context, from, codes, to, TYPE_RGB_FLT,
                                                   INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOCACHE);
    if (to) cmsCloseProfile(to);
    if (from) cmsCloseProfile(from);
    return profile->transform != NULL;
}

nbl_image_result nbl_image_profile_open(const char *path, const unsigned char *data, size_t size, unsigned components,
                                        nbl_image_profile **profile, nbl_image_profile_kind *kind,
                                        nbl_image_error *error) {
    nbl_image_profile *made = calloc(1, sizeof *made);
    *profile = NULL;
    *kind = NBL_IMAGE_PROFILE_UNUSABLE;
    if (!made) return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory for its profile");
    made->components = components;
    made->context = make_context(&made->memory);
    if (made->context && open_profile(data, size, made)) *kind = kind_of(made);
    if (*kind == NBL_IMAGE_PROFILE_OTHER && !made->memory.no_memory) {
        *profile = made;
        return NBL_IMAGE_OK;
    }
    const bool no_memory = made->memory.no_memory;
    nbl_image_profile_close(made);
    return no_memory ? nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory for its profile") : NBL_IMAGE_OK;
}

void nbl_image_profile_close(nbl_image_profile *profile) {
    if (!profile) return;
    if (profile->transform) cmsDeleteTransform(profile->transform);
    delete_context(profile->context, &profile->memory);
    free(profile);
}

/* Converts one texel in place. A NaN or an infinity stays.
 *
 * multiplied  the codes were multiplied by alpha: they are divided by it, converted, and multiplied again */
static void convert(const nbl_image_profile *profile, bool multiplied, float texel[4]) {
    const float alpha = multiplied ? texel[3] : 1.0f;
    const unsigned count = profile->components;
    float code[4], light[3];
    for (unsigned c = 0; c < count; c++) {
        if (!isfinite(texel[c])) return;
        code[c] = count == 4 ? 100.0f * texel[c] : alpha > 0.0f ? texel[c] / alpha : 0.0f; /* inks in per cent */
    }
    light_of(profile, code, light);
    for (unsigned c = 0; c < 3; c++) texel[c] = (count == 1 ? light[1] : light[c]) * alpha;
}

nbl_image_result nbl_image_profile_apply(const char *path, const nbl_image_profile *profile, bool multiplied,
                                         nbl_image *image, nbl_image_error *error) {
    if (!profile) return NBL_IMAGE_OK;
    for (size_t i = 0; i < (size_t)image->width * image->height; i++)
        convert(profile, multiplied, image->pixels + 4 * i);
    if (!profile->memory.no_memory) return NBL_IMAGE_OK;
    return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to convert its colours");
}
