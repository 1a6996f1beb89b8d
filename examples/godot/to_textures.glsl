#[compute]
#version 450
// The ocean's buffers 4 and 5, as textures that a material samples. SPDX-License-Identifier: Apache-2.0
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Displacement { vec4 displacement[]; };
layout(set = 0, binding = 1, std430) readonly buffer Normals { vec4 normals[]; };
layout(set = 0, binding = 2, rgba32f) writeonly uniform image2D moved;
layout(set = 0, binding = 3, rgba32f) writeonly uniform image2D shaded;
void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    int i = at.y * imageSize(moved).x + at.x;
    imageStore(moved, at, displacement[i]);
    imageStore(shaded, at, normals[i]);
}
