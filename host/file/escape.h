/* Escapes of characters in JSON and XML, for every writer of them.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FILE_ESCAPE_H
#define NBL_HOST_FILE_ESCAPE_H

#include <stddef.h>

#define NBL_ESCAPE_BYTES 8 /* the longest piece, with its zero */

/* Write the escaped form of a text's first character, for a string of JSON or for XML, into `piece`, and return how
 * many bytes of the text it took. Each byte that is not UTF-8 becomes the replacement character; a character that XML
 * cannot hold becomes a question mark. */
size_t nbl_escape_json(const char *text, char piece[NBL_ESCAPE_BYTES]);
size_t nbl_escape_xml(const char *text, char piece[NBL_ESCAPE_BYTES]);

#endif
