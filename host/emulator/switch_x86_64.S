/* The switch between two fibers: pushes what the System V ABI wants kept, changes stacks, pops.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A sleeping fiber's stack, upwards from its saved stack pointer: r15 r14 r13 r12 rbx rbp, return address. nbl_fiber_init
 * writes this picture for a new fiber, with the argument in r12, the entry in r13 and the start below as return address.
 */
#if defined(__x86_64__) && !defined(NBL_EMULATOR_NO_ASSEMBLY)
    .text

/* void nbl_fiber_switch_x86_64(void **save_stack_pointer, void *stack_pointer) */
    .globl nbl_fiber_switch_x86_64
    .hidden nbl_fiber_switch_x86_64
    .type nbl_fiber_switch_x86_64, @function
    .p2align 4
nbl_fiber_switch_x86_64:
    .cfi_startproc
    pushq %rbp
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbp, 0
    pushq %rbx
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbx, 0
    pushq %r12
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r12, 0
    pushq %r13
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r13, 0
    pushq %r14
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r14, 0
    pushq %r15
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %r15, 0
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r15
    popq %r14
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r14
    popq %r13
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r13
    popq %r12
    .cfi_adjust_cfa_offset -8
    .cfi_restore %r12
    popq %rbx
    .cfi_adjust_cfa_offset -8
    .cfi_restore %rbx
    popq %rbp
    .cfi_adjust_cfa_offset -8
    .cfi_restore %rbp
    ret
    .cfi_endproc
    .size nbl_fiber_switch_x86_64, . - nbl_fiber_switch_x86_64

/* The first frame of a fiber; it has no caller, which ends a debugger's backtrace here. */
    .globl nbl_fiber_start_x86_64
    .hidden nbl_fiber_start_x86_64
    .type nbl_fiber_start_x86_64, @function
    .p2align 4
nbl_fiber_start_x86_64:
    .cfi_startproc
    .cfi_undefined %rip
    movq %r12, %rdi
    callq *%r13
    ud2
    .cfi_endproc
    .size nbl_fiber_start_x86_64, . - nbl_fiber_start_x86_64
#endif
#if defined(__ELF__)
    .section .note.GNU-stack, "", @progbits
#endif
