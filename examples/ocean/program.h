/* The parts of the program beside the kernels: passes, their texts, and what computes them.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef OCEAN_PROGRAM_H
#define OCEAN_PROGRAM_H

#include <stdbool.h>

#include "examples/ocean/ocean.h"
#include "nbl/host/compile.h"

enum { OCEAN_PASSES = 5, OCEAN_BUFFERS = 6, OCEAN_EMULATED_SIDE = 64 };

extern const char *const ocean_pass_names[OCEAN_PASSES]; /* in the order in which they run; the first runs once */

/* Return the workgroups of a pass, and the bytes of a buffer, for a square of side x side points. */
uint32_t ocean_groups(uint32_t pass, uint32_t side);
uint64_t ocean_bytes(uint32_t buffer, uint32_t side);

/* Returns parameters of a sea with waves of a metre, in a square of 256 m. */
ocean_t ocean_default(void);

/* The kernels' texts, read from a folder. */
typedef struct ocean_texts_t {
    nbl_source_t sources[OCEAN_PASSES * 2 + 1];
} ocean_texts_t;

/* Reads the texts. Returns false, and why in *error. Free them in either case. */
bool ocean_texts_read(ocean_texts_t *texts, const char *folder, nbl_error_t *error);
void ocean_texts_free(ocean_texts_t *texts);

/* Compiles a pass of the texts; for_text: for nbl_write_text(). Free the module in either case. */
nbl_result_t ocean_compile(const ocean_texts_t *texts, uint32_t pass, uint32_t side, nbl_optimize_t optimize,
                           nbl_mode_t mode, bool for_text, nbl_spirv_t *spirv, nbl_error_t *error);

typedef struct ocean_job_t {
    ocean_t sea;
    uint32_t side;
    uint32_t frames;                   /* 1 or more: foam gathers over them, from time 0 to the sea's */
    float *displacement;               /* receives 4 side^2 floats, and so does */
    float *normals;                    /*  */
    const char *device;                /* as --device has it; NULL: the best */
    bool fast;                         /* the driver may fuse operations */
    bool timed;                        /* measure the passes */
    double milliseconds[OCEAN_PASSES]; /* receives the shortest times */
    char name[256];                    /* receives the device's */
} ocean_job_t;

/* Return the time of a frame, 0 to job->frames - 1. */
uint32_t ocean_time_of(const ocean_job_t *job, uint32_t frame);

/* Compute frames on the CPU's emulator, where the side must be OCEAN_EMULATED_SIDE, and on a Vulkan device. */
bool ocean_emulate(ocean_job_t *job, nbl_error_t *error);
bool ocean_run(ocean_job_t *job, const ocean_texts_t *texts, nbl_error_t *error);

#endif
