/* Finds the rows of what was measured.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "facts/facts.h"

double nbl_fact_number_of(unsigned device, nbl_fact_number_t number) {
    return nbl_facts_built_in.numbers[device][number];
}

/* Returns whether a row holds in a case. */
static bool holds(const nbl_fact_t *row, const nbl_fact_case_t *of) {
    return row->fast == of->fast && (row->devices >> of->device & 1u) != 0u && (row->kinds & of->kind) != 0u &&
           (row->precisions >> of->precision & 1u) != 0u && (row->conditions & ~of->conditions) == 0u &&
           (of->demanded == 0u || (row->conditions & of->demanded) != 0u);
}

/* Returns the first row whose number is `least` or more, if rows are sorted; else the first row. */
static const nbl_fact_t *first_from(const nbl_facts_t *facts, uint32_t least) {
    size_t below = 0, above = facts->sorted ? facts->count : 0;
    while (below < above) {
        const size_t middle = (below + above) / 2;
        if (facts->rows[middle].number < least)
            below = middle + 1;
        else
            above = middle;
    }
    return facts->rows + below;
}

const nbl_fact_t *nbl_facts_next_from(const nbl_fact_t *behind, uint32_t least, const nbl_fact_case_t *of) {
    const nbl_facts_t *facts = &nbl_facts_built_in;
    const nbl_fact_t *row = behind == NULL ? first_from(facts, least) : behind + 1, *end = facts->rows + facts->count;
    while (row < end && !holds(row, of)) row++;
    return row < end ? row : NULL;
}

const nbl_fact_t *nbl_facts_next(const nbl_facts_t *facts, const nbl_fact_t *behind, uint32_t number,
                                 const nbl_fact_case_t *of) {
    if (facts == NULL) facts = &nbl_facts_built_in;
    if (facts->count == 0) return NULL; /* its rows may be NULL, to which nothing is added */
    const nbl_fact_t *row = behind == NULL ? first_from(facts, number) : behind + 1, *end = facts->rows + facts->count;
    for (; row < end && (row->number == number || !facts->sorted); row++)
        if (row->number == number && holds(row, of)) return row;
    return NULL;
}
