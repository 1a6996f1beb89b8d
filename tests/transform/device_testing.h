/* A device's kernels as the interpreter runs them: modules of a program's stages, one dispatch after the other.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_TRANSFORM_DEVICE_TESTING_H
#define NBL_TESTS_TRANSFORM_DEVICE_TESTING_H

#include "gpu/compile.h"
#include "gpu/lines.h"
#include "nbl/host/interpreter.h"
#include "tests/common/testing.h"
#include "tests/transform/program_testing.h"

typedef struct memory_t {
    void *region[NBL_VIEW_REGIONS];
    uint64_t bytes[NBL_VIEW_REGIONS];
    bool check; /* look for races */
} memory_t;

static inline uint64_t address_of(uint32_t region) { return (uint64_t)(region + 1) << 40; }

static inline void dispatch(const nbl_compile_desc_t *compile, const nbl_interpreter_binding_t bindings[3],
                            uint32_t count, const memory_t *memory, const void *constants, uint32_t constant_bytes,
                            uint64_t workgroups) {
    nbl_interpreter_memory_t memories[NBL_VIEW_REGIONS];
    static nbl_interpreter_report_t report;
    nbl_interpreter_t *interpreter;
    nbl_error_t error;
    nbl_spirv_t spirv;
    nbl_interpreter_run_t run = {.bindings = bindings,
                                 .binding_count = count,
                                 .memories = memories,
                                 .push_constants = constants,
                                 .push_constant_bytes = constant_bytes,
                                 .check = memory->check};
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++)
        if (memory->bytes[r] != 0)
            memories[run.memory_count++] = (nbl_interpreter_memory_t){
                .address = address_of(r), .data = memory->region[r], .bytes = memory->bytes[r]};
    TEST_EXPECT(nbl_compile(compile, &spirv, &error));
    const nbl_interpreter_desc_t module = {.words = spirv.words, .word_count = spirv.word_count};
    TEST_EXPECT(nbl_interpreter_create(&module, &interpreter, &error));
    ck_assert(nbl_vulkan_split_groups(workgroups, run.groups));
    const nbl_result_t result = nbl_interpreter_run(interpreter, &run, &report);
    ck_assert_msg(result == NBL_SUCCESS, "%s%s", report.message,
                  report.finding_count > 0 ? report.findings[0].element : "");
    nbl_interpreter_destroy(interpreter);
    nbl_spirv_free(&spirv);
}

static inline nbl_interpreter_binding_t bound(const memory_t *memory, uint32_t binding, uint32_t region) {
    return (
        nbl_interpreter_binding_t){.binding = binding, .data = memory->region[region], .bytes = memory->bytes[region]};
}

static inline void run_stage(const nbl_fft_nd_stages_t *stages, const nbl_fft_nd_axis_t *axis,
                             const nbl_fft_nd_stage_t *stage, uint64_t first, uint64_t count, const memory_t *memory) {
    const nbl_fft_nd_table_t *table = &axis->tables[stage->table];
    nbl_interpreter_binding_t bindings[3] = {bound(memory, 0, stage->load.region),
                                             bound(memory, 1, stage->store.region),
                                             bound(memory, 2, stage->load.region)};
    nbl_defines_t defines;
    if (axis->whole.desc.batch != 0) {
        const nbl_compile_desc_t compile = nbl_fft_describe_compile(&axis->whole, NULL, stages->mode, true, &defines);
        dispatch(&compile, bindings, 2, memory, &axis->whole.desc.batch, 4, axis->whole.workgroups);
        return;
    }
    if (table->bytes != 0) bindings[2].data = table->numbers, bindings[2].bytes = table->bytes;
    const nbl_fft_lines_constants_t constants = nbl_fft_nd_stage_constants(axis, stage, first, count);
    const nbl_compile_desc_t compile = nbl_fft_lines_describe(&stage->desc, stage->order, stages->mode, true, &defines);
    const nbl_fft_lines_addressed_t addressed = {address_of(stage->load.region), address_of(stage->store.region),
                                                 constants};
    const void *given = stage->desc.addresses ? (const void *)&addressed : &constants;
    const uint32_t bytes = stage->desc.addresses ? sizeof addressed : sizeof constants;
    dispatch(&compile, bindings, 3, memory, given, bytes, nbl_fft_nd_stage_workgroups(stage, count));
}

/* Runs all kernels. In place region OUTPUT is region INPUT; a finding of the check fails the test. */
static inline void run_device(const nbl_fft_nd_stages_t *stages, const memory_t *memory) {
    for (uint32_t a = 0; a < stages->axes; a++) {
        const nbl_fft_nd_axis_t *axis = &stages->axis[a];
        for (uint64_t first = 0; first < axis->transforms; first += axis->chunk) {
            const uint64_t left = axis->transforms - first;
            for (uint32_t s = 0; s < axis->stages; s++)
                run_stage(stages, axis, &axis->stage[s], first, left < axis->chunk ? left : axis->chunk, memory);
        }
    }
}

#endif
