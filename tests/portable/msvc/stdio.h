/* What our plans need of MSVC's stdio.h, for a check of syntax.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdarg.h>
#include <stddef.h>
int snprintf(char *text, size_t bytes, const char *format, ...);
int vsnprintf(char *text, size_t bytes, const char *format, va_list arguments);
