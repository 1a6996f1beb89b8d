/* Prefix sums and reductions of whole buffers, on the CPU emulator or on a Vulkan device.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Of n elements x[0] .. x[n - 1] and an operator:
 *
 *   inclusive   y[i] = x[0] + .. + x[i]
 *   exclusive   y[i] = x[0] + .. + x[i - 1], y[0] the operator's identity
 *   reduce      y[0] = x[0] + .. + x[n - 1]
 *
 * Two methods:
 *
 *   three passes  any scalar; tiles of 8192 elements; reads the source twice (shaders/scan.h). Floats are summed in one
 *                 order, tile by tile, which nbl/workgroup/arithmetic.h states: in exact mode the same bits everywhere
 *   look back     integers, on a device with Vulkan's memory model; one pass, in which a tile reads the sums of earlier
 *                 tiles (shaders/scan_look_back.h). It never depends on a workgroup that may not run
 *
 * Conventions are those of nbl/host/vulkan.h: `error` comes last and may be NULL, all bytes zero is a description's
 * default.
 */
#ifndef NBL_HOST_SCAN_H
#define NBL_HOST_SCAN_H

#include "nbl/accessors/accessor.h"
#include "nbl/host/compile.h"
#include "nbl/host/vulkan.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum nbl_scan_scalar_t {
    NBL_SCAN_UINT32 = 0,
    NBL_SCAN_INT32,
    NBL_SCAN_FLOAT32,
    NBL_SCAN_FLOAT64, /* if the device has it */
    NBL_SCAN_FLOAT16  /* if the device has it, and halves in buffers (storageBuffer16BitAccess) */
} nbl_scan_scalar_t;
typedef enum nbl_scan_operator_t { NBL_SCAN_PLUS = 0, NBL_SCAN_MINIMUM, NBL_SCAN_MAXIMUM } nbl_scan_operator_t;
typedef enum nbl_scan_kind_t { NBL_SCAN_INCLUSIVE = 0, NBL_SCAN_EXCLUSIVE, NBL_SCAN_REDUCE } nbl_scan_kind_t;

/* How the values of a subgroup's lanes are combined. */
typedef enum nbl_scan_lanes_t {
    NBL_SCAN_LANES_DEFAULT = 0,     /* the device's operations if it has them; shuffles for float sums in exact mode */
    NBL_SCAN_LANES_NATIVE,          /* the device's operations; MISSING_FEATURE if it has none */
    NBL_SCAN_LANES_SHUFFLES,        /* shuffles */
    NBL_SCAN_LANES_ORDERED_SHUFFLES /* shuffles with a subgroup barrier before each */
} nbl_scan_lanes_t;

typedef enum nbl_scan_method_t {
    NBL_SCAN_METHOD_DEFAULT = 0, /* three passes */
    NBL_SCAN_METHOD_THREE_PASSES,
    /* Inclusive and exclusive scans of integers, from one buffer to another. Caution: lavapipe ends a loop after 65535
     * turns, so scans that may need more are refused there. */
    NBL_SCAN_METHOD_LOOK_BACK
} nbl_scan_method_t;

typedef struct nbl_scan_desc_t {
    nbl_scan_scalar_t scalar;
    nbl_scan_operator_t operation;
    nbl_scan_kind_t kind;
    nbl_scan_lanes_t lanes;
    nbl_scan_method_t method;
    uint32_t count; /* elements, 1 to 2^32 - 65536 */
    /* For measuring; 0 is the default. A workgroup has 1024 to 65536 elements. The emulator has the defaults of three
     * passes only.
     *   invocations  of a workgroup: 64, 128 .. 1024; default 256, to look back 128
     *   items        elements of an invocation: 4, 8 .. 64; default 32, to look back 64
     *   sum_items    elements of an invocation in the pass that only sums integers: 4 to 256; default 128 */
    uint32_t invocations, items, sum_items;
    uint32_t max_looks; /* to look back: how often a tile that is not ready is looked at before its elements are summed
                         * here; 0: 1024 */
    nbl_mode_t mode; /* fast: the device's operations also sum floats; fused: as exact, since nothing is multiplied */
    nbl_optimize_t optimize;
    nbl_cache_t *cache; /* NULL: compile always */
} nbl_scan_desc_t;

typedef struct nbl_scan_t nbl_scan_t;
typedef struct nbl_scan_binding_t nbl_scan_binding_t;

/* Storage buffers of at least nbl_scan_bytes(). The target's elements after the last, which fill up a group of four,
 * are overwritten. With three passes source and target may be the same buffer. A reduction's target has at least one
 * element. */
typedef struct nbl_scan_resources_t {
    nbl_vulkan_resource_t source, target;
    nbl_vulkan_resource_t workspace; /* a buffer of nbl_scan_workspace_bytes() */
} nbl_scan_resources_t;

/* Returns the bytes of a buffer of `count` elements, rounded up to four elements and to 16 bytes; 0 for a number that
 * is no scalar. Thread-safe. */
uint64_t nbl_scan_bytes(nbl_scan_scalar_t scalar, uint32_t count);

/* Returns the bytes of the workspace for `count` elements of any scalar, by any method. Thread-safe. */
uint64_t nbl_scan_workspace_bytes(uint32_t count);

/* Scans an array on the CPU: runs the shader's text in the emulator. Thread-safe.
 * Errors: ARGUMENT (a count, scalar, operator or kind out of range), MISSING_FEATURE (float16, if the library was built
 * by a compiler without it), OUT_OF_MEMORY.
 *
 * desc    not NULL
 * source  desc->count elements; may be the target
 * target  receives desc->count elements; one element of a reduction */
nbl_result_t nbl_scan_emulate(const nbl_scan_desc_t *desc, const void *source, void *target, nbl_error_t *error);

#define NBL_SCAN_SHARED_ELEMENTS 2048u /* of a workgroup's shared memory on the CPU, at most */

/* Scans elements that functions load and store, in the emulator. The functions are called in order on the caller's
 * thread: first every element is loaded, then every result is stored. Errors: ARGUMENT (also if a function is NULL),
 * those of nbl_scan_emulate().
 *
 * desc    not NULL
 * source  its get is called with group 0 and the element's number, and writes a value of desc->scalar, a half as
 *         uint16_t
 * target  its set is called with group 0, the element's number and a value of desc->scalar; a reduction sets element 0
 *         only
 * shared  the shared memory of workgroup `group`: NBL_SCAN_SHARED_ELEMENTS of the scan's scalar. NULL: the emulator's
 *         */
nbl_result_t nbl_scan_access(const nbl_scan_desc_t *desc, const nbl_accessor_t *source, const nbl_accessor_t *target,
                             const nbl_accessor_t *shared, nbl_error_t *error);

/* Compiles the kernels of a scan for a device. Errors: ARGUMENT, MISSING_FEATURE (also if lavapipe might end the loop
 * that looks back too early), those of nbl_compile() and nbl_vulkan_kernel_create().
 *
 * desc  not NULL; copied
 * scan  receives the scan, for nbl_scan_destroy() */
nbl_result_t nbl_scan_create(nbl_vulkan_device_t *device, const nbl_scan_desc_t *desc, nbl_scan_t **scan,
                             nbl_error_t *error);

/* Destroys a scan, which no command buffer may still be executing. Per object.
 *
 * scan  NULL does nothing */
void nbl_scan_destroy(nbl_scan_t *scan);

/* Ties a scan to buffers, which must outlive the binding. Errors: ARGUMENT (a buffer is too small; source and target
 * are the same buffer and the method is to look back), those of nbl_vulkan_bindings_create().
 *
 * resources  not NULL
 * binding    receives the binding, for nbl_scan_binding_destroy() */
nbl_result_t nbl_scan_binding_create(const nbl_scan_t *scan, const nbl_scan_resources_t *resources,
                                     nbl_scan_binding_t **binding, nbl_error_t *error);

/* Destroys a binding, not the buffers that it ties. Per object.
 *
 * binding  NULL does nothing */
void nbl_scan_binding_destroy(nbl_scan_binding_t *binding);

/* Records the passes, with barriers between them and one after the last, which makes the target visible to shaders and
 * transfers. Allocates nothing and submits nothing. Make the source visible to compute shaders before. Errors: those of
 * nbl_vulkan_kernel_record().
 *
 * command_buffer  in the recording state, of a queue family with compute */
nbl_result_t nbl_scan_record(const nbl_scan_t *scan, const nbl_scan_binding_t *binding, VkCommandBuffer command_buffer,
                             nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
