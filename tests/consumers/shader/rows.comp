#version 460
// The kernel's entry on the GPU; README.md has the command
// SPDX-License-Identifier: Apache-2.0
#extension GL_GOOGLE_include_directive : require
#include "rows.h"
