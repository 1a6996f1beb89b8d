/* nbl:bloom, an operation of GEGL and so of GIMP: convolves the picture with the one on its aux pad, the kernel.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each pixel of the result needs the whole picture. So whatever region GEGL asks for, one process() computes all of it,
 * and GEGL caches the result. Pixels are linear light multiplied by alpha, "RaGaBaA float"; alpha stays as it is.
 */
#define GETTEXT_PACKAGE "gegl-0.4"
#include <glib/gi18n-lib.h>

#ifdef GEGL_PROPERTIES
/* The lists of properties are laid out as in GEGL's own operations. */
/* clang-format off */

enum_start(nbl_bloom_op_padding)
    enum_value(BLOOM_OP_ZERO, "zero", N_("Nothing"))
    enum_value(BLOOM_OP_MIRROR, "mirror", N_("The picture mirrored"))
    enum_value(BLOOM_OP_WRAP, "wrap", N_("The picture again"))
enum_end(BloomOpPadding)

enum_start(nbl_bloom_op_combine)
    enum_value(BLOOM_OP_REPLACE, "replace", N_("In its place"))
    enum_value(BLOOM_OP_MIX, "mix", N_("Mixed with it"))
    enum_value(BLOOM_OP_ADD, "add", N_("Added to it"))
enum_end(BloomOpCombine)

enum_start(nbl_bloom_op_normalize)
    enum_value(BLOOM_OP_LUMINANCE, "luminance", N_("By its luminance"))
    enum_value(BLOOM_OP_NONE, "none", N_("Not at all"))
enum_end(BloomOpNormalize)

enum_start(nbl_bloom_op_invalid)
    enum_value(BLOOM_OP_CLAMP, "clamp", N_("Replace them"))
    enum_value(BLOOM_OP_REFUSE, "refuse", N_("Refuse the picture"))
enum_end(BloomOpInvalid)

property_enum(padding, _("Left and right"), BloomOpPadding, nbl_bloom_op_padding, BLOOM_OP_ZERO)
    description(_("What lies left and right of the picture"))
property_enum(padding_y, _("Above and below"), BloomOpPadding, nbl_bloom_op_padding, BLOOM_OP_ZERO)
    description(_("What lies above and below it"))
property_enum(combine, _("Combine"), BloomOpCombine, nbl_bloom_op_combine, BLOOM_OP_REPLACE)
    description(_("How the bloom comes back to the picture"))
property_double(intensity, _("Intensity"), 1.0)
    description(_("Weight of the bloom that is mixed, 0 to 1, or added"))
    value_range(0.0, 1000.0)
    ui_range(0.0, 1.0)
property_double(sharpening, _("Sharpening"), 0.0)
    description(_("0: the kernel as it is, 1: no bloom"))
    value_range(0.0, 1.0)
property_boolean(bright_only, _("Bright pixels only"), FALSE)
    description(_("Only what is brighter than the threshold blooms"))
property_double(threshold, _("Threshold"), 1.0)
    description(_("Luminance of linear light"))
    value_range(0.0, 1e6)
    ui_range(0.0, 10.0)
property_double(knee, _("Knee"), 0.5)
    description(_("How far below the threshold it begins, softly"))
    value_range(0.0, 1e6)
    ui_range(0.0, 10.0)
property_double(boost, _("Boost"), 1.0)
    description(_("Highlights bloom this much brighter, in the bloom alone"))
    value_range(0.001, 1e6)
    ui_range(1.0, 100.0)
property_double(boost_min, _("Boost from"), 1.0)
    description(_("Luminance of linear light, above which pixels are boosted"))
    value_range(0.0, 1e6)
    ui_range(0.0, 10.0)
property_double(boost_max, _("Boost to"), 1e30)
    description(_("Luminance that a boosted pixel has at most"))
    value_range(0.000001, 1e30)
    ui_range(1.0, 65504.0)
property_boolean(red, _("Red"), TRUE)
    description(_("Whether the bloom changes the red channel"))
property_boolean(green, _("Green"), TRUE)
    description(_("Whether the bloom changes the green channel"))
property_boolean(blue, _("Blue"), TRUE)
    description(_("Whether the bloom changes the blue channel"))
property_enum(normalize, _("Normalize the kernel"), BloomOpNormalize, nbl_bloom_op_normalize, BLOOM_OP_LUMINANCE)
    description(_("What the kernel is divided by"))
property_enum(invalid, _("NaN and infinity"), BloomOpInvalid, nbl_bloom_op_invalid, BLOOM_OP_CLAMP)
    description(_("Of pixels, one of which would make the whole picture black"))
property_double(largest, _("Largest"), 65504.0)
    description(_("What an infinite pixel becomes"))
    value_range(1.0, 1e30)
    ui_range(1.0, 65504.0)

/* clang-format on */
#else

#define GEGL_OP_COMPOSER
#define GEGL_OP_NAME nbl_bloom
#define GEGL_OP_C_SOURCE nbl_bloom.c
#include "gegl-op.h"

#include <math.h>

#include "nbl/fft/parameters.h"
#include "nbl/host/bloom_look.h"

_Static_assert((int)BLOOM_OP_WRAP == NBL_BLOOM_PADDING_WRAP && (int)BLOOM_OP_ADD == NBL_BLOOM_COMBINE_ADD &&
                   (int)BLOOM_OP_NONE == NBL_BLOOM_NORMALIZE_NONE && (int)BLOOM_OP_REFUSE == NBL_BLOOM_INVALID_REFUSE,
               "the properties' values are the library's");

/* ---- Regions */

/* Returns the rectangle of a pad's picture; an empty one if the picture is infinite, as a plain colour is. */
static GeglRectangle bounds_of(GeglOperation *operation, const gchar *pad) {
    const GeglRectangle *bounds = gegl_operation_source_get_bounding_box(operation, pad);
    if (bounds == NULL || gegl_rectangle_is_infinite_plane(bounds)) return *GEGL_RECTANGLE(0, 0, 0, 0);
    return *bounds;
}

static GeglRectangle get_bounding_box(GeglOperation *operation) { return bounds_of(operation, "input"); }

static GeglRectangle get_required_for_output(GeglOperation *operation, const gchar *pad, const GeglRectangle *region) {
    (void)region;
    return bounds_of(operation, pad);
}

static GeglRectangle get_cached_region(GeglOperation *operation, const GeglRectangle *region) {
    (void)region;
    return bounds_of(operation, "input");
}

static GeglRectangle get_invalidated_by_change(GeglOperation *operation, const gchar *pad,
                                               const GeglRectangle *region) {
    (void)pad, (void)region;
    return bounds_of(operation, "input");
}

/* ---- Work */

static const Babl *format_of(GeglOperation *operation) {
    return babl_format_with_space("RaGaBaA float", gegl_operation_get_source_space(operation, "input"));
}

static void prepare(GeglOperation *operation) {
    gegl_operation_set_format(operation, "input", format_of(operation));
    gegl_operation_set_format(operation, "aux", format_of(operation));
    gegl_operation_set_format(operation, "output", format_of(operation));
}

/* Returns a copy of an area's pixels, aligned to 16 bytes or more; to be freed by gegl_free(). */
static float *pixels_of(GeglBuffer *buffer, const GeglRectangle *area, const Babl *format) {
    float *pixels = gegl_malloc(sizeof(float) * 4 * (gsize)area->width * (gsize)area->height);
    if (pixels != NULL) gegl_buffer_get(buffer, area, 1.0, format, pixels, GEGL_AUTO_ROWSTRIDE, GEGL_ABYSS_NONE);
    return pixels;
}

/* Returns whether each texel's red, green and blue have the same bits. Values would not do, since -0 equals 0. */
static bool is_grey(const float *texels, gsize count) {
    for (gsize i = 0; i < 4 * count; i += 4)
        if (memcmp(texels + i, texels + i + 1, sizeof *texels) != 0 ||
            memcmp(texels + i, texels + i + 2, sizeof *texels) != 0)
            return false;
    return true;
}

static nbl_bloom_desc_t describe(const GeglProperties *o, const GeglRectangle *area, const GeglRectangle *kernel_area,
                                 const float *kernel) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = (uint32_t)area->width;
    desc.height = (uint32_t)area->height;
    desc.kernel_width = (uint32_t)kernel_area->width;
    desc.kernel_height = (uint32_t)kernel_area->height;
    desc.padding_x = (nbl_bloom_padding_t)o->padding;
    desc.padding_y = (nbl_bloom_padding_t)o->padding_y;
    desc.normalize = (nbl_bloom_normalize_t)o->normalize;
    desc.invalid = (nbl_bloom_invalid_t)o->invalid;
    desc.largest = (float)o->largest;
    desc.algorithm = NBL_FFT_STOCKHAM;
    desc.grey_kernel = is_grey(kernel, (gsize)desc.kernel_width * desc.kernel_height);
    return desc;
}

static nbl_bloom_look_t look_of(const GeglProperties *o) {
    nbl_bloom_look_t look = nbl_bloom_look_init();
    look.combine = (nbl_bloom_combine_t)o->combine;
    look.intensity = (float)o->intensity;
    look.threshold = o->bright_only;
    look.threshold_at = (float)o->threshold;
    look.knee = (float)MIN(o->knee, o->threshold);
    look.boost = (float)o->boost;
    look.boost_min = (float)o->boost_min;
    look.boost_max = (float)MAX(o->boost_max, o->boost_min);
    look.channels = (o->red ? NBL_BLOOM_CHANNEL_RED : 0u) | (o->green ? NBL_BLOOM_CHANNEL_GREEN : 0u) |
                    (o->blue ? NBL_BLOOM_CHANNEL_BLUE : 0u);
    return look;
}

/* Blooms with a look, which the bloom's own passes do not know: boost, and each channel by its own part of the
 * kernel. */
static nbl_result_t bloom_by_look(const nbl_bloom_desc_t *desc, const nbl_bloom_frame_t *frame,
                                  const nbl_bloom_look_t *look, float *image, const float *kernel, float *result,
                                  uint32_t threads, nbl_error_t *error) {
    const gsize texels = (gsize)desc->width * desc->height;
    float *source = gegl_malloc(sizeof(float) * 4 * texels), *part = gegl_malloc(sizeof(float) * 4 * texels);
    nbl_result_t done = nbl_bloom_look_check(look, error);
    for (gsize i = 0; desc->invalid == NBL_BLOOM_INVALID_CLAMP && i < 4 * texels; i++)
        if (!isfinite(image[i])) image[i] = isnan(image[i]) ? 0.0f : copysignf(desc->largest, image[i]);
    nbl_bloom_look_source(look, image, texels, source, part);
    if (done == NBL_SUCCESS) done = nbl_bloom_array(desc, frame, source, kernel, result, threads, error);
    nbl_bloom_look_finish(look, image, part, texels, result);
    gegl_free(source);
    gegl_free(part);
    return done;
}

static nbl_result_t bloom(const GeglProperties *o, const GeglRectangle *area, float *image,
                          const GeglRectangle *kernel_area, const float *kernel, float *result, nbl_error_t *error) {
    nbl_bloom_desc_t desc = describe(o, area, kernel_area, kernel);
    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    const nbl_bloom_look_t look = look_of(o);
    gint threads = 0;
    frame.sharpening = (float)o->sharpening;
    g_object_get(gegl_config(), "threads", &threads, NULL);
    threads = CLAMP(threads, 1, 64);
    if (look.boost != 1.0f || look.channels != 7u)
        return bloom_by_look(&desc, &frame, &look, image, kernel, result, (uint32_t)threads, error);
    desc.combine = look.combine;
    desc.threshold = look.threshold;
    frame.intensity = look.intensity;
    frame.threshold = look.threshold_at;
    frame.knee = look.knee;
    return nbl_bloom_array(&desc, &frame, image, kernel, result, (uint32_t)threads, error);
}

static gboolean process(GeglOperation *operation, GeglBuffer *input, GeglBuffer *aux, GeglBuffer *output,
                        const GeglRectangle *region, gint level) {
    const GeglRectangle area = bounds_of(operation, "input"), kernel_area = bounds_of(operation, "aux");
    const Babl *format = format_of(operation);
    (void)level;
    if (aux == NULL || gegl_rectangle_is_empty(&kernel_area) || gegl_rectangle_is_empty(&area)) {
        gegl_buffer_copy(input, region, GEGL_ABYSS_NONE, output, region); /* no kernel, no bloom */
        return TRUE;
    }
    nbl_error_t error = {"out of memory"};
    float *image = pixels_of(input, &area, format), *kernel = pixels_of(aux, &kernel_area, format);
    float *result = gegl_malloc(sizeof(float) * 4 * (gsize)area.width * (gsize)area.height);
    const bool done =
        image != NULL && kernel != NULL && result != NULL &&
        bloom(GEGL_PROPERTIES(operation), &area, image, &kernel_area, kernel, result, &error) == NBL_SUCCESS;
    if (done) {
        gegl_buffer_set(output, &area, 0, format, result, GEGL_AUTO_ROWSTRIDE);
    } else { /* copy the picture: pixels left unwritten would be black, and GEGL tells no caller that it failed */
        gegl_buffer_copy(input, &area, GEGL_ABYSS_NONE, output, &area);
        g_log("GEGL", G_LOG_LEVEL_MESSAGE, "nbl:bloom: %s", error.text); /* GIMP shows messages of this domain */
        /* GEGL's processing returns nothing, and its command exits 0. With G_DEBUG=fatal-criticals this line ends
         * it. */
        g_log("nbl", G_LOG_LEVEL_CRITICAL, "nbl:bloom: the picture stays as it was");
    }
    gegl_free(image);
    gegl_free(kernel);
    gegl_free(result);
    return TRUE;
}

static void gegl_op_class_init(GeglOpClass *class) {
    GeglOperationClass *operation_class = GEGL_OPERATION_CLASS(class);
    operation_class->prepare = prepare;
    operation_class->get_bounding_box = get_bounding_box;
    operation_class->get_required_for_output = get_required_for_output;
    operation_class->get_cached_region = get_cached_region;
    operation_class->get_invalidated_by_change = get_invalidated_by_change;
    operation_class->threaded = FALSE; /* the library has threads of its own */
    operation_class->opencl_support = FALSE;
    GEGL_OPERATION_COMPOSER_CLASS(class)->process = process;
    GEGL_OPERATION_COMPOSER_CLASS(class)->aux_label = _("Kernel");
    GEGL_OPERATION_COMPOSER_CLASS(class)->aux_description = _("What a point of light becomes; its centre is the point");
    gegl_operation_class_set_keys(operation_class, "name", "nbl:bloom", "title", _("Bloom"), "categories", "light",
                                  "description", _("Spreads light as a lens does, by a kernel of any size"), NULL);
}

#endif
