/* Decides whether anything depends on a launch's reads of uninitialised shared memory.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In C it cannot be followed what a value is computed from. So a launch whose only findings are reads of uninitialised
 * shared memory is repeated with other contents of fresh shared memory. If a result, a branch or an address depends on
 * them, a run leaves other results or makes other accesses.
 */
#include "emulator/internal.h"

#include <stdlib.h>
#include <string.h>

enum { CONTENTS = 5 }; /* that nbl_emulator_fill() knows: the first run has number 0, its repetitions 1 to 4 */

void nbl_emulator_fill(void *data, size_t bytes, uint32_t number) {
    static const unsigned char same[] = {0xA5, 0x00, 0xFF};
    unsigned char *at = data;
    if (number < sizeof same) {
        memset(data, same[number], bytes);
        return;
    }
    for (size_t i = 0; i < bytes; i += 4u) { /* 3: dwords 1, 2, 3 ..; 4: their products with 2^32 / the golden ratio */
        const uint32_t index = (uint32_t)(i / 4u) + 1u, bits = number == 3 ? index : index * 0x9E3779B9u;
        memcpy(at + i, &bits, bytes - i < 4u ? bytes - i : 4u);
    }
}

/* Whether two launches made as many accesses and synchronisations of each kind. */
static int same_counts(const nbl_emulator_report_t *a, const nbl_emulator_report_t *b) {
    return a->workgroup_barriers == b->workgroup_barriers && a->subgroup_operations == b->subgroup_operations &&
           a->shared_loads == b->shared_loads && a->shared_stores == b->shared_stores &&
           a->shared_atomics == b->shared_atomics && a->buffer_loads == b->buffer_loads &&
           a->buffer_stores == b->buffer_stores && a->buffer_atomics == b->buffer_atomics;
}

/* Returns whether a launch with other contents of shared memory has another result, other accesses or leaves other
 * resources; yes if there is no memory to find out.
 *
 * report         of the launch
 * before, after  contents of the resources before the launch and after it; `after` is there again in the end */
static int depends(const nbl_emulator_launch_t *launch, const nbl_emulator_report_t *report,
                   const unsigned char *before, const unsigned char *after) {
    nbl_emulator_launch_t again = *launch;
    nbl_emulator_report_t *other = malloc(sizeof *other);
    int differs = other == NULL;
    again.on_finding = NULL;
    again.trace = NULL;
    again.counters = NULL;
    again.choices = NULL;
    for (uint32_t fill = 1; fill < CONTENTS && !differs; fill++) {
        nbl_emulator_restore(launch, before);
        differs = nbl_emulator_launch_filled(&again, other, fill) != report->result || !same_counts(report, other) ||
                  nbl_emulator_difference(launch, after) != launch->resource_count;
    }
    nbl_emulator_restore(launch, after);
    free(other);
    return differs;
}

nbl_result_t nbl_emulator_launch(const nbl_emulator_launch_t *launch, nbl_emulator_report_t *report) {
    nbl_emulator_report_t unwanted;
    if (launch == NULL || launch->check == NBL_EMULATOR_CHECK_NONE ||
        !(launch->check_options & NBL_EMULATOR_ALLOW_UNUSED_READS) || launch->resources == NULL)
        return nbl_emulator_launch_filled(launch, report, 0);
    if (report == NULL) report = &unwanted;
    const size_t bytes = nbl_emulator_resource_bytes(launch) + 1u;
    unsigned char *copies = malloc(2u * bytes);
    if (copies != NULL) nbl_emulator_save(launch, copies);
    nbl_emulator_launch_filled(launch, report, 0);
    if (copies != NULL && report->result == NBL_ERROR_UNINITIALIZED) {
        nbl_emulator_save(launch, copies + bytes);
        if (!depends(launch, report, copies, copies + bytes)) {
            report->result = NBL_SUCCESS;
            report->message[0] = '\0';
            report->finding_count = 0;
            report->findings_without_room = 0;
        }
    }
    free(copies);
    return report->result;
}
