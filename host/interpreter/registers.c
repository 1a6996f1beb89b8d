/* Reads and writes registers. A register holds one value if it is the same in all lanes, else one for each lane; its
 * flags are held the same way.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/machine.h"

#include <string.h>

/* Returns the memory of a register's values by lane, which it takes at the first call: 8 bytes a lane. */
static void *room(nbl_machine_t *m, nbl_wave_t *w, uint32_t row) {
    nbl_row_t *r = &w->rows[row];
    if (r->data == NULL) r->data = nbl_machine_take(m, w->lanes, 8);
    return r->data;
}

/* Writes a value that all lanes share into each lane's place, too. The register still counts as uniform. */
static void expand(nbl_machine_t *m, nbl_wave_t *w, uint32_t row) {
    nbl_row_t *r = &w->rows[row];
    if (!r->uniform || r->expanded) return;
    void *data = room(m, w, row);
    if (nbl_row_is_wide(m, row))
        for (uint32_t i = 0; i < w->lanes; i++) ((uint64_t *)data)[i] = r->value;
    else
        for (uint32_t i = 0; i < w->lanes; i++) ((uint32_t *)data)[i] = (uint32_t)r->value;
    r->expanded = 1;
}

const void *nbl_row_lanes(nbl_machine_t *m, nbl_wave_t *w, uint32_t row) {
    expand(m, w, row);
    return room(m, w, row);
}

void *nbl_row_open(nbl_machine_t *m, nbl_wave_t *w, uint32_t row) {
    void *data = room(m, w, row);
    expand(m, w, row);
    w->rows[row].uniform = w->rows[row].expanded = w->rows[row].tagged = 0;
    return data;
}

void *nbl_row_fresh(nbl_machine_t *m, nbl_wave_t *w, uint32_t row) {
    void *data = room(m, w, row);
    w->rows[row].uniform = w->rows[row].expanded = w->rows[row].tagged = 0;
    return data;
}

void nbl_row_set_lane(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, uint32_t lane, uint64_t value) {
    void *data = nbl_row_open(m, w, row);
    if (nbl_row_is_wide(m, row))
        ((uint64_t *)data)[lane] = value;
    else
        ((uint32_t *)data)[lane] = (uint32_t)value;
}

void nbl_row_set_uniform(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, uint64_t value, const uint32_t *mask,
                         int whole) {
    nbl_row_t *r = &w->rows[row];
    if (!nbl_row_is_wide(m, row)) value = (uint32_t)value;
    r->tagged = 0;
    if (whole) {
        r->value = value;
        r->uniform = 1;
        r->expanded = 0;
        return;
    }
    if (r->uniform && r->value == value && !m->proves)
        return; /* all lanes have it; a proof speaks of other runs, too */
    void *data = nbl_row_open(m, w, row);
    if (nbl_row_is_wide(m, row))
        for (uint32_t i = 0; i < w->lanes; i++) ((uint64_t *)data)[i] = mask[i] ? value : ((uint64_t *)data)[i];
    else
        for (uint32_t i = 0; i < w->lanes; i++)
            ((uint32_t *)data)[i] = ((uint32_t)value & mask[i]) | (((uint32_t *)data)[i] & ~mask[i]);
}

void nbl_row_set_lanes(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, const void *values, const uint32_t *mask,
                       int whole) {
    if (whole) {
        void *data = nbl_row_fresh(m, w, row);
        if (data != values) memcpy(data, values, (size_t)w->lanes * (nbl_row_is_wide(m, row) ? 8u : 4u));
        return;
    }
    void *data = nbl_row_open(m, w, row);
    if (nbl_row_is_wide(m, row)) {
        const uint64_t *from = values;
        uint64_t *to = data;
        for (uint32_t i = 0; i < w->lanes; i++) to[i] = mask[i] ? from[i] : to[i];
    } else {
        const uint32_t *from = values;
        uint32_t *to = data;
        for (uint32_t i = 0; i < w->lanes; i++) to[i] = (from[i] & mask[i]) | (to[i] & ~mask[i]);
    }
}

/* Marks all bits of the masked lanes as undefined; lanes whose flags do not say UNDEFINED have no undefined bit
 * anyway. */
static void drop_holes(nbl_row_t *r, uint32_t lanes, const uint32_t *mask, int whole) {
    if (!r->partial) return;
    if (whole) {
        r->partial = 0;
        return;
    }
    for (uint32_t i = 0; i < lanes; i++)
        if (mask[i]) r->holes[i] = ~(uint64_t)0;
}

void nbl_row_set_holes(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, const uint64_t *holes, const uint32_t *mask) {
    nbl_row_t *r = &w->rows[row];
    if (!r->partial) {
        if (r->holes == NULL) r->holes = nbl_machine_take(m, w->lanes, sizeof *r->holes);
        memset(r->holes, 0xFF, w->lanes * sizeof *r->holes);
        r->partial = 1;
    }
    for (uint32_t i = 0; i < w->lanes; i++)
        if (mask[i]) r->holes[i] = holes[i];
}

/* Gives each lane flags of its own, equal to the ones that all lanes shared. */
static void mix(nbl_machine_t *m, nbl_wave_t *w, nbl_row_t *r) {
    if (r->mixed) return;
    if (r->shadow == NULL) r->shadow = nbl_machine_take(m, w->lanes, 1);
    memset(r->shadow, r->flags, w->lanes);
    r->mixed = 1;
}

void nbl_row_set_flags(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, uint8_t flags, const uint32_t *mask, int whole) {
    nbl_row_t *r = &w->rows[row];
    drop_holes(r, w->lanes, mask, whole);
    if (whole) {
        r->flags = flags;
        r->mixed = 0;
        return;
    }
    if (!r->mixed && r->flags == flags) return;
    mix(m, w, r);
    for (uint32_t i = 0; i < w->lanes; i++)
        if (mask[i]) r->shadow[i] = flags;
}

void nbl_row_set_flag_lanes(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, const uint8_t *flags, const uint32_t *mask,
                            int whole) {
    nbl_row_t *r = &w->rows[row];
    drop_holes(r, w->lanes, mask, whole);
    if (whole && memcmp(flags, flags + 1, w->lanes - 1u) == 0) { /* all lanes have the same flags */
        r->flags = flags[0];
        r->mixed = 0;
        return;
    }
    if (!r->mixed && !whole) {
        uint32_t other = 0;
        for (uint32_t i = 0; i < w->lanes; i++) other |= mask[i] & (uint32_t)(flags[i] ^ r->flags);
        if (other == 0) return;
    }
    mix(m, w, r);
    for (uint32_t i = 0; i < w->lanes; i++)
        if (whole || mask[i]) r->shadow[i] = flags[i];
}

uint8_t nbl_row_any_flags(const nbl_wave_t *w, uint32_t row, const uint32_t *mask) {
    const nbl_row_t *r = &w->rows[row];
    if (!r->mixed) return r->flags;
    uint8_t all = 0;
    for (uint32_t i = 0; i < w->lanes; i++)
        if (mask[i]) all |= r->shadow[i];
    return all;
}

void nbl_row_copy(nbl_machine_t *m, nbl_wave_t *w, uint32_t to, uint32_t from, const uint32_t *mask, int whole) {
    const nbl_row_t *r = &w->rows[from];
    if (to == from) return;
    if (r->uniform)
        nbl_row_set_uniform(m, w, to, r->value, mask, whole);
    else
        nbl_row_set_lanes(m, w, to, nbl_row_lanes(m, w, from), mask, whole);
    if (r->mixed)
        nbl_row_set_flag_lanes(m, w, to, r->shadow, mask, whole);
    else
        nbl_row_set_flags(m, w, to, r->flags, mask, whole);
    if (r->partial) nbl_row_set_holes(m, w, to, r->holes, mask);
    if (r->tagged) nbl_ticket_copy(m, w, to, from, mask);
}
