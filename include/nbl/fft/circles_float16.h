/* cos and sin of 2 pi k / R, k = 1 to (R - 1) / 2, of each prime radix R, then zeros, by
 * tools/fft_constants.py float16 circles. Included by nbl/fft/constants_float16.h alone.
 * SPDX-License-Identifier: Apache-2.0 */
#define NBL_FFT_ZEROS_2_float16_t NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f)
#define NBL_FFT_ZEROS_3_float16_t NBL_CAST(float16_t, 0.0f), NBL_FFT_ZEROS_2_float16_t
#define NBL_FFT_ZEROS_5_float16_t NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), NBL_FFT_ZEROS_3_float16_t
#define NBL_FFT_ZEROS_8_float16_t \
    NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), NBL_FFT_ZEROS_5_float16_t
#define NBL_FFT_ZEROS_9_float16_t NBL_CAST(float16_t, 0.0f), NBL_FFT_ZEROS_8_float16_t
#define NBL_FFT_ZEROS_12_float16_t \
    NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), NBL_FFT_ZEROS_9_float16_t
#define NBL_FFT_ZEROS_14_float16_t NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), NBL_FFT_ZEROS_12_float16_t
#define NBL_FFT_ZEROS_15_float16_t NBL_CAST(float16_t, 0.0f), NBL_FFT_ZEROS_14_float16_t
#define NBL_FFT_ZEROS_17_float16_t NBL_CAST(float16_t, 0.0f), NBL_CAST(float16_t, 0.0f), NBL_FFT_ZEROS_15_float16_t
#define NBL_FFT_ZEROS_18_float16_t NBL_CAST(float16_t, 0.0f), NBL_FFT_ZEROS_17_float16_t
#define NBL_FFT_COSINES_11_float16_t \
    { \
        NBL_CAST(float16_t, 0.841308594f), NBL_CAST(float16_t, 0.415527344f), NBL_CAST(float16_t, -0.142333984f), \
            NBL_CAST(float16_t, -0.654785156f), NBL_CAST(float16_t, -0.959472656f), NBL_FFT_ZEROS_18_float16_t \
    }
#define NBL_FFT_SINES_11_float16_t \
    { \
        NBL_CAST(float16_t, 0.540527344f), NBL_CAST(float16_t, 0.909667969f), NBL_CAST(float16_t, 0.989746094f), \
            NBL_CAST(float16_t, 0.755859375f), NBL_CAST(float16_t, 0.281738281f), NBL_FFT_ZEROS_18_float16_t \
    }
#define NBL_FFT_COSINES_13_float16_t \
    { \
        NBL_CAST(float16_t, 0.885253906f), NBL_CAST(float16_t, 0.567871094f), NBL_CAST(float16_t, 0.120544434f), \
            NBL_CAST(float16_t, -0.354492188f), NBL_CAST(float16_t, -0.748535156f), \
            NBL_CAST(float16_t, -0.970703125f), NBL_FFT_ZEROS_17_float16_t \
    }
#define NBL_FFT_SINES_13_float16_t \
    { \
        NBL_CAST(float16_t, 0.46484375f), NBL_CAST(float16_t, 0.822753906f), NBL_CAST(float16_t, 0.992675781f), \
            NBL_CAST(float16_t, 0.935058594f), NBL_CAST(float16_t, 0.663085938f), NBL_CAST(float16_t, 0.239257812f), \
            NBL_FFT_ZEROS_17_float16_t \
    }
#define NBL_FFT_COSINES_17_float16_t \
    { \
        NBL_CAST(float16_t, 0.932617188f), NBL_CAST(float16_t, 0.738769531f), NBL_CAST(float16_t, 0.445800781f), \
            NBL_CAST(float16_t, 0.0922851562f), NBL_CAST(float16_t, -0.273681641f), \
            NBL_CAST(float16_t, -0.602539062f), NBL_CAST(float16_t, -0.850097656f), \
            NBL_CAST(float16_t, -0.982910156f), NBL_FFT_ZEROS_15_float16_t \
    }
#define NBL_FFT_SINES_17_float16_t \
    { \
        NBL_CAST(float16_t, 0.361328125f), NBL_CAST(float16_t, 0.673828125f), NBL_CAST(float16_t, 0.895019531f), \
            NBL_CAST(float16_t, 0.995605469f), NBL_CAST(float16_t, 0.961914062f), NBL_CAST(float16_t, 0.797851562f), \
            NBL_CAST(float16_t, 0.526367188f), NBL_CAST(float16_t, 0.18371582f), NBL_FFT_ZEROS_15_float16_t \
    }
#define NBL_FFT_COSINES_19_float16_t \
    { \
        NBL_CAST(float16_t, 0.945800781f), NBL_CAST(float16_t, 0.7890625f), NBL_CAST(float16_t, 0.546875f), \
            NBL_CAST(float16_t, 0.245483398f), NBL_CAST(float16_t, -0.0825805664f), \
            NBL_CAST(float16_t, -0.401611328f), NBL_CAST(float16_t, -0.677246094f), \
            NBL_CAST(float16_t, -0.879394531f), NBL_CAST(float16_t, -0.986328125f), NBL_FFT_ZEROS_14_float16_t \
    }
#define NBL_FFT_SINES_19_float16_t \
    { \
        NBL_CAST(float16_t, 0.324707031f), NBL_CAST(float16_t, 0.614257812f), NBL_CAST(float16_t, 0.837402344f), \
            NBL_CAST(float16_t, 0.969238281f), NBL_CAST(float16_t, 0.996582031f), NBL_CAST(float16_t, 0.916015625f), \
            NBL_CAST(float16_t, 0.735839844f), NBL_CAST(float16_t, 0.475830078f), NBL_CAST(float16_t, 0.164550781f), \
            NBL_FFT_ZEROS_14_float16_t \
    }
#define NBL_FFT_COSINES_23_float16_t \
    { \
        NBL_CAST(float16_t, 0.962890625f), NBL_CAST(float16_t, 0.854492188f), NBL_CAST(float16_t, 0.682617188f), \
            NBL_CAST(float16_t, 0.459960938f), NBL_CAST(float16_t, 0.203491211f), NBL_CAST(float16_t, -0.0682373047f), \
            NBL_CAST(float16_t, -0.334960938f), NBL_CAST(float16_t, -0.576660156f), \
            NBL_CAST(float16_t, -0.775878906f), NBL_CAST(float16_t, -0.916992188f), \
            NBL_CAST(float16_t, -0.990722656f), NBL_FFT_ZEROS_12_float16_t \
    }
#define NBL_FFT_SINES_23_float16_t \
    { \
        NBL_CAST(float16_t, 0.269775391f), NBL_CAST(float16_t, 0.51953125f), NBL_CAST(float16_t, 0.730957031f), \
            NBL_CAST(float16_t, 0.887695312f), NBL_CAST(float16_t, 0.979003906f), NBL_CAST(float16_t, 0.997558594f), \
            NBL_CAST(float16_t, 0.942382812f), NBL_CAST(float16_t, 0.816894531f), NBL_CAST(float16_t, 0.630859375f), \
            NBL_CAST(float16_t, 0.3984375f), NBL_CAST(float16_t, 0.136108398f), NBL_FFT_ZEROS_12_float16_t \
    }
#define NBL_FFT_COSINES_29_float16_t \
    { \
        NBL_CAST(float16_t, 0.9765625f), NBL_CAST(float16_t, 0.907714844f), NBL_CAST(float16_t, 0.795898438f), \
            NBL_CAST(float16_t, 0.647460938f), NBL_CAST(float16_t, 0.468505859f), NBL_CAST(float16_t, 0.267578125f), \
            NBL_CAST(float16_t, 0.0541381836f), NBL_CAST(float16_t, -0.161743164f), \
            NBL_CAST(float16_t, -0.370117188f), NBL_CAST(float16_t, -0.561035156f), \
            NBL_CAST(float16_t, -0.726074219f), NBL_CAST(float16_t, -0.856933594f), \
            NBL_CAST(float16_t, -0.947753906f), NBL_CAST(float16_t, -0.994140625f), NBL_FFT_ZEROS_9_float16_t \
    }
#define NBL_FFT_SINES_29_float16_t \
    { \
        NBL_CAST(float16_t, 0.21496582f), NBL_CAST(float16_t, 0.419921875f), NBL_CAST(float16_t, 0.604980469f), \
            NBL_CAST(float16_t, 0.762207031f), NBL_CAST(float16_t, 0.883300781f), NBL_CAST(float16_t, 0.963378906f), \
            NBL_CAST(float16_t, 0.998535156f), NBL_CAST(float16_t, 0.986816406f), NBL_CAST(float16_t, 0.929199219f), \
            NBL_CAST(float16_t, 0.827636719f), NBL_CAST(float16_t, 0.6875f), NBL_CAST(float16_t, 0.515625f), \
            NBL_CAST(float16_t, 0.319335938f), NBL_CAST(float16_t, 0.108093262f), NBL_FFT_ZEROS_9_float16_t \
    }
#define NBL_FFT_COSINES_31_float16_t \
    { \
        NBL_CAST(float16_t, 0.979492188f), NBL_CAST(float16_t, 0.918945312f), NBL_CAST(float16_t, 0.820800781f), \
            NBL_CAST(float16_t, 0.688964844f), NBL_CAST(float16_t, 0.528808594f), NBL_CAST(float16_t, 0.347412109f), \
            NBL_CAST(float16_t, 0.151367188f), NBL_CAST(float16_t, -0.0506591797f), \
            NBL_CAST(float16_t, -0.250732422f), NBL_CAST(float16_t, -0.440429688f), \
            NBL_CAST(float16_t, -0.612304688f), NBL_CAST(float16_t, -0.758789062f), \
            NBL_CAST(float16_t, -0.874511719f), NBL_CAST(float16_t, -0.954101562f), \
            NBL_CAST(float16_t, -0.994628906f), NBL_FFT_ZEROS_8_float16_t \
    }
#define NBL_FFT_SINES_31_float16_t \
    { \
        NBL_CAST(float16_t, 0.201293945f), NBL_CAST(float16_t, 0.394287109f), NBL_CAST(float16_t, 0.571289062f), \
            NBL_CAST(float16_t, 0.724609375f), NBL_CAST(float16_t, 0.848632812f), NBL_CAST(float16_t, 0.937988281f), \
            NBL_CAST(float16_t, 0.98828125f), NBL_CAST(float16_t, 0.998535156f), NBL_CAST(float16_t, 0.968261719f), \
            NBL_CAST(float16_t, 0.897949219f), NBL_CAST(float16_t, 0.791015625f), NBL_CAST(float16_t, 0.651367188f), \
            NBL_CAST(float16_t, 0.485351562f), NBL_CAST(float16_t, 0.299316406f), NBL_CAST(float16_t, 0.101196289f), \
            NBL_FFT_ZEROS_8_float16_t \
    }
#define NBL_FFT_COSINES_37_float16_t \
    { \
        NBL_CAST(float16_t, 0.985839844f), NBL_CAST(float16_t, 0.942871094f), NBL_CAST(float16_t, 0.873046875f), \
            NBL_CAST(float16_t, 0.777832031f), NBL_CAST(float16_t, 0.660644531f), NBL_CAST(float16_t, 0.524414062f), \
            NBL_CAST(float16_t, 0.372802734f), NBL_CAST(float16_t, 0.210693359f), NBL_CAST(float16_t, 0.0424499512f), \
            NBL_CAST(float16_t, -0.127075195f), NBL_CAST(float16_t, -0.292724609f), \
            NBL_CAST(float16_t, -0.450195312f), NBL_CAST(float16_t, -0.594726562f), \
            NBL_CAST(float16_t, -0.722167969f), NBL_CAST(float16_t, -0.828613281f), \
            NBL_CAST(float16_t, -0.911132812f), NBL_CAST(float16_t, -0.967773438f), \
            NBL_CAST(float16_t, -0.996582031f), NBL_FFT_ZEROS_5_float16_t \
    }
#define NBL_FFT_SINES_37_float16_t \
    { \
        NBL_CAST(float16_t, 0.168945312f), NBL_CAST(float16_t, 0.333251953f), NBL_CAST(float16_t, 0.487792969f), \
            NBL_CAST(float16_t, 0.628417969f), NBL_CAST(float16_t, 0.750488281f), NBL_CAST(float16_t, 0.8515625f), \
            NBL_CAST(float16_t, 0.927734375f), NBL_CAST(float16_t, 0.977539062f), NBL_CAST(float16_t, 0.999023438f), \
            NBL_CAST(float16_t, 0.991699219f), NBL_CAST(float16_t, 0.956054688f), NBL_CAST(float16_t, 0.893066406f), \
            NBL_CAST(float16_t, 0.804199219f), NBL_CAST(float16_t, 0.691894531f), NBL_CAST(float16_t, 0.560058594f), \
            NBL_CAST(float16_t, 0.411865234f), NBL_CAST(float16_t, 0.251953125f), NBL_CAST(float16_t, 0.084777832f), \
            NBL_FFT_ZEROS_5_float16_t \
    }
#define NBL_FFT_COSINES_41_float16_t \
    { \
        NBL_CAST(float16_t, 0.98828125f), NBL_CAST(float16_t, 0.953613281f), NBL_CAST(float16_t, 0.895996094f), \
            NBL_CAST(float16_t, 0.817871094f), NBL_CAST(float16_t, 0.720703125f), NBL_CAST(float16_t, 0.606445312f), \
            NBL_CAST(float16_t, 0.477783203f), NBL_CAST(float16_t, 0.338134766f), NBL_CAST(float16_t, 0.190429688f), \
            NBL_CAST(float16_t, 0.0382995605f), NBL_CAST(float16_t, -0.114685059f), \
            NBL_CAST(float16_t, -0.264892578f), NBL_CAST(float16_t, -0.409179688f), \
            NBL_CAST(float16_t, -0.543457031f), NBL_CAST(float16_t, -0.665527344f), \
            NBL_CAST(float16_t, -0.771484375f), NBL_CAST(float16_t, -0.859375f), NBL_CAST(float16_t, -0.927734375f), \
            NBL_CAST(float16_t, -0.973632812f), NBL_CAST(float16_t, -0.997070312f), NBL_FFT_ZEROS_3_float16_t \
    }
#define NBL_FFT_SINES_41_float16_t \
    { \
        NBL_CAST(float16_t, 0.152709961f), NBL_CAST(float16_t, 0.301757812f), NBL_CAST(float16_t, 0.443603516f), \
            NBL_CAST(float16_t, 0.575195312f), NBL_CAST(float16_t, 0.693359375f), NBL_CAST(float16_t, 0.795410156f), \
            NBL_CAST(float16_t, 0.878417969f), NBL_CAST(float16_t, 0.940917969f), NBL_CAST(float16_t, 0.981933594f), \
            NBL_CAST(float16_t, 0.999023438f), NBL_CAST(float16_t, 0.993164062f), NBL_CAST(float16_t, 0.964355469f), \
            NBL_CAST(float16_t, 0.912597656f), NBL_CAST(float16_t, 0.839355469f), NBL_CAST(float16_t, 0.746582031f), \
            NBL_CAST(float16_t, 0.636230469f), NBL_CAST(float16_t, 0.511230469f), NBL_CAST(float16_t, 0.373779297f), \
            NBL_CAST(float16_t, 0.227905273f), NBL_CAST(float16_t, 0.0765380859f), NBL_FFT_ZEROS_3_float16_t \
    }
#define NBL_FFT_COSINES_43_float16_t \
    { \
        NBL_CAST(float16_t, 0.989257812f), NBL_CAST(float16_t, 0.957519531f), NBL_CAST(float16_t, 0.905273438f), \
            NBL_CAST(float16_t, 0.833984375f), NBL_CAST(float16_t, 0.744628906f), NBL_CAST(float16_t, 0.639648438f), \
            NBL_CAST(float16_t, 0.520996094f), NBL_CAST(float16_t, 0.391113281f), NBL_CAST(float16_t, 0.252929688f), \
            NBL_CAST(float16_t, 0.109375f), NBL_CAST(float16_t, -0.036529541f), NBL_CAST(float16_t, -0.181640625f), \
            NBL_CAST(float16_t, -0.322998047f), NBL_CAST(float16_t, -0.457275391f), NBL_CAST(float16_t, -0.58203125f), \
            NBL_CAST(float16_t, -0.693847656f), NBL_CAST(float16_t, -0.791503906f), \
            NBL_CAST(float16_t, -0.872070312f), NBL_CAST(float16_t, -0.934082031f), \
            NBL_CAST(float16_t, -0.976074219f), NBL_CAST(float16_t, -0.997558594f), NBL_FFT_ZEROS_2_float16_t \
    }
#define NBL_FFT_SINES_43_float16_t \
    { \
        NBL_CAST(float16_t, 0.145629883f), NBL_CAST(float16_t, 0.288085938f), NBL_CAST(float16_t, 0.424560547f), \
            NBL_CAST(float16_t, 0.551757812f), NBL_CAST(float16_t, 0.667480469f), NBL_CAST(float16_t, 0.768554688f), \
            NBL_CAST(float16_t, 0.853515625f), NBL_CAST(float16_t, 0.920410156f), NBL_CAST(float16_t, 0.967285156f), \
            NBL_CAST(float16_t, 0.994140625f), NBL_CAST(float16_t, 0.999511719f), NBL_CAST(float16_t, 0.983398438f), \
            NBL_CAST(float16_t, 0.946289062f), NBL_CAST(float16_t, 0.889160156f), NBL_CAST(float16_t, 0.813476562f), \
            NBL_CAST(float16_t, 0.719726562f), NBL_CAST(float16_t, 0.611328125f), NBL_CAST(float16_t, 0.489501953f), \
            NBL_CAST(float16_t, 0.357177734f), NBL_CAST(float16_t, 0.217407227f), NBL_CAST(float16_t, 0.0729980469f), \
            NBL_FFT_ZEROS_2_float16_t \
    }
#define NBL_FFT_COSINES_47_float16_t \
    { \
        NBL_CAST(float16_t, 0.991210938f), NBL_CAST(float16_t, 0.964355469f), NBL_CAST(float16_t, 0.920410156f), \
            NBL_CAST(float16_t, 0.860351562f), NBL_CAST(float16_t, 0.784667969f), NBL_CAST(float16_t, 0.6953125f), \
            NBL_CAST(float16_t, 0.593261719f), NBL_CAST(float16_t, 0.48046875f), NBL_CAST(float16_t, 0.359375f), \
            NBL_CAST(float16_t, 0.231811523f), NBL_CAST(float16_t, 0.100097656f), NBL_CAST(float16_t, -0.033416748f), \
            NBL_CAST(float16_t, -0.166381836f), NBL_CAST(float16_t, -0.296386719f), \
            NBL_CAST(float16_t, -0.420898438f), NBL_CAST(float16_t, -0.538085938f), \
            NBL_CAST(float16_t, -0.645507812f), NBL_CAST(float16_t, -0.741699219f), NBL_CAST(float16_t, -0.82421875f), \
            NBL_CAST(float16_t, -0.892578125f), NBL_CAST(float16_t, -0.944824219f), \
            NBL_CAST(float16_t, -0.979980469f), NBL_CAST(float16_t, -0.997558594f) \
    }
#define NBL_FFT_SINES_47_float16_t \
    { \
        NBL_CAST(float16_t, 0.133300781f), NBL_CAST(float16_t, 0.264160156f), NBL_CAST(float16_t, 0.390380859f), \
            NBL_CAST(float16_t, 0.509765625f), NBL_CAST(float16_t, 0.619628906f), NBL_CAST(float16_t, 0.71875f), \
            NBL_CAST(float16_t, 0.805175781f), NBL_CAST(float16_t, 0.876953125f), NBL_CAST(float16_t, 0.933105469f), \
            NBL_CAST(float16_t, 0.97265625f), NBL_CAST(float16_t, 0.995117188f), NBL_CAST(float16_t, 0.999511719f), \
            NBL_CAST(float16_t, 0.985839844f), NBL_CAST(float16_t, 0.955078125f), NBL_CAST(float16_t, 0.907226562f), \
            NBL_CAST(float16_t, 0.842773438f), NBL_CAST(float16_t, 0.763671875f), NBL_CAST(float16_t, 0.670898438f), \
            NBL_CAST(float16_t, 0.565917969f), NBL_CAST(float16_t, 0.450927734f), NBL_CAST(float16_t, 0.328125f), \
            NBL_CAST(float16_t, 0.19921875f), NBL_CAST(float16_t, 0.0667724609f) \
    }
