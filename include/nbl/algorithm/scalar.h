/* min, max and clamp of one scalar: included by nbl/algorithm.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_ALGORITHM_SCALAR.
 */
#ifndef NBL_ALGORITHM_SCALAR
#error "NBL_ALGORITHM_SCALAR is missing: define it as uint32_t, int32_t or a float before including this"
#endif

#define NBL_ALGORITHM_T NBL_ALGORITHM_SCALAR
#if NBL_OVERLOAD
#define NBL_ALGORITHM_FUNCTION(name) name
#else
#define NBL_ALGORITHM_FUNCTION(name) NBL_CAT(NBL_CAT(name, _), NBL_ALGORITHM_SCALAR)
#endif

NBL_FUNCTION NBL_ALGORITHM_T NBL_ALGORITHM_FUNCTION(nbl_min)(NBL_ALGORITHM_T a, NBL_ALGORITHM_T b) {
    return b < a ? b : a;
}

NBL_FUNCTION NBL_ALGORITHM_T NBL_ALGORITHM_FUNCTION(nbl_max)(NBL_ALGORITHM_T a, NBL_ALGORITHM_T b) {
    return a < b ? b : a;
}

/* low must not be above high */
NBL_FUNCTION NBL_ALGORITHM_T NBL_ALGORITHM_FUNCTION(nbl_clamp)(NBL_ALGORITHM_T x, NBL_ALGORITHM_T low,
                                                               NBL_ALGORITHM_T high) {
    return x < low ? low : (high < x ? high : x);
}

#undef NBL_ALGORITHM_FUNCTION
#undef NBL_ALGORITHM_T
#undef NBL_ALGORITHM_SCALAR
