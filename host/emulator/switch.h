/* What a sleeping fiber leaves on its stack, by architecture: switch_<architecture>.S pushes and pops it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In words from the saved stack pointer upwards. A new fiber is given the same picture, as if it slept in front of
 * nbl_fiber_start, which calls the entry with the argument. The frame's two words are the caller's frame pointer and
 * the address to go back to, side by side on both architectures.
 */
#ifndef NBL_HOST_EMULATOR_SWITCH_H
#define NBL_HOST_EMULATOR_SWITCH_H

#if defined(__x86_64__) && defined(__ELF__) && !defined(NBL_EMULATOR_NO_ASSEMBLY)
#define NBL_FIBER_HAS_ASSEMBLY 1
#define NBL_FIBER_NEW_WORDS 9 /* two more than are pushed: 16-byte aligned, as every call site must be */
#define NBL_FIBER_ENTRY_WORD 2
#define NBL_FIBER_ARGUMENT_WORD 3
#define NBL_FIBER_FRAME_WORD 5
#elif defined(__aarch64__) && defined(__ELF__) && !defined(NBL_EMULATOR_NO_ASSEMBLY)
#define NBL_FIBER_HAS_ASSEMBLY 1
#define NBL_FIBER_NEW_WORDS 20
#define NBL_FIBER_ENTRY_WORD 9
#define NBL_FIBER_ARGUMENT_WORD 8
#define NBL_FIBER_FRAME_WORD 18
#else
#define NBL_FIBER_HAS_ASSEMBLY 0
#define NBL_FIBER_NEW_WORDS 1
#define NBL_FIBER_ENTRY_WORD 0
#define NBL_FIBER_ARGUMENT_WORD 0
#define NBL_FIBER_FRAME_WORD 0
#endif

#endif
