/* Files of .hdr and .png made by hand: every form that is read, exactly, and every damage by its name.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that fail here, tried: codes over 65536; the size of pixels not held against the file's; compressed bytes
 * behind the rows not counted; checksums not verified; PRIMARIES not written; EXPOSURE not read.
 */
#define _XOPEN_SOURCE 700

#include "png_making.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

/* IEC 61966-2-1 in long double, rounded once. */
static float linear_of(unsigned code, unsigned largest) {
    long double s = (long double)code / largest;
    return (float)(s <= 0.04045L ? s / 12.92L : powl((s + 0.055L) / 1.055L, 2.4L));
}

static void assert_linear(float got, unsigned code, unsigned largest) {
    float want = linear_of(code, largest);
    ck_assert_msg(fabsf(got - want) <= want * 0x1p-23f, "code %u of %u: %.9g, expected %.9g", code, largest,
                  (double)got, (double)want);
}

START_TEST(png_of_8_bits_is_linear_exactly) {
    png_bytes file;
    unsigned char rows[1 + 4 * 256];
    rows[0] = 0;
    for (unsigned i = 0; i < 256; i++)
        for (unsigned c = 0; c < 4; c++) rows[1 + 4 * i + c] = (unsigned char)(i + 50 * c);
    png_begin(&file, 256, 1, 8, 6);
    png_end(&file, rows, sizeof rows);
    put_file(scratch("a.png"), file.data, file.size);
    nbl_image image;
    assert_read(scratch("a.png"), &image);
    ck_assert_int_eq(image.channels, NBL_IMAGE_CHANNELS_RGBA);
    for (unsigned i = 0; i < 256; i++) {
        for (unsigned c = 0; c < 3; c++) assert_linear(image.pixels[4 * i + c], (i + 50 * c) & 255, 255);
        ck_assert_float_eq(image.pixels[4 * i + 3], (float)(((i + 150) & 255) / 255.0));
    }
    ck_assert_float_eq_tol(image.pixels[4 * 188], 0.50288653f, 1e-7f);
    ck_assert_int_eq(image.data_window.max_x, 255);
    nbl_image_free(&image);
}
END_TEST

START_TEST(png_of_16_bits_is_linear_exactly) {
    png_bytes file;
    unsigned char rows[4][1 + 6 * 100];
    for (unsigned y = 0; y < 4; y++)
        for (unsigned i = 0; i <= 600; i++) rows[y][i] = (unsigned char)(i ? 37 * i + 101 * y * i : 0);
    png_begin(&file, 100, 4, 16, 2);
    png_end(&file, rows, sizeof rows);
    put_file(scratch("a.png"), file.data, file.size);
    nbl_image image;
    assert_read(scratch("a.png"), &image);
    ck_assert_int_eq(image.channels, NBL_IMAGE_CHANNELS_RGB);
    for (unsigned i = 0; i < 1200; i++) {
        const unsigned char *code = &rows[i / 300][1 + 2 * (i % 300)];
        assert_linear(image.pixels[4 * (i / 3) + i % 3], (unsigned)code[0] << 8 | code[1], 65535);
    }
    ck_assert_float_eq(image.pixels[3], 1.0f);
    nbl_image_free(&image);
}
END_TEST

START_TEST(png_of_other_kinds) {
    png_bytes file;
    nbl_image image;
    png_begin(&file, 2, 1, 8, 0);
    png_end(&file, "\0\x20\xff", 3);
    put_file(scratch("grey.png"), file.data, file.size);
    assert_read(scratch("grey.png"), &image);
    ck_assert_int_eq(image.channels, NBL_IMAGE_CHANNELS_Y);
    for (int c = 0; c < 3; c++) assert_linear(image.pixels[c], 0x20, 255);
    ck_assert_float_eq(image.pixels[4], 1.0f);
    nbl_image_free(&image);

    png_begin(&file, 1, 1, 16, 4);
    png_end(&file, "\0\x12\x34\x80\0", 5);
    put_file(scratch("ya.png"), file.data, file.size);
    assert_read(scratch("ya.png"), &image);
    ck_assert_int_eq(image.channels, NBL_IMAGE_CHANNELS_YA);
    assert_linear(image.pixels[2], 0x1234, 65535);
    ck_assert_float_eq(image.pixels[3], (float)(0x8000 / 65535.0));
    nbl_image_free(&image);

    png_begin(&file, 4, 1, 1, 3);
    png_chunk(&file, "PLTE", "\1\2\3\xc8\x64\x32", 6);
    png_chunk(&file, "tRNS", "\x33", 1);
    png_end(&file, "\0\x50", 2);
    put_file(scratch("palette.png"), file.data, file.size);
    assert_read(scratch("palette.png"), &image);
    ck_assert_int_eq(image.channels, NBL_IMAGE_CHANNELS_RGBA);
    assert_linear(image.pixels[0], 1, 255);
    ck_assert_float_eq(image.pixels[3], 0.2f);
    assert_linear(image.pixels[4 + 1], 100, 255);
    ck_assert_float_eq(image.pixels[4 + 3], 1.0f);
    nbl_image_free(&image);
}
END_TEST

/* Adam7, 3 x 3: passes of one, one, two, one and one, and three texels; the others are empty. */
START_TEST(png_of_seven_passes) {
    static const unsigned char rows[] = {0, 11, 0, 13, 0, 31, 33, 0, 12, 0, 32, 0, 21, 22, 23};
    png_bytes file = {.size = 0};
    nbl_image image;
    png_put(&file, "\x89PNG\r\n\x1a\n", 8);
    png_chunk(&file, "IHDR", "\0\0\0\3\0\0\0\3\x8\0\0\0\1", 13);
    png_end(&file, rows, sizeof rows);
    put_file(scratch("a.png"), file.data, file.size);
    assert_read(scratch("a.png"), &image);
    for (unsigned i = 0; i < 9; i++) assert_linear(image.pixels[4 * i], 10 * (i / 3 + 1) + i % 3 + 1, 255);
    nbl_image_free(&image);
}
END_TEST

static void assert_png_refused(const png_bytes *file, nbl_image_result result, const char *why) {
    put_file(scratch("x.png"), file->data, file->size);
    assert_refused(scratch("x.png"), result, why);
}

START_TEST(damaged_png_files) {
    static png_bytes file;
    static const unsigned char rows[8] = {0, 1, 2, 3, 0, 4, 5, 6};
    png_begin(&file, 1, 2, 8, 2);
    png_end(&file, rows, 8);
    file.data[8 + 25 + 8 + 8] ^= 1; /* in IDAT: a change that zlib would not notice */
    assert_png_refused(&file, NBL_IMAGE_ERROR_DAMAGED, "damaged: IDAT: ");
    png_begin(&file, 1, 2, 8, 2);
    png_end(&file, rows, 8);
    file.data[8 + 8 + 13] ^= 1; /* a checksum alone */
    assert_png_refused(&file, NBL_IMAGE_ERROR_DAMAGED, "damaged: IHDR: CRC error");
    png_begin(&file, 1, 2, 8, 2);
    png_end(&file, rows, 7);
    assert_png_refused(&file, NBL_IMAGE_ERROR_DAMAGED, "damaged: Not enough image data");
    png_begin(&file, 65536, 65536, 8, 0);
    png_end(&file, rows, 8);
    assert_png_refused(&file, NBL_IMAGE_ERROR_TOO_LARGE, "65536 x 65536 texels are too many");
    png_begin(&file, 16384, 8193, 8, 0);
    png_end(&file, rows, 8);
    assert_png_refused(&file, NBL_IMAGE_ERROR_TOO_LARGE, "16384 x 8193 texels are too many");
    png_begin(&file, 0, 1, 8, 0);
    png_end(&file, rows, 8);
    assert_png_refused(&file, NBL_IMAGE_ERROR_DAMAGED, "no texels: 0 x 1");
    file.size = 0;
    png_put(&file, "\x89PNG\r\n\x1a\n", 8);
    png_end(&file, rows, 8);
    assert_png_refused(&file, NBL_IMAGE_ERROR_DAMAGED, "does not begin with an IHDR chunk");
    file.size = 8;
    png_chunk(&file, "CgBI", "\0\0\0\0", 4);
    assert_png_refused(&file, NBL_IMAGE_ERROR_UNSUPPORTED, "CgBI");
    put_file(scratch("x.png"), "GIF89a, renamed", 15);
    assert_refused(scratch("x.png"), NBL_IMAGE_ERROR_DAMAGED, "not a PNG file: wrong signature");
}
END_TEST

static long peak_kilobytes(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Pixel data that inflates to 12 MB behind a header that says 1 x 1; and a header of 2^27 texels before a few bytes. */
START_TEST(png_bombs_take_no_memory) {
    png_bytes head;
    nbl_image image;
    size_t size;
    pid_t child = fork(); /* so that this process's peak does not hold the large picture */
    if (child == 0) {
        ck_assert_int_eq(nbl_image_create(2048, 2048, NBL_IMAGE_CHANNELS_RGB, &image, NULL), NBL_IMAGE_OK);
        assert_written(scratch("large.png"), &image, NBL_IMAGE_TYPE_FLOAT);
        nbl_image_free(&image);
        _exit(0);
    }
    int status = -1;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    unsigned char *bytes = get_file(scratch("large.png"), &size);
    png_begin(&head, 1, 1, 8, 2);
    memcpy(bytes, head.data, head.size);
    put_file(scratch("bomb.png"), bytes, size);
    free(bytes);
    long before = peak_kilobytes();
    assert_refused(scratch("bomb.png"), NBL_IMAGE_ERROR_DAMAGED, "IDAT: ");

    png_begin(&head, 16384, 8192, 8, 2);
    png_end(&head, "\0\1\2\3", 4);
    put_file(scratch("empty.png"), head.data, head.size);
    assert_refused(scratch("empty.png"), NBL_IMAGE_ERROR_DAMAGED,
                   "bytes cannot hold the 16384 x 8192 texels that its header declares");
    ck_assert_int_eq(nbl_image_describe_file(scratch("empty.png"), NULL, &image, NULL), NBL_IMAGE_ERROR_DAMAGED);
#if !defined(__SANITIZE_ADDRESS__) /* which takes some of its own */
    ck_assert_int_le(peak_kilobytes() - before, 4096);
#else
    (void)before;
#endif
}
END_TEST

/* A stream of zeros that never ends in time: after a literal, one match of 258 bytes in 13 bits, over and over. */
static void fill_with_zeros(unsigned char *bytes, size_t size) {
    static const char literal[] = "00110000", match[] = "1100010100000"; /* length code 285, distance code 0 */
    size_t at = 16 + 3;
    bytes[0] = 0x78, bytes[1] = 0x01;
    bytes[2] = 3; /* the last block, of fixed codes */
    for (const char *bit = literal; *bit; bit++, at++) bytes[at / 8] |= (unsigned char)((*bit - '0') << at % 8);
    while (at + 13 < 8 * size)
        for (const char *bit = match; *bit; bit++, at++) bytes[at / 8] |= (unsigned char)((*bit - '0') << at % 8);
}

/* 4 MB that inflate to 650 MB behind one texel: 1.3 s of a processor, if they were inflated. */
START_TEST(png_bombs_take_no_time) {
    enum { SIZE = 4 << 20 };
    png_bytes head;
    unsigned char *file = calloc(1, SIZE + 256),
                  length[4] = {SIZE >> 24, SIZE >> 16 & 255, SIZE >> 8 & 255, SIZE & 255};
    ck_assert_ptr_nonnull(file);
    png_begin(&head, 1, 1, 8, 0);
    memcpy(file, head.data, head.size);
    memcpy(file + head.size, length, 4);
    memcpy(file + head.size + 4, "IDAT", 4);
    fill_with_zeros(file + head.size + 8, SIZE);
    put_file(scratch("slow.png"), file, head.size + 8 + SIZE + 4);
    free(file);
    const clock_t before = clock();
    assert_refused(scratch("slow.png"), NBL_IMAGE_ERROR_DAMAGED, "IDAT: too much image data");
    ck_assert_msg(clock() - before < CLOCKS_PER_SEC / 2, "%g s", (double)(clock() - before) / CLOCKS_PER_SEC);
}
END_TEST

START_TEST(a_file_is_described_without_its_pixels) {
    static const char *const names[3] = {"a.exr", "a.hdr", "a.png"};
    nbl_image image, described;
    ck_assert_int_eq(nbl_image_create(300, 200, NBL_IMAGE_CHANNELS_RGB, &image, NULL), NBL_IMAGE_OK);
    assert_written(scratch(names[_i]), &image, NBL_IMAGE_TYPE_FLOAT);
    nbl_image_free(&image);
    ck_assert_int_eq(nbl_image_describe_file(scratch(names[_i]), NULL, &described, NULL), NBL_IMAGE_OK);
    ck_assert_uint_eq(described.width, 300);
    ck_assert_uint_eq(described.height, 200);
    ck_assert_ptr_null(described.pixels);
    ck_assert_int_eq(nbl_image_describe_file(scratch("none.exr"), NULL, &described, NULL), NBL_IMAGE_ERROR_OPEN);
}
END_TEST

#define HDR(size) "#?RADIANCE\nSOFTWARE=test\nFORMAT=32-bit_rle_rgbe\nEXPOSURE=1\n\n" size "\n"

/* The literal's bytes, less its closing zero. */
#define PUT_HDR(literal) put_file(scratch("a.hdr"), literal, sizeof(literal) - 1)

static void assert_hdr(uint32_t width, uint32_t height, const float *want) {
    nbl_image image;
    assert_read(scratch("a.hdr"), &image);
    ck_assert_uint_eq(image.width, width);
    ck_assert_uint_eq(image.height, height);
    for (uint32_t i = 0; i < width * height; i++)
        for (int c = 0; c < 3; c++)
            ck_assert_msg(image.pixels[4 * i + (uint32_t)c] == want[3 * i + (uint32_t)c],
                          "texel %u, channel %d: %g, expected %g", i, c, (double)image.pixels[4 * i + (uint32_t)c],
                          (double)want[3 * i + (uint32_t)c]);
    nbl_image_free(&image);
}

START_TEST(hdr_forms) {
    static const float flat[12] = {0.5f, 0.25f, 0, 1, 2, 3.984375f, 0, 0, 0, 0x1.fep126f, 0, 0x1p119f};
    PUT_HDR(HDR("-Y 2 +X 2") "\x80\x40\0\x80"
                             "\x40\x80\xff\x82"
                             "\x80\x80\x80\0"
                             "\xff\0\1\xff");
    assert_hdr(2, 2, flat);
    /* The older run-length code: the second texel four times more, then 257 times more by two run texels in sequence.
     */
    static float runs[3 * 264];
    for (int i = 0; i < 264; i++) runs[3 * i] = i == 0 ? 1.0f : 2.0f, runs[3 * i + 2] = i < 263 ? 0.0f : 0.5f;
    runs[3 * 263] = 0;
    PUT_HDR(HDR("-Y 1 +X 264") "\x80\0\0\x81"
                               "\x80\0\0\x82"
                               "\1\1\1\4"
                               "\x80\0\0\x82"
                               "\1\1\1\0"
                               "\1\1\1\1"
                               "\0\0\x80\x80");
    assert_hdr(264, 1, runs);
    /* One adaptive scanline of a run and literals, and one plain scanline after it. */
    static float mixed[3 * 16];
    for (int i = 0; i < 8; i++) {
        mixed[3 * i] = 0.5f;
        mixed[3 * i + 1] = (float)(i + 1) / 256.0f;
        mixed[3 * (8 + i) + 2] = 1.0f;
    }
    PUT_HDR(HDR("-Y 2 +X 8") "\2\2\0\x8"
                             "\x88\x80"
                             "\3\1\2\3\5\4\5\6\7\x8"
                             "\x88\0"
                             "\x84\x80\x84\x80"
                             "\0\0\x80\x81\0\0\x80\x81\0\0\x80\x81\0\0\x80\x81\0\0\x80\x81\0\0\x80\x81\0\0\x80\x81\0\0"
                             "\x80\x81");
    assert_hdr(8, 2, mixed);
}
END_TEST

/* The texels 1 2 3 / 4 5 6, by the eight resolution lines, with either end of lines. A mirror that is forgotten, or an
 * exposure, fails. */
START_TEST(hdr_orientations) {
    static const struct {
        const char *line, *order;
    } cases[] = {{"-Y 2 +X 3", "123456"}, {"-Y 2 -X 3", "321654"}, {"+Y 2 +X 3", "456123"}, {"+Y 2 -X 3", "654321"},
                 {"+X 3 -Y 2", "142536"}, {"+X 3 +Y 2", "415263"}, {"-X 3 -Y 2", "362514"}, {"-X 3 +Y 2", "635241"}};
    static const float want[18] = {1, .5f, 2, 2, .5f, 2, 3, .5f, 2, 4, .5f, 2, 5, .5f, 2, 6, .5f, 2};
    unsigned ran = 0;
    for (size_t i = 0; i < 8; i++)
        for (int crlf = 0; crlf < 2; crlf++, ran++) {
            const char *end = crlf ? "\r\n" : "\n";
            char bytes[256];
            int n = snprintf(bytes, sizeof bytes,
                             "#?RADIANCE%sEXPOSURE=4%sFORMAT=32-bit_rle_rgbe%sEXPOSURE=0.5%sCOLORCORR=1 2 4%s%s%s%s",
                             end, end, end, end, end, end, cases[i].line, end);
            for (int t = 0; t < 6; t++) { /* value 2 x / 256 * 2^8, 2 and 16: as multiplied */
                bytes[n++] = (char)(2 * (cases[i].order[t] - '0'));
                bytes[n++] = 2;
                bytes[n++] = 16;
                bytes[n++] = (char)136;
            }
            put_file(scratch("a.hdr"), bytes, (size_t)n);
            assert_hdr(3, 2, want);
        }
    ck_assert_uint_eq(ran, 16);
}
END_TEST

/* Primaries go from .hdr to .exr and back. */
START_TEST(hdr_primaries) {
    PUT_HDR(
        "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\nPRIMARIES=0.708 0.292 0.17 0.797 0.131 0.046 0.3127 0.329\n\n-Y 1 +X 1\n"
        "\x80\x40\0\x80");
    static const float want[8] = {.708f, .292f, .17f, .797f, .131f, .046f, .3127f, .329f};
    static const char *const names[3] = {"b.exr", "c.hdr", "d.exr"};
    nbl_image image;
    assert_read(scratch("a.hdr"), &image);
    for (int i = 0; i < 3; i++) {
        assert_written(scratch(names[i]), &image, NBL_IMAGE_TYPE_FLOAT);
        nbl_image_free(&image);
        assert_read(scratch(names[i]), &image);
        ck_assert(image.has_chromaticities);
        ck_assert_mem_eq(image.chromaticities, want, sizeof want);
    }
    nbl_image_free(&image);
}
END_TEST

/* What a transform's rounding leaves below 0 is black; what is more is an error. */
START_TEST(hdr_takes_roundings_below_zero) {
    nbl_image image;
    ck_assert_int_eq(nbl_image_create(3, 1, NBL_IMAGE_CHANNELS_RGB, &image, NULL), NBL_IMAGE_OK);
    image.pixels[0] = 100.0f;
    image.pixels[4] = -1e-4f, image.pixels[5] = 0.5f;  /* 1e-6 of the largest */
    image.pixels[8] = -0.05f, image.pixels[9] = 50.0f; /* beyond the 8 bits beside 50 */
    assert_written(scratch("a.hdr"), &image, NBL_IMAGE_TYPE_FLOAT);
    static const float want[9] = {100, 0, 0, 0, 0.5f, 0, 0, 50, 0};
    assert_hdr(3, 1, want);
    nbl_image_error error = {0};
    image.pixels[4] = -2e-3f;
    ck_assert_int_eq(nbl_image_write(scratch("a.hdr"), &image, NBL_IMAGE_TYPE_FLOAT, &error), NBL_IMAGE_ERROR_VALUE);
    ck_assert_msg(strstr(error.message, "x 1, y 0, channel R is -0.002"), "%s", error.message);
    nbl_image_free(&image);
}
END_TEST

START_TEST(damaged_hdr_files) {
    static const struct {
        const char *bytes;
        size_t size;
        nbl_image_result result;
        const char *words;
    } cases[] = {
#define CASE(literal, result, words) {literal, sizeof(literal) - 1, result, words}
        CASE("PK\3\4", NBL_IMAGE_ERROR_DAMAGED, "not a Radiance file"),
        CASE("#", NBL_IMAGE_ERROR_DAMAGED, "not a Radiance file"),
        CASE("#?RADIANCE\nFORMAT=32-bit_rle_rgbe", NBL_IMAGE_ERROR_DAMAGED, "truncated: ends within the header"),
        CASE("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 4", NBL_IMAGE_ERROR_DAMAGED,
             "truncated: ends within the header"),
        CASE("#?RADIANCE\n\n-Y 1 +X 1\nabcd", NBL_IMAGE_ERROR_DAMAGED, "no FORMAT line"),
        CASE("#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 1\nabcd", NBL_IMAGE_ERROR_UNSUPPORTED,
             "format \"32-bit_rle_xyze\""),
        CASE(HDR("+X 1 -X 1") "abcd", NBL_IMAGE_ERROR_UNSUPPORTED, "resolution line \"+X 1 -X 1\""),
        CASE("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\nEXPOSURE=-1\n\n-Y 1 +X 1\nabcd", NBL_IMAGE_ERROR_DAMAGED,
             "damaged line \"EXPOSURE=-1\""),
        CASE(HDR("-Y 1 +X 1 ") "abcd", NBL_IMAGE_ERROR_UNSUPPORTED, "resolution line"),
        CASE(HDR("-Y -1 +X 1") "abcd", NBL_IMAGE_ERROR_UNSUPPORTED, "resolution line"),
        CASE(HDR("-Y 1 +X 0") "abcd", NBL_IMAGE_ERROR_DAMAGED, "no texels: 0 x 1"),
        CASE(HDR("-Y 1 +X 65537") "abcd", NBL_IMAGE_ERROR_TOO_LARGE, "65537 x 1 texels are too many"),
        CASE(HDR("-Y 4294967297 +X 1") "abcd", NBL_IMAGE_ERROR_TOO_LARGE, "texels are too many"),
        CASE(HDR("-Y 65536 +X 65536") "abcd", NBL_IMAGE_ERROR_TOO_LARGE, "65536 x 65536 texels are too many"),
        CASE(HDR("-Y 2 +X 1") "abcdefg", NBL_IMAGE_ERROR_DAMAGED, "truncated or damaged: scanline 1"),
        CASE(HDR("-Y 1 +X 2") "\1\1\1\1\1\1\1\1", NBL_IMAGE_ERROR_DAMAGED, "scanline 0"),
        CASE(HDR("-Y 1 +X 2") "abcd\1\1\1\2", NBL_IMAGE_ERROR_DAMAGED, "scanline 0"),
        CASE(HDR("-Y 1 +X 8") "\2\2\0\x9\x89\0\x89\0\x89\0\x89\0", NBL_IMAGE_ERROR_DAMAGED, "scanline 0"),
        CASE(HDR("-Y 1 +X 8") "\2\2\0\x8\x89\0\x88\0\x88\0\x88\0", NBL_IMAGE_ERROR_DAMAGED, "scanline 0"),
        CASE(HDR("-Y 1 +X 8") "\2\2\0\x8\x88\0\x88\0\x88\0\0\0\0", NBL_IMAGE_ERROR_DAMAGED, "scanline 0"),
        CASE(HDR("-Y 1 +X 8") "\2\2\0\x8\x88\0\x88\0\x88\0\x88", NBL_IMAGE_ERROR_DAMAGED, "scanline 0"),
#undef CASE
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put_file(scratch("x.hdr"), cases[i].bytes, cases[i].size);
        assert_refused(scratch("x.hdr"), cases[i].result, cases[i].words);
    }
}
END_TEST

START_TEST(files_that_are_none) {
    static const char *const names[3] = {"none.exr", "none.hdr", "none.png"};
    const char *path = scratch(names[_i]);
    assert_refused(path, NBL_IMAGE_ERROR_OPEN, "No such file or directory");
    put_file(path, "", 0);
    assert_refused(path, NBL_IMAGE_ERROR_DAMAGED, "is empty");
    put_file(path, "not an image, whatever the name says\n", 37);
    assert_refused(path, NBL_IMAGE_ERROR_DAMAGED, _i == 0 ? "magic" : "not a");
    unlink(path);
    ck_assert_int_eq(mkfifo(path, 0666), 0);
    assert_refused(path, NBL_IMAGE_ERROR_OPEN, "is not a regular file");
    unlink(path);
    ck_assert_int_eq(mkdir(path, 0777), 0);
    assert_refused(path, NBL_IMAGE_ERROR_OPEN, "is a directory");
    assert_refused(scratch("x.bmp"), NBL_IMAGE_ERROR_EXTENSION, "unknown extension; expected .exr");
    assert_refused(scratch("exr"), NBL_IMAGE_ERROR_EXTENSION, "unknown extension");
    assert_refused(".png", NBL_IMAGE_ERROR_EXTENSION, "unknown extension");
    assert_refused("", NBL_IMAGE_ERROR_EXTENSION, "unknown extension");
    nbl_image image;
    ck_assert_int_eq(nbl_image_read(NULL, &image, NULL), NBL_IMAGE_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_image_read(path, NULL, NULL), NBL_IMAGE_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_image_read(path, &image, NULL), NBL_IMAGE_ERROR_OPEN);
}
END_TEST

/* A message stays one line and keeps its reason, whatever the path. */
START_TEST(messages_stay_one_line) {
    nbl_image image;
    nbl_image_error error;
    ck_assert_int_eq(nbl_image_read("a\nb\033[31m.png", &image, &error), NBL_IMAGE_ERROR_OPEN);
    ck_assert_str_eq(error.message, "a?b?[31m.png: No such file or directory");
    char path[4000];
    memset(path, 'x', sizeof path);
    memcpy(path + sizeof path - 5, ".png", 5);
    ck_assert_int_eq(nbl_image_read(path, &image, &error), NBL_IMAGE_ERROR_OPEN);
    ck_assert_str_eq(strrchr(error.message, ':'), ": File name too long");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("image: HDR and PNG");
    TCase *test = tcase_create("HDR and PNG");
    tcase_add_test(test, png_of_8_bits_is_linear_exactly);
    tcase_add_test(test, png_of_16_bits_is_linear_exactly);
    tcase_add_test(test, png_of_other_kinds);
    tcase_add_test(test, png_of_seven_passes);
    tcase_add_test(test, damaged_png_files);
    tcase_add_test(test, png_bombs_take_no_memory);
    tcase_add_test(test, png_bombs_take_no_time);
    tcase_add_loop_test(test, a_file_is_described_without_its_pixels, 0, 3);
    tcase_add_test(test, hdr_forms);
    tcase_add_test(test, hdr_orientations);
    tcase_add_test(test, hdr_primaries);
    tcase_add_test(test, hdr_takes_roundings_below_zero);
    tcase_add_test(test, damaged_hdr_files);
    tcase_add_loop_test(test, files_that_are_none, 0, 3);
    tcase_add_test(test, messages_stay_one_line);
    suite_add_tcase(suite, test);
    return run_suite(suite);
}
