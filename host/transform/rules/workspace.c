/* How many transforms go through the workspace at once.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     the steps of the axis at hand; some store to the workspace.
 * Out:    the same steps with a `chunk`, the number of transforms that go through all steps before the next ones do;
 *         the region's bytes.
 * How:    a chunk is as large as choose.h says, in whole blocks of transforms that lie side by side.
 * When:   always; an axis without a workspace has one chunk.
 */
#include "error/error.h"
#include "transform/rules/rules.h"

static void count_blocks(uint64_t chunk, nbl_view_t *view) {
    if (view->region >= NBL_VIEW_WORK0) view->transforms[1].count = (chunk + view->stride - 1) / view->stride;
}

nbl_result_t nbl_rule_workspace(nbl_rules_t *rules) {
    nbl_program_t *program = rules->program;
    const nbl_rules_axis_t *axis = &rules->axis;
    uint64_t bytes[NBL_RULES_WORKS], all = 0, largest = 0, chunk = axis->transforms;
    for (uint32_t w = 0; w < NBL_RULES_WORKS; w++) {
        bytes[w] = axis->work_elements[w] * axis->work_bytes[w];
        all += bytes[w];
        if (bytes[w] > largest) largest = bytes[w];
    }
    if (all == 0) return NBL_SUCCESS;
    if (axis->interleaves) chunk = (chunk + axis->beside - 1) / axis->beside * axis->beside;
    const uint64_t most = nbl_choose_chunk(&rules->choose.limits, all, largest, axis->beside);
    if (most == 0)
        return nbl_fail(rules->error, NBL_ERROR_LIMIT,
                        "length %u: its workspace takes %llu bytes, the limit of a buffer is %llu: transform it on the "
                        "CPU, or another length, best without a prime factor above 13 (in fast mode 31)",
                        axis->length, (unsigned long long)(largest * axis->beside),
                        (unsigned long long)rules->choose.limits.max_buffer_bytes);
    if (most < chunk) chunk = most;
    for (uint32_t s = axis->first; s < program->steps; s++) {
        program->step[s].chunk = chunk;
        count_blocks(chunk, &program->step[s].load);
        count_blocks(chunk, &program->step[s].store);
    }
    for (uint32_t w = 0; w < NBL_RULES_WORKS; w++)
        if (chunk * bytes[w] > program->region_bytes[NBL_VIEW_WORK0 + w])
            program->region_bytes[NBL_VIEW_WORK0 + w] = chunk * bytes[w];
    return NBL_SUCCESS;
}
