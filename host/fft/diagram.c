/* Draws an FFT kernel's record: which invocation held which element before and after each pass (levels), in which row
 * of the picture, and by which way it came there: registers, a shuffle, shared memory.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/diagram_record.h"
#include "emulator/pass.h"
#include "error/error.h"
#include "fft/transform_kernels.h"
#include "nbl/host/plan.h"
#include "platform/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/fft/parameters.h"

#define NONE UINT32_MAX
#define MAX_ELEMENTS ((NBL_FFT_DIAGRAM_MAX_STAGES + 1u) * NBL_FFT_DIAGRAM_MAX_LENGTH * 4u)

/* An element: where it is made and where it is used. */
typedef struct element_t {
    nbl_fft_record_bits_t bits;
    uint32_t made_by, level;      /* invocation; butterflies passed */
    uint32_t butterfly;           /* that made it, NONE: loaded */
    uint32_t place;               /* among that butterfly's results */
    uint32_t used_by, used_place; /* butterfly, and as which operand; NONE: stored */
    uint32_t row;
    bool needed; /* it leads to a store */
} element_t;

typedef struct work_t {
    nbl_fft_record_t record;
    nbl_fft_diagram_t *diagram;
    element_t *elements;
    uint32_t count;
    uint32_t (*operands)[NBL_FFT_RECORD_MAX_RADIX],
        *results; /* by butterfly: elements; the first of the results, or NONE */
    const char *fault;
} work_t;

static bool same(nbl_fft_record_bits_t a, nbl_fft_record_bits_t b) { return a.real == b.real && a.imag == b.imag; }

static uint32_t find_element(const work_t *work, nbl_fft_record_bits_t bits) {
    for (uint32_t i = 0; i < work->count; i++)
        if (same(work->elements[i].bits, bits)) return i;
    return NONE;
}

/* Returns the element with these bits: one of a butterfly's results, or a result multiplied by a twiddle. */
static uint32_t find_operand(const work_t *work, nbl_fft_record_bits_t bits) {
    uint32_t found = find_element(work, bits);
    for (uint64_t i = 0; i < work->record.product_count && found == NONE; i++)
        if (same(work->record.products[i].product, bits)) found = find_element(work, work->record.products[i].factor);
    return found;
}

static void add_element(work_t *work, nbl_fft_record_bits_t bits, uint32_t made_by, uint32_t level, uint32_t butterfly,
                        uint32_t place) {
    if (work->count == MAX_ELEMENTS) {
        work->fault = "there are too many elements";
        return;
    }
    work->elements[work->count++] = (element_t){bits, made_by, level, butterfly, place, NONE, 0, NONE, false};
}

/* Follows the butterflies in the order of the run. Idle invocations compute butterflies of what is left in their
 * registers; no store takes these results, and mark_needed() drops them. */
static void follow(work_t *work) {
    for (uint64_t i = 0; i < work->record.load_count; i++)
        add_element(work, work->record.loads[i].bits, work->record.loads[i].invocation, 0, NONE, 0);
    for (uint32_t b = 0; b < work->record.butterfly_count && work->fault == NULL; b++) {
        const nbl_fft_record_butterfly_t *butterfly = &work->record.butterflies[b];
        uint32_t level = 0, known = 0;
        for (uint32_t q = 0; q < butterfly->radix; q++) {
            uint32_t operand = find_operand(work, butterfly->from[q]);
            work->operands[b][q] = operand;
            if (operand == NONE) continue;
            known++;
            if (work->elements[operand].level >= level) level = work->elements[operand].level + 1u;
        }
        work->results[b] = NONE;
        if (known < butterfly->radix || find_element(work, butterfly->to[0]) != NONE) continue;
        work->results[b] = work->count;
        for (uint32_t q = 0; q < butterfly->radix; q++)
            add_element(work, butterfly->to[q], butterfly->invocation, level, b, q);
    }
}

static void need(work_t *work, uint32_t number) {
    element_t *element = &work->elements[number];
    if (element->needed) return;
    element->needed = true;
    if (element->butterfly == NONE) return;
    for (uint32_t q = 0; q < work->record.butterflies[element->butterfly].radix; q++) {
        uint32_t operand = work->operands[element->butterfly][q];
        work->elements[operand].used_by = element->butterfly;
        work->elements[operand].used_place = q;
        need(work, operand);
    }
}

/* Marks the elements that lead to a store. They must fill whole levels, otherwise there is a fault. */
static void mark_needed(work_t *work) {
    nbl_fft_diagram_t *diagram = work->diagram;
    uint32_t at_level[NBL_FFT_DIAGRAM_MAX_STAGES + 1] = {0};
    for (uint64_t i = 0; i < work->record.store_count; i++) {
        uint32_t element = find_element(work, work->record.stores[i].bits);
        if (element == NONE) {
            work->fault = "something is stored that no butterfly made";
            return;
        }
        need(work, element);
        if (work->elements[element].level > diagram->stages) diagram->stages = work->elements[element].level;
    }
    if (diagram->stages > NBL_FFT_DIAGRAM_MAX_STAGES) {
        work->fault = "there are too many stages";
        return;
    }
    for (uint32_t i = 0; i < work->count; i++)
        if (work->elements[i].needed) at_level[work->elements[i].level]++;
    for (uint32_t level = 0; level <= diagram->stages; level++)
        if (at_level[level] != diagram->length) work->fault = "the stages are not as wide as the transform";
}

static void give_rows(work_t *work) {
    bool forward = work->record.parameters.inverse == 0;
    for (uint64_t i = 0; i < work->record.load_count && forward; i++)
        work->elements[i].row = work->record.loads[i].index;
    for (uint64_t i = 0; i < work->record.store_count && !forward; i++)
        work->elements[find_element(work, work->record.stores[i].bits)].row = work->record.stores[i].index;
    /* Forward, elements stand in the order in which they were made: operands before results. */
    for (uint32_t i = 0; i < work->count && forward; i++)
        if (work->elements[i].needed && work->elements[i].used_by != NONE)
            work->elements[work->results[work->elements[i].used_by] + work->elements[i].used_place].row =
                work->elements[i].row;
    for (uint32_t i = work->count; i-- > 0 && !forward;)
        if (work->elements[i].needed && work->elements[i].butterfly != NONE)
            work->elements[work->operands[work->elements[i].butterfly][work->elements[i].place]].row =
                work->elements[i].row;
}

/* Returns the way that both dwords of an element took from the invocation that made it to the invocation that uses
 * it. */
static nbl_fft_diagram_way_t find_way(work_t *work, const element_t *element, uint32_t user) {
    int found[2] = {-1, -1};
    for (uint64_t i = 0; i < work->record.receipt_count; i++) {
        const nbl_fft_record_receipt_t *receipt = &work->record.receipts[i];
        if (receipt->from != element->made_by || receipt->to != user) continue;
        if (receipt->dword == element->bits.real) found[0] = (int)receipt->way;
        if (receipt->dword == element->bits.imag) found[1] = (int)receipt->way;
    }
    if (found[0] != found[1]) work->fault = "half an element was sent";
    if (found[0] < 0 && element->made_by != user) work->fault = "an element moved without being sent";
    return found[0] < 0 ? NBL_FFT_DIAGRAM_KEPT : (nbl_fft_diagram_way_t)found[0];
}

static void fill_cells(work_t *work) {
    nbl_fft_diagram_t *diagram = work->diagram;
    uint32_t *numbers =
        calloc(work->record.butterfly_count + 1u, sizeof *numbers); /* of butterflies in their stage, from 1 */
    if (numbers == NULL) work->fault = "no memory is left";
    for (uint32_t i = 0; i < work->count && work->fault == NULL; i++) {
        const element_t *element = &work->elements[i];
        if (!element->needed) continue;
        if (element->row >= diagram->length) {
            work->fault = "an element has no row";
            break;
        }
        nbl_fft_diagram_cell_t *cell = &diagram->cell[element->level][element->row];
        uint32_t user = element->made_by;
        if (element->used_by != NONE) {
            const nbl_fft_record_butterfly_t *butterfly = &work->record.butterflies[element->used_by];
            user = butterfly->invocation;
            diagram->radix[element->level] = butterfly->radix;
            if (numbers[element->used_by] == 0) numbers[element->used_by] = ++diagram->butterflies[element->level];
            cell->butterfly = (uint16_t)(numbers[element->used_by] - 1u);
            cell->place = (uint8_t)element->used_place;
        }
        cell->given = (uint16_t)element->made_by;
        cell->taken = (uint16_t)user;
        cell->way = (uint8_t)find_way(work, element, user);
    }
    free(numbers);
    for (uint64_t i = 0; i < work->record.load_count && work->fault == NULL; i++)
        diagram->loaded_from[work->elements[i].row] = (uint16_t)work->record.loads[i].index;
    for (uint64_t i = 0; i < work->record.store_count && work->fault == NULL; i++) {
        const element_t *element = &work->elements[find_element(work, work->record.stores[i].bits)];
        if (work->record.stores[i].invocation != element->made_by)
            work->fault = "an element was stored by another invocation";
        diagram->stored_to[element->row] = (uint16_t)work->record.stores[i].index;
    }
}

/* Finds which frequency each element of the spectrum is: the one whose value, summed up by the definition, is nearest
 * to it.
 *
 * signal  of the inverse what came out of it
 * scale   makes it the true signal: 1 / N of an inverse */
static void find_frequencies(work_t *work, const float *signal, const float *spectrum, double scale) {
    nbl_fft_diagram_t *diagram = work->diagram;
    uint32_t n = diagram->length;
    const uint16_t *places = work->record.parameters.inverse != 0 ? diagram->loaded_from : diagram->stored_to;
    bool taken[NBL_FFT_DIAGRAM_MAX_LENGTH] = {false};
    for (uint32_t f = 0; f < n; f++) {
        double real = 0.0, imag = 0.0, closest = 1e-3;
        uint32_t found = NONE;
        for (uint32_t i = 0; i < n; i++) {
            double angle = -6.283185307179586476925 * (double)(f * i % n) / n;
            real += (signal[2u * i] * cos(angle) - signal[2u * i + 1u] * sin(angle)) * scale;
            imag += (signal[2u * i] * sin(angle) + signal[2u * i + 1u] * cos(angle)) * scale;
        }
        for (uint32_t row = 0; row < n; row++) {
            double distance = hypot(spectrum[2u * places[row]] - real, spectrum[2u * places[row] + 1u] - imag);
            if (distance < closest) closest = distance, found = row;
        }
        if (found == NONE || taken[found]) {
            work->fault = "the spectrum is not that of the signal";
            return;
        }
        taken[found] = true;
        diagram->frequency[found] = (uint16_t)f;
    }
}

/* Draws numbers from -1 to 1 with random bits, so that no two elements are equal. */
static void draw(float *numbers, uint32_t count) {
    uint64_t state = 20240229u;
    for (uint32_t i = 0; i < count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        numbers[i] = (float)(int32_t)(uint32_t)(state >> 32) * 4.656612873e-10f;
    }
}

static nbl_result_t run_kernel(work_t *work, float *input, float *output, nbl_error_t *error) {
    const nbl_fft_transform_plan_t *plan = &work->diagram->plan;
    nbl_emulator_resource_t resources[] = {{input, plan->buffer_bytes, 0}, {output, plan->buffer_bytes, 0}};
    const bool stockham = plan->desc.algorithm == NBL_FFT_STOCKHAM;
    const nbl_emulator_pass_t run = {.name = "fft_diagram",
                                     .kernel = stockham ? nbl_fft_diagram_stockham : nbl_fft_diagram_radix2,
                                     .resources = resources,
                                     .resource_count = 2,
                                     .parameters = &work->record,
                                     .workgroup_size = plan->workgroup_invocations,
                                     .subgroup_size = plan->desc.subgroup_size,
                                     .workgroups = 1};
    return nbl_emulator_pass_run(&run, NULL, NULL, error);
}

static nbl_result_t record_and_follow(work_t *work, nbl_error_t *error) {
    nbl_fft_diagram_t *diagram = work->diagram;
    size_t bytes = (size_t)(diagram->plan.buffer_bytes + 63u) / 64u * 64u;
    float *input = nbl_platform_aligned(64, bytes), *output = nbl_platform_aligned(64, bytes);
    nbl_result_t result = NBL_SUCCESS;
    if (input == NULL || output == NULL) {
        result = nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY, "diagram: no memory for %u elements", diagram->length);
    } else {
        draw(input, 2u * diagram->length);
        result = run_kernel(work, input, output, error);
    }
    if (result == NBL_SUCCESS) {
        bool inverse = work->record.parameters.inverse != 0;
        work->operands = calloc(work->record.butterfly_count + 1u, sizeof *work->operands);
        work->results = calloc(work->record.butterfly_count + 1u, sizeof *work->results);
        work->elements = calloc(MAX_ELEMENTS, sizeof *work->elements);
        if (work->record.no_memory || work->operands == NULL || work->results == NULL || work->elements == NULL)
            work->fault = "no memory is left";
        if (work->fault == NULL) follow(work);
        if (work->fault == NULL) mark_needed(work);
        if (work->fault == NULL) give_rows(work);
        if (work->fault == NULL) fill_cells(work);
        if (work->fault == NULL)
            find_frequencies(work, inverse ? output : input, inverse ? input : output,
                             inverse ? 1.0 / diagram->length : 1.0);
        if (work->fault != NULL)
            result = nbl_fail(error, NBL_ERROR_LIMIT, "diagram: the record makes no picture: %s", work->fault);
    }
    nbl_platform_aligned_free(input);
    nbl_platform_aligned_free(output);
    free(work->operands);
    free(work->results);
    free(work->elements);
    return result;
}

/* Plans the transform without passes of radix 1: they only spread results over more invocations, and have no butterfly
 * to draw. */
static nbl_result_t make_plan(const nbl_fft_transform_desc_t *desc, nbl_fft_transform_plan_t *plan,
                              nbl_error_t *error) {
    nbl_result_t result = nbl_fft_transform_plan(desc, plan, error);
    if (result != NBL_SUCCESS || desc->algorithm != NBL_FFT_STOCKHAM || desc->plan_text != NULL) return result;
    if (nbl_fft_plan_radix(plan->parameters.plan, 0) != 1u) return NBL_SUCCESS;
    char radices[NBL_FFT_PLAN_TEXT_SIZE], text[NBL_FFT_PLAN_TEXT_SIZE + 16];
    nbl_fft_plan_t computing;
    nbl_fft_transform_desc_t wanted = *desc;
    result = nbl_fft_plan_make(plan->desc.length, NBL_DWORDS_float32_t, NULL, &computing, error);
    if (result != NBL_SUCCESS) return result;
    nbl_fft_plan_radices_text(computing, "x", radices, sizeof radices);
    (void)snprintf(text, sizeof text, "%s@%u*1", radices, computing.invocations);
    wanted.plan_text = text;
    result = nbl_fft_transform_plan(&wanted, plan, error);
    plan->desc.plan_text = NULL;
    return result;
}

nbl_result_t nbl_fft_diagram_record(const nbl_fft_transform_desc_t *desc, nbl_fft_diagram_t **diagram,
                                    nbl_error_t *error) {
    work_t work;
    nbl_fft_transform_desc_t one = *desc;
    memset(&work, 0, sizeof work);
    *diagram = NULL;
    one.precision = NBL_FFT_FLOAT32;
    one.batch = 1;
    one.native = true;
    one.ffts_per_workgroup = 1;
    work.diagram = calloc(1, sizeof *work.diagram);
    if (work.diagram == NULL) return nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY, "diagram: no memory");
    nbl_result_t result = make_plan(&one, &work.diagram->plan, error);
    uint32_t length = work.diagram->plan.desc.length;
    if (result == NBL_SUCCESS && length > NBL_FFT_DIAGRAM_MAX_LENGTH)
        result = nbl_fail(error, NBL_ERROR_LIMIT, "length %u: a diagram has at most %u elements", length,
                          NBL_FFT_DIAGRAM_MAX_LENGTH);
    if (result == NBL_SUCCESS) {
        work.diagram->length = length;
        work.diagram->invocations = work.diagram->plan.workgroup_invocations;
        work.record.parameters = work.diagram->plan.parameters;
        work.record.shared_dwords = work.diagram->plan.shared_bytes / 4u;
        work.record.writers = calloc(work.record.shared_dwords + 1u, sizeof *work.record.writers);
        result = work.record.writers != NULL
                     ? record_and_follow(&work, error)
                     : nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY, "diagram: no memory for %u elements", length);
    }
    free(work.record.writers);
    free(work.record.butterflies);
    free(work.record.loads);
    free(work.record.stores);
    free(work.record.receipts);
    free(work.record.products);
    if (result == NBL_SUCCESS)
        *diagram = work.diagram;
    else
        free(work.diagram);
    return result;
}
