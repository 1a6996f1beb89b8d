# The types of arrays on devices. SPDX-License-Identifier: Apache-2.0
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._device import Device

class Array:
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    device: Device
    @property
    def ndim(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    def __len__(self) -> int: ...
    def __getitem__(self, key: Any) -> Array: ...
    def numpy(self) -> NDArray[Any]: ...
    @property
    def __array_interface__(self) -> dict[str, Any]: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> object: ...

def empty(
    shape: int | tuple[int, ...], dtype: DTypeLike = ..., device: Device | None = None
) -> Array: ...
def asarray(
    a: ArrayLike | Array, dtype: DTypeLike | None = None, device: Device | None = None
) -> Array: ...
