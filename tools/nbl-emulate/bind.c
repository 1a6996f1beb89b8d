/* What a run binds: files, sizes, random contents; and what is written out again.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-emulate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/outputs.h"

enum { IMAGE_WIDTH = 64, IMAGE_DEPTH = 4, MOST_ELEMENTS = 64 };

/* Reads "[SET.]N=VALUE". Returns the value, or NULL. */
static const char *read_binding(const char *text, unsigned *set, unsigned *binding) {
    const char *equal = strchr(text, '=');
    char point;
    *set = 0;
    if (equal == NULL || equal[1] == '\0') return NULL;
    if (sscanf(text, "%u.%u%c", set, binding, &point) == 3 && point == '=') return equal + 1;
    *set = 0;
    return sscanf(text, "%u%c", binding, &point) == 2 && point == '=' ? equal + 1 : NULL;
}

/* The option for a binding, or NULL. */
static const char *find_option(const request_t *request, const nbl_interpreter_resource_t *resource) {
    for (uint32_t i = 0; i < request->bindings.count; i++) {
        unsigned set, binding;
        const char *value = read_binding(request->bindings.values[i], &set, &binding);
        if (value != NULL && set == resource->set && binding == resource->binding) return value;
    }
    return NULL;
}

/* Whether "[SET.]N" is the image. */
static bool is_nearest(const char *text, const nbl_interpreter_resource_t *resource) {
    unsigned set = 0, binding;
    char end;
    if (sscanf(text, "%u.%u%c", &set, &binding, &end) != 2) {
        set = 0;
        if (sscanf(text, "%u%c", &binding, &end) != 1) return false;
    }
    return resource->kind == NBL_INTERPRETER_IMAGE && set == resource->set && binding == resource->binding;
}

/* The names, or the bindings, that there are: for a message. */
static void list_resources(const nbl_interpreter_resource_t *resources, uint32_t count, char *text, size_t bytes) {
    size_t length = 0;
    snprintf(text, bytes, "the shader has none");
    for (uint32_t i = 0; i < count && length < bytes; i++) {
        if (resources[i].kind == NBL_INTERPRETER_PUSH_CONSTANTS) continue;
        length += (size_t)snprintf(text + length, bytes - length, "%s%u.%u %s", length == 0 ? "there are " : ", ",
                                   (unsigned)resources[i].set, (unsigned)resources[i].binding, resources[i].name);
    }
}

/* An option that means nothing would leave in the dark what was run. */
static int check_options(const request_t *request, const nbl_interpreter_resource_t *resources, uint32_t count,
                         nbl_error_t *error) {
    const repeated_t *const buffers[] = {&request->distinct, &request->fixed_buffers};
    char there[512];
    bool pushes = false;
    list_resources(resources, count, there, sizeof there);
    for (uint32_t i = 0; i < request->bindings.count; i++) {
        const char *text = request->bindings.values[i];
        unsigned set, binding;
        uint32_t k = 0;
        if (read_binding(text, &set, &binding) == NULL)
            return fail(error, EXIT_USAGE, "--bind %s: must be [SET.]N=FILE, BYTES, WxHxD, @N or random", text);
        while (k < count && (resources[k].kind == NBL_INTERPRETER_PUSH_CONSTANTS || resources[k].set != set ||
                             resources[k].binding != binding))
            k++;
        if (k == count) return fail(error, EXIT_USAGE, "--bind %s: no such binding; %s", text, there);
    }
    for (uint32_t i = 0; i < request->nearest.count; i++) {
        uint32_t k = 0;
        while (k < count && !is_nearest(request->nearest.values[i], &resources[k])) k++;
        if (k == count)
            return fail(error, EXIT_USAGE, "--nearest %s: no such image; %s", request->nearest.values[i], there);
    }
    for (int b = 0; b < 2; b++)
        for (uint32_t i = 0; i < buffers[b]->count; i++) {
            uint32_t k = 0;
            while (k < count && strcmp(resources[k].name, buffers[b]->values[i]) != 0) k++;
            if (k == count)
                return fail(error, EXIT_USAGE, "%s %s: no such buffer; %s", buffers[b]->name, buffers[b]->values[i],
                            there);
        }
    for (uint32_t i = 0; i < count; i++) pushes |= resources[i].kind == NBL_INTERPRETER_PUSH_CONSTANTS;
    if (request->push != NULL && !pushes) return fail(error, EXIT_USAGE, "--push: the shader has no push constants");
    return EXIT_DONE;
}

/* One memory at two bindings: "@[SET.]N" is that of binding N. */
static int share_memory(const request_t *request, bound_t *bound, nbl_error_t *error) {
    for (uint32_t i = 0; i < bound->count; i++) {
        nbl_interpreter_binding_t *binding = &bound->bindings[i];
        const char *text = find_option(request, &bound->resources[i]);
        unsigned set = 0, number;
        uint32_t of = 0;
        if (text == NULL || text[0] != '@') continue;
        if (sscanf(text, "@%u.%u", &set, &number) != 2) {
            set = 0;
            if (sscanf(text, "@%u", &number) != 1) number = UINT32_MAX;
        }
        while (of < bound->count && (bound->bindings[of].set != set || bound->bindings[of].binding != number ||
                                     bound->bindings[of].element != binding->element))
            of++;
        if (of >= bound->count || of == i)
            return fail(error, EXIT_USAGE, "--bind %u.%u=%s: there is no such binding", (unsigned)binding->set,
                        (unsigned)binding->binding, text);
        free(binding->data);
        binding->data = bound->bindings[of].data;
        binding->bytes = bound->bindings[of].bytes;
    }
    return EXIT_DONE;
}

/* What is declared to be distinct, and is made up: the numbers from 0 on, shuffled. */
static void shuffle_entries(const request_t *request, const nbl_interpreter_resource_t *resource, unsigned char *data,
                            size_t size) {
    uint32_t *entries = (uint32_t *)(void *)(data + resource->least_bytes);
    bool declared = false;
    uint64_t state = request->random_seed;
    for (uint32_t i = 0; i < request->distinct.count; i++)
        declared |= strcmp(request->distinct.values[i], resource->name) == 0;
    if (!declared || resource->stride != 4) return;
    const uint32_t count = (uint32_t)((size - resource->least_bytes) / 4u);
    for (uint32_t i = 0; i < count; i++) { /* as Fisher and Yates do */
        state = state * 6364136223846793005u + 1442695040888963407u;
        const uint32_t other = (uint32_t)((state >> 33) % (i + 1u));
        entries[i] = entries[other];
        entries[other] = i;
    }
}

static int bind_one(const request_t *request, const nbl_interpreter_t *interpreter, uint64_t invocations,
                    const nbl_interpreter_resource_t *resource, uint32_t element, nbl_interpreter_value_t *values,
                    nbl_interpreter_binding_t *binding, nbl_error_t *error) {
    const char *text = find_option(request, resource);
    unsigned width = IMAGE_WIDTH, height = resource->dimensions > 1 ? IMAGE_WIDTH : 1,
             depth = resource->dimensions > 2 ? IMAGE_DEPTH : 1;
    const int is_image = resource->kind == NBL_INTERPRETER_IMAGE;
    unsigned char *data = NULL;
    size_t size = 0;
    char end;
    bool from_file = false;

    binding->set = resource->set;
    binding->binding = resource->binding;
    binding->element = element;
    if (is_image) {
        unsigned x, y = height, z = depth;
        if (text != NULL && (sscanf(text, "%ux%ux%u%c", &x, &y, &z, &end) == 3 ||
                             sscanf(text, "%ux%u%c", &x, &y, &end) == 2 || sscanf(text, "%u%c", &x, &end) == 1)) {
            width = x;
            height = y;
            depth = z;
            text = NULL;
        }
        if (width == 0 || height == 0 || depth == 0 || (uint64_t)width * height * depth > 1u << 27)
            return fail(error, EXIT_USAGE, "--bind %u.%u: an image of this size is out of range",
                        (unsigned)resource->set, (unsigned)resource->binding);
        size = (size_t)width * height * depth * 16u;
    } else {
        /* room for sixteen elements of each invocation: an index beyond is told, which may be no fault of the shader */
        size = (size_t)(resource->least_bytes +
                        (uint64_t)resource->stride * (16u * invocations > 65536u ? 16u * invocations : 65536u));
        if (size > (size_t)1 << 28) size = (size_t)1 << 28;
        if (text != NULL && text[strspn(text, "0123456789")] == '\0') {
            size = (size_t)strtoull(text, NULL, 10);
            text = NULL;
        }
    }
    binding->width = width;
    binding->height = height;
    binding->depth = depth;
    for (uint32_t i = 0; i < request->nearest.count; i++)
        binding->nearest |= is_nearest(request->nearest.values[i], resource);
    if (text != NULL && strcmp(text, "random") != 0 && text[0] != '@') {
        const int status = read_contents(text, resource, binding, error);
        if (status != EXIT_DONE) return status;
        data = binding->data;
        size = (size_t)binding->bytes;
        from_file = true;
    }
    if (data == NULL) data = calloc(1, size + 16u);
    if (data == NULL) return fail(error, EXIT_FAILED, "binding %u: no memory", (unsigned)resource->binding);
    nbl_interpreter_fill(interpreter, resource, data, size,
                         request->random_seed * 1000003u + resource->set * 4099u + resource->binding * 17u + element,
                         !from_file, values, request->members.count);
    if (!from_file && !is_image) shuffle_entries(request, resource, data, size);
    binding->data = data;
    binding->bytes = size;
    return EXIT_DONE;
}

static int push_bytes(const request_t *request, bound_t *bound, const nbl_interpreter_resource_t *resource,
                      nbl_error_t *error) {
    bound->push_bytes = (uint32_t)resource->least_bytes;
    bound->push = calloc(1, bound->push_bytes + 16u);
    if (bound->push == NULL) return fail(error, EXIT_FAILED, "push constants: no memory");
    return request->push != NULL ? read_push(request->push, resource, bound->push, error) : EXIT_DONE;
}

int make_bindings(const request_t *request, const nbl_interpreter_t *interpreter, uint64_t invocations, bound_t *bound,
                  nbl_error_t *error) {
    nbl_interpreter_value_t values[MOST_REPEATED];
    char names[MOST_REPEATED][128];
    const uint32_t count = nbl_interpreter_resources(interpreter, NULL, 0);
    nbl_interpreter_resource_t *resources = calloc(count + 1u, sizeof *resources);
    uint32_t room = 0;
    if (resources == NULL) return fail(error, EXIT_FAILED, "bindings: no memory");
    nbl_interpreter_resources(interpreter, resources, count);
    int status = check_options(request, resources, count, error);
    for (uint32_t i = 0; i < request->members.count && status == EXIT_DONE; i++) {
        const char *text = request->members.values[i], *equal = strrchr(text, '=');
        char *end = NULL;
        if (equal == NULL || equal == text) {
            status = fail(error, EXIT_USAGE, "--set %s: must be NAME=VALUE", text);
            break;
        }
        snprintf(names[i], sizeof names[i], "%.*s", (int)(equal - text), text);
        values[i] = (nbl_interpreter_value_t){names[i], strtod(equal + 1, &end), 0};
        if (end == equal + 1 || *end != '\0') status = fail(error, EXIT_USAGE, "--set %s: must be NAME=VALUE", text);
    }
    for (uint32_t i = 0; i < count; i++)
        room += resources[i].count < MOST_ELEMENTS ? resources[i].count : MOST_ELEMENTS;
    bound->bindings = calloc(room + 1u, sizeof *bound->bindings);
    bound->resources = calloc(room + 1u, sizeof *bound->resources);
    if (bound->bindings == NULL || bound->resources == NULL) status = fail(error, EXIT_FAILED, "bindings: no memory");
    for (uint32_t i = 0; i < count && status == EXIT_DONE; i++) {
        if (resources[i].kind == NBL_INTERPRETER_SAMPLER) continue;
        if (resources[i].kind == NBL_INTERPRETER_PUSH_CONSTANTS) {
            status = push_bytes(request, bound, &resources[i], error);
            if (status == EXIT_DONE)
                nbl_interpreter_fill(interpreter, &resources[i], bound->push, bound->push_bytes, request->random_seed,
                                     request->push == NULL, values, request->members.count);
            continue;
        }
        for (uint32_t e = 0; e < resources[i].count && e < MOST_ELEMENTS && status == EXIT_DONE; e++) {
            bound->resources[bound->count] = resources[i];
            status = bind_one(request, interpreter, invocations, &resources[i], e, values,
                              &bound->bindings[bound->count], error);
            if (status == EXIT_DONE) bound->count++;
        }
    }
    if (status == EXIT_DONE) status = share_memory(request, bound, error);
    for (uint32_t i = 0; i < request->members.count && status == EXIT_DONE; i++)
        if (values[i].members == 0)
            status = fail(error, EXIT_USAGE, "--set %s: no member of a buffer or of the push constants is called so",
                          request->members.values[i]);
    free(resources);
    return status;
}

void free_bindings(bound_t *bound) {
    for (uint32_t i = 0; i < bound->count; i++) {
        unsigned char *data = bound->bindings[i].data;
        for (uint32_t k = i + 1u; k < bound->count; k++) /* may be at several bindings */
            if (bound->bindings[k].data == data) bound->bindings[k].data = NULL;
        free(data);
    }
    free(bound->bindings);
    free(bound->resources);
    free(bound->push);
    memset(bound, 0, sizeof *bound);
}

/* ---- out again */

static uint32_t bytes_of(const char *scalar) { return (uint32_t)(scalar[2] - '0'); }

static int write_one(const char *path, const nbl_interpreter_binding_t *binding,
                     const nbl_interpreter_resource_t *resource, nbl_error_t *error) {
    char head[192], shape[96];
    const uint32_t bytes = bytes_of(resource->scalar);
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

int write_bindings(const char *folder, const bound_t *bound, nbl_error_t *error) {
    char path[4096];
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) return fail(error, EXIT_FAILED, "%s: %s", folder, strerror(errno));
    for (uint32_t i = 0; i < bound->count; i++) {
        const nbl_interpreter_binding_t *binding = &bound->bindings[i];
        if (!bound->resources[i].written) continue;
        snprintf(path, sizeof path, "%s/%u.%u.npy", folder, (unsigned)binding->set, (unsigned)binding->binding);
        if (bound->resources[i].count > 1)
            snprintf(path, sizeof path, "%s/%u.%u.%u.npy", folder, (unsigned)binding->set, (unsigned)binding->binding,
                     (unsigned)binding->element);
        const int status = write_one(path, binding, &bound->resources[i], error);
        if (status != EXIT_DONE) return status;
    }
    return EXIT_DONE;
}
