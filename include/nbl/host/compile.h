/* Compiles text to SPIR-V, keeps modules in a cache, and tells what a module needs. No Vulkan.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Conventions are those of nbl/host/vulkan.h: `error` comes last and may be NULL; description structures are copied,
 * and all bytes zero is the default of each. Nothing here prints, exits or keeps state outside of the objects
 * (glslang's process-wide initialisation, once and guarded, is the exception).
 */
#ifndef NBL_HOST_COMPILE_H
#define NBL_HOST_COMPILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nbl/host/error.h"
#include "nbl/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns NBL_VERSION of the library that was linked. Thread-safe. */
uint32_t nbl_version(void);

/* ---- Compiling */

typedef enum nbl_language_t {
    NBL_LANGUAGE_GLSL = 0,
    NBL_LANGUAGE_HLSL /* through glslang; the entry point is called main; NBL_HLSL is defined as 1 */
} nbl_language_t;

typedef enum nbl_mode_t {
    NBL_MODE_EXACT = 0, /* every floating operation is decorated with NoContraction */
    /* The driver may form fma. The library's own transforms of float32 and float64 take FUSED in its place. */
    NBL_MODE_FAST,
    NBL_MODE_FUSED /* as exact, with the multiply-adds that a text states for NBL_FUSED 1 */
} nbl_mode_t;

typedef struct nbl_define_t {
    const char *name;
    const char *value; /* NULL: 1 */
} nbl_define_t;

/* A text by name, as `#include "name"` finds it. */
typedef struct nbl_source_t {
    const char *name;
    const char *text;
    size_t size; /* bytes; 0: text ends with a zero byte */
} nbl_source_t;

/* A callback that finds a text by name: returns the text and its size in bytes, or NULL if no text has that name.
 * The text must stay valid until the compile returns. Called on the compiling thread, possibly several times for one
 * name. */
typedef const char *(*nbl_include_t)(void *user, const char *name, size_t *size);

typedef struct nbl_cache_t nbl_cache_t;

/* How a module is optimised before a driver sees it. */
typedef enum nbl_optimize_t {
    NBL_OPTIMIZE_UNROLL =
        0, /* inlined, every loop with the unroll hint unrolled, private arrays taken apart: for GPUs */
    NBL_OPTIMIZE_UNROLL_SOME, /* as UNROLL, but loops that access memory are left to the driver: faster or slower, so
                               * measure */
    NBL_OPTIMIZE_FOLD,        /* constants are folded and dead code is dropped, loops stay: for drivers that run on the
                               * CPU, which build a module with loops several times as fast */
    NBL_OPTIMIZE_NONE         /* nothing: larger, and slower on most drivers */
} nbl_optimize_t;

/* Which optimiser is used. In exact mode both give the same bits. */
typedef enum nbl_optimizer_t {
    NBL_OPTIMIZER_SPECIALIZER =
        0,                    /* the library's, in milliseconds (docs/specialiser.md); a module that it refuses goes to
                                    * SPIRV-Tools */
    NBL_OPTIMIZER_SPIRV_TOOLS /* SPIRV-Tools, in seconds */
} nbl_optimizer_t;

/* In which order the specialiser writes the instructions of a block. It changes no result, but the speed of a driver's
 * code; `nbl-fft tune` measures it. SPIRV-Tools has an order of its own. */
typedef enum nbl_instruction_order_t {
    NBL_INSTRUCTION_ORDER_DEFAULT = 0, /* of a plan: the library's choice; of a text: WRITTEN */
    NBL_INSTRUCTION_ORDER_WRITTEN,     /* the order of the text */
    NBL_INSTRUCTION_ORDER_LATE,        /* addresses and conversions just before their use */
    NBL_INSTRUCTION_ORDER_LOADS_FIRST, /* as LATE, and loads first between two barriers or stores */
    NBL_INSTRUCTION_ORDER_DEMANDED,    /* as LATE, and arithmetic just before its use: what a store needs precedes it */
    NBL_INSTRUCTION_ORDER_APART,       /* as WRITTEN, but neighbouring ifs of one condition are not made one */
    /* As WRITTEN, but stores to a shared array have no condition: the array has one more element, and to that an
     * invocation stores what it is not to store. So several invocations write that element at once, which Vulkan's
     * memory model and nbl-emulate call a data race; nothing reads it. One type of array has it, that of the first such
     * store. Nothing changes where shared memory would outgrow a multiple of 16 KiB or has anything but scalars of 32
     * bits, or where something else has that type; stores at an index of another type than the length's keep their
     * condition. */
    NBL_INSTRUCTION_ORDER_STORED,
    /* As WRITTEN, but float32 sums that lead to a store under a condition multiply one of their numbers by a 1 that is
     * made of gl_NumWorkGroups. Nothing changes in a text that does not read it. */
    NBL_INSTRUCTION_ORDER_BY_ONE,
    /* As WRITTEN, but a store to shared memory under a condition stands in a loop of one trip whose end is
     * gl_NumWorkGroups.x, into which a driver moves nothing. Nothing changes in a text that does not read it. */
    NBL_INSTRUCTION_ORDER_LOOPED
} nbl_instruction_order_t;

/* The version of Vulkan that a module is made for, and with it the version of SPIR-V. */
typedef enum nbl_environment_t {
    NBL_ENVIRONMENT_VULKAN_1_1 = 0, /* SPIR-V 1.3 */
    NBL_ENVIRONMENT_VULKAN_1_0,     /* SPIR-V 1.0 */
    NBL_ENVIRONMENT_VULKAN_1_2,     /* SPIR-V 1.5 */
    NBL_ENVIRONMENT_VULKAN_1_3      /* SPIR-V 1.6 */
} nbl_environment_t;

/* What to compile. An `#include "name"` is looked for beside the including file, then as named. Either name is looked
 * for in `sources`, then by `include`, then among the files embedded in the library ("nbl/..", "shaders/.."). */
typedef struct nbl_compile_desc_t {
    const char *file; /* the entry file, found as an include is; with `text` its name in messages */
    const char *text; /* the entry file's text, ending with a zero byte; NULL: find `file` */
    const nbl_source_t *sources;
    size_t source_count;
    nbl_include_t include; /* may be NULL */
    void *include_user;
    const nbl_define_t *defines; /* inserted in this order, right after #version */
    size_t define_count;
    nbl_language_t language;
    nbl_mode_t mode;
    nbl_optimize_t optimize;
    nbl_optimizer_t optimizer;
    nbl_instruction_order_t instruction_order;
    /* The specialiser makes fewer instructions, which hold more registers: in fast mode a product that only sums use is
     * fused with each of them, and addresses share more. Faster if instructions are the limit, as in transforms of
     * halves, else slower (docs/specialiser.md) */
    bool spare_instructions;
    nbl_cache_t *cache; /* NULL: compile always */
    /* Compile the text even if the library carries a module of it. By default the library's own kernels ("shaders/..")
     * are made from the modules that it carries, without a compiler and without the cache */
    bool from_text;
    /* Names and lines of the text stay in the module (OpName, OpLine), and nothing is optimised: for nbl-emulate and
     * debuggers */
    bool debug;
    /* For texts that were not written for Vulkan. A resource without a binding gets one. HLSL's registers, unless the
     * text says vk::binding, get bindings from 0 (b), 100 (t), 200 (u) and 300 (s) on. OpenGL's uniforms outside of
     * blocks become members of one block */
    bool lenient;
    nbl_environment_t target;
    /* With debug: lines and scopes of variables, so that a debugger tells two variables of one name apart
     * (NonSemantic.Shader.DebugInfo.100 instead of OpLine) */
    bool scopes;
} nbl_compile_desc_t;

/* A compiled module for desc->target, with one compute entry point "main". */
typedef struct nbl_spirv_t {
    uint32_t *words; /* NULL after a failure */
    size_t word_count;
    char *log; /* what the compiler said, "" if nothing; filled after a failure too */
    bool from_cache;
    bool general;       /* made from a module that the library carries, without a compiler */
    char key[65];       /* the cache key in hexadecimal: the same key, the same module */
    char refused[128];  /* why the specialiser left the module to SPIRV-Tools; "" if it did not, or was not asked */
    struct {            /* CPU time of the calling thread by stage; 0 for a stage that was not needed */
        double expand,  /* includes and defines */
            initialize, /* glslang, once per process */
            parse,      /* text to module */
            optimize, cache; /* reading, or writing */
    } milliseconds;
} nbl_spirv_t;

/* Compiles a text for the parameters asked for. Takes tens of milliseconds (spirv->milliseconds says where), or the
 * reading of one file from the cache. Thread-safe with different outputs.
 *
 * Errors: INCLUDE (the text has file, line and name; of an endless inclusion its chain), COMPILE (the text has the
 * first message with file and line, spirv->log all of them; also if an include inside #if is missing and glslang gets
 * there), ARGUMENT, OUT_OF_MEMORY.
 *
 * desc   not NULL
 * spirv  overwritten; for nbl_spirv_free(), after a failure too
 */
nbl_result_t nbl_compile(const nbl_compile_desc_t *desc, nbl_spirv_t *spirv, nbl_error_t *error);

/* Builds glslang's tables, which otherwise the first compile of a process does: 70 to 190 ms of a core. Call it from a
 * thread of its own, for example while a device is created; a compile that starts meanwhile waits for it. A library
 * without a compiler does nothing. Thread-safe. */
void nbl_compile_prepare(void);

/* Frees what a compile returned and zeroes the structure. Per object. */
void nbl_spirv_free(nbl_spirv_t *spirv);

/* Expands the includes and inserts the defines as nbl_compile does, and stops there: to read the text, or for
 * another compiler. Errors: ARGUMENT, INCLUDE, OUT_OF_MEMORY. Thread-safe.
 *
 * desc  its text or file, defines, sources and include are read; all else may be 0
 * text  receives the text, ending with a zero byte; free with nbl_text_free
 */
nbl_result_t nbl_expand(const nbl_compile_desc_t *desc, char **text, nbl_error_t *error);

/* Frees a text that nbl_expand() returned; NULL does nothing. Thread-safe. */
void nbl_text_free(char *text);

/* Returns an embedded file by name, "nbl/lang.h", and its bytes in *size; NULL for other names. Thread-safe. */
const char *nbl_embedded_find(const char *name, size_t *size);

/* Returns the name of embedded file number index, from 0; NULL past the end. Thread-safe. */
const char *nbl_embedded_name(size_t index);

/* Decorates every floating add, subtract, multiply, divide, remainder, negate, dot and vector or matrix product of a
 * module with NoContraction, so that neither spirv-opt nor a driver fuses or re-associates them. Thread-safe.
 *
 * Errors: SPIRV (not a module, or cut off), OUT_OF_MEMORY.
 *
 * words, word_count          the module, in the host's byte order
 * out_words, out_word_count  receive the new module; free with nbl_words_free
 * decorated                  receives how many operations were decorated that were not before; may be NULL
 */
nbl_result_t nbl_spirv_decorate_no_contraction(const uint32_t *words, size_t word_count, uint32_t **out_words,
                                               size_t *out_word_count, size_t *decorated, nbl_error_t *error);

/* Frees words that nbl_spirv_decorate_no_contraction() returned; NULL does nothing. Thread-safe. */
void nbl_words_free(uint32_t *words);

/* ---- The cache of compiled text */

typedef struct nbl_cache_desc_t {
    const char *directory; /* NULL: $XDG_CACHE_HOME/nbl, or ~/.cache/nbl; made if absent, with mode 0700 */
} nbl_cache_desc_t;

typedef struct nbl_cache_status_t {
    bool usable;           /* false: every compile compiles */
    const char *directory; /* "" if none could be found; valid as long as the cache */
    /* why it is not usable, such as "its mode is 0755 .."; "" if it is; valid as long as the cache */
    const char *reason;
    uint64_t hits;     /* entries that were read and used */
    uint64_t misses;   /* compiles without an entry */
    uint64_t rejected; /* entries that were damaged, cut off, not the cache's own or forgotten, and compiled again */
    uint64_t write_failures; /* entries that could not be written */
} nbl_cache_status_t;

/* Opens an on-disk cache. Several processes of one user may share a directory. The directory must be that user's own
 * and have mode 0700, because a process that may write there decides what the device runs. A directory that cannot be
 * used is no error: the cache then does nothing, and its status says why. Thread-safe. Errors: ARGUMENT, OUT_OF_MEMORY.
 *
 * desc   NULL: the defaults
 * cache  receives the cache, for nbl_cache_destroy()
 */
nbl_result_t nbl_cache_create(const nbl_cache_desc_t *desc, nbl_cache_t **cache, nbl_error_t *error);

/* Closes a cache; the files stay. Per object.
 *
 * cache  NULL does nothing */
void nbl_cache_destroy(nbl_cache_t *cache);

/* Returns the cache's status and counts. Thread-safe. */
nbl_cache_status_t nbl_cache_get_status(const nbl_cache_t *cache);

/* Removes the entry of a module that a device refused, since it may be damaged. Returns true if compiling again may
 * help: the module came from the cache and its entry is gone. Returns false otherwise; if the entry could not be
 * removed, the error names it. nbl_vulkan_kernel_create() does this for modules that it compiles itself. Thread-safe.
 *
 * cache    may be NULL
 * spirv    as nbl_compile returned it
 * refused  the result of the function that refused the module
 * error    of that refusal; may be NULL
 */
bool nbl_cache_forget(nbl_cache_t *cache, const nbl_spirv_t *spirv, nbl_result_t refused, nbl_error_t *error);

/* ---- What a module needs */

/* What a kernel may need beyond Vulkan 1.1, as bits. For features that are supported, enabled or required. */
typedef enum nbl_feature_t {
    NBL_FEATURE_FLOAT16 = 1 << 0, /* arithmetic (shaderFloat16) */
    NBL_FEATURE_FLOAT64 = 1 << 1, /* shaderFloat64 */
    NBL_FEATURE_INT16 = 1 << 2,
    NBL_FEATURE_INT64 = 1 << 3,
    NBL_FEATURE_STORAGE_16BIT = 1 << 4, /* storageBuffer16BitAccess */
    NBL_FEATURE_BUFFER_DEVICE_ADDRESS = 1 << 5,
    NBL_FEATURE_SUBGROUP_BASIC = 1 << 6, /* the subgroup bits: in the compute stage */
    NBL_FEATURE_SUBGROUP_VOTE = 1 << 7,
    NBL_FEATURE_SUBGROUP_ARITHMETIC = 1 << 8,
    NBL_FEATURE_SUBGROUP_BALLOT = 1 << 9,
    NBL_FEATURE_SUBGROUP_SHUFFLE = 1 << 10,
    NBL_FEATURE_SUBGROUP_SHUFFLE_RELATIVE = 1 << 11,
    NBL_FEATURE_SUBGROUP_CLUSTERED = 1 << 12,
    NBL_FEATURE_SUBGROUP_QUAD = 1 << 13,
    NBL_FEATURE_SUBGROUP_EXTENDED_TYPES = 1 << 14, /* subgroup operations on float16 and 16-bit integers */
    NBL_FEATURE_SUBGROUP_SIZE_CONTROL = 1 << 15,   /* a kernel may fix its subgroup size */
    NBL_FEATURE_FULL_SUBGROUPS = 1 << 16,          /* computeFullSubgroups */
    NBL_FEATURE_STORAGE_IMAGE_READ_WITHOUT_FORMAT = 1 << 17,
    NBL_FEATURE_STORAGE_IMAGE_WRITE_WITHOUT_FORMAT = 1 << 18,
    NBL_FEATURE_STORAGE_IMAGE_EXTENDED_FORMATS = 1 << 19,
    NBL_FEATURE_TIMESTAMPS = 1 << 20,        /* on the queue that is used */
    NBL_FEATURE_DEBUG_UTILS = 1 << 21,       /* names, labels, messages */
    NBL_FEATURE_KERNEL_STATISTICS = 1 << 22, /* VK_KHR_pipeline_executable_properties */
    NBL_FEATURE_MEMORY_MODEL = 1 << 23,      /* Vulkan's memory model, with scopes up to the device */
    NBL_FEATURE_EXPORTED_MEMORY = 1 << 24    /* VK_KHR_external_memory_fd */
} nbl_feature_t;

/* Returns the name of a feature bit, "float16 arithmetic (shaderFloat16)"; NULL for an unknown bit. Thread-safe. */
const char *nbl_feature_text(nbl_feature_t feature);

typedef enum nbl_binding_t {
    NBL_BINDING_NONE = 0, /* a gap in the numbers */
    NBL_BINDING_STORAGE_BUFFER,
    NBL_BINDING_STORAGE_IMAGE,
    NBL_BINDING_SAMPLED_IMAGE, /* combined image sampler */
    NBL_BINDING_UNIFORM_BUFFER
} nbl_binding_t;

#define NBL_MAX_BINDINGS 16

/* What a module says about itself; a kernel's description is checked against it. */
typedef struct nbl_module_info_t {
    uint32_t local_size[3]; /* invocations of a workgroup */
    uint32_t shared_bytes;  /* workgroup memory, laid out as std430 */
    uint32_t push_constant_bytes;
    uint32_t binding_count; /* highest binding in set 0, plus 1 */
    nbl_binding_t bindings[NBL_MAX_BINDINGS];
    uint32_t required_features; /* nbl_feature_t bits */
} nbl_module_info_t;

/* Inspects a compute module. Thread-safe.
 *
 * Errors: SPIRV (damaged, or no compute entry point of that name), MISSING_FEATURE (a capability that this library
 * cannot enable), LIMIT (more than NBL_MAX_BINDINGS).
 *
 * entry_point  NULL: "main"
 */
nbl_result_t nbl_module_inspect(const uint32_t *words, size_t word_count, const char *entry_point,
                                nbl_module_info_t *info, nbl_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
