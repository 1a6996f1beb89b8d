/* The system's text of an error. A file of its own, since with GNU's extensions strerror_r() is another function.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "platform/file.h"

#include <stdio.h>
#include <string.h>

void nbl_platform_error_text(int error, char *text, size_t bytes) {
    if (strerror_r(error, text, bytes) != 0) snprintf(text, bytes, "error %d", error);
}
