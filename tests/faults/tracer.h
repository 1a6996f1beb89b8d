/* Runs a program with one fault in it: an allocation that fails, a system call that fails or is cut short, or its
 * death.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Allocations are failed inside the program by inject.c. System calls are changed from outside, by ptrace, since the C
 * library makes its own without a name that a library could stand in for: a call that is to fail is entered under a
 * number that does not exist, and its result replaced; one that is to be cut short is entered with a smaller count.
 */
#ifndef NBL_TESTS_FAULTS_TRACER_H
#define NBL_TESTS_FAULTS_TRACER_H

#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_CALLS = 4096 };

typedef enum fault_kind_t {
    FAULT_NONE = 0,
    FAULT_ALLOCATION,  /* returns NULL */
    FAULT_ERROR,       /* a call returns -error */
    FAULT_SHORT,       /* a read or write moves one byte, or half of what it was asked for */
    FAULT_KILL_BEFORE, /* SIGKILL instead of a call */
    FAULT_KILL_AFTER   /* and behind it */
} fault_kind_t;

typedef struct fault_t {
    fault_kind_t kind;
    uint64_t number; /* of the allocation or the call, from 1; 0: none */
    bool from_then_on;
    int error;
    uint16_t call; /* of an error: the system call that it is for, since threads may make the Nth another one */
} fault_t;

typedef struct run_t {
    bool traced, hung, reported;
    int status; /* exit code, or 128 + signal */
    fault_report_t report;
    uint32_t call_count;          /* calls that count */
    uint16_t calls[MOST_CALLS];   /* their numbers */
    char text[4096], error[2048]; /* the beginnings of stdout and stderr */
} run_t;

/* What a program does to files and memory maps; what it says on stderr must come through. */
static inline bool call_counts(const struct user_regs_struct *registers) {
    switch (registers->orig_rax) {
    case SYS_write:
    case SYS_writev: return registers->rdi != 2;
    case SYS_openat:
    case SYS_open:
    case SYS_read:
    case SYS_pread64:
    case SYS_close:
    case SYS_fsync:
    case SYS_rename:
    case SYS_linkat:
    case SYS_renameat:
    case SYS_unlink:
    case SYS_unlinkat:
    case SYS_getdents64:
    case SYS_access:
    case SYS_faccessat:
    case SYS_faccessat2:
    case SYS_newfstatat:
    case SYS_fstat:
    case SYS_flock:
    case SYS_lseek:
    case SYS_mmap:
    case SYS_madvise:
    case SYS_mprotect: return true;
    default: return false;
    }
}

static pid_t traced_child;
static volatile sig_atomic_t time_is_up;

static void stop_child(int signal_number) {
    (void)signal_number;
    time_is_up = 1;
    kill(traced_child, SIGKILL);
}

static inline void read_back(int descriptor, char *text, size_t size) {
    ssize_t n = pread(descriptor, text, size - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    close(descriptor);
}

static inline void become_child(const char *const *arguments, const char *preload, const fault_t *fault, bool traced,
                                const int streams[3]) {
    char number[32];
    dup2(streams[0], 1);
    dup2(streams[1], 2);
    dup2(streams[2], FAULT_REPORT_DESCRIPTOR);
    setenv("LD_PRELOAD", preload, 1);
    snprintf(number, sizeof number, "%llu", (unsigned long long)fault->number);
    if (fault->kind == FAULT_ALLOCATION) setenv("NBL_FAULT_ALLOCATION", number, 1);
    if (fault->kind == FAULT_ALLOCATION && fault->from_then_on) setenv("NBL_FAULT_FROM", "1", 1);
    if (traced) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
    }
    union {
        const char *const *in;
        char *const *out;
    } cast = {arguments}; /* execv changes nothing */
    execv(arguments[0], cast.out);
    _exit(127);
}

/* Changes a call that is about to be made. Returns whether its result is to be changed as well. */
static inline bool change_call(pid_t thread, struct user_regs_struct *registers, const fault_t *fault) {
    if (fault->kind == FAULT_KILL_BEFORE) kill(traced_child, SIGKILL);
    if (fault->kind == FAULT_ERROR) registers->orig_rax = (unsigned long long)-1;
    if (fault->kind == FAULT_SHORT) registers->rdx = registers->rdx > 8 ? registers->rdx / 2 : 1;
    ptrace(PTRACE_SETREGS, thread, NULL, registers);
    return fault->kind == FAULT_ERROR || fault->kind == FAULT_KILL_AFTER;
}

/* Whether a call can have this fault. From then on it is the same call's, as on a disk that is full or a table that
 * is. */
static inline bool fault_fits(const struct user_regs_struct *registers, const fault_t *fault) {
    if (fault->kind == FAULT_SHORT)
        return (registers->orig_rax == SYS_read || registers->orig_rax == SYS_write ||
                registers->orig_rax == SYS_pread64) &&
               registers->rdx > 1;
    return fault->kind != FAULT_ERROR || registers->orig_rax == fault->call;
}

typedef struct thread_t {
    pid_t id;
    bool inside, changed; /* between the entry and the exit of a call; whose result is to be changed */
} thread_t;

static inline thread_t *find_thread(thread_t threads[256], pid_t id) {
    int i = 0;
    while (i < 255 && threads[i].id != 0 && threads[i].id != id) i++;
    threads[i].id = id;
    return &threads[i];
}

static inline void trace(run_t *run, const fault_t *fault) {
    static thread_t threads[256];
    bool counting = false;
    int status;
    memset(threads, 0, sizeof threads);
    waitpid(traced_child, &status, 0);
    ptrace(PTRACE_SETOPTIONS, traced_child, NULL,
           PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC);
    ptrace(PTRACE_SYSCALL, traced_child, NULL, NULL);
    for (;;) {
        pid_t id = waitpid(-1, &status, __WALL);
        if (id < 0 && errno == EINTR) continue;
        if (id < 0) break;
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            if (id != traced_child) continue;
            run->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            break;
        }
        int stop = WSTOPSIG(status);
        if (stop != (SIGTRAP | 0x80)) {
            bool ours = stop == SIGTRAP || stop == SIGSTOP;
            ptrace(PTRACE_SYSCALL, id, NULL, ours ? NULL : (void *)(intptr_t)stop);
            continue;
        }
        thread_t *thread = find_thread(threads, id);
        struct user_regs_struct registers;
        thread->inside = !thread->inside;
        if (ptrace(PTRACE_GETREGS, id, NULL, &registers) == 0) {
            if (thread->inside) {
                if (registers.orig_rax == SYS_prctl && registers.rdi == FAULT_BEGIN) counting = true;
                if (registers.orig_rax == SYS_prctl && registers.rdi == FAULT_END) counting = false;
                if (counting && call_counts(&registers)) {
                    uint32_t number = ++run->call_count;
                    if (number <= MOST_CALLS) run->calls[number - 1] = (uint16_t)registers.orig_rax;
                    bool wanted =
                        fault->from_then_on && fault->number ? number >= fault->number : number == fault->number;
                    if (wanted && fault_fits(&registers, fault)) thread->changed = change_call(id, &registers, fault);
                }
            } else if (thread->changed) {
                thread->changed = false;
                if (fault->kind == FAULT_KILL_AFTER) kill(traced_child, SIGKILL);
                registers.rax = (unsigned long long)-(long long)fault->error;
                if (fault->kind == FAULT_ERROR) ptrace(PTRACE_SETREGS, id, NULL, &registers);
            }
        }
        ptrace(PTRACE_SYSCALL, id, NULL, NULL);
    }
    while (waitpid(-1, &status, __WALL | WNOHANG) > 0) continue;
}

/* Runs a program with a fault. Allocations fail without a tracer, which is the quicker. */
static inline void run_with(const char *const *arguments, const char *preload, const fault_t *fault, bool traced,
                            run_t *run) {
    int streams[3] = {memfd_create("stdout", 0), memfd_create("stderr", 0), memfd_create("report", 0)};
    const char *seconds = getenv("NBL_FAULTS_SECONDS");
    struct itimerval limit = {{0, 0}, {seconds ? atol(seconds) : 20, 0}}, none = {{0, 0}, {0, 0}};
    int status;
    memset(run, 0, sizeof *run);
    run->traced = traced;
    time_is_up = 0;
    fflush(NULL);
    traced_child = fork();
    if (traced_child == 0) become_child(arguments, preload, fault, traced, streams);
    signal(SIGALRM, stop_child);
    setitimer(ITIMER_REAL, &limit, NULL);
    if (traced) {
        trace(run, fault);
    } else {
        while (waitpid(traced_child, &status, 0) < 0 && errno == EINTR) continue;
        run->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    setitimer(ITIMER_REAL, &none, NULL);
    run->hung = time_is_up != 0;
    run->reported = pread(streams[2], &run->report, sizeof run->report, 0) == (ssize_t)sizeof run->report;
    read_back(streams[0], run->text, sizeof run->text);
    read_back(streams[1], run->error, sizeof run->error);
    close(streams[2]);
}

#endif
