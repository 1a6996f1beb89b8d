/* Linked in front of the library: it carries no modules of its own kernels, so that their texts are compiled.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "spirv/general/general.h"

const nbl_general_packed_t nbl_general_packed[] = {{.bytes = NULL}};
