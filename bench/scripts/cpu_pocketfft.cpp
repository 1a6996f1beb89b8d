/* Transforms by pocketfft's header for cpu_table.c: plans that are kept.
 * SPDX-License-Identifier: Apache-2.0
 */
#define POCKETFFT_NO_MULTITHREADING
#include POCKETFFT_HEADER

#include <cstring>

using namespace pocketfft::detail;

struct peer {
    virtual void run(const void *in, void *out) = 0;
    virtual ~peer() {}
};

template <typename T> struct complex_peer : peer {
    std::size_t n;
    pocketfft_c<T> plan;
    explicit complex_peer(std::size_t length) : n(length), plan(length) {}
    void run(const void *in, void *out) override {
        std::memcpy(out, in, 2 * n * sizeof(T));
        plan.exec(static_cast<cmplx<T> *>(out), T(1), true);
    }
};

/* The spectrum stays in pocketfft's own order: the time in which its r2c() makes complex numbers of it is not
 * counted. */
template <typename T> struct real_peer : peer {
    std::size_t n;
    pocketfft_r<T> plan;
    explicit real_peer(std::size_t length) : n(length), plan(length) {}
    void run(const void *in, void *out) override {
        std::memcpy(out, in, n * sizeof(T));
        plan.exec(static_cast<T *>(out), T(1), true);
    }
};

extern "C" void *pocketfft_create(std::size_t length, int is_float64, int is_real) {
    if (is_float64)
        return is_real ? static_cast<peer *>(new real_peer<double>(length)) : new complex_peer<double>(length);
    return is_real ? static_cast<peer *>(new real_peer<float>(length)) : new complex_peer<float>(length);
}
extern "C" void pocketfft_run(void *plan, const void *in, void *out) { static_cast<peer *>(plan)->run(in, out); }
extern "C" void pocketfft_destroy(void *plan) { delete static_cast<peer *>(plan); }
