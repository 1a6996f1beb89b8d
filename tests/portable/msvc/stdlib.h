/* What our plans need of MSVC's stdlib.h, for a check of syntax.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>
void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *realloc(void *memory, size_t bytes);
void free(void *memory);
void qsort(void *base, size_t count, size_t bytes, int (*compare)(const void *, const void *));
unsigned long strtoul(const char *text, char **end, int base);
