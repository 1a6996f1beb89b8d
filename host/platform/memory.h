/* Memory by pages, and the number of processors.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_PLATFORM_MEMORY_H
#define NBL_HOST_PLATFORM_MEMORY_H

#include <stddef.h>
#include <stdint.h>

size_t nbl_platform_page_bytes(void);
uint32_t nbl_platform_processors(void); /* at least 1 */

/* map returns zeroed memory at the start of a page, or NULL; it takes real memory only where it is used. map_stacks
 * does the same for stacks of fibers. unmap frees it, and must be given the same number of bytes. */
void *nbl_platform_map(size_t bytes);
void *nbl_platform_map_stacks(size_t bytes);
void nbl_platform_unmap(void *memory, size_t bytes);

/* Makes every access to whole pages of a mapping a fault from now on. Returns 0, or -1 if the system refuses. */
int nbl_platform_guard(void *first, size_t bytes);

/* Tells the system that pages of a mapping are about to be written, which saves a fault for each page. May do
 * nothing. */
void nbl_platform_populate(void *first, size_t bytes);

/* Returns memory at a multiple of `alignment`, or NULL. Freed by nbl_platform_aligned_free(), not by free().
 *
 * alignment  a power of two that divides `bytes` */
void *nbl_platform_aligned(size_t alignment, size_t bytes);
void nbl_platform_aligned_free(void *memory);

#endif
