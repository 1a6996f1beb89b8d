/* What a run stored, held against what the device stored.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "capture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double number_of(const unsigned char *at, const nbl_interpreter_element_t *element) {
    uint64_t bits = 0;
    float single;
    double value;
    memcpy(&bits, at, element->bytes);
    if (!element->is_float) {
        const unsigned unused = 64u - 8u * element->bytes;
        return element->is_signed ? (double)((int64_t)(bits << unused) >> unused) : (double)bits;
    }
    if (element->bytes == 2) {
        const int exponent = (int)(bits >> 10 & 31u);
        const double fraction = (double)(bits & 1023u), sign = bits >> 15 & 1u ? -1.0 : 1.0;
        if (exponent == 31) return fraction != 0 ? (double)NAN : sign * (double)INFINITY;
        return sign * (exponent == 0 ? ldexp(fraction, -24) : ldexp(1024.0 + fraction, exponent - 25));
    }
    memcpy(&single, at, 4);
    if (element->bytes != 8) return (double)single;
    memcpy(&value, at, 8);
    return value;
}

static double relative(double here, double there) {
    if (here == there || (isnan(here) && isnan(there))) return 0;
    if (!isfinite(here) || !isfinite(there)) return (double)INFINITY;
    return fabs(here - there) / fmax(fabs(here), fabs(there));
}

/* Has the run after the first one say where a float comes from. */
static void watch_float(capture_difference_t *difference, const unsigned char *here) {
    if (difference->floats == difference->watch_capacity) {
        const uint64_t capacity = 2 * difference->watch_capacity + 64;
        nbl_interpreter_watch_t *more = realloc(difference->watches, (size_t)capacity * sizeof *more);
        if (more == NULL) return;
        difference->watches = more;
        difference->watch_capacity = capacity;
    }
    difference->watches[difference->floats++] = (nbl_interpreter_watch_t){.data = here};
}

/* One number that differs in its bits. */
static void tell(capture_difference_t *difference, const char *path, const unsigned char *here,
                 const unsigned char *there, const nbl_interpreter_element_t *element) {
    const double a = number_of(here, element), b = number_of(there, element);
    char *first = element->is_float ? difference->first_float : difference->first_integer;
    if (element->is_float) {
        const double apart = relative(a, b);
        if (isnan(a) && isnan(b)) return; /* which not-a-number it is, Vulkan leaves open */
        watch_float(difference, here);
        if (apart > difference->relative) difference->relative = apart;
    } else {
        difference->integers++;
    }
    if (first[0] == '\0')
        snprintf(first, sizeof difference->first_float, "%.120s: %.*g here, %.*g on the device", path,
                 element->is_float ? 9 : 20, a, element->is_float ? 9 : 20, b);
}

/* ---- buffers */

/* The first storage buffer that has a byte of a piece of memory. */
static bool find_element(const capture_t *capture, const nbl_interpreter_t *interpreter, const bound_t *bound,
                         const unsigned char *at, nbl_interpreter_element_t *element, const unsigned char **begin) {
    (void)capture;
    for (uint32_t i = 0; i < bound->count; i++) {
        const nbl_interpreter_binding_t *binding = &bound->bindings[i];
        const unsigned char *data = binding->data;
        if (bound->resources[i].kind != NBL_INTERPRETER_STORAGE_BUFFER || at < data || at >= data + binding->bytes)
            continue;
        if (!nbl_interpreter_element(interpreter, binding->set, binding->binding, (uint64_t)(at - data), element))
            continue;
        if (element->begin + element->bytes > binding->bytes) continue;
        *begin = data + element->begin;
        return true;
    }
    return false;
}

static void compare_memory(capture_t *capture, const nbl_interpreter_t *interpreter, const bound_t *bound,
                           const capture_memory_t *memory, capture_difference_t *difference) {
    const unsigned char *device = memory->after != NULL ? memory->after : memory->before;
    for (uint64_t i = 0; i < memory->bytes; i++)
        difference->changed += device[i] != memory->before[i] || memory->work[i] != memory->before[i];
    for (uint64_t i = 0; i < memory->bytes;) {
        nbl_interpreter_element_t element;
        const unsigned char *begin;
        char path[160];
        if (memory->work[i] == device[i]) {
            i++;
            continue;
        }
        if (find_element(capture, interpreter, bound, memory->work + i, &element, &begin)) {
            snprintf(path, sizeof path, "%s", element.path);
        } else { /* by its address alone: a float, if both are near as floats */
            begin = memory->work + i / 4u * 4u;
            if (i / 4u * 4u + 4u > memory->bytes) begin = memory->work + memory->bytes - 4u;
            if (memory->bytes < 4) return;
            element = (nbl_interpreter_element_t){.bytes = 4, .is_float = true};
            const double a = number_of(begin, &element), b = number_of(device + (begin - memory->work), &element);
            element.is_float = relative(a, b) < 1e-3 && fabs(a) > 1e-30;
            snprintf(path, sizeof path, "byte %llu of memory %llu", (unsigned long long)(begin - memory->work),
                     (unsigned long long)memory->object);
        }
        const uint64_t at = (uint64_t)(begin - memory->work);
        if (at > memory->bytes || element.bytes > memory->bytes - at) return;
        tell(difference, path, begin, device + at, &element);
        i = at + element.bytes > i ? at + element.bytes : i + 1u;
    }
}

/* ---- texels */

enum { VIEW_3D = 2 }; /* VK_IMAGE_VIEW_TYPE_3D: levels halve in depth, and layers do not */

/* The size of a texel's level, and the texel's number in it. Levels follow one another.
 *
 * i     the texel's number in the view; receives the number in the level
 * size  the size of the first level; receives the size of the level */
static uint32_t find_level(const capture_bound_t *view, uint64_t *i, uint32_t size[3]) {
    uint32_t level = 0;
    for (; level + 1u < view->levels; level++) {
        const uint64_t count = (uint64_t)size[0] * size[1] * size[2];
        if (*i < count) break;
        *i -= count;
        for (int k = 0; k < (view->dimension == VIEW_3D ? 3 : 2); k++) size[k] = size[k] > 1 ? size[k] / 2u : 1;
    }
    return view->first_level + level;
}

static void compare_texels(const capture_bound_t *view, const nbl_interpreter_binding_t *binding,
                           const nbl_interpreter_resource_t *resource, const uint32_t (*before)[4],
                           const uint32_t (*there)[4], capture_difference_t *difference) {
    const uint32_t(*here)[4] = (const uint32_t(*)[4])binding->data;
    const bool is_float = resource->scalar != NULL && strchr(resource->scalar, 'f') != NULL;
    const nbl_interpreter_element_t element = {.bytes = 4,
                                               .is_float = is_float,
                                               .is_signed =
                                                   resource->scalar != NULL && strchr(resource->scalar, 'i') != NULL};
    for (uint64_t i = 0; i < binding->bytes / 16u; i++)
        for (uint32_t c = 0; c < 4; c++) {
            uint32_t size[3] = {binding->width, binding->height, binding->depth};
            uint64_t at = i;
            char path[160];
            if (here[i][c] != before[i][c] || there[i][c] != before[i][c]) difference->changed += 4;
            if (here[i][c] == there[i][c]) continue;
            const uint32_t level = view->kind == CAPTURE_VIEW ? find_level(view, &at, size) : 0;
            snprintf(path, sizeof path, "%.100s, level %u (%llu, %llu, %llu).%c", resource->name, (unsigned)level,
                     (unsigned long long)(at % size[0]), (unsigned long long)(at / size[0] % size[1]),
                     (unsigned long long)(at / size[0] / size[1]), "xyzw"[c]);
            tell(difference, path, (const unsigned char *)&here[i][c], (const unsigned char *)&there[i][c], &element);
        }
}

static int compare_image(const capture_t *capture, const capture_bound_t *from,
                         const nbl_interpreter_binding_t *binding, const nbl_interpreter_resource_t *resource,
                         capture_difference_t *difference, nbl_error_t *error) {
    const uint64_t count = binding->bytes / 16u;
    uint32_t(*before)[4] = malloc((size_t)count * 16u + 1u), (*there)[4] = malloc((size_t)count * 16u + 1u);
    if (before == NULL || there == NULL) {
        free(before);
        free(there);
        return fail(error, EXIT_FAILED, "%s: no memory", resource->name);
    }
    if (from->kind == CAPTURE_VIEW) {
        capture_decode_view(capture, from, false, before);
        capture_decode_view(capture, from, true, there);
    } else {
        for (uint32_t i = 0; i < capture->memory_count; i++) {
            const capture_memory_t *memory = &capture->memories[i];
            if (memory->object != from->object || from->offset < memory->begin ||
                from->offset - memory->begin >= memory->bytes)
                continue;
            const uint64_t at = from->offset - memory->begin;
            texels_decode(from->format, memory->before + at, count, before);
            texels_decode(from->format, (memory->after != NULL ? memory->after : memory->before) + at, count, there);
            break;
        }
    }
    compare_texels(from, binding, resource, (const uint32_t(*)[4])before, (const uint32_t(*)[4])there, difference);
    free(before);
    free(there);
    return EXIT_DONE;
}

int capture_compare(capture_t *capture, const nbl_interpreter_t *interpreter, const bound_t *bound,
                    capture_difference_t *difference, nbl_error_t *error) {
    int status = EXIT_DONE;
    memset(difference, 0, sizeof *difference);
    for (uint32_t i = 0; i < capture->bound_count && status == EXIT_DONE; i++) {
        const capture_bound_t *from = &capture->bound[i];
        if (from->data == NULL || !from->storage || (from->kind != CAPTURE_VIEW && from->kind != CAPTURE_TEXELS))
            continue;
        for (uint32_t k = 0; k < bound->count && status == EXIT_DONE; k++)
            if (bound->bindings[k].data == from->data && bound->resources[k].written) {
                status = compare_image(capture, from, &bound->bindings[k], &bound->resources[k], difference, error);
                break;
            }
        for (uint32_t k = 0; from->kind == CAPTURE_TEXELS && k < capture->memory_count; k++) {
            capture_memory_t *memory = &capture->memories[k]; /* its bytes were compared as texels */
            if (memory->object == from->object && from->offset >= memory->begin &&
                from->offset - memory->begin < memory->bytes) {
                const uint64_t at = from->offset - memory->begin,
                               bytes = from->bytes < memory->bytes - at ? from->bytes : memory->bytes - at;
                memcpy(memory->work + at, (memory->after != NULL ? memory->after : memory->before) + at, (size_t)bytes);
            }
        }
    }
    for (uint32_t i = 0; i < capture->memory_count && status == EXIT_DONE; i++)
        compare_memory(capture, interpreter, bound, &capture->memories[i], difference);
    return status;
}
