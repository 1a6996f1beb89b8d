/* nbl as a backend of heFFTe: lines, planes and boxes on the CPU, by plans of arrays.
 * SPDX-License-Identifier: Apache-2.0
 *
 * To lie in heFFTe's include folder and to be included by heffte_backends.h, behind the other backends; compare.sh does
 * both, and adds the tags to heFFTe's own lists. Needs libnbl-emulator.
 *
 *   heffte::backend::nbl            complex and real transforms of float and double
 *   heffte::backend::nbl_cos, _sin, _cos1   cosine and sine transforms, by heFFTe's own way to and from complex ones
 *
 * Exact mode, in which the number of processes changes no bit; NBL_MODE=fast in the environment: fast mode. A process
 * takes one thread; NBL_THREADS=n: n of them. Errors are std::runtime_error.
 */
#ifndef HEFFTE_BACKEND_NBL_H
#define HEFFTE_BACKEND_NBL_H

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "heffte_r2r_executor.h"
#include "nbl/host/fft.h"

namespace heffte {

namespace backend {
template <> struct is_enabled<nbl> : std::true_type {};
template <> struct is_enabled<nbl_cos> : std::true_type {};
template <> struct is_enabled<nbl_sin> : std::true_type {};
template <> struct is_enabled<nbl_cos1> : std::true_type {};
template <> inline std::string name<nbl>() { return "nbl"; }
template <> inline std::string name<nbl_cos>() { return "nbl-cos-type-II"; }
template <> inline std::string name<nbl_sin>() { return "nbl-sin-type-II"; }
template <> inline std::string name<nbl_cos1>() { return "nbl-cos-type-I"; }
template <> struct uses_fft_types<nbl_cos> : std::false_type {};
template <> struct uses_fft_types<nbl_sin> : std::false_type {};
template <> struct uses_fft_types<nbl_cos1> : std::false_type {};
} // namespace backend

/* One description of a box, and a plan for each precision and direction, made when it is first run. */
class nbl_plans {
  public:
    /* sizes  elements of the signal, the slowest dimension first
     * axes   dimensions that are transformed; the real one is the last
     * real   the signal is real */
    nbl_plans(std::vector<uint64_t> const &sizes, std::vector<uint32_t> const &axes, bool real)
        : desc(nbl_fft_problem_init()) {
        desc.rank = static_cast<uint32_t>(sizes.size());
        std::copy(sizes.begin(), sizes.end(), desc.sizes);
        desc.axis_count = static_cast<uint32_t>(axes.size());
        std::copy(axes.begin(), axes.end(), desc.axes);
        desc.real = real;
        desc.scaling = NBL_FFT_SCALING_NONE; /* heFFTe scales */
        const char *mode = std::getenv("NBL_MODE"), *threads = std::getenv("NBL_THREADS");
        desc.mode = mode && std::string(mode) == "fast" ? NBL_MODE_FAST : NBL_MODE_EXACT;
        desc.threads = threads ? static_cast<uint32_t>(std::max(1, std::atoi(threads))) : 1;
    }
    ~nbl_plans() {
        for (auto plan : plans) nbl_fft_destroy(plan);
    }
    nbl_plans(nbl_plans const &) = delete;
    nbl_plans &operator=(nbl_plans const &) = delete;

    /* in, out  of float or double, real or complex; the same array of a complex transform */
    template <typename scalar> void run(bool inverse, void const *in, void *out) const {
        constexpr bool is_double = std::is_same<scalar, double>::value;
        nbl_error_t error;
        nbl_fft_t *&plan = plans[2 * is_double + inverse];
        if (!plan) {
            nbl_fft_problem_t wanted = desc;
            wanted.precision = is_double ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
            wanted.inverse = inverse;
            if (nbl_fft_make_cpu(&wanted, &plan, &error) != NBL_SUCCESS) throw std::runtime_error(error.text);
        }
        if (nbl_fft_run(plan, in, out, &error) != NBL_SUCCESS) throw std::runtime_error(error.text);
    }

    /* The sizes of a box in memory: its order names the fastest dimension first. */
    template <typename box> static std::vector<uint64_t> sizes_of(box const &b) {
        return {static_cast<uint64_t>(b.osize(2)), static_cast<uint64_t>(b.osize(1)),
                static_cast<uint64_t>(b.osize(0))};
    }
    /* Where dimensions of a box lie among these sizes. */
    template <typename box> static std::vector<uint32_t> axes_of(box const &b, std::vector<int> const &dimensions) {
        std::vector<uint32_t> axes;
        for (int dimension : dimensions) axes.push_back(static_cast<uint32_t>(2 - b.find_order(dimension)));
        return axes;
    }

  private:
    nbl_fft_problem_t desc;
    mutable nbl_fft_t *plans[4] = {};
};

/* Complex transforms of a box in place, along one, two or three dimensions. */
class nbl_executor : public executor_base {
  public:
    using executor_base::backward;
    using executor_base::complex_size;
    using executor_base::forward;

    template <typename index>
    nbl_executor(void *, box3d<index> const box, int dimension) : nbl_executor(box, std::vector<int>{dimension}) {}
    template <typename index>
    nbl_executor(void *, box3d<index> const box, int first, int second)
        : nbl_executor(box, std::vector<int>{first, second}) {}
    template <typename index>
    nbl_executor(void *, box3d<index> const box) : nbl_executor(box, std::vector<int>{0, 1, 2}) {}

    void forward(std::complex<float> data[], std::complex<float> *) const override {
        plans.run<float>(false, data, data);
    }
    void backward(std::complex<float> data[], std::complex<float> *) const override {
        plans.run<float>(true, data, data);
    }
    void forward(std::complex<double> data[], std::complex<double> *) const override {
        plans.run<double>(false, data, data);
    }
    void backward(std::complex<double> data[], std::complex<double> *) const override {
        plans.run<double>(true, data, data);
    }

    /* Real data as complex ones, as heFFTe's complex transforms of real input are. */
    void forward(float const in[], std::complex<float> out[], std::complex<float> *) const override { widen(in, out); }
    void forward(double const in[], std::complex<double> out[], std::complex<double> *) const override {
        widen(in, out);
    }
    void backward(std::complex<float> in[], float out[], std::complex<float> *) const override { narrow(in, out); }
    void backward(std::complex<double> in[], double out[], std::complex<double> *) const override { narrow(in, out); }

    int box_size() const override { return size; }
    size_t workspace_size() const override { return 0; }

  private:
    template <typename index>
    nbl_executor(box3d<index> const &box, std::vector<int> const &dimensions)
        : plans(nbl_plans::sizes_of(box), nbl_plans::axes_of(box, dimensions), false),
          size(static_cast<int>(box.count())) {}

    template <typename scalar> void widen(scalar const in[], std::complex<scalar> out[]) const {
        for (int i = 0; i < size; i++) out[i] = in[i];
        plans.run<scalar>(false, out, out);
    }
    template <typename scalar> void narrow(std::complex<scalar> in[], scalar out[]) const {
        plans.run<scalar>(true, in, in);
        for (int i = 0; i < size; i++) out[i] = in[i].real();
    }

    nbl_plans plans;
    int size;
};

/* Real signals along one dimension, of whose spectra the frequencies 0 to half are kept. */
class nbl_executor_r2c : public executor_base {
  public:
    using executor_base::backward;
    using executor_base::forward;

    template <typename index>
    nbl_executor_r2c(void *, box3d<index> const box, int dimension)
        : plans(nbl_plans::sizes_of(box), nbl_plans::axes_of(box, {dimension}), true),
          real_size(static_cast<int>(box.count())), spectrum_size(static_cast<int>(box.r2c(dimension).count())) {}

    void forward(float const in[], std::complex<float> out[], std::complex<float> *) const override {
        plans.run<float>(false, in, out);
    }
    void forward(double const in[], std::complex<double> out[], std::complex<double> *) const override {
        plans.run<double>(false, in, out);
    }
    void backward(std::complex<float> in[], float out[], std::complex<float> *) const override {
        plans.run<float>(true, in, out);
    }
    void backward(std::complex<double> in[], double out[], std::complex<double> *) const override {
        plans.run<double>(true, in, out);
    }

    int box_size() const override { return real_size; }
    int complex_size() const override { return spectrum_size; }
    size_t workspace_size() const override { return 0; }

  private:
    nbl_plans plans;
    int real_size, spectrum_size;
};

template <> struct one_dim_backend<backend::nbl> {
    using executor = nbl_executor;
    using executor_r2c = nbl_executor_r2c;
};
template <> struct one_dim_backend<backend::nbl_cos> {
    using executor = real2real_executor<backend::nbl, cpu_cos_pre_pos_processor>;
    using executor_r2c = void;
};
template <> struct one_dim_backend<backend::nbl_sin> {
    using executor = real2real_executor<backend::nbl, cpu_sin_pre_pos_processor>;
    using executor_r2c = void;
};
template <> struct one_dim_backend<backend::nbl_cos1> {
    using executor = real2real_executor<backend::nbl, cpu_cos1_pre_pos_processor>;
    using executor_r2c = void;
};

template <> struct default_plan_options<backend::nbl> { static const bool use_reorder = true; };
template <> struct default_plan_options<backend::nbl_cos> { static const bool use_reorder = true; };
template <> struct default_plan_options<backend::nbl_sin> { static const bool use_reorder = true; };
template <> struct default_plan_options<backend::nbl_cos1> { static const bool use_reorder = true; };

} // namespace heffte

#endif
