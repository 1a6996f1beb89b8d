/* Preloaded into a program under test: lets its Nth allocation fail, once or from then on, and counts what is never
 * freed.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   NBL_FAULT_ALLOCATION=N   the Nth, from 1, of the callers below returns NULL
 *   NBL_FAULT_FROM=1         and all that follow
 *   NBL_FAULT_NAMED=1        files without a name cannot be made, as on some file systems
 *
 * Callers that count are the program itself, libpng, zlib, and the C library on their behalf. glslang, SPIRV-Tools and
 * drivers allocate through the C++ library, and abort where that throws: they do not count. In the program `library`,
 * which has none of them, every operator new counts, too, OpenEXR's among them; of these only failures are counted,
 * since OpenEXR keeps some until the process ends.
 * Two system calls that do nothing tell a tracer where the program begins and ends; its report goes to descriptor
 * FAULT_REPORT_DESCRIPTOR: allocations, and blocks that are still there at the end.
 */
#define _GNU_SOURCE

#include "report.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

enum { MOST_RANGES = 64, SLOTS = 1 << 20 };

static struct { uintptr_t first, last; } ranges[MOST_RANGES];
static int range_count;
static bool on, from_then_on;
static uint64_t failing, allocations, failures;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
/* Blocks of the callers that count, by open addressing; 1 stands for one that was removed. */
static uintptr_t blocks[SLOTS];
static uint64_t live;

static int add_module(struct dl_phdr_info *info, size_t size, void *user) {
    static const char *const wanted[] = {"/libpng16.", "/libz.", "/libc.so."};
    (void)size;
    (void)user;
    bool counts = info->dlpi_name[0] == '\0';
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) counts |= strstr(info->dlpi_name, wanted[i]) != NULL;
    for (int i = 0; counts && i < info->dlpi_phnum && range_count < MOST_RANGES; i++) {
        if (info->dlpi_phdr[i].p_type != PT_LOAD || !(info->dlpi_phdr[i].p_flags & PF_X)) continue;
        ranges[range_count].first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        ranges[range_count].last = ranges[range_count].first + info->dlpi_phdr[i].p_memsz;
        range_count++;
    }
    return 0;
}

static int (*real_main)(int, char **, char **);

/* Around main: what the C++ library allocates before it stays until the end, and is none of ours. */
static int watched_main(int argc, char **argv, char **environment) {
    const char *number = getenv("NBL_FAULT_ALLOCATION");
    fault_report_t report;
    static char buffer[BUFSIZ];
    dl_iterate_phdr(add_module, NULL);
    tzset(); /* Little CMS asks for the time, for which libc allocates the zone, and keeps it */
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer); /* else it is allocated, and never freed */
    failing = number ? strtoull(number, NULL, 10) : 0;
    from_then_on = getenv("NBL_FAULT_FROM") != NULL;
    on = true;
    syscall(SYS_prctl, FAULT_BEGIN, 0, 0, 0, 0);
    int status = real_main(argc, argv, environment);
    syscall(SYS_prctl, FAULT_END, 0, 0, 0, 0);
    on = false;
    report.allocations = allocations;
    report.failures = failures;
    report.live = live;
    return write(FAULT_REPORT_DESCRIPTOR, &report, sizeof report) < 0 ? -1 : status;
}

/* In place of the C library's, which every program calls first. */
int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end) {
    union {
        void *symbol;
        int (*call)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void),
                    void *);
    } next = {dlsym(RTLD_NEXT, "__libc_start_main")};
    real_main = main;
    return next.call(watched_main, argc, argv, init, fini, rtld_fini, stack_end);
}

static bool counts(const void *caller) {
    uintptr_t at = (uintptr_t)caller;
    for (int i = 0; on && i < range_count; i++)
        if (at >= ranges[i].first && at < ranges[i].last) return true;
    return false;
}

/* Whether this allocation fails. */
static bool fails(void) {
    uint64_t number = __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
    if (failing == 0 || (from_then_on ? number < failing : number != failing)) return false;
    __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);
    errno = ENOMEM;
    return true;
}

static size_t slot_of(const void *block) { return (size_t)(((uintptr_t)block >> 4) * 0x9e3779b97f4a7c15u >> 44); }

static void remember(const void *block) {
    if (!block) return;
    pthread_mutex_lock(&mutex);
    size_t slot = slot_of(block);
    while (blocks[slot] > 1) slot = (slot + 1) % SLOTS;
    blocks[slot] = (uintptr_t)block;
    if (++live > SLOTS / 2) abort();
    pthread_mutex_unlock(&mutex);
}

/* Returns whether it was a block that counts. */
static bool forget(const void *block) {
    bool found = false;
    if (!block || live == 0) return false;
    pthread_mutex_lock(&mutex);
    for (size_t slot = slot_of(block); !found && blocks[slot] != 0; slot = (slot + 1) % SLOTS)
        if (blocks[slot] == (uintptr_t)block) {
            blocks[slot] = 1;
            live--;
            found = true;
        }
    pthread_mutex_unlock(&mutex);
    return found;
}

static void *allocate(size_t alignment, size_t size, const void *caller) {
    bool counting = counts(caller);
    if (counting && fails()) return NULL;
    void *block = alignment ? __libc_memalign(alignment, size) : __libc_malloc(size);
    if (counting) remember(block);
    return block;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
    va_end(rest);
    if ((flags & O_TMPFILE) == O_TMPFILE && getenv("NBL_FAULT_NAMED")) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return openat(AT_FDCWD, path, flags, mode);
}

/* operator new(size_t), which others are made of. */
void *_Znwm(size_t size) {
    union {
        void *symbol;
        void (*call)(void);
    } bad_alloc;
    const bool failing_now = on && strcmp(program_invocation_short_name, "library") == 0 && fails();
    void *block = failing_now ? NULL : __libc_malloc(size ? size : 1);
    if (block) return block;
    bad_alloc.symbol = dlsym(RTLD_DEFAULT, "_ZSt17__throw_bad_allocv");
    if (bad_alloc.symbol) bad_alloc.call();
    abort();
}

void *malloc(size_t size) { return allocate(0, size, __builtin_return_address(0)); }
void *memalign(size_t alignment, size_t size) { return allocate(alignment, size, __builtin_return_address(0)); }
void *aligned_alloc(size_t alignment, size_t size) { return allocate(alignment, size, __builtin_return_address(0)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *made = allocate(alignment, size, __builtin_return_address(0));
    if (!made) return ENOMEM;
    *block = made;
    return 0;
}

void *calloc(size_t count, size_t size) {
    bool counting = counts(__builtin_return_address(0));
    if (counting && fails()) return NULL;
    void *block = __libc_calloc(count, size);
    if (counting) remember(block);
    return block;
}

void *realloc(void *block, size_t size) {
    bool counting = counts(__builtin_return_address(0));
    if (counting && fails()) return NULL;
    bool counted = forget(block);
    void *moved = __libc_realloc(block, size);
    if (counting && moved) remember(moved);
    if (!moved && counted && size) remember(block);
    return moved;
}

void free(void *block) {
    int error = errno;
    forget(block);
    __libc_free(block);
    errno = error;
}
