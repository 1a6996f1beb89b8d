/* The text of a general module: its parameters declared as specialization constants before the kernel's own text.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "spirv/general/general.h"

void nbl_general_text(const nbl_general_kernel_t *kernel, nbl_text_t *out) {
    unsigned id = 1;
    nbl_text_format(out, "#define NBL_GENERAL %d\n#include \"nbl/lang.h\"\n", kernel->workgroup ? 2 : 1);
    for (const char *const *p = kernel->parameters; *p; p++) {
        unsigned first = id, numbers = **p == '{' ? NBL_GENERAL_PLAN_NUMBERS : 1;
        for (; id < first + numbers; id++) nbl_text_format(out, "NBL_GENERAL_NUMBER(%u, nbl_number_%u)\n", id, id);
        nbl_text_format(out, "#define %s %s", *p + 1, numbers > 1 ? "{" : "");
        for (unsigned k = first; k < id; k++) nbl_text_format(out, "%snbl_number_%u", k > first ? ", " : "", k);
        nbl_text_format(out, "%s\n", numbers > 1 ? "}" : "");
    }
    nbl_text_format(out, "#include \"%s\"\n", kernel->file);
}
