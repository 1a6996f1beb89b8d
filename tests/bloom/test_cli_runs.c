/* nbl-bloom where it works: what passes through, the same bits from every backend, timings, formats, silence and
 * progress.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700 /* posix_openpt */

#include "tests/bloom/cli.h"

#include <fcntl.h>
#include <sys/wait.h>

static void begin(void) {
    test_folder();
    write_plain("scene.exr", 33, 21, 0.25f);
    write_plain("kernel.exr", 9, 12, 0.0f);
}

/* Whatever is asked for, alpha, windows, aspect and primaries are the image's. */
START_TEST(alpha_and_windows_pass_through) {
    nbl_image image = make_image(14, 10, _i ? NBL_IMAGE_CHANNELS_YA : NBL_IMAGE_CHANNELS_RGBA, 0.5f);
    image.data_window = (nbl_image_window){-5, 7, 8, 16};
    image.display_window = (nbl_image_window){-10, -3, 100, 90};
    image.pixel_aspect_ratio = 2.0f;
    image.has_chromaticities = true;
    for (int i = 0; i < 8; i++) image.chromaticities[i] = 0.1f * (float)(i + 1);
    write_image("windows.exr", &image);
    const char *const kinds[] = {"", " --output-type half", " --first-axis y --precision fp16",
                                 " --first-axis x --padding mirror --kernel-mode resample"};
    for (int k = 0; k < 4; k++) {
        char line[256];
        snprintf(line, sizeof line, "@windows.exr @kernel.exr -o @out.exr --window data%s", kinds[k]);
        expect_emulated(line, 0, NULL);
        nbl_image out = read_image("out.exr");
        ck_assert(out.width == 14 && out.height == 10);
        ck_assert_mem_eq(&out.data_window, &image.data_window, sizeof image.data_window);
        ck_assert_mem_eq(&out.display_window, &image.display_window, sizeof image.display_window);
        ck_assert(out.pixel_aspect_ratio == 2.0f && out.has_chromaticities &&
                  out.chromaticities[3] == image.chromaticities[3]);
        for (int i = 0; i < 140; i++) ck_assert(out.pixels[4 * i + 3] == image.pixels[4 * i + 3]);
        nbl_image_free(&out);
    }
    nbl_image_free(&image);
}
END_TEST

/* Fully sharpened the bloom is the image, negative radiance and all. */
START_TEST(negative_radiance_is_kept) {
    write_plain("negative.exr", 20, 15, -0.5f);
    nbl_image before = read_image("negative.exr");
    expect_emulated("@negative.exr @kernel.exr -o @out.exr --sharpen 1", 0, NULL);
    nbl_image after = read_image("out.exr");
    int negative = 0;
    for (int i = 0; i < 4 * 20 * 15; i++) {
        negative += before.pixels[i] < 0.0f;
        ck_assert(fabsf(after.pixels[i] - before.pixels[i]) < 1e-6f);
    }
    ck_assert_int_gt(negative, 100);
    nbl_image_free(&before);
    nbl_image_free(&after);
}
END_TEST

START_TEST(every_format_is_read_and_written) {
    static const char *const formats[3] = {"exr", "hdr", "png"};
    for (int i = 0; i < 9; i++) {
        char name[32], line[256], out[32];
        snprintf(name, sizeof name, "in.%s", formats[i / 3]);
        snprintf(out, sizeof out, "out%d.%s", i, formats[i % 3]);
        write_plain(name, 12, 8, 0.0f);
        snprintf(line, sizeof line, "@%s @kernel.exr -o @%s --kernel-mode=pad", name, out);
        expect_emulated(line, 0, NULL);
        nbl_image image = read_image(out);
        ck_assert(image.width == 12 && image.height == 8);
        nbl_image_free(&image);
    }
}
END_TEST

/* What one debugs on the emulator is what runs: not a bit differs between the files. */
START_TEST(backends_write_the_same_file) {
    static const char *const options[] = {"", " --padding mirror --sharpen 0.3 --algorithm radix2-shuffle",
                                          " --kernel-mode resample --first-axis x --algorithm radix2-shuffle",
                                          " --precision fp16 --first-axis y --algorithm stockham"};
    const char *file = test_driver_file((test_driver_t)_i);
    nbl_vulkan_device_t *device = test_device_open((test_driver_t)_i); /* skips, or fails in CI, without the driver */
    if (!device) return;
    nbl_vulkan_device_destroy(device);
    for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
        char line[256];
        snprintf(line, sizeof line, "@scene.exr @kernel.exr -o @device.exr --backend vulkan%s", options[k]);
        expect_run(test_driver_file_environment(file), line, 0, NULL);
        snprintf(line, sizeof line, "@scene.exr @kernel.exr -o @emulator.exr --backend emulator --subgroup-size %d%s",
                 _i == TEST_LAVAPIPE ? 8 : 4, options[k]);
        expect_run(NULL, line, 0, NULL);
        size_t a, b;
        unsigned char *first = read_bytes("device.exr", &a), *second = read_bytes("emulator.exr", &b);
        ck_assert_msg(a == b && memcmp(first, second, a) == 0, "%s: the files differ", options[k]);
        free(first);
        free(second);
    }
    printf("%s: 4 files, the same as the emulator's\n", test_driver_name((test_driver_t)_i));
}
END_TEST

/* A JSON value from `text` on; returns what follows it, NULL where it is none. */
static const char *json_value(const char *text) {
    text += strspn(text, " \n");
    if (*text == '"') {
        for (text++; *text && *text != '"'; text++)
            if (*text == '\\') text++;
        return *text ? text + 1 : NULL;
    }
    if (*text == '{' || *text == '[') {
        char close = *text == '{' ? '}' : ']';
        for (text++; text; text++) {
            if (close == '}') {
                text = json_value(text);
                if (!text || text[strspn(text, " \n")] != ':') return NULL;
                text += strspn(text, " \n") + 1;
            }
            text = json_value(text);
            if (!text) return NULL;
            text += strspn(text, " \n");
            if (*text == close) return text + 1;
            if (*text != ',') return NULL;
        }
        return NULL;
    }
    size_t length = strspn(text, "-+.0123456789eE");
    return length ? text + length : NULL;
}

START_TEST(timings_tell_all) {
    const char *file = _i ? test_driver_file(TEST_LAVAPIPE) : NULL;
    if (_i && !file) return;
    expect_run(file ? test_driver_file_environment(file) : NULL,
               file ? "@scene.exr @kernel.exr -o @out.exr --timings @t.json --algorithm radix2-shuffle --backend vulkan"
                    : "@scene.exr @kernel.exr -o @out.exr --timings @t.json --algorithm radix2-shuffle --backend "
                      "emulator --subgroup-size 16",
               0, NULL);
    size_t size;
    char *text = (char *)read_bytes("t.json", &size);
    const char *end = json_value(text);
    ck_assert_msg(end && strcmp(end, "\n") == 0, "no JSON: %s", text);
    /* 33 + 4 texels need 64 and 21 + 6 need 32; x comes first, in pairs of rows. */
    const char *wanted[] = {file ? "\"backend\": \"vulkan\"" : "\"backend\": \"emulator\"",
                            file ? "\"subgroup_size\": 8," : "\"subgroup_size\": 16,",
                            "\"driver\": \"",
                            "\"device\": \"",
                            "\"mode\": \"exact\"",
                            "\"algorithm\": \"radix2-shuffle\"",
                            "\"image\": [33, 21]",
                            "\"kernel\": [9, 12]",
                            "\"lengths\": [64, 32]",
                            "\"first_axis\": \"x\"",
                            "\"name\": \"kernel first axis\"",
                            "\"name\": \"kernel second axis\"",
                            "\"name\": \"kernel sum\"",
                            "\"name\": \"kernel arrange\"",
                            "\"name\": \"first axis\"",
                            "\"name\": \"convolve\"",
                            "\"name\": \"first axis inverse\"",
                            "\"ffts\": 36,",
                            "\"ffts\": 198,",
                            "\"ffts\": 18,",
                            "\"fft_length\": 64",
                            "\"bytes\": "};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        ck_assert_msg(strstr(text, wanted[i]) != NULL, "no %s in %s", wanted[i], text);
    int times = 0;
    for (const char *at = strstr(text, "\"time_ns\": "); at; at = strstr(at + 1, "\"time_ns\": "))
        times += strtod(at + 11, NULL) > 0;
    ck_assert_int_eq(times, 7);
    free(text);
}
END_TEST

/* On a terminal the work shows; the line is wiped away in the end. */
START_TEST(progress_shows_on_a_terminal) {
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    const char *name = ptsname(master);
    ck_assert_ptr_nonnull(name);
    pid_t child = fork();
    if (child == 0) {
        int terminal = open(name, O_RDWR | O_NOCTTY);
        dup2(terminal, 2);
        close(terminal);
        close(master);
        char scene[600], kernel[600], out[600];
        snprintf(scene, sizeof scene, "%s", test_path("scene.exr"));
        snprintf(kernel, sizeof kernel, "%s", test_path("kernel.exr"));
        snprintf(out, sizeof out, "%s", test_path("out.exr"));
        execl(test_tool("nbl-bloom"), "nbl-bloom", scene, kernel, "-o", out, "--backend", "emulator", (char *)NULL);
        _exit(127);
    }
    char text[8192];
    size_t size = 0;
    ssize_t got;
    while (size + 1 < sizeof text && (got = read(master, text + size, sizeof text - 1 - size)) > 0)
        size += (size_t)got; /* ends when the child does */
    text[size] = '\0';
    int status;
    waitpid(child, &status, 0);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    ck_assert_msg(strstr(text, "pass 6 of 7, convolve") && strstr(text, "writing"), "%s", text);
    ck_assert_msg(size >= 4 && memcmp(text + size - 4, "\r\033[K", 4) == 0, "the last line stays");
    ck_assert_ptr_null(strchr(text, '\n'));
    close(master);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nbl-bloom, working");
    TCase *tests = tcase_create("working");
    tcase_set_timeout(tests, 240);
    tcase_add_checked_fixture(tests, begin, test_folder_remove);
    tcase_add_loop_test(tests, alpha_and_windows_pass_through, 0, 2);
    tcase_add_test(tests, negative_radiance_is_kept);
    tcase_add_test(tests, every_format_is_read_and_written);
    tcase_add_loop_test(tests, backends_write_the_same_file, 0, 2);
    tcase_add_loop_test(tests, timings_tell_all, 0, 2);
    tcase_add_test(tests, progress_shows_on_a_terminal);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
