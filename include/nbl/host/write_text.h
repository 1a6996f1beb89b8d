/* Writes modules as text in WGSL, GLSL, GLSL ES, HLSL, Metal or OpenCL C, for programs that do not take SPIR-V. No
 * Vulkan.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Conventions are those of nbl/host/compile.h. docs/targets.md says what is written for which target, and where it was
 * run.
 */
#ifndef NBL_HOST_WRITE_TEXT_H
#define NBL_HOST_WRITE_TEXT_H

#include "nbl/host/compile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The targets: NEXT(name, word on a command line, extension of its files); FIRST for the first one. SPIRV is the module
 * itself, which nbl_write_text() refuses; MSL is Metal 2.1, HLSL shader model 5.1, GLSL 4.30 for OpenGL, ESSL GLSL ES
 * 3.10, OPENCL OpenCL C 1.2. */
#define NBL_EACH_TARGET(FIRST, NEXT) \
    FIRST(SPIRV, "spirv", "spv") \
    NEXT(WGSL, "wgsl", "wgsl") \
    NEXT(MSL, "msl", "metal") \
    NEXT(HLSL, "hlsl", "hlsl") \
    NEXT(GLSL, "glsl", "comp") \
    NEXT(ESSL, "essl", "comp") \
    NEXT(OPENCL, "opencl", "cl")
#define NBL_TARGET_ID(name, word, extension) NBL_TARGET_##name,
/* NBL_TARGET_SPIRV to NBL_TARGET_OPENCL; NBL_TARGETS is how many there are. */
typedef enum nbl_target_t { NBL_EACH_TARGET(NBL_TARGET_ID, NBL_TARGET_ID) NBL_TARGETS } nbl_target_t;

/* How exact mode keeps a compiler from fusing and merging operations in a language that cannot forbid it: the bits of a
 * result are XORed with a value that is 0, which the compiler cannot know. Each level includes the levels above it. */
typedef enum nbl_opaque_t {
    NBL_OPAQUE_DEFAULT = 0, /* NONE if the language can forbid both, else ALL */
    NBL_OPAQUE_NONE,
    NBL_OPAQUE_CONSTANTS, /* results of an operation with a literal: for compilers that merge literals */
    NBL_OPAQUE_PRODUCTS,  /* and products that sums use: for compilers that fuse */
    NBL_OPAQUE_ALL        /* every result: for compilers that reassociate, as under -ffast-math */
} nbl_opaque_t;

/* WebGPU's default limits: the limits of a text unless the description gives others. */
#define NBL_TEXT_MAX_SHARED_BYTES 16384
#define NBL_TEXT_MAX_INVOCATIONS 256
/* The largest binding of WebGPU. */
#define NBL_TEXT_MOST_BINDING 999

typedef struct nbl_write_text_desc_t {
    nbl_target_t target;
    /* The module's mode. Fast mode writes plain arithmetic. In fused mode fma() of MSL and OPENCL rounds once, and
     * GLSL's is one operation that rounds once or twice, as the device has it. WGSL, HLSL and ESSL promise nothing:
     * bits are the device's own. */
    nbl_mode_t mode;
    nbl_opaque_t opaque; /* how exact mode is kept */
    const char *entry;   /* name of the entry point, of letters, digits and underscores; NULL: "main", or "main0" in a
                           * language that does not allow it. In GLSL it is always main */
    const char *about;   /* lines for the text's head, such as what to dispatch; NULL: none */
    const char *json;    /* members for the JSON, such as "\"length\": 8"; NULL: none */
    uint32_t uniform_binding;  /* the binding that push constants become: to NBL_TEXT_MOST_BINDING, not one of the
                                * module's; 0: the one after the module's last */
    uint32_t max_shared_bytes; /* of a workgroup; 0: NBL_TEXT_MAX_SHARED_BYTES */
    uint32_t max_invocations;  /* of a workgroup; 0: NBL_TEXT_MAX_INVOCATIONS */
} nbl_write_text_desc_t;

/* Returns the name of a target on a command line, such as "wgsl"; NULL for a number that is no target. Thread-safe. */
const char *nbl_target_name(nbl_target_t target);

/* Returns the extension of a target's files without the dot, such as "metal" for MSL; NULL for a number that is no
 * target. Thread-safe. */
const char *nbl_target_extension(nbl_target_t target);

/* Writes a compute module as text. The module may have one function, structured control flow, float32, int32, uint32
 * and vectors of them, buffers of these, shared memory, and push constants, which become a uniform binding.
 * Thread-safe.
 *
 * Errors: ARGUMENT, LIMIT (the text names the limit), MISSING_FEATURE (the text names what the target cannot express),
 * SPIRV (damaged), OUT_OF_MEMORY.
 *
 * words, word_count  the module, in the host's byte order; best unrolled by nbl_compile(), for subgroups of 1
 * desc               not NULL
 * text               receives the text, for nbl_text_free()
 * json               receives the interface (bindings, uniforms, workgroup size), for nbl_text_free(); may be NULL
 */
nbl_result_t nbl_write_text(const uint32_t *words, size_t word_count, const nbl_write_text_desc_t *desc, char **text,
                            char **json, nbl_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
