/* The scan's kernels of one element type on the CPU, one for each operator, in the order of nbl_scan_operator_t.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Whether shared memory is the array scan_scratch, or is reached by functions that the caller of nbl/host/scan.h gave,
 * is known only at run time.
 *
 * Included by host/scan/kernel_<scalar>.c, which define
 *   NBL_SCAN_SCALAR     the element type
 *   NBL_SCAN_SUFFIX     what the names of its kernels end in
 *   NBL_SCAN_ANY_ORDER  1: elements may be combined in any order with the same result, as whole numbers may and floats
 *                       may not. There are then kernels, too, whose workgroups wait for the results of the workgroups
 *                       before them ("look back"), for all three operators. 0 or not defined: none
 */
#include "nbl/lang.h"

/* Returns the functions by which the running kernel reaches shared memory; NULL: it is the array scan_scratch. */
static const nbl_accessor_t *functions(void) {
    return ((const nbl_scan_specialization_t *)nbl_emulator_specialization())->shared;
}
/* Defines functions_get(i) and functions_set(i, value), which call them. */
#define NBL_ACCESSOR_NAME functions
#define NBL_ACCESSOR_TYPE NBL_SCAN_SCALAR
#define NBL_ACCESSOR_FUNCTIONS functions()
#include "nbl/accessors/functions.h"
#define NBL_SCAN_SHARED_GET(i) (functions() != NULL ? functions_get(i) : NBL_LOAD(scan_scratch, i))
#define NBL_SCAN_SHARED_SET(i, value) \
    do { \
        if (functions() != NULL) \
            functions_set(i, value); \
        else \
            NBL_STORE(scan_scratch, i, value); \
    } while (0)

#define NBL_SCAN_NAMED(name) NBL_CAT(nbl_scan_, NBL_CAT(name, NBL_CAT(_, NBL_SCAN_SUFFIX)))

/* Each include undefines NBL_SCAN_KERNEL and NBL_SCAN_FUNCTION behind itself (shaders/scan_end.h). */
#define NBL_SCAN_KERNEL NBL_SCAN_NAMED(plus)
#define NBL_SCAN_FUNCTION plus
#include "shaders/scan.h"
#define NBL_SCAN_KERNEL NBL_SCAN_NAMED(minimum)
#define NBL_SCAN_FUNCTION minimum
#include "shaders/scan.h"
#define NBL_SCAN_KERNEL NBL_SCAN_NAMED(maximum)
#define NBL_SCAN_FUNCTION maximum
#include "shaders/scan.h"

void (*const NBL_SCAN_NAMED(kernels)[3])(void) = {NBL_SCAN_NAMED(plus), NBL_SCAN_NAMED(minimum),
                                                  NBL_SCAN_NAMED(maximum)};

#if NBL_SCAN_ANY_ORDER
#define NBL_SCAN_KERNEL NBL_SCAN_NAMED(look_back_plus)
#define NBL_SCAN_FUNCTION plus
#include "shaders/scan_look_back.h"
#define NBL_SCAN_KERNEL NBL_SCAN_NAMED(look_back_minimum)
#define NBL_SCAN_FUNCTION minimum
#include "shaders/scan_look_back.h"
#define NBL_SCAN_KERNEL NBL_SCAN_NAMED(look_back_maximum)
#define NBL_SCAN_FUNCTION maximum
#include "shaders/scan_look_back.h"

void (*const NBL_SCAN_NAMED(look_back)[3])(void) = {NBL_SCAN_NAMED(look_back_plus), NBL_SCAN_NAMED(look_back_minimum),
                                                    NBL_SCAN_NAMED(look_back_maximum)};
#endif
