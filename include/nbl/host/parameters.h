/* The compile-time parameters of the library's own kernels: a list for each family of kernels.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only. From a list follow the fields of a launch's specialization on the CPU, a shader's defines, what
 * NBL_PARAMETER(name) of nbl/lang.h is in either, and the constants of general modules.
 *
 * NUMBER, PLAN  macros that each name of a list is handed to: names of a uint32_t, and of an nbl_fft_plan_t
 */
#ifndef NBL_HOST_PARAMETERS_H
#define NBL_HOST_PARAMETERS_H

/* Of shaders/fft_transform.h and fft_real_transform.h. */
#define NBL_FFT_TRANSFORM_PARAMETERS(NUMBER, PLAN) \
    NUMBER(elements_log2)  /* radix-2 shuffle: log2 of the elements of an invocation */ \
    NUMBER(workgroup_log2) /* radix-2 shuffle: log2 of the invocations of an FFT */ \
    NUMBER(subgroup_log2)  /* radix-2 shuffle: log2 of the lanes of a subgroup */ \
    PLAN(plan)             /* Stockham: the plan */ \
    NUMBER(invocations)    /* of an FFT */ \
    NUMBER(shared_dwords)  /* of an FFT, 1 or more */ \
    NUMBER(ffts_per_workgroup) \
    NUMBER(rounds) /* FFTs that an invocation works on, one after the other */ \
    NUMBER(inverse) \
    NUMBER(native)        /* 1: the spectrum in the algorithm's order */ \
    NUMBER(half_storage)  /* 1: the buffers hold elements as two halves in a dword */ \
    NUMBER(packed)        /* Stockham: 1: float32 is exchanged as two halves in a dword between passes */ \
    NUMBER(twiddles)      /* Stockham: NBL_FFT_TWIDDLES_* of nbl/fft/parameters.h */ \
    NUMBER(reads)         /* Stockham: 1: twiddles are read from a table; 0: they are evaluated */ \
    NUMBER(real)          /* real signals in an FFT, 1 or 2; 0: a complex signal */ \
    NUMBER(stepped_roots) /* Stockham, real 1: 1: its last step makes all roots of an invocation from one root */

/* Of shaders/fft_lines.h and fft_lines_real.h: lines along a dimension of an array. */
#define NBL_FFT_LINES_PARAMETERS(NUMBER, PLAN) \
    PLAN(plan) \
    NUMBER(invocations)   /* of a line */ \
    NUMBER(shared_dwords) /* of a line, 1 or more */ \
    NUMBER(ffts_per_workgroup) \
    NUMBER(inverse) \
    NUMBER(normalization) /* NBL_FFT_UNNORMALIZED or another */ \
    NUMBER(twiddles)      /* NBL_FFT_TWIDDLES_* of nbl/fft/parameters.h */ \
    NUMBER(packed)        /* 1: float32 is exchanged as two halves in a dword between passes within a line */ \
    NUMBER(real)          /* 1: a real signal of twice the length; 2: one of the length; 0: a complex one */ \
    NUMBER(columns)       /* 1: neighbouring invocations have neighbouring lines */ \
    NUMBER(turned)        /* 1: after the last exchange neighbouring invocations have neighbouring elements */ \
    NUMBER(pass_points)   /* of a pass of a long line, nbl/fft/large.h; 0: the line is whole */ \
    NUMBER(pass_before) \
    NUMBER(pass_after) \
    NUMBER(pass_next) \
    NUMBER(pass_alike)    /* neighbouring lines of a last pass that have twiddles alike; 0: as nbl/fft/large.h says */ \
    NUMBER(folded)        /* of each `folded` neighbouring lines of a pass, (folded + 1) / 2 are there; 0: all are */ \
    NUMBER(pass_back)     /* 1: passes run from the last to the first, and this one applies twiddles as it reads */ \
    NUMBER(stepped_roots) /* 1: a real signal's last step makes all roots of an invocation from one root */ \
    NUMBER(mirrored)      /* 1: also the step between a real signal's half transform and its spectrum */ \
    NUMBER(inner)         /* transforms side by side; a pass numbers the lines of all of them; 1: one */ \
    NUMBER(ragged)        /* 1: there may be fewer than `inner` in the last block */ \
    NUMBER(loops)         /* over groups of transforms */ \
    NUMBER(in_place)      /* source and target may be the same memory */ \
    NUMBER(signal_length) /* elements of a transform that is not whole, or of a chirp */ \
    NUMBER(given)         /* elements that are read; the rest counts as zero; 0: all */ \
    NUMBER(kept_from)     /* the first element of a signal that is written, as element 0 of the target */ \
    NUMBER(kept)          /* elements of a signal that are written; 0: all */ \
    NUMBER(source_kind)   /* NBL_LINES_COMPLEX or another of shaders/fft_lines_resources.h */ \
    NUMBER(source_storage) /* NBL_LINES_OWN or another */ \
    NUMBER(source_stride)  /* from an element to the next, in complex numbers; in real numbers if reals are bound */ \
    NUMBER(source_work)    /* complex numbers of a transform in a workspace; 0: it is in the array */ \
    NUMBER(target_kind) \
    NUMBER(target_storage) \
    NUMBER(target_stride) \
    NUMBER(target_work) \
    /* A number that is a place in the table is that place + 1; 0: none. */ \
    NUMBER(chirp_in)  /* place of the factors that elements are multiplied by as they are read */ \
    NUMBER(chirp_out) /* place of the factors that the conjugates of elements are multiplied by as they are written */ \
    NUMBER(permuted)  /* place of Rader's permutations, from where and to where, and of a factor */ \
    NUMBER(reordered) /* 1: permuted in shared memory, so that neighbours are loaded and stored side by side */ \
    NUMBER(product)   /* place of a spectrum to multiply by; products are conjugated unless there is a period */ \
    NUMBER(period)    /* elements of a spectrum that lies as the target does; 0: it lies as a line */ \
    NUMBER(reads)     /* place of the line's twiddles; 0: they are evaluated */ \
    NUMBER(reads_between) /* place of the powers that the twiddles between two passes share; 0: they are evaluated */ \
    NUMBER(powers)        /* 1: an element's number there is by element, for the r-th line behind r lines' */ \
    NUMBER(fused)         /* 1: the product is transformed back in the same dispatch, not conjugated */ \
    NUMBER(factor)        /* place of a number that all results are multiplied by */ \
    NUMBER(axes)          /* a workgroup holds arrays of 2 or 3 axes, and `plan` is of the first; 0: it holds lines */ \
    PLAN(second_plan)     /* of lines along the second axis */ \
    PLAN(third_plan)      /* of lines along the third axis; with two axes any plan */ \
    NUMBER(second_reads)  /* places of the twiddles of these lines */ \
    NUMBER(third_reads) \
    NUMBER(distance)        /* elements from an element of a line to the next along the first axis */ \
    NUMBER(second_distance) /* along the second axis */ \
    NUMBER(third_distance)  /* along the third axis */ \
    NUMBER(arrays)          /* in a workgroup, each with all `invocations` and `shared_dwords` */ \
    NUMBER(row)             /* elements side by side in shared memory between two axes */ \
    NUMBER(row_pitch)       /* dwords from one of these rows to the next */ \
    NUMBER(apart)           /* of signals whose rows lie apart, the distance from one to the next; 0: they do not */ \
    NUMBER(planes)          /* dwords of an element that go through shared memory at once */

/* Of shaders/bloom_*.h. */
#define NBL_BLOOM_PARAMETERS(NUMBER, PLAN) \
    NUMBER(first_elements_log2) \
    NUMBER(first_workgroup_log2) \
    NUMBER(second_elements_log2) \
    NUMBER(second_workgroup_log2) \
    NUMBER(subgroup_log2) \
    PLAN(first_plan) /* Stockham; the five numbers above are of the radix-2 shuffle */ \
    PLAN(second_plan) \
    NUMBER(ffts_per_workgroup) /* of the second axis: the columns */ \
    NUMBER(invocations)        /* of one FFT of this pass */ \
    NUMBER(shared_dwords)      /* of one FFT of this pass */ \
    NUMBER(half_storage) \
    NUMBER(first_axis_y) \
    NUMBER(padding_first) /* NBL_BLOOM_ZERO, _MIRROR or _WRAP */ \
    NUMBER(padding_second) \
    NUMBER(resample) \
    NUMBER(channels)          /* that the pass works on: 3, or 1 */ \
    NUMBER(channels_together) /* nbl/bloom/first_axis.h, as the next two */ \
    NUMBER(planned_first) \
    NUMBER(planned_second) \
    NUMBER(twiddles)        /* NBL_FFT_TWIDDLES_* of nbl/fft/parameters.h */ \
    NUMBER(kernel_channels) /* 3; 1: the convolution kernel's first channel stands for all */ \
    NUMBER(converts)        /* 1: the device rounds to halves; nbl/accessors/texel_format.h */ \
    NUMBER(pair_distance)   /* D of nbl/bloom/rows.h */ \
    NUMBER(combine)         /* nbl/bloom/combine.h */ \
    NUMBER(threshold) \
    NUMBER(clamps)        /* 1: NaN and infinity are replaced as texels are read; nbl/bloom/invalid.h */ \
    NUMBER(source_format) /* nbl/accessors/texel_format.h */ \
    NUMBER(target_format) \
    NUMBER(spectrum_early) /* nbl/bloom/convolve.h */ \
    NUMBER(pair_elements)  /* nbl/bloom/second_axis.h */ \
    NUMBER(pair_period)

/* Of shaders/blur_*.h. */
#define NBL_BLUR_PARAMETERS(NUMBER) \
    NUMBER(step) /* of the dual filter: nbl/blur/constants.h */ \
    NUMBER(axis) /* of the prefix sum, as the next four: nbl/blur/prefix_sum.h */ \
    NUMBER(wrap) \
    NUMBER(rounds) \
    NUMBER(registers) /* 4 rounds; an array's size in GLSL is a constant, no product of one */ \
    NUMBER(line)      /* sums in shared memory */ \
    NUMBER(combine)   /* nbl/bloom/combine.h */ \
    NUMBER(threshold) \
    NUMBER(clamps) /* nbl/bloom/invalid.h */

/* Of shaders/bloom_low_resolution.h. */
#define NBL_BLOOM_LOW_PARAMETERS(NUMBER) \
    NUMBER(step) /* nbl/bloom/low_constants.h */ \
    NUMBER(factor) \
    NUMBER(combine) /* nbl/bloom/combine.h */ \
    NUMBER(threshold) \
    NUMBER(clamps)  /* nbl/bloom/invalid.h */ \
    NUMBER(columns) /* nbl/bloom/low_resolution.h, as the next */ \
    NUMBER(rows)

/* NUMBER and PLAN that make a list the fields of a structure. */
#define NBL_FIELD_OF_NUMBER(name) uint32_t name;
#define NBL_FIELD_OF_PLAN(name) nbl_fft_plan_t name;
#endif
