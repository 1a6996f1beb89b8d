/* Tells which elements of the bindings that --expect-written names no invocation stored to.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-emulate.h"

#include <stdlib.h>
#include <string.h>

static bool is_named(const char *text, const nbl_interpreter_resource_t *resource) {
    unsigned set, binding;
    if (strcmp(text, "all") == 0) return resource->written;
    const char *rest = read_place(text, &set, &binding);
    return rest != NULL && rest[0] == '\0' && set == resource->set && binding == resource->binding &&
           (resource->kind == NBL_INTERPRETER_STORAGE_BUFFER || resource->kind == NBL_INTERPRETER_IMAGE);
}

int expect_written(const request_t *request, bound_t *bound, nbl_error_t *error) {
    for (uint32_t k = 0; k < request->expected.count; k++) {
        const char *text = request->expected.values[k];
        bool found = false;
        for (uint32_t i = 0; i < bound->count; i++) {
            nbl_interpreter_binding_t *binding = &bound->bindings[i];
            if (!is_named(text, &bound->resources[i])) continue;
            found = true;
            if (binding->stored != NULL) continue;
            binding->stored = calloc(1, (size_t)binding->bytes + 1u);
            if (binding->stored == NULL) return fail(error, EXIT_FAILED, "--expect-written %s: no memory", text);
            bound->bytes += binding->bytes;
        }
        if (!found)
            return fail(error, EXIT_USAGE,
                        strcmp(text, "all") == 0 ? "--expect-written %s: the shader writes no buffer and no image"
                                                 : "--expect-written %s: no such storage buffer or image",
                        text);
    }
    return EXIT_DONE;
}

void free_stored(bound_t *bound) {
    for (uint32_t i = 0; i < bound->count; i++) {
        free(bound->bindings[i].stored);
        bound->bindings[i].stored = NULL;
    }
}

static void note_element(unwritten_t *unwritten, const char *name, bool stored) {
    unwritten->elements++;
    if (stored) return;
    if (unwritten->missing++ == 0) snprintf(unwritten->first, sizeof unwritten->first, "%s", name);
    snprintf(unwritten->last, sizeof unwritten->last, "%s", name);
}

static void count_texels(const nbl_interpreter_binding_t *binding, const char *name, unwritten_t *unwritten) {
    const uint64_t width = binding->width != 0 ? binding->width : 1,
                   height = binding->height != 0 ? binding->height : 1,
                   depth = binding->depth != 0 ? binding->depth : 1;
    for (uint64_t i = 0; i < width * height * depth && i < binding->bytes / 16u; i++) {
        char text[sizeof unwritten->first];
        if (depth > 1)
            snprintf(text, sizeof text, "%.80s(%u, %u, %u)", name, (unsigned)(i % width),
                     (unsigned)(i / width % height), (unsigned)(i / width / height));
        else
            snprintf(text, sizeof text, "%.80s(%u, %u)", name, (unsigned)(i % width), (unsigned)(i / width));
        note_element(unwritten, text, binding->stored[i] != 0);
    }
}

/* Counts numbers, so that bytes between members do not count. A number is not written if only some of its bytes were
 * stored. */
static void count_numbers(const nbl_interpreter_t *interpreter, const nbl_interpreter_binding_t *binding,
                          unwritten_t *unwritten) {
    nbl_interpreter_element_t number;
    for (uint64_t byte = 0; byte < binding->bytes; byte++) {
        if (!nbl_interpreter_element(interpreter, binding->set, binding->binding, byte, &number) ||
            number.begin != byte || number.bytes == 0 || number.bytes > binding->bytes - byte)
            continue;
        note_element(unwritten, number.path, memchr(binding->stored + byte, 0, number.bytes) == NULL);
        byte += number.bytes - 1u;
    }
}

bool next_unwritten(const nbl_interpreter_t *interpreter, const bound_t *bound, uint32_t *i, unwritten_t *unwritten) {
    while (*i < bound->count && bound->bindings[*i].stored == NULL) ++*i;
    if (*i == bound->count) return false;
    const nbl_interpreter_binding_t *binding = &bound->bindings[*i];
    const nbl_interpreter_resource_t *resource = &bound->resources[(*i)++];
    *unwritten = (unwritten_t){.binding = binding, .resource = resource};
    if (resource->kind == NBL_INTERPRETER_IMAGE)
        count_texels(binding, resource->name, unwritten);
    else
        count_numbers(interpreter, binding, unwritten);
    return true;
}

bool is_unwritten(const nbl_interpreter_t *interpreter, const bound_t *bound) {
    unwritten_t unwritten;
    for (uint32_t i = 0; next_unwritten(interpreter, bound, &i, &unwritten);)
        if (unwritten.missing != 0) return true;
    return false;
}

size_t unwritten_text(const unwritten_t *unwritten, char *text, size_t bytes) {
    const nbl_interpreter_binding_t *binding = unwritten->binding;
    char place[192];
    snprintf(place, sizeof place, "%.80s (set %u, binding %u%s%.0u)", unwritten->resource->name, (unsigned)binding->set,
             (unsigned)binding->binding, unwritten->resource->count > 1 ? ", element " : "",
             (unsigned)binding->element);
    const unsigned long long all = unwritten->elements, missing = unwritten->missing;
    if (missing == 0) return (size_t)snprintf(text, bytes, "written in this run: all %llu elements of %s", all, place);
    return (size_t)snprintf(text, bytes, "not written: %llu of %llu elements of %s; the first is %s, the last %s%s",
                            missing, all, place, unwritten->first, unwritten->last,
                            binding->made_up ? "; its size is made up, --bind gives the program's" : "");
}
