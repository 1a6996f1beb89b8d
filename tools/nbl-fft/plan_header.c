/* nbl-fft plan --header: the instance of nbl/fft.h with a plan, as a text that shaders and C programs include.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <stdio.h>
#include <string.h>

#include "nbl/fft/parameters.h"
#include "nbl/host/plan.h"

/* What an instance may have at most: NBL_FFT_SHARED_BYTES. */
enum { MOST_SHARED_BYTES = 49152 };

static bool is_name(const char *text) {
    if (strspn(text, "0123456789") > 0 || *text == '\0') return false;
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == '\0';
}

static uint32_t shared_bytes(nbl_fft_plan_t plan) {
    uint32_t planes = plan.complex_dwords == 4 ? 2 : 1;
    return 4 * planes * plan.plane_dwords * plan.ffts_per_workgroup;
}

/* Refuses what is no identifier as a name, and a plan of more shared memory than an instance may have. */
static int check_instance(const plan_header_t *header, nbl_fft_plan_t plan, nbl_error_t *error) {
    if (!is_name(header->name))
        return fail(error, EXIT_USAGE, "plan --name %s: must be a name of C: letters, digits and _, no digit first",
                    header->name);
    if (shared_bytes(plan) > MOST_SHARED_BYTES)
        return fail(error, EXIT_FAILED, "plan: takes %u bytes of shared memory, and an instance has at most %u",
                    shared_bytes(plan), (unsigned)MOST_SHARED_BYTES);
    return EXIT_DONE;
}

static void print_interface(const plan_header_t *header, const char *scalar, nbl_fft_plan_t plan) {
    const char *name = header->name;
    printf(" *\n"
           " * A workgroup has %u invocations, %s_workgroup_size, for %u transform%s, and takes %u bytes of shared "
           "memory.\n"
           " * You define, after the include,\n"
           " *\n"
           " *   nbl_complex_%s %s_get(uint32_t fft, uint32_t index)\n"
           " *   void %s_set(uint32_t fft, uint32_t index, nbl_complex_%s value)\n"
           " *\n"
           " * and call in every invocation, with the number of transforms,\n"
           " *\n"
           " *   %s_forward(%s_place(count)) or %s_inverse(%s_place(count))\n"
           " *\n",
           plan.invocations * plan.ffts_per_workgroup, name, plan.ffts_per_workgroup,
           plan.ffts_per_workgroup == 1 ? "" : "s", shared_bytes(plan), scalar, name, name, scalar, name, name, name,
           name);
    if (header->real)
        printf(
            " * index: of get before %s_forward half that of the signal, whose numbers are real and imaginary part by\n"
            " * turns; of set the frequency, 0 to %u. Before %s_inverse the other way about. It divides by the "
            "length.\n",
            name, plan.fft_length, name);
    else
        printf(
            " * index: of the signal on one side, of the frequency on the other. The inverse divides by the length.\n");
}

static const char *const precisions[] = {"fp16", "fp32", "fp64"};

int print_plan_header(const plan_header_t *header, nbl_fft_plan_t plan, nbl_error_t *error) {
    static const char *const scalars[] = {"float16_t", "float32_t", "float64_t"};
    const char *scalar = scalars[plan.complex_dwords / 2];
    char short_text[NBL_FFT_PLAN_TEXT_SIZE];
    int status = check_instance(header, plan, error);
    if (status != EXIT_DONE) return status;
    nbl_fft_plan_short_text(plan, short_text, sizeof short_text);
    printf("/* %s: an FFT of %u %s numbers in %s, by the plan %s.\n"
           " * SPDX-License-Identifier: Apache-2.0\n",
           header->name, header->length, header->real ? "real" : "complex", scalar, short_text);
    print_interface(header, scalar, plan);
    printf(" *\n * Made by: nbl-fft plan %u --header --name %s --plan %s --precision %s%s\n */\n", header->length,
           header->name, short_text, precisions[plan.complex_dwords / 2], header->real ? " --real" : "");
    if (plan.complex_dwords != 2)
        printf("#ifndef NBL_HAS_%s\n#define NBL_HAS_%s 1\n#endif\n", plan.complex_dwords == 1 ? "FLOAT16" : "FLOAT64",
               plan.complex_dwords == 1 ? "FLOAT16" : "FLOAT64");
    printf("#ifndef NBL_SUBGROUP_OPERATIONS /* it has no use for them, and needs no feature of the device */\n"
           "#define NBL_SUBGROUP_OPERATIONS 0\n"
           "#endif\n"
           "#define NBL_FFT_NAME %s\n"
           "#define NBL_FFT_LENGTH %u\n",
           header->name, header->length);
    if (plan.complex_dwords != 2) printf("#define NBL_FFT_SCALAR %s\n", scalar);
    if (header->real) printf("#define NBL_FFT_REAL 1\n");
    print_instance_plan(plan);
    printf("#include \"nbl/fft.h\"\n");
    return EXIT_DONE;
}

int print_plan_constants(const plan_header_t *header, nbl_fft_plan_t plan, nbl_error_t *error) {
    const char *name = header->name;
    char short_text[NBL_FFT_PLAN_TEXT_SIZE];
    int status = check_instance(header, plan, error);
    if (status != EXIT_DONE) return status;
    nbl_fft_plan_short_text(plan, short_text, sizeof short_text);
    const struct {
        const char *name;
        uint32_t value;
    } constants[] = {{"length", header->length},
                     {"signal_length", plan.fft_length},
                     {"workgroup_size", plan.invocations * plan.ffts_per_workgroup},
                     {"invocations", plan.invocations},
                     {"elements", plan.elements},
                     {"ffts_per_workgroup", plan.ffts_per_workgroup},
                     {"shared_dwords", shared_bytes(plan) == 0 ? 1 : shared_bytes(plan) / 4}};
    printf("/* The constants of %s, an FFT of %u %s numbers by the plan %s: what a host needs to launch it.\n"
           " * SPDX-License-Identifier: Apache-2.0\n"
           " *\n"
           " * Made by: nbl-fft plan %u --constants --name %s --plan %s --precision %s%s\n"
           " */\n"
           "enum {\n",
           name, header->length, header->real ? "real" : "complex", short_text, header->length, name, short_text,
           precisions[plan.complex_dwords / 2], header->real ? " --real" : "");
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++)
        printf("    %s_%s = %u,\n", name, constants[i].name, constants[i].value);
    printf("};\n");
    return EXIT_DONE;
}
