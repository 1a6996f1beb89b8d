/* What tests/faults/inject.c tells the process that started it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FAULTS_REPORT_H
#define NBL_TESTS_FAULTS_REPORT_H

#include <stdint.h>

#define FAULT_REPORT_DESCRIPTOR 198
#define FAULT_BEGIN 0x6e626c66 /* the options of a prctl that there is not */
#define FAULT_END 0x6e626c67

typedef struct fault_report_t {
    uint64_t allocations; /* that count */
    uint64_t failures;    /* of these */
    uint64_t live;        /* blocks that were never freed */
} fault_report_t;

#endif
