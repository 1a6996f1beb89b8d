/* make-demo-inputs: makes the pictures of the demonstration from nothing, the same ones every time.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "demo.h"
#include "nbl/version.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DONE = 0, FAILED = 1, USAGE = 2, KERNEL_SIDE = 256, LARGEST_SIDE = 16384 };

static const char help[] = "usage: make-demo-inputs OUTDIR [--width W] [--height H] [--previews]\n"
                           "\n"
                           "Makes three pictures in OUTDIR, which must exist, the same ones every time:\n"
                           "  scene.exr      glossy balls before a low sun, radiances from 0.001 to above 10,000\n"
                           "  starburst.exr  256 x 256, diffraction at a dusty aperture of six blades\n"
                           "  heart.exr      256 x 256, a soft heart around a sharp centre\n"
                           "\n"
                           "  --width W      of the scene, in texels, default 1280\n"
                           "  --height H     of the scene, in texels, default 720\n"
                           "  --previews     also scene.png, starburst.png and heart.png, tone-mapped\n"
                           "  --help         this text\n"
                           "  --version      of this tool\n"
                           "\n"
                           "example: mkdir -p demo && make-demo-inputs demo --width 640 --height 360\n";

static int fail(int code, const char *what, const char *why) {
    fprintf(stderr, "make-demo-inputs: %s: %s\n", what, why);
    return code;
}

static int fail_with(const nbl_image_error *error) {
    fprintf(stderr, "make-demo-inputs: %s\n", error->message);
    return FAILED;
}

static bool parse_side(const char *text, uint32_t *side) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || value < 1 || value > LARGEST_SIDE) return false;
    *side = (uint32_t)value;
    return true;
}

/* image: freed here, whatever happens. */
static int write_image(const char *folder, const char *name, bool preview, nbl_image *image, nbl_image_error *error) {
    nbl_image_result result = NBL_IMAGE_OK;
    size_t size = strlen(folder) + strlen(name) + 6;
    char *path = malloc(size);
    for (int i = 0; path && !result && i < (preview ? 2 : 1); i++) {
        snprintf(path, size, "%s/%s.%s", folder, name, i ? "png" : "exr");
        result = nbl_image_write(path, image, NBL_IMAGE_TYPE_FLOAT, error);
    }
    nbl_image_free(image);
    if (!path) return fail(FAILED, name, "no memory for its name");
    free(path);
    return result ? fail_with(error) : DONE;
}

static int run(int count, char **arguments) {
    const char *folder = NULL;
    uint32_t width = 1280, height = 720;
    bool previews = false;
    for (int i = 1; i < count; i++) {
        const char *argument = arguments[i];
        bool is_width = strcmp(argument, "--width") == 0;
        if (strcmp(argument, "--help") == 0) {
            fputs(help, stdout);
            return DONE;
        } else if (strcmp(argument, "--version") == 0) {
            printf("make-demo-inputs %d.%d.%d\n", NBL_VERSION_MAJOR, NBL_VERSION_MINOR, NBL_VERSION_PATCH);
            return DONE;
        } else if (strcmp(argument, "--previews") == 0) {
            previews = true;
        } else if (is_width || strcmp(argument, "--height") == 0) {
            if (++i == count) return fail(USAGE, argument, "a number is missing");
            if (!parse_side(arguments[i], is_width ? &width : &height))
                return fail(USAGE, argument, "wanted a number from 1 to 16384");
        } else if (argument[0] == '-' && argument[1]) {
            return fail(USAGE, argument, "unknown option; --help tells them");
        } else if (folder) {
            return fail(USAGE, argument, "one folder is enough; --help tells more");
        } else {
            folder = argument;
        }
    }
    if (!folder) return fail(USAGE, "OUTDIR", "missing; --help tells more");

    nbl_image image;
    nbl_image_error error = {NBL_IMAGE_OK, ""};
    /* The quick ones first: a folder that cannot be written to is found before the scene is rendered. */
    if (make_starburst(KERNEL_SIDE, &image, &error)) return fail_with(&error);
    int code = write_image(folder, "starburst", previews, &image, &error);
    if (code) return code;
    if (make_heart(KERNEL_SIDE, &image, &error)) return fail_with(&error);
    code = write_image(folder, "heart", previews, &image, &error);
    if (code) return code;
    if (make_scene(width, height, &image, &error)) return fail_with(&error);
    return write_image(folder, "scene", previews, &image, &error);
}

int main(int count, char **arguments) {
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of the write, with a message */
    int code = run(count, arguments);
    if (fflush(stdout) != 0 || ferror(stdout)) return fail(FAILED, "standard output", "cannot be written");
    return code;
}
