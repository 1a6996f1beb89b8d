/* Makes what a run binds: contents from files, of given sizes, or random.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-emulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/options.h"

enum { IMAGE_WIDTH = 64, IMAGE_DEPTH = 4, MOST_ELEMENTS = 64, MOST_GUESSED = 1 << 24 };

/* HLSL's registers. Register n of letter number k is binding 100 k + n: see nbl_compile(). */
static const char registers[] = "btus";

const char *read_place(const char *text, unsigned *set, unsigned *binding) {
    uint32_t numbers[2] = {0, 0}, count = 0;
    for (;; text++) {
        const char *kind = *text != '\0' ? strchr(registers, *text) : NULL;
        if (kind != NULL) text++;
        if (!read_digits(&text, &numbers[count])) return NULL;
        if (kind != NULL) { /* a register: its letter stands for the hundreds */
            if (numbers[count] >= 100u) return NULL;
            numbers[count] += 100u * (uint32_t)(kind - registers);
        }
        count++;
        if (*text != '.' || count == 2 || kind != NULL) break;
    }
    *set = count == 2 ? numbers[0] : 0;
    *binding = numbers[count - 1u];
    return text;
}

/* Reads "[SET.]N=VALUE". Returns the value, or NULL. */
static const char *read_binding(const char *text, unsigned *set, unsigned *binding) {
    text = read_place(text, set, binding);
    return text != NULL && text[0] == '=' && text[1] != '\0' ? text + 1 : NULL;
}

/* Returns the value that --bind gives a binding; NULL: none. If it is given several times, the last one. */
static const char *find_option(const request_t *request, const nbl_interpreter_resource_t *resource) {
    const char *found = NULL;
    for (uint32_t i = 0; i < request->bindings.count; i++) {
        unsigned set, binding;
        const char *value = read_binding(request->bindings.values[i], &set, &binding);
        if (value != NULL && set == resource->set && binding == resource->binding) found = value;
    }
    return found;
}

/* Returns whether "[SET.]N" names this image. */
static bool is_nearest(const char *text, const nbl_interpreter_resource_t *resource) {
    unsigned set, binding;
    const char *rest = read_place(text, &set, &binding);
    return rest != NULL && *rest == '\0' && resource->kind == NBL_INTERPRETER_IMAGE && set == resource->set &&
           binding == resource->binding;
}

/* Lists the bindings that the shader has, for a message. images: only bindings that are images */
static void list_resources(const request_t *request, const nbl_interpreter_resource_t *resources, uint32_t count,
                           bool images, char *text, size_t bytes) {
    size_t length = 0;
    snprintf(text, bytes, "the shader has none");
    for (uint32_t i = 0; i < count && length < bytes; i++) {
        const uint32_t binding = resources[i].binding;
        if (resources[i].kind == NBL_INTERPRETER_PUSH_CONSTANTS) continue;
        if (images && resources[i].kind != NBL_INTERPRETER_IMAGE) continue;
        length += (size_t)snprintf(text + length, bytes - length, "%s%u.%u %s", length == 0 ? "there are " : ", ",
                                   (unsigned)resources[i].set, (unsigned)binding, resources[i].name);
        if (length < bytes && is_hlsl(request) && binding < 400)
            length += (size_t)snprintf(text + length, bytes - length, " (%c%u)", registers[binding / 100u],
                                       (unsigned)(binding % 100u));
    }
}

/* Refuses options that fit no binding: else it would not be clear what was run. */
static int check_options(const request_t *request, const nbl_interpreter_resource_t *resources, uint32_t count,
                         nbl_error_t *error) {
    const repeated_t *const buffers[] = {&request->distinct, &request->fixed_buffers};
    char there[512];
    bool pushes = false;
    list_resources(request, resources, count, false, there, sizeof there);
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
        if (k != count) continue;
        list_resources(request, resources, count, true, there, sizeof there);
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

/* Returns the binding whose memory "@[SET.]N" gives to binding i; bound->count: no binding has that memory. */
static uint32_t named_by(const bound_t *bound, uint32_t i, const char *text) {
    unsigned set, number;
    uint32_t of = 0;
    const char *rest = read_place(text + 1, &set, &number);
    if (rest == NULL || *rest != '\0') return bound->count;
    while (of < bound->count && (bound->bindings[of].set != set || bound->bindings[of].binding != number ||
                                 bound->bindings[of].element != bound->bindings[i].element))
        of++;
    return of;
}

/* Gives several bindings one memory: "@[SET.]N" is the memory of binding N, which may itself be another binding's. */
static int share_memory(const request_t *request, bound_t *bound, nbl_error_t *error) {
    for (uint32_t i = 0; i < bound->count; i++) {
        nbl_interpreter_binding_t *binding = &bound->bindings[i];
        const char *text = find_option(request, &bound->resources[i]), *next = text;
        uint32_t of = i, steps = 0;
        if (text == NULL || text[0] != '@') continue;
        while (next != NULL && next[0] == '@') {
            of = named_by(bound, of, next);
            if (of == bound->count)
                return fail(error, EXIT_USAGE, "--bind %u.%u=%s: there is no such binding", (unsigned)binding->set,
                            (unsigned)binding->binding, next);
            if (of == i || steps++ == bound->count)
                return fail(error, EXIT_USAGE, "--bind %u.%u=%s: in a circle, which has no memory",
                            (unsigned)binding->set, (unsigned)binding->binding, text);
            next = find_option(request, &bound->resources[of]);
        }
        const nbl_interpreter_binding_t *from = &bound->bindings[of];
        if ((bound->resources[i].kind == NBL_INTERPRETER_IMAGE) != (bound->resources[of].kind == NBL_INTERPRETER_IMAGE))
            return fail(error, EXIT_USAGE, "--bind %u.%u=%s: one is an image, the other a buffer",
                        (unsigned)binding->set, (unsigned)binding->binding, text);
        binding->data = from->data;
        binding->bytes = from->bytes;
        binding->width = from->width;
        binding->height = from->height;
        binding->depth = from->depth;
        binding->made_up = from->made_up;
    }
    return EXIT_DONE;
}

/* Fills a made-up buffer whose entries are declared to be distinct: with the numbers from 0 on, shuffled. */
static void shuffle_entries(const request_t *request, const nbl_interpreter_resource_t *resource, unsigned char *data,
                            size_t size) {
    uint32_t *entries = (uint32_t *)(void *)(data + resource->least_bytes);
    bool declared = false;
    uint64_t state = request->random_seed;
    for (uint32_t i = 0; i < request->distinct.count; i++)
        declared |= strcmp(request->distinct.values[i], resource->name) == 0;
    if (!declared || resource->stride != 4) return;
    const uint32_t count = (uint32_t)((size - resource->least_bytes) / 4u);
    for (uint32_t i = 0; i < count; i++) { /* the shuffle of Fisher and Yates */
        state = state * 6364136223846793005u + 1442695040888963407u;
        const uint32_t other = (uint32_t)((state >> 33) % (i + 1u));
        entries[i] = entries[other];
        entries[other] = i;
    }
}

/* Counts memory that is about to be allocated. Fails if it would exceed the limit.
 *
 * what, set, number  name the binding in the message */
static int take_bytes(const request_t *request, bound_t *bound, const char *what, unsigned set, unsigned number,
                      uint64_t bytes, nbl_error_t *error) {
    const uint64_t most = memory_of(request);
    if (bytes > most || bound->bytes > most - bytes)
        return fail(error, EXIT_FAILED, "%s %u.%u: %llu bytes are more than --memory %u leaves", what, set, number,
                    (unsigned long long)bytes, (unsigned)request->memory_megabytes);
    bound->bytes += bytes;
    return EXIT_DONE;
}

/* Returns the bytes of a made-up buffer: the size that an earlier run found necessary; else sixteen elements for each
 * invocation, but at most MOST_GUESSED bytes in all descriptors of the binding, if that is still one element for each.
 * A larger guess would take seconds to fill, and a run says which size was too small. */
static uint64_t made_up_bytes(const request_t *request, const sizes_t *sizes, const bound_t *bound,
                              const nbl_interpreter_resource_t *resource, uint32_t set, uint32_t number,
                              uint64_t invocations) {
    const uint64_t elements = invocations < 4096u ? 65536u : 16u * (invocations < 1u << 24 ? invocations : 1u << 24);
    const uint64_t left = (memory_of(request) - bound->bytes) / 8u;
    const uint64_t guessed = MOST_GUESSED / (resource->count < MOST_ELEMENTS ? resource->count : MOST_ELEMENTS);
    const uint64_t one_each = resource->least_bytes + (uint64_t)resource->stride * invocations;
    uint64_t bytes = resource->least_bytes + (uint64_t)resource->stride * elements;
    if (bytes > guessed) bytes = one_each > guessed ? one_each : guessed;
    if (bytes > (uint64_t)1 << 28) bytes = (uint64_t)1 << 28;
    for (uint32_t i = 0; i < sizes->count; i++)
        if (sizes->wanted[i].set == set && sizes->wanted[i].binding == number && bytes < sizes->wanted[i].bytes)
            bytes = sizes->wanted[i].bytes;
    if (bytes > left) bytes = left > resource->least_bytes ? left : resource->least_bytes;
    return bytes;
}

typedef struct binder_t {
    const request_t *request;
    const nbl_interpreter_t *interpreter;
    const sizes_t *sizes;
    uint64_t invocations;
    bound_t *bound;
    members_t *members;
    nbl_interpreter_addresses_t addresses;
    uint32_t depth; /* how many pointers lead to the memory that is being made */
} binder_t;

static int bytes_of_text(const char *text, uint64_t *bytes) {
    *bytes = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        if (*bytes > (UINT64_MAX >> 8) / 10u) return 0;
        *bytes = 10u * *bytes + (uint64_t)(*text - '0');
    }
    return *text == '\0';
}

uint32_t bytes_of_number(const nbl_interpreter_resource_t *resource) { return (uint32_t)(resource->scalar[2] - '0'); }

/* Reads "W", "WxH" or "WxHxD". Returns false if the text is none of them. */
static bool read_extent(const char *text, uint32_t extent[3]) {
    uint32_t made[3] = {1, extent[1], extent[2]};
    for (uint32_t k = 0; k < 3; k++) {
        if (!read_digits(&text, &made[k])) return false;
        if (*text == '\0') {
            memcpy(extent, made, sizeof made);
            return true;
        }
        if (*text++ != 'x') return false;
    }
    return false;
}

/* Returns the kind of made-up contents for a resource, by --random-seed: each seed from 1 to 8 has a kind of its own,
 * and from 9 on kinds are mixed. Images and buffers never hold SIZES, whose numbers would be indices beyond arrays. */
static nbl_interpreter_contents_t contents_of(const request_t *request, const nbl_interpreter_resource_t *resource) {
    static const nbl_interpreter_contents_t constants[] = {
        NBL_INTERPRETER_MIXED, NBL_INTERPRETER_SMALL, NBL_INTERPRETER_SIZES, NBL_INTERPRETER_FLAGS,
        NBL_INTERPRETER_SIZES, NBL_INTERPRETER_BITS,  NBL_INTERPRETER_MIXED, NBL_INTERPRETER_ZEROS,
    };
    static const nbl_interpreter_contents_t data[] = {
        NBL_INTERPRETER_SMALL, NBL_INTERPRETER_SMALL, NBL_INTERPRETER_SMALL, NBL_INTERPRETER_FLAGS,
        NBL_INTERPRETER_BITS,  NBL_INTERPRETER_SMALL, NBL_INTERPRETER_MIXED, NBL_INTERPRETER_ZEROS,
    };
    const uint32_t seed = request->random_seed, kinds = sizeof data / sizeof data[0];
    const bool is_constant =
        resource->kind == NBL_INTERPRETER_PUSH_CONSTANTS || resource->kind == NBL_INTERPRETER_UNIFORM_BUFFER;
    if (seed > kinds) return is_constant || seed % 2u == 0 ? NBL_INTERPRETER_MIXED : NBL_INTERPRETER_SMALL;
    return (is_constant ? constants : data)[seed % kinds];
}

bool has_made_up_contents(const request_t *request, const nbl_interpreter_resource_t *resource) {
    const char *text = find_option(request, resource);
    uint32_t extent[3] = {0};
    if (text == NULL || strcmp(text, "random") == 0 || read_extent(text, extent)) return true;
    return resource->kind != NBL_INTERPRETER_IMAGE && text[strspn(text, "0123456789")] == '\0';
}

static int bind_one(binder_t *binder, const nbl_interpreter_resource_t *resource, uint32_t element,
                    nbl_interpreter_binding_t *binding, nbl_error_t *error) {
    const request_t *request = binder->request;
    const char *text = find_option(request, resource);
    uint32_t extent[3] = {IMAGE_WIDTH, resource->dimensions > 1 ? IMAGE_WIDTH : 1,
                          resource->dimensions > 2 ? IMAGE_DEPTH : 1};
    const bool is_image = resource->kind == NBL_INTERPRETER_IMAGE, is_shared = text != NULL && text[0] == '@';
    const bool is_number = text != NULL && text[strspn(text, "0123456789")] == '\0';
    uint64_t size = 0;

    binding->set = resource->set;
    binding->binding = resource->binding;
    binding->element = element;
    for (uint32_t i = 0; i < request->nearest.count; i++)
        binding->nearest |= is_nearest(request->nearest.values[i], resource);
    if (is_image && text != NULL && read_extent(text, extent)) text = NULL;
    if (is_image && (extent[0] == 0 || extent[1] == 0 || extent[2] == 0 ||
                     (uint64_t)extent[0] * extent[1] > (1u << 27) / extent[2]))
        return fail(error, EXIT_USAGE, "--bind %u.%u: an image of this size is out of range", (unsigned)resource->set,
                    (unsigned)resource->binding);
    binding->width = is_image ? extent[0] : 0;
    binding->height = is_image ? extent[1] : 0;
    binding->depth = is_image ? extent[2] : 0;
    const bool is_shaped = !is_image && text != NULL && !is_number && read_extent(text, extent);
    if (is_shaped) {
        binding->width = extent[0];
        binding->height = extent[1];
        binding->depth = extent[2];
    }
    if (is_shared) return EXIT_DONE; /* share_memory() gives it another binding's memory */
    if (text != NULL && strcmp(text, "random") != 0 && (is_image || !(is_number || is_shaped))) {
        const int status = read_contents(text, memory_of(request) - binder->bound->bytes, resource, binding, error);
        if (status != EXIT_DONE) return status;
        binder->bound->bytes += binding->bytes;
        nbl_interpreter_fill(binder->interpreter, resource, binding->data, binding->bytes, 0, NBL_INTERPRETER_KEPT,
                             binder->members->values, binder->members->count, NULL);
        return EXIT_DONE;
    }
    if (is_image) {
        size = (uint64_t)extent[0] * extent[1] * extent[2] * 16u;
    } else if (is_shaped) { /* the .npy file's elements go into the array at the buffer's end */
        size = (uint64_t)extent[0] * extent[1];
        size = extent[2] != 0 && size > UINT64_MAX / 16u / extent[2] ? UINT64_MAX / 2u
                                                                     : size * extent[2] * bytes_of_number(resource);
        size += resource->least_bytes;
    } else if (is_number) {
        if (!bytes_of_text(text, &size)) size = UINT64_MAX;
    } else {
        size = made_up_bytes(request, binder->sizes, binder->bound, resource, resource->set, resource->binding,
                             binder->invocations);
        binding->made_up = true;
    }
    const int status = take_bytes(request, binder->bound, "binding", resource->set, resource->binding, size, error);
    if (status != EXIT_DONE) return status;
    unsigned char *data = calloc(1, (size_t)size + 16u);
    if (data == NULL) return fail(error, EXIT_FAILED, "binding %u: no memory", (unsigned)resource->binding);
    nbl_interpreter_fill(binder->interpreter, resource, data, size,
                         request->random_seed * 1000003u + resource->set * 4099u + resource->binding * 17u + element,
                         contents_of(request, resource), binder->members->values, binder->members->count,
                         &binder->addresses);
    binder->bound->made_up = true;
    if (!is_image) shuffle_entries(request, resource, data, (size_t)size);
    binding->data = data;
    binding->bytes = size;
    return EXIT_DONE;
}

/* Makes the memory that a pointer leads to if no option gives it: one for each name, filled at random. Returns its
 * device address; 0: there is no room. */
static uint64_t make_memory(void *user, const char *path, const nbl_interpreter_resource_t *memory) {
    binder_t *binder = user;
    bound_t *bound = binder->bound;
    nbl_error_t ignored;
    uint32_t number = 0;
    const char *name = binder->depth == 0 ? path : memory->name; /* a list's pointers have one name, so it ends here */
    while (number < bound->memory_count && strcmp(bound->memory_names[number], name) != 0) number++;
    if (number < bound->memory_count) return bound->memories[number].address;
    if (number == MOST_MEMORIES || strlen(name) >= sizeof bound->memory_names[0]) return 0;
    const uint64_t bytes =
        made_up_bytes(binder->request, binder->sizes, bound, memory, UINT32_MAX, number, binder->invocations);
    if (take_bytes(binder->request, bound, "memory", 0, number, bytes, &ignored) != EXIT_DONE) return 0;
    unsigned char *data = calloc(1, (size_t)bytes + 16u);
    if (data == NULL) return 0;
    snprintf(bound->memory_names[number], sizeof bound->memory_names[0], "%s", name);
    bound->memories[number] = (nbl_interpreter_memory_t){
        .address = ((uint64_t)1 << 43) + ((uint64_t)number << 32), .data = data, .bytes = bytes, .made_up = true};
    bound->memory_count++;
    binder->depth++;
    nbl_interpreter_fill(binder->interpreter, memory, data, bytes, binder->request->random_seed * 1000003u + number,
                         contents_of(binder->request, memory), binder->members->values, binder->members->count,
                         &binder->addresses);
    bound->made_up = true;
    binder->depth--;
    return bound->memories[number].address;
}

/* Adds the memory of each binding whose address --set gives to a member. */
static int add_bound_memories(binder_t *binder, nbl_error_t *error) {
    bound_t *bound = binder->bound;
    for (uint32_t i = 0; i < binder->members->count; i++)
        for (uint32_t n = 0; n < binder->members->values[i].count; n++) {
            const uint64_t address = binder->members->values[i].numbers[n].bits;
            uint32_t k = 0, known = 0;
            if (strchr(binder->request->members.values[i], '@') == NULL) continue;
            while (known < bound->memory_count && bound->memories[known].address != address) known++;
            if (known < bound->memory_count) continue;
            while (k < bound->count && (address_of(bound->bindings[k].set, bound->bindings[k].binding) != address ||
                                        bound->resources[k].kind == NBL_INTERPRETER_IMAGE))
                k++;
            if (k == bound->count || known == MOST_MEMORIES)
                return fail(error, EXIT_USAGE, "--set %s: there is no such buffer", binder->request->members.values[i]);
            snprintf(bound->memory_names[known], sizeof bound->memory_names[0], "%s", bound->resources[k].name);
            bound->memories[known] = (nbl_interpreter_memory_t){
                .address = address, .data = bound->bindings[k].data, .bytes = bound->bindings[k].bytes};
            bound->memory_count++;
        }
    return EXIT_DONE;
}

static int push_bytes(binder_t *binder, const nbl_interpreter_resource_t *resource, nbl_error_t *error) {
    const request_t *request = binder->request;
    bound_t *bound = binder->bound;
    bound->push_bytes = (uint32_t)resource->least_bytes;
    bound->push = calloc(1, bound->push_bytes + 16u);
    if (bound->push == NULL) return fail(error, EXIT_FAILED, "push constants: no memory");
    const int status = request->push != NULL ? read_push(request->push, resource, bound->push, error) : EXIT_DONE;
    if (status == EXIT_DONE)
        nbl_interpreter_fill(binder->interpreter, resource, bound->push, bound->push_bytes, request->random_seed,
                             request->push == NULL ? contents_of(request, resource) : NBL_INTERPRETER_KEPT,
                             binder->members->values, binder->members->count, &binder->addresses);
    bound->made_up |= request->push == NULL;
    return status;
}

static int bind_all(binder_t *binder, const nbl_interpreter_resource_t *resources, uint32_t count, nbl_error_t *error) {
    bound_t *bound = binder->bound;
    int status = EXIT_DONE;
    for (uint32_t i = 0; i < count && status == EXIT_DONE; i++) {
        if (resources[i].kind == NBL_INTERPRETER_SAMPLER) continue;
        if (resources[i].kind == NBL_INTERPRETER_PUSH_CONSTANTS) {
            status = push_bytes(binder, &resources[i], error);
            continue;
        }
        for (uint32_t e = 0; e < resources[i].count && e < MOST_ELEMENTS && status == EXIT_DONE; e++) {
            bound->resources[bound->count] = resources[i];
            status = bind_one(binder, &resources[i], e, &bound->bindings[bound->count], error);
            if (status == EXIT_DONE) bound->count++;
        }
    }
    if (status == EXIT_DONE) status = share_memory(binder->request, bound, error);
    if (status == EXIT_DONE) status = add_bound_memories(binder, error);
    return status == EXIT_DONE ? check_members(binder->request, binder->members, error) : status;
}

int make_bindings(const request_t *request, const nbl_interpreter_t *interpreter, uint64_t invocations,
                  const sizes_t *sizes, bound_t *bound, nbl_error_t *error) {
    static members_t members; /* too large for a stack; a tool has one thread */
    binder_t binder = {.request = request,
                       .interpreter = interpreter,
                       .sizes = sizes,
                       .invocations = invocations,
                       .bound = bound,
                       .members = &members};
    const uint32_t count = nbl_interpreter_resources(interpreter, NULL, 0);
    nbl_interpreter_resource_t *resources = calloc(count + 1u, sizeof *resources);
    uint32_t room = 0;
    binder.addresses = (nbl_interpreter_addresses_t){make_memory, &binder};
    if (resources == NULL) return fail(error, EXIT_FAILED, "bindings: no memory");
    nbl_interpreter_resources(interpreter, resources, count);
    int status = check_options(request, resources, count, error);
    members = (members_t){.count = 0};
    if (status == EXIT_DONE) status = read_members(request, &members, error);
    for (uint32_t i = 0; i < count; i++)
        room += resources[i].count < MOST_ELEMENTS ? resources[i].count : MOST_ELEMENTS;
    bound->bindings = calloc(room + 1u, sizeof *bound->bindings);
    bound->resources = calloc(room + 1u, sizeof *bound->resources);
    if (bound->bindings == NULL || bound->resources == NULL) status = fail(error, EXIT_FAILED, "bindings: no memory");
    if (status == EXIT_DONE) status = bind_all(&binder, resources, count, error);
    free_members(&members);
    free(resources);
    return status;
}

void free_bindings(bound_t *bound) {
    free_stored(bound);
    for (uint32_t i = 0; i < bound->count; i++) {
        unsigned char *data = bound->bindings[i].data;
        for (uint32_t k = i + 1u; k < bound->count; k++) /* several bindings may share it */
            if (bound->bindings[k].data == data) bound->bindings[k].data = NULL;
        free(data);
    }
    for (uint32_t i = 0; i < bound->memory_count; i++)
        if (bound->memories[i].made_up) free(bound->memories[i].data); /* others belong to a binding */
    free(bound->bindings);
    free(bound->resources);
    free(bound->push);
    memset(bound, 0, sizeof *bound);
}
