/* A captured dispatch: what the folder of the layer of packages/capture-layer says, and what is made of it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A capture may come from anyone. Its text is read strictly: an unknown line, a number out of range or a reference to
 * nothing is an error; no size is believed before it is held against the file's.
 */
#ifndef NBL_TOOLS_NBL_EMULATE_CAPTURE_H
#define NBL_TOOLS_NBL_EMULATE_CAPTURE_H

#include "nbl-emulate.h"

typedef enum capture_kind_t {
    CAPTURE_BUFFER,
    CAPTURE_TEXELS,
    CAPTURE_INLINE,
    CAPTURE_VIEW,
    CAPTURE_SAMPLER
} capture_kind_t;

/* A range of a device's memory object. */
typedef struct capture_memory_t {
    uint64_t object, begin, bytes;
    unsigned char *before, *after; /* after: NULL if nothing changed */
    unsigned char *work;           /* what runs */
} capture_memory_t;

typedef struct capture_image_t {
    uint32_t number, type, format, width, height, depth, levels, layers;
} capture_image_t;

/* One level of one layer of an image. */
typedef struct capture_picture_t {
    uint32_t image, level, layer, width, height, depth;
    uint64_t bytes;
    unsigned char *before, *after;
} capture_picture_t;

/* A descriptor. */
typedef struct capture_bound_t {
    capture_kind_t kind;
    uint32_t set, binding, element;
    bool storage;                   /* or uniform, or sampled */
    uint64_t object, offset, bytes; /* of buffers: in a memory object */
    uint32_t format;                /* Vulkan's number; of texels and views */
    uint32_t image, dimension, swizzle[4], first_level, levels, first_layer, layers; /* of views */
    nbl_interpreter_sampler_t sampler;
    unsigned char *data; /* of inline blocks; of views and texels what runs: texels of 16 bytes */
} capture_bound_t;

typedef struct capture_address_t {
    uint64_t address, object, offset, bytes;
} capture_address_t;

typedef struct capture_t {
    uint64_t dispatch, module_bytes;
    char device[256], entry[256], beside[512];
    uint32_t groups[3], base[3], subgroup_size;
    bool has_groups, indirect;
    nbl_interpreter_constant_t *constants;
    unsigned char *push;
    capture_memory_t *memories;
    capture_image_t *images;
    capture_picture_t *pictures;
    capture_bound_t *bound;
    capture_address_t *addresses;
    uint32_t constant_count, push_bytes, memory_count, image_count, picture_count, bound_count, address_count;
    unsigned char *module;
} capture_t;

/* Reads the text of capture.txt. what: its name, for messages. EXIT_FAILED: it is damaged, or of another version. */
int capture_parse(const char *what, const char *text, size_t bytes, capture_t *capture, nbl_error_t *error);

/* Reads a file of the capture; fails if it has not exactly this many bytes. */
typedef int capture_file_t(void *user, const char *name, uint64_t bytes, unsigned char **data, nbl_error_t *error);
/* Reads the files that the text names. */
int capture_load(capture_t *capture, capture_file_t *file, void *user, nbl_error_t *error);
void capture_free(capture_t *capture);

/* What a run binds. Descriptors whose memory is not there, and those of kinds that are not run, are left out.
 *
 * bound     receives one binding for each descriptor that is taken; its data belong to the capture
 * memories  receives one for each address; the caller frees it */
int capture_bind(capture_t *capture, const nbl_interpreter_t *interpreter, bound_t *bound,
                 nbl_interpreter_memory_t **memories, nbl_error_t *error);

/* What a run stored, held against what the device stored. */
typedef struct capture_difference_t {
    uint64_t changed;        /* bytes that the device's run, or this one, changed */
    uint64_t integers;       /* that differ */
    uint64_t floats;         /* that differ */
    double relative;         /* the largest relative difference of floats; infinite if only one of two is a number */
    char first_integer[256]; /* the first of each: "out[3]: 5 here, 7 on the device" */
    char first_float[256];
    nbl_interpreter_watch_t *watches; /* of each float that differs; NULL: there is no memory for them */
    uint64_t watch_capacity;
} capture_difference_t;

/* The texels of a view, of 16 bytes each: level after level, in each of them layer after layer. */
bool capture_decode_view(const capture_t *capture, const capture_bound_t *view, bool after, uint32_t (*texels)[4]);
int capture_compare(capture_t *capture, const nbl_interpreter_t *interpreter, const bound_t *bound,
                    capture_difference_t *difference, nbl_error_t *error);

/* Prints it. traced: a run with the watches was made. Returns how many of the floats that differ have no reason to. */
uint64_t capture_print_difference(const nbl_interpreter_t *interpreter, const capture_difference_t *difference,
                                  bool traced);

/* Writes the capture into a folder that is not there yet, without addresses that no run touched.
 *
 * text  of capture.txt, as capture_parse() took it */
int capture_trim(const char *folder, const capture_t *capture, const nbl_interpreter_memory_t *memories,
                 const char *text, size_t bytes, nbl_error_t *error);

/* Texels of a format, as four components of 32 bits, and back. Returns false for formats that have none here. */
bool texels_decode(uint32_t format, const unsigned char *from, uint64_t count, uint32_t (*to)[4]);
uint32_t texel_bytes(uint32_t format);

#endif
