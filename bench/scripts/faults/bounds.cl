// SPDX-License-Identifier: Apache-2.0
kernel void fault(global uint *b) {
    uint i = get_local_id(0);
    b[i + 1] = i;
}
