/* The recorder of diagrams: writes down what a running kernel tells.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/diagram_record.h"

#include <stdlib.h>

static nbl_fft_record_t *recorder(void) {
    return (nbl_fft_record_t *)(uintptr_t)nbl_emulator_specialization(); /* the launch got it as no constant */
}

static nbl_fft_record_bits_t bits_of(nbl_complex_float32_t z) {
    nbl_fft_record_bits_t bits = {nbl_bits_from_float32(z.real), nbl_bits_from_float32(z.imag)};
    return bits;
}

/* Returns a new entry of a list, or NULL and remembers that there was no memory. */
static void *append(nbl_fft_record_t *record, void *list, uint64_t *count, uint64_t *room, size_t entry_bytes) {
    unsigned char **entries = list;
    if (*count == *room) {
        uint64_t wanted = *room != 0 ? *room * 2u : 256u;
        unsigned char *grown = realloc(*entries, (size_t)wanted * entry_bytes);
        if (grown == NULL) {
            record->no_memory = true;
            return NULL;
        }
        *entries = grown;
        *room = wanted;
    }
    return *entries + (size_t)(*count)++ * entry_bytes;
}

#define APPEND(record, list, what) \
    append(record, &(record)->list, &(record)->what##_count, &(record)->what##_room, sizeof *(record)->list)

nbl_complex_float32_t nbl_fft_record_load(uint32_t index, nbl_complex_float32_t value) {
    nbl_fft_record_t *record = recorder();
    nbl_fft_record_touch_t *load = APPEND(record, loads, load);
    if (load != NULL) *load = (nbl_fft_record_touch_t){nbl_local_invocation_index(), index, bits_of(value)};
    return value;
}

nbl_complex_float32_t nbl_fft_record_store(uint32_t index, nbl_complex_float32_t value) {
    nbl_fft_record_t *record = recorder();
    nbl_fft_record_touch_t *store = APPEND(record, stores, store);
    if (store != NULL) *store = (nbl_fft_record_touch_t){nbl_local_invocation_index(), index, bits_of(value)};
    return value;
}

static void receive(nbl_fft_record_t *record, uint32_t from, uint32_t dword, nbl_fft_diagram_way_t way) {
    nbl_fft_record_receipt_t *receipt = APPEND(record, receipts, receipt);
    if (receipt != NULL) *receipt = (nbl_fft_record_receipt_t){from, nbl_local_invocation_index(), dword, way};
}

uint32_t nbl_fft_record_shared_set(uint32_t index, uint32_t dword) {
    nbl_fft_record_t *record = recorder();
    if (index < record->shared_dwords) record->writers[index] = nbl_local_invocation_index();
    return dword;
}

uint32_t nbl_fft_record_shared_get(uint32_t index, uint32_t dword) {
    nbl_fft_record_t *record = recorder();
    if (index < record->shared_dwords) receive(record, record->writers[index], dword, NBL_FFT_DIAGRAM_SHARED);
    return dword;
}

nbl_dwords_t nbl_fft_record_shuffle_xor(uint32_t mask, nbl_dwords_t dwords) {
    uint32_t from = nbl_subgroup_id() * nbl_subgroup_size() + (nbl_subgroup_invocation_id() ^ mask);
    for (uint32_t d = 0; d < NBL_DWORDS_float32_t; d++)
        receive(recorder(), from, dwords.value[d], NBL_FFT_DIAGRAM_SUBGROUP);
    return dwords;
}

nbl_fft_pair_float32_t nbl_fft_record_pair(nbl_fft_pair_float32_t from, nbl_fft_pair_float32_t to) {
    nbl_complex_float32_t before[2] = {from.lo, from.hi}, after[2] = {to.lo, to.hi};
    nbl_fft_record_radix_before(before, 2);
    nbl_fft_record_radix_after(after, 2);
    return to;
}

nbl_complex_float32_t nbl_fft_record_product(nbl_complex_float32_t factor, nbl_complex_float32_t product) {
    nbl_fft_record_t *record = recorder();
    nbl_fft_record_product_t *entry = APPEND(record, products, product);
    if (entry != NULL) *entry = (nbl_fft_record_product_t){bits_of(factor), bits_of(product)};
    return product;
}

void nbl_fft_record_radix_before(const nbl_complex_float32_t *v, uint32_t radix) {
    nbl_fft_record_t *record = recorder();
    nbl_fft_record_butterfly_t *butterfly = APPEND(record, butterflies, butterfly);
    if (butterfly == NULL) return;
    butterfly->invocation = nbl_local_invocation_index();
    butterfly->radix = radix;
    for (uint32_t q = 0; q < radix; q++) butterfly->from[q] = bits_of(v[q]);
}

void nbl_fft_record_radix_after(const nbl_complex_float32_t *v, uint32_t radix) {
    nbl_fft_record_t *record = recorder();
    if (record->no_memory) return;
    nbl_fft_record_butterfly_t *butterfly = &record->butterflies[record->butterfly_count - 1u];
    for (uint32_t q = 0; q < radix; q++) butterfly->to[q] = bits_of(v[q]);
}
