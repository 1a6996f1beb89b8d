/* Reads the text and the files of a capture, which may be damaged: each number is checked.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "capture.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES_OF_A_KIND = 1 << 20, MOST_PUSH_BYTES = 65536, MOST_INLINE_BYTES = 1 << 20 };

/* A line that is being read. After a missing or wrong field `failed` stays set, and later fields read as 0. */
typedef struct line_t {
    const char *at;
    bool failed;
} line_t;

static const char *next_word(line_t *line, size_t *length) {
    if (line->at == NULL) line->failed = true;
    if (line->failed) return NULL;
    const char *word = line->at;
    *length = strcspn(word, " ");
    line->at = word[*length] == ' ' ? word + *length + 1 : NULL;
    if (*length == 0) line->failed = true;
    return line->failed ? NULL : word;
}

static uint64_t read_number(line_t *line, unsigned base, uint64_t most) {
    size_t length;
    uint64_t value = 0;
    const char *word = next_word(line, &length);
    for (size_t i = 0; word != NULL && i < length; i++) {
        const int c = word[i];
        const unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                               : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10u
                                                      : 99u;
        if (digit >= base || value > (UINT64_MAX - digit) / base) {
            line->failed = true;
            return 0;
        }
        value = value * base + digit;
    }
    if (value > most) line->failed = true;
    return line->failed ? 0 : value;
}

static uint32_t read_32(line_t *line) { return (uint32_t)read_number(line, 10, UINT32_MAX); }
static uint64_t read_64(line_t *line) { return read_number(line, 10, UINT64_MAX / 4u); }

static float read_float(line_t *line) {
    size_t length;
    char copy[40] = "", *end = NULL;
    const char *word = next_word(line, &length);
    if (word == NULL || length >= sizeof copy) {
        line->failed = true;
        return 0;
    }
    memcpy(copy, word, length);
    const float value = strtof(copy, &end);
    if (*end != '\0' || !isfinite(value)) line->failed = true;
    return line->failed ? 0 : value;
}

/* Reads one of two words. Returns whether it is the first. */
static bool read_either(line_t *line, const char *one, const char *other) {
    size_t length;
    const char *word = next_word(line, &length);
    if (word == NULL) return false;
    if (strlen(one) == length && memcmp(word, one, length) == 0) return true;
    if (strlen(other) != length || memcmp(word, other, length) != 0) line->failed = true;
    return false;
}

static void read_rest(line_t *line, char *text, size_t bytes) {
    if (line->at == NULL || strlen(line->at) >= bytes) {
        line->failed = true;
        return;
    }
    strcpy(text, line->at);
    line->at = NULL;
}

static int digit_of(char c) { return isdigit((unsigned char)c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

/* Reads bytes in hexadecimal. Returns them, to be freed; NULL: the line failed. */
static unsigned char *read_bytes(line_t *line, uint64_t bytes) {
    size_t length;
    const char *word = bytes != 0 ? next_word(line, &length) : NULL;
    if (line->failed || (bytes != 0 && length != 2u * bytes)) {
        line->failed = true;
        return NULL;
    }
    unsigned char *data = malloc((size_t)bytes + 1u);
    for (uint64_t i = 0; data != NULL && i < bytes; i++) {
        const int high = digit_of(word[2u * i]), low = digit_of(word[2u * i + 1u]);
        if (high < 0 || low < 0) line->failed = true;
        data[i] = (unsigned char)((unsigned)high << 4 | (unsigned)low);
    }
    if (data == NULL) line->failed = true;
    if (!line->failed) return data;
    free(data);
    return NULL;
}

/* Returns an array with room for one more element, and raises *count. Without memory the line fails. */
static void *grow(void *array, uint32_t *count, size_t bytes, line_t *line) {
    if (*count == MOST_LINES_OF_A_KIND) {
        line->failed = true;
        return array;
    }
    if ((*count & (*count - 1u)) == 0) { /* the count is a power of two, and so is the room: it is full */
        void *grown = realloc(array, (*count != 0 ? 2u * (size_t)*count : 1u) * bytes);
        if (grown == NULL) {
            line->failed = true;
            return array;
        }
        array = grown;
    }
    memset((char *)array + *count * bytes, 0, bytes);
    ++*count;
    return array;
}
#define GROW(array, count) \
    ((array) = grow(array, &(count), sizeof *(array), line), line->failed ? NULL : &(array)[(count)-1u])

static capture_bound_t *add_bound(capture_t *capture, line_t *line, capture_kind_t kind) {
    capture_bound_t *bound = GROW(capture->bound, capture->bound_count);
    if (bound == NULL) return NULL;
    bound->kind = kind;
    bound->set = read_32(line);
    bound->binding = read_32(line);
    if (kind != CAPTURE_INLINE) bound->element = read_32(line);
    return bound;
}

static void read_buffer(capture_t *capture, line_t *line, capture_kind_t kind) {
    capture_bound_t *bound = add_bound(capture, line, kind);
    if (bound == NULL) return;
    bound->storage = read_either(line, "storage", "uniform");
    if (kind == CAPTURE_TEXELS) bound->format = read_32(line);
    bound->object = read_64(line);
    bound->offset = read_64(line);
    bound->bytes = read_64(line);
}

static void read_view(capture_t *capture, line_t *line) {
    capture_bound_t *bound = add_bound(capture, line, CAPTURE_VIEW);
    if (bound == NULL) return;
    bound->storage = read_either(line, "storage", "sampled");
    bound->image = read_32(line);
    bound->dimension = read_32(line);
    bound->format = read_32(line);
    for (int i = 0; i < 4; i++) bound->swizzle[i] = (uint32_t)read_number(line, 10, 6);
    bound->first_level = read_32(line);
    bound->levels = (uint32_t)read_number(line, 10, 32);
    bound->first_layer = read_32(line);
    bound->layers = read_32(line);
    read_32(line); /* its layout */
}

static void read_border(line_t *line, uint32_t border, uint32_t texel[4]) {
    const uint32_t one = border & 1u ? 1u : 0x3F800000u; /* Vulkan's border colours of integers have odd numbers */
    uint32_t custom[4];
    for (int i = 0; i < 4; i++) custom[i] = read_32(line);
    for (int i = 0; i < 4; i++) {
        const bool is_one = border / 2u == 2u || (border / 2u == 1u && i == 3); /* white; alpha of opaque black */
        texel[i] = border > 5u ? custom[i] : is_one ? one : 0u;
    }
}

static void read_sampler(capture_t *capture, line_t *line) {
    capture_bound_t *bound = add_bound(capture, line, CAPTURE_SAMPLER);
    if (bound == NULL) return;
    nbl_interpreter_sampler_t *sampler = &bound->sampler;
    sampler->magnified_linear = read_32(line) != 0;
    sampler->minified_linear = read_32(line) != 0;
    sampler->levels_linear = read_32(line) != 0;
    for (int i = 0; i < 3; i++) sampler->address[i] = (uint32_t)read_number(line, 10, 4);
    sampler->bias = read_float(line);
    read_32(line); /* anisotropy: whether, and how much */
    read_float(line);
    sampler->compares = read_32(line) != 0;
    sampler->compare = (uint32_t)read_number(line, 10, 7);
    sampler->least_lod = read_float(line);
    sampler->greatest_lod = read_float(line);
    const uint32_t border = read_32(line);
    sampler->unnormalized = read_32(line) != 0;
    read_32(line); /* reduction */
    read_border(line, border, sampler->border);
}

static void read_inline(capture_t *capture, line_t *line) {
    capture_bound_t *bound = add_bound(capture, line, CAPTURE_INLINE);
    if (bound == NULL) return;
    bound->bytes = read_number(line, 10, MOST_INLINE_BYTES);
    bound->data = read_bytes(line, bound->bytes);
}

static void read_constant(capture_t *capture, line_t *line) {
    nbl_interpreter_constant_t *constant = GROW(capture->constants, capture->constant_count);
    if (constant == NULL) return;
    constant->id = read_32(line);
    const uint64_t bytes = read_number(line, 10, 8);
    unsigned char *data = read_bytes(line, bytes);
    for (uint64_t i = 0; data != NULL && i < bytes; i++) constant->bits |= (uint64_t)data[i] << (8u * i);
    free(data);
}

static void read_memory(capture_t *capture, line_t *line) {
    const uint32_t number = read_32(line);
    if (number != capture->memory_count) line->failed = true;
    capture_memory_t *memory = line->failed ? NULL : GROW(capture->memories, capture->memory_count);
    if (memory == NULL) return;
    memory->object = read_64(line);
    memory->begin = read_64(line);
    memory->bytes = read_64(line);
    if (memory->bytes == 0) line->failed = true;
    if (read_either(line, "changed", "same") && !line->failed)
        memory->after = calloc(1, 1); /* read from its file later */
}

static void read_image(capture_t *capture, line_t *line) {
    const uint32_t number = read_32(line);
    if (number != capture->image_count) line->failed = true;
    capture_image_t *image = line->failed ? NULL : GROW(capture->images, capture->image_count);
    if (image == NULL) return;
    image->number = number;
    image->type = (uint32_t)read_number(line, 10, 2);
    image->format = read_32(line);
    image->width = (uint32_t)read_number(line, 10, 1 << 20);
    image->height = (uint32_t)read_number(line, 10, 1 << 20);
    image->depth = (uint32_t)read_number(line, 10, 1 << 20);
    image->levels = (uint32_t)read_number(line, 10, 32);
    image->layers = (uint32_t)read_number(line, 10, 1 << 20);
    read_64(line); /* its memory object, and its offset there */
    read_64(line);
    if (image->width == 0 || image->height == 0 || image->depth == 0 || image->levels == 0 || image->layers == 0)
        line->failed = true;
}

static void read_picture(capture_t *capture, line_t *line) {
    capture_picture_t *picture = GROW(capture->pictures, capture->picture_count);
    if (picture == NULL) return;
    picture->image = read_32(line);
    picture->level = (uint32_t)read_number(line, 10, 31);
    picture->layer = read_32(line);
    picture->width = (uint32_t)read_number(line, 10, 1 << 20);
    picture->height = (uint32_t)read_number(line, 10, 1 << 20);
    picture->depth = (uint32_t)read_number(line, 10, 1 << 20);
    picture->bytes = read_64(line);
    read_32(line); /* its layout, which is not used */
    if (read_either(line, "changed", "same") && !line->failed)
        picture->after = calloc(1, 1); /* read from its file later */
}

static void read_address(capture_t *capture, line_t *line) {
    capture_address_t *address = GROW(capture->addresses, capture->address_count);
    if (address == NULL) return;
    address->address = read_number(line, 16, UINT64_MAX);
    address->object = read_64(line);
    address->offset = read_64(line);
    address->bytes = read_64(line);
}

static void read_groups(capture_t *capture, line_t *line) {
    for (int i = 0; i < 3; i++) capture->groups[i] = read_32(line);
    capture->has_groups = true;
    if (line->at != NULL && strcmp(line->at, "indirect") == 0) {
        capture->indirect = true;
        line->at = NULL;
    }
}

static void read_pushed(capture_t *capture, line_t *line) {
    const uint32_t bytes = (uint32_t)read_number(line, 10, MOST_PUSH_BYTES);
    if (capture->push != NULL) line->failed = true;
    if (!line->failed) capture->push = read_bytes(line, bytes);
    if (!line->failed) capture->push_bytes = bytes;
}

/* Reads a line by its first word. Returns false if the word is unknown. */
static bool read_line(capture_t *capture, const char *word, line_t *line) {
    if (strcmp(word, "dispatch") == 0)
        capture->dispatch = read_64(line);
    else if (strcmp(word, "device") == 0)
        read_rest(line, capture->device, sizeof capture->device);
    else if (strcmp(word, "driver") == 0)
        line->at = NULL;
    else if (strcmp(word, "feature") == 0)
        line->at = NULL;
    else if (strcmp(word, "subgroup") == 0)
        capture->subgroup_size = read_32(line);
    else if (strcmp(word, "module") == 0)
        capture->module_bytes = read_64(line);
    else if (strcmp(word, "entry") == 0)
        read_rest(line, capture->entry, sizeof capture->entry);
    else if (strcmp(word, "constant") == 0)
        read_constant(capture, line);
    else if (strcmp(word, "push") == 0)
        read_pushed(capture, line);
    else if (strcmp(word, "base") == 0)
        for (int i = 0; i < 3; i++) capture->base[i] = read_32(line);
    else if (strcmp(word, "groups") == 0)
        read_groups(capture, line);
    else if (strcmp(word, "buffer") == 0)
        read_buffer(capture, line, CAPTURE_BUFFER);
    else if (strcmp(word, "texels") == 0)
        read_buffer(capture, line, CAPTURE_TEXELS);
    else if (strcmp(word, "inline") == 0)
        read_inline(capture, line);
    else if (strcmp(word, "view") == 0)
        read_view(capture, line);
    else if (strcmp(word, "sampler") == 0)
        read_sampler(capture, line);
    else if (strcmp(word, "address") == 0)
        read_address(capture, line);
    else if (strcmp(word, "memory") == 0)
        read_memory(capture, line);
    else if (strcmp(word, "image") == 0)
        read_image(capture, line);
    else if (strcmp(word, "picture") == 0)
        read_picture(capture, line);
    else if (strcmp(word, "beside") == 0)
        read_rest(line, capture->beside, sizeof capture->beside);
    else
        return false;
    if (line->at != NULL) line->failed = true;
    return true;
}

int capture_parse(const char *what, const char *text, size_t bytes, capture_t *capture, nbl_error_t *error) {
    const char *at = text, *end = text + bytes;
    char *copy = malloc(bytes + 1u);
    int status = EXIT_DONE;
    bool complete = false;
    memset(capture, 0, sizeof *capture);
    if (copy == NULL) return fail(error, EXIT_FAILED, "%s: no memory", what);
    for (unsigned number = 1; at < end && status == EXIT_DONE && !complete; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((newline != NULL ? newline : end) - at);
        memcpy(copy, at, length);
        copy[length] = '\0';
        at += length + (newline != NULL);
        if (number == 1) {
            if (strcmp(copy, "nbl-capture 1") != 0)
                status = fail(error, EXIT_FAILED,
                              "%s: is no capture of version 1: its first line is not 'nbl-capture 1'", what);
            continue;
        }
        if (strcmp(copy, "end") == 0) {
            complete = true;
            continue;
        }
        const size_t first = strcspn(copy, " ");
        line_t line = {copy[first] == ' ' ? copy + first + 1 : NULL, memchr(copy, '\0', length) != NULL};
        copy[first] = '\0';
        if (line.failed || !read_line(capture, copy, &line))
            status = fail(error, EXIT_FAILED, "%s:%u: an unknown line", what, number);
        else if (line.failed)
            status = fail(error, EXIT_FAILED, "%s:%u: '%.32s' is damaged", what, number, copy);
    }
    free(copy);
    if (status != EXIT_DONE) return status;
    if (!complete) return fail(error, EXIT_FAILED, "%s: is cut off: it does not close with 'end'", what);
    if (!capture->has_groups || capture->module_bytes == 0 || capture->entry[0] == '\0')
        return fail(error, EXIT_FAILED, "%s: lacks 'module', 'entry' or 'groups'", what);
    if (capture->subgroup_size == 0 || capture->subgroup_size > 128 ||
        (capture->subgroup_size & (capture->subgroup_size - 1u)) != 0)
        return fail(error, EXIT_FAILED, "%s: a subgroup of %u invocations is not run", what,
                    (unsigned)capture->subgroup_size);
    return EXIT_DONE;
}

static int load_both(const char *name, uint64_t bytes, unsigned char **before, unsigned char **after,
                     capture_file_t *file, void *user, nbl_error_t *error) {
    char path[64];
    const bool changed = *after != NULL;
    free(*after);
    *after = NULL;
    snprintf(path, sizeof path, "%s.before", name);
    int status = file(user, path, bytes, before, error);
    snprintf(path, sizeof path, "%s.after", name);
    if (status == EXIT_DONE && changed) status = file(user, path, bytes, after, error);
    return status;
}

int capture_load(capture_t *capture, capture_file_t *file, void *user, nbl_error_t *error) {
    char name[64];
    int status = file(user, "module.spv", capture->module_bytes, &capture->module, error);
    for (uint32_t i = 0; i < capture->memory_count && status == EXIT_DONE; i++) {
        capture_memory_t *memory = &capture->memories[i];
        snprintf(name, sizeof name, "memory-%u", (unsigned)i);
        status = load_both(name, memory->bytes, &memory->before, &memory->after, file, user, error);
        if (status != EXIT_DONE) break;
        memory->work = malloc((size_t)memory->bytes + 16u);
        if (memory->work == NULL) return fail(error, EXIT_FAILED, "%s: no memory", name);
        memcpy(memory->work, memory->before, (size_t)memory->bytes);
    }
    for (uint32_t i = 0; i < capture->picture_count && status == EXIT_DONE; i++) {
        capture_picture_t *picture = &capture->pictures[i];
        if (picture->image >= capture->image_count)
            return fail(error, EXIT_FAILED, "picture: there is no image %u", (unsigned)picture->image);
        const uint32_t texel = texel_bytes(capture->images[picture->image].format);
        const uint64_t texels = (uint64_t)picture->width * picture->height * picture->depth;
        if (texel == 0 || texels == 0 || texels > picture->bytes || texels * texel != picture->bytes)
            return fail(error, EXIT_FAILED, "picture: image %u has another size", (unsigned)picture->image);
        snprintf(name, sizeof name, "image-%u-%u-%u", (unsigned)picture->image, (unsigned)picture->level,
                 (unsigned)picture->layer);
        status = load_both(name, picture->bytes, &picture->before, &picture->after, file, user, error);
    }
    return status;
}

void capture_free(capture_t *capture) {
    for (uint32_t i = 0; i < capture->memory_count; i++) {
        free(capture->memories[i].before);
        free(capture->memories[i].after);
        free(capture->memories[i].work);
    }
    for (uint32_t i = 0; i < capture->picture_count; i++) {
        free(capture->pictures[i].before);
        free(capture->pictures[i].after);
    }
    for (uint32_t i = 0; i < capture->bound_count; i++) free(capture->bound[i].data);
    free(capture->constants);
    free(capture->push);
    free(capture->memories);
    free(capture->images);
    free(capture->pictures);
    free(capture->bound);
    free(capture->addresses);
    free(capture->module);
    memset(capture, 0, sizeof *capture);
}
