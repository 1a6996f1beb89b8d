/* What JSON and XML have for a character: every writer of them asks here.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FILE_ESCAPE_H
#define NBL_HOST_FILE_ESCAPE_H

#include <stddef.h>

#define NBL_ESCAPE_BYTES 8 /* the longest piece, with its zero */

/* Put what stands for the first character of a text between the quotes of a JSON string, or into XML, and return how many
 * bytes of the text that was. Bytes that are no UTF-8 become the replacement character, one by one; what XML cannot hold
 * becomes a question mark. */
size_t nbl_escape_json(const char *text, char piece[NBL_ESCAPE_BYTES]);
size_t nbl_escape_xml(const char *text, char piece[NBL_ESCAPE_BYTES]);

#endif
