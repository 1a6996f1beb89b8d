/* What the files of `nbl-fft bench` share: rows, what is measured of them, and the three ways of writing them down.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_NBL_FFT_BENCH_H
#define NBL_TOOLS_NBL_FFT_BENCH_H

#include <stdio.h>

#include "timing.h"
#include "nbl-fft.h"
#include "nbl/host/plan.h"

/* Transforms of a row whose error is measured: two as the first of the batch, two as the last. */
#define BENCH_CHECKED_TRANSFORMS 4u

typedef enum bench_by_t { BENCH_BY_NBL = 0, BENCH_BY_VKFFT, BENCH_BY_FFTW } bench_by_t;

/* A row of the table: one length, precision and mode, by one library. */
typedef struct bench_row_t {
    bench_by_t by;
    nbl_fft_transform_desc_t desc;
    nbl_fft_transform_plan_t plan; /* ours only */
    nbl_mode_t mode;               /* ours only */
    uint32_t twiddles;             /* ours only: NBL_FFT_TWIDDLES_* + 1; 0: the library's choice */
    bool in_place;
    nbl_fft_bench_kernel_t *built; /* ours, until nbl_fft_bench_take() */
    uint32_t number;               /* in the bench */
    nbl_fft_timing_t timing;       /* of a launch; of FFTW one transform */
    /* relative L2 error: against float64, or for float64 against long double; NaN: not measured */
    double error;
    char text[NBL_FFT_PLAN_TEXT_SIZE]; /* the plan, or how a peer does it */
    char message[1024];                /* why there is no figure; empty: there is one */
} bench_row_t;

/* A library to compare with. version: as it was built in; NULL: this build has none. */
typedef struct bench_peer_t {
    const char *name, *package, *version;
} bench_peer_t;

/* Everything that was measured. */
typedef struct bench_report_t {
    char command[1024]; /* that was given, without options that name files */
    const nbl_vulkan_device_info_t *device;
    nbl_fft_timing_t copy[2]; /* before and after all other rows */
    uint64_t bytes;           /* bytes that a launch reads; it writes as many */
    uint32_t runs, passes, row_count;
    bool peers_wanted;
    bench_peer_t peers[2];
    bench_row_t *rows;
} bench_report_t;

/* Names of a row's values as they are printed: "nbl", of another unroller "tools" or "loops", "VkFFT", "FFTW"; "exact",
 * "fast" or NULL. */
const char *bench_by_name(const bench_row_t *row);
const char *bench_mode_name(const bench_row_t *row);
/* Returns the bytes that a launch reads; it writes as many. */
uint64_t bench_batch_bytes(const bench_row_t *row);
/* Returns GB/s of what a launch reads and writes. */
double bench_rate(const nbl_fft_timing_t *timing);

/* ---- bench_table.c, bench_json.c, bench_svg.c */

void bench_print_table(const bench_report_t *report);
void bench_write_json(const bench_report_t *report, FILE *file);
/* Writes the plot. Returns false without memory. */
bool bench_write_svg(const bench_report_t *report, FILE *file);

/* ---- bench_shapes.c */

typedef struct bench_shapes_t {
    const char *const *cases; /* "1024x1024", or lengths that no kernel has */
    uint32_t count;
    uint32_t precisions, modes; /* bits */
    uint32_t routes;            /* bits of nbl_fft_route_t; 0: the best */
    bool real, inverse, overwrites, peers;
    uint32_t megabytes, runs;
    uint64_t checked_bytes; /* of an array, at most, that are compared with the CPU */
    const char *device;
    const char *wisdom; /* a file; NULL: none */
} bench_shapes_t;

/* Times and prints. Returns EXIT_DONE, EXIT_USAGE or EXIT_FAILED. */
int bench_shapes(const bench_shapes_t *wanted, nbl_error_t *error);

/* ---- bench_error.c */

/* Random transforms of one length, and their spectra in long double. */
typedef struct bench_check_t {
    uint32_t length, transforms;
    nbl_fft_precision_t precision;
    void *stored; /* the signals as a kernel reads them */
    size_t stored_bytes;
    long double *spectrum; /* real and imaginary parts by turns */
} bench_check_t;

/* Draws the signals and computes their spectra. Returns false without memory. */
bool bench_check_make(bench_check_t *check, uint32_t length, uint32_t transforms, nbl_fft_precision_t precision);
void bench_check_free(bench_check_t *check);
/* Returns the relative L2 error of a kernel's results for check->stored. */
double bench_check_error(const bench_check_t *check, const void *computed);

/* ---- peer_vkfft.c, where libvkfft-dev is installed */

typedef struct bench_vkfft_t bench_vkfft_t;

/* Returns VkFFT's version; NULL: this build has no VkFFT. */
const char *bench_vkfft_version(void);

/* Opens what all plans of a device share. Returns NULL, and says why. */
bench_vkfft_t *bench_vkfft_open(nbl_vulkan_device_t *device, char why[256]);
void bench_vkfft_close(bench_vkfft_t *vkfft);

/* Compiles a plan for row->desc and adds it to the bench: from its first buffer to its second, or in place in the
 * second. Fills in row->number and row->text, or row->message. */
void bench_vkfft_add(bench_vkfft_t *vkfft, nbl_fft_bench_t *bench, bench_row_t *row);

/* As bench_vkfft_add(), for complex arrays of one to three dimensions, one behind the other. Returns false and says
 * why.
 * 
 * number, passes  receive the row's number, and how often the arrays are read and written */
bool bench_vkfft_add_arrays(bench_vkfft_t *vkfft, nbl_fft_bench_t *bench, const nbl_fft_nd_desc_t *arrays,
                            bool in_place, uint32_t *number, uint32_t *passes, char why[256]);

/* ---- peer_fftw.c, where libfftw3-dev is installed */

const char *bench_fftw_version(void);

/* Plans, measures row->timing (one transform, on one thread) and transforms check->stored: row->error, or row->message.
 */
void bench_fftw_measure(bench_row_t *row, const bench_check_t *check);

#endif
