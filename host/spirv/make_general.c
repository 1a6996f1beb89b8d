/* Makes a module for given parameters of the general one that the library carries.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "make_general.h"

#include <stdlib.h>

#include "general/general.h"
#include "optimize.h"

nbl_specialize_result_t nbl_general_make(const nbl_compile_desc_t *desc, nbl_spirv_t *spirv) {
    nbl_general_found_t found;
    if (!nbl_general_find(desc, &found)) return NBL_SPECIALIZE_REFUSED;
    uint32_t *words = nbl_general_words(found.packed), *made;
    size_t count;
    if (!words) return NBL_SPECIALIZE_OUT_OF_MEMORY; /* packed by us: nothing else can be wrong */
    nbl_specialize_options_t options = nbl_spirv_specialize_options(desc);
    options.marks = true;
    options.no_loop_asks = !found.loops_ask;
    options.constants = found.constants;
    options.constant_count = found.constant_count;
    nbl_specialize_result_t result =
        nbl_specialize(&options, words, found.packed->words, &made, &count, spirv->refused);
    free(words);
    if (result != NBL_SPECIALIZE_DONE) return result;
    spirv->words = made;
    spirv->word_count = count;
    spirv->general = true;
    return NBL_SPECIALIZE_DONE;
}
