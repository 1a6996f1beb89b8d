/* Compiles the kernel from its text, which the library's own headers complete, and says what the module needs.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/compile.h"

#include <stdio.h>

int main(void) {
    static const char text[] = "#version 460\n"
                               "#include \"nbl/lang.h\"\n"
                               "NBL_BUFFER(0, float32_t, numbers)\n"
                               "NBL_LOCAL_SIZE(64)\n"
                               "NBL_KERNEL(doubling) {\n"
                               "    uint32_t i = nbl_local_invocation_index();\n"
                               "    NBL_STORE(numbers, i, NBL_LOAD(numbers, i) * 2.0f);\n"
                               "}\n";
    nbl_compile_desc_t desc = {.file = "doubling.comp", .text = text};
    nbl_spirv_t spirv;
    nbl_module_info_t info;
    nbl_error_t error;
    if (nbl_compile(&desc, &spirv, &error) != NBL_SUCCESS ||
        nbl_module_inspect(spirv.words, spirv.word_count, NULL, &info, &error) != NBL_SUCCESS)
        return fprintf(stderr, "%s\n", error.text), 1;
    printf("%u invocations, %u binding\n", (unsigned)info.local_size[0], (unsigned)info.binding_count);
    nbl_spirv_free(&spirv);
    return 0;
}
