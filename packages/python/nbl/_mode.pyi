# The types of nbl.mode. SPDX-License-Identifier: Apache-2.0
from contextlib import AbstractContextManager
from typing import Literal

def mode(name: Literal["exact", "fast", "fused"]) -> AbstractContextManager[None]: ...
