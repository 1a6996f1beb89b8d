/* Finds the rows of what was measured.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "facts/facts.h"

bool nbl_fact_holds(const nbl_fact_t *row, const nbl_fact_case_t *of) {
    return row->fast == of->fast && (row->kinds & of->kind) != 0u && (row->precisions >> of->precision & 1u) != 0u &&
           (row->conditions & ~of->conditions) == 0u && (of->demanded == 0u || (row->conditions & of->demanded) != 0u);
}

/* The first row of a number from `least` on. */
static const nbl_fact_t *first_from(uint32_t least) {
    size_t below = 0, above = nbl_facts_built_in.count;
    while (below < above) {
        const size_t middle = (below + above) / 2;
        if (nbl_facts_built_in.rows[middle].number < least)
            below = middle + 1;
        else
            above = middle;
    }
    return nbl_facts_built_in.rows + below;
}

const nbl_fact_t *nbl_facts_next_from(const nbl_fact_t *behind, uint32_t least, const nbl_fact_case_t *of) {
    const nbl_fact_t *row = behind == NULL ? first_from(least) : behind + 1;
    const nbl_fact_t *end = nbl_facts_built_in.rows + nbl_facts_built_in.count;
    while (row < end && !nbl_fact_holds(row, of)) row++;
    return row < end ? row : NULL;
}

const nbl_fact_t *nbl_facts_next(const nbl_fact_t *behind, uint32_t number, const nbl_fact_case_t *of) {
    const nbl_fact_t *row = behind == NULL ? first_from(number) : behind + 1;
    const nbl_fact_t *end = nbl_facts_built_in.rows + nbl_facts_built_in.count;
    while (row < end && row->number == number && !nbl_fact_holds(row, of)) row++;
    return row < end && row->number == number ? row : NULL;
}
