/* The switch between two fibers: pushes what the procedure call standard of Arm preserves, changes stacks, pops.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A sleeping fiber's stack, upwards from its saved stack pointer: d8 to d15, x19 to x28, x29 (frame), x30 (back to).
 * nbl_fiber_init writes this picture for a new fiber, with the argument in x19, the entry in x20 and the start below as
 * x30.
 */
#include "emulator/switch.h"

#if defined(__aarch64__) && NBL_FIBER_HAS_ASSEMBLY
    .text

.macro push_two first, second, offset
    stp \first, \second, [sp, #\offset]
    .cfi_rel_offset \first, \offset
    .cfi_rel_offset \second, \offset + 8
.endm
.macro pop_two first, second, offset
    ldp \first, \second, [sp, #\offset]
    .cfi_restore \first
    .cfi_restore \second
.endm
.macro all_kept step
    \step d8, d9, 0
    \step d10, d11, 16
    \step d12, d13, 32
    \step d14, d15, 48
    \step x19, x20, 64
    \step x21, x22, 80
    \step x23, x24, 96
    \step x25, x26, 112
    \step x27, x28, 128
    \step x29, x30, 144
.endm
.macro push_kept
    sub sp, sp, #160
    .cfi_adjust_cfa_offset 160
    all_kept push_two
.endm
.macro pop_kept
    all_kept pop_two
    add sp, sp, #160
    .cfi_adjust_cfa_offset -160
.endm

/* void nbl_fiber_switch_stacks(void **save_stack_pointer, void *stack_pointer, uint64_t value) */
    .globl nbl_fiber_switch_stacks
    .hidden nbl_fiber_switch_stacks
    .type nbl_fiber_switch_stacks, %function
    .p2align 4
nbl_fiber_switch_stacks:
    .cfi_startproc
    push_kept
    mov x3, sp
    str x3, [x0]
    mov sp, x1
    pop_kept
    mov x0, x2
    ret
    .cfi_endproc
    .size nbl_fiber_switch_stacks, . - nbl_fiber_switch_stacks

/* uint64_t nbl_emulator_synchronize(const nbl_emulator_site_t *site, nbl_emulator_operation_t operation, uint64_t
 * value,
 *                                   uint32_t argument)
 *
 * Sleeps in the picture above, and leaves the choice of whom to wake up to nbl_emulator_arrive. It returns by a jump to
 * x30, not by `ret`: see switch_x86_64.S. */
    .globl nbl_emulator_synchronize
    .type nbl_emulator_synchronize, %function
    .p2align 4
nbl_emulator_synchronize:
    .cfi_startproc
    push_kept
    mov x4, sp
    bl nbl_emulator_arrive
    mov sp, x0
    mov x0, x1
    pop_kept
    br x30
    .cfi_endproc
    .size nbl_emulator_synchronize, . - nbl_emulator_synchronize

/* The first frame of a fiber; it has no caller, which ends a debugger's backtrace here. */
    .globl nbl_fiber_start
    .hidden nbl_fiber_start
    .type nbl_fiber_start, %function
    .p2align 4
nbl_fiber_start:
    .cfi_startproc
    .cfi_undefined x30
    mov x0, x19
    blr x20
    brk #0
    .cfi_endproc
    .size nbl_fiber_start, . - nbl_fiber_start
#endif
#if defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
