/* The version of headers, library and tools: one for all, part of every cache key.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_VERSION_H
#define NBL_VERSION_H

#define NBL_VERSION_MAJOR 0
#define NBL_VERSION_MINOR 3
#define NBL_VERSION_PATCH 0
#define NBL_VERSION (NBL_VERSION_MAJOR * 10000 + NBL_VERSION_MINOR * 100 + NBL_VERSION_PATCH)

#endif
