/* The end of a reduction or scan over a workgroup: what nbl/workgroup/arithmetic_parameters.h named, and the
 * parameters, are undefined.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/workgroup/arithmetic.h and nbl/workgroup/arithmetic_by_subgroups.h.
 */
#undef elements_
#undef barrier_
#undef shared_set_
#undef shared_get_
#undef invocations_
#undef rounds_
#undef items_
#undef element_t_
#undef operator_
#undef identity_
#undef subgroup_last_
#undef subgroup_before_
#undef subgroup_inclusive_scan_
#undef subgroup_reduce_
#undef index_
#undef sum_items_
#undef NBL_WORKGROUP_ARITHMETIC_OF
#undef NBL_WORKGROUP_ARITHMETIC_BARRIER
#undef NBL_WORKGROUP_ARITHMETIC_SHARED_SET
#undef NBL_WORKGROUP_ARITHMETIC_SHARED_GET
#undef NBL_WORKGROUP_ARITHMETIC_REGISTERS
#undef NBL_WORKGROUP_ARITHMETIC_ROUNDS
#undef NBL_WORKGROUP_ARITHMETIC_ITEMS
#undef NBL_WORKGROUP_ARITHMETIC_INVOCATIONS
#undef NBL_WORKGROUP_ARITHMETIC_SUBGROUP
#undef NBL_WORKGROUP_ARITHMETIC_OPERATOR
#undef NBL_WORKGROUP_ARITHMETIC_TYPE
#undef NBL_WORKGROUP_ARITHMETIC_NAME
