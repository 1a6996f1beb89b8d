/* Errors of the host's functions: the result, and a line of text that says why.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A function that can fail returns nbl_result_t. Most take an nbl_error_t last, which receives the text and may be
 * NULL. After success the text is empty. Comments name errors without NBL_ERROR_: "Errors: ARGUMENT, LIMIT." ARGUMENT
 * is also the result for a number that is no value of its enumeration or lies outside the range in its comment, and for
 * a NULL pointer, unless a comment says that the pointer may be NULL.
 */
#ifndef NBL_HOST_ERROR_H
#define NBL_HOST_ERROR_H

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum nbl_result_t {
    NBL_SUCCESS = 0,
    NBL_ERROR_ARGUMENT,      /* the caller's mistake; the text names the argument and what it may be */
    NBL_ERROR_LIMIT,         /* beyond a limit; the text names the limit, its value and what was asked for */
    NBL_ERROR_OUT_OF_MEMORY, /* of the host or the device */
    NBL_ERROR_BAD_KERNEL,    /* a bloom kernel whose luminance is zero, negative or not finite: nothing to divide by */

    /* text to module */
    NBL_ERROR_INCLUDE, /* an include is missing, or includes itself */
    NBL_ERROR_COMPILE, /* the text does not compile */
    NBL_ERROR_SPIRV,   /* not a SPIR-V compute module, or a damaged one */

    /* a device */
    NBL_ERROR_NO_DEVICE,       /* no loader, no driver, or no device that fits: fall back to the emulator */
    NBL_ERROR_MISSING_FEATURE, /* the device lacks, or did not enable, what a kernel needs */
    NBL_ERROR_NOT_READY,       /* a timestamp that has not been written yet */
    NBL_ERROR_DEVICE_LOST,
    NBL_ERROR_VULKAN, /* any other VkResult; the text names it */

    /* a kernel that the emulator runs */
    NBL_ERROR_DIVERGENT_BARRIER,  /* invocations wait at different barriers, or some ended while others wait */
    NBL_ERROR_DIVERGENT_SUBGROUP, /* a subgroup operation was reached by only a part of its subgroup */
    NBL_ERROR_OUT_OF_BOUNDS,      /* an access outside a shared array, a buffer or an image */
    NBL_ERROR_INVALID_SHUFFLE,    /* a lane outside the subgroup */
    NBL_ERROR_UNORDERED_SHUFFLE,  /* lanes need not run in lock-step, but shuffle as if they did */
    NBL_ERROR_MISSING_RESOURCE,   /* a binding or push constants that the launch lacks, or gives in an unusable form */
    NBL_ERROR_TOO_MANY,           /* more shared arrays or counters than NBL_EMULATOR_MAX_.. allows */
    NBL_ERROR_SHARED_CHANGED,     /* a shared array changed its size inside a workgroup */
    NBL_ERROR_RACE,               /* the checker found accesses that nothing orders: see the report's findings */
    NBL_ERROR_UNINITIALIZED,      /* the checker found no race, but a read of uninitialised shared memory */
    NBL_ERROR_STEP_LIMIT,         /* a workgroup took more steps than the launch allows */
    NBL_ERROR_STACK_OVERFLOW,
    NBL_ERROR_FAULT,          /* a signal of the kernel's code, such as a division by zero or a wild pointer */
    NBL_ERROR_ASSERTION,      /* the condition of an NBL_ASSERT is false */
    NBL_ERROR_RESULTS_DIFFER, /* two runs of a sweep left different results */
    NBL_ERROR_UNWRITTEN,      /* the kernel left a part of a binding unwritten that the launch declares as a result */

    NBL_ERROR_BAD_IMAGE /* a texel of a bloom's image is NaN or infinite, and the description refuses it */
} nbl_result_t;

typedef struct nbl_error_t {
    char text[1024]; /* one line, "what: why", without a newline; empty after success */
} nbl_error_t;

/* Returns the name of a result in plain words, such as "limit exceeded" or "divergent barrier"; never NULL.
 * Thread-safe. */
const char *nbl_result_text(nbl_result_t result);

#if defined(__cplusplus)
}
#endif

#endif
