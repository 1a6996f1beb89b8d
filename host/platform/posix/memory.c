/* Memory by pages, and processors, by POSIX and Linux.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE, madvise */
#include "platform/memory.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_STACK
#define MAP_STACK 0
#endif
#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

size_t nbl_platform_page_bytes(void) { return (size_t)sysconf(_SC_PAGESIZE); }

uint32_t nbl_platform_processors(void) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors > 0 ? (uint32_t)processors : 1u;
}

static void *map(size_t bytes, int flags) {
    void *memory =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

void *nbl_platform_map(size_t bytes) { return map(bytes, 0); }
void *nbl_platform_map_stacks(size_t bytes) { return map(bytes, MAP_STACK); }
void nbl_platform_unmap(void *memory, size_t bytes) { munmap(memory, bytes); }

int nbl_platform_guard(void *first, size_t bytes) {
#if defined(__linux__)
#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif
    /* MADV_GUARD_INSTALL of Linux 6.13 guards pages within a mapping. mprotect() splits the mapping for each guard,
     * under a lock that all threads of the process share. */
    if (madvise(first, bytes, MADV_GUARD_INSTALL) == 0) return 0;
#endif
    return mprotect(first, bytes, PROT_NONE);
}

void nbl_platform_populate(void *first, size_t bytes) {
#if defined(__linux__)
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14; before, it is refused */
#endif
    madvise(first, bytes, MADV_POPULATE_WRITE);
#else
    (void)first;
    (void)bytes;
#endif
}

void *nbl_platform_aligned(size_t alignment, size_t bytes) { return aligned_alloc(alignment, bytes); }
void nbl_platform_aligned_free(void *memory) { free(memory); }
