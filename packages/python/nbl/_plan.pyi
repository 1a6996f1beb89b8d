# The types of nbl.plan. SPDX-License-Identifier: Apache-2.0
from typing import Any, Literal, Sequence, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._array import Array
from ._device import Device

class Plan:
    name: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    result_shape: tuple[int, ...]
    result_dtype: np.dtype[Any]
    device: Device | None
    bytes: int
    text: str
    @overload
    def __call__(self, a: Array, out: Array | None = None) -> Array: ...
    @overload
    def __call__(self, a: ArrayLike, out: NDArray[Any] | None = None) -> NDArray[Any]: ...

def plan(
    name: str,
    shape: int | Sequence[int],
    dtype: DTypeLike = None,
    *,
    s: Sequence[int] | None = None,
    axes: int | Sequence[int] | None = None,
    norm: Literal["backward", "ortho", "forward"] | None = None,
    workers: int = 0,
    device: Device | int | str | None = None,
    mode: Literal["exact", "fast", "fused"] | None = None,
    type: Literal[1, 2, 3, 4] = 2,
    orthogonalize: bool | None = None,
    kept: slice | Sequence[slice | None] | None = None
) -> Plan: ...
