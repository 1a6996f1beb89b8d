/* min, max and clamp of one scalar: included by nbl/algorithm.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR.
 */
#ifndef NBL_SCALAR
#error "NBL_SCALAR is missing: define it as uint32_t, int32_t or a float before including this"
#endif

#if NBL_OVERLOAD
#define NBL_ALGORITHM_FUNCTION(name) name
#else
#define NBL_ALGORITHM_FUNCTION(name) NBL_OF_SCALAR(name)
#endif

/* Returns the smaller of two numbers. If one of them is NaN, returns a. */
NBL_FUNCTION NBL_SCALAR NBL_ALGORITHM_FUNCTION(nbl_min)(NBL_SCALAR a, NBL_SCALAR b) { return b < a ? b : a; }

/* Returns the larger of two numbers. If one of them is NaN, returns a. */
NBL_FUNCTION NBL_SCALAR NBL_ALGORITHM_FUNCTION(nbl_max)(NBL_SCALAR a, NBL_SCALAR b) { return a < b ? b : a; }

/* Returns x, or the nearer end of low to high if it lies outside; a NaN as it is. low must not be above high. */
NBL_FUNCTION NBL_SCALAR NBL_ALGORITHM_FUNCTION(nbl_clamp)(NBL_SCALAR x, NBL_SCALAR low, NBL_SCALAR high) {
    return x < low ? low : (high < x ? high : x);
}

#undef NBL_ALGORITHM_FUNCTION
#undef NBL_SCALAR
