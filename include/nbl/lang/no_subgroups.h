/* The subgroup functions of nbl/lang.h, for targets without subgroup operations: every invocation is a subgroup with
 * one lane, lane 0.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/lang.h, never by itself, if NBL_SUBGROUP_OPERATIONS is 0. nbl/lang.h says what each function returns,
 * and for which types, in its section "Subgroups". With one lane:
 *
 *   shuffle, shuffle_xor, broadcast   return this lane's v. They do not evaluate `lane` or `mask`, which can only be 0:
 *                                     another number is not noticed
 *   add to xor, inclusive_*           return v, the sum, minimum and so on of one number
 *   and, or, xor                      return v | v, which is v, so that a float does not compile here either
 *   any, all                          return b, for which the caller gives a bool
 *   all_equal                         evaluates v twice; false for a NaN, as in SPIR-V
 *   NBL_SUBGROUP_BARRIER()            does nothing, since an invocation sees its own accesses in order. It orders no
 *                                     access for other invocations
 *
 * exclusive_* and shuffle_up, shuffle_down exist only with subgroup operations.
 */
#ifndef NBL_LANG_NO_SUBGROUPS_H
#define NBL_LANG_NO_SUBGROUPS_H

#define nbl_subgroup_size() 1u
#define nbl_subgroup_id() nbl_local_invocation_index()
#define nbl_subgroup_invocation_id() 0u
#define nbl_subgroup_shuffle(v, lane) (v)
#define nbl_subgroup_shuffle_xor(v, mask) (v)
#define nbl_subgroup_broadcast(v, lane) (v)
#define nbl_subgroup_broadcast_first(v) (v)
#define nbl_subgroup_ballot(b) nbl_uint32_t4((b) ? 1u : 0u, 0u, 0u, 0u)
#define nbl_subgroup_elect() true
#define nbl_subgroup_any(b) (b)
#define nbl_subgroup_all(b) (b)
#define nbl_subgroup_all_equal(v) ((v) == (v))
#define nbl_subgroup_add(v) (v)
#define nbl_subgroup_mul(v) (v)
#define nbl_subgroup_min(v) (v)
#define nbl_subgroup_max(v) (v)
#define nbl_subgroup_and(v) ((v) | (v))
#define nbl_subgroup_or(v) ((v) | (v))
#define nbl_subgroup_xor(v) ((v) | (v))
#define nbl_subgroup_inclusive_add(v) (v)
#define nbl_subgroup_inclusive_mul(v) (v)
#define nbl_subgroup_inclusive_min(v) (v)
#define nbl_subgroup_inclusive_max(v) (v)
#define nbl_subgroup_inclusive_and(v) ((v) | (v))
#define nbl_subgroup_inclusive_or(v) ((v) | (v))
#define nbl_subgroup_inclusive_xor(v) ((v) | (v))
#define NBL_SUBGROUP_BARRIER()

#endif
