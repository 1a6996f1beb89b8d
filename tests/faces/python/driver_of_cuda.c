/* CUDA's driver as nbl/_cuda.py calls it, on the processor: memory that lavapipe exported is mapped from its file.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a call is given is checked, so that an argument in the wrong place is an error and no crash on a device later.
 */
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int fake_waits, fake_imports, fake_contexts; /* waits so far, memory imported now, contexts pushed now */
unsigned char fake_uuid[16];

enum { GOOD = 0, BAD_VALUE = 1, ORDINAL = 1, DEVICE = 42 };
static int context;

typedef struct {
    int type;
    union {
        int fd;
        void *win32[2];
    } handle;
    unsigned long long size;
    unsigned flags, reserved[16];
} external_memory_t;

typedef struct {
    unsigned long long offset, size;
    unsigned flags, reserved[16];
} external_buffer_t;

typedef struct {
    char *base;
    size_t bytes, size;
} memory_t;
static memory_t memories[16];

int cuInit(unsigned flags) { return flags == 0 ? GOOD : BAD_VALUE; }
int cuGetErrorString(int result, const char **text) { return *text = "told by the fake", result == GOOD; }
int cuDeviceGetCount(int *count) { return *count = 2, GOOD; }
int cuDeviceGet(int *device, int ordinal) { return *device = ordinal == ORDINAL ? DEVICE : 0, GOOD; }

int cuDeviceGetUuid_v2(unsigned char *uuid, int device) {
    memset(uuid, 0, sizeof fake_uuid);
    if (device == DEVICE) memcpy(uuid, fake_uuid, sizeof fake_uuid);
    return GOOD;
}

int cuDevicePrimaryCtxRetain(void **out, int device) { return *out = &context, device == DEVICE ? GOOD : BAD_VALUE; }
int cuCtxPushCurrent_v2(void *which) { return which == &context ? fake_contexts++, GOOD : BAD_VALUE; }
int cuCtxPopCurrent_v2(void **which) { return *which = &context, fake_contexts--, GOOD; }
int cuCtxSynchronize(void) { return fake_contexts ? fake_waits++, GOOD : BAD_VALUE; }

/* Mesa's file begins with the size and the place of what follows. */
int cuImportExternalMemory(void **out, const external_memory_t *desc) {
    uint64_t head[2];
    if (!fake_contexts || desc->type != 1 || desc->flags != 0) return BAD_VALUE;
    if (pread(desc->handle.fd, head, sizeof head, 0) != sizeof head || head[0] < desc->size) return BAD_VALUE;
    for (unsigned i = 0; i < 16; i++) {
        memory_t *memory = &memories[i];
        if (memory->base != NULL) continue;
        memory->bytes = (size_t)lseek(desc->handle.fd, 0, SEEK_END);
        memory->base = mmap(NULL, memory->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, desc->handle.fd, 0);
        memory->size = desc->size;
        close(desc->handle.fd);
        fake_imports++;
        return *out = memory, GOOD;
    }
    return BAD_VALUE;
}

int cuExternalMemoryGetMappedBuffer(unsigned long long *address, memory_t *memory, const external_buffer_t *desc) {
    if (desc->offset != 0 || desc->size == 0 || desc->size > memory->size || desc->flags != 0) return BAD_VALUE;
    *address = (uintptr_t)memory->base + ((uint64_t *)memory->base)[1];
    return GOOD;
}

int cuMemFree_v2(unsigned long long address) { return address != 0 ? GOOD : BAD_VALUE; }

int cuDestroyExternalMemory(memory_t *memory) {
    fake_imports--;
    munmap(memory->base, memory->bytes);
    return memory->base = NULL, GOOD;
}

int cuMemcpyDtoD_v2(unsigned long long target, unsigned long long source, size_t size) {
    memcpy((void *)(uintptr_t)target, (const void *)(uintptr_t)source, size);
    return fake_contexts ? GOOD : BAD_VALUE;
}
