#version 460
// The kernel's entry on the GPU: glslangValidator -V --target-env vulkan1.1 -Iinclude examples/ocean/assemble.comp
// SPDX-License-Identifier: Apache-2.0
#extension GL_GOOGLE_include_directive : require
#define NBL_SUBGROUP_OPERATIONS 0 // Stockham needs none: any size of workgroup will do
#include "assemble.h"
