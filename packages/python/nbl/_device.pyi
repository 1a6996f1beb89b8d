# The types of devices and of arrays there. SPDX-License-Identifier: Apache-2.0
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

class Device:
    name: str
    def __enter__(self) -> Device: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

class Array:
    shape: tuple[int, ...]
    dtype: np.dtype
    device: Device
    @property
    def ndim(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    def __len__(self) -> int: ...
    def numpy(self) -> NDArray: ...
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

def device(name: str | None = None) -> Device: ...
def empty(
    shape: int | tuple[int, ...], dtype: DTypeLike = ..., device: Device | None = None
) -> Array: ...
def asarray(
    a: ArrayLike | Array, dtype: DTypeLike | None = None, device: Device | None = None
) -> Array: ...
