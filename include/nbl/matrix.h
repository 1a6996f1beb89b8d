/* Square float32 matrices of 2 to 4, by columns, with the same bits everywhere: the mirror of GLSL's and HLSL's.
 * SPDX-License-Identifier: Apache-2.0
 *
 * nbl_float32_m2, _m3 and _m4 are structures of the columns c0, c1, c2, c3, as GLSL stores a mat2, mat3 and mat4. For
 * a, b of one of these types, v and w vectors of as many components and s a scalar:
 *
 *   nbl_matrix_2(c0, c1) nbl_matrix_3(c0, c1, c2) nbl_matrix_4(c0, c1, c2, c3)    construct
 *   nbl_matrix_diagonal_2(v) _3 _4(v)           v on the diagonal, 0 elsewhere
 *   nbl_matrix_identity_2() _3() _4()
 *   nbl_matrix_add(a, b) _sub(a, b) _scale(a, s) _component_mul(a, b)    by component
 *   nbl_matrix_mul(a, b)                        a b, GLSL's a * b
 *   nbl_matrix_transform(a, v)                  a v, v a column: GLSL's a * v, HLSL's mul(a, v)
 *   nbl_matrix_transform_row(v, a)              v a, v a row: GLSL's v * a
 *   nbl_matrix_transpose(a) _determinant(a)
 *   nbl_matrix_inverse(a)                       infinities and NaN if the determinant is 0
 *   nbl_matrix_outer(v, w)                      v times w as a row: GLSL's outerProduct
 *   nbl_matrix_equal(a, b)                      all components equal
 *
 * Sums run from the first column or component on, so that exact mode gives the same bits everywhere. In C++ matrices
 * have + - * == !=, * with a matrix, a vector and a scalar. Matrices that are not square are not there.
 */
#ifndef NBL_MATRIX_H
#define NBL_MATRIX_H

#include "nbl/vector.h"

NBL_STRUCT(nbl_float32_m2) {
    nbl_float32_t2 c0;
    nbl_float32_t2 c1;
};
NBL_STRUCT(nbl_float32_m3) {
    nbl_float32_t3 c0;
    nbl_float32_t3 c1;
    nbl_float32_t3 c2;
};
NBL_STRUCT(nbl_float32_m4) {
    nbl_float32_t4 c0;
    nbl_float32_t4 c1;
    nbl_float32_t4 c2;
    nbl_float32_t4 c3;
};

/* Returns the matrix of these columns. */
NBL_FUNCTION nbl_float32_m2 nbl_matrix_2(nbl_float32_t2 c0, nbl_float32_t2 c1) {
    nbl_float32_m2 a = {c0, c1};
    return a;
}
NBL_FUNCTION nbl_float32_m3 nbl_matrix_3(nbl_float32_t3 c0, nbl_float32_t3 c1, nbl_float32_t3 c2) {
    nbl_float32_m3 a = {c0, c1, c2};
    return a;
}
NBL_FUNCTION nbl_float32_m4 nbl_matrix_4(nbl_float32_t4 c0, nbl_float32_t4 c1, nbl_float32_t4 c2, nbl_float32_t4 c3) {
    nbl_float32_m4 a = {c0, c1, c2, c3};
    return a;
}

/* Returns the matrix with v on its diagonal and 0 elsewhere. */
NBL_FUNCTION nbl_float32_m2 nbl_matrix_diagonal_2(nbl_float32_t2 v) {
    return nbl_matrix_2(nbl_vector_2(v.x, 0.0f), nbl_vector_2(0.0f, v.y));
}
NBL_FUNCTION nbl_float32_m3 nbl_matrix_diagonal_3(nbl_float32_t3 v) {
    return nbl_matrix_3(nbl_vector_3(v.x, 0.0f, 0.0f), nbl_vector_3(0.0f, v.y, 0.0f), nbl_vector_3(0.0f, 0.0f, v.z));
}
NBL_FUNCTION nbl_float32_m4 nbl_matrix_diagonal_4(nbl_float32_t4 v) {
    return nbl_matrix_4(nbl_vector_4(v.x, 0.0f, 0.0f, 0.0f), nbl_vector_4(0.0f, v.y, 0.0f, 0.0f),
                        nbl_vector_4(0.0f, 0.0f, v.z, 0.0f), nbl_vector_4(0.0f, 0.0f, 0.0f, v.w));
}

/* Returns the matrix with 1 on its diagonal and 0 elsewhere. */
NBL_FUNCTION nbl_float32_m2 nbl_matrix_identity_2(void) { return nbl_matrix_diagonal_2(nbl_splat_2(1.0f)); }
NBL_FUNCTION nbl_float32_m3 nbl_matrix_identity_3(void) { return nbl_matrix_diagonal_3(nbl_splat_3(1.0f)); }
NBL_FUNCTION nbl_float32_m4 nbl_matrix_identity_4(void) { return nbl_matrix_diagonal_4(nbl_splat_4(1.0f)); }

/* Returns the matrix with rows and columns exchanged; nbl_matrix_transpose() chooses among these by the type. */
NBL_FUNCTION nbl_float32_m2 nbl_matrix_transpose_2(nbl_float32_m2 a) {
    return nbl_matrix_2(nbl_vector_2(a.c0.x, a.c1.x), nbl_vector_2(a.c0.y, a.c1.y));
}
NBL_FUNCTION nbl_float32_m3 nbl_matrix_transpose_3(nbl_float32_m3 a) {
    return nbl_matrix_3(nbl_vector_3(a.c0.x, a.c1.x, a.c2.x), nbl_vector_3(a.c0.y, a.c1.y, a.c2.y),
                        nbl_vector_3(a.c0.z, a.c1.z, a.c2.z));
}
NBL_FUNCTION nbl_float32_m4 nbl_matrix_transpose_4(nbl_float32_m4 a) {
    return nbl_matrix_4(nbl_vector_4(a.c0.x, a.c1.x, a.c2.x, a.c3.x), nbl_vector_4(a.c0.y, a.c1.y, a.c2.y, a.c3.y),
                        nbl_vector_4(a.c0.z, a.c1.z, a.c2.z, a.c3.z), nbl_vector_4(a.c0.w, a.c1.w, a.c2.w, a.c3.w));
}

/* Returns the transposed matrix of cofactors: its product with a has the determinant of a on the diagonal and 0
 * elsewhere. */
NBL_FUNCTION nbl_float32_m2 nbl_matrix_adjugate_2(nbl_float32_m2 a) {
    return nbl_matrix_2(nbl_vector_2(a.c1.y, -a.c0.y), nbl_vector_2(-a.c1.x, a.c0.x));
}
NBL_FUNCTION nbl_float32_m3 nbl_matrix_adjugate_3(nbl_float32_m3 a) {
    return nbl_matrix_transpose_3(
        nbl_matrix_3(nbl_vector_cross(a.c1, a.c2), nbl_vector_cross(a.c2, a.c0), nbl_vector_cross(a.c0, a.c1)));
}
/* By the 2 by 2 determinants of the rows x, y and z, w of each two columns. */
NBL_FUNCTION nbl_float32_m4 nbl_matrix_adjugate_4(nbl_float32_m4 a) {
    float32_t s0 = a.c0.x * a.c1.y - a.c1.x * a.c0.y;
    float32_t s1 = a.c0.x * a.c2.y - a.c2.x * a.c0.y;
    float32_t s2 = a.c0.x * a.c3.y - a.c3.x * a.c0.y;
    float32_t s3 = a.c1.x * a.c2.y - a.c2.x * a.c1.y;
    float32_t s4 = a.c1.x * a.c3.y - a.c3.x * a.c1.y;
    float32_t s5 = a.c2.x * a.c3.y - a.c3.x * a.c2.y;
    float32_t t0 = a.c0.z * a.c1.w - a.c1.z * a.c0.w;
    float32_t t1 = a.c0.z * a.c2.w - a.c2.z * a.c0.w;
    float32_t t2 = a.c0.z * a.c3.w - a.c3.z * a.c0.w;
    float32_t t3 = a.c1.z * a.c2.w - a.c2.z * a.c1.w;
    float32_t t4 = a.c1.z * a.c3.w - a.c3.z * a.c1.w;
    float32_t t5 = a.c2.z * a.c3.w - a.c3.z * a.c2.w;
    return nbl_matrix_4(nbl_vector_4(a.c1.y * t5 - a.c2.y * t4 + a.c3.y * t3, a.c2.y * t2 - a.c0.y * t5 - a.c3.y * t1,
                                     a.c0.y * t4 - a.c1.y * t2 + a.c3.y * t0, a.c1.y * t1 - a.c0.y * t3 - a.c2.y * t0),
                        nbl_vector_4(a.c2.x * t4 - a.c1.x * t5 - a.c3.x * t3, a.c0.x * t5 - a.c2.x * t2 + a.c3.x * t1,
                                     a.c1.x * t2 - a.c0.x * t4 - a.c3.x * t0, a.c0.x * t3 - a.c1.x * t1 + a.c2.x * t0),
                        nbl_vector_4(a.c1.w * s5 - a.c2.w * s4 + a.c3.w * s3, a.c2.w * s2 - a.c0.w * s5 - a.c3.w * s1,
                                     a.c0.w * s4 - a.c1.w * s2 + a.c3.w * s0, a.c1.w * s1 - a.c0.w * s3 - a.c2.w * s0),
                        nbl_vector_4(a.c2.z * s4 - a.c1.z * s5 - a.c3.z * s3, a.c0.z * s5 - a.c2.z * s2 + a.c3.z * s1,
                                     a.c1.z * s2 - a.c0.z * s4 - a.c3.z * s0, a.c0.z * s3 - a.c1.z * s1 + a.c2.z * s0));
}

#define NBL_MATRIX_T nbl_float32_m2
#define NBL_MATRIX_V nbl_float32_t2
#define NBL_MATRIX_OF(name) NBL_CAT(name, _2)
#define NBL_MATRIX_EACH_1(f, a) nbl_matrix_2(f(a.c0), f(a.c1))
#define NBL_MATRIX_EACH_2(f, a, b) nbl_matrix_2(f(a.c0, b.c0), f(a.c1, b.c1))
#define NBL_MATRIX_WITH_2(f, a, b) nbl_matrix_2(f(a.c0, b), f(a.c1, b))
#define NBL_MATRIX_OUTER(f, v, w) nbl_matrix_2(f(v, w.x), f(v, w.y))
#define NBL_MATRIX_SUM(add, f, a, v) add(f(a.c0, v.x), f(a.c1, v.y))
#define NBL_MATRIX_ROW(f, v, a) nbl_vector_2(f(v, a.c0), f(v, a.c1))
#define NBL_MATRIX_ALL(f, a, b) (f(a.c0, b.c0) && f(a.c1, b.c1))
#include "nbl/matrix/size.h"

#define NBL_MATRIX_T nbl_float32_m3
#define NBL_MATRIX_V nbl_float32_t3
#define NBL_MATRIX_OF(name) NBL_CAT(name, _3)
#define NBL_MATRIX_EACH_1(f, a) nbl_matrix_3(f(a.c0), f(a.c1), f(a.c2))
#define NBL_MATRIX_EACH_2(f, a, b) nbl_matrix_3(f(a.c0, b.c0), f(a.c1, b.c1), f(a.c2, b.c2))
#define NBL_MATRIX_WITH_2(f, a, b) nbl_matrix_3(f(a.c0, b), f(a.c1, b), f(a.c2, b))
#define NBL_MATRIX_OUTER(f, v, w) nbl_matrix_3(f(v, w.x), f(v, w.y), f(v, w.z))
#define NBL_MATRIX_SUM(add, f, a, v) add(add(f(a.c0, v.x), f(a.c1, v.y)), f(a.c2, v.z))
#define NBL_MATRIX_ROW(f, v, a) nbl_vector_3(f(v, a.c0), f(v, a.c1), f(v, a.c2))
#define NBL_MATRIX_ALL(f, a, b) (f(a.c0, b.c0) && f(a.c1, b.c1) && f(a.c2, b.c2))
#include "nbl/matrix/size.h"

#define NBL_MATRIX_T nbl_float32_m4
#define NBL_MATRIX_V nbl_float32_t4
#define NBL_MATRIX_OF(name) NBL_CAT(name, _4)
#define NBL_MATRIX_EACH_1(f, a) nbl_matrix_4(f(a.c0), f(a.c1), f(a.c2), f(a.c3))
#define NBL_MATRIX_EACH_2(f, a, b) nbl_matrix_4(f(a.c0, b.c0), f(a.c1, b.c1), f(a.c2, b.c2), f(a.c3, b.c3))
#define NBL_MATRIX_WITH_2(f, a, b) nbl_matrix_4(f(a.c0, b), f(a.c1, b), f(a.c2, b), f(a.c3, b))
#define NBL_MATRIX_OUTER(f, v, w) nbl_matrix_4(f(v, w.x), f(v, w.y), f(v, w.z), f(v, w.w))
#define NBL_MATRIX_SUM(add, f, a, v) add(add(add(f(a.c0, v.x), f(a.c1, v.y)), f(a.c2, v.z)), f(a.c3, v.w))
#define NBL_MATRIX_ROW(f, v, a) nbl_vector_4(f(v, a.c0), f(v, a.c1), f(v, a.c2), f(v, a.c3))
#define NBL_MATRIX_ALL(f, a, b) (f(a.c0, b.c0) && f(a.c1, b.c1) && f(a.c2, b.c2) && f(a.c3, b.c3))
#include "nbl/matrix/size.h"

#if !NBL_OVERLOAD
#define NBL_SELECT_MATRIX(a, name) \
    _Generic((a), nbl_float32_m2 : name##_2, nbl_float32_m3 : name##_3, nbl_float32_m4 : name##_4)
#define nbl_matrix_add(a, b) NBL_SELECT_MATRIX(a, nbl_matrix_add)(a, b)
#define nbl_matrix_sub(a, b) NBL_SELECT_MATRIX(a, nbl_matrix_sub)(a, b)
#define nbl_matrix_component_mul(a, b) NBL_SELECT_MATRIX(a, nbl_matrix_component_mul)(a, b)
#define nbl_matrix_scale(a, s) NBL_SELECT_MATRIX(a, nbl_matrix_scale)(a, s)
#define nbl_matrix_mul(a, b) NBL_SELECT_MATRIX(a, nbl_matrix_mul)(a, b)
#define nbl_matrix_transform(a, v) NBL_SELECT_MATRIX(a, nbl_matrix_transform)(a, v)
#define nbl_matrix_transform_row(v, a) NBL_SELECT_MATRIX(a, nbl_matrix_transform_row)(v, a)
#define nbl_matrix_transpose(a) NBL_SELECT_MATRIX(a, nbl_matrix_transpose)(a)
#define nbl_matrix_determinant(a) NBL_SELECT_MATRIX(a, nbl_matrix_determinant)(a)
#define nbl_matrix_inverse(a) NBL_SELECT_MATRIX(a, nbl_matrix_inverse)(a)
#define nbl_matrix_outer(v, w) NBL_SELECT_VECTOR(v, nbl_matrix_outer)(v, w)
#define nbl_matrix_equal(a, b) NBL_SELECT_MATRIX(a, nbl_matrix_equal)(a, b)
#endif

#endif
