/* The public face of the scan: prefix sums and reductions of whole buffers, on the CPU emulator or a Vulkan device.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Of n elements x[0] .. x[n - 1] and an operator:
 *
 *   inclusive   y[i] = x[0] + .. + x[i]
 *   exclusive   y[i] = x[0] + .. + x[i - 1], y[0] the operator's identity
 *   reduce      y[0] = x[0] + .. + x[n - 1]
 *
 * Two methods. Three passes, by tiles of 8192 elements (shaders/scan.h): it reads the source twice. Sums of floats are
 * taken in one order, stated in nbl/workgroup/arithmetic.h, tile by tile: in exact mode the same bits on every backend.
 * Or one pass, in which tiles look back at each other (shaders/scan_look_back.h): of integers, on a device with
 * Vulkan's memory model. It waits for no workgroup that may not run. Conventions are those of nbl/host/vulkan.h:
 * `error` comes last and may be NULL, all bytes zero is a description's default.
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

/* How the lanes of a subgroup are summed up. */
typedef enum nbl_scan_lanes_t {
    NBL_SCAN_LANES_DEFAULT = 0, /* the device's operations if it has some; shuffles for float sums in exact mode */
    NBL_SCAN_LANES_NATIVE,      /* the device's, or an error */
    NBL_SCAN_LANES_SHUFFLES,
    NBL_SCAN_LANES_ORDERED_SHUFFLES /* a subgroup barrier before each */
} nbl_scan_lanes_t;

typedef enum nbl_scan_method_t {
    NBL_SCAN_METHOD_DEFAULT = 0, /* three passes */
    NBL_SCAN_METHOD_THREE_PASSES,
    /* An inclusive or exclusive scan of integers; source and target are two buffers. Caution: lavapipe ends an
     * invocation's loops after 65535 turns, so that scans which may need more are refused there. */
    NBL_SCAN_METHOD_LOOK_BACK
} nbl_scan_method_t;

typedef struct nbl_scan_desc_t {
    nbl_scan_scalar_t scalar;
    nbl_scan_operator_t operation;
    nbl_scan_kind_t kind;
    nbl_scan_lanes_t lanes;
    nbl_scan_method_t method;
    uint32_t count; /* elements, 1 to 2^32 - 65536 */
    /* For measuring; 0: the default. Invocations of a workgroup: 64, 128 .. 1024, by default 256, or 128 to look back.
     * Elements of an invocation: 4, 8 .. 64, by default 32, or 64 to look back; of a workgroup 1024 to 65536. The same
     * if integers are only summed up: 4 to 256, by default 128, at most 65536. The emulator has only 256, 32 and 128 */
    uint32_t invocations, items, sum_items;
    uint32_t max_looks; /* at one tile, in vain, before it is summed up here instead of waited for; 0: 1024 */
    nbl_mode_t mode;    /* fast: the device's operations also sum up floats */
    nbl_optimize_t optimize;
    nbl_cache_t *cache; /* NULL: none */
} nbl_scan_desc_t;

typedef struct nbl_scan_t nbl_scan_t;
typedef struct nbl_scan_binding_t nbl_scan_binding_t;

/* Storage buffers of at least nbl_scan_bytes(): the elements that fill up the last group of four are overwritten. With
 * three passes source and target may be one buffer. The target of a reduction has one element or more. */
typedef struct nbl_scan_resources_t {
    nbl_vulkan_resource_t source, target;
    nbl_vulkan_resource_t workspace; /* a buffer of nbl_scan_workspace_bytes() */
} nbl_scan_resources_t;

/* Returns the bytes of a buffer of `count` elements, rounded up to four elements and to 16 bytes; 0 for a scalar that is
 * none. Thread-safe. */
uint64_t nbl_scan_bytes(nbl_scan_scalar_t scalar, uint32_t count);

/* Returns the bytes of the workspace, which depend on neither scalar nor method. Thread-safe. */
uint64_t nbl_scan_workspace_bytes(uint32_t count);

/* Scans an array on the CPU: the shader's text, in the emulator.
 * Errors: ARGUMENT (a count, scalar, operator or kind out of range), MISSING_FEATURE (float16, if the library was built
 * by a compiler without it), OUT_OF_MEMORY.
 *
 * source   desc->count elements; may be the target
 * target   as many, or one for a reduction */
nbl_result_t nbl_scan_emulate(const nbl_scan_desc_t *desc, const void *source, void *target, nbl_error_t *error);

#define NBL_SCAN_SHARED_ELEMENTS 2048u /* at most, of a workgroup on the CPU */

/* Scans on the CPU, as above, what functions load and store, all of it in order on the caller's thread: first every element
 * is loaded, then every result stored.
 * Errors: ARGUMENT (also a function is NULL), and those of nbl_scan_emulate().
 *
 * source  its get is called with group 0 and the element's number, and writes a value of desc->scalar, a half as uint16_t
 * target  its set is called, likewise; of a reduction for element 0 alone
 * shared  in which a workgroup scans a tile: of workgroup `group`, NBL_SCAN_SHARED_ELEMENTS of the scan's scalar; NULL: the
 *         emulator's */
nbl_result_t nbl_scan_access(const nbl_scan_desc_t *desc, const nbl_accessor_t *source, const nbl_accessor_t *target,
                             const nbl_accessor_t *shared, nbl_error_t *error);

/* Makes the kernels of a scan for a device.
 * Errors: ARGUMENT, MISSING_FEATURE (also if lavapipe might end the loop that looks back too early), those of
 * nbl_compile and nbl_vulkan_kernel_create.
 *
 * scan   receives it; free with nbl_scan_destroy */
nbl_result_t nbl_scan_create(nbl_vulkan_device_t *device, const nbl_scan_desc_t *desc, nbl_scan_t **scan,
                             nbl_error_t *error);

/* Destroys a scan, which no command buffer may still be executing. Per object.
 *
 * scan  NULL does nothing */
void nbl_scan_destroy(nbl_scan_t *scan);

/* Ties a scan to buffers, which must live as long.
 * Errors: ARGUMENT (source and target are one buffer, and the method is to look back; a buffer of less than it must
 * have is bound), those of nbl_vulkan_bindings_create. */
nbl_result_t nbl_scan_binding_create(const nbl_scan_t *scan, const nbl_scan_resources_t *resources,
                                     nbl_scan_binding_t **binding, nbl_error_t *error);

/* Destroys a binding, not the buffers that it ties. Per object.
 *
 * binding  NULL does nothing */
void nbl_scan_binding_destroy(nbl_scan_binding_t *binding);

/* Records the passes, with barriers between them and after the last, for shaders and transfers. Submits nothing. */
nbl_result_t nbl_scan_record(const nbl_scan_t *scan, const nbl_scan_binding_t *binding, VkCommandBuffer command_buffer,
                             nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
