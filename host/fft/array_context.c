/* Plans for arrays, kept by their descriptions: a limit, a lock, a release.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "fft/array.h"

typedef struct entry_t {
    nbl_fft_array_plan_t *plan; /* NULL: none */
    uint32_t users;             /* runs that are under way */
    uint64_t used;              /* the context's time when it was last asked for */
} entry_t;

struct nbl_fft_array_context_t {
    pthread_mutex_t lock;
    nbl_executor_pool_t pool; /* of all plans */
    uint64_t time;
    uint32_t most;
    entry_t entry[];
};

nbl_result_t nbl_fft_array_context_create(uint32_t most, nbl_fft_array_context_t **created, nbl_error_t *error) {
    nbl_error_clear(error);
    if (created == NULL) return nbl_fail(error, NBL_ERROR_ARGUMENT, "context: is NULL");
    *created = NULL;
    if (most == 0) return nbl_fail(error, NBL_ERROR_ARGUMENT, "context: keeps 0 plans, must be 1 or more");
    nbl_fft_array_context_t *context = calloc(1, sizeof *context + most * sizeof context->entry[0]);
    if (context == NULL) return nbl_fail_memory(error, "context");
    if (pthread_mutex_init(&context->lock, NULL) != 0) {
        free(context);
        return nbl_fail_memory(error, "context");
    }
    nbl_executor_pool_init(&context->pool);
    context->most = most;
    *created = context;
    return NBL_SUCCESS;
}

static bool are_same(const char *a, const char *b) { return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0); }

static bool are_equal(const nbl_fft_array_desc_t *a, const nbl_fft_array_desc_t *b) {
    return a->length == b->length && a->batch == b->batch && a->precision == b->precision && a->inverse == b->inverse &&
           a->real == b->real && a->given == b->given && a->input_stride == b->input_stride &&
           a->input_distance == b->input_distance && a->output_stride == b->output_stride &&
           a->output_distance == b->output_distance && a->threads == b->threads && a->scaling == b->scaling &&
           a->mode == b->mode && are_same(a->instructions, b->instructions);
}

/* ---- With the lock held */

static entry_t *find(nbl_fft_array_context_t *context, const nbl_fft_array_desc_t *desc) {
    for (uint32_t i = 0; i < context->most; i++) {
        entry_t *entry = &context->entry[i];
        if (entry->plan != NULL && are_equal(&entry->plan->desc, desc)) return entry;
    }
    return NULL;
}

/* A place for one more: an empty one, or that of the plan that was not used for longest; NULL: all are in use. */
static entry_t *make_room(nbl_fft_array_context_t *context) {
    entry_t *oldest = NULL;
    for (uint32_t i = 0; i < context->most; i++) {
        entry_t *entry = &context->entry[i];
        if (entry->plan == NULL) return entry;
        if (entry->users == 0 && (oldest == NULL || entry->used < oldest->used)) oldest = entry;
    }
    return oldest;
}

static entry_t *begin_use(nbl_fft_array_context_t *context, entry_t *entry) {
    if (entry != NULL) {
        entry->users++;
        entry->used = ++context->time;
    }
    return entry;
}

/* ---- Without it */

static entry_t *take(nbl_fft_array_context_t *context, const nbl_fft_array_desc_t *desc) {
    pthread_mutex_lock(&context->lock);
    entry_t *entry = begin_use(context, find(context, desc));
    pthread_mutex_unlock(&context->lock);
    return entry;
}

/* Keeps a plan, unless another thread was first. Returns the entry, in use; NULL: there is no room, and *plan stays. */
static entry_t *keep(nbl_fft_array_context_t *context, nbl_fft_array_plan_t **plan) {
    pthread_mutex_lock(&context->lock);
    entry_t *entry = find(context, &(*plan)->desc);
    if (entry == NULL && (entry = make_room(context)) != NULL) {
        nbl_fft_array_plan_t *old = entry->plan;
        entry->plan = *plan;
        *plan = old;
    }
    begin_use(context, entry);
    pthread_mutex_unlock(&context->lock);
    return entry;
}

static void give_back(nbl_fft_array_context_t *context, entry_t *entry) {
    pthread_mutex_lock(&context->lock);
    entry->users--;
    pthread_mutex_unlock(&context->lock);
}

nbl_result_t nbl_fft_array_context_run(nbl_fft_array_context_t *context, const nbl_fft_array_desc_t *desc,
                                       const void *input, void *output, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, context, desc, input, output)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_fft_array_plan_t *own = NULL; /* made in vain, or what had to go for it */
    entry_t *entry = take(context, desc);
    if (entry == NULL) {
        nbl_result_t result = nbl_fft_array_plan_create(desc, &own, error);
        if (result != NBL_SUCCESS) return result;
        own->pool = &context->pool;
        entry = keep(context, &own);
    }
    nbl_result_t result = nbl_fft_array_plan_run(entry != NULL ? entry->plan : own, input, output, error);
    if (entry != NULL) give_back(context, entry);
    nbl_fft_array_plan_destroy(own);
    return result;
}

uint32_t nbl_fft_array_context_release(nbl_fft_array_context_t *context) {
    uint32_t left = 0;
    pthread_mutex_lock(&context->lock);
    for (uint32_t i = 0; i < context->most; i++) {
        entry_t *entry = &context->entry[i];
        if (entry->users == 0) {
            nbl_fft_array_plan_destroy(entry->plan);
            entry->plan = NULL;
        }
        left += entry->plan != NULL;
    }
    pthread_mutex_unlock(&context->lock);
    return left;
}

void nbl_fft_array_context_destroy(nbl_fft_array_context_t *context) {
    if (context == NULL) return;
    for (uint32_t i = 0; i < context->most; i++) nbl_fft_array_plan_destroy(context->entry[i].plan);
    nbl_executor_pool_release(&context->pool);
    pthread_mutex_destroy(&context->lock);
    free(context);
}
