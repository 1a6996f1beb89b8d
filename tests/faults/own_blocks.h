/* Counts what the program's own objects, the library's among them, have allocated and not freed: link it with --wrap
 * for malloc, calloc, realloc, aligned_alloc and free. Drivers and other libraries call the C library themselves and do
 * not count.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FAULTS_OWN_BLOCKS_H
#define NBL_TESTS_FAULTS_OWN_BLOCKS_H

#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_long own_blocks, own_bytes; /* that are allocated now */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *memory);

static void *count_block(void *memory) {
    if (!memory) return NULL;
    atomic_fetch_add(&own_blocks, 1);
    atomic_fetch_add(&own_bytes, (long)malloc_usable_size(memory));
    return memory;
}

void *__wrap_malloc(size_t size) { return count_block(__real_malloc(size)); }
void *__wrap_calloc(size_t count, size_t size) { return count_block(__real_calloc(count, size)); }
void *__wrap_aligned_alloc(size_t alignment, size_t size) { return count_block(__real_aligned_alloc(alignment, size)); }
void *__wrap_realloc(void *old, size_t size) {
    long before = old ? (long)malloc_usable_size(old) : 0;
    void *memory = __real_realloc(old, size);
    if (!memory || !old) return count_block(memory);
    atomic_fetch_add(&own_bytes, (long)malloc_usable_size(memory) - before);
    return memory;
}
void __wrap_free(void *memory) {
    if (memory) {
        atomic_fetch_sub(&own_blocks, 1);
        atomic_fetch_sub(&own_bytes, (long)malloc_usable_size(memory));
    }
    __real_free(memory);
}

#endif
