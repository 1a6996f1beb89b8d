/* The kernel of operations.h for every type and width, on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/lang.h"

NBL_BUFFER(2, uint32_t, coins)
NBL_BUFFER(3, uint32_t, votes_of)

NBL_BUFFER(0, uint32_t, given_uint32_t)
NBL_BUFFER(1, uint32_t, results_uint32_t)
#define OPERATIONS_NAME uint32_t_1
#define OPERATIONS_SCALAR uint32_t
#define OPERATIONS_WIDTH 1
#define OPERATIONS_TYPE uint32_t
#define OPERATIONS_INTEGER 1
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#define OPERATIONS_NAME uint32_t_2
#define OPERATIONS_SCALAR uint32_t
#define OPERATIONS_WIDTH 2
#define OPERATIONS_TYPE nbl_uint32_t2
#define OPERATIONS_INTEGER 1
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#define OPERATIONS_NAME uint32_t_3
#define OPERATIONS_SCALAR uint32_t
#define OPERATIONS_WIDTH 3
#define OPERATIONS_TYPE nbl_uint32_t3
#define OPERATIONS_INTEGER 1
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#define OPERATIONS_NAME uint32_t_4
#define OPERATIONS_SCALAR uint32_t
#define OPERATIONS_WIDTH 4
#define OPERATIONS_TYPE nbl_uint32_t4
#define OPERATIONS_INTEGER 1
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"

NBL_BUFFER(0, int32_t, given_int32_t)
NBL_BUFFER(1, int32_t, results_int32_t)
#define OPERATIONS_NAME int32_t_1
#define OPERATIONS_SCALAR int32_t
#define OPERATIONS_WIDTH 1
#define OPERATIONS_TYPE int32_t
#define OPERATIONS_INTEGER 1
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#define OPERATIONS_NAME int32_t_2
#define OPERATIONS_SCALAR int32_t
#define OPERATIONS_WIDTH 2
#define OPERATIONS_TYPE nbl_int32_t2
#define OPERATIONS_INTEGER 1
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#define OPERATIONS_NAME int32_t_3
#define OPERATIONS_SCALAR int32_t
#define OPERATIONS_WIDTH 3
#define OPERATIONS_TYPE nbl_int32_t3
#define OPERATIONS_INTEGER 1
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#define OPERATIONS_NAME int32_t_4
#define OPERATIONS_SCALAR int32_t
#define OPERATIONS_WIDTH 4
#define OPERATIONS_TYPE nbl_int32_t4
#define OPERATIONS_INTEGER 1
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"

NBL_BUFFER(0, float32_t, given_float32_t)
NBL_BUFFER(1, float32_t, results_float32_t)
#define OPERATIONS_NAME float32_t_1
#define OPERATIONS_SCALAR float32_t
#define OPERATIONS_WIDTH 1
#define OPERATIONS_TYPE float32_t
#define OPERATIONS_INTEGER 0
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#define OPERATIONS_NAME float32_t_2
#define OPERATIONS_SCALAR float32_t
#define OPERATIONS_WIDTH 2
#define OPERATIONS_TYPE nbl_float32_t2
#define OPERATIONS_INTEGER 0
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#define OPERATIONS_NAME float32_t_3
#define OPERATIONS_SCALAR float32_t
#define OPERATIONS_WIDTH 3
#define OPERATIONS_TYPE nbl_float32_t3
#define OPERATIONS_INTEGER 0
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#define OPERATIONS_NAME float32_t_4
#define OPERATIONS_SCALAR float32_t
#define OPERATIONS_WIDTH 4
#define OPERATIONS_TYPE nbl_float32_t4
#define OPERATIONS_INTEGER 0
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"

NBL_BUFFER(0, float64_t, given_float64_t)
NBL_BUFFER(1, float64_t, results_float64_t)
#define OPERATIONS_NAME float64_t_1
#define OPERATIONS_SCALAR float64_t
#define OPERATIONS_WIDTH 1
#define OPERATIONS_TYPE float64_t
#define OPERATIONS_INTEGER 0
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#define OPERATIONS_NAME float64_t_2
#define OPERATIONS_SCALAR float64_t
#define OPERATIONS_WIDTH 2
#define OPERATIONS_TYPE nbl_float64_t2
#define OPERATIONS_INTEGER 0
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#define OPERATIONS_NAME float64_t_3
#define OPERATIONS_SCALAR float64_t
#define OPERATIONS_WIDTH 3
#define OPERATIONS_TYPE nbl_float64_t3
#define OPERATIONS_INTEGER 0
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#define OPERATIONS_NAME float64_t_4
#define OPERATIONS_SCALAR float64_t
#define OPERATIONS_WIDTH 4
#define OPERATIONS_TYPE nbl_float64_t4
#define OPERATIONS_INTEGER 0
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"

#if NBL_HAS_FLOAT16
NBL_BUFFER(0, float16_t, given_float16_t)
NBL_BUFFER(1, float16_t, results_float16_t)
#define OPERATIONS_NAME float16_t_1
#define OPERATIONS_SCALAR float16_t
#define OPERATIONS_WIDTH 1
#define OPERATIONS_TYPE float16_t
#define OPERATIONS_INTEGER 0
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#define OPERATIONS_NAME float16_t_2
#define OPERATIONS_SCALAR float16_t
#define OPERATIONS_WIDTH 2
#define OPERATIONS_TYPE nbl_float16_t2
#define OPERATIONS_INTEGER 0
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#define OPERATIONS_NAME float16_t_3
#define OPERATIONS_SCALAR float16_t
#define OPERATIONS_WIDTH 3
#define OPERATIONS_TYPE nbl_float16_t3
#define OPERATIONS_INTEGER 0
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#define OPERATIONS_NAME float16_t_4
#define OPERATIONS_SCALAR float16_t
#define OPERATIONS_WIDTH 4
#define OPERATIONS_TYPE nbl_float16_t4
#define OPERATIONS_INTEGER 0
#define OPERATIONS_SCANS 1
#include "tests/subgroup/operations.h"
#endif
