/* The plan of a Stockham instance of nbl/fft.h, out of its packed numbers: constants, checks, what the module carries.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone.
 */
#define NBL_FFT_UNPACK_(macro, arguments) macro(arguments)
#define NBL_FFT_UNPACKED_(t, e, f, w, shifts, steps, plane) \
    NBL_CONSTANT(NBL_FFT_OWN(invocations), t) \
    NBL_CONSTANT(NBL_FFT_OWN(elements), e) \
    NBL_CONSTANT(NBL_FFT_OWN(planned_ffts), f) \
    NBL_CONSTANT(NBL_FFT_OWN(windows), w) \
    NBL_CONSTANT(NBL_FFT_OWN(pad_shifts), shifts) \
    NBL_CONSTANT(NBL_FFT_OWN(pad_steps), steps) \
    NBL_CONSTANT(NBL_FFT_OWN(planned_plane), plane)
NBL_FFT_UNPACK_(NBL_FFT_UNPACKED_, NBL_FFT_LAYOUT)

#if NBL_FFT_RADICES >> 25
#define NBL_FFT_MOST_PASSES 6
#elif NBL_FFT_RADICES >> 20
#define NBL_FFT_MOST_PASSES 5
#elif NBL_FFT_RADICES >> 15
#define NBL_FFT_MOST_PASSES 4
#elif NBL_FFT_RADICES >> 10
#define NBL_FFT_MOST_PASSES 3
#elif NBL_FFT_RADICES >> 5
#define NBL_FFT_MOST_PASSES 2
#else
#define NBL_FFT_MOST_PASSES 1
#endif
#define NBL_FFT_RADIX_LESS_1(number) ((NBL_FFT_RADICES >> (5 * number)) & 31)
#define NBL_FFT_RADIX_MASK \
    ((1 << (NBL_FFT_RADICES & 31)) | (1 << ((NBL_FFT_RADICES >> 5) & 31)) | (1 << ((NBL_FFT_RADICES >> 10) & 31)) | \
     (1 << ((NBL_FFT_RADICES >> 15) & 31)) | (1 << ((NBL_FFT_RADICES >> 20) & 31)) | (1 << (NBL_FFT_RADICES >> 25)))

/* What an invocation holds in a pass at most. */
#define NBL_FFT_HELD_(number) \
    ((NBL_FFT_RADIX_LESS_1(number) + 1) * \
     ((NBL_FFT_COMPLEX_LENGTH / (NBL_FFT_RADIX_LESS_1(number) + 1) + NBL_FFT_OWN(invocations) - 1) / \
      NBL_FFT_OWN(invocations)))
#define NBL_FFT_FITS_(number) (number >= NBL_FFT_MOST_PASSES || NBL_FFT_HELD_(number) <= NBL_FFT_OWN(elements))
NBL_REQUIRE(NBL_FFT_OWN(radices_have_another_length),
            (NBL_FFT_RADIX_LESS_1(0) + 1) * (NBL_FFT_RADIX_LESS_1(1) + 1) * (NBL_FFT_RADIX_LESS_1(2) + 1) *
                    (NBL_FFT_RADIX_LESS_1(3) + 1) * (NBL_FFT_RADIX_LESS_1(4) + 1) * (NBL_FFT_RADIX_LESS_1(5) + 1) ==
                NBL_FFT_COMPLEX_LENGTH)
NBL_REQUIRE(NBL_FFT_OWN(holds_more_elements), NBL_FFT_FITS_(0) && NBL_FFT_FITS_(1) && NBL_FFT_FITS_(2) &&
                                                  NBL_FFT_FITS_(3) && NBL_FFT_FITS_(4) && NBL_FFT_FITS_(5))

/* Neighbouring invocations work on neighbouring FFTs: planes an odd multiple of 32 / columns apart, so that these meet
 * in different banks. */
#ifdef NBL_FFT_COLUMNS
#define NBL_FFT_BANKS_EACH (32 / NBL_FFT_COLUMNS)
NBL_CONSTANT(NBL_FFT_OWN(plane_dwords),
             (((NBL_FFT_OWN(planned_plane) + NBL_FFT_BANKS_EACH - 1) / NBL_FFT_BANKS_EACH) | 1) * NBL_FFT_BANKS_EACH)
#else
NBL_CONSTANT(NBL_FFT_OWN(plane_dwords), NBL_FFT_OWN(planned_plane))
#endif
NBL_CONSTANT(NBL_FFT_OWN(own_dwords),
             NBL_FFT_COMPLEX_DWORDS == 4 ? 2 * NBL_FFT_OWN(plane_dwords) : NBL_FFT_OWN(plane_dwords))

#define NBL_FFT_ELEMENTS NBL_FFT_OWN(elements)
#define NBL_FFT_PLAN \
    { \
        NBL_FFT_COMPLEX_LENGTH, NBL_FFT_MOST_PASSES, NBL_FFT_RADICES, NBL_FFT_OWN(invocations), NBL_FFT_OWN(elements), \
            NBL_FFT_OWN(ffts_per_workgroup), NBL_FFT_COMPLEX_DWORDS, NBL_FFT_OWN(windows), NBL_FFT_OWN(pad_shifts), \
            NBL_FFT_OWN(pad_steps), NBL_FFT_OWN(plane_dwords) \
    }

#define NBL_FFT_SHAPE nbl_fft_stockham_shape(NBL_FFT_OWN(plan)())

#undef NBL_FFT_BANKS_EACH
#undef NBL_FFT_FITS_
#undef NBL_FFT_HELD_
#undef NBL_FFT_UNPACKED_
#undef NBL_FFT_UNPACK_
