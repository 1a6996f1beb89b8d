/* Stands in for setjmp.h, which Debian's wasi-libc lacks. setjmp() returns once. longjmp(), which is called when memory
 * runs out, ends the instance; writer.js reports that.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_PACKAGES_NPM_SETJMP_H
#define NBL_PACKAGES_NPM_SETJMP_H

typedef int jmp_buf[1];
#define setjmp(at) ((void)(at), 0)
#define longjmp(at, value) ((void)(at), (void)(value), __builtin_trap())

#endif
