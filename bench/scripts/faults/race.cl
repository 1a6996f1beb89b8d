// SPDX-License-Identifier: Apache-2.0
kernel void fault(global uint *b) {
    local uint s[256];
    uint i = get_local_id(0);
    s[i] = b[i];
    b[i] = s[255 - i];
}
