/* nbl-bloom where it must refuse: usage, files of every kind of damage, values, outputs, devices, with exit code and
 * message.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700 /* realpath */

#include "tests/bloom/cli.h"

#include <sys/stat.h>

static const char *const formats[3] = {"exr", "hdr", "png"};

static void begin(void) {
    test_folder();
    write_plain("good.exr", 9, 7, 0.25f);
    write_plain("good.hdr", 9, 7, 0.25f);
    write_plain("good.png", 9, 7, 0.25f);
}

START_TEST(usage_is_explained) {
    static const struct {
        const char *line, *words;
    } wrong[] = {
        {"", "IMAGE"},
        {"@good.exr", "KERNEL"},
        {"devices", "devices: unknown command: kernel, check, compile or bench; see nbl-bloom --help"},
        {"devices --help", "devices: unknown command: kernel, check, compile or bench; see nbl-bloom --help"},
        {"krnel starburst -o @out.exr",
         "krnel: unknown command: kernel, check, compile or bench; see nbl-bloom --help"},
        {"kernel -o @out.exr", "kernel: SHAPE, such as starburst, is missing; see nbl-bloom kernel --help"},
        {"@good.exr @good.exr @out.exr", "out.exr: is a third file; give the result as -o "},
        {"@good.exr @good.exr", "-o"},
        {"@good.exr @good.exr @good.exr -o @out.exr", "one argument too many"},
        {"@good.exr @good.exr -o", "needs a value"},
        {"@good.exr @good.exr -o @out.exr --pading zero", "--pading"},
        {"@good.exr @good.exr -o @out.exr -x", "-x"},
        {"@good.exr @good.exr -o @out.exr --padding", "needs a value: zero|mirror|wrap"},
        {"@good.exr @good.exr -o @out.exr --padding edge", "must be zero|mirror|wrap"},
        {"@good.exr @good.exr -o @out.exr --padding=edge", "--padding edge: must be"},
        {"@good.exr @good.exr -o @out.exr --first-axis z", "auto|x|y"},
        {"@good.exr @good.exr -o @out.exr --kernel-mode best", "pad|resample"},
        {"@good.exr @good.exr -o @out.exr --normalize max", "luminance|none"},
        {"@good.exr @good.exr -o @out.exr --algorithm bluestein", "stockham|radix2-shuffle"},
        {"@good.exr @good.exr -o @out.exr --precision fp64", "fp32|fp16"},
        {"@good.exr @good.exr -o @out.exr --mode faster", "exact|fast"},
        {"@good.exr @good.exr -o @out.exr --backend metal", "must be vulkan|executor|emulator"},
        {"@good.exr @good.exr -o @out.exr --output-type double", "float|half"},
        {"@good.exr @good.exr -o @out.png --output-type half", "half is for .exr, and "},
        {"@photo.png @good.exr -o @out.png --layer specular", "--layer: is for an .exr, and "},
        {"@photo.JPG @good.exr -o @out.png --part 1", "--part: is for an .exr, and "},
        {"@good.exr @good.exr -o @out.exr --output-type 16", "8 and 16 are for .png and .tif, and "},
        {"@good.exr @good.exr -o @out.jpg --output-type 8", "8 and 16 are for .png and .tif, and "},
        {"@good.exr @good.exr -o @out.exr --sharpen 1.5", "0 to 1"},
        {"@good.exr @good.exr -o @out.exr --sharpen nan", "0 to 1"},
        {"@good.exr @good.exr -o @out.exr --intensity 0.5", "--combine mix or add"},
        {"@good.exr @good.exr -o @out.exr --combine mix --intensity 2", "at most 1"},
        {"@good.exr @good.exr -o @out.exr --combine over", "replace|mix|add"},
        {"@good.exr @good.exr -o @out.exr --threshold -1", "0 to 1e+06"},
        {"@good.exr @good.exr -o @out.exr --knee 1", "is for --threshold"},
        {"@good.exr @good.exr -o @out.exr --threshold 1 --knee 2", "at most as large as it"},
        {"@good.exr @good.exr -o @out.exr --sharpen 0.5x", "--sharpen 0.5x: must be a number from 0 to 1"},
        {"@good.exr @good.exr -o @out.exr --backend emulator --subgroup-size 12", "power of two"},
        {"@good.exr @good.exr -o @out.exr --backend emulator --subgroup-size 256", "128"},
        {"@good.exr @good.exr -o @out.exr --subgroup-size 8", "--backend emulator"},
        {"@good.exr @good.exr -o @out.exr --threads 0 --backend emulator",
         "--threads 0: must be a number from 1 to 4096"},
        {"@good.exr @good.exr -o @out.exr --backend emulator --device 0", "--backend vulkan"},
        {"@good.exr @good.exr -o @out.exr --backend executor --device 0", "--backend vulkan"},
        {"@good.exr @good.exr -o @out.exr --backend executor --pipelines @p.cache", "--backend vulkan"},
        {"@good.exr @good.exr -o @out.exr --pipelines @out.exr", "is the file of -o, too"},
        {"@good.exr @good.exr -o @out.exr --backend executor --check", "--backend emulator"},
        {"@good.exr @good.exr -o @out.exr --backend executor --algorithm radix2-shuffle",
         "--backend emulator runs them"},
        {"@good.exr -o @out.exr --backend executor --method prefix-sum", "--backend emulator runs them"},
        {"@good.exr @good.exr -o @out.exr --threads 2", "--backend executor or emulator"},
        {"compile 64x48 9x9 -o @modules --in srgb9", "--in srgb9: must be"},
        {"compile 64x48 9x9 -o @modules --out rgba16f-sampled", "--out rgba16f-sampled: must be"},
        {"compile 64x48 9x9 -o @modules --target wgsl --in rgba16f-image", "--target spirv"},
        {"compile 64x48 9x9 -o @modules --device 0", "--device: is of runs, and compile writes modules"},
        {"compile 64x48 9x9 -o @modules --knee 0.5", "--knee: is for --threshold"},
        {"compile 64x48 9x9 -o @modules --largest 5 --invalid refuse", "--largest: is for --invalid clamp"},
        {"@good.exr @good.exr -o @out.exr --largest 5", "--largest: is for --invalid clamp"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) expect_run(NULL, wrong[i].line, 2, wrong[i].words);
    const char *arguments[] = {test_tool("nbl-bloom"), "a.exr", "b.exr", "-o", "", NULL};
    test_output_t output = test_run(arguments, NULL);
    ck_assert_int_eq(output.status, 2);
    test_output_free(&output);
    ck_assert(!exists("out.exr"));
}
END_TEST

/* Every help fits a terminal of 80 columns but bench's, has an example and tells the exit codes. */
START_TEST(help_fits) {
    static const char *const commands[] = {"", "kernel", "check", "compile", "bench"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char line[64];
        snprintf(line, sizeof line, "%s --help", commands[i]);
        test_output_t output = bloom_with(NULL, line);
        ck_assert_int_eq(output.status, 0);
        ck_assert_str_eq(output.error, "");
        ck_assert_msg(strstr(output.text, "\nExample"), "%s: no example", commands[i]);
        ck_assert_msg(strstr(output.text, "\nExit code: 0 "), "%s: no exit codes", commands[i]);
        size_t widest = i + 1 < sizeof commands / sizeof *commands ? 80 : 120, lines = 0;
        for (char *text = strtok(output.text, "\n"); text; text = strtok(NULL, "\n"), lines++)
            ck_assert_msg(strlen(text) <= widest, "too wide: %s", text);
        ck_assert_uint_le(lines, 70);
        test_output_free(&output);
    }
}
END_TEST

/* The examples of every help but bench's, in this order, as they are pasted where `make demo` was run. bench's runs in
 * tests/bloom/test_bench.sh, at small sizes. */
START_TEST(examples_of_help_work) {
    static const char *const commands[] = {"", "kernel", "check", "compile"};
    char script[8192], tool[600];
    unsigned examples = 0;
    ck_assert_ptr_nonnull(realpath(test_tool("nbl-bloom"), tool));
    snprintf(script, sizeof script,
             "set -e; cd %s; mkdir -p build/demo; ln -sf %s build/nbl-bloom; nbl-bloom() { build/nbl-bloom \"$@\"; }\n"
             "for f in scene heart starburst; do cp good.exr build/demo/$f.exr; done\n",
             test_folder(), tool);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        size_t used = strlen(script);
        char line[64];
        snprintf(line, sizeof line, "%s --help", commands[i]);
        test_output_t output = bloom_with(NULL, line);
        char *at = strstr(output.text, "\nExample");
        ck_assert_ptr_nonnull(at);
        for (char *text = strtok(strchr(at + 1, '\n'), "\n"); text; text = strtok(NULL, "\n"))
            if (strncmp(text, "  ", 2) == 0) {
                examples += strstr(text, "nbl-bloom") != NULL;
                used += (size_t)snprintf(script + used, sizeof script - used, "%s\n", text);
                ck_assert_uint_lt(used, sizeof script);
            }
        test_output_free(&output);
    }
    ck_assert_uint_eq(examples, 5);
    size_t used = strlen(script);
    used +=
        (size_t)snprintf(script + used, sizeof script - used, "%s",
                         "test -s bloom.exr; test -s bloom.png; test -s starburst.exr; test -s bloom-wgsl/bloom.json\n"
                         "rm -r build bloom-wgsl\n");
    ck_assert_uint_lt(used, sizeof script);
    const char *arguments[] = {"bash", "-c", script, NULL};
    test_output_t output = test_run(arguments, NULL);
    ck_assert_msg(output.status == 0, "%s: %s", script, output.error);
    test_output_free(&output);
}
END_TEST

static uint32_t crc32_of(const unsigned char *bytes, size_t size) {
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1u ? 0xedb88320u : 0u);
    }
    return ~crc;
}

/* Turns a good file into one that claims 2^30 x 2^30 texels. */
static size_t make_absurd(const char *format, unsigned char *bytes, size_t size) {
    if (strcmp(format, "exr") == 0) {
        for (size_t i = 0; i + 40 < size; i++)
            if (memcmp(bytes + i, "dataWindow\0box2i\0", 17) == 0)
                bytes[i + 17 + 4 + 8 + 3] = bytes[i + 17 + 4 + 12 + 3] = 0x40;
    } else if (strcmp(format, "hdr") == 0) {
        return (size_t)sprintf((char *)bytes, "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1073741824 +X 1073741824\n");
    } else {
        bytes[16] = bytes[20] = 0x40;
        uint32_t crc = crc32_of(bytes + 12, 17);
        for (int i = 0; i < 4; i++) bytes[29 + i] = (unsigned char)(crc >> (24 - 8 * i));
    }
    return size;
}

START_TEST(broken_files_are_refused) {
    const char *format = formats[_i % 3];
    bool as_kernel = _i >= 3;
    static const char *const damages[] = {"missing", "empty", "truncated", "magic", "absurd", "folder"};
    for (size_t d = 0; d < sizeof damages / sizeof *damages; d++) {
        char good[32], bad[64], line[256];
        size_t size;
        snprintf(good, sizeof good, "good.%s", format);
        snprintf(bad, sizeof bad, "%s.%s", damages[d], format);
        unsigned char *bytes = read_bytes(good, &size);
        bytes = realloc(bytes, size + 256);
        if (d == 1) test_write_file(test_path(bad), bytes, 0);
        if (d == 2) test_write_file(test_path(bad), bytes, size / 2);
        if (d == 3) bytes[1] ^= 0x55;
        if (d == 4) size = make_absurd(format, bytes, size);
        if (d == 3 || d == 4) test_write_file(test_path(bad), bytes, size);
        if (d == 5) ck_assert(mkdir(test_path(bad), 0777) == 0);
        snprintf(line, sizeof line, as_kernel ? "@good.exr @%s -o @out.exr" : "@%s @good.exr -o @out.exr", bad);
        expect_emulated(line, 1, test_path(bad));
        ck_assert(!exists("out.exr"));
        free(bytes);
        remove(test_path(bad));
    }
    expect_emulated("@good.exr @good.bmp -o @out.exr", 1, "extension");
}
END_TEST

START_TEST(values_that_are_not_finite_are_named) {
    static const struct {
        float value;
        int x, y, channel;
        const char *words;
    } odd[] = {{NAN, 3, 2, 1, "x 3, y 2, channel G is NaN"},
               {INFINITY, 0, 4, 0, "x 0, y 4, channel R is infinite"},
               {-INFINITY, 4, 0, 2, "x 4, y 0, channel B is infinite"},
               {NAN, 1, 1, 3, "x 1, y 1, channel A is NaN"}};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        write_odd_exr("odd.exr", 5, 5, odd[i].x, odd[i].y, odd[i].channel, odd[i].value);
        expect_emulated("@odd.exr @good.exr -o @out.exr", 1, odd[i].words);
        expect_emulated("@odd.exr @good.exr -o @out.exr", 1, "odd.exr: ");
        expect_emulated("@good.exr @odd.exr -o @out.exr", 1, odd[i].words);
        ck_assert(!exists("out.exr"));
    }
}
END_TEST

START_TEST(kernels_without_luminance_are_named) {
    nbl_image black;
    ck_assert_int_eq(nbl_image_create(4, 4, NBL_IMAGE_CHANNELS_RGB, &black, NULL), NBL_IMAGE_OK);
    write_image("black.exr", &black);
    for (int i = 0; i < 64; i++) black.pixels[i] = -1.0f;
    write_image("negative.exr", &black);
    nbl_image_free(&black);
    expect_emulated("@good.exr @black.exr -o @out.exr", 1, "black.exr: ");
    expect_emulated("@good.exr @black.exr -o @out.exr", 1, "luminance");
    expect_emulated("@good.exr @negative.exr -o @out.exr", 1, "negative.exr: ");
    ck_assert(!exists("out.exr"));
    expect_emulated("@good.exr @black.exr -o @out.exr --normalize none", 0, NULL);
    const char *file = test_driver_file(TEST_LAVAPIPE);
    if (file)
        expect_run(test_driver_file_environment(file),
                   "@good.exr @black.exr -o @device.exr --backend vulkan --fallback", 1, "black.exr: ");
    ck_assert(!exists("device.exr"));
}
END_TEST

START_TEST(outputs_that_cannot_be_are_refused_early) {
    ck_assert(mkdir(test_path("folder.exr"), 0777) == 0);
    expect_emulated("@good.exr @good.exr -o @no/out.exr", 1, "no/out.exr: ");
    expect_emulated("@good.exr @good.exr -o @folder.exr", 1, "is a directory");
    expect_emulated("@good.exr @good.exr -o @out.gif", 1, "extension");
    expect_emulated("@good.exr @good.exr -o @out.exr --timings @no/t.json", 1, "no/t.json: ");
    expect_emulated("@missing.exr @good.exr -o @no/out.exr", 1, "no/out.exr"); /* before anything is read */
    ck_assert(!exists("out.exr"));
    rmdir(test_path("folder.exr"));

    /* What was there stays when the bloom fails; what cannot be written in a format is an error, and nothing is left.
     */
    test_write_file(test_path("old.exr"), "old", 3);
    write_odd_exr("odd.exr", 5, 5, 1, 1, 1, NAN);
    expect_emulated("@odd.exr @good.exr -o @old.exr", 1, "odd.exr");
    size_t size;
    unsigned char *bytes = read_bytes("old.exr", &size);
    ck_assert(size == 3 && memcmp(bytes, "old", 3) == 0);
    free(bytes);
    write_plain("bright.exr", 5, 5, 100000.0f);
    expect_emulated("@bright.exr @good.exr -o @out.exr --output-type half --sharpen 1", 1, "out.exr: ");
    expect_emulated("@bright.exr @good.exr -o @out.exr --precision fp16 --padding mirror --sharpen 1", 1, "fp32");
    ck_assert(!exists("out.exr"));
    write_plain("brightest.exr", 5, 5, 3e38f);
    expect_emulated("@brightest.exr @good.exr -o @out.exr", 1,
                    "brightest.exr: too bright: its bloom overflows float32 at x 0, y 0");
    ck_assert(!exists("out.exr"));
    write_plain("below.exr", 5, 5, -100.0f);
    expect_emulated("@below.exr @good.exr -o @out.hdr", 1, "out.hdr: ");
    ck_assert(!exists("out.hdr"));
}
END_TEST

/* By the header alone: there are no pixels behind these. */
START_TEST(what_is_too_large_is_not_read) {
    static const char wide[] = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 33000\n";
    static const char large[] = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1000 +X 1000\n";
    test_write_file(test_path("wide.hdr"), wide, sizeof wide - 1);
    test_write_file(test_path("large.hdr"), large, sizeof large - 1);
    expect_emulated("@wide.hdr @good.exr -o @out.exr", 1, "32768");
    expect_emulated("@large.hdr @good.exr -o @out.exr", 1, "scanline 0");
    expect_emulated("@large.hdr @good.exr -o @out.exr --max-pixels 999999", 1,
                    "1000 x 1000 texels are more than the 999999 of --max-pixels");
    expect_emulated("@good.exr @large.hdr -o @out.exr --max-pixels 999999", 1, "large.hdr: ");
    expect_emulated("@large.hdr @good.exr -o @out.exr --max-pixels 1000000", 1, "scanline 0");
    expect_emulated("@large.hdr @good.exr -o @out.exr --max-memory 64", 1, "of --max-memory");
    expect_emulated("@good.exr @good.exr -o @out.exr --max-pixels 63 --max-memory 64", 0, NULL);
    remove(test_path("out.exr"));
    expect_emulated("@good.exr @good.exr -o @out.exr --max-pixels 62", 1, "9 x 7 texels");
    expect_emulated("@good.exr @good.exr -o @out.exr --max-pixels 0", 2, "number from 1");
    ck_assert(!exists("out.exr"));
}
END_TEST

START_TEST(devices_and_their_limits_are_named) {
    expect_run(test_driver_file_environment(NULL), "@good.exr @good.exr -o @out.exr --backend vulkan", 1,
               "; --backend executor needs no device");
    expect_run(test_driver_file_environment(NULL), "@good.exr @good.exr -o @out.exr --device 0", 1,
               "; --backend executor needs no device");
    ck_assert(!exists("out.exr"));
    write_plain("wide.exr", 33000, 1, 0.0f);
    expect_emulated("@wide.exr @good.exr -o @out.exr", 1, "32768");
    const char *file = test_driver_file(TEST_LAVAPIPE);
    if (file) {
        expect_run(test_driver_file_environment(file), "@good.exr @good.exr -o @out.exr --device 7", 1, "nbl-bloom: ");
        expect_run(test_driver_file_environment(file), "@good.exr @good.exr -o @out.exr --device voodoo", 1, "voodoo");
        expect_run(test_driver_file_environment(file), "@wide.exr @good.exr -o @out.exr --backend vulkan", 1, "32768");
    }
    ck_assert(!exists("out.exr"));
    expect_run(test_driver_file_environment(NULL), "@good.exr @good.exr -o @out.exr", 0, ": running on the CPU");
    ck_assert(exists("out.exr"));
}
END_TEST

/* One line says so, and the result is the emulator's. */
START_TEST(what_a_device_refuses_is_emulated) {
    expect_emulated("@good.exr @good.exr -o @expected.exr", 0, NULL);
    const char *file = test_driver_file(TEST_LAVAPIPE), *words = "no GPU found (llvmpipe";
    if (file) {
        expect_run(test_driver_file_environment(file), "@good.exr @good.exr -o @out.exr", 0, words);
        expect_same_files("out.exr", "expected.exr");
    }
    file = test_driver_file(TEST_SWIFTSHADER);
    write_plain("long.exr", 9000, 1, 0.0f);
    write_plain("dot.exr", 1, 1, 1.0f);
    if (file) { /* of 256 invocations; the emulator has 1024 */
        expect_run(test_driver_file_environment(file), "@long.exr @dot.exr -o @no.exr --backend vulkan", 1,
                   "more invocations than the limit of 256");
        ck_assert(!exists("no.exr"));
        expect_run(test_driver_file_environment(file),
                   "@long.exr @dot.exr -o @long-out.exr --backend vulkan --fallback", 0, ": running on the CPU");
        expect_emulated("@long.exr @dot.exr -o @long-expected.exr", 0, NULL);
        expect_same_files("long-out.exr", "long-expected.exr");
    }
    expect_run(test_driver_file_environment(NULL), "@good.exr @good.exr -o @out.exr --backend vulkan --fallback", 0,
               ": running on the CPU");
    expect_emulated("@good.exr @good.exr -o @out.exr --fallback", 2, "--backend vulkan");
}
END_TEST

/* The driver's work is read from a file, or comes into it; no file and no bytes in it change the picture. */
START_TEST(pipelines_are_kept) {
    static const char *const lines[] = {"", " --method dual-filter --levels 2", " --low-resolution 2 --combine add"};
    static const char spoilt[] = "no pipelines, but more bytes than a header has";
    const char *file = test_driver_file(_i < 3 ? TEST_LAVAPIPE : TEST_SWIFTSHADER);
    if (!file) return;
    const char *const *environment = test_driver_file_environment(file);
    char line[256];
    write_plain("scene.exr", 20, 15, 0.25f);
    const char *kernel = _i % 3 == 1 ? "" : "@good.exr ";
    snprintf(line, sizeof line, "@scene.exr %s-o @without.exr --backend vulkan%s", kernel, lines[_i % 3]);
    expect_run(environment, line, 0, NULL);
    snprintf(line, sizeof line, "@scene.exr %s-o @out.exr --backend vulkan --pipelines @p.cache%s", kernel,
             lines[_i % 3]);
    for (int run = 0; run < 3; run++) {
        if (run == 2) test_write_file(test_path("p.cache"), spoilt, sizeof spoilt);
        expect_run(environment, line, 0, run == 2 ? "p.cache: damaged, or of another driver" : NULL);
        expect_same_files("out.exr", "without.exr");
    }
    FILE *kept = fopen(test_path("p.cache"), "rb");
    char begin[sizeof spoilt];
    ck_assert(kept && fread(begin, 1, 4, kept) == 4 && memcmp(begin, spoilt, 4) != 0);
    fclose(kept);
}
END_TEST

START_TEST(modules_have_formats) {
    expect_run(NULL, "compile 64x48 9x9 -o @modules --in srgb8-sampled --out rgba8", 1, "target format is 3, must be");
    ck_assert(!exists("modules"));
    expect_run(NULL, "compile 64x48 9x9 -o @modules --in srgb8-sampled --out b10g11r11-image", 0, NULL);
    char json[4096] = "";
    FILE *file = fopen(test_path("modules/bloom.json"), "rb");
    ck_assert(file && fread(json, 1, sizeof json - 1, file) > 0);
    fclose(file);
    ck_assert(strstr(json, "\"image_format\": \"srgb8\"") && strstr(json, "\"result_format\": \"b10g11r11\""));
    ck_assert(strstr(json, "\"image\": 12288") && strstr(json, "\"result\": 12288"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nbl-bloom, refusing");
    TCase *tests = tcase_create("refusing");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, begin, test_folder_remove);
    tcase_add_test(tests, usage_is_explained);
    tcase_add_test(tests, help_fits);
    tcase_add_test(tests, examples_of_help_work);
    tcase_add_loop_test(tests, broken_files_are_refused, 0, 6);
    tcase_add_test(tests, values_that_are_not_finite_are_named);
    tcase_add_test(tests, kernels_without_luminance_are_named);
    tcase_add_test(tests, outputs_that_cannot_be_are_refused_early);
    tcase_add_test(tests, what_is_too_large_is_not_read);
    tcase_add_test(tests, devices_and_their_limits_are_named);
    tcase_add_test(tests, what_a_device_refuses_is_emulated);
    tcase_add_loop_test(tests, pipelines_are_kept, 0, 4);
    tcase_add_test(tests, modules_have_formats);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
