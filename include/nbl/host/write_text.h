/* Modules as text: WGSL, GLSL, GLSL ES, HLSL, Metal and OpenCL C, for programs that do not take SPIR-V. No Vulkan.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Conventions are those of nbl/host/compile.h. What is written, for whom, and what was run where: docs/targets.md.
 */
#ifndef NBL_HOST_WRITE_TEXT_H
#define NBL_HOST_WRITE_TEXT_H

#include "nbl/host/compile.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nbl_target_t {
    NBL_TARGET_SPIRV = 0, /* as it is: not written here */
    NBL_TARGET_WGSL,
    NBL_TARGET_MSL,  /* Metal 2.1 */
    NBL_TARGET_HLSL, /* shader model 5.1 */
    NBL_TARGET_GLSL, /* 4.30, for OpenGL */
    NBL_TARGET_ESSL, /* 3.10 es */
    NBL_TARGET_OPENCL,
    NBL_TARGETS
} nbl_target_t;

/* How exact mode keeps a compiler from fusing and merging operations if the language cannot forbid it: the bits of a
 * result are XORed with a zero that the compiler cannot see to be one. Each level includes those above it. */
typedef enum nbl_opaque_t {
    NBL_OPAQUE_DEFAULT = 0, /* NONE if the language can forbid both, else ALL */
    NBL_OPAQUE_NONE,
    NBL_OPAQUE_CONSTANTS, /* results of an operation with a literal: for compilers that merge literals */
    NBL_OPAQUE_PRODUCTS,  /* and products that sums use: for those that fuse */
    NBL_OPAQUE_ALL        /* every result: for those that reassociate, as under -ffast-math */
} nbl_opaque_t;

/* What a WebGPU device allows by default; the limits of a text unless others are given. */
#define NBL_TEXT_MAX_SHARED_BYTES 16384
#define NBL_TEXT_MAX_INVOCATIONS 256
/* WebGPU has no binding beyond. */
#define NBL_TEXT_MOST_BINDING 999

typedef struct nbl_write_text_desc_t {
    nbl_target_t target;
    nbl_mode_t mode;           /* what the module was compiled for: fast writes plain arithmetic */
    nbl_opaque_t opaque;       /* how exact mode is kept */
    const char *entry;         /* name of the entry point, of letters, digits and underscores; NULL: "main", or "main0"
                           * where that is not allowed. GLSL's is always main */
    const char *about;         /* lines for the text's head, such as what to dispatch; NULL: none */
    const char *json;          /* members for the JSON, such as "\"length\": 8"; NULL: none */
    uint32_t uniform_binding;  /* the binding that push constants become, none of the module's, to
                                * NBL_TEXT_MOST_BINDING; 0: behind the last one */
    uint32_t max_shared_bytes; /* 0 = NBL_TEXT_MAX_SHARED_BYTES */
    uint32_t max_invocations;  /* 0 = NBL_TEXT_MAX_INVOCATIONS */
} nbl_write_text_desc_t;

/* Returns the name of a target, as on a command line: "wgsl"; NULL for no target. Thread-safe. */
const char *nbl_target_name(nbl_target_t target);

/* Returns what a target's files end with, without the dot: "metal" of MSL. Thread-safe. */
const char *nbl_target_extension(nbl_target_t target);

/* Writes a compute module as text: one function, structured control flow, float32, int32, uint32 and vectors of them,
 * buffers of these, shared memory and push constants, which become a uniform binding. Thread-safe.
 *
 * Errors: ARGUMENT, LIMIT (which names the limit), MISSING_FEATURE (something that no target, or not this one, can
 * say  its name or opcode), SPIRV (damaged), OUT_OF_MEMORY.
 *
 * words, word_count  the module, in the host's byte order; best as nbl_compile() unrolls it, for subgroups of 1
 * text               receives the text; free with nbl_text_free
 * json               receives its interface: bindings, uniforms, workgroup size; free with nbl_text_free; may be NULL
 */
nbl_result_t nbl_write_text(const uint32_t *words, size_t word_count, const nbl_write_text_desc_t *desc, char **text,
                            char **json, nbl_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
