/* Numbers of SPIR-V that Debian 12's headers do not have yet, from the registry of the SPIR-V specification 1.6.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_INTERPRETER_NEWER_H
#define NBL_HOST_INTERPRETER_NEWER_H

enum {
    NBL_SPV_ROTATE = 4431,                  /* OpGroupNonUniformRotateKHR */
    NBL_SPV_TYPE_COOPERATIVE_MATRIX = 4456, /* OpTypeCooperativeMatrixKHR, and so on */
    NBL_SPV_COOPERATIVE_MATRIX_LOAD = 4457,
    NBL_SPV_COOPERATIVE_MATRIX_STORE = 4458,
    NBL_SPV_COOPERATIVE_MATRIX_MULTIPLY = 4459,
    NBL_SPV_COOPERATIVE_MATRIX_LENGTH = 4460,
    NBL_SPV_QUAD_ALL = 5110, /* OpGroupNonUniformQuadAllKHR */
    NBL_SPV_QUAD_ANY = 5111,
    NBL_SPV_ENCODING_BFLOAT16 = 0,  /* of OpTypeFloat */
    NBL_SPV_PARTITIONED_REDUCE = 6, /* group operations */
    NBL_SPV_PARTITIONED_EXCLUSIVE_SCAN = 8
};

#endif
