/* EXR files made by others: every compression, scalar, tiling and channel set that is read, and every one that is not.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700

#include "exr_making.h"

/* Reads the file by OpenEXR's C++ decoder, and expects the same bits. */
static void assert_same_as_imf(const char *path, const imf_kind *kind, const nbl_image *image, const char *what) {
    ImfRgba *halves = calloc((size_t)kind->width * (size_t)kind->height, sizeof *halves);
    ImfInputFile *file = ImfOpenInputFile(path);
    IMF_OK(file);
    IMF_OK(ImfInputSetFrameBuffer(file, imf_origin(halves, kind), 1, (size_t)kind->width));
    IMF_OK(ImfInputReadPixels(file, kind->min_y, kind->min_y + kind->height - 1));
    ImfCloseInputFile(file);
    const ImfHalf *half = &halves->r;
    for (size_t i = 0; i < 4 * (size_t)kind->width * (size_t)kind->height; i++)
        ck_assert_msg(image->pixels[i] == ImfHalfToFloat(half[i]), "%s: value %zu: %g, by OpenEXR %g", what, i,
                      (double)image->pixels[i], (double)ImfHalfToFloat(half[i]));
    free(halves);
}

/* What a compression may lose, relative to the value; -1: checked against OpenEXR's own decoder instead. */
static const float core_tolerance[2][8] = {
    /* half: */ {0, 0, 0, 0, 0, 0, -1, -1},
    /* float: */ {0, 0, 0, 0, 0, 0x1p-15f, 0, 0},
};

/* NONE to B44A, in half and float, scanlines and ragged tiles, with a data window off the origin. */
START_TEST(core_files) {
    exr_compression_t compression = (exr_compression_t)(_i % 8);
    bool is_float = _i / 8 % 2, tiled = _i / 16;
    exr_pixel_type_t type = is_float ? EXR_PIXEL_FLOAT : EXR_PIXEL_HALF;
    float tolerance = core_tolerance[is_float][compression];
    /* OpenEXRCore 3.1 writes floats of B44 as if they were compressed, which they never are: no file with them is
     * right. */
    if (is_float && (compression == EXR_COMPRESSION_B44 || compression == EXR_COMPRESSION_B44A)) return;
    char what[64];
    for (int set = 0; set < 4; set++) {
        exr_kind kind = {-7,
                         3,
                         61,
                         45,
                         compression,
                         tiled ? EXR_STORAGE_TILED : EXR_STORAGE_SCANLINE,
                         tiled ? 19 : 0,
                         tiled ? 32 : 0,
                         1,
                         (nbl_image_channels)set,
                         {{0}}};
        int n = 0;
        if (set == NBL_IMAGE_CHANNELS_RGBA || set == NBL_IMAGE_CHANNELS_YA)
            kind.channels[n++] = (exr_channel){"A", type, 1};
        if (set == NBL_IMAGE_CHANNELS_RGB || set == NBL_IMAGE_CHANNELS_RGBA) {
            kind.channels[n++] = (exr_channel){"B", type, 1};
            kind.channels[n++] = (exr_channel){"G", type, 1};
            kind.channels[n++] = (exr_channel){"R", type, 1};
        } else {
            kind.channels[n++] = (exr_channel){"Y", type, 1};
        }
        make_exr(scratch("core.exr"), &kind);
        nbl_image image;
        assert_read(scratch("core.exr"), &image);
        snprintf(what, sizeof what, "compression %d, %s, %s, channels %d", compression, is_float ? "float" : "half",
                 tiled ? "tiles" : "scanlines", set);
        ck_assert_int_eq((int)image.channels, set);
        ck_assert_int_eq(image.data_window.min_x, -7);
        ck_assert_int_eq(image.data_window.max_y, 47);
        ck_assert_uint_eq(image.width * image.height, 61 * 45);
        imf_kind same = {-7, 3, 61, 45, 0, 0, false, false};
        if (tolerance < 0)
            assert_same_as_imf(scratch("core.exr"), &same, &image, what);
        else
            assert_known(&image, (nbl_image_channels)set, tolerance, what);
        nbl_image_free(&image);
    }
}
END_TEST

/* What a file loses, by relative L2 over the colours: an upper bound that garbage exceeds by far. */
static double loss(const nbl_image *image, nbl_image_channels channels) {
    double wrong = 0, all = 0;
    for (uint32_t i = 0; i < image->width * image->height; i++)
        for (uint32_t c = 0; c < 3; c++) {
            double want = known_value(i % image->width, i / image->width, c, channels);
            wrong += (image->pixels[4 * i + c] - want) * (image->pixels[4 * i + c] - want);
            all += want * want;
        }
    return sqrt(wrong / all);
}

/* All ten compressions, as OpenEXR itself writes and reads them. */
START_TEST(imf_files) {
    int compression = _i % 10, layout = _i / 10; /* scanlines, tiles, mipmapped tiles */
    static const struct {
        int channels;
        nbl_image_channels known;
    } sets[3] = {{IMF_WRITE_RGBA, NBL_IMAGE_CHANNELS_RGBA},
                 {IMF_WRITE_RGB, NBL_IMAGE_CHANNELS_RGB},
                 {IMF_WRITE_Y, NBL_IMAGE_CHANNELS_Y}};
    char what[64];
    for (int set = 0; set < 3; set++) {
        imf_kind kind = {5, -9, 53, 47, compression, sets[set].channels, layout > 0, layout == 2};
        if (kind.tiled && kind.channels == IMF_WRITE_Y) continue; /* their interface does not write it */
        make_imf(scratch("imf.exr"), &kind, sets[set].known);
        nbl_image image;
        assert_read(scratch("imf.exr"), &image);
        snprintf(what, sizeof what, "compression %d, layout %d, set %d", compression, layout, set);
        ck_assert_int_eq(image.channels, sets[set].known);
        ck_assert_int_eq(image.data_window.min_x, 5);
        ck_assert_int_eq(image.data_window.min_y, -9);
        ck_assert_int_eq(image.display_window.max_x, 99);
        assert_same_as_imf(scratch("imf.exr"), &kind, &image, what);
        /* Their interface computes Y from RGB, inexactly, and drops negative values: nothing to compare with. */
        bool exact = compression < IMF_B44_COMPRESSION, comparable = kind.channels != IMF_WRITE_Y;
        if (comparable && exact) assert_known(&image, sets[set].known, 0, what);
        if (comparable && !exact)
            ck_assert_msg(loss(&image, sets[set].known) < 0.3, "%s: loss %g", what, loss(&image, sets[set].known));
        nbl_image_free(&image);
    }
}
END_TEST

/* What this library writes, OpenEXR reads. */
START_TEST(imf_reads_what_is_written) {
    nbl_image image;
    make_known(&image, 53, 47, NBL_IMAGE_CHANNELS_RGBA);
    image.data_window = (nbl_image_window){-20, 30, 32, 76};
    assert_written(scratch("a.exr"), &image, _i ? NBL_IMAGE_TYPE_HALF : NBL_IMAGE_TYPE_FLOAT);
    imf_kind kind = {-20, 30, 53, 47, IMF_ZIP_COMPRESSION, IMF_WRITE_RGBA, false, false};
    assert_same_as_imf(scratch("a.exr"), &kind, &image, "written");
    nbl_image_free(&image);
}
END_TEST

/* A chunk that zlib leaves as long as it was is stored raw: of so small images of few values, one or two in a hundred
 * have one. */
START_TEST(imf_reads_small_images_of_few_values) {
    enum { IMAGES = 300 };
    uint64_t random = 18 + (uint64_t)_i;
    for (int number = 0; number < IMAGES; number++) {
        const uint32_t width = 1 + (uint32_t)(next_random(&random) % 6),
                       height = 1 + (uint32_t)(next_random(&random) % 6),
                       values = 1 + (uint32_t)(next_random(&random) % 6);
        nbl_image image;
        ck_assert_int_eq(nbl_image_create(width, height, NBL_IMAGE_CHANNELS_RGB, &image, NULL), NBL_IMAGE_OK);
        float few[6];
        for (uint32_t i = 0; i < values; i++)
            few[i] = ldexpf((float)(next_random(&random) % 2048), (int)(next_random(&random) % 8) - 6);
        for (size_t i = 0; i < 4 * (size_t)width * height; i++)
            image.pixels[i] = i % 4 == 3 ? 1.0f : few[next_random(&random) % values];
        assert_written(scratch("few.exr"), &image, _i ? NBL_IMAGE_TYPE_HALF : NBL_IMAGE_TYPE_FLOAT);
        imf_kind kind = {0, 0, (int)width, (int)height, IMF_ZIP_COMPRESSION, IMF_WRITE_RGB, false, false};
        char what[64];
        snprintf(what, sizeof what, "image %d, %u x %u of %u values", number, width, height, values);
        assert_same_as_imf(scratch("few.exr"), &kind, &image, what);
        nbl_image_free(&image);
    }
}
END_TEST

/* Several threads compress them; some take longer, for they hold noise. */
START_TEST(many_chunks_stand_in_their_order) {
    enum { WIDTH = 33, HEIGHT = 2000 };
    uint64_t random = 11;
    nbl_image image, back;
    unsigned char *first = NULL;
    size_t n = 0, m;
    ck_assert_int_eq(nbl_image_create(WIDTH, HEIGHT, NBL_IMAGE_CHANNELS_RGB, &image, NULL), NBL_IMAGE_OK);
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++)
        for (size_t c = 0; c < 3; c++)
            image.pixels[4 * i + c] = i / WIDTH / 16 % 3 ? (float)(i / WIDTH) : (float)(next_random(&random) >> 40);
    for (int turn = 0; turn < 4; turn++) {
        assert_written(scratch("many.exr"), &image, NBL_IMAGE_TYPE_FLOAT);
        unsigned char *bytes = get_file(scratch("many.exr"), &m);
        ck_assert(!first || (m == n && memcmp(first, bytes, n) == 0));
        free(first);
        first = bytes;
        n = m;
    }
    free(first);
    assert_read(scratch("many.exr"), &back);
    ck_assert_mem_eq(back.pixels, image.pixels, (size_t)WIDTH * HEIGHT * 4 * sizeof(float));
    nbl_image_free(&image);
    nbl_image_free(&back);
}
END_TEST

START_TEST(further_channels_are_counted_not_read) {
    exr_kind kind = {0,
                     0,
                     40,
                     33,
                     EXR_COMPRESSION_ZIP,
                     EXR_STORAGE_SCANLINE,
                     0,
                     0,
                     1,
                     NBL_IMAGE_CHANNELS_RGB,
                     {{"B", EXR_PIXEL_HALF, 1},
                      {"G", EXR_PIXEL_FLOAT, 1},
                      {"R", EXR_PIXEL_HALF, 1},
                      {"Z", EXR_PIXEL_FLOAT, 1},
                      {"diffuse.R", EXR_PIXEL_HALF, 1},
                      {"id", EXR_PIXEL_UINT, 1}}};
    make_exr(scratch("layers.exr"), &kind);
    nbl_image image;
    assert_read(scratch("layers.exr"), &image);
    ck_assert_int_eq(image.channels, NBL_IMAGE_CHANNELS_RGB);
    assert_known(&image, NBL_IMAGE_CHANNELS_RGB, 0, "layers");
    nbl_image_free(&image);
}
END_TEST

/* Chunks that B44 stores as they are: of floats always, of halves where 4 x 4 blocks would be longer. Made by
 *
 *   oiiotool --pattern constant:color=0,0,0 4x5 3 ... -d float --compression b44 (its texels 1, 2, 3, ... in turn)
 *   Blender 3.4, a render of 97 rows, half B44 (the last chunk has one row, stored); expected: by FFmpeg's decoder
 *
 * Decoding a stored chunk as a compressed one fails in both. */
START_TEST(stored_chunks_of_b44) {
    const char *folder = getenv("NBL_ROOT");
    char path[512];
    nbl_image image;
    snprintf(path, sizeof path, "%s/tests/image/files/float-b44.exr", folder ? folder : ".");
    assert_read(path, &image);
    for (uint32_t i = 0; i < image.width * image.height; i++)
        for (uint32_t c = 0; c < 3; c++) ck_assert(image.pixels[4 * i + c] == (float)(3 * i + c + 1));
    nbl_image_free(&image);
    snprintf(path, sizeof path, "%s/tests/image/files/blender-b44-half-97-rows.exr", folder ? folder : ".");
    assert_read(path, &image);
    ck_assert_uint_eq(image.height, 97);
    uint32_t hash = 0, bits;
    for (uint32_t i = 0; i < 3 * image.width * image.height; i++) {
        memcpy(&bits, &image.pixels[4 * (i / 3) + i % 3], sizeof bits);
        hash = hash * 16777619u ^ bits;
    }
    ck_assert_uint_eq(hash, 0x2e0be000u); /* of FFmpeg's R, G, B, R, ... */
    nbl_image_free(&image);
}
END_TEST

/* By OpenEXR's C++ classes: files of 1 mod 32 rows, and a texel wide. */
START_TEST(small_chunks_of_b44) {
    static const int sizes[][2] = {{1, 33}, {1, 1}, {2, 65}, {61, 97}, {3, 1}, {1, 96}};
    unsigned cases = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int tiled = 0; tiled < 2; tiled++) {
            imf_kind kind = {0,
                             0,
                             sizes[i][0],
                             sizes[i][1],
                             _i ? IMF_B44A_COMPRESSION : IMF_B44_COMPRESSION,
                             IMF_WRITE_RGBA,
                             tiled != 0,
                             false};
            make_imf(scratch("small.exr"), &kind, NBL_IMAGE_CHANNELS_RGBA);
            nbl_image image;
            assert_read(scratch("small.exr"), &image);
            assert_same_as_imf(scratch("small.exr"), &kind, &image, "small B44");
            if (sizes[i][0] * sizes[i][1] < 4) assert_known(&image, NBL_IMAGE_CHANNELS_RGBA, 0, "stored");
            nbl_image_free(&image);
            cases++;
        }
    ck_assert_uint_eq(cases, 12);
}
END_TEST

#define HALF3 \
    {"B", EXR_PIXEL_HALF, 1}, {"G", EXR_PIXEL_HALF, 1}, { "R", EXR_PIXEL_HALF, 1 }
#define FLAT 0, 0, 16, 16, EXR_COMPRESSION_ZIP, EXR_STORAGE_SCANLINE, 0, 0, 1, NBL_IMAGE_CHANNELS_RGB

START_TEST(other_kinds_are_refused_by_name) {
    static const struct {
        exr_kind kind;
        const char *words;
    } cases[] = {
        {{FLAT, {{"G", EXR_PIXEL_HALF, 1}, {"R", EXR_PIXEL_HALF, 1}}}, "channels are \"G, R\"; expected R, G, B"},
        {{FLAT, {{"diffuse.B", EXR_PIXEL_HALF, 1}, {"diffuse.R", EXR_PIXEL_HALF, 1}}},
         "channels are \"diffuse.B, diffuse.R\""},
        {{FLAT, {{"Z", EXR_PIXEL_FLOAT, 1}}}, "channels are \"Z\""},
        {{FLAT, {{"A", EXR_PIXEL_FLOAT, 1}}}, "channels are \"A\""},
        {{FLAT, {{"B", EXR_PIXEL_HALF, 1}, {"G", EXR_PIXEL_UINT, 1}, {"R", EXR_PIXEL_HALF, 1}}},
         "channel G holds unsigned integers (uint)"},
        {{FLAT, {{"A", EXR_PIXEL_UINT, 1}, {"Y", EXR_PIXEL_HALF, 1}}}, "channel A holds unsigned integers (uint)"},
        {{FLAT, {{"B", EXR_PIXEL_HALF, 2}, {"G", EXR_PIXEL_HALF, 1}, {"R", EXR_PIXEL_HALF, 1}}},
         "channel B is subsampled by 2 x 2"},
        {{FLAT, {{"BY", EXR_PIXEL_HALF, 2}, {"RY", EXR_PIXEL_HALF, 2}, {"Y", EXR_PIXEL_HALF, 1}}},
         "channels are \"BY, RY, Y\""},
        {{0, 0, 16, 16, EXR_COMPRESSION_ZIPS, EXR_STORAGE_DEEP_SCANLINE, 0, 0, 1, NBL_IMAGE_CHANNELS_RGB, {HALF3}},
         "a deep file (deepscanline)"},
        {{0, 0, 16, 16, EXR_COMPRESSION_ZIPS, EXR_STORAGE_DEEP_TILED, 8, 8, 1, NBL_IMAGE_CHANNELS_RGB, {HALF3}},
         "a deep file (deeptile)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make_exr(scratch("other.exr"), &cases[i].kind);
        assert_refused(scratch("other.exr"), NBL_IMAGE_ERROR_UNSUPPORTED, cases[i].words);
    }
    imf_kind chroma = {0, 0, 16, 16, IMF_ZIP_COMPRESSION, IMF_WRITE_YC, false, false};
    make_imf(scratch("chroma.exr"), &chroma, NBL_IMAGE_CHANNELS_RGB);
    assert_refused(scratch("chroma.exr"), NBL_IMAGE_ERROR_UNSUPPORTED, "channels are \"BY, RY, Y\"");
}
END_TEST

/* The attribute's 16 bytes follow its name, type and size. */
static void set_window(const char *path, const char *name, int32_t min_x, int32_t min_y, int32_t max_x, int32_t max_y) {
    size_t n;
    unsigned char *bytes = get_file(path, &n);
    size_t at = 0, length = strlen(name);
    while (at + length < n && memcmp(bytes + at, name, length + 1) != 0) at++;
    ck_assert_uint_lt(at, n - 64);
    int32_t box[4] = {min_x, min_y, max_x, max_y};
    memcpy(bytes + at + length + 1 + sizeof "box2i" + 4, box, sizeof box);
    put_file(path, bytes, n);
    free(bytes);
}

START_TEST(absurd_windows_are_refused_before_memory) {
    exr_kind kind = {FLAT, {HALF3}};
    imf_kind dwa = {0, 0, 16, 16, IMF_DWAA_COMPRESSION, IMF_WRITE_RGB, false, false};
    const char *path = scratch("window.exr");
    if (_i)
        make_imf(path, &dwa, NBL_IMAGE_CHANNELS_RGB);
    else
        make_exr(path, &kind);
    set_window(path, "dataWindow", 0, 0, 65535, 65535);
    assert_refused(path, NBL_IMAGE_ERROR_TOO_LARGE, "65536 x 65536 texels are too many");
    set_window(path, "dataWindow", -100000, 0, 99999, 0);
    assert_refused(path, NBL_IMAGE_ERROR_TOO_LARGE, "200000 x 1 texels are too many");
    set_window(path, "dataWindow", 5, 5, 4, 4);
    assert_refused(path, NBL_IMAGE_ERROR_DAMAGED, "");
    set_window(path, "dataWindow", INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX);
    assert_refused(path, NBL_IMAGE_ERROR_DAMAGED, "");
    set_window(path, "dataWindow", INT32_MAX - 15, 0, INT32_MAX, 15);
    assert_refused(path, NBL_IMAGE_ERROR_DAMAGED, "");
    set_window(path, "dataWindow", 0, 0, 15, 15);
    set_window(path, "displayWindow", 9, 9, 0, 0);
    assert_refused(path, NBL_IMAGE_ERROR_DAMAGED, "");
    set_window(path, "displayWindow", 0, 0, 15, 15);
    nbl_image image;
    assert_read(path, &image);
    nbl_image_free(&image);
}
END_TEST

/* The chunk of a file that has only one ends the file: y, size, data. */
static void set_chunk_size(const char *path, int64_t change) {
    size_t n, at;
    uint32_t size = 0;
    unsigned char *bytes = get_file(path, &n);
    for (at = n - 4; at > 0; at--) {
        memcpy(&size, bytes + at, 4);
        if (size == n - at - 4) break;
    }
    ck_assert_uint_gt(at, 300);
    size = (uint32_t)(size + change);
    memcpy(bytes + at, &size, 4);
    put_file(path, bytes, n);
    free(bytes);
}

START_TEST(chunks_of_a_wrong_size_are_damage) {
    exr_kind kind = {0, 0, 16, 1, EXR_COMPRESSION_NONE, EXR_STORAGE_SCANLINE, 0, 0, 1, NBL_IMAGE_CHANNELS_RGB, {HALF3}};
    const char *path = scratch("size.exr");
    static const int changes[4] = {-96, -6, 6, 1 << 30};
    for (int i = 0; i < 4; i++) {
        make_exr(path, &kind);
        set_chunk_size(path, changes[i]);
        assert_refused(path, NBL_IMAGE_ERROR_DAMAGED, "");
    }
}
END_TEST

/* Chunks of gigabytes, announced by 16 x 16 texels. */
START_TEST(huge_tiles_are_refused_before_memory) {
    exr_kind kind = {0,
                     0,
                     16,
                     16,
                     EXR_COMPRESSION_ZIP,
                     EXR_STORAGE_TILED,
                     16,
                     16,
                     1,
                     NBL_IMAGE_CHANNELS_RGBA,
                     {{"A", EXR_PIXEL_FLOAT, 1},
                      {"B", EXR_PIXEL_FLOAT, 1},
                      {"G", EXR_PIXEL_FLOAT, 1},
                      {"R", EXR_PIXEL_FLOAT, 1},
                      {"Z", EXR_PIXEL_FLOAT, 1},
                      {"id", EXR_PIXEL_UINT, 1}}};
    const char *path = scratch("tile.exr");
    make_exr(path, &kind);
    size_t n, at = 0;
    unsigned char *bytes = get_file(path, &n);
    while (memcmp(bytes + at, "tiledesc", 9) != 0) at++;
    uint32_t sides[2] = {65536, 65536};
    memcpy(bytes + at + 9 + 4, sides, sizeof sides);
    put_file(path, bytes, n);
    free(bytes);
    assert_refused(path, NBL_IMAGE_ERROR_MEMORY, "chunks");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("image: EXR");
    TCase *test = tcase_create("EXR");
    tcase_set_timeout(test, 30);
    tcase_add_loop_test(test, core_files, 0, 32);
    tcase_add_loop_test(test, imf_files, 0, 30);
    tcase_add_loop_test(test, imf_reads_what_is_written, 0, 2);
    tcase_add_loop_test(test, imf_reads_small_images_of_few_values, 0, 2);
    tcase_add_test(test, stored_chunks_of_b44);
    tcase_add_loop_test(test, small_chunks_of_b44, 0, 2);
    tcase_add_test(test, many_chunks_stand_in_their_order);
    tcase_add_test(test, further_channels_are_counted_not_read);
    tcase_add_test(test, other_kinds_are_refused_by_name);
    tcase_add_loop_test(test, absurd_windows_are_refused_before_memory, 0, 2);
    tcase_add_test(test, chunks_of_a_wrong_size_are_damage);
    tcase_add_test(test, huge_tiles_are_refused_before_memory);
    suite_add_tcase(suite, test);
    return run_suite(suite);
}
