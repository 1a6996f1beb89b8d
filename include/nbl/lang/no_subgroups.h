/* nbl/lang.h's words for subgroups, for targets without subgroup operations: every invocation is a subgroup of its own.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/lang.h, never by itself, if NBL_SUBGROUP_OPERATIONS is 0. Types, ranges and what each word promises
 * stand there. These are macros: an argument may be evaluated twice or, if it names a lane, not at all. The only lane
 * is 0. nbl_subgroup_all_equal() is false for a NaN, as SPIR-V's. `v | v` is v, and refuses a float, as bitwise
 * operations must.
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
