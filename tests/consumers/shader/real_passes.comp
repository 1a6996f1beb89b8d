#version 460
// The entry on the GPU of one pass; docs/guide/options.md, "Longer than a workgroup"
// SPDX-License-Identifier: Apache-2.0
#extension GL_GOOGLE_include_directive : require
#include "real_passes.h"
