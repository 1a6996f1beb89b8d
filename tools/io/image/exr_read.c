/* Reading EXR files through OpenEXRCore, the plain-C library.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L

#include "io/image/internal.h"

#define IMATH_HALF_NO_LOOKUP_TABLE
#include <half.h>
#include <openexr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *path;
    int descriptor;
    uint64_t size;
    char reason[256];
    exr_context_t context;
} exr_source;

/* OpenEXRCore loses sight of some allocations that failed: a header then lacks an attribute, or a chunk counts as
 * damaged. It gives an allocator nothing of the caller's, so that each thread notes its own. */
static _Thread_local bool out_of_memory;

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (!memory) out_of_memory = true;
    return memory;
}

/* OpenEXRCore prints its errors unless it is given a handler. The first one is the cause, later ones are
 * consequences. */
static void remember_reason(exr_const_context_t context, exr_result_t code, const char *message) {
    (void)code;
    void *user = NULL;
    if (exr_get_user_data(context, &user) != EXR_ERR_SUCCESS || !user) return;
    exr_source *source = user;
    if (!source->reason[0]) snprintf(source->reason, sizeof source->reason, "%s", message ? message : "");
}

static int64_t query_size(exr_const_context_t context, void *user) {
    (void)context;
    return (int64_t)((exr_source *)user)->size;
}

/* Short at the end of the file: OpenEXRCore reads ahead while it parses the header, and judges by itself. */
static int64_t read_at(exr_const_context_t context, void *user, void *buffer, uint64_t size, uint64_t offset,
                       exr_stream_error_func_ptr_t report) {
    int64_t n = nbl_image_file_read(((exr_source *)user)->descriptor, buffer, size, offset);
    if (n < 0) report(context, EXR_ERR_READ_IO, "cannot be read at byte %llu", (unsigned long long)offset);
    return n;
}

static nbl_image_result fail(const exr_source *source, exr_result_t code, nbl_image_error *error) {
    if (nbl_image_memory_is_short())
        return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, source->path, "no memory to decode it");
    nbl_image_result result = code == EXR_ERR_OUT_OF_MEMORY             ? NBL_IMAGE_ERROR_MEMORY
                              : code == EXR_ERR_FEATURE_NOT_IMPLEMENTED ? NBL_IMAGE_ERROR_UNSUPPORTED
                                                                        : NBL_IMAGE_ERROR_DAMAGED;
    return nbl_image_fail(error, result, source->path, "%s",
                          source->reason[0] ? source->reason : exr_get_default_error_message(code));
}

static const exr_attr_chlist_entry_t *find_channel(const exr_attr_chlist_t *list, const char *name) {
    for (int i = 0; i < list->num_channels; i++)
        if (strcmp(list->entries[i].name.str, name) == 0) return &list->entries[i];
    return NULL;
}

static nbl_image_result fail_without_colour(const char *path, const exr_attr_chlist_t *list, nbl_image_error *error) {
    char names[256] = "";
    size_t used = 0;
    for (int i = 0; i < list->num_channels && used < sizeof names - 1; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", list->entries[i].name.str);
    return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path,
                          "channels are \"%s\"; wanted R, G, B and perhaps A, "
                          "or Y and perhaps A",
                          names);
}

static nbl_image_result choose_channels(const char *path, const exr_attr_chlist_t *list, nbl_image_channels *channels,
                                        uint32_t *ignored, nbl_image_error *error) {
    bool colour = find_channel(list, "R") && find_channel(list, "G") && find_channel(list, "B");
    bool chroma = find_channel(list, "RY") || find_channel(list, "BY");
    bool alpha = find_channel(list, "A") != NULL;
    if (!colour && (!find_channel(list, "Y") || chroma)) return fail_without_colour(path, list, error);
    *channels = colour ? (alpha ? NBL_IMAGE_CHANNELS_RGBA : NBL_IMAGE_CHANNELS_RGB)
                       : (alpha ? NBL_IMAGE_CHANNELS_YA : NBL_IMAGE_CHANNELS_Y);
    *ignored = (uint32_t)list->num_channels - (colour ? 3 : 1) - (alpha ? 1 : 0);
    const char *wanted[4] = {colour ? "R" : "Y", alpha ? "A" : NULL, colour ? "G" : NULL, colour ? "B" : NULL};
    for (int i = 0; i < 4; i++) {
        const exr_attr_chlist_entry_t *channel = wanted[i] ? find_channel(list, wanted[i]) : NULL;
        if (!channel) continue;
        if (channel->x_sampling != 1 || channel->y_sampling != 1)
            return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path, "channel %s is subsampled by %d x %d",
                                  wanted[i], channel->x_sampling, channel->y_sampling);
        if (channel->pixel_type != EXR_PIXEL_HALF && channel->pixel_type != EXR_PIXEL_FLOAT)
            return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path,
                                  "channel %s holds unsigned integers (uint); wanted half or float", wanted[i]);
    }
    return NBL_IMAGE_OK;
}

static nbl_image_window window_of(exr_attr_box2i_t box) {
    return (nbl_image_window){box.min.x, box.min.y, box.max.x, box.max.y};
}

static nbl_image_result read_header(exr_source *source, exr_storage_t *storage, exr_compression_t *compression,
                                    nbl_image *image, nbl_image_error *error) {
    exr_const_context_t context = source->context;
    const char *path = source->path;
    int parts = 0;
    const exr_attr_chlist_t *list = NULL;
    exr_attr_box2i_t data, display;
    exr_result_t code = exr_get_count(context, &parts);
    if (!code && parts != 1)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path, "a multi-part file (%d parts); wanted one",
                              parts);
    if (!code) code = exr_get_storage(context, 0, storage);
    if (!code && *storage != EXR_STORAGE_SCANLINE && *storage != EXR_STORAGE_TILED)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path, "a deep file (%s); wanted a flat one",
                              *storage == EXR_STORAGE_DEEP_SCANLINE ? "deepscanline" : "deeptile");
    if (!code) code = exr_get_channels(context, 0, &list);
    if (!code) code = exr_get_data_window(context, 0, &data);
    if (!code) code = exr_get_display_window(context, 0, &display);
    if (!code) code = exr_get_compression(context, 0, compression);
    if (code) return fail(source, code, error);
    nbl_image_channels channels = NBL_IMAGE_CHANNELS_RGB;
    uint32_t ignored = 0;
    nbl_image_result result = choose_channels(path, list, &channels, &ignored, error);
    if (result) return result;
    /* OpenEXRCore refused windows that are empty, or whose corners differ by more than an int, when it opened the file.
     */
    result = nbl_image_describe((uint64_t)((int64_t)data.max.x - data.min.x + 1),
                                (uint64_t)((int64_t)data.max.y - data.min.y + 1), channels, path, image, error);
    if (result) return result;
    image->ignored_channels = ignored;
    image->data_window = window_of(data);
    image->display_window = window_of(display);
    if (exr_get_pixel_aspect_ratio(context, 0, &image->pixel_aspect_ratio) != EXR_ERR_SUCCESS)
        image->pixel_aspect_ratio = 1.0f;
    exr_attr_chromaticities_t primaries;
    image->has_chromaticities =
        exr_attr_get_chromaticities(context, 0, "chromaticities", &primaries) == EXR_ERR_SUCCESS;
    if (image->has_chromaticities) memcpy(image->chromaticities, &primaries, sizeof image->chromaticities);
    source->reason[0] = 0; /* a missing optional attribute is no error */
    return NBL_IMAGE_OK;
}

/* The component of a texel that a channel goes to, or -1. Y goes to R and is spread later. */
static int component_of(const char *name, nbl_image_channels channels) {
    bool grey = channels == NBL_IMAGE_CHANNELS_Y || channels == NBL_IMAGE_CHANNELS_YA;
    for (int c = grey ? 3 : 0; c < 4; c++)
        if (strcmp(name, nbl_image_channel_name((uint32_t)c)) == 0) return c;
    return grey && strcmp(name, "Y") == 0 ? 0 : -1;
}

/* Where a chunk goes: the image, and the texel of it that the chunk's first one is. */
typedef struct {
    nbl_image *image;
    uint64_t x, y;
} destination;

static float sample_at(const uint8_t *bytes, uint16_t type) {
    if (type == EXR_PIXEL_HALF) return imath_half_to_float((imath_half_bits_t)(bytes[0] | bytes[1] << 8));
    uint32_t bits = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Spreads a decompressed chunk, row by row, within a row channel by channel, all little-endian. Done here, because
 * OpenEXRCore 3.1.5 gives RGBA halves back as ABGR when they are asked for as interleaved floats. */
static exr_result_t unpack(exr_decode_pipeline_t *pipeline) {
    const destination *to = pipeline->decoding_user_data;
    nbl_image *image = to->image;
    const uint8_t *bytes = pipeline->unpacked_buffer;
    uint64_t left = pipeline->chunk.unpacked_size;
    bool stored = pipeline->decompress_fn == NULL;
    /* OpenEXRCore accepts a stored chunk that is too short, and leaves the rest of its memory unset. */
    if (!bytes || (stored && pipeline->chunk.packed_size != left) || pipeline->chunk.height < 0 ||
        to->y + (uint64_t)pipeline->chunk.height > image->height)
        return EXR_ERR_CORRUPT_CHUNK;
    for (int32_t line = 0; line < pipeline->chunk.height; line++) {
        for (int i = 0; i < pipeline->channel_count; i++) {
            const exr_coding_channel_info_t *channel = &pipeline->channels[i];
            if (channel->y_samples > 1 && (pipeline->chunk.start_y + line) % channel->y_samples != 0) continue;
            uint64_t width = (uint64_t)channel->width, size = (uint64_t)channel->bytes_per_element;
            if (channel->width < 0 || width * size > left) return EXR_ERR_CORRUPT_CHUNK;
            int component = component_of(channel->channel_name, image->channels);
            if (component >= 0) {
                if (to->x + width > image->width) return EXR_ERR_CORRUPT_CHUNK;
                float *out = image->pixels + 4 * ((to->y + (uint64_t)line) * image->width + to->x) + component;
                for (uint64_t x = 0; x < width; x++) out[4 * x] = sample_at(bytes + x * size, channel->data_type);
            }
            bytes += width * size;
            left -= width * size;
        }
    }
    return EXR_ERR_SUCCESS;
}

static exr_result_t decode_chunk(const exr_source *source, exr_decode_pipeline_t *pipeline,
                                 const exr_chunk_info_t *info, destination to) {
    /* A header may ask for any number of channels, and with them for any amount of memory. */
    if (info->unpacked_size > 1u << 31) return EXR_ERR_OUT_OF_MEMORY;
    bool first = pipeline->channels == NULL;
    exr_result_t code = first ? exr_decoding_initialize(source->context, 0, info, pipeline)
                              : exr_decoding_update(source->context, 0, info, pipeline);
    if (!code && first) code = exr_decoding_choose_default_routines(source->context, 0, pipeline);
    if (code) return code;
    pipeline->unpack_and_convert_fn = unpack;
    pipeline->decoding_user_data = &to;
    code = exr_decoding_run(source->context, 0, pipeline);
    return code ? exr_decoding_run(source->context, 0, pipeline) : code; /* see nbl_image_memory_is_short */
}

static exr_result_t decode_scanlines(const exr_source *source, exr_decode_pipeline_t *pipeline, nbl_image *image) {
    int32_t lines = 0;
    exr_result_t code = exr_get_scanlines_per_chunk(source->context, 0, &lines);
    if (!code && lines <= 0) code = EXR_ERR_CORRUPT_CHUNK;
    for (uint32_t y = 0; !code && y < image->height; y += (uint32_t)lines) {
        exr_chunk_info_t info;
        code = exr_read_scanline_chunk_info(source->context, 0, image->data_window.min_y + (int32_t)y, &info);
        if (!code) code = decode_chunk(source, pipeline, &info, (destination){image, 0, y});
    }
    return code;
}

static exr_result_t decode_tiles(const exr_source *source, exr_decode_pipeline_t *pipeline, nbl_image *image) {
    int32_t width = 0, height = 0;
    exr_result_t code = exr_get_tile_sizes(source->context, 0, 0, 0, &width, &height);
    if (!code && (width <= 0 || height <= 0)) code = EXR_ERR_CORRUPT_CHUNK;
    for (uint64_t y = 0; !code && y < image->height; y += (uint32_t)height) {
        for (uint64_t x = 0; !code && x < image->width; x += (uint32_t)width) {
            exr_chunk_info_t info;
            code = exr_read_tile_chunk_info(source->context, 0, (int)(x / (uint32_t)width), (int)(y / (uint32_t)height),
                                            0, 0, &info);
            if (!code) code = decode_chunk(source, pipeline, &info, (destination){image, x, y});
        }
    }
    return code;
}

static nbl_image_result read_pixels(exr_source *source, exr_storage_t storage, nbl_image *image,
                                    nbl_image_error *error) {
    exr_decode_pipeline_t pipeline = EXR_DECODE_PIPELINE_INITIALIZER;
    exr_result_t code = storage == EXR_STORAGE_TILED ? decode_tiles(source, &pipeline, image)
                                                     : decode_scanlines(source, &pipeline, image);
    exr_decoding_destroy(source->context, &pipeline);
    return code ? fail(source, code, error) : NBL_IMAGE_OK;
}

nbl_image_result nbl_image_exr_read(const char *path, bool pixels, nbl_image *image, nbl_image_error *error) {
    exr_source source = {.path = path};
    nbl_image_result result = nbl_image_file_open(path, &source.descriptor, &source.size, error);
    if (result) return result;
    exr_context_initializer_t initializer = EXR_DEFAULT_CONTEXT_INITIALIZER;
    initializer.error_handler_fn = remember_reason;
    initializer.user_data = &source;
    initializer.read_fn = read_at;
    initializer.size_fn = query_size;
    initializer.alloc_fn = allocate;
    initializer.free_fn = free;
    initializer.flags = EXR_CONTEXT_FLAG_DISABLE_CHUNK_RECONSTRUCTION;
    out_of_memory = false;
    exr_result_t code = exr_start_read(&source.context, path, &initializer);
    if (code) {
        result = fail(&source, code, error);
    } else {
        exr_storage_t storage;
        exr_compression_t compression;
        source.reason[0] = 0;
        result = read_header(&source, &storage, &compression, image, error);
        bool dwa = !result && (compression == EXR_COMPRESSION_DWAA || compression == EXR_COMPRESSION_DWAB);
        if (!result && pixels) result = nbl_image_allocate(path, image, error);
        if (!result && pixels)
            result = dwa ? nbl_image_exr_read_dwa(path, image, error) : read_pixels(&source, storage, image, error);
    }
    exr_finish(&source.context);
    close(source.descriptor);
    if (out_of_memory) return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to decode it");
    return result;
}
