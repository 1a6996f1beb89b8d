/* The words that the kernels of both corpora are written in, beside the library's.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_EMULATOR_CORPUS_WORDS_H
#define NBL_TESTS_EMULATOR_CORPUS_WORDS_H

#define BARRIER() NBL_WORKGROUP_BARRIER()
#define MEMORY_BARRIER() NBL_WORKGROUP_MEMORY_BARRIER()
#define SUBGROUP() NBL_SUBGROUP_BARRIER()
#define DEVICE NBL_SCOPE_DEVICE
#define WORKGROUP NBL_SCOPE_WORKGROUP
#define RELAXED NBL_ORDER_RELAXED
#define ACQUIRE NBL_ORDER_ACQUIRE
#define RELEASE NBL_ORDER_RELEASE
#define ACQ_REL NBL_ORDER_ACQUIRE_RELEASE
#define THREAD() nbl_local_invocation_index()
#define GROUP() nbl_workgroup_index()
#define LANE() nbl_subgroup_invocation_id()

#endif
