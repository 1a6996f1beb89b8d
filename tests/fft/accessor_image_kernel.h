/* A kernel that reads and writes texels along both axes, of an image and of a buffer of texels.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Shared text. Image and input are 9 x 7 texels; one workgroup of 64 invocations, number t = 9 y + x. Output, in
 * texels:
 *
 *     0  image, line = y     64  image, line = x     128  input, line = y     192  input, line = x
 *   261  written with line = y, the output being 9 texels wide     333  with line = x
 *
 * The image ends as the input.
 */
#include "nbl/lang.h"

NBL_BUFFER(0, nbl_float32_t4, texel_input)
NBL_BUFFER(1, nbl_float32_t4, texel_output)
NBL_IMAGE(2, texel_image)

#define NBL_ACCESSOR_NAME image_rows
#define NBL_ACCESSOR_ALONG_Y 0
#define NBL_ACCESSOR_IMAGE texel_image
#include "nbl/accessors/image.h"
#define NBL_ACCESSOR_NAME image_columns
#define NBL_ACCESSOR_ALONG_Y 1
#define NBL_ACCESSOR_IMAGE texel_image
#include "nbl/accessors/image.h"
#define NBL_ACCESSOR_NAME input_rows
#define NBL_ACCESSOR_ALONG_Y 0
#define NBL_ACCESSOR_BUFFER texel_input
#include "nbl/accessors/image.h"
#define NBL_ACCESSOR_NAME input_columns
#define NBL_ACCESSOR_ALONG_Y 1
#define NBL_ACCESSOR_BUFFER texel_input
#include "nbl/accessors/image.h"
#define NBL_ACCESSOR_NAME output_rows
#define NBL_ACCESSOR_ALONG_Y 0
#define NBL_ACCESSOR_BUFFER texel_output
#include "nbl/accessors/image.h"
#define NBL_ACCESSOR_NAME output_columns
#define NBL_ACCESSOR_ALONG_Y 1
#define NBL_ACCESSOR_BUFFER texel_output
#include "nbl/accessors/image.h"

NBL_LOCAL_SIZE(64)
NBL_KERNEL(accessor_image_test) {
    uint32_t t = nbl_local_invocation_index();
    uint32_t y = t / 9u;
    uint32_t x = t - 9u * y;
    if (t < 63u) {
        NBL_STORE(texel_output, t, image_rows_get(x, y, 9u));
        NBL_STORE(texel_output, 64u + t, image_columns_get(y, x, 9u));
        NBL_STORE(texel_output, 128u + t, input_rows_get(x, y, 9u));
        NBL_STORE(texel_output, 192u + t, input_columns_get(y, x, 9u));
        output_rows_set(x, 29u + y, 9u, input_rows_get(x, y, 9u));
        output_columns_set(37u + y, x, 9u, image_rows_get(x, y, 9u));
        if ((t & 1u) == 0u) {
            image_rows_set(x, y, 9u, input_rows_get(x, y, 9u));
        } else {
            image_columns_set(y, x, 9u, input_rows_get(x, y, 9u));
        }
    }
}
