/* Complex arithmetic of one scalar: included by nbl/complex.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, a type name such as float32_t.
 */
#if NBL_OVERLOAD
#define NBL_COMPLEX_FUNCTION(name) NBL_CAT(nbl_complex_, name)
#else
#define NBL_COMPLEX_FUNCTION(name) NBL_OF_SCALAR(NBL_CAT(nbl_complex_, name))
#endif

NBL_STRUCT(NBL_COMPLEX) {
    NBL_SCALAR real;
    NBL_SCALAR imag;
};

NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(construct)(NBL_SCALAR re, NBL_SCALAR im) {
    NBL_COMPLEX z = {re, im};
    return z;
}

NBL_FUNCTION NBL_COMPLEX NBL_OF_SCALAR(nbl_complex_zero)(void) {
    NBL_COMPLEX z = {NBL_CAST(NBL_SCALAR, 0.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
    return z;
}

NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(add)(NBL_COMPLEX z, NBL_COMPLEX w) {
    NBL_COMPLEX sum = {z.real + w.real, z.imag + w.imag};
    return sum;
}

NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(sub)(NBL_COMPLEX z, NBL_COMPLEX w) {
    NBL_COMPLEX difference = {z.real - w.real, z.imag - w.imag};
    return difference;
}

NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(mul)(NBL_COMPLEX z, NBL_COMPLEX w) {
    NBL_SCALAR re = NBL_SUB_PRODUCT(z.real * w.real, z.imag, w.imag);
    NBL_SCALAR across = NBL_CARRIED(z.real, w.imag);
    /* Both sums take the product with w.imag. So i conj(z) and w have the product of z and conj(w) with its parts
     * swapped, to the bit in fused mode, too: an inverse transform on the CPU is a forward one of swapped parts. */
    NBL_COMPLEX product = {re, NBL_ADD_CARRIED(z.imag * w.real, across, w.imag)};
    return product;
}

NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(scale)(NBL_COMPLEX z, NBL_SCALAR s) {
    NBL_COMPLEX scaled = {z.real * s, z.imag * s};
    return scaled;
}

/* A product that the next sum may take: carried(z, s) is z s, and add_carried(x, carried(z, s), s) is x + z s. With
 * NBL_FUSED it is z, and the sum multiplies. */
NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(carried)(NBL_COMPLEX z, NBL_SCALAR s) {
    NBL_UNUSED(s);
    NBL_COMPLEX carried = {NBL_CARRIED(z.real, s), NBL_CARRIED(z.imag, s)};
    return carried;
}

NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(add_carried)(NBL_COMPLEX z, NBL_COMPLEX w, NBL_SCALAR s) {
    NBL_UNUSED(s);
    NBL_COMPLEX sum = {NBL_ADD_CARRIED(z.real, w.real, s), NBL_ADD_CARRIED(z.imag, w.imag, s)};
    return sum;
}

NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(sub_carried)(NBL_COMPLEX z, NBL_COMPLEX w, NBL_SCALAR s) {
    NBL_UNUSED(s);
    NBL_COMPLEX difference = {NBL_SUB_CARRIED(z.real, w.real, s), NBL_SUB_CARRIED(z.imag, w.imag, s)};
    return difference;
}

NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(add_scaled)(NBL_COMPLEX z, NBL_COMPLEX w, NBL_SCALAR s) {
    return NBL_COMPLEX_FUNCTION(add_carried)(z, NBL_COMPLEX_FUNCTION(carried)(w, s), s);
}

NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(sub_scaled)(NBL_COMPLEX z, NBL_COMPLEX w, NBL_SCALAR s) {
    return NBL_COMPLEX_FUNCTION(sub_carried)(z, NBL_COMPLEX_FUNCTION(carried)(w, s), s);
}

NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(conj)(NBL_COMPLEX z) {
    NBL_COMPLEX conjugate = {z.real, -z.imag};
    return conjugate;
}

NBL_FUNCTION NBL_SCALAR NBL_COMPLEX_FUNCTION(norm)(NBL_COMPLEX z) {
    return NBL_ADD_PRODUCT(z.real * z.real, z.imag, z.imag);
}

NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(div_scalar)(NBL_COMPLEX z, NBL_SCALAR s) {
    NBL_COMPLEX quotient = {z.real / s, z.imag / s};
    return quotient;
}

NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(div)(NBL_COMPLEX z, NBL_COMPLEX w) {
    NBL_SCALAR norm = w.real * w.real + w.imag * w.imag;
    NBL_COMPLEX quotient = {(z.real * w.real + z.imag * w.imag) / norm, (z.imag * w.real - z.real * w.imag) / norm};
    return quotient;
}

NBL_FUNCTION bool NBL_COMPLEX_FUNCTION(equal)(NBL_COMPLEX z, NBL_COMPLEX w) {
    return NBL_EQUAL(z.real, w.real) && NBL_EQUAL(z.imag, w.imag);
}

NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(rotate_left)(NBL_COMPLEX z) {
    NBL_COMPLEX rotated = {-z.imag, z.real};
    return rotated;
}

NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(rotate_right)(NBL_COMPLEX z) {
    NBL_COMPLEX rotated = {z.imag, -z.real};
    return rotated;
}

NBL_FUNCTION NBL_COMPLEX NBL_COMPLEX_FUNCTION(select)(bool first, NBL_COMPLEX z, NBL_COMPLEX w) {
    NBL_COMPLEX chosen = {first ? z.real : w.real, first ? z.imag : w.imag};
    return chosen;
}

#if NBL_HAS_OPERATORS
NBL_FUNCTION NBL_COMPLEX operator+(NBL_COMPLEX z, NBL_COMPLEX w) { return NBL_COMPLEX_FUNCTION(add)(z, w); }
NBL_FUNCTION NBL_COMPLEX operator-(NBL_COMPLEX z, NBL_COMPLEX w) { return NBL_COMPLEX_FUNCTION(sub)(z, w); }
NBL_FUNCTION NBL_PREFIX NBL_COMPLEX operator-(NBL_COMPLEX z) {
    NBL_COMPLEX negative = {-z.real, -z.imag};
    return negative;
}
NBL_FUNCTION NBL_COMPLEX operator*(NBL_COMPLEX z, NBL_COMPLEX w) { return NBL_COMPLEX_FUNCTION(mul)(z, w); }
NBL_FUNCTION NBL_COMPLEX operator*(NBL_COMPLEX z, NBL_SCALAR s) { return NBL_COMPLEX_FUNCTION(scale)(z, s); }
NBL_FUNCTION NBL_COMPLEX operator*(NBL_SCALAR s, NBL_COMPLEX z) { return NBL_COMPLEX_FUNCTION(scale)(z, s); }
NBL_FUNCTION NBL_COMPLEX operator/(NBL_COMPLEX z, NBL_COMPLEX w) { return NBL_COMPLEX_FUNCTION(div)(z, w); }
NBL_FUNCTION NBL_COMPLEX operator/(NBL_COMPLEX z, NBL_SCALAR s) { return NBL_COMPLEX_FUNCTION(div_scalar)(z, s); }
NBL_FUNCTION bool operator==(NBL_COMPLEX z, NBL_COMPLEX w) { return NBL_COMPLEX_FUNCTION(equal)(z, w); }
NBL_FUNCTION bool operator!=(NBL_COMPLEX z, NBL_COMPLEX w) { return !NBL_COMPLEX_FUNCTION(equal)(z, w); }
NBL_ASSIGNING_OPERATORS(NBL_COMPLEX, NBL_SCALAR)
#endif

#undef NBL_COMPLEX_FUNCTION
#undef NBL_SCALAR
