/* Words of gcc that MSVC has not: errors, in a check of syntax.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <float.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#define __attribute__(words) NBL_GNU_ATTRIBUTE
#define __attribute NBL_GNU_ATTRIBUTE
#define __typeof__ NBL_GNU_TYPEOF
#define typeof NBL_GNU_TYPEOF
#define __thread NBL_GNU_THREAD
#define __asm__ NBL_GNU_ASM
#define __label__ NBL_GNU_LABEL
#define __builtin_expect NBL_GNU_BUILTIN
#define __builtin_ctz NBL_GNU_BUILTIN
#define __builtin_clz NBL_GNU_BUILTIN
#define __builtin_popcount NBL_GNU_BUILTIN
#define __builtin_prefetch NBL_GNU_BUILTIN
#define __builtin_frame_address NBL_GNU_BUILTIN
#define __builtin_return_address NBL_GNU_BUILTIN
