/* The subgroup vocabulary without subgroup operations: every invocation is a subgroup of its own.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/lang.h, never by itself.
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
