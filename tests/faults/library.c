/* A program that calls the functions of files and images as any other would, for faults to happen in.
 * SPDX-License-Identifier: Apache-2.0
 *
 * library FOLDER: reads in.exr, in.hdr, in.png, dwa.exr and in.npy there, writes each kind, and a trace, and says the
 * first error in one line.
 */
#include "file/output.h"
#include "io/image/image.h"
#include "io/npy/npy.h"
#include "nbl/host/emulator_trace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *folder;

static const char *in_folder(const char *name, char path[512]) {
    snprintf(path, 512, "%s/%s", folder, name);
    return path;
}

static int say(const char *text) {
    fprintf(stderr, "library: %s\n", text);
    return 1;
}

static int images(void) {
    static const char *const inputs[] = {"in.exr", "in.hdr", "in.png", "dwa.exr"}, *const outputs[] = {"a.exr", "b.hdr",
                                                                                                       "c.png",
                                                                                                       "d.exr"};
    char in[512], out[512];
    nbl_image_error error;
    for (int i = 0; i < 4; i++) {
        nbl_image described, image;
        if (nbl_image_describe_file(in_folder(inputs[i], in), NULL, &described, &error)) return say(error.message);
        if (nbl_image_read(in, &image, &error)) return say(error.message);
        nbl_image_result result = nbl_image_write(in_folder(outputs[i], out), &image,
                                                  i == 3 ? NBL_IMAGE_TYPE_HALF : NBL_IMAGE_TYPE_FLOAT, &error);
        nbl_image_free(&image);
        if (result) return say(error.message);
    }
    nbl_image made;
    if (nbl_image_create(9, 5, NBL_IMAGE_CHANNELS_YA, &made, &error)) return say(error.message);
    nbl_image_result result = nbl_image_write(in_folder("e.png", out), &made, NBL_IMAGE_TYPE_FLOAT, &error);
    nbl_image_free(&made);
    return result ? say(error.message) : 0;
}

static int arrays(void) {
    char in[512], out[512];
    nbl_npy_array_t array;
    nbl_npy_error_t error;
    if (nbl_npy_read(in_folder("in.npy", in), &array, &error)) return say(error.text);
    int status = nbl_npy_write(in_folder("f.npy", out), &array, &error) ? say(error.text) : 0;
    nbl_npy_free(&array);
    return status;
}

static int fail_with(const char *path, int error) {
    char text[128], line[700];
    snprintf(line, sizeof line, "%s: %s", path, nbl_output_reason(error, text));
    return say(line);
}

static int files(void) {
    char path[512];
    nbl_output_t output;
    in_folder("g.txt", path);
    int error = nbl_output_check(path);
    if (error == 0) error = nbl_output_begin(&output, path);
    if (error != 0) return fail_with(path, error);
    nbl_output_write(&output, "text\n", 5);
    error = nbl_output_end(&output);
    if (error != 0) return fail_with(path, error);
    if (nbl_output_begin(&output, in_folder("h.txt", path)) == 0) nbl_output_discard(&output);
    nbl_emulator_trace_file_t *trace = nbl_emulator_trace_open(in_folder("i.json", path));
    if (trace == NULL || nbl_emulator_trace_close(trace) != 0) return fail_with(path, errno);
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    folder = argv[1];
    int status = images();
    if (status == 0) status = arrays();
    return status == 0 ? files() : status;
}
