/* What our headers and plans need of MSVC's math.h, for a check of syntax.
 * SPDX-License-Identifier: Apache-2.0
 */
/* Each run of clang-format would indent these macros further: it takes them for the beginning of a declaration. */
/* clang-format off */
#define NBL_MSVC_ONE(name) float name##f(float); double name(double);
NBL_MSVC_ONE(floor) NBL_MSVC_ONE(ceil) NBL_MSVC_ONE(trunc) NBL_MSVC_ONE(round) NBL_MSVC_ONE(rint) NBL_MSVC_ONE(fabs)
NBL_MSVC_ONE(sqrt) NBL_MSVC_ONE(cbrt) NBL_MSVC_ONE(exp) NBL_MSVC_ONE(exp2) NBL_MSVC_ONE(log) NBL_MSVC_ONE(log2)
NBL_MSVC_ONE(sin) NBL_MSVC_ONE(cos) NBL_MSVC_ONE(tan) NBL_MSVC_ONE(asin) NBL_MSVC_ONE(acos) NBL_MSVC_ONE(atan)
NBL_MSVC_ONE(sinh) NBL_MSVC_ONE(cosh) NBL_MSVC_ONE(tanh) NBL_MSVC_ONE(log10)
#define NBL_MSVC_TWO(name) float name##f(float, float); double name(double, double);
NBL_MSVC_TWO(pow) NBL_MSVC_TWO(atan2) NBL_MSVC_TWO(hypot) NBL_MSVC_TWO(fmod) NBL_MSVC_TWO(fmin) NBL_MSVC_TWO(fmax)
float fmaf(float, float, float);
double fma(double, double, double);
double ldexp(double, int);
