/* nbl-bloom compile: its options, and what its files share.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_NBL_BLOOM_COMPILE_H
#define NBL_TOOLS_NBL_BLOOM_COMPILE_H

#include "common/folder.h"
#include "nbl/host/write_text.h"
#include "spirv/text.h"
#include "tool.h"

enum { COMPILE_UNIFORM_BINDING = 6 /* after those of shaders/bloom_resources.h */ };

typedef struct compile_request_t {
    tool_options_t options; /* only what a plan depends on, the mode, and -o are used */
    uint32_t width, height, kernel_width, kernel_height;
    uint32_t target, opaque, shared, invocations, is_short;
    nbl_bloom_format_t source_format, target_format;
    bool source_is_image, source_is_sampled, target_is_image;
    const char *kernel_file; /* of --low-resolution, or NULL */
    folder_t *folder;        /* folder that is written */
} compile_request_t;

/* Names in the JSON: its file's name, and the names of the buffers that a bloom reads and writes. */
typedef struct compile_buffers_t {
    const char *json, *image, *kernel, *result;
} compile_buffers_t;

/* Returns the word of --target. */
const char *compile_target_name(const compile_request_t *request, char text[32]);

/* Functions that return an int return an exit status. */

/* Writes a file of the folder. Files get their names at the end, in the order in which they were written. */
int compile_write_file(const compile_request_t *request, const char *name, const void *data, size_t size,
                       nbl_error_t *error);
/* Writes a pass's module, or its text.
 *
 * file       receives its name
 * interface  receives a text's, to be freed by nbl_text_free(), or NULL */
int compile_write_module(const compile_request_t *request, const char *pass, const char *about,
                         const nbl_spirv_t *spirv, char file[64], char **interface, nbl_error_t *error);

/* A bloom's passes and bloom.json. */
nbl_bloom_desc_t compile_describe(const compile_request_t *request);
int compile_write_pass(const compile_request_t *request, const nbl_bloom_plan_t *plan, const nbl_bloom_frame_t *frame,
                       const compile_buffers_t *buffers, nbl_bloom_pass_name_t name, nbl_text_t *json,
                       nbl_error_t *error);
int compile_write_bloom(const compile_request_t *request, const nbl_bloom_plan_t *plan, nbl_error_t *error);

/* The passes at low resolution, low.json, and of a kernel's file core.bin and tail.bin. */
int compile_write_low(const compile_request_t *request, nbl_error_t *error);

/* A blur's passes and blur.json. */
nbl_blur_desc_t compile_describe_blur(const compile_request_t *request);
int compile_write_blur(const compile_request_t *request, const nbl_blur_plan_t *plan, nbl_error_t *error);

#endif
