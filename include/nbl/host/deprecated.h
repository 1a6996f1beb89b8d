/* Marks functions that a later version no longer has: a call is a compiler's warning that names what takes their place.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Define NBL_SILENT_DEPRECATED before the first header of nbl/host, and nothing is said. docs/guide/arrays.md has a row
 * for each function that is marked.
 */
#ifndef NBL_HOST_DEPRECATED_H
#define NBL_HOST_DEPRECATED_H

/* Marks a function that is declared above.
 *
 * name     of the function
 * instead  a text: what takes its place; MSVC does not show it */
#if defined(NBL_SILENT_DEPRECATED)
#define NBL_DEPRECATED(name, instead) struct nbl_deprecated_t
#elif defined(__GNUC__)
#define NBL_DEPRECATED(name, instead) \
    extern __typeof__(name) name __attribute__((deprecated("since 0.3: " instead " takes its place")))
#elif defined(_MSC_VER)
#define NBL_DEPRECATED(name, instead) __pragma(deprecated(name)) struct nbl_deprecated_t
#else
#define NBL_DEPRECATED(name, instead) struct nbl_deprecated_t
#endif

#endif
