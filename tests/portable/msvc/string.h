/* What our headers and plans need of MSVC's string.h, for a check of syntax.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t bytes);
char *strchr(const char *text, int character);
char *strstr(const char *text, const char *part);
