/* The record that a kernel makes of its elements while it runs, for host/fft/diagram.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_DIAGRAM_RECORD_H
#define NBL_HOST_FFT_DIAGRAM_RECORD_H

#include "fft/diagram.h"
#include "nbl/fft/butterfly.h"
#include "nbl/complex.h"

#define NBL_FFT_RECORD_MAX_RADIX 32

/* An element, by its bits. */
typedef struct nbl_fft_record_bits_t {
    uint32_t real, imag;
} nbl_fft_record_bits_t;

typedef struct nbl_fft_record_butterfly_t {
    uint32_t invocation, radix;
    nbl_fft_record_bits_t from[NBL_FFT_RECORD_MAX_RADIX], to[NBL_FFT_RECORD_MAX_RADIX];
} nbl_fft_record_butterfly_t;

/* What an invocation touched: an element that it loaded or stored, a dword that it received, or an element times its
 * twiddle. */
typedef struct nbl_fft_record_touch_t {
    uint32_t invocation, index;
    nbl_fft_record_bits_t bits;
} nbl_fft_record_touch_t;

typedef struct nbl_fft_record_receipt_t {
    uint32_t from, to, dword;
    nbl_fft_diagram_way_t way;
} nbl_fft_record_receipt_t;

typedef struct nbl_fft_record_product_t {
    nbl_fft_record_bits_t factor, product;
} nbl_fft_record_product_t;

/* The record: growing lists. The kernel finds it by the launch's specialization. */
typedef struct nbl_fft_record_t {
    nbl_fft_transform_parameters_t parameters; /* first: as in any other launch */
    nbl_fft_record_butterfly_t *butterflies;
    nbl_fft_record_touch_t *loads, *stores;
    nbl_fft_record_receipt_t *receipts;
    nbl_fft_record_product_t *products;
    uint64_t butterfly_count, load_count, store_count, receipt_count, product_count;
    uint64_t butterfly_room, load_room, store_room, receipt_room, product_room;
    uint32_t *writers; /* of shared memory, by dword */
    uint32_t shared_dwords;
    bool no_memory;
} nbl_fft_record_t;

/* Each returns its last argument's value, so that it can stand around an expression. */
nbl_complex_float32_t nbl_fft_record_load(uint32_t index, nbl_complex_float32_t value);
nbl_complex_float32_t nbl_fft_record_store(uint32_t index, nbl_complex_float32_t value);
uint32_t nbl_fft_record_shared_set(uint32_t index, uint32_t dword);
uint32_t nbl_fft_record_shared_get(uint32_t index, uint32_t dword);
nbl_dwords_t nbl_fft_record_shuffle_xor(uint32_t mask, nbl_dwords_t dwords);
nbl_fft_pair_float32_t nbl_fft_record_pair(nbl_fft_pair_float32_t from, nbl_fft_pair_float32_t to);
nbl_complex_float32_t nbl_fft_record_product(nbl_complex_float32_t factor, nbl_complex_float32_t product);
/* Record a butterfly: called before and after a radix kernel, by one invocation, without a synchronisation between. */
void nbl_fft_record_radix_before(const nbl_complex_float32_t *v, uint32_t radix);
void nbl_fft_record_radix_after(const nbl_complex_float32_t *v, uint32_t radix);

void nbl_fft_diagram_radix2(void);
void nbl_fft_diagram_stockham(void);

#endif
