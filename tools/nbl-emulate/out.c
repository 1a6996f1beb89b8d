/* Writes what a run stored as files: NumPy's arrays, and pictures.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-emulate.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/outputs.h"
#include "interpreter/arithmetic.h"
#include "io/image/image.h"

static int write_array(const char *path, const nbl_interpreter_binding_t *binding,
                       const nbl_interpreter_resource_t *resource, nbl_error_t *error) {
    char head[192], shape[96];
    const uint32_t bytes = bytes_of_number(resource);
    const uint64_t count = binding->bytes / bytes;
    if (resource->kind == NBL_INTERPRETER_IMAGE)
        snprintf(shape, sizeof shape, "(%u, %u, %u, 4)", (unsigned)binding->depth, (unsigned)binding->height,
                 (unsigned)binding->width);
    else
        snprintf(shape, sizeof shape, "(%llu,)", (unsigned long long)count);
    int length = snprintf(head + 10, sizeof head - 10, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
                          resource->scalar, shape);
    while ((10 + length + 1) % 64 != 0) head[10 + length++] = ' ';
    head[10 + length++] = '\n';
    memcpy(head, "\x93NUMPY\x01\x00", 8);
    head[8] = (char)(length & 255);
    head[9] = (char)(length >> 8);
    const size_t size = 10u + (size_t)length, data = (size_t)count * bytes;
    unsigned char *whole = malloc(size + data);
    if (whole == NULL) return fail(error, EXIT_FAILED, "%s: no memory", path);
    memcpy(whole, head, size);
    memcpy(whole + size, binding->data, data);
    const int status = write_file(path, whole, size + data, error);
    free(whole);
    return status;
}

/* ---- pictures */

/* Returns a number of a buffer or texel as light: a float's value; an integer divided by 255, as bytes of pictures
 * are. */
static float number_at(const unsigned char *at, const char *scalar) {
    const uint32_t bytes = (uint32_t)(scalar[2] - '0');
    uint64_t bits = 0;
    double wide;
    float single;
    memcpy(&bits, at, bytes);
    const uint32_t low = (uint32_t)bits;
    memcpy(&wide, &bits, 8);
    memcpy(&single, &low, 4);
    if (scalar[1] == 'f') return bytes == 8 ? (float)wide : bytes == 4 ? single : nbl_half_to_float(low);
    if (scalar[1] == 'u') return (float)((double)bits / 255.0);
    return (float)((double)((int64_t)(bits << (64u - 8u * bytes)) >> (64u - 8u * bytes)) / 255.0);
}

/* A picture to be written: an image's texels, its layers one below the other; or a buffer, by its array's shape. */
typedef struct picture_t {
    uint32_t width, height, channels;
    const unsigned char *data;
    const char *scalar;
} picture_t;

static bool find_picture(const nbl_interpreter_binding_t *binding, const nbl_interpreter_resource_t *resource,
                         picture_t *picture) {
    const uint32_t bytes = bytes_of_number(resource);
    *picture = (picture_t){binding->width, binding->height, 4, binding->data, resource->scalar};
    if (resource->kind == NBL_INTERPRETER_IMAGE) {
        picture->height *= binding->depth;
        return true;
    }
    const uint64_t begin = resource->stride != 0 ? resource->least_bytes : 0;
    picture->data += begin;
    picture->channels = binding->depth;
    return picture->channels >= 1 && picture->channels <= 4 && binding->bytes >= begin &&
           (uint64_t)picture->width * picture->height * picture->channels <= (binding->bytes - begin) / bytes;
}

static int write_picture(const char *path, const nbl_interpreter_binding_t *binding,
                         const nbl_interpreter_resource_t *resource, nbl_error_t *error) {
    static const nbl_image_channels kinds[] = {NBL_IMAGE_CHANNELS_Y, NBL_IMAGE_CHANNELS_YA, NBL_IMAGE_CHANNELS_RGB,
                                               NBL_IMAGE_CHANNELS_RGBA};
    const uint32_t bytes = bytes_of_number(resource);
    nbl_image_error why;
    nbl_image image;
    picture_t from;
    if (!find_picture(binding, resource, &from))
        return fail(error, EXIT_USAGE, "--out %u.%u=%s: --bind %u.%u=WIDTHxHEIGHTxCHANNELS must say its shape",
                    (unsigned)binding->set, (unsigned)binding->binding, path, (unsigned)binding->set,
                    (unsigned)binding->binding);
    if (nbl_image_create(from.width, from.height, kinds[from.channels - 1u], &image, &why) != NBL_IMAGE_OK)
        return fail(error, EXIT_FAILED, "%s", why.message);
    for (uint64_t i = 0; i < (uint64_t)from.width * from.height; i++) {
        float *to = image.pixels + 4u * i;
        const unsigned char *at = from.data + i * from.channels * bytes;
        for (uint32_t k = 0; k < from.channels; k++)
            to[from.channels == 2 && k == 1 ? 3 : k] = number_at(at + k * bytes, from.scalar);
        if (from.channels < 3) to[1] = to[2] = to[0];
    }
    const nbl_image_result made = nbl_image_write_toned(path, &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_TONE_NONE, &why);
    nbl_image_free(&image);
    return made == NBL_IMAGE_OK ? EXIT_DONE : fail(error, EXIT_FAILED, "%s", why.message);
}

/* ---- what the options ask for */

static bool ends_with(const char *path, const char *end) {
    const size_t length = strlen(path), size = strlen(end);
    return length >= size && strcmp(path + length - size, end) == 0;
}

/* Reads "[SET.]N=FILE". Returns the file's name; NULL: the text is a folder. */
static const char *read_out(const char *text, unsigned *set, unsigned *binding) {
    const char *rest = read_place(text, set, binding);
    return rest != NULL && rest[0] == '=' && rest[1] != '\0' ? rest + 1 : NULL;
}

static int write_one(const char *text, const bound_t *bound, nbl_error_t *error) {
    unsigned set, binding;
    const char *path = read_out(text, &set, &binding);
    for (uint32_t i = 0; i < bound->count; i++) {
        const nbl_interpreter_binding_t *each = &bound->bindings[i];
        if (each->set != set || each->binding != binding || each->element != 0) continue;
        if (ends_with(path, ".npy")) return write_array(path, each, &bound->resources[i], error);
        return write_picture(path, each, &bound->resources[i], error);
    }
    return fail(error, EXIT_USAGE, "--out %s: no such binding", text);
}

static int write_folder(const char *folder, const bound_t *bound, nbl_error_t *error) {
    char path[4096];
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) return fail(error, EXIT_FAILED, "%s: %s", folder, strerror(errno));
    for (uint32_t i = 0; i < bound->count; i++) {
        const nbl_interpreter_binding_t *binding = &bound->bindings[i];
        if (!bound->resources[i].written) continue;
        snprintf(path, sizeof path, "%s/%u.%u.npy", folder, (unsigned)binding->set, (unsigned)binding->binding);
        if (bound->resources[i].count > 1)
            snprintf(path, sizeof path, "%s/%u.%u.%u.npy", folder, (unsigned)binding->set, (unsigned)binding->binding,
                     (unsigned)binding->element);
        const int status = write_array(path, binding, &bound->resources[i], error);
        if (status != EXIT_DONE) return status;
    }
    return EXIT_DONE;
}

int check_outs(const request_t *request, nbl_error_t *error) {
    for (uint32_t i = 0; i < request->outs.count; i++) {
        unsigned set, binding;
        const char *path = read_out(request->outs.values[i], &set, &binding);
        if (path != NULL && !ends_with(path, ".npy") && !nbl_image_has_format(path))
            return fail(error, EXIT_USAGE, "--out %s: the name must end in .npy, or in .exr, .hdr, .png, .jpg or .tif",
                        request->outs.values[i]);
    }
    return EXIT_DONE;
}

int write_bindings(const request_t *request, const bound_t *bound, nbl_error_t *error) {
    int status = EXIT_DONE;
    for (uint32_t i = 0; i < request->outs.count && status == EXIT_DONE; i++) {
        const char *text = request->outs.values[i];
        unsigned set, binding;
        status =
            read_out(text, &set, &binding) != NULL ? write_one(text, bound, error) : write_folder(text, bound, error);
    }
    return status;
}
