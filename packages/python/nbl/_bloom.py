"""The bloom of NumPy's arrays: an image convolved with a kernel.

SPDX-License-Identifier: Apache-2.0
"""

import numpy as np

from . import _library

_STOCKHAM = 1  # NBL_FFT_STOCKHAM
_PADDING = {"zero": 0, "mirror": 1, "wrap": 2}  # nbl_bloom_padding_t
_COMBINE = {"replace": 0, "mix": 1, "add": 2}  # nbl_bloom_combine_t
_NORMALIZE = {"luminance": 0, "none": 1}  # nbl_bloom_normalize_t
_CHANNELS = {"r": 1, "g": 2, "b": 4}  # NBL_BLOOM_CHANNEL_*
_INVALID = {"clamp": 0, "refuse": 1}  # nbl_bloom_invalid_t


def _choice(values, value, name):
    try:
        return values[value]
    except (KeyError, TypeError):
        raise ValueError(f"{name} must be one of {', '.join(values)}, got {value!r}") from None


def _texels(pixels, name):
    """Returns the RGBA texels of an image in rows without gaps, 16-byte aligned."""
    pixels = np.asarray(pixels)
    channels = 1 if pixels.ndim == 2 else pixels.shape[2] if pixels.ndim == 3 else 0
    if channels not in (1, 3, 4) or pixels.size == 0:
        raise ValueError(
            f"{name} must be height x width, or with 3 or 4 channels, got {pixels.shape}"
        )
    texels = _aligned((*pixels.shape[:2], 4))
    texels[..., 3] = 1.0
    texels[..., : max(channels, 3)] = pixels if pixels.ndim == 3 else pixels[..., None]
    return texels


def _aligned(shape):
    memory = np.empty(4 * int(np.prod(shape)) + 16, np.uint8)
    first = -memory.ctypes.data % 16
    return memory[first : first + 4 * int(np.prod(shape))].view(np.float32).reshape(shape)


def _mask(mask, image, name):
    if mask is None:
        return None
    mask = np.ascontiguousarray(mask, np.float32)
    if mask.shape != image.shape[:2] or not ((mask >= 0) & (mask <= 1)).all():
        raise ValueError(f"{name} must be {image.shape[0]} x {image.shape[1]} numbers from 0 to 1")
    return mask


def _finite(image, largest):
    """Returns the texels that the library makes of such that are not finite."""
    texels = _aligned(image.shape)
    texels[...] = np.nan_to_num(image, nan=0.0, posinf=largest, neginf=-largest)
    return texels


def _plain(library, desc, frame, look, image, kernel, result, workers):
    """The bloom and its way into the image, by the bloom's own last pass."""
    desc.combine, desc.threshold = look.combine, look.threshold
    frame.intensity, frame.threshold, frame.knee = look.intensity, look.threshold_at, look.knee
    data = (array.ctypes.data for array in (image, kernel, result))
    _library.call(library.nbl_bloom_array, desc, frame, *data, workers)


def _look(library, desc, frame, look, image, kernel, result, workers):
    """The bloom between what a look makes of an image, and of its bloom."""
    _library.call(library.nbl_bloom_look_check, look)
    source, part, texels = _aligned(image.shape), _aligned(image.shape), image.size // 4
    library.nbl_bloom_look_source(look, image.ctypes.data, texels, source.ctypes.data, part.ctypes.data)
    data = (array.ctypes.data for array in (source, kernel, result))
    _library.call(library.nbl_bloom_array, desc, frame, *data, workers)
    library.nbl_bloom_look_finish(look, image.ctypes.data, part.ctypes.data, texels, result.ctypes.data)


def bloom(
    image,
    kernel,
    *,
    padding="zero",
    combine="replace",
    intensity=1.0,
    sharpening=0.0,
    threshold=None,
    knee=None,
    normalize="luminance",
    invalid="clamp",
    largest=0.0,
    boost=1.0,
    boost_min=1.0,
    boost_max=np.inf,
    mask=None,
    source_mask=None,
    channels="rgb",
    workers=0,
):
    """Convolves an image with a kernel, as light does that a lens spreads.

    Parameters
    ----------
    image : array_like
        Linear radiance, height x width or height x width x 3 or 4; alpha stays as it is.
    kernel : array_like
        What a point of light becomes, likewise; its centre texel is the point. Any size.
    padding : {"zero", "mirror", "wrap"} or a pair of these, optional
        What lies around the image; a pair: left and right, above and below. Default: zero.
    combine : {"replace", "mix", "add"}, optional
        How the bloom comes back to the image. Default: in its place.
    intensity : float, optional
        Weight of the bloom: for "mix" 0 to 1, for "add" any. Default: 1.
    sharpening : float, optional
        0, the kernel as it is (default), to 1, no bloom.
    threshold, knee : float, optional
        Only what is brighter blooms, from threshold - knee on. Default: all; half of the threshold.
    normalize : {"luminance", "none"}, optional
        What the kernel is divided by. Default: the luminance of its sum, so that light is kept.
    invalid : {"clamp", "refuse"}, optional
        What becomes of NaN and infinity in the image: 0 and `largest` (default), or a ValueError.
    largest : float, optional
        What an infinity becomes, with its sign. Default: 0, which stands for 65504.
    boost : float, optional
        Light whose luminance is above `boost_min` blooms this much brighter, in the bloom alone, up
        to `boost_max`. Default: 1, as bright as it is.
    boost_min, boost_max : float, optional
        Luminance of linear light. Default: 1; no limit.
    mask : array_like, optional
        How much of the bloom each texel shows, height x width, 0 to 1. Default: all of it.
    source_mask : array_like, optional
        What part of each texel blooms, height x width, 0 to 1. Default: all of it.
    channels : str, optional
        Letters of the colours that the bloom changes. Default: "rgb".
    workers : int, optional
        Threads at most, to 64. Default: 0, as many as there are processors.

    Returns
    -------
    ndarray
        float32, of the image's shape; with the bits of `nbl-bloom` in exact mode. Of an image
        without channels, the red channel.

    Raises
    ------
    ValueError
        If an argument is not what it may be, the kernel's luminance is not positive, or the image
        has NaN or infinity and is to be refused for that.
    """
    library = _library.full()
    desc, frame = library.nbl_bloom_desc_init(), library.nbl_bloom_frame_init()
    shape = np.shape(image)
    image, kernel = _texels(image, "image"), _texels(kernel, "kernel")
    desc.height, desc.width = image.shape[:2]
    desc.kernel_height, desc.kernel_width = kernel.shape[:2]
    x, y = (padding, padding) if isinstance(padding, str) else padding
    desc.padding_x = _choice(_PADDING, x, "padding")
    desc.padding_y = _choice(_PADDING, y, "padding")
    desc.normalize = _choice(_NORMALIZE, normalize, "normalize")
    desc.invalid, desc.largest = _choice(_INVALID, invalid, "invalid"), largest
    desc.algorithm = _STOCKHAM
    desc.grey_kernel = bool((kernel[..., :1] == kernel[..., 1:3]).all())
    frame.sharpening = sharpening
    look = library.nbl_bloom_look_init()
    look.combine, look.intensity = _choice(_COMBINE, combine, "combine"), intensity
    look.boost, look.boost_min, look.boost_max = boost, boost_min, boost_max
    if threshold is not None:
        look.threshold, look.threshold_at = True, threshold
        look.knee = 0.5 * threshold if knee is None else knee
    look.channels = sum(_choice(_CHANNELS, letter, "channels") for letter in set(channels))
    result = _aligned(image.shape)
    run = _plain if boost == 1.0 and mask is source_mask is None and look.channels == 7 else _look
    if run is _look and invalid == "clamp":
        image = _finite(image, largest or 65504.0)
    masks = [_mask(source_mask, image, "source_mask"), _mask(mask, image, "mask")]
    look.source_mask, look.mask = (None if m is None else m.ctypes.data for m in masks)
    run(library, desc, frame, look, image, kernel, result, workers)
    return result[..., 0] if len(shape) == 2 else result[..., : shape[2]]
