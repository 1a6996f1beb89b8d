/* Calls a function in a thread each time the thread has used a number of seconds of processor time, on Linux: a timer
 * sends the thread a signal, whose handler calls the function. Elsewhere no watch can be started.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE /* SIGEV_THREAD_ID */
#include "platform/watchdog.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#if defined(SIGEV_THREAD_ID)
#if !defined(sigev_notify_thread_id)
#define sigev_notify_thread_id _sigev_un._tid /* some C libraries lack the name */
#endif

struct nbl_watchdog_t {
    timer_t timer;
};

/* The function that the handler calls. All watches of a process give the same one, and nothing checks that. */
static void (*volatile look_)(void);

/* The signal's handler, in the watched thread. The thread may be interrupted anywhere, so look_() calls nothing that a
 * handler may not call. */
static void on_time(int number, siginfo_t *information, void *context) {
    (void)number;
    (void)information;
    (void)context;
    look_();
}

/* Starts a watch of the calling thread; NULL as in platform/watchdog.h. Threads that start watches at the same time
 * install the same handler.
 *
 * seconds  of the thread's processor time before the first call and between calls, 1 or more: 0 would never call
 * look     not NULL */
nbl_watchdog_t *nbl_watchdog_start(uint32_t seconds, void (*look)(void)) {
    struct sigaction action, previous;
    struct sigevent event;
    const struct itimerspec every = {{seconds, 0}, {seconds, 0}};
    const int number = SIGRTMIN + 4; /* chosen: a signal that glibc and most libraries do not use */

    memset(&action, 0, sizeof action);
    memset(&event, 0, sizeof event);
    action.sa_sigaction = on_time;
    /* SA_ONSTACK: on the thread's alternate stack, if it has one, as a fault's handler. SA_NODEFER: look() may switch
     * to another fiber and not return, which would leave the signal blocked. SA_RESTART: a system call that the signal
     * interrupts goes on. */
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
    if (sigaction(number, NULL, &previous) != 0 ||
        (previous.sa_handler != SIG_DFL &&
         previous.sa_sigaction != on_time)) /* the program handles this signal itself */
        return NULL;
    nbl_watchdog_t *watchdog = malloc(sizeof *watchdog);
    if (watchdog == NULL) return NULL;
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = number;
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    look_ = look;
    if (sigaction(number, &action, NULL) != 0 || timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &watchdog->timer) != 0) {
        free(watchdog);
        return NULL;
    }
    if (timer_settime(watchdog->timer, 0, &every, NULL) == 0) return watchdog;
    nbl_watchdog_stop(watchdog);
    return NULL;
}

/* Stops and frees a watch; called by the thread that started it. NULL does nothing. */
void nbl_watchdog_stop(nbl_watchdog_t *watchdog) {
    if (watchdog == NULL) return;
    timer_delete(watchdog->timer); /* the handler stays installed: a signal of the timer may still arrive */
    free(watchdog);
}
#else
nbl_watchdog_t *nbl_watchdog_start(uint32_t seconds, void (*look)(void)) {
    (void)seconds;
    (void)look;
    return NULL;
}
void nbl_watchdog_stop(nbl_watchdog_t *watchdog) { (void)watchdog; }
#endif
