/* Memory by pages, and processors, by Windows.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "platform/memory.h"

#include <malloc.h>
#include <windows.h>

static SYSTEM_INFO system_info(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info;
}

size_t nbl_platform_page_bytes(void) { return system_info().dwPageSize; }

uint32_t nbl_platform_processors(void) {
    DWORD processors = system_info().dwNumberOfProcessors;
    return processors > 0 ? processors : 1u;
}

void *nbl_platform_map(size_t bytes) { return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE); }
void *nbl_platform_map_stacks(size_t bytes) { return nbl_platform_map(bytes); }

void nbl_platform_unmap(void *memory, size_t bytes) {
    (void)bytes;
    VirtualFree(memory, 0, MEM_RELEASE);
}

int nbl_platform_guard(void *first, size_t bytes) {
    DWORD before;
    return VirtualProtect(first, bytes, PAGE_NOACCESS, &before) ? 0 : -1;
}

void nbl_platform_populate(void *first, size_t bytes) {
    (void)first;
    (void)bytes;
}

void *nbl_platform_aligned(size_t alignment, size_t bytes) { return _aligned_malloc(bytes, alignment); }
void nbl_platform_aligned_free(void *memory) { _aligned_free(memory); }
