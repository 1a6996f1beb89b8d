#version 450
// SPDX-License-Identifier: Apache-2.0
layout(local_size_x = 256) in;
layout(binding = 0) buffer B { uint b[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    b[i + 1] = i;
}
