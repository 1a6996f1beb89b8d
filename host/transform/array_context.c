/* Plans for arrays, kept by their descriptions: bounds in bytes and plans, a lock, a release.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "fft/nd.h"
#include "transform/cpu.h"
#include "transform/plans.h"

/* ---- Keys: a description as numbers, which two equal ones have alike */

#define MOST_WORDS (7 * NBL_FFT_ND_MOST_RANK + 16)

typedef struct wanted_t {
    const nbl_fft_array_desc_t *array; /* one of both, */
    const nbl_fft_nd_desc_t *nd;       /* the other is NULL */
    uint32_t count;
    uint64_t words[MOST_WORDS];
} wanted_t;

static void put(wanted_t *wanted, uint64_t word) { wanted->words[wanted->count++] = word; }

static void put_all(wanted_t *wanted, const uint64_t *words, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) put(wanted, words[i]);
}

/* A set's number, since its name is the caller's; without one, 0. */
static uint64_t number_of_set(const char *name) {
    const nbl_executor_set_t *set;
    for (uint32_t i = 0; name != NULL && (set = nbl_executor_set(i)) != NULL; i++)
        if (strcmp(set->name, name) == 0) return i + 1;
    return name == NULL ? 0 : UINT64_MAX; /* for which no plan is made */
}

static wanted_t wanted_array(const nbl_fft_array_desc_t *desc) {
    wanted_t wanted = {.array = desc};
    const uint64_t words[] = {desc->length,        desc->batch,
                              desc->precision,     desc->inverse,
                              desc->real,          desc->given,
                              desc->input_stride,  desc->input_distance,
                              desc->output_stride, desc->output_distance,
                              desc->threads,       desc->scaling,
                              desc->mode,          number_of_set(desc->instructions)};
    put(&wanted, 0);
    put_all(&wanted, words, sizeof words / sizeof *words);
    return wanted;
}

/* rank, axis_count  at most NBL_FFT_ND_MOST_RANK; of a description with more no plan is made */
static wanted_t wanted_nd(const nbl_fft_nd_desc_t *desc) {
    wanted_t wanted = {.nd = desc};
    const uint32_t most = NBL_FFT_ND_MOST_RANK, rank = desc->rank < most ? desc->rank : most;
    const uint32_t axes = desc->axis_count < most ? desc->axis_count : most;
    const uint64_t words[] = {desc->axis_count,
                              desc->batch,
                              desc->precision,
                              desc->inverse,
                              desc->real,
                              desc->input_distance,
                              desc->output_distance,
                              desc->threads,
                              desc->scaling,
                              desc->mode,
                              desc->dct,
                              desc->orthogonal,
                              number_of_set(desc->instructions)};
    put(&wanted, desc->rank);
    put_all(&wanted, words, sizeof words / sizeof *words);
    put_all(&wanted, desc->sizes, rank);
    put_all(&wanted, desc->given, rank);
    put_all(&wanted, desc->kept, rank);
    put_all(&wanted, desc->kept_from, rank);
    put_all(&wanted, desc->input_strides, rank);
    put_all(&wanted, desc->output_strides, rank);
    for (uint32_t i = 0; i < axes; i++) put(&wanted, desc->axes[i]);
    return wanted;
}

static uint32_t bucket_of(const wanted_t *wanted, uint32_t buckets) {
    uint64_t hash = wanted->count;
    for (uint32_t i = 0; i < wanted->count; i++) hash = (hash ^ wanted->words[i]) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(hash >> 40) % buckets;
}

/* ---- What is kept */

typedef struct entry_t {
    struct entry_t *next; /* of its bucket, or of what was dropped */
    struct entry_t *newer, *older;
    nbl_fft_array_plan_t *array; /* or */
    nbl_fft_t *nd;
    uint64_t bytes;
    uint32_t users; /* runs that are under way */
    uint32_t bucket;
    uint32_t count;
    uint64_t words[]; /* the key */
} entry_t;

#define BUCKETS 1024u /* of the hash table of plans; chosen: programs keep tens of plans. Nothing measured */

struct nbl_fft_array_context_t {
    pthread_mutex_t lock;
    nbl_executor_pool_t pool; /* of all plans */
    nbl_fft_array_context_info_t info;
    entry_t *newest, *oldest;
    entry_t *bucket[BUCKETS];
};

nbl_result_t nbl_fft_array_context_create(uint32_t most, nbl_fft_array_context_t **created, nbl_error_t *error) {
    nbl_error_clear(error);
    if (created == NULL) return nbl_fail(error, NBL_ERROR_ARGUMENT, "context: is NULL");
    *created = NULL;
    nbl_fft_array_context_t *context = calloc(1, sizeof *context);
    if (context == NULL) return nbl_fail_memory(error, "context");
    if (pthread_mutex_init(&context->lock, NULL) != 0) {
        free(context);
        return nbl_fail_memory(error, "context");
    }
    nbl_executor_pool_init(&context->pool);
    context->info.most_plans = most;
    context->info.most_bytes = NBL_FFT_ARRAY_CONTEXT_BYTES;
    *created = context;
    return NBL_SUCCESS;
}

static void destroy_entry(entry_t *entry) {
    if (entry == NULL) return;
    nbl_fft_array_plan_destroy(entry->array);
    nbl_fft_destroy(entry->nd);
    free(entry);
}

/* Without the lock: the end of a plan may wait for its threads. */
static void destroy_list(entry_t *entry) {
    while (entry != NULL) {
        entry_t *next = entry->next;
        destroy_entry(entry);
        entry = next;
    }
}

/* ---- With the lock held */

static entry_t *find(nbl_fft_array_context_t *context, const wanted_t *wanted) {
    entry_t *entry = context->bucket[bucket_of(wanted, BUCKETS)];
    while (entry != NULL && (entry->count != wanted->count ||
                             memcmp(entry->words, wanted->words, wanted->count * sizeof wanted->words[0]) != 0))
        entry = entry->next;
    return entry;
}

static void unlink_by_age(nbl_fft_array_context_t *context, entry_t *entry) {
    *(entry->newer != NULL ? &entry->newer->older : &context->newest) = entry->older;
    *(entry->older != NULL ? &entry->older->newer : &context->oldest) = entry->newer;
}

static void make_newest(nbl_fft_array_context_t *context, entry_t *entry) {
    entry->newer = NULL;
    entry->older = context->newest;
    *(context->newest != NULL ? &context->newest->newer : &context->oldest) = entry;
    context->newest = entry;
}

static void add(nbl_fft_array_context_t *context, entry_t *entry) {
    entry->next = context->bucket[entry->bucket];
    context->bucket[entry->bucket] = entry;
    make_newest(context, entry);
    context->info.plans++;
    context->info.bytes += entry->bytes;
}

/* Takes an entry out, and puts it before a list. */
static void take_out(nbl_fft_array_context_t *context, entry_t *entry, entry_t **list) {
    entry_t **place = &context->bucket[entry->bucket];
    while (*place != entry) place = &(*place)->next;
    *place = entry->next;
    unlink_by_age(context, entry);
    context->info.plans--;
    context->info.bytes -= entry->bytes;
    entry->next = *list;
    *list = entry;
}

/* The bound of bytes never drops the last plans used: a program that transforms forth and back keeps both plans,
 * whatever they take. Chosen: 2, one for each direction. */
#define FEWEST_BY_BYTES 2u

static bool has_too_many(const nbl_fft_array_context_info_t *info) {
    return (info->most_plans != 0 && info->plans > info->most_plans) ||
           (info->bytes > info->most_bytes && info->plans > FEWEST_BY_BYTES);
}

/* Takes out what no run uses, the oldest first, until bounds are held. Returns it as a list. */
static entry_t *drop(nbl_fft_array_context_t *context) {
    entry_t *dropped = NULL;
    for (entry_t *entry = context->oldest, *newer; entry != NULL && has_too_many(&context->info); entry = newer) {
        newer = entry->newer;
        if (entry->users == 0) take_out(context, entry, &dropped);
    }
    return dropped;
}

/* ---- Without it */

static entry_t *take(nbl_fft_array_context_t *context, const wanted_t *wanted) {
    pthread_mutex_lock(&context->lock);
    entry_t *entry = find(context, wanted);
    if (entry != NULL) {
        entry->users++;
        unlink_by_age(context, entry);
        make_newest(context, entry);
        context->info.hits++;
    } else {
        context->info.misses++;
    }
    pthread_mutex_unlock(&context->lock);
    return entry;
}

/* Keeps an entry with a plan; if another thread was first, destroys it. Returns the entry that is kept, in use. */
static entry_t *keep(nbl_fft_array_context_t *context, const wanted_t *wanted, entry_t *made) {
    pthread_mutex_lock(&context->lock);
    entry_t *entry = find(context, wanted), *vain = entry != NULL ? made : NULL;
    if (entry == NULL) add(context, entry = made);
    entry->users++;
    entry_t *dropped = drop(context);
    pthread_mutex_unlock(&context->lock);
    destroy_entry(vain);
    destroy_list(dropped);
    return entry;
}

static void give_back(nbl_fft_array_context_t *context, entry_t *entry) {
    entry_t *dropped = NULL;
    pthread_mutex_lock(&context->lock);
    entry->users--;
    if (has_too_many(&context->info)) dropped = drop(context);
    pthread_mutex_unlock(&context->lock);
    destroy_list(dropped);
}

static nbl_result_t make(nbl_fft_array_context_t *context, const wanted_t *wanted, entry_t **made, nbl_error_t *error) {
    const size_t bytes = wanted->count * sizeof wanted->words[0];
    entry_t *entry = calloc(1, sizeof *entry + bytes);
    if (entry == NULL) return nbl_fail_memory(error, "plan");
    memcpy(entry->words, wanted->words, bytes);
    entry->count = wanted->count;
    entry->bucket = bucket_of(wanted, BUCKETS);
    nbl_result_t result = wanted->nd != NULL ? nbl_fft_make_cpu(wanted->nd, &entry->nd, error)
                                             : nbl_fft_array_plan_create(wanted->array, &entry->array, error);
    if (result != NBL_SUCCESS) {
        free(entry);
        return result;
    }
    entry->bytes = sizeof *entry + bytes;
    if (entry->nd != NULL) {
        ((nbl_fft_cpu_t *)entry->nd)->solver.pool = &context->pool;
        entry->bytes += nbl_fft_cpu_kept_bytes(entry->nd);
    } else {
        entry->array->solver.pool = &context->pool;
        entry->bytes += nbl_fft_array_plan_kept_bytes(entry->array);
    }
    *made = entry;
    return NBL_SUCCESS;
}

static nbl_result_t run(nbl_fft_array_context_t *context, const wanted_t *wanted, const void *input, void *output,
                        nbl_error_t *error) {
    entry_t *entry = take(context, wanted);
    if (entry == NULL) {
        entry_t *made = NULL;
        nbl_result_t result = make(context, wanted, &made, error);
        if (result != NBL_SUCCESS) return result;
        entry = keep(context, wanted, made);
    }
    nbl_result_t result = entry->nd != NULL ? nbl_fft_run(entry->nd, input, output, error)
                                            : nbl_fft_array_plan_run(entry->array, input, output, error);
    give_back(context, entry);
    return result;
}

nbl_result_t nbl_fft_array_context_run(nbl_fft_array_context_t *context, const nbl_fft_array_desc_t *desc,
                                       const void *input, void *output, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, context, desc, input, output)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    const wanted_t wanted = wanted_array(desc);
    return run(context, &wanted, input, output, error);
}

nbl_result_t nbl_fft_nd_context_run(nbl_fft_array_context_t *context, const nbl_fft_nd_desc_t *desc, const void *input,
                                    void *output, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, context, desc, input, output)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (desc->kernel != NULL)
        return nbl_fail(
            error, NBL_ERROR_ARGUMENT,
            "context: kernel: must be NULL: contexts keep transforms, nbl_fft_make_cpu() makes convolutions");
    const nbl_result_t result =
        nbl_fft_nd_check_without_kernel(desc, error); /* here, since an equal key may have a plan */
    if (result != NBL_SUCCESS) return result;
    const wanted_t wanted = wanted_nd(desc);
    return run(context, &wanted, input, output, error);
}

nbl_fft_array_context_info_t nbl_fft_array_context_info(nbl_fft_array_context_t *context) {
    pthread_mutex_lock(&context->lock);
    const nbl_fft_array_context_info_t info = context->info;
    pthread_mutex_unlock(&context->lock);
    return info;
}

void nbl_fft_array_context_limit(nbl_fft_array_context_t *context, uint32_t most_plans, uint64_t most_bytes) {
    pthread_mutex_lock(&context->lock);
    context->info.most_plans = most_plans;
    context->info.most_bytes = most_bytes;
    entry_t *dropped = drop(context);
    pthread_mutex_unlock(&context->lock);
    destroy_list(dropped);
}

uint32_t nbl_fft_array_context_release(nbl_fft_array_context_t *context) {
    entry_t *dropped = NULL;
    pthread_mutex_lock(&context->lock);
    for (entry_t *entry = context->oldest, *newer; entry != NULL; entry = newer) {
        newer = entry->newer;
        if (entry->users == 0) take_out(context, entry, &dropped);
    }
    const uint32_t left = (uint32_t)context->info.plans;
    pthread_mutex_unlock(&context->lock);
    destroy_list(dropped);
    return left;
}

void nbl_fft_array_context_destroy(nbl_fft_array_context_t *context) {
    if (context == NULL) return;
    nbl_fft_array_context_release(context);
    nbl_executor_pool_release(&context->pool);
    pthread_mutex_destroy(&context->lock);
    free(context);
}
