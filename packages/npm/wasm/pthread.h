/* The part of pthread.h that the library uses, for a program of one thread.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_PACKAGES_NPM_PTHREAD_H
#define NBL_PACKAGES_NPM_PTHREAD_H

typedef int pthread_once_t, pthread_mutex_t, pthread_cond_t;
#define PTHREAD_ONCE_INIT 0

static inline int pthread_once(pthread_once_t *once, void (*function)(void)) {
    if (*once == 0) {
        *once = 1;
        function();
    }
    return 0;
}

#endif
