#[compute]
#version 450
// The picture's texels, to a buffer that the bloom reads. SPDX-License-Identifier: Apache-2.0
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, rgba16f) readonly uniform image2D picture;
layout(set = 0, binding = 1, std430) writeonly buffer Texels { vec4 texels[]; };
void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy), size = imageSize(picture);
    if (at.x < size.x && at.y < size.y) texels[at.y * size.x + at.x] = imageLoad(picture, at);
}
