/* Runs work in a child process, so that a crash or an endless loop there is a message here.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-emulate.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SAID = 1 << 28, SECONDS = 60 };

/* Reads what the child writes, until it ends. Returns 0 without memory. */
static int take_said(int from, said_t *said) {
    size_t capacity = 0;
    for (;;) {
        if (said->size + 1u >= capacity) {
            capacity = capacity != 0 ? 2u * capacity : 65536u;
            char *grown = capacity > MOST_SAID ? NULL : realloc(said->text, capacity);
            if (grown == NULL) return 0;
            said->text = grown;
        }
        const ssize_t got = read(from, said->text + said->size, capacity - said->size - 1u);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        said->size += (size_t)got;
    }
    said->text[said->size] = '\0';
    return 1;
}

int run_child(const char *name, int (*work)(void *user, int to), void *user, said_t *said, nbl_error_t *error) {
    int ends[2], ended = 0;
    memset(said, 0, sizeof *said);
    if (pipe(ends) != 0) return fail(error, EXIT_FAILED, "%s: %s", name, strerror(errno));
    fflush(NULL);
    const pid_t child = fork();
    if (child < 0) {
        close(ends[0]);
        close(ends[1]);
        return fail(error, EXIT_FAILED, "%s: %s", name, strerror(errno));
    }
    if (child == 0) {
        const struct rlimit no_core = {0, 0};
        close(ends[0]);
        setrlimit(RLIMIT_CORE, &no_core);
        alarm(SECONDS);
        _exit(work(user, ends[1]));
    }
    close(ends[1]);
    const int taken = take_said(ends[0], said);
    close(ends[0]);
    if (!taken) kill(child, SIGKILL);
    while (waitpid(child, &ended, 0) < 0 && errno == EINTR) continue;
    if (!taken) return fail(error, EXIT_FAILED, "%s: no memory", name);
    said->crashed = WIFSIGNALED(ended) && WTERMSIG(ended) != SIGALRM;
    if (said->crashed) return fail(error, EXIT_FAILED, "%s crashed: %s", name, strsignal(WTERMSIG(ended)));
    if (WIFSIGNALED(ended)) return fail(error, EXIT_FAILED, "%s: has not ended in %d seconds", name, (int)SECONDS);
    said->status = WEXITSTATUS(ended);
    return EXIT_DONE;
}

int write_all(int to, const void *data, size_t size) {
    const char *at = data;
    while (size != 0) {
        const ssize_t put = write(to, at, size);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return 0;
        at += put;
        size -= (size_t)put;
    }
    return 1;
}
