/* cos and sin of 2 pi k / R, k = 1 to (R - 1) / 2, of each prime radix R, then zeros, by
 * tools/fft_constants.py float32 circles. Included by nbl/fft/constants_float32.h alone.
 * SPDX-License-Identifier: Apache-2.0 */
#define NBL_FFT_NONE_float32_t 0.0f
#define NBL_FFT_COSINES_11_float32_t \
    { \
        0.841253519f, 0.415415019f, -0.142314836f, -0.654860735f, -0.959492981f, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_SINES_11_float32_t \
    { \
        0.540640831f, 0.909631968f, 0.989821434f, 0.755749583f, 0.281732559f, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_COSINES_13_float32_t \
    { \
        0.885456026f, 0.568064749f, 0.120536678f, -0.3546049f, -0.748510778f, -0.970941842f, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_SINES_13_float32_t \
    { \
        0.46472317f, 0.822983861f, 0.992708862f, 0.935016215f, 0.663122654f, 0.239315659f, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_COSINES_17_float32_t \
    { \
        0.932472229f, 0.739008904f, 0.445738345f, 0.0922683626f, -0.273662984f, -0.602634609f, -0.850217164f, \
            -0.982973099f, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_SINES_17_float32_t \
    { \
        0.361241668f, 0.673695624f, 0.895163298f, 0.995734155f, 0.961825669f, 0.798017204f, 0.526432157f, \
            0.183749512f, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_COSINES_19_float32_t \
    { \
        0.945817232f, 0.789140522f, 0.546948135f, 0.245485485f, -0.0825793445f, -0.40169543f, -0.677281559f, \
            -0.879473746f, -0.986361325f, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_SINES_19_float32_t \
    { \
        0.324699461f, 0.614212692f, 0.837166488f, 0.969400287f, 0.996584475f, 0.915773332f, 0.735723913f, 0.47594738f, \
            0.164594591f, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_COSINES_23_float32_t \
    { \
        0.962917268f, 0.85441941f, 0.682553172f, 0.460065037f, 0.203456014f, -0.0682424158f, -0.334879607f, \
            -0.576680303f, -0.775711298f, -0.917211294f, -0.99068594f, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_SINES_23_float32_t \
    { \
        0.269796759f, 0.519583941f, 0.730835974f, 0.887885213f, 0.979084074f, 0.997668743f, 0.942260921f, \
            0.816969872f, 0.631087959f, 0.398401082f, 0.136166647f, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_COSINES_29_float32_t \
    { \
        0.976620555f, 0.907575428f, 0.796093047f, 0.647386312f, 0.468408436f, 0.267528325f, 0.05413891f, \
            -0.161781996f, -0.370138168f, -0.561187088f, -0.725995481f, -0.856857181f, -0.947653174f, -0.994137943f, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_SINES_29_float32_t \
    { \
        0.21497044f, 0.419889092f, 0.605174243f, 0.76216203f, 0.88351202f, 0.963549972f, 0.998533428f, 0.986826539f, \
            0.928976715f, 0.827688992f, 0.687699437f, 0.515553832f, 0.319301516f, 0.108119018f, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_COSINES_31_float32_t \
    { \
        0.979529917f, 0.918957829f, 0.820763469f, 0.68896693f, 0.528963983f, 0.347305238f, 0.151427776f, \
            -0.0506491698f, -0.250652522f, -0.440394163f, -0.612105966f, -0.758758128f, -0.874346614f, -0.954139233f, \
            -0.994869351f, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_SINES_31_float32_t \
    { \
        0.20129852f, 0.394355863f, 0.571268201f, 0.724792778f, 0.848644257f, 0.937752128f, 0.988468349f, 0.998716533f, \
            0.968077123f, 0.897804558f, 0.790775716f, 0.651372492f, 0.485301971f, 0.299363136f, 0.10116832f, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_COSINES_37_float32_t \
    { \
        0.985615909f, 0.942877471f, 0.873014092f, 0.77803576f, 0.660674751f, 0.524307311f, 0.372856468f, 0.210679263f, \
            0.0424412042f, -0.127017826f, -0.292822778f, -0.450203747f, -0.594633162f, -0.721956074f, -0.828509629f, \
            -0.911228478f, -0.967732966f, -0.996397495f, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_SINES_37_float32_t \
    { \
        0.169000819f, 0.333139807f, 0.487694949f, 0.628220022f, 0.750672281f, 0.851529121f, 0.927889049f, \
            0.977555215f, 0.999098957f, 0.991900444f, 0.956166744f, 0.892925858f, 0.803997159f, 0.691938877f, \
            0.55997479f, 0.411901236f, 0.25197807f, 0.0848059282f, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_COSINES_41_float32_t \
    { \
        0.988280416f, 0.95339638f, 0.89616555f, 0.817929387f, 0.720521569f, 0.606225431f, 0.477719814f, 0.338016868f, \
            0.190391108f, 0.0383027345f, -0.114683427f, -0.264981508f, -0.409068644f, -0.543567538f, -0.665325701f, \
            -0.771489203f, -0.859569609f, -0.927502453f, -0.973695397f, -0.997065783f, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_SINES_41_float32_t \
    { \
        0.152649283f, 0.301720589f, 0.443719834f, 0.575318635f, 0.69343251f, 0.795292854f, 0.878512263f, 0.941140056f, \
            0.981708348f, 0.999266207f, 0.993402064f, 0.964253485f, 0.9125036f, 0.839365423f, 0.746553242f, \
            0.636242449f, 0.511018693f, 0.373817086f, 0.227853507f, 0.0765492544f, NBL_FFT_NONE_float32_t, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_COSINES_43_float32_t \
    { \
        0.989343345f, 0.957600594f, 0.905448258f, 0.833997846f, 0.744772196f, 0.639672995f, 0.520940363f, \
            0.391104728f, 0.252933383f, 0.109371208f, -0.0365220234f, -0.181636855f, -0.322880417f, -0.45724231f, \
            -0.581858933f, -0.694074214f, -0.791496515f, -0.872049391f, -0.934016109f, -0.976075888f, -0.997332275f, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_SINES_43_float32_t \
    { \
        0.145601168f, 0.28809911f, 0.424456686f, 0.551767766f, 0.667318821f, 0.768647134f, 0.853593111f, 0.9203462f, \
            0.967483699f, 0.994000971f, 0.999332845f, 0.983365655f, 0.946439803f, 0.889342129f, 0.813289762f, \
            0.719903469f, 0.611173689f, 0.489417851f, 0.357230902f, 0.217430174f, 0.0729953125f, \
            NBL_FFT_NONE_float32_t, NBL_FFT_NONE_float32_t \
    }
#define NBL_FFT_COSINES_47_float32_t \
    { \
        0.991077483f, 0.964469194f, 0.920649886f, 0.860401571f, 0.784799397f, 0.695192456f, 0.593179762f, 0.48058176f, \
            0.359407783f, 0.231820151f, 0.100095689f, -0.0334149785f, -0.166329354f, -0.296275586f, -0.420934767f, \
            -0.538082361f, -0.645627856f, -0.741652131f, -0.824441552f, -0.892518818f, -0.944669068f, -0.979961693f, \
            -0.997766852f \
    }
#define NBL_FFT_SINES_47_float32_t \
    { \
        0.133286953f, 0.264195412f, 0.390389264f, 0.509616613f, 0.619749904f, 0.718823671f, 0.805070043f, \
            0.876949906f, 0.93318063f, 0.972758651f, 0.994977832f, 0.999441564f, 0.986070275f, 0.955102503f, \
            0.907090902f, 0.842892289f, 0.763652205f, 0.670784712f, 0.565947115f, 0.451010108f, 0.328024864f, \
            0.199185982f, 0.0667926371f \
    }
