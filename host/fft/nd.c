/* Plans of arrays of several dimensions: the order of their passes, their scratch, and their runs.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/nd.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "executor/share.h"
#include "nbl/host/plan.h"
#include "platform/memory.h"

nbl_fft_nd_desc_t nbl_fft_nd_desc_init(void) {
    nbl_fft_nd_desc_t desc = {.batch = 1, .precision = NBL_FFT_FLOAT32};
    return desc;
}

/* ---- Making */

/* Below this many elements another thread costs more than it brings. */
#define FEWEST_ELEMENTS_OF_THREAD 32768u

static uint32_t threads_of(const nbl_fft_nd_plan_t *plan) {
    if (plan->desc.threads != 0) return plan->desc.threads;
    const uint64_t elements = plan->sides[0].bytes / plan->sides[0].element_bytes;
    const uint64_t most = elements / FEWEST_ELEMENTS_OF_THREAD;
    uint64_t threads = nbl_platform_processors();
    if (threads > most) threads = most == 0 ? 1 : most;
    return threads > NBL_EXECUTOR_MOST_THREADS ? NBL_EXECUTOR_MOST_THREADS : (uint32_t)threads;
}

uint32_t nbl_fft_nd_order(const nbl_fft_nd_desc_t *desc, nbl_fft_nd_pass_t passes[NBL_FFT_ND_MOST_RANK]) {
    const bool to_real = desc->real && desc->inverse;
    const uint32_t count = desc->axis_count;
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bool last = i + 1 == count;
        const uint32_t which = !to_real ? count - 1 - i : last ? count - 1 : count - 2 - i;
        nbl_fft_nd_pass_t *pass = &passes[made];
        memset(pass, 0, sizeof *pass);
        pass->axis = desc->axes[which];
        pass->length = (uint32_t)desc->sizes[pass->axis];
        pass->real = desc->real && which == count - 1;
        pass->from = made == 0 ? NBL_VIEW_INPUT : passes[made - 1].to;
        pass->to = to_real && !last ? NBL_VIEW_BETWEEN : NBL_VIEW_OUTPUT;
        if (pass->length > 1 || pass->real || pass->from != pass->to) made++;
    }
    return made;
}

static nbl_result_t make_passes(nbl_fft_nd_plan_t *plan, nbl_error_t *error) {
    nbl_fft_nd_pass_t passes[NBL_FFT_ND_MOST_RANK];
    const uint32_t count = nbl_fft_nd_order(&plan->desc, passes);
    nbl_result_t result = NBL_SUCCESS;
    plan->pass = calloc(count != 0 ? count : 1, sizeof *plan->pass);
    if (plan->pass == NULL) return nbl_fail_memory(error, "plan");
    while (plan->passes < count && result == NBL_SUCCESS) {
        nbl_fft_nd_pass_t *pass = &plan->pass[plan->passes];
        nbl_fft_nd_lay_pass(&plan->desc, plan->sides, passes, plan->passes);
        *pass = passes[plan->passes++];
        result = nbl_fft_nd_pass_make(plan, pass, error);
    }
    return result;
}

static size_t round_up(size_t bytes) {
    return (bytes + NBL_EXECUTOR_ALIGNMENT - 1) / NBL_EXECUTOR_ALIGNMENT * NBL_EXECUTOR_ALIGNMENT;
}

static void size_scratch(nbl_fft_nd_plan_t *plan) {
    for (uint32_t p = 0; p < plan->passes; p++) {
        const nbl_fft_nd_pass_t *pass = &plan->pass[p];
        const size_t bytes = round_up(pass->scratch_bytes) * (pass->line_threads > 1 ? 1 : plan->threads);
        if (bytes > plan->scratch_bytes) plan->scratch_bytes = bytes;
        if (pass->to == NBL_VIEW_BETWEEN) plan->between_bytes = round_up(plan->sides[NBL_VIEW_BETWEEN].bytes);
    }
    plan->scratch_bytes += plan->between_bytes + NBL_EXECUTOR_ALIGNMENT;
    plan->scratch_bytes = round_up(plan->scratch_bytes);
}

nbl_result_t nbl_fft_nd_plan_create(const nbl_fft_nd_desc_t *desc, nbl_fft_nd_plan_t **created, nbl_error_t *error) {
    if (created != NULL) *created = NULL;
    if (NBL_ANY_NULL(error, desc, created)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_fft_nd_plan_t *plan = calloc(1, sizeof *plan);
    if (plan == NULL) return nbl_fail_memory(error, "plan");
    nbl_executor_pool_init(&plan->own_threads);
    plan->pool = &plan->own_threads;
    nbl_result_t result = nbl_fft_nd_check(desc, &plan->desc, plan->sides, error);
    if (result == NBL_SUCCESS) {
        plan->threads = threads_of(plan);
        result = make_passes(plan, error);
    }
    if (result != NBL_SUCCESS) {
        nbl_fft_nd_plan_destroy(plan);
        return result;
    }
    size_scratch(plan);
    plan->desc.instructions = NULL; /* read already; it may not outlive this call */
    *created = plan;
    return NBL_SUCCESS;
}

void nbl_fft_nd_plan_destroy(nbl_fft_nd_plan_t *plan) {
    if (plan == NULL) return;
    for (uint32_t p = 0; p < plan->passes; p++) nbl_fft_nd_pass_release(&plan->pass[p]);
    free(plan->pass);
    nbl_platform_aligned_free(atomic_load(&plan->kept));
    nbl_executor_pool_release(&plan->own_threads);
    free(plan);
}

/* ---- Running */

nbl_result_t nbl_fft_nd_plan_run(nbl_fft_nd_plan_t *plan, const void *input, void *output, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, input, output)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_result_t result = nbl_fft_nd_check_memory(&plan->desc, plan->sides, input, output, error);
    for (uint32_t p = 0; p < plan->passes && result == NBL_SUCCESS; p++)
        result = nbl_fft_nd_pass_prepare(&plan->pass[p], error);
    if (result != NBL_SUCCESS) return result;
    char *scratch = atomic_exchange(&plan->kept, NULL);
    if (scratch == NULL) scratch = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, plan->scratch_bytes);
    if (scratch == NULL) return nbl_fail_memory(error, "scratch");
    for (uint32_t p = 0; p < plan->passes; p++) {
        const nbl_fft_nd_pass_t *pass = &plan->pass[p];
        const char *from = pass->from == NBL_VIEW_INPUT    ? input
                           : pass->from == NBL_VIEW_OUTPUT ? output
                                                           : (void *)scratch;
        char *to = pass->to == NBL_VIEW_OUTPUT ? output : (void *)scratch;
        nbl_fft_nd_pass_run(pass, plan->pool, plan->threads, from, to, scratch + plan->between_bytes);
    }
    void *none = NULL;
    if (!atomic_compare_exchange_strong(&plan->kept, &none, scratch)) nbl_platform_aligned_free(scratch);
    return NBL_SUCCESS;
}

uint64_t nbl_fft_nd_plan_bytes(const nbl_fft_nd_plan_t *plan) { return plan->scratch_bytes; }

uint64_t nbl_fft_nd_plan_kept_bytes(const nbl_fft_nd_plan_t *plan) {
    uint64_t bytes = sizeof *plan + plan->passes * sizeof *plan->pass + plan->scratch_bytes;
    for (uint32_t p = 0; p < plan->passes; p++) bytes += nbl_fft_nd_pass_table_bytes(&plan->pass[p]);
    return bytes;
}

/* ---- Text */

void nbl_fft_nd_put(nbl_fft_nd_text_t *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const size_t at = text->length < text->size ? text->length : text->size;
    const int length = vsnprintf(text->size > at ? text->buffer + at : NULL, text->size - at, format, arguments);
    text->length += length > 0 ? (size_t)length : 0;
    va_end(arguments);
}

static void put_line_plan(nbl_fft_nd_text_t *text, const nbl_executor_line_t *line) {
    for (uint32_t i = 0; i < line->passes; i++) nbl_fft_nd_put(text, "%s%u", i == 0 ? "" : "x", line->radices[i]);
}

static void put_any(nbl_fft_nd_text_t *text, const nbl_fft_any_t *any) {
    if (any->way == NBL_FFT_ANY_LINE) {
        nbl_fft_nd_put(text, " = ");
        put_line_plan(text, &any->line[0]);
    } else if (any->way == NBL_FFT_ANY_SPLIT) {
        for (uint32_t p = 0; p < any->passes; p++) nbl_fft_nd_put(text, "%s%u", p == 0 ? " = " : " x ", any->points[p]);
        nbl_fft_nd_put(text, " in %u passes", any->passes);
    } else if (any->way == NBL_FFT_ANY_CHIRP) {
        nbl_fft_nd_put(text, " as a convolution of %u", any->convolution->desc.length);
        put_any(text, any->convolution);
    }
}

size_t nbl_fft_nd_plan_text(const nbl_fft_nd_plan_t *plan, char *buffer, size_t size) {
    nbl_fft_nd_text_t text = {buffer, size, 0};
    for (uint32_t p = 0; p < plan->passes; p++) {
        const nbl_fft_nd_pass_t *pass = &plan->pass[p];
        nbl_fft_nd_put(&text, "axis %u: %llu %slines of %u", pass->axis,
                       (unsigned long long)(pass->groups * pass->sides[0].batch), pass->real ? "real " : "",
                       pass->length);
        if (pass->sides[0].given != 0) nbl_fft_nd_put(&text, ", %u given", pass->sides[0].given);
        if (pass->array != NULL) {
            const bool columns = pass->array->width > 1;
            nbl_fft_nd_put(&text, " = ");
            if (pass->array->kind == NBL_FFT_REAL) nbl_fft_nd_put(&text, "2 x ");
            put_line_plan(&text, columns ? &pass->array->wide : &pass->array->line);
        } else {
            if (pass->any.desc.length != pass->length) nbl_fft_nd_put(&text, " = 2 x %u", pass->any.desc.length);
            put_any(&text, &pass->any);
        }
        nbl_fft_nd_put(&text, "\n");
    }
    return text.length;
}
