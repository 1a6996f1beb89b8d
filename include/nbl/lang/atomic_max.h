/* NBL_ATOMIC_MAX(name, i, v): puts v into element i of a buffer or of shared memory if it is larger; relaxed, as
 * NBL_ATOMIC_ADD() of nbl/lang.h is, and no value: a statement. uint32_t.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_LANG_ATOMIC_MAX_H
#define NBL_LANG_ATOMIC_MAX_H

#include "nbl/lang.h"

#if defined(NBL_HLSL) || defined(__hlsl_dx_compiler) || defined(__SLANG_COMPILER__)
#define NBL_ATOMIC_MAX(name, i, v) InterlockedMax(name[i], v)
#elif defined(__STDC__) || defined(__cplusplus) || defined(_MSC_VER)
#define NBL_ATOMIC_MAX(name, i, v) \
    (void)NBL_ATOMIC_ACCESS(ATOMIC, MAX, name, #i, i, v, 0, NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED)
#else
#define NBL_ATOMIC_MAX(name, i, v) atomicMax(name[i], v)
#endif

#endif
