"""Arrays handed from library to library without a copy, by DLPack.

SPDX-License-Identifier: Apache-2.0

Structures are those of dlpack.h, version 0 (https://dmlc.github.io/dlpack/latest/c_api.html), which
consumers of later versions take, too.
"""
import ctypes
import itertools
import math

import numpy as np

CPU, CUDA, VULKAN = 1, 2, 7  # kDLCPU, kDLCUDA, kDLVulkan
_CODES = {"f": 2, "c": 5}  # kDLFloat, kDLComplex
_NAME = b"dltensor"  # a consumer renames it


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _ManagedTensor(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_ManagedTensor))
_ManagedTensor._fields_ = [
    ("tensor", _Tensor),
    ("context", ctypes.c_void_p),
    ("deleter", _Deleter),
]

_python = ctypes.pythonapi
_Destructor = ctypes.PYFUNCTYPE(
    None, ctypes.c_void_p
)  # its object is being destroyed: no reference
_new = _python.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, _Destructor]
_get = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", _python)
)
_get_destroyed = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", _python)
)
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_IsValid", _python)
)

_handed_out = {}  # what a consumer has not let go of, by number
_numbers = itertools.count(1)


@_Deleter
def _delete(managed):
    _handed_out.pop(managed.contents.context, None)


@_Destructor
def _destroy_unused(capsule):
    if _is_valid(capsule, _NAME):
        _handed_out.pop(_ManagedTensor.from_address(_get_destroyed(capsule, _NAME)).context, None)


def capsule(owner, address, shape, dtype, device):
    """Returns a capsule of an array in C order; the owner of its memory lives as long as it.

    Parameters
    ----------
    owner : object
    address : int
    shape : tuple of int
    dtype : numpy.dtype
        A floating or complex one.
    device : pair of int
        DLPack's type of device, and which.
    """
    number = next(_numbers)
    strides = [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]
    numbers = ctypes.c_int64 * len(shape)
    sizes, steps = numbers(*shape), numbers(*strides)
    managed = _ManagedTensor(context=number, deleter=_delete)
    tensor = managed.tensor
    tensor.data, (tensor.device_type, tensor.device_id) = address, device
    tensor.ndim, tensor.shape, tensor.strides = len(shape), sizes, steps
    tensor.code, tensor.bits, tensor.lanes = _CODES[dtype.kind], 8 * dtype.itemsize, 1
    _handed_out[number] = owner, managed, sizes, steps
    return _new(ctypes.addressof(managed), _NAME, _destroy_unused)


class Borrowed:
    """A tensor of another library, for as long as this object lives.

    Attributes
    ----------
    address : int
    shape : tuple of int
    dtype : numpy.dtype
        None of what NumPy has no name for.
    """

    def __init__(self, tensor):
        # Ready for CUDA's default stream, which copies run on.
        self._capsule = tensor.__dlpack__(stream=1)
        of = _ManagedTensor.from_address(_get(self._capsule, _NAME)).tensor
        self.shape = tuple(of.shape[: of.ndim])
        names = {code: kind for kind, code in _CODES.items()}
        try:
            self.dtype = np.dtype(f"{names[of.code]}{of.bits // 8}")
        except (KeyError, TypeError):
            self.dtype = None
        self.address = (of.data or 0) + of.byte_offset
        strides = of.strides[: of.ndim] if of.strides else None
        self.in_order = strides is None or all(
            size == 1 or stride == math.prod(self.shape[axis + 1 :])
            for axis, (size, stride) in enumerate(zip(self.shape, strides))
        )


def is_on_cuda(a):
    """Returns whether an object is a tensor in CUDA's memory, of another library."""
    return (
        not isinstance(a, np.ndarray)
        and hasattr(a, "__dlpack_device__")
        and int(a.__dlpack_device__()[0]) == CUDA
    )
