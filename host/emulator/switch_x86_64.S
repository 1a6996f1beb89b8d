/* The switch between two fibers: pushes what the System V ABI preserves, changes stacks, pops.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A sleeping fiber's stack, upwards from its saved stack pointer: r15 r14 r13 r12 rbx rbp, return address.
 * nbl_fiber_init writes this picture for a new fiber, with the argument in r12, the entry in r13 and the start below as
 * return address.
 */
#include "emulator/switch.h"

#if defined(__x86_64__) && NBL_FIBER_HAS_ASSEMBLY
    .text

.macro push_one register
    pushq %\register
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset \register, 0
.endm
.macro pop_one register
    popq %\register
    .cfi_adjust_cfa_offset -8
    .cfi_restore \register
.endm
.macro push_kept
    .irp register, rbp, rbx, r12, r13, r14, r15
    push_one \register
    .endr
.endm
.macro pop_kept
    .irp register, r15, r14, r13, r12, rbx, rbp
    pop_one \register
    .endr
.endm

/* void nbl_fiber_switch_stacks(void **save_stack_pointer, void *stack_pointer, uint64_t value) */
    .globl nbl_fiber_switch_stacks
    .hidden nbl_fiber_switch_stacks
    .type nbl_fiber_switch_stacks, @function
    .p2align 4
nbl_fiber_switch_stacks:
    .cfi_startproc
    push_kept
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    pop_kept
    movq %rdx, %rax
    ret
    .cfi_endproc
    .size nbl_fiber_switch_stacks, . - nbl_fiber_switch_stacks

/* uint64_t nbl_emulator_synchronize(const nbl_emulator_site_t *site, nbl_emulator_operation_t operation, uint64_t
 * value,
 *                                   uint32_t argument)
 *
 * Sleeps in the picture above, and leaves the choice of whom to wake up to nbl_emulator_arrive. It goes back into the
 * kernel by a jump: a return would be predicted to go where this invocation called, but where the other one called is
 * elsewhere, as a rule, and a wrong prediction costs as much as all the rest of a switch. A jump is predicted by where
 * the last ones went. */
    .globl nbl_emulator_synchronize
    .type nbl_emulator_synchronize, @function
    .p2align 4
nbl_emulator_synchronize:
    .cfi_startproc
    push_kept
    movq %rsp, %r8
    subq $8, %rsp
    .cfi_adjust_cfa_offset 8
    callq nbl_emulator_arrive
    movq %rax, %rsp
    .cfi_adjust_cfa_offset -8
    movq %rdx, %rax
    pop_kept
    popq %rcx
    .cfi_adjust_cfa_offset -8
    .cfi_register %rip, %rcx
    jmpq *%rcx
    .cfi_endproc
    .size nbl_emulator_synchronize, . - nbl_emulator_synchronize

/* The first frame of a fiber; it has no caller, which ends a debugger's backtrace here. */
    .globl nbl_fiber_start
    .hidden nbl_fiber_start
    .type nbl_fiber_start, @function
    .p2align 4
nbl_fiber_start:
    .cfi_startproc
    .cfi_undefined %rip
    movq %r12, %rdi
    callq *%r13
    ud2
    .cfi_endproc
    .size nbl_fiber_start, . - nbl_fiber_start
#endif
#if defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
