/* heFFTe's backend by itself: boxes of every order, along one, two and three dimensions, against the definition.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Caught when tried: the order of memory reversed, two dimensions exchanged, results scaled, directions exchanged, the
 * spectrum's sizes for the signal's.
 */
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "heffte_backend_nbl.h"

using heffte::box3d;
typedef std::complex<double> number;

static int passed, failed;

static void expect(bool good, const char *what, box3d<> const &box, const char *why) {
    good ? passed++ : failed++;
    if (!good)
        std::printf("failed: %s of %d x %d x %d, order %d %d %d: %s\n", what, box.size[0], box.size[1], box.size[2],
                    box.order[0], box.order[1], box.order[2], why);
}

/* A fixed sequence of numbers from -1 to 1 (Knuth's multiplier of 64 bits). */
static double draw() {
    static uint64_t state = 45;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state >> 11) / 4503599627370496.0 - 1;
}

static size_t place(box3d<> const &box, std::array<int, 3> at) {
    return static_cast<size_t>(at[box.order[0]]) +
           static_cast<size_t>(box.osize(0)) *
               (static_cast<size_t>(at[box.order[1]]) + static_cast<size_t>(box.osize(1)) * at[box.order[2]]);
}

template <typename function> static void each(box3d<> const &box, function call) {
    std::array<int, 3> at;
    for (at[0] = 0; at[0] < box.size[0]; at[0]++)
        for (at[1] = 0; at[1] < box.size[1]; at[1]++)
            for (at[2] = 0; at[2] < box.size[2]; at[2]++) call(at);
}

/* The transform along a dimension by its definition. */
static std::vector<number> by_definition(box3d<> const &box, std::vector<number> const &x, int dimension, double sign) {
    std::vector<number> y(x.size());
    const int n = box.size[dimension];
    each(box, [&](std::array<int, 3> at) {
        number sum = 0;
        std::array<int, 3> from = at;
        for (int k = 0; k < n; k++) {
            from[dimension] = k;
            sum +=
                x[place(box, from)] * std::polar(1.0, sign * 2 * M_PI * (static_cast<long>(k) * at[dimension] % n) / n);
        }
        y[place(box, at)] = sum;
    });
    return y;
}

template <typename scalar> static bool near(std::vector<std::complex<scalar>> const &a, std::vector<number> const &b) {
    double off = 0, all = 0;
    for (size_t i = 0; i < b.size(); i++) {
        off += std::norm(number(a[i]) - b[i]);
        all += std::norm(b[i]);
    }
    return a.size() == b.size() && std::sqrt(off / all) < (sizeof(scalar) == 4 ? 1e-6 : 1e-14);
}

template <typename scalar>
static void complex_case(box3d<> const &box, heffte::nbl_executor const &executor, std::vector<int> const &dimensions) {
    std::vector<number> x(static_cast<size_t>(box.count()));
    for (auto &value : x) value = number(static_cast<scalar>(draw()), static_cast<scalar>(draw()));
    for (double sign : {-1.0, 1.0}) {
        std::vector<number> expected = x;
        for (int dimension : dimensions) expected = by_definition(box, expected, dimension, sign);
        std::vector<std::complex<scalar>> data(x.begin(), x.end());
        sign < 0 ? executor.forward(data.data(), nullptr) : executor.backward(data.data(), nullptr);
        expect(near(data, expected), sign < 0 ? "forward" : "backward", box, "far from the definition");
    }
    expect(executor.box_size() == box.count() && executor.workspace_size() == 0, "sizes", box, "others");
}

template <typename scalar> static void real_case(box3d<> const &box, int dimension) {
    heffte::one_dim_backend<heffte::backend::nbl>::executor_r2c executor(nullptr, box, dimension);
    const box3d<> half = box.r2c(dimension);
    std::vector<scalar> x(static_cast<size_t>(box.count())), back(x.size());
    for (auto &value : x) value = static_cast<scalar>(draw());
    std::vector<std::complex<scalar>> spectrum(static_cast<size_t>(half.count()));
    executor.forward(x.data(), spectrum.data(), nullptr);
    const std::vector<number> all = by_definition(box, std::vector<number>(x.begin(), x.end()), dimension, -1);
    std::vector<number> expected(spectrum.size());
    each(half, [&](std::array<int, 3> at) { expected[place(half, at)] = all[place(box, at)]; });
    expect(near(spectrum, expected), "real forward", box, "far from the definition");
    executor.backward(spectrum.data(), back.data(), nullptr);
    double off = 0;
    for (size_t i = 0; i < x.size(); i++) off = std::fmax(off, std::fabs(back[i] / box.size[dimension] - x[i]));
    expect(off < (sizeof(scalar) == 4 ? 2e-6 : 1e-14), "real backward", box, "not the signal");
    expect(executor.box_size() == box.count() && executor.complex_size() == half.count(), "sizes", box, "others");
    /* Real data by the complex executor. */
    heffte::nbl_executor complex(nullptr, box, dimension);
    std::vector<std::complex<scalar>> wide(x.size());
    complex.forward(x.data(), wide.data(), nullptr);
    expect(near(wide, all), "real data", box, "far from the definition");
    complex.backward(wide.data(), back.data(), nullptr);
    off = 0;
    for (size_t i = 0; i < x.size(); i++) off = std::fmax(off, std::fabs(back[i] / box.size[dimension] - x[i]));
    expect(off < (sizeof(scalar) == 4 ? 2e-6 : 1e-14), "real data back", box, "not the signal");
}

int main() {
    const std::array<int, 3> orders[] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const std::array<int, 3> sizes[] = {{8, 6, 5}, {7, 12, 3}, {1, 9, 10}, {17, 1, 4}};
    for (auto const &size : sizes)
        for (auto const &order : orders) {
            const box3d<> box(size, order);
            for (int d = 0; d < 3; d++) {
                heffte::nbl_executor line(nullptr, box, d), plane(nullptr, box, d, (d + 1) % 3);
                complex_case<float>(box, line, {d});
                complex_case<double>(box, line, {d});
                complex_case<float>(box, plane, {d, (d + 1) % 3});
                complex_case<double>(box, plane, {d, (d + 1) % 3});
                real_case<float>(box, d);
                real_case<double>(box, d);
            }
            heffte::nbl_executor whole(nullptr, box);
            complex_case<float>(box, whole, {0, 1, 2});
            complex_case<double>(box, whole, {0, 1, 2});
        }
    /* A box has 14 executors of complex data with 3 checks each, and 6 of real data with 5 each. */
    const int count = 24 * ((3 * 4 + 2) * 3 + 3 * 2 * 5);
    if (passed + failed != count) {
        std::printf("failed: %d checks ran, expected %d\n", passed + failed, count);
        failed++;
    }
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
