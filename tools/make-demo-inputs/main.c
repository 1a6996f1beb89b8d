/* make-demo-inputs: makes the pictures of the demonstration from nothing, the same ones every time.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "demo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/options.h"
#include "common/tool.h"

enum { KERNEL_SIDE = 256, LARGEST_SIDE = 16384 };

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

static int fail_with(const nbl_image_error *reason, nbl_error_t *error) {
    return fail(error, EXIT_FAILED, "%s", reason->message);
}

/* image: freed here, whatever happens. */
static int write_image(const char *folder, const char *name, bool preview, nbl_image *image, nbl_error_t *error) {
    nbl_image_result result = NBL_IMAGE_OK;
    nbl_image_error reason = {NBL_IMAGE_OK, ""};
    size_t size = strlen(folder) + strlen(name) + 6;
    char *path = malloc(size);
    for (int i = 0; path && !result && i < (preview ? 2 : 1); i++) {
        snprintf(path, size, "%s/%s.%s", folder, name, i ? "png" : "exr");
        result = nbl_image_write(path, image, NBL_IMAGE_TYPE_FLOAT, &reason);
    }
    nbl_image_free(image);
    if (!path) return fail(error, EXIT_FAILED, "%s: no memory for its name", name);
    free(path);
    return result ? fail_with(&reason, error) : EXIT_DONE;
}

static int make(int argc, char **argv, nbl_error_t *error) {
    static const char *const names[] = {"OUTDIR", NULL};
    const char *folder;
    uint32_t width = 1280, height = 720;
    bool previews = false;
    const option_t options[] = {OPTION_COUNT("--width", &width, 1, LARGEST_SIDE),
                                OPTION_COUNT("--height", &height, 1, LARGEST_SIDE),
                                OPTION_FLAG("--previews", &previews), OPTIONS_END};
    int status = options_read(NULL, argc, argv, options, names, &folder, error);
    if (status) return status;
    nbl_image image;
    nbl_image_error reason = {NBL_IMAGE_OK, ""};
    /* The quick ones first: a folder that cannot be written to is found before the scene is rendered. */
    if (make_starburst(KERNEL_SIDE, &image, &reason)) return fail_with(&reason, error);
    status = write_image(folder, "starburst", previews, &image, error);
    if (status) return status;
    if (make_heart(KERNEL_SIDE, &image, &reason)) return fail_with(&reason, error);
    status = write_image(folder, "heart", previews, &image, error);
    if (status) return status;
    if (make_scene(width, height, &image, &reason)) return fail_with(&reason, error);
    return write_image(folder, "scene", previews, &image, error);
}

static const command_t commands[] = {{"", make, help}, {NULL, NULL, NULL}};

int main(int argc, char **argv) { return run_tool("make-demo-inputs", help, commands, argc, argv); }
