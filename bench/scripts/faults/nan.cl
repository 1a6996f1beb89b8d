// SPDX-License-Identifier: Apache-2.0
kernel void fault(global float *b) {
    uint i = get_local_id(0);
    b[i] = sqrt(b[i] - 1.0f);
}
