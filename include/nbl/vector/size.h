/* The functions of vectors of one size: included by nbl/vector.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Functions without a comment return the vector of what the scalar function of that name returns for each component.
 *
 * Parameters:
 *   NBL_VECTOR_T                          the type, of float32
 *   NBL_VECTOR_OF(name)                   the name followed by the number of components
 *   NBL_VECTOR_EACH_1, _2, _3(f, a, ...)  the vector of f(a.x, ...), f(a.y, ...), and so on; of 1, 2 or 3 vectors
 *   NBL_VECTOR_FOLD(op, a)                a.x op a.y op ..., from left to right
 * All of them are undefined behind this file.
 */
#ifndef NBL_VECTOR_T
#error "NBL_VECTOR_T is missing: include nbl/vector.h instead"
#endif

#if NBL_OVERLOAD
#define NBL_VECTOR_FUNCTION(name) name
#else
#define NBL_VECTOR_FUNCTION(name) NBL_VECTOR_OF(name)
#endif
#define NBL_VECTOR_SUM_OF(x, y) ((x) + (y))
#define NBL_VECTOR_DIFFERENCE_OF(x, y) ((x) - (y))
#define NBL_VECTOR_PRODUCT_OF(x, y) ((x) * (y))
#define NBL_VECTOR_NEGATIVE_OF(x) (-(x))

#define dot_ NBL_VECTOR_FUNCTION(nbl_vector_dot)
#define length_ NBL_VECTOR_FUNCTION(nbl_vector_length)
#define sub_ NBL_VECTOR_FUNCTION(nbl_vector_sub)
#define scale_ NBL_VECTOR_FUNCTION(nbl_vector_scale)
#define splat_ NBL_VECTOR_OF(nbl_splat)

NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_add)(NBL_VECTOR_T a, NBL_VECTOR_T b) {
    return NBL_VECTOR_EACH_2(NBL_VECTOR_SUM_OF, a, b);
}

NBL_FUNCTION NBL_VECTOR_T sub_(NBL_VECTOR_T a, NBL_VECTOR_T b) {
    return NBL_VECTOR_EACH_2(NBL_VECTOR_DIFFERENCE_OF, a, b);
}

NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_mul)(NBL_VECTOR_T a, NBL_VECTOR_T b) {
    return NBL_VECTOR_EACH_2(NBL_VECTOR_PRODUCT_OF, a, b);
}

NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_div)(NBL_VECTOR_T a, NBL_VECTOR_T b) {
    return NBL_VECTOR_EACH_2(nbl_div, a, b);
}

NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_min)(NBL_VECTOR_T a, NBL_VECTOR_T b) {
    return NBL_VECTOR_EACH_2(nbl_min, a, b);
}

NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_max)(NBL_VECTOR_T a, NBL_VECTOR_T b) {
    return NBL_VECTOR_EACH_2(nbl_max, a, b);
}

NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_clamp)(NBL_VECTOR_T a, NBL_VECTOR_T low, NBL_VECTOR_T high) {
    return NBL_VECTOR_EACH_3(nbl_clamp, a, low, high);
}

NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_negate)(NBL_VECTOR_T a) {
    return NBL_VECTOR_EACH_1(NBL_VECTOR_NEGATIVE_OF, a);
}

NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_abs)(NBL_VECTOR_T a) { return NBL_VECTOR_EACH_1(nbl_abs, a); }

/* Returns a s, component by component. */
NBL_FUNCTION NBL_VECTOR_T scale_(NBL_VECTOR_T a, float32_t s) {
    NBL_VECTOR_T factor = splat_(s);
    return NBL_VECTOR_EACH_2(NBL_VECTOR_PRODUCT_OF, a, factor);
}

/* Returns a (1 - s) + b s for each component, as nbl_mix(). */
NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_mix)(NBL_VECTOR_T a, NBL_VECTOR_T b, float32_t s) {
    NBL_VECTOR_T t = splat_(s);
    return NBL_VECTOR_EACH_3(nbl_mix, a, b, t);
}

/* Returns whether all components are equal. */
NBL_FUNCTION bool NBL_VECTOR_FUNCTION(nbl_vector_equal)(NBL_VECTOR_T a, NBL_VECTOR_T b) {
#define NBL_VECTOR_UNEQUAL_OF(x, y) ((x) == (y) ? 0.0f : 1.0f)
    NBL_VECTOR_T unequal = NBL_VECTOR_EACH_2(NBL_VECTOR_UNEQUAL_OF, a, b);
#undef NBL_VECTOR_UNEQUAL_OF
    return NBL_VECTOR_FOLD(+, unequal) == 0.0f;
}

/* Returns the sum of a.x b.x, a.y b.y, ..., added from left to right. */
NBL_FUNCTION float32_t dot_(NBL_VECTOR_T a, NBL_VECTOR_T b) {
    NBL_VECTOR_T product = NBL_VECTOR_EACH_2(NBL_VECTOR_PRODUCT_OF, a, b);
    return NBL_VECTOR_FOLD(+, product);
}

/* Returns a's length. From about 1.8e19 on it is infinity, and below about 1e-19 inexact or 0, since the squared length
 * leaves float32's range. */
NBL_FUNCTION float32_t length_(NBL_VECTOR_T a) { return nbl_sqrt(dot_(a, a)); }

/* Returns the length of a - b. */
NBL_FUNCTION float32_t NBL_VECTOR_FUNCTION(nbl_vector_distance)(NBL_VECTOR_T a, NBL_VECTOR_T b) {
    return length_(sub_(a, b));
}

/* Returns the vector of length 1 with a's direction. The squared length must be a normal float32: no length below about
 * 1e-19, none above 1e19. */
NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_normalize)(NBL_VECTOR_T a) {
    return scale_(a, nbl_rsqrt(dot_(a, a)));
}

/* Returns a mirrored at a plane, as GLSL's reflect.
 *
 * normal  of the plane, of length 1 */
NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_reflect)(NBL_VECTOR_T a, NBL_VECTOR_T normal) {
    float32_t twice = 2.0f * dot_(a, normal);
    return sub_(a, scale_(normal, twice));
}

/* Returns the direction into which a is refracted at a surface, as GLSL's refract; 0 at total reflection.
 *
 * a, normal  of length 1
 * ratio      refractive index on the side that a comes from, divided by the one on the side that it goes to
 */
NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_refract)(NBL_VECTOR_T a, NBL_VECTOR_T normal,
                                                                  float32_t ratio) {
    float32_t cosine = dot_(normal, a);
    float32_t k = 1.0f - ratio * ratio * (1.0f - cosine * cosine);
    if (k < 0.0f) return splat_(0.0f);
    return sub_(scale_(a, ratio), scale_(normal, ratio * cosine + nbl_sqrt(k)));
}

/* Returns the normal if dot(reference, a) is negative, else its negative, as GLSL's faceforward. */
NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_face_forward)(NBL_VECTOR_T normal, NBL_VECTOR_T a,
                                                                       NBL_VECTOR_T reference) {
    return scale_(normal, dot_(reference, a) < 0.0f ? 1.0f : -1.0f);
}

NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_step)(NBL_VECTOR_T edge, NBL_VECTOR_T a) {
    return NBL_VECTOR_EACH_2(nbl_step, edge, a);
}

NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_smoothstep)(NBL_VECTOR_T low, NBL_VECTOR_T high,
                                                                     NBL_VECTOR_T a) {
    return NBL_VECTOR_EACH_3(nbl_smoothstep, low, high, a);
}

NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_floor)(NBL_VECTOR_T a) {
    return NBL_VECTOR_EACH_1(nbl_floor, a);
}

NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_fract)(NBL_VECTOR_T a) {
    return NBL_VECTOR_EACH_1(nbl_fract, a);
}

NBL_FUNCTION NBL_VECTOR_T NBL_VECTOR_FUNCTION(nbl_vector_saturate)(NBL_VECTOR_T a) {
    return NBL_VECTOR_EACH_1(nbl_saturate, a);
}

#if NBL_VECTORS_LACK_OPERATORS
NBL_FUNCTION NBL_VECTOR_T operator+(NBL_VECTOR_T a, NBL_VECTOR_T b) { return nbl_vector_add(a, b); }
NBL_FUNCTION NBL_VECTOR_T operator-(NBL_VECTOR_T a, NBL_VECTOR_T b) { return nbl_vector_sub(a, b); }
NBL_FUNCTION NBL_VECTOR_T operator*(NBL_VECTOR_T a, NBL_VECTOR_T b) { return nbl_vector_mul(a, b); }
NBL_FUNCTION NBL_VECTOR_T operator/(NBL_VECTOR_T a, NBL_VECTOR_T b) { return nbl_vector_div(a, b); }
NBL_FUNCTION NBL_VECTOR_T operator*(NBL_VECTOR_T a, float32_t s) { return nbl_vector_scale(a, s); }
NBL_FUNCTION NBL_VECTOR_T operator*(float32_t s, NBL_VECTOR_T a) { return nbl_vector_scale(a, s); }
NBL_FUNCTION NBL_VECTOR_T operator/(NBL_VECTOR_T a, float32_t s) { return nbl_vector_div(a, splat_(s)); }
NBL_FUNCTION NBL_VECTOR_T operator-(NBL_VECTOR_T a) { return nbl_vector_negate(a); }
NBL_FUNCTION bool operator==(NBL_VECTOR_T a, NBL_VECTOR_T b) { return nbl_vector_equal(a, b); }
NBL_FUNCTION bool operator!=(NBL_VECTOR_T a, NBL_VECTOR_T b) { return !nbl_vector_equal(a, b); }
#endif

#undef splat_
#undef scale_
#undef sub_
#undef length_
#undef dot_
#undef NBL_VECTOR_NEGATIVE_OF
#undef NBL_VECTOR_PRODUCT_OF
#undef NBL_VECTOR_DIFFERENCE_OF
#undef NBL_VECTOR_SUM_OF
#undef NBL_VECTOR_FUNCTION
#undef NBL_VECTOR_FOLD
#undef NBL_VECTOR_EACH_3
#undef NBL_VECTOR_EACH_2
#undef NBL_VECTOR_EACH_1
#undef NBL_VECTOR_OF
#undef NBL_VECTOR_T
