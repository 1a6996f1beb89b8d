/* Debian's wasi-libc has no setjmp.h: setjmp() comes back once, and longjmp(), which memory that ran out calls, ends the
 * instance; writer.js reports that.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_PACKAGES_NPM_SETJMP_H
#define NBL_PACKAGES_NPM_SETJMP_H

typedef int jmp_buf[1];
#define setjmp(at) ((void)(at), 0)
#define longjmp(at, value) ((void)(at), (void)(value), __builtin_trap())

#endif
