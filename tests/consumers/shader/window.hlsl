// The kernel's entry in HLSL; docs/porting.md has the command
// SPDX-License-Identifier: Apache-2.0
#include "window.h"
