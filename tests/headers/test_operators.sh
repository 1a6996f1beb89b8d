#!/usr/bin/env bash
# In C++ complex numbers have + - * / == != and assignments: the bits of the functions, by two compilers; the other languages refuse them.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh

cat >"$scratch/values.cpp" <<'TEXT'
#include <cstdio>
#include <cstring>
#include <random>
#include "nbl/complex.h"

template <class Complex> static bool same(Complex a, Complex b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/* Values against the definition, in exact numbers; then bits against the functions, in random ones. */
template <class Complex, class Scalar> static int wrong(unsigned seed) {
    const Complex z = {Scalar(3), Scalar(-2)}, w = {Scalar(5), Scalar(7)};
    int count = !same(z + w, Complex{Scalar(8), Scalar(5)});
    count += !same(z - w, Complex{Scalar(-2), Scalar(-9)});
    count += !same(z * w, Complex{Scalar(29), Scalar(11)});
    count += !same(z * Scalar(4), Complex{Scalar(12), Scalar(-8)});
    count += !same(Scalar(4) * z, Complex{Scalar(12), Scalar(-8)});
    count += !same(-z, Complex{Scalar(-3), Scalar(2)});
    count += !same((z * w) / z, w) + !same(z / Scalar(2), Complex{Scalar(1.5), Scalar(-1)});
    count += !(z == z) + (z == w) + (z != z) + !(z != w) + !(z != Complex{Scalar(3), Scalar(2)});
    Complex changed = z;
    count += !same(changed += w, Complex{Scalar(8), Scalar(5)}) + !same(changed -= w, z);
    count += !same(changed *= w, z * w) + !same(changed /= z, w) + !same(changed *= Scalar(2), w * Scalar(2));
    count += !same(changed /= Scalar(2), w) + !same(changed, w);
    std::mt19937 random(seed);
    for (int i = 0; i < 1000; i++) {
        const Scalar s = Scalar(random()) / Scalar(3e9);
        const Complex a = {Scalar(random()) / Scalar(3e9) - s, Scalar(random()) / Scalar(7e8)};
        const Complex b = {Scalar(random()) / Scalar(5e9), Scalar(random()) / Scalar(3e9) - s};
        count += !same(a + b, nbl_complex_add(a, b)) + !same(a - b, nbl_complex_sub(a, b));
        count += !same(a * b, nbl_complex_mul(a, b)) + !same(a * s, nbl_complex_scale(a, s)) + !same(s * a, a * s);
    }
    return count;
}

int main() {
    const int count = wrong<nbl_complex_float32_t, float32_t>(1u) + wrong<nbl_complex_float64_t, float64_t>(2u);
    std::printf("%d of 10046 are wrong\n", count);
    return count != 0;
}
TEXT
values() { # compiler, include path
    "$1" -std=c++17 -Wall -Wextra -Wpedantic -Werror -Wno-unused-function -ffp-contract=off -I"$2" -o "$scratch/values" "$scratch/values.cpp" &&
        "$scratch/values"
}
for compiler in g++ clang++; do expect "$compiler" values $compiler include; done

# Vectors and matrices: the functions' values, by operators.
cat >"$scratch/matrices.cpp" <<'TEXT'
#include <cstdio>
#include "nbl/matrix.h"

template <class V, class M> static int wrong(V a, V b, M m, M n) {
    int count = (a + b != nbl_vector_add(a, b)) + (a - b != nbl_vector_sub(a, b)) + (a * b != nbl_vector_mul(a, b));
    count += (a / b != nbl_vector_div(a, b)) + (a * 3.0f != nbl_vector_scale(a, 3.0f)) + (3.0f * a != a * 3.0f);
    count += (a / 2.0f != nbl_vector_scale(a, 0.5f)) + (-a != nbl_vector_negate(a)) + !(a == a) + (a == b) + (a != a);
    count += (m + n != nbl_matrix_add(m, n)) + (m - n != nbl_matrix_sub(m, n)) + (m * n != nbl_matrix_mul(m, n));
    count += (m * a != nbl_matrix_transform(m, a)) + (a * m != nbl_matrix_transform_row(a, m)) + !(m == m) + (m == n);
    return count + (m * 2.0f != nbl_matrix_scale(m, 2.0f)) + (2.0f * m != m + m) + ((m * n) * a == (n * m) * a);
}

int main() {
    const nbl_float32_t2 a = {1, -2}, b = {0.5f, 4};
    const nbl_float32_t3 c = {1, -2, 3}, d = {0.5f, 4, -1};
    const nbl_float32_t4 e = {1, -2, 3, 5}, f = {0.5f, 4, -1, 2};
    int count = wrong(a, b, nbl_matrix_2(a, b), nbl_matrix_2(b, a + b)) + wrong(c, d, nbl_matrix_3(c, d, c * d), nbl_matrix_3(d, c, c + d)) +
                wrong(e, f, nbl_matrix_4(e, f, e * f, e - f), nbl_matrix_4(f, e, e + f, f * f));
    std::printf("%d of 66 are wrong\n", count);
    return count != 0;
}
TEXT
matrices() { # compiler, include path
    "$1" -std=c++17 -Wall -Wextra -Wpedantic -Werror -Wno-unused-function -Wno-float-equal -ffp-contract=off -I"$2" -o "$scratch/matrices" "$scratch/matrices.cpp" &&
        "$scratch/matrices"
}
for compiler in g++ clang++; do expect "$compiler, matrices" matrices $compiler include; done

# A wrong operator is found.
mkdir "$scratch/include"
cp -r include/nbl "$scratch/include"
for change in 's/operator-\(.*\)(sub)/operator-\1(add)/' 's/operator==\(.*\)return N/operator==\1return !N/' 's/operator\*(NBL_SCALAR s\(.*\)(scale)(z, s)/operator*(NBL_SCALAR s\1(scale)(z, s + s)/'; do
    sed "$change" include/nbl/complex_scalar.h >"$scratch/include/nbl/complex_scalar.h"
    ! cmp -s include/nbl/complex_scalar.h "$scratch/include/nbl/complex_scalar.h"; record $? "'$change' changes nothing"
    ! values g++ "$scratch/include" >"$scratch/log" 2>&1 && grep -q 'are wrong' "$scratch/log"; record $? "'$change' is not found"
done

# C, GLSL and HLSL have no operators of one's own: what would read as one is refused, not taken for something else.
kernel() { printf '#include "nbl/complex.h"\nnbl_complex_float32_t twice(nbl_complex_float32_t z) { return %s; }\n' "$1"; }
glslang="glslangValidator -V -S comp --target-env vulkan1.1 -Iinclude -o $scratch/out.spv"
for text in 'nbl_complex_add(z, z)' 'z + z'; do
    kernel "$text" >"$scratch/refused.c"
    { printf '#version 460\n#extension GL_GOOGLE_include_directive : require\n'; kernel "$text"; echo 'void main() {}'; } >"$scratch/refused.comp"
    { kernel "$text"; echo '[numthreads(1, 1, 1)] void main() {}'; } >"$scratch/refused.hlsl"
    if [ "$text" = 'z + z' ]; then takes() { ! "$@"; }; else takes() { "$@"; }; fi
    expect "C: $text" takes cc -std=c11 -fsyntax-only -Iinclude "$scratch/refused.c"
    expect "GLSL: $text" takes $glslang "$scratch/refused.comp"
    expect "HLSL: $text" takes $glslang -D -DNBL_HLSL=1 -e main "$scratch/refused.hlsl"
done
finish
