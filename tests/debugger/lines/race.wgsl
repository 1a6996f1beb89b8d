// SPDX-License-Identifier: Apache-2.0
@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
var<workgroup> sums: array<u32, 64>;

fn twice(x: u32) -> u32 {
    var y = x * 2u;
    y += 1u; // twice
    return y - 1u;
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    sums[index] = numbers[index]; // store
    var sum = 0u;
    for (var k = 0u; k < 3u; k++) { // loop
        if index > 31u {
            sum += k; // upper
        } else {
            sum += twice(k); // lower
        }
    }
    numbers[index] = sums[63u - index] + sum; // load
}
