/* Writing EXR files through OpenEXRCore: scanlines, ZIP, float or half; chunks are compressed by several threads and
 * written in turn, so that the bytes are those of one.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/image/internal.h"
#include "platform/memory.h"

#include <math.h>
#include <openexr.h>
#include <pthread.h>
#include <string.h>

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

/* OpenEXRCore prints its errors unless it has a handler, which it calls with its mutex held: the handler cannot ask the
 * context anything, not even for its user data; the code that the call returns has to do. */
static void stay_silent(exr_const_context_t context, exr_result_t code, const char *message) {
    (void)context;
    (void)code;
    (void)message;
}

/* A negative count is an error already; what is written fails for want of memory alone. */
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
