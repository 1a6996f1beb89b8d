/* EXR files through OpenEXRCore, the plain-C library; DWAA and DWAB, which 3.1 lacks, through OpenEXR's RGBA interface.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L

#include <ImfCRgbaFile.h>
#define IMATH_HALF_NO_LOOKUP_TABLE
#include <half.h>
#include <math.h>
#include <openexr.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/image/internal.h"
#include "platform/memory.h"

/* ---- Reading DWAA and DWAB */

static nbl_image_result fail_dwa(const char *path, nbl_image_error *error) {
    const char *reason = ImfErrorMessage();
    if (nbl_image_memory_is_short() || (reason && strstr(reason, "bad_alloc")))
        return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to decode it");
    return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "%s",
                          reason && reason[0] ? reason : "cannot be decoded");
}

static nbl_image_result read_halves(const char *path, const nbl_image *image, ImfRgba *halves, nbl_image_error *error) {
    size_t width = image->width;
    ImfInputFile *file = ImfOpenInputFile(path);
    if (!file) return fail_dwa(path, error);
    nbl_image_window window = {0};
    ImfHeaderDataWindow(ImfInputHeader(file), &window.min_x, &window.min_y, &window.max_x, &window.max_y);
    nbl_image_result result = NBL_IMAGE_OK;
    /* Two readers parsed the header; the buffer was sized by the other one. */
    if (memcmp(&window, &image->data_window, sizeof window) != 0)
        result = nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "its data window is read in two ways");
    if (!result) {
        /* The interface takes the address of texel (0, 0), which may lie outside the buffer: integers may, pointers
         * not. */
        uintptr_t origin = (uintptr_t)halves - (uintptr_t)((intptr_t)window.min_x * (intptr_t)sizeof *halves) -
                           (uintptr_t)((intptr_t)window.min_y * (intptr_t)(width * sizeof *halves));
        if (!ImfInputSetFrameBuffer(file, (ImfRgba *)origin, 1, width) ||
            !ImfInputReadPixels(file, window.min_y, window.max_y))
            result = fail_dwa(path, error);
    }
    ImfCloseInputFile(file);
    return result;
}

/* image: the header's, allocated by the caller, who also checked that the file is of a kind read here. */
static nbl_image_result read_dwa(const char *path, nbl_image *image, nbl_image_error *error) {
    size_t width = image->width;
    ImfRgba *halves = calloc(width * image->height, sizeof *halves);
    if (!halves)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory for %u x %u texels", image->width,
                              image->height);
    nbl_image_result result = read_halves(path, image, halves, error);
    if (result == NBL_IMAGE_ERROR_DAMAGED) /* see nbl_image_memory_is_short */
        result = read_halves(path, image, halves, error);
    for (uint32_t y = 0; !result && y < image->height; y++)
        ImfHalfToFloatArray((int)(4 * width), &halves[y * width].r, image->pixels + 4 * width * y);
    free(halves);
    return result;
}

/* ---- Reading */

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
                          "channels are \"%s\"; expected R, G, B and perhaps A, "
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
                                  "channel %s holds unsigned integers (uint); expected half or float", wanted[i]);
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
        return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path, "a multi-part file (%d parts); expected one",
                              parts);
    if (!code) code = exr_get_storage(context, 0, storage);
    if (!code && *storage != EXR_STORAGE_SCANLINE && *storage != EXR_STORAGE_TILED)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path, "a deep file (%s); expected a flat one",
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
    /* A header may state any number of channels, and with them for any amount of memory. */
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
            result = dwa ? read_dwa(path, image, error) : read_pixels(&source, storage, image, error);
    }
    exr_finish(&source.context);
    close(source.descriptor);
    if (out_of_memory) return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to decode it");
    return result;
}

/* ---- Writing: scanlines, ZIP, float or half; chunks are compressed by several threads and written in turn, so that
 * the bytes are those of one */

enum { MOST_THREADS = 16, CHUNKS_WORTH_A_THREAD = 4, MOST_BYTES = 16 << 20 /* of all threads' chunks */ };

/* What the threads share. */
typedef struct encoding_t {
    exr_context_t context;
    const nbl_image *image;
    uint32_t lines; /* of a chunk */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t begun, written; /* chunks */
    exr_result_t code;       /* the first failure */
} encoding_t;

/* A thread's chunk. */
typedef struct turn_t {
    encoding_t *encoding;
    uint32_t chunk;
    exr_result_t (*compress)(exr_encode_pipeline_t *pipeline); /* OpenEXRCore's */
} turn_t;

/* OpenEXRCore prints its errors unless it has a handler, which it calls with its mutex held: the handler cannot read
 * the context, not even its user data; the code that the call returns has to do. */
static void stay_silent(exr_const_context_t context, exr_result_t code, const char *message) {
    (void)context;
    (void)code;
    (void)message;
}

/* A negative count is an error already; what is written fails where memory runs out alone. */
static int64_t write_at(exr_const_context_t context, void *user, const void *buffer, uint64_t size, uint64_t offset,
                        exr_stream_error_func_ptr_t report) {
    (void)context;
    (void)report;
    return nbl_image_bytes_put(user, offset, buffer, (size_t)size) ? (int64_t)size : -1;
}

/* What OpenEXR's readers refuse is not written: windows of corners beyond half of an int, and other aspects. */
static nbl_image_result check_header(const char *path, const nbl_image *image, nbl_image_error *error) {
    const int32_t far = INT32_MAX / 2;
    const nbl_image_window windows[2] = {image->data_window, image->display_window};
    for (int i = 0; i < 2; i++) {
        const nbl_image_window *w = &windows[i];
        if (w->max_x < w->min_x || w->max_y < w->min_y || w->min_x <= -far || w->min_y <= -far || w->max_x >= far ||
            w->max_y >= far)
            return nbl_image_fail(error, NBL_IMAGE_ERROR_ARGUMENT, path,
                                  "the %s window (%d, %d) to (%d, %d) is none that .exr can hold",
                                  i ? "display" : "data", w->min_x, w->min_y, w->max_x, w->max_y);
    }
    if (!(image->pixel_aspect_ratio >= 1e-6f && image->pixel_aspect_ratio <= 1e6f))
        return nbl_image_fail(error, NBL_IMAGE_ERROR_ARGUMENT, path,
                              "a pixel aspect ratio of %g is not from 1e-6 to 1e6", (double)image->pixel_aspect_ratio);
    return NBL_IMAGE_OK;
}

/* The largest half is 65504; from 65520 on, rounding to nearest gives infinity, which OpenEXRCore writes silently. */
static nbl_image_result check_half(const char *path, const nbl_image *image, nbl_image_error *error) {
    size_t count = 4 * (size_t)image->width * image->height;
    for (size_t i = 0; i < count; i++) {
        uint32_t channel = (uint32_t)(i % 4);
        if (fabsf(image->pixels[i]) < 65520.0f || (channel == 3 && !nbl_image_has_alpha(image->channels))) continue;
        return nbl_image_fail(error, NBL_IMAGE_ERROR_VALUE, path,
                              "x %u, y %u, channel %s is %g, beyond the largest half (65504)",
                              (unsigned)(i / 4 % image->width), (unsigned)(i / 4 / image->width),
                              nbl_image_channel_name(channel), (double)image->pixels[i]);
    }
    return NBL_IMAGE_OK;
}

static exr_attr_box2i_t box_of(nbl_image_window window) {
    exr_attr_box2i_t box;
    box.min.x = window.min_x;
    box.min.y = window.min_y;
    box.max.x = window.max_x;
    box.max.y = window.max_y;
    return box;
}

static exr_result_t write_header(exr_context_t context, const nbl_image *image, nbl_image_channels channels,
                                 nbl_image_type type) {
    exr_attr_box2i_t display = box_of(image->display_window), data = box_of(image->data_window);
    exr_attr_v2f_t center;
    center.x = center.y = 0.0f;
    int part = 0;
    exr_result_t code = exr_add_part(context, NULL, EXR_STORAGE_SCANLINE, &part);
    if (!code)
        code = exr_initialize_required_attr(context, part, &display, &data, image->pixel_aspect_ratio, &center, 1.0f,
                                            EXR_LINEORDER_INCREASING_Y, EXR_COMPRESSION_ZIP);
    bool grey = channels == NBL_IMAGE_CHANNELS_Y || channels == NBL_IMAGE_CHANNELS_YA;
    const char *names[4] = {nbl_image_has_alpha(channels) ? "A" : NULL, grey ? NULL : "B", grey ? NULL : "G",
                            grey ? "Y" : "R"};
    exr_pixel_type_t pixel = type == NBL_IMAGE_TYPE_HALF ? EXR_PIXEL_HALF : EXR_PIXEL_FLOAT;
    for (int i = 0; !code && i < 4; i++)
        if (names[i]) code = exr_add_channel(context, part, names[i], pixel, EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1);
    if (!code && image->has_chromaticities) {
        exr_attr_chromaticities_t primaries;
        memcpy(&primaries, image->chromaticities, sizeof primaries);
        code = exr_attr_set_chromaticities(context, part, "chromaticities", &primaries);
    }
    return code ? code : exr_write_header(context);
}

/* Readers take a chunk as long as its raw bytes for those, and OpenEXRCore 3.1 stores raw only what compressing makes
 * longer. */
static exr_result_t compress_or_store(exr_encode_pipeline_t *pipeline) {
    const turn_t *turn = pipeline->encoding_user_data;
    exr_result_t code = turn->compress(pipeline);
    if (!code && pipeline->compressed_bytes == pipeline->packed_bytes)
        memcpy(pipeline->compressed_buffer, pipeline->packed_buffer, pipeline->packed_bytes);
    return code;
}

/* A chunk is compressed: those before it are written first. */
static exr_result_t wait_for_turn(exr_encode_pipeline_t *pipeline) {
    const turn_t *turn = pipeline->encoding_user_data;
    encoding_t *encoding = turn->encoding;
    pthread_mutex_lock(&encoding->lock);
    while (!encoding->code && encoding->written != turn->chunk) pthread_cond_wait(&encoding->changed, &encoding->lock);
    exr_result_t code = encoding->code;
    pthread_mutex_unlock(&encoding->lock);
    return code;
}

static exr_result_t encode_chunk(exr_encode_pipeline_t *pipeline, turn_t *turn) {
    const nbl_image *image = turn->encoding->image;
    exr_context_t context = turn->encoding->context;
    uint32_t y = turn->chunk * turn->encoding->lines;
    exr_chunk_info_t info;
    exr_result_t code = exr_write_scanline_chunk_info(context, 0, image->data_window.min_y + (int32_t)y, &info);
    if (code) return code;
    bool first = pipeline->channels == NULL;
    code =
        first ? exr_encoding_initialize(context, 0, &info, pipeline) : exr_encoding_update(context, 0, &info, pipeline);
    for (int i = 0; !code && i < pipeline->channel_count; i++) {
        exr_coding_channel_info_t *channel = &pipeline->channels[i];
        uint32_t component = 0; /* R, or Y, of which R, G and B are copies */
        for (uint32_t c = 1; c < 4; c++)
            if (strcmp(channel->channel_name, nbl_image_channel_name(c)) == 0) component = c;
        channel->user_data_type = EXR_PIXEL_FLOAT;
        channel->user_bytes_per_element = sizeof(float);
        channel->user_pixel_stride = 4 * sizeof(float);
        channel->user_line_stride = (int32_t)(image->width * 4 * sizeof(float));
        channel->encode_from_ptr = (const uint8_t *)(image->pixels + 4 * (size_t)y * image->width + component);
    }
    if (!code && first) {
        code = exr_encoding_choose_default_routines(context, 0, pipeline);
        turn->compress = pipeline->compress_fn;
        pipeline->compress_fn = compress_or_store;
    }
    pipeline->encoding_user_data = turn;
    pipeline->yield_until_ready_fn = wait_for_turn;
    return code ? code : exr_encoding_run(context, 0, pipeline);
}

static bool begin_chunk(turn_t *turn) {
    encoding_t *encoding = turn->encoding;
    pthread_mutex_lock(&encoding->lock);
    turn->chunk = encoding->begun;
    bool more = !encoding->code && turn->chunk * encoding->lines < encoding->image->height;
    encoding->begun += more;
    pthread_mutex_unlock(&encoding->lock);
    return more;
}

static void end_chunk(encoding_t *encoding, exr_result_t code) {
    pthread_mutex_lock(&encoding->lock);
    encoding->written += !code;
    if (!encoding->code) encoding->code = code;
    pthread_cond_broadcast(&encoding->changed);
    pthread_mutex_unlock(&encoding->lock);
}

static void *encode_chunks(void *user) {
    encoding_t *encoding = user;
    exr_encode_pipeline_t pipeline = EXR_ENCODE_PIPELINE_INITIALIZER;
    turn_t turn = {encoding, 0, NULL};
    while (begin_chunk(&turn)) end_chunk(encoding, encode_chunk(&pipeline, &turn));
    exr_encoding_destroy(encoding->context, &pipeline);
    return NULL;
}

static exr_result_t encode_all(exr_context_t context, const nbl_image *image, uint32_t lines) {
    encoding_t encoding = {.context = context,
                           .image = image,
                           .lines = lines,
                           .lock = PTHREAD_MUTEX_INITIALIZER,
                           .changed = PTHREAD_COND_INITIALIZER};
    pthread_t others[MOST_THREADS];
    uint64_t chunk_bytes = (uint64_t)image->width * lines * 4 * sizeof(float);
    uint64_t limits[] = {MOST_THREADS, nbl_platform_processors(), image->height / lines / CHUNKS_WORTH_A_THREAD,
                         MOST_BYTES / 2 / chunk_bytes};
    uint64_t most = limits[0];
    uint32_t started = 0;
    for (size_t i = 1; i < sizeof limits / sizeof *limits; i++) most = limits[i] < most ? limits[i] : most;
    while (started + 1 < most && pthread_create(&others[started], NULL, encode_chunks, &encoding) == 0) started++;
    encode_chunks(&encoding); /* all that threads which could not be started leave, too */
    for (uint32_t i = 0; i < started; i++) pthread_join(others[i], NULL);
    return encoding.code;
}

nbl_image_result nbl_image_exr_encode(const char *path, const nbl_image *image, nbl_image_type type,
                                      nbl_image_bytes *bytes, nbl_image_error *error) {
    nbl_image_result result = check_header(path, image, error);
    if (!result && type == NBL_IMAGE_TYPE_HALF) result = check_half(path, image, error);
    if (result) return result;
    exr_context_initializer_t initializer = EXR_DEFAULT_CONTEXT_INITIALIZER;
    initializer.error_handler_fn = stay_silent;
    initializer.user_data = bytes;
    initializer.write_fn = write_at;
    exr_context_t context = NULL;
    int32_t lines = 0;
    exr_result_t code = exr_start_write(&context, path, EXR_WRITE_FILE_DIRECTLY, &initializer);
    if (!code) code = write_header(context, image, nbl_image_channels_needed(image), type);
    if (!code) code = exr_get_scanlines_per_chunk(context, 0, &lines);
    if (!code) code = encode_all(context, image, (uint32_t)lines);
    exr_result_t finished = exr_finish(&context); /* writes the chunk table */
    if (!code) code = finished;
    if (!code) return NBL_IMAGE_OK;
    /* Header and texels were checked, and nothing is written but to memory: only memory can have been short, whatever
     * code OpenEXRCore makes of that. */
    return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to encode it");
}
