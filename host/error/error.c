/* Names of results, and the one line that explains a failure.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "error/error.h"

#include <stdarg.h>
#include <stdio.h>

const char *nbl_result_text(nbl_result_t result) {
    switch (result) {
    case NBL_SUCCESS: return "success";
    case NBL_ERROR_ARGUMENT: return "invalid argument";
    case NBL_ERROR_LIMIT: return "limit exceeded";
    case NBL_ERROR_OUT_OF_MEMORY: return "out of memory";
    case NBL_ERROR_BAD_KERNEL: return "bad kernel";
    case NBL_ERROR_BAD_IMAGE: return "bad image";
    case NBL_ERROR_INCLUDE: return "include failed";
    case NBL_ERROR_COMPILE: return "compile error";
    case NBL_ERROR_SPIRV: return "damaged SPIR-V";
    case NBL_ERROR_NO_DEVICE: return "no Vulkan device";
    case NBL_ERROR_MISSING_FEATURE: return "missing feature";
    case NBL_ERROR_NOT_READY: return "not ready";
    case NBL_ERROR_DEVICE_LOST: return "device lost";
    case NBL_ERROR_VULKAN: return "Vulkan error";
    case NBL_ERROR_DIVERGENT_BARRIER: return "divergent barrier";
    case NBL_ERROR_DIVERGENT_SUBGROUP: return "divergent subgroup";
    case NBL_ERROR_OUT_OF_BOUNDS: return "out of bounds";
    case NBL_ERROR_INVALID_SHUFFLE: return "invalid shuffle";
    case NBL_ERROR_UNORDERED_SHUFFLE: return "unordered shuffle";
    case NBL_ERROR_MISSING_RESOURCE: return "missing resource";
    case NBL_ERROR_TOO_MANY: return "too many shared arrays or counters";
    case NBL_ERROR_SHARED_CHANGED: return "shared array changed its size";
    case NBL_ERROR_RACE: return "race";
    case NBL_ERROR_UNINITIALIZED: return "uninitialised read";
    case NBL_ERROR_STEP_LIMIT: return "step limit";
    case NBL_ERROR_STACK_OVERFLOW: return "stack overflow";
    case NBL_ERROR_FAULT: return "fault";
    case NBL_ERROR_ASSERTION: return "assertion";
    case NBL_ERROR_RESULTS_DIFFER: return "results differ";
    case NBL_ERROR_UNWRITTEN: return "a result was not written";
    }
    return "unknown result";
}

void nbl_error_clear(nbl_error_t *error) {
    if (error) error->text[0] = 0;
}

nbl_result_t nbl_fail(nbl_error_t *error, nbl_result_t result, const char *format, ...) {
    va_list arguments;
    char *p;
    if (!error) return result;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    for (p = error->text; *p; p++) {
        if ((unsigned char)*p < ' ') *p = ' ';
    }
    while (p > error->text && p[-1] == ' ') *--p = 0;
    return result;
}

nbl_result_t nbl_fail_memory(nbl_error_t *error, const char *what) {
    return nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY, "%s: the host is out of memory", what);
}
