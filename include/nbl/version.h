/* The version of this library and of its tools, by Semantic Versioning (semver.org).
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_VERSION_H
#define NBL_VERSION_H

#define NBL_VERSION_TEXT "0.1.0" /* what `--version` of every tool prints */
#define NBL_VERSION 100          /* 10000 major + 100 minor + patch */

#endif
