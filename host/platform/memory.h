/* Pages and processors, as the system has them.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_PLATFORM_MEMORY_H
#define NBL_HOST_PLATFORM_MEMORY_H

#include <stddef.h>
#include <stdint.h>

size_t nbl_platform_page_bytes(void);
uint32_t nbl_platform_processors(void); /* at least 1 */

/* Returns zeros that take memory only when they are used, or NULL; unmap takes what map was told. */
void *nbl_platform_map(size_t bytes);
void *nbl_platform_map_stacks(size_t bytes);
void nbl_platform_unmap(void *memory, size_t bytes);

/* Every access to these whole pages of a mapping faults from now on. Returns 0, or -1. */
int nbl_platform_guard(void *first, size_t bytes);

/* These pages of a mapping are about to be written: one call instead of a fault for each. Changes nothing but time. */
void nbl_platform_populate(void *first, size_t bytes);

/* Returns memory at a multiple of `alignment`, a power of two that divides `bytes`, or NULL; free() does not take
 * it. */
void *nbl_platform_aligned(size_t alignment, size_t bytes);
void nbl_platform_aligned_free(void *memory);

#endif
