/* The rows and numbers of host/facts as a table that may be changed, in the place of the library's own.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FACTS_TESTING_H
#define NBL_TESTS_FACTS_TESTING_H

#include <stdio.h>
#include <string.h>

#include "facts/row.h"
#include "nbl/host/sizes.h"
#include "plan/make.h"
#include "tests/common/testing.h"

enum { MOST_ROWS = 5120, LINE_BYTES = 512 };
static nbl_fact_t rows[MOST_ROWS];
static char texts[MOST_ROWS][LINE_BYTES];
static size_t count;
static double numbers[NBL_DEVICE_KIND_COUNT][NBL_NUMBER_COUNT];
static bool has[NBL_DEVICE_KIND_COUNT][NBL_NUMBER_COUNT]; /* in a file */
const nbl_facts_t nbl_facts_built_in = {rows, MOST_ROWS, true, (const double (*)[NBL_NUMBER_COUNT])numbers};

static void read_all(void) {
    static const char *const paths[] = {"host/facts/epyc.txt",     "host/facts/h200.txt",   "host/facts/amd.txt",
                                        "host/facts/intel.txt",    "host/facts/apple.txt",  "host/facts/qualcomm.txt",
                                        "host/facts/portable.txt", "host/facts/chirps.txt", "host/facts/exact.txt"};
    nbl_error_t error;
    for (size_t f = 0; f < sizeof paths / sizeof *paths; f++) {
        FILE *file = fopen(paths[f], "r");
        char line[LINE_BYTES];
        uint8_t devices = 0;
        ck_assert_ptr_nonnull(file);
        for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
            size_t at = count;
            nbl_fact_t row;
            line[strcspn(line, "\n")] = '\0';
            nbl_fact_number_t which;
            double value;
            if (nbl_fact_read_number(line, &which, &value)) {
                ck_assert_uint_lt(which, NBL_NUMBER_COUNT);
                for (uint32_t k = 0; k < NBL_DEVICE_KIND_COUNT; k++)
                    if ((devices >> k & 1u) != 0 && !has[k][which]) numbers[k][which] = value, has[k][which] = true;
                continue;
            }
            if (number == 3) ck_assert(nbl_fact_read_devices(line, &devices) && devices != 0);
            if (number <= 3 || line[0] == '#' || line[0] == '\0') continue;
            ck_assert(count < MOST_ROWS);
            strcpy(texts[count], line);
            ck_assert_msg(nbl_fact_read(texts[count], &row, &error) == NBL_SUCCESS, "%s:%d: %s", paths[f], number,
                          error.text);
            row.devices = devices;
            char written[NBL_FACT_TEXT_SIZE];
            ck_assert_uint_lt(nbl_fact_text(&row, written, sizeof written), sizeof written);
            ck_assert_str_eq(written, line);
            for (; at > 0 && rows[at - 1].number > row.number; at--) rows[at] = rows[at - 1];
            rows[at] = row;
            count++;
        }
        fclose(file);
    }
    for (size_t i = count; i < MOST_ROWS; i++) rows[i].number = UINT32_MAX; /* rows that never hold */
    /* A kind of device without a number has the H200's, or the processor's, as tools/facts.c writes it. */
    for (uint32_t k = 0; k < NBL_DEVICE_KIND_COUNT; k++)
        for (uint32_t n = 0; n < NBL_NUMBER_COUNT; n++)
            if (!has[k][n])
                numbers[k][n] = numbers[has[NBL_DEVICE_NVIDIA][n] ? NBL_DEVICE_NVIDIA : NBL_DEVICE_PROCESSOR][n];
}

/* Limits of a workgroup that rows are held against, the widest first. */
static nbl_fft_plan_limits_t sizes[] = {
    {1024, 49152, 32, NBL_DEVICE_NVIDIA}, {1024, 32768, 32, NBL_DEVICE_NVIDIA}, {512, 16384, 32, NBL_DEVICE_NVIDIA}};

#endif
