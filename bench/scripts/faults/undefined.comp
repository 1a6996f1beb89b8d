#version 450
// SPDX-License-Identifier: Apache-2.0
layout(local_size_x = 256) in;
layout(binding = 0) buffer B { uint b[]; };
shared uint s[256];
void main() {
    uint i = gl_LocalInvocationIndex;
    if (i < 128) s[i] = b[i];
    barrier();
    b[i] = s[255 - i];
}
