/* The functions of matrices of one size: included by nbl/matrix.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters:
 *   NBL_MATRIX_T, NBL_MATRIX_V       the types of the matrix and of its columns
 *   NBL_MATRIX_OF(name)              the name with its size
 *   NBL_MATRIX_EACH_1(f, a)          the matrix of f(column of a)
 *   NBL_MATRIX_EACH_2(f, a, b)       the matrix of f(column of a, column of b)
 *   NBL_MATRIX_WITH_2(f, a, b)       the matrix of f(column of a, b)
 *   NBL_MATRIX_OUTER(f, v, w)        the matrix of f(v, component of w)
 *   NBL_MATRIX_SUM(add, f, a, v)     the sum, by add, of f(column of a, component of v)
 *   NBL_MATRIX_ROW(f, v, a)          the vector of f(v, column of a)
 *   NBL_MATRIX_ALL(f, a, b)          whether f(column of a, column of b) holds for all columns
 */
#ifndef NBL_MATRIX_T
#error "NBL_MATRIX_T is missing: include nbl/matrix.h instead"
#endif

#if NBL_OVERLOAD
#define NBL_MATRIX_FUNCTION(name) name
#define column_(name) name
/* Returns the matrix with rows and columns exchanged. */
NBL_FUNCTION NBL_MATRIX_T nbl_matrix_transpose(NBL_MATRIX_T a) { return NBL_MATRIX_OF(nbl_matrix_transpose)(a); }
#else
#define NBL_MATRIX_FUNCTION(name) NBL_MATRIX_OF(name)
#define column_(name) NBL_MATRIX_OF(name)
#endif

NBL_FUNCTION NBL_MATRIX_T NBL_MATRIX_FUNCTION(nbl_matrix_add)(NBL_MATRIX_T a, NBL_MATRIX_T b) {
    return NBL_MATRIX_EACH_2(column_(nbl_vector_add), a, b);
}

NBL_FUNCTION NBL_MATRIX_T NBL_MATRIX_FUNCTION(nbl_matrix_sub)(NBL_MATRIX_T a, NBL_MATRIX_T b) {
    return NBL_MATRIX_EACH_2(column_(nbl_vector_sub), a, b);
}

NBL_FUNCTION NBL_MATRIX_T NBL_MATRIX_FUNCTION(nbl_matrix_component_mul)(NBL_MATRIX_T a, NBL_MATRIX_T b) {
    return NBL_MATRIX_EACH_2(column_(nbl_vector_mul), a, b);
}

NBL_FUNCTION NBL_MATRIX_T NBL_MATRIX_FUNCTION(nbl_matrix_scale)(NBL_MATRIX_T a, float32_t s) {
    return NBL_MATRIX_WITH_2(column_(nbl_vector_scale), a, s);
}

NBL_FUNCTION NBL_MATRIX_V NBL_MATRIX_FUNCTION(nbl_matrix_transform)(NBL_MATRIX_T a, NBL_MATRIX_V v) {
    return NBL_MATRIX_SUM(column_(nbl_vector_add), column_(nbl_vector_scale), a, v);
}

NBL_FUNCTION NBL_MATRIX_V NBL_MATRIX_FUNCTION(nbl_matrix_transform_row)(NBL_MATRIX_V v, NBL_MATRIX_T a) {
    return NBL_MATRIX_ROW(column_(nbl_vector_dot), v, a);
}

NBL_FUNCTION NBL_MATRIX_T NBL_MATRIX_FUNCTION(nbl_matrix_mul)(NBL_MATRIX_T a, NBL_MATRIX_T b) {
#define NBL_MATRIX_TRANSFORMED(column) NBL_MATRIX_FUNCTION(nbl_matrix_transform)(a, column)
    return NBL_MATRIX_EACH_1(NBL_MATRIX_TRANSFORMED, b);
#undef NBL_MATRIX_TRANSFORMED
}

NBL_FUNCTION NBL_MATRIX_T NBL_MATRIX_FUNCTION(nbl_matrix_outer)(NBL_MATRIX_V v, NBL_MATRIX_V w) {
    return NBL_MATRIX_OUTER(column_(nbl_vector_scale), v, w);
}

NBL_FUNCTION bool NBL_MATRIX_FUNCTION(nbl_matrix_equal)(NBL_MATRIX_T a, NBL_MATRIX_T b) {
    return NBL_MATRIX_ALL(column_(nbl_vector_equal), a, b);
}

/* Returns the determinant: the first column times its cofactors. */
NBL_FUNCTION float32_t NBL_MATRIX_FUNCTION(nbl_matrix_determinant)(NBL_MATRIX_T a) {
    NBL_MATRIX_T cofactors = NBL_MATRIX_OF(nbl_matrix_transpose)(NBL_MATRIX_OF(nbl_matrix_adjugate)(a));
    return column_(nbl_vector_dot)(a.c0, cofactors.c0);
}

/* Returns the inverse: cofactors times one quotient; infinities and NaN where the determinant is 0. */
NBL_FUNCTION NBL_MATRIX_T NBL_MATRIX_FUNCTION(nbl_matrix_inverse)(NBL_MATRIX_T a) {
    float32_t factor = nbl_div(1.0f, NBL_MATRIX_FUNCTION(nbl_matrix_determinant)(a));
    return NBL_MATRIX_FUNCTION(nbl_matrix_scale)(NBL_MATRIX_OF(nbl_matrix_adjugate)(a), factor);
}

#if NBL_VECTORS_LACK_OPERATORS
NBL_FUNCTION NBL_MATRIX_T operator+(NBL_MATRIX_T a, NBL_MATRIX_T b) { return nbl_matrix_add(a, b); }
NBL_FUNCTION NBL_MATRIX_T operator-(NBL_MATRIX_T a, NBL_MATRIX_T b) { return nbl_matrix_sub(a, b); }
NBL_FUNCTION NBL_MATRIX_T operator*(NBL_MATRIX_T a, NBL_MATRIX_T b) { return nbl_matrix_mul(a, b); }
NBL_FUNCTION NBL_MATRIX_V operator*(NBL_MATRIX_T a, NBL_MATRIX_V v) { return nbl_matrix_transform(a, v); }
NBL_FUNCTION NBL_MATRIX_V operator*(NBL_MATRIX_V v, NBL_MATRIX_T a) { return nbl_matrix_transform_row(v, a); }
NBL_FUNCTION NBL_MATRIX_T operator*(NBL_MATRIX_T a, float32_t s) { return nbl_matrix_scale(a, s); }
NBL_FUNCTION NBL_MATRIX_T operator*(float32_t s, NBL_MATRIX_T a) { return nbl_matrix_scale(a, s); }
NBL_FUNCTION bool operator==(NBL_MATRIX_T a, NBL_MATRIX_T b) { return nbl_matrix_equal(a, b); }
NBL_FUNCTION bool operator!=(NBL_MATRIX_T a, NBL_MATRIX_T b) { return !nbl_matrix_equal(a, b); }
#endif

#undef column_
#undef NBL_MATRIX_FUNCTION
#undef NBL_MATRIX_ALL
#undef NBL_MATRIX_ROW
#undef NBL_MATRIX_SUM
#undef NBL_MATRIX_OUTER
#undef NBL_MATRIX_WITH_2
#undef NBL_MATRIX_EACH_2
#undef NBL_MATRIX_EACH_1
#undef NBL_MATRIX_OF
#undef NBL_MATRIX_V
#undef NBL_MATRIX_T
