// SPDX-License-Identifier: Apache-2.0
kernel void fault(global uint *b) {
    local uint s[256];
    uint i = get_local_id(0);
    s[i] = b[i];
    if (i < 200) barrier(CLK_LOCAL_MEM_FENCE);
    b[i] = i;
}
