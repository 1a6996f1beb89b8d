/* Tests a proof by runs with other random contents.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-emulate.h"

#include <stdio.h>
#include <string.h>

/* Returns whether a resource keeps its contents in these runs, since the proof relies on them: uniform buffers, push
 * constants, and buffers that are declared to be fixed. */
static bool stays(const request_t *request, const nbl_interpreter_resource_t *resource) {
    bool fixed = resource->kind == NBL_INTERPRETER_UNIFORM_BUFFER;
    for (uint32_t i = 0; i < request->fixed_buffers.count; i++)
        fixed |= strcmp(request->fixed_buffers.values[i], resource->name) == 0;
    return fixed;
}

int hold_proof(const request_t *request, const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *proved,
               const bound_t *bound, const sizes_t *sizes, uint64_t invocations, nbl_error_t *error) {
    uint64_t compared = 0, beyond = 0;
    uint32_t early = 0; /* runs that ended early, where they access more than a size that was made up */
    for (uint32_t k = 1; k <= request->hold; k++) {
        request_t other = *request;
        bound_t made = {0};
        uint64_t some, not_there;
        nbl_error_t why = {""};
        other.random_seed = request->random_seed + k;
        const int status = make_bindings(&other, interpreter, invocations, sizes, &made, error);
        if (status != EXIT_DONE) {
            free_bindings(&made);
            return status;
        }
        for (uint32_t i = 0; i < made.count; i++)
            if (stays(request, &made.resources[i]))
                memcpy(made.bindings[i].data, bound->bindings[i].data, (size_t)made.bindings[i].bytes);
        nbl_interpreter_run_t run = *proved;
        run.bindings = made.bindings;
        run.memories = made.memories;
        run.memory_count = made.memory_count;
        const nbl_result_t result = nbl_interpreter_hold(interpreter, proved, &run, 1, &some, &not_there, &why);
        free_bindings(&made);
        early += result == NBL_ERROR_MISSING_RESOURCE;
        /* an index out of bounds is a finding of these contents, and no race: the accesses were compared all the
         * same */
        if (result != NBL_SUCCESS && result != NBL_ERROR_MISSING_RESOURCE && result != NBL_ERROR_OUT_OF_BOUNDS)
            return fail(error, EXIT_FAILED, "%s: --hold: %s", request->shader, why.text);
        compared += some;
        beyond += not_there;
    }
    printf("held against %u other runs: %llu accesses, %llu that the proof has not\n", (unsigned)request->hold,
           (unsigned long long)compared, (unsigned long long)beyond);
    if (early != 0)
        printf("  %u of these runs ended early, where they access more bytes than were made up: --bind gives sizes\n",
               (unsigned)early);
    return beyond != 0 ? EXIT_FOUND : EXIT_DONE;
}
