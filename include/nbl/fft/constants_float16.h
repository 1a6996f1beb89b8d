/* Constants of twiddles and radix kernels, SIN_1_3 for sin(2 pi / 3); by tools/fft_constants.py float16
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef NBL_FFT_CONSTANTS_FLOAT16_H
#define NBL_FFT_CONSTANTS_FLOAT16_H
#define NBL_FFT_SQRT_HALF_float16_t NBL_CAST(float16_t, 0.70703125f)
#define NBL_FFT_SIN_1_3_float16_t NBL_CAST(float16_t, 0.866210938f)
#define NBL_FFT_ONE_MINUS_SIN_1_3_float16_t NBL_CAST(float16_t, 0.134033203f)
#define NBL_FFT_SQRT_5_16_float16_t NBL_CAST(float16_t, 0.559082031f)
#define NBL_FFT_FACTOR_FIRST_float16_t(z, factor) nbl_complex_scale(z, factor)
#define NBL_FFT_FACTOR_LAST_float16_t(z, factor) z
#define NBL_FFT_ADD_LAST_float16_t(z, w, factor) nbl_complex_add(z, w)
#define NBL_FFT_SUB_LAST_float16_t(z, w, factor) nbl_complex_sub(z, w)
#define NBL_FFT_SIN_2_5_float16_t NBL_CAST(float16_t, 0.587890625f)
#define NBL_FFT_SIN_1_5_BY_FACTOR_float16_t NBL_CAST(float16_t, 0.951171875f)
#define NBL_FFT_COS_3_7_float16_t NBL_CAST(float16_t, -0.900878906f)
#define NBL_FFT_COS_1_7_BY_FACTOR_float16_t NBL_CAST(float16_t, 0.623535156f)
#define NBL_FFT_COS_2_7_BY_FACTOR_float16_t NBL_CAST(float16_t, -0.22253418f)
#define NBL_FFT_SIN_2_7_float16_t NBL_CAST(float16_t, 0.975097656f)
#define NBL_FFT_SIN_1_7_BY_FACTOR_float16_t NBL_CAST(float16_t, 0.781738281f)
#define NBL_FFT_SIN_3_7_BY_FACTOR_float16_t NBL_CAST(float16_t, 0.433837891f)
#define NBL_FFT_COS_1_9_float16_t NBL_CAST(float16_t, 0.766113281f)
#define NBL_FFT_SIN_1_9_float16_t NBL_CAST(float16_t, 0.642578125f)
#define NBL_FFT_COS_2_9_float16_t NBL_CAST(float16_t, 0.173706055f)
#define NBL_FFT_SIN_2_9_float16_t NBL_CAST(float16_t, 0.984863281f)
#define NBL_FFT_COS_4_9_float16_t NBL_CAST(float16_t, -0.939453125f)
#define NBL_FFT_SIN_4_9_float16_t NBL_CAST(float16_t, 0.342041016f)
#define NBL_FFT_COS_1_11_float16_t NBL_CAST(float16_t, 0.841308594f)
#define NBL_FFT_SIN_1_11_float16_t NBL_CAST(float16_t, 0.540527344f)
#define NBL_FFT_COS_2_11_float16_t NBL_CAST(float16_t, 0.415527344f)
#define NBL_FFT_SIN_2_11_float16_t NBL_CAST(float16_t, 0.909667969f)
#define NBL_FFT_COS_3_11_float16_t NBL_CAST(float16_t, -0.142333984f)
#define NBL_FFT_SIN_3_11_float16_t NBL_CAST(float16_t, 0.989746094f)
#define NBL_FFT_COS_4_11_float16_t NBL_CAST(float16_t, -0.654785156f)
#define NBL_FFT_SIN_4_11_float16_t NBL_CAST(float16_t, 0.755859375f)
#define NBL_FFT_COS_5_11_float16_t NBL_CAST(float16_t, -0.959472656f)
#define NBL_FFT_SIN_5_11_float16_t NBL_CAST(float16_t, 0.281738281f)
#define NBL_FFT_COS_1_13_float16_t NBL_CAST(float16_t, 0.885253906f)
#define NBL_FFT_SIN_1_13_float16_t NBL_CAST(float16_t, 0.46484375f)
#define NBL_FFT_COS_2_13_float16_t NBL_CAST(float16_t, 0.567871094f)
#define NBL_FFT_SIN_2_13_float16_t NBL_CAST(float16_t, 0.822753906f)
#define NBL_FFT_COS_3_13_float16_t NBL_CAST(float16_t, 0.120544434f)
#define NBL_FFT_SIN_3_13_float16_t NBL_CAST(float16_t, 0.992675781f)
#define NBL_FFT_COS_4_13_float16_t NBL_CAST(float16_t, -0.354492188f)
#define NBL_FFT_SIN_4_13_float16_t NBL_CAST(float16_t, 0.935058594f)
#define NBL_FFT_COS_5_13_float16_t NBL_CAST(float16_t, -0.748535156f)
#define NBL_FFT_SIN_5_13_float16_t NBL_CAST(float16_t, 0.663085938f)
#define NBL_FFT_COS_6_13_float16_t NBL_CAST(float16_t, -0.970703125f)
#define NBL_FFT_SIN_6_13_float16_t NBL_CAST(float16_t, 0.239257812f)
#define NBL_FFT_COS_1_25_float16_t NBL_CAST(float16_t, 0.96875f)
#define NBL_FFT_SIN_1_25_float16_t NBL_CAST(float16_t, 0.248657227f)
#define NBL_FFT_COS_2_25_float16_t NBL_CAST(float16_t, 0.876464844f)
#define NBL_FFT_SIN_2_25_float16_t NBL_CAST(float16_t, 0.481689453f)
#define NBL_FFT_COS_3_25_float16_t NBL_CAST(float16_t, 0.729003906f)
#define NBL_FFT_SIN_3_25_float16_t NBL_CAST(float16_t, 0.684570312f)
#define NBL_FFT_COS_4_25_float16_t NBL_CAST(float16_t, 0.535644531f)
#define NBL_FFT_SIN_4_25_float16_t NBL_CAST(float16_t, 0.844238281f)
#define NBL_FFT_COS_6_25_float16_t NBL_CAST(float16_t, 0.0628051758f)
#define NBL_FFT_SIN_6_25_float16_t NBL_CAST(float16_t, 0.998046875f)
#define NBL_FFT_COS_8_25_float16_t NBL_CAST(float16_t, -0.42578125f)
#define NBL_FFT_SIN_8_25_float16_t NBL_CAST(float16_t, 0.904785156f)
#define NBL_FFT_COS_9_25_float16_t NBL_CAST(float16_t, -0.637207031f)
#define NBL_FFT_SIN_9_25_float16_t NBL_CAST(float16_t, 0.770507812f)
#define NBL_FFT_COS_12_25_float16_t NBL_CAST(float16_t, -0.9921875f)
#define NBL_FFT_SIN_12_25_float16_t NBL_CAST(float16_t, 0.125366211f)
#define NBL_FFT_COS_1_27_float16_t NBL_CAST(float16_t, 0.973144531f)
#define NBL_FFT_SIN_1_27_float16_t NBL_CAST(float16_t, 0.23059082f)
#define NBL_FFT_COS_2_27_float16_t NBL_CAST(float16_t, 0.893554688f)
#define NBL_FFT_SIN_2_27_float16_t NBL_CAST(float16_t, 0.448730469f)
#define NBL_FFT_COS_4_27_float16_t NBL_CAST(float16_t, 0.597167969f)
#define NBL_FFT_SIN_4_27_float16_t NBL_CAST(float16_t, 0.802246094f)
#define NBL_FFT_COS_5_27_float16_t NBL_CAST(float16_t, 0.395996094f)
#define NBL_FFT_SIN_5_27_float16_t NBL_CAST(float16_t, 0.918457031f)
#define NBL_FFT_COS_7_27_float16_t NBL_CAST(float16_t, -0.0581359863f)
#define NBL_FFT_SIN_7_27_float16_t NBL_CAST(float16_t, 0.998535156f)
#define NBL_FFT_COS_8_27_float16_t NBL_CAST(float16_t, -0.286865234f)
#define NBL_FFT_SIN_8_27_float16_t NBL_CAST(float16_t, 0.958007812f)
#define NBL_FFT_COS_10_27_float16_t NBL_CAST(float16_t, -0.686035156f)
#define NBL_FFT_SIN_10_27_float16_t NBL_CAST(float16_t, 0.727539062f)
#define NBL_FFT_COS_11_27_float16_t NBL_CAST(float16_t, -0.835449219f)
#define NBL_FFT_SIN_11_27_float16_t NBL_CAST(float16_t, 0.549316406f)
#define NBL_FFT_COS_13_27_float16_t NBL_CAST(float16_t, -0.993164062f)
#define NBL_FFT_SIN_13_27_float16_t NBL_CAST(float16_t, 0.116088867f)
#define NBL_FFT_COSINES_17_float16_t \
    { \
        NBL_CAST(float16_t, 0.932617188f), NBL_CAST(float16_t, 0.738769531f), NBL_CAST(float16_t, 0.445800781f), \
            NBL_CAST(float16_t, 0.0922851562f), NBL_CAST(float16_t, -0.273681641f), \
            NBL_CAST(float16_t, -0.602539062f), NBL_CAST(float16_t, -0.850097656f), \
            NBL_CAST(float16_t, -0.982910156f), NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), \
            NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), \
            NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f) \
    }
#define NBL_FFT_SINES_17_float16_t \
    { \
        NBL_CAST(float16_t, 0.361328125f), NBL_CAST(float16_t, 0.673828125f), NBL_CAST(float16_t, 0.895019531f), \
            NBL_CAST(float16_t, 0.995605469f), NBL_CAST(float16_t, 0.961914062f), NBL_CAST(float16_t, 0.797851562f), \
            NBL_CAST(float16_t, 0.526367188f), NBL_CAST(float16_t, 0.18371582f), NBL_CAST(float16_t, 0.0f), \
            NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), \
            NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f) \
    }
#define NBL_FFT_COSINES_19_float16_t \
    { \
        NBL_CAST(float16_t, 0.945800781f), NBL_CAST(float16_t, 0.7890625f), NBL_CAST(float16_t, 0.546875f), \
            NBL_CAST(float16_t, 0.245483398f), NBL_CAST(float16_t, -0.0825805664f), \
            NBL_CAST(float16_t, -0.401611328f), NBL_CAST(float16_t, -0.677246094f), \
            NBL_CAST(float16_t, -0.879394531f), NBL_CAST(float16_t, -0.986328125f), NBL_CAST(float16_t, 0.0f), \
            NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), \
            NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f) \
    }
#define NBL_FFT_SINES_19_float16_t \
    { \
        NBL_CAST(float16_t, 0.324707031f), NBL_CAST(float16_t, 0.614257812f), NBL_CAST(float16_t, 0.837402344f), \
            NBL_CAST(float16_t, 0.969238281f), NBL_CAST(float16_t, 0.996582031f), NBL_CAST(float16_t, 0.916015625f), \
            NBL_CAST(float16_t, 0.735839844f), NBL_CAST(float16_t, 0.475830078f), NBL_CAST(float16_t, 0.164550781f), \
            NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), \
            NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f) \
    }
#define NBL_FFT_COSINES_23_float16_t \
    { \
        NBL_CAST(float16_t, 0.962890625f), NBL_CAST(float16_t, 0.854492188f), NBL_CAST(float16_t, 0.682617188f), \
            NBL_CAST(float16_t, 0.459960938f), NBL_CAST(float16_t, 0.203491211f), NBL_CAST(float16_t, -0.0682373047f), \
            NBL_CAST(float16_t, -0.334960938f), NBL_CAST(float16_t, -0.576660156f), \
            NBL_CAST(float16_t, -0.775878906f), NBL_CAST(float16_t, -0.916992188f), \
            NBL_CAST(float16_t, -0.990722656f), NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), \
            NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f) \
    }
#define NBL_FFT_SINES_23_float16_t \
    { \
        NBL_CAST(float16_t, 0.269775391f), NBL_CAST(float16_t, 0.51953125f), NBL_CAST(float16_t, 0.730957031f), \
            NBL_CAST(float16_t, 0.887695312f), NBL_CAST(float16_t, 0.979003906f), NBL_CAST(float16_t, 0.997558594f), \
            NBL_CAST(float16_t, 0.942382812f), NBL_CAST(float16_t, 0.816894531f), NBL_CAST(float16_t, 0.630859375f), \
            NBL_CAST(float16_t, 0.3984375f), NBL_CAST(float16_t, 0.136108398f), NBL_CAST(float16_t, 0.0f), \
            NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f) \
    }
#define NBL_FFT_COSINES_29_float16_t \
    { \
        NBL_CAST(float16_t, 0.9765625f), NBL_CAST(float16_t, 0.907714844f), NBL_CAST(float16_t, 0.795898438f), \
            NBL_CAST(float16_t, 0.647460938f), NBL_CAST(float16_t, 0.468505859f), NBL_CAST(float16_t, 0.267578125f), \
            NBL_CAST(float16_t, 0.0541381836f), NBL_CAST(float16_t, -0.161743164f), \
            NBL_CAST(float16_t, -0.370117188f), NBL_CAST(float16_t, -0.561035156f), \
            NBL_CAST(float16_t, -0.726074219f), NBL_CAST(float16_t, -0.856933594f), \
            NBL_CAST(float16_t, -0.947753906f), NBL_CAST(float16_t, -0.994140625f), NBL_CAST(float16_t, 0.0f) \
    }
#define NBL_FFT_SINES_29_float16_t \
    { \
        NBL_CAST(float16_t, 0.21496582f), NBL_CAST(float16_t, 0.419921875f), NBL_CAST(float16_t, 0.604980469f), \
            NBL_CAST(float16_t, 0.762207031f), NBL_CAST(float16_t, 0.883300781f), NBL_CAST(float16_t, 0.963378906f), \
            NBL_CAST(float16_t, 0.998535156f), NBL_CAST(float16_t, 0.986816406f), NBL_CAST(float16_t, 0.929199219f), \
            NBL_CAST(float16_t, 0.827636719f), NBL_CAST(float16_t, 0.6875f), NBL_CAST(float16_t, 0.515625f), \
            NBL_CAST(float16_t, 0.319335938f), NBL_CAST(float16_t, 0.108093262f), NBL_CAST(float16_t, 0.0f) \
    }
#define NBL_FFT_COSINES_31_float16_t \
    { \
        NBL_CAST(float16_t, 0.979492188f), NBL_CAST(float16_t, 0.918945312f), NBL_CAST(float16_t, 0.820800781f), \
            NBL_CAST(float16_t, 0.688964844f), NBL_CAST(float16_t, 0.528808594f), NBL_CAST(float16_t, 0.347412109f), \
            NBL_CAST(float16_t, 0.151367188f), NBL_CAST(float16_t, -0.0506591797f), \
            NBL_CAST(float16_t, -0.250732422f), NBL_CAST(float16_t, -0.440429688f), \
            NBL_CAST(float16_t, -0.612304688f), NBL_CAST(float16_t, -0.758789062f), \
            NBL_CAST(float16_t, -0.874511719f), NBL_CAST(float16_t, -0.954101562f), NBL_CAST(float16_t, -0.994628906f) \
    }
#define NBL_FFT_SINES_31_float16_t \
    { \
        NBL_CAST(float16_t, 0.201293945f), NBL_CAST(float16_t, 0.394287109f), NBL_CAST(float16_t, 0.571289062f), \
            NBL_CAST(float16_t, 0.724609375f), NBL_CAST(float16_t, 0.848632812f), NBL_CAST(float16_t, 0.937988281f), \
            NBL_CAST(float16_t, 0.98828125f), NBL_CAST(float16_t, 0.998535156f), NBL_CAST(float16_t, 0.968261719f), \
            NBL_CAST(float16_t, 0.897949219f), NBL_CAST(float16_t, 0.791015625f), NBL_CAST(float16_t, 0.651367188f), \
            NBL_CAST(float16_t, 0.485351562f), NBL_CAST(float16_t, 0.299316406f), NBL_CAST(float16_t, 0.101196289f) \
    }
#define NBL_FFT_COS_1_16_float16_t NBL_CAST(float16_t, 0.923828125f)
#define NBL_FFT_TAN_1_16_float16_t NBL_CAST(float16_t, 0.414306641f)
#define NBL_FFT_COS_1_32_float16_t NBL_CAST(float16_t, 0.980957031f)
#define NBL_FFT_TAN_1_32_float16_t NBL_CAST(float16_t, 0.198852539f)
#define NBL_FFT_COS_3_32_float16_t NBL_CAST(float16_t, 0.831542969f)
#define NBL_FFT_TAN_3_32_float16_t NBL_CAST(float16_t, 0.66796875f)
#endif
