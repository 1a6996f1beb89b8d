/* Watches a thread by a timer of its processor time and a signal, on Linux. Elsewhere no watch can be started.
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

/* platform/watchdog.h says what start and stop promise. */
#if defined(SIGEV_THREAD_ID)
#if !defined(sigev_notify_thread_id)
#define sigev_notify_thread_id _sigev_un._tid /* some C libraries lack the name */
#endif

struct nbl_watchdog_t {
    timer_t timer;
};

static void (*volatile look_)(void); /* what all watches call */

/* The signal's handler, in the watched thread. */
static void on_time(int number, siginfo_t *information, void *context) {
    (void)number;
    (void)information;
    (void)context;
    look_();
}

nbl_watchdog_t *nbl_watchdog_start(uint32_t seconds, void (*look)(void)) {
    struct sigaction action, previous;
    struct sigevent event;
    const struct itimerspec every = {{seconds, 0}, {seconds, 0}};
    const int number = SIGRTMIN + 4; /* the signal; chosen: glibc and most libraries leave it free */

    memset(&action, 0, sizeof action);
    memset(&event, 0, sizeof event);
    action.sa_sigaction = on_time;
    /* Like a fault's handler it runs on the alternate stack, if there is one, and may leave by switching fibers, so
     * that the signal must not stay blocked. Interrupted system calls go on. */
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
