/* What a driver's compiler says of a kernel: the drivers' names for it.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "figures.h"

#include <stddef.h>
#include <string.h>

#define FIELD(name) offsetof(bench_figures_t, name)

/* The names that drivers give a field. The first name that a driver has counts; spills of several names are added. */
static const struct {
    const char *name;
    size_t field;
} names[] = {
    {"Register Count", FIELD(registers)},       /* NVIDIA */
    {"Local Memory", FIELD(spills)},            /* NVIDIA, bytes */
    {"VGPRs", FIELD(registers)},                /* RADV */
    {"Spilled VGPRs", FIELD(spills)},           /* RADV */
    {"Spilled SGPRs", FIELD(spills)},           /* RADV */
    {"Subgroups per SIMD", FIELD(resident)},    /* RADV */
    {"VALU", FIELD(instructions)},              /* RADV of Mesa 23 on */
    {"Max live registers", FIELD(registers)},   /* ANV */
    {"Spills", FIELD(spills)},                  /* ANV, Honeykrisp */
    {"Spill count", FIELD(spills)},             /* ANV of Mesa 22 and 23 */
    {"GPRs", FIELD(registers)},                 /* Honeykrisp */
    {"Threads", FIELD(resident)},               /* Honeykrisp */
    {"Registers used", FIELD(registers)},       /* Turnip */
    {"STP Count", FIELD(spills)},               /* Turnip: stores to private memory */
    {"Max Waves Per Core", FIELD(resident)},    /* Turnip */
    {"Number of GPRs", FIELD(registers)},       /* NVK */
    {"Spills to memory", FIELD(spills)},        /* NVK */
    {"Max warps/SM", FIELD(resident)},          /* NVK */
    {"ALU", FIELD(instructions)},               /* Honeykrisp */
    {"Instructions", FIELD(instructions)},      /* ANV, RADV of Mesa 22 */
    {"Instruction Count", FIELD(instructions)}, /* Turnip, ANV of Mesa 22 */
    {"Instruction count", FIELD(instructions)}  /* NVK */
};

nbl_result_t bench_figures(const nbl_vulkan_kernel_t *kernel, bench_figures_t *figures, nbl_error_t *error) {
    nbl_vulkan_statistic_t statistics[64];
    uint32_t count = sizeof statistics / sizeof *statistics;
    memset(figures, 0, sizeof *figures);
    nbl_result_t result = nbl_vulkan_kernel_statistics(kernel, statistics, &count, error);
    for (size_t n = 0; n < sizeof names / sizeof *names && result == NBL_SUCCESS; n++)
        for (uint32_t i = 0; i < count; i++) {
            uint32_t *field = (uint32_t *)(void *)((char *)figures + names[n].field);
            if (strcmp(statistics[i].name, names[n].name) != 0) continue;
            if (names[n].field == FIELD(spills))
                *field += (uint32_t)statistics[i].value;
            else if (*field == 0)
                *field = (uint32_t)statistics[i].value;
        }
    return result;
}
