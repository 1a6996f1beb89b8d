/* Times batched transforms on a Vulkan device beside a copy kernel, with warm clocks.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_BENCH_H
#define NBL_HOST_FFT_BENCH_H

#include "nbl/host/fft_vulkan.h"

typedef struct nbl_fft_bench_t nbl_fft_bench_t;

/* How long a kernel took, and what its driver tells of it. */
typedef struct nbl_fft_timing_t {
    double nanoseconds; /* median of a launch; short ones are timed several at once */
    double spread;      /* of the middle half, relative to the median */
    uint64_t bytes;     /* read and written by a launch */
    /* 0 in the next three: the driver does not tell */
    uint32_t registers;     /* of an invocation */
    uint32_t binary_bytes;  /* of the driver's code */
    uint32_t spilled_bytes; /* of an invocation's registers that are in memory */
    uint32_t shared_bytes;  /* per workgroup */
} nbl_fft_timing_t;

#define NBL_FFT_BENCH_WARM_UP_RUNS 30u

/* Makes two buffers of `bytes` each, fills the first with numbers of about 1, and builds the copy kernel.
 * Errors: NBL_ERROR_VULKAN, NBL_ERROR_LIMIT, NBL_ERROR_OUT_OF_MEMORY.
 *
 * runs    timed launches of each kernel, after NBL_FFT_BENCH_WARM_UP_RUNS untimed ones; 5 or more */
nbl_result_t nbl_fft_bench_create(nbl_vulkan_device_t *device, nbl_cache_t *cache, uint64_t bytes, uint32_t runs,
                                  nbl_fft_bench_t **bench, nbl_error_t *error);
void nbl_fft_bench_destroy(nbl_fft_bench_t *bench);

/* Returns how many transforms of a length the buffers hold: the batch of a plan to be timed. */
uint32_t nbl_fft_bench_batch(const nbl_fft_bench_t *bench, uint32_t length, nbl_fft_precision_t precision);

/* Plans a transform as a program of a mode has it: nbl_fft_transform_plan() with the mode's radices and twiddles. Other
 * errors: ARGUMENT for a radix that fused mode cannot have.
 *
 * desc  its any_radices holds in exact mode, too */
nbl_result_t nbl_fft_bench_plan(const nbl_fft_transform_desc_t *desc, nbl_mode_t mode, nbl_fft_transform_plan_t *plan,
                                nbl_error_t *error);

/* A kernel that is built and not yet added to the timed kernels. */
typedef struct nbl_fft_bench_kernel_t nbl_fft_bench_kernel_t;

/* Builds a plan's kernel. Thread-safe: drivers take long, and have many processors. */
nbl_result_t nbl_fft_bench_build(const nbl_fft_bench_t *bench, const nbl_fft_transform_plan_t *plan, nbl_mode_t mode,
                                 bool unroll, nbl_fft_bench_kernel_t **kernel, nbl_error_t *error);

/* Takes a kernel that was built over, to be timed by nbl_fft_bench_run(); *number tells it apart. */
nbl_result_t nbl_fft_bench_take(nbl_fft_bench_t *bench, nbl_fft_bench_kernel_t *kernel, uint32_t *number,
                                nbl_error_t *error);

/* Builds a kernel and takes it over: nbl_fft_bench_build(), nbl_fft_bench_take(). */
nbl_result_t nbl_fft_bench_add(nbl_fft_bench_t *bench, const nbl_fft_transform_plan_t *plan, nbl_mode_t mode,
                               bool unroll, uint32_t *number, nbl_error_t *error);

/* Records one launch of something that is not ours: it reads the bench's first buffer and writes the second, or works
 * in place on the second. Returns false where it cannot. */
typedef bool (*nbl_fft_bench_record_t)(void *user, VkCommandBuffer commands);

/* Adds a foreign record, to be timed like a kernel.
 * 
 * user   must outlive the bench
 * bytes  read and written by a launch
 * name   for messages; must outlive the bench */
nbl_result_t nbl_fft_bench_add_foreign(nbl_fft_bench_t *bench, const char *name, nbl_fft_bench_record_t record,
                                       void *user, uint64_t bytes, uint32_t *number, nbl_error_t *error);

/* Returns one of the bench's two buffers, for foreign records. */
const nbl_vulkan_buffer_t *nbl_fft_bench_buffer(const nbl_fft_bench_t *bench, uint32_t which);

/* Launches a kernel once on data of the caller's, and reads its results back, to measure its error. The data goes to
 * two places of the buffer that it reads, and comes from the same two places of the buffer that it writes.
 *
 * in_place  true: the kernel reads the second buffer
 * bytes     of in, and of out; a multiple of 4
 * first     bytes at the beginning of the buffer; the rest lies at `offset`; both multiples of 4 */
nbl_result_t nbl_fft_bench_launch(nbl_fft_bench_t *bench, uint32_t number, bool in_place, const void *in, void *out,
                                  uint64_t bytes, uint64_t first, uint64_t offset, nbl_error_t *error);

/* Lets nbl_fft_bench_run() go `passes` times over the kernels of a group, in another order each time, so that clocks,
 * which follow what ran in the last tenths of a second, are the same for all of them: their times can be compared to a
 * percent. A timing is then the mean of the middle half of all passes' launches. */
void nbl_fft_bench_repeat(nbl_fft_bench_t *bench, uint32_t passes);

/* Lets the device rest behind every submission, `share` times as long as that took. At its power limit a GPU's clocks
 * rise and fall by a quarter within a second, and what a kernel ran before decides which it has; with rests they stay.
 * */
void nbl_fft_bench_rest(nbl_fft_bench_t *bench, double share);

/* Begins a group, of all that is added from here on. */
void nbl_fft_bench_begin_group(nbl_fft_bench_t *bench);

/* Times one kernel that was added, now, in one submission; its timing follows.
 *
 * untimed  launches before the ones that are timed */
nbl_result_t nbl_fft_bench_time(nbl_fft_bench_t *bench, uint32_t number, uint32_t untimed, nbl_error_t *error);

/* Destroys all kernels from `number` on, which is 1 or more. */
void nbl_fft_bench_clear(nbl_fft_bench_t *bench, uint32_t number);

/* Times kernels from first to end - 1 by turns, as nbl_fft_bench_repeat() says, without warming up. */
nbl_result_t nbl_fft_bench_time_by_turns(nbl_fft_bench_t *bench, uint32_t first, uint32_t end, nbl_error_t *error);

/* Times the copy kernel, once clocks are steady, every kernel added, and the copy kernel again: two copies that differ
 * tell of unsteady clocks. */
nbl_result_t nbl_fft_bench_run(nbl_fft_bench_t *bench, nbl_fft_timing_t *copy_again, nbl_error_t *error);

/* Returns a kernel's timing after the run; number 0 is the copy kernel. */
nbl_fft_timing_t nbl_fft_bench_timing(const nbl_fft_bench_t *bench, uint32_t number);

#endif
