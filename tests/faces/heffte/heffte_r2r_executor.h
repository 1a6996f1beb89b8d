/* As much of heFFTe as a backend on the CPU sees: declarations of the same names and meaning, written from its
 * documentation (https://icl-utk-edu.github.io/heffte), for tests of packages/heffte without heFFTe.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_HEFFTE_STUB_H
#define NBL_TESTS_HEFFTE_STUB_H

#include <array>
#include <complex>
#include <cstddef>
#include <string>
#include <type_traits>

namespace heffte {

namespace backend {
struct nbl {};
struct nbl_cos {};
struct nbl_sin {};
struct nbl_cos1 {};
template <typename> struct is_enabled : std::false_type {};
template <typename> struct uses_fft_types : std::true_type {};
template <typename> inline std::string name() { return "unknown"; }
} // namespace backend

/* Indices of three dimensions; order: which dimension varies fastest in memory, second and slowest. */
template <typename index = int> struct box3d {
    box3d(std::array<index, 3> sizes, std::array<int, 3> memory) : size(sizes), order(memory) {}
    index osize(int place) const { return size[order[place]]; }
    int find_order(int dimension) const { return dimension == order[0] ? 0 : dimension == order[1] ? 1 : 2; }
    long long count() const { return static_cast<long long>(size[0]) * size[1] * size[2]; }
    box3d r2c(int dimension) const {
        std::array<index, 3> halved = size;
        halved[dimension] = halved[dimension] / 2 + 1;
        return box3d(halved, order);
    }
    std::array<index, 3> size;
    std::array<int, 3> order;
};

struct executor_base {
    virtual ~executor_base() = default;
    virtual void forward(float[], float *) const {}
    virtual void forward(double[], double *) const {}
    virtual void backward(float[], float *) const {}
    virtual void backward(double[], double *) const {}
    virtual void forward(std::complex<float>[], std::complex<float> *) const {}
    virtual void forward(std::complex<double>[], std::complex<double> *) const {}
    virtual void backward(std::complex<float>[], std::complex<float> *) const {}
    virtual void backward(std::complex<double>[], std::complex<double> *) const {}
    virtual void forward(float const[], std::complex<float>[], std::complex<float> *) const {}
    virtual void forward(double const[], std::complex<double>[], std::complex<double> *) const {}
    virtual void backward(std::complex<float>[], float[], std::complex<float> *) const {}
    virtual void backward(std::complex<double>[], double[], std::complex<double> *) const {}
    virtual int box_size() const { return 0; }
    virtual size_t workspace_size() const { return 0; }
    virtual int complex_size() const { return box_size(); }
};

struct cpu_cos_pre_pos_processor {};
struct cpu_sin_pre_pos_processor {};
struct cpu_cos1_pre_pos_processor {};
template <typename, typename> struct real2real_executor {};
template <typename> struct one_dim_backend {};
template <typename> struct default_plan_options {};

} // namespace heffte

#endif
