/* Radix kernels of a prime times 2 or 3, of one scalar: whole rows whose butterfly one invocation has.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_prime_scalar.h, never by itself; its parameters are that file's. By prime factors: A
 * transforms of P numbers, of which number n2 takes inputs A n1 + P n2 mod R, then P transforms of A numbers, one for
 * each number f mod P of the first ones; its number f mod A is output f.
 */
NBL_FUNCTION void R_(radix_times_prime)(NBL_RADIX_ARRAY, uint32_t a, uint32_t prime, bool inverse) {
    NBL_COMPLEX parts[NBL_RADIX_ELEMENTS];
    NBL_UNROLL for (uint32_t n = 0u; n < a; n++) {
        NBL_COMPLEX part[NBL_RADIX_ELEMENTS];
        NBL_UNROLL for (uint32_t i = 0u; i < prime; i++) part[i] = in_((a * i + prime * n) % (a * prime));
        NBL_RADIX_PRIME(part, prime, inverse);
        NBL_UNROLL for (uint32_t i = 0u; i < prime; i++) parts[prime * n + i] = part[i];
    }
    NBL_UNROLL for (uint32_t f = 0u; f < prime; f++) {
        NBL_COMPLEX of_a[3];
        NBL_FFT_2 two = R_(dft2)(parts[f], parts[prime + f]);
        of_a[0] = two.lo;
        of_a[1] = two.hi;
        of_a[2] = two.hi;
        if (a == 3u) {
            NBL_FFT_3 three = R_(dft3)(parts[f], parts[prime + f], parts[(a - 1u) * prime + f], inverse);
            of_a[0] = three.z0;
            of_a[1] = three.z1;
            of_a[2] = three.z2;
        }
        NBL_UNROLL for (uint32_t i = 0u; i < a; i++) v[f + prime * i] = of_a[(f + prime * i) % a];
    }
}

#define NBL_TIMES_PRIME(r, a, prime) \
    NBL_FUNCTION void R_(radix##r)(NBL_RADIX_ARRAY, bool inverse) { R_(radix_times_prime)(v, a, prime, inverse); }
NBL_TIMES_PRIME(33, 3u, 11u)
NBL_TIMES_PRIME(34, 2u, 17u)
NBL_TIMES_PRIME(38, 2u, 19u)
NBL_TIMES_PRIME(39, 3u, 13u)
#undef NBL_TIMES_PRIME
