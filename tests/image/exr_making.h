/* EXR files of any kind for the suites of tests/image, made without the code under test: by OpenEXRCore, and by
 * OpenEXR's plain-C RGBA interface.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_EXR_MAKING_H
#define NBL_TESTS_EXR_MAKING_H

#include "image_testing.h"

#include <ImfCRgbaFile.h>
#include <openexr.h>

typedef struct {
    const char *name; /* R, G, B, A, Y or another one */
    exr_pixel_type_t type;
    int32_t sampling;
} exr_channel;

typedef struct {
    int32_t min_x, min_y, width, height;
    exr_compression_t compression;
    exr_storage_t storage; /* deep chunks hold garbage */
    int32_t tile_width, tile_height, parts;
    nbl_image_channels known; /* whose known_value fills R, G, B, A and Y */
    exr_channel channels[6];
} exr_kind;

#define EXR_OK(call) ck_assert_msg((call) == EXR_ERR_SUCCESS, "%s", #call)

/* A channel's texels from (x, y), in its type, row-major. */
static inline void fill_channel(const exr_kind *kind, const exr_coding_channel_info_t *channel, uint32_t x0,
                                uint32_t y0, void *out) {
    static const char names[] = "RGBAY";
    const char *at = strlen(channel->channel_name) == 1 ? strchr(names, channel->channel_name[0]) : NULL;
    uint32_t c = at ? (uint32_t)(at - names) : 5;
    for (int32_t i = 0; i < channel->width * channel->height; i++) {
        uint32_t x = x0 + (uint32_t)(i % channel->width), y = y0 + (uint32_t)(i / channel->width);
        float value = c == 5 ? -77.0f : known_value(x, y, c == 4 ? 0 : c, kind->known);
        if (channel->data_type == EXR_PIXEL_FLOAT)
            ((float *)out)[i] = value;
        else if (channel->data_type == EXR_PIXEL_HALF)
            ImfFloatToHalf(value, (ImfHalf *)out + i);
        else
            ((uint32_t *)out)[i] = (uint32_t)i;
    }
}

static inline void write_chunk(exr_context_t context, const exr_kind *kind, int part, const exr_chunk_info_t *info,
                               uint32_t x, uint32_t y) {
    exr_encode_pipeline_t pipeline = EXR_ENCODE_PIPELINE_INITIALIZER;
    EXR_OK(exr_encoding_initialize(context, part, info, &pipeline));
    for (int i = 0; i < pipeline.channel_count; i++) {
        exr_coding_channel_info_t *channel = &pipeline.channels[i];
        void *texels = calloc((size_t)channel->width * (size_t)channel->height + 1, 4);
        fill_channel(kind, channel, x, y, texels);
        channel->user_pixel_stride = channel->bytes_per_element;
        channel->user_line_stride = channel->width * channel->bytes_per_element;
        channel->encode_from_ptr = texels;
    }
    EXR_OK(exr_encoding_choose_default_routines(context, part, &pipeline));
    EXR_OK(exr_encoding_run(context, part, &pipeline));
    for (int i = 0; i < pipeline.channel_count; i++) free((void *)(uintptr_t)pipeline.channels[i].encode_from_ptr);
    EXR_OK(exr_encoding_destroy(context, &pipeline));
}

static inline void write_chunks(exr_context_t context, const exr_kind *kind, int part) {
    static const char garbage[64];
    exr_chunk_info_t info;
    bool tiled = kind->storage == EXR_STORAGE_TILED || kind->storage == EXR_STORAGE_DEEP_TILED;
    int32_t step_x = tiled ? kind->tile_width : kind->width, step_y = kind->tile_height;
    if (!tiled) EXR_OK(exr_get_scanlines_per_chunk(context, part, &step_y));
    for (int32_t y = 0; y < kind->height; y += step_y)
        for (int32_t x = 0; x < kind->width; x += step_x) {
            if (kind->storage == EXR_STORAGE_DEEP_SCANLINE) {
                EXR_OK(exr_write_deep_scanline_chunk(context, part, kind->min_y + y, garbage, 16, 64, garbage, 16));
                continue;
            }
            if (kind->storage == EXR_STORAGE_DEEP_TILED) {
                EXR_OK(exr_write_deep_tile_chunk(context, part, x / step_x, y / step_y, 0, 0, garbage, 16, 64, garbage,
                                                 16));
                continue;
            }
            if (tiled)
                EXR_OK(exr_write_tile_chunk_info(context, part, x / step_x, y / step_y, 0, 0, &info));
            else
                EXR_OK(exr_write_scanline_chunk_info(context, part, kind->min_y + y, &info));
            write_chunk(context, kind, part, &info, (uint32_t)x, (uint32_t)y);
        }
}

static inline void make_exr(const char *path, const exr_kind *kind) {
    exr_context_t context = NULL;
    EXR_OK(exr_start_write(&context, path, EXR_WRITE_FILE_DIRECTLY, NULL));
    exr_attr_box2i_t window;
    window.min.x = kind->min_x;
    window.min.y = kind->min_y;
    window.max.x = kind->min_x + kind->width - 1;
    window.max.y = kind->min_y + kind->height - 1;
    exr_attr_v2f_t center;
    center.x = center.y = 0.0f;
    for (int part = 0; part < (kind->parts ? kind->parts : 1); part++) {
        int index;
        EXR_OK(exr_add_part(context, kind->parts > 1 ? (part ? "second" : "first") : NULL, kind->storage, &index));
        EXR_OK(exr_initialize_required_attr(context, index, &window, &window, 1.0f, &center, 1.0f,
                                            EXR_LINEORDER_INCREASING_Y, kind->compression));
        for (int i = 0; i < 6 && kind->channels[i].name; i++) {
            const exr_channel *c = &kind->channels[i];
            EXR_OK(exr_add_channel(context, index, c->name, c->type, EXR_PERCEPTUALLY_LOGARITHMIC, c->sampling,
                                   c->sampling));
        }
        if (kind->tile_width)
            EXR_OK(exr_set_tile_descriptor(context, index, (uint32_t)kind->tile_width, (uint32_t)kind->tile_height,
                                           EXR_TILE_ONE_LEVEL, EXR_TILE_ROUND_DOWN));
    }
    EXR_OK(exr_write_header(context));
    for (int part = 0; part < (kind->parts ? kind->parts : 1); part++) write_chunks(context, kind, part);
    EXR_OK(exr_finish(&context));
}

typedef struct {
    int32_t min_x, min_y, width, height;
    int compression, channels; /* IMF_..._COMPRESSION and IMF_WRITE_... */
    bool tiled, mipmapped;
} imf_kind;

static inline ImfRgba *known_halves(const imf_kind *kind, nbl_image_channels known) {
    ImfRgba *halves = calloc((size_t)kind->width * (size_t)kind->height, sizeof *halves);
    for (uint32_t y = 0; y < (uint32_t)kind->height; y++)
        for (uint32_t x = 0; x < (uint32_t)kind->width; x++) {
            ImfRgba *texel = halves + (size_t)y * (size_t)kind->width + x;
            ImfFloatToHalf(known_value(x, y, 0, known), &texel->r);
            ImfFloatToHalf(known_value(x, y, 1, known), &texel->g);
            ImfFloatToHalf(known_value(x, y, 2, known), &texel->b);
            ImfFloatToHalf(known_value(x, y, 3, known), &texel->a);
        }
    return halves;
}

static inline ImfRgba *imf_origin(const ImfRgba *halves, const imf_kind *kind) {
    int64_t texels = (int64_t)kind->min_y * kind->width + kind->min_x;
    return (ImfRgba *)((uintptr_t)halves - (uintptr_t)(texels * (int64_t)sizeof *halves));
}

#define IMF_OK(call) ck_assert_msg((call), "%s: %s", #call, ImfErrorMessage())

/* Tiles are 16 x 8; a mipmapped file has garbage in the coarser levels. */
static inline void make_imf(const char *path, const imf_kind *kind, nbl_image_channels known) {
    ImfRgba *halves = known_halves(kind, known);
    ImfHeader *header = ImfNewHeader();
    ImfHeaderSetDataWindow(header, kind->min_x, kind->min_y, kind->min_x + kind->width - 1,
                           kind->min_y + kind->height - 1);
    ImfHeaderSetDisplayWindow(header, 0, 0, 99, 49);
    ImfHeaderSetCompression(header, kind->compression);
    if (!kind->tiled) {
        ImfOutputFile *file = ImfOpenOutputFile(path, header, kind->channels);
        IMF_OK(file);
        IMF_OK(ImfOutputSetFrameBuffer(file, imf_origin(halves, kind), 1, (size_t)kind->width));
        IMF_OK(ImfOutputWritePixels(file, kind->height));
        IMF_OK(ImfCloseOutputFile(file));
    } else {
        ImfTiledOutputFile *file =
            ImfOpenTiledOutputFile(path, header, kind->channels, 16, 8,
                                   kind->mipmapped ? IMF_MIPMAP_LEVELS : IMF_ONE_LEVEL, IMF_ROUND_DOWN);
        IMF_OK(file);
        int w = kind->width, h = kind->height;
        for (int level = 0; level == 0 || (kind->mipmapped && (w > 1 || h > 1)); level++) {
            if (level) w = w > 1 ? w / 2 : 1, h = h > 1 ? h / 2 : 1;
            IMF_OK(
                ImfTiledOutputSetFrameBuffer(file, imf_origin(halves + (level ? 3 : 0), kind), 1, (size_t)kind->width));
            IMF_OK(ImfTiledOutputWriteTiles(file, 0, (w + 15) / 16 - 1, 0, (h + 7) / 8 - 1, level, level));
        }
        IMF_OK(ImfCloseTiledOutputFile(file));
    }
    ImfDeleteHeader(header);
    free(halves);
}

#endif
