# The types of nbl.bloom. SPDX-License-Identifier: Apache-2.0
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

_Padding = Literal["zero", "mirror", "wrap"]

def bloom(
    image: ArrayLike,
    kernel: ArrayLike,
    *,
    padding: _Padding | tuple[_Padding, _Padding] = "zero",
    combine: Literal["replace", "mix", "add"] = "replace",
    intensity: float = 1.0,
    sharpening: float = 0.0,
    threshold: float | None = None,
    knee: float | None = None,
    normalize: Literal["luminance", "none"] = "luminance",
    invalid: Literal["refuse", "clamp"] = "clamp",
    largest: float = 0.0,
    boost: float = 1.0,
    boost_min: float = 1.0,
    boost_max: float = ...,
    mask: ArrayLike | None = None,
    source_mask: ArrayLike | None = None,
    channels: str = "rgb",
    workers: int = 0
) -> NDArray[np.float32]: ...
