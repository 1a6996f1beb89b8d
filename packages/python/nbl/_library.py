"""The shared libraries as ctypes has them, and their errors as exceptions.

SPDX-License-Identifier: Apache-2.0

Structures repeat the C headers field by field; tests/faces/python/test_package.py holds
them against a compiler's.
"""
import ctypes
import functools
import os

from ._version import __version__

MOST_RANK = 8  # NBL_FFT_MOST_RANK

SUCCESS, ARGUMENT, LIMIT, OUT_OF_MEMORY = range(4)
BAD_KERNEL, BAD_IMAGE = 4, 29  # nbl_result_t
_EXCEPTIONS = {
    **dict.fromkeys((ARGUMENT, LIMIT, BAD_KERNEL, BAD_IMAGE), ValueError),
    OUT_OF_MEMORY: MemoryError,
}


class Text(ctypes.Structure):
    """nbl_error_t"""

    _fields_ = [("text", ctypes.c_char * 1024)]


class FftProblem(ctypes.Structure):
    """nbl_fft_problem_t of nbl/host/fft.h"""

    _fields_ = [
        ("rank", ctypes.c_uint32),
        ("sizes", ctypes.c_uint64 * MOST_RANK),
        ("axis_count", ctypes.c_uint32),
        ("axes", ctypes.c_uint32 * MOST_RANK),
        ("given", ctypes.c_uint64 * MOST_RANK),
        ("kept", ctypes.c_uint64 * MOST_RANK),
        ("kept_from", ctypes.c_uint64 * MOST_RANK),
        ("batch", ctypes.c_uint64),
        ("precision", ctypes.c_int),
        ("inverse", ctypes.c_bool),
        ("real", ctypes.c_bool),
        ("overwrites_input", ctypes.c_bool),
        ("scaling", ctypes.c_int),
        ("input_strides", ctypes.c_uint64 * MOST_RANK),
        ("input_distance", ctypes.c_uint64),
        ("output_strides", ctypes.c_uint64 * MOST_RANK),
        ("output_distance", ctypes.c_uint64),
        ("threads", ctypes.c_uint32),
        ("instructions", ctypes.c_char_p),
        ("mode", ctypes.c_int),
        ("wisdom", ctypes.c_void_p),
        ("dct", ctypes.c_int),
        ("orthogonal", ctypes.c_bool),
        ("kernel", ctypes.c_void_p),
        ("kernel_sizes", ctypes.c_uint64 * MOST_RANK),
        ("correlates", ctypes.c_bool),
        ("part", ctypes.c_int),
        ("in_place", ctypes.c_bool),
        ("cache", ctypes.c_void_p),
        ("unroll", ctypes.c_bool),
        ("route", ctypes.c_int),
        ("piece_bytes", ctypes.c_uint64),
    ]


class FftBytes(ctypes.Structure):
    """nbl_fft_bytes_t of nbl/host/fft.h"""

    _fields_ = [
        ("input", ctypes.c_uint64),
        ("output", ctypes.c_uint64),
        ("workspace", ctypes.c_uint64),
        ("held", ctypes.c_uint64),
    ]


class FftPlanRequest(ctypes.Structure):
    """nbl_fft_plan_request_t of nbl/host/plan.h"""

    _fields_ = [
        ("passes", ctypes.c_uint32),
        ("radices", ctypes.c_uint32 * 6),
        ("invocations", ctypes.c_uint32),
        ("ffts_per_workgroup", ctypes.c_uint32),
        ("windows", ctypes.c_uint32),
    ]


class FftLimits(ctypes.Structure):
    """nbl_fft_limits_t of nbl/host/fft_transform.h"""

    _fields_ = [
        ("max_workgroup_invocations", ctypes.c_uint32),
        ("max_shared_bytes", ctypes.c_uint32),
        ("subgroup_size", ctypes.c_uint32),
        ("max_buffer_bytes", ctypes.c_uint64),
        ("max_allocation_bytes", ctypes.c_uint64),
        ("float16", ctypes.c_bool),
        ("float64", ctypes.c_bool),
        ("addresses", ctypes.c_bool),
        ("literals", ctypes.c_uint8),
        ("device", ctypes.c_int),
        ("min_subgroup_size", ctypes.c_uint32),
        ("max_subgroup_size", ctypes.c_uint32),
        ("max_workgroup_subgroups", ctypes.c_uint32),
    ]


class BloomDesc(ctypes.Structure):
    """nbl_bloom_desc_t of nbl/host/bloom.h"""

    _fields_ = [
        ("width", ctypes.c_uint32),
        ("height", ctypes.c_uint32),
        ("kernel_width", ctypes.c_uint32),
        ("kernel_height", ctypes.c_uint32),
        ("padding_x", ctypes.c_int),
        ("padding_y", ctypes.c_int),
        ("first_axis", ctypes.c_int),
        ("kernel_mode", ctypes.c_int),
        ("interpolation", ctypes.c_int),
        ("normalize", ctypes.c_int),
        ("storage", ctypes.c_int),
        ("combine", ctypes.c_int),
        ("threshold", ctypes.c_bool),
        ("source_format", ctypes.c_int),
        ("target_format", ctypes.c_int),
        ("invalid", ctypes.c_int),
        ("largest", ctypes.c_float),
        ("reads_image", ctypes.c_bool),
        ("grey_kernel", ctypes.c_bool),
        ("ladder", ctypes.c_bool),
        ("short_modules", ctypes.c_bool),
        ("algorithm", ctypes.c_uint32),
        ("max_workgroup_size", ctypes.c_uint32),
        ("min_workgroup_invocations", ctypes.c_uint32),
        ("columns", ctypes.c_uint32),
        ("rows", FftPlanRequest),
        ("lines", FftPlanRequest),
        ("rows_back", FftPlanRequest),
        ("limits", FftLimits),
    ]


class BloomFrame(ctypes.Structure):
    """nbl_bloom_frame_t of nbl/host/bloom.h"""

    _fields_ = [
        ("width", ctypes.c_uint32),
        ("height", ctypes.c_uint32),
        ("row_pitch", ctypes.c_uint32),
        ("sharpening", ctypes.c_float),
        ("intensity", ctypes.c_float),
        ("threshold", ctypes.c_float),
        ("knee", ctypes.c_float),
    ]


class BloomLook(ctypes.Structure):
    """nbl_bloom_look_t of nbl/host/bloom_look.h"""

    _fields_ = [
        ("combine", ctypes.c_int),
        ("intensity", ctypes.c_float),
        ("threshold", ctypes.c_bool),
        ("threshold_at", ctypes.c_float),
        ("knee", ctypes.c_float),
        ("boost", ctypes.c_float),
        ("boost_min", ctypes.c_float),
        ("boost_max", ctypes.c_float),
        ("source_mask", ctypes.c_void_p),
        ("mask", ctypes.c_void_p),
        ("channels", ctypes.c_uint32),
    ]


class VulkanDeviceDesc(ctypes.Structure):
    """nbl_vulkan_device_desc_t of nbl/host/vulkan_device.h"""

    _fields_ = [
        ("borrowed", ctypes.c_void_p),
        ("index", ctypes.c_int32),
        ("name", ctypes.c_char_p),
        ("get_instance_proc_addr", ctypes.c_void_p),
        ("allocation", ctypes.c_void_p),
        ("pipeline_cache", ctypes.c_void_p),
        ("validation", ctypes.c_bool),
        ("debug_utils", ctypes.c_bool),
        ("kernel_statistics", ctypes.c_bool),
        ("message", ctypes.c_void_p),
        ("message_user", ctypes.c_void_p),
        ("chosen", ctypes.c_void_p),
        ("chosen_user", ctypes.c_void_p),
    ]


class VulkanDeviceInfo(ctypes.Structure):
    """nbl_vulkan_device_info_t of nbl/host/vulkan_device.h"""

    _fields_ = [
        ("index", ctypes.c_uint32),
        ("name", ctypes.c_char * 256),
        ("driver_name", ctypes.c_char * 256),
        ("driver_info", ctypes.c_char * 256),
        ("type", ctypes.c_int),
        ("api_version", ctypes.c_uint32),
        ("driver_version", ctypes.c_uint32),
        ("vendor_id", ctypes.c_uint32),
        ("device_id", ctypes.c_uint32),
        ("uuid", ctypes.c_uint8 * 16),
        ("queue_family", ctypes.c_uint32),
        ("subgroup_size", ctypes.c_uint32),
        ("min_subgroup_size", ctypes.c_uint32),
        ("max_subgroup_size", ctypes.c_uint32),
        ("subgroup_operations", ctypes.c_uint32),
        ("features", ctypes.c_uint32),
        ("max_workgroup_size", ctypes.c_uint32 * 3),
        ("max_workgroup_invocations", ctypes.c_uint32),
        ("max_workgroup_count", ctypes.c_uint32 * 3),
        ("max_shared_bytes", ctypes.c_uint32),
        ("max_push_constant_bytes", ctypes.c_uint32),
        ("max_storage_buffers", ctypes.c_uint32),
        ("max_image_size", ctypes.c_uint32),
        ("max_storage_buffer_bytes", ctypes.c_uint64),
        ("max_allocation_bytes", ctypes.c_uint64),
        ("device_local_bytes", ctypes.c_uint64),
        ("storage_buffer_alignment", ctypes.c_uint32),
        ("timestamp_valid_bits", ctypes.c_uint32),
        ("timestamp_period", ctypes.c_float),
        ("max_workgroup_subgroups", ctypes.c_uint32),
    ]


class VulkanBufferDesc(ctypes.Structure):
    """nbl_vulkan_buffer_desc_t of nbl/host/vulkan_memory.h"""

    _fields_ = [
        ("size", ctypes.c_uint64),
        ("memory", ctypes.c_int),
        ("bound_in_parts", ctypes.c_bool),
        ("exported", ctypes.c_bool),
        ("usage", ctypes.c_uint32),
        ("name", ctypes.c_char_p),
    ]


class VulkanBuffer(ctypes.Structure):
    """nbl_vulkan_buffer_t of nbl/host/vulkan_memory.h"""

    _fields_ = [
        ("handle", ctypes.c_uint64),
        ("memory", ctypes.c_uint64),
        ("size", ctypes.c_uint64),
        ("mapped", ctypes.c_void_p),
        ("address", ctypes.c_uint64),
        ("exported", ctypes.c_bool),
    ]


class VulkanResource(ctypes.Structure):
    """nbl_vulkan_resource_t of nbl/host/vulkan_kernel.h"""

    _fields_ = [
        ("buffer", ctypes.c_uint64),
        ("offset", ctypes.c_uint64),
        ("size", ctypes.c_uint64),
        ("view", ctypes.c_uint64),
        ("layout", ctypes.c_int),
        ("sampler", ctypes.c_uint64),
        ("format", ctypes.c_int),
        ("address", ctypes.c_uint64),
    ]


class VulkanCommands(ctypes.Structure):
    """nbl_vulkan_commands_t of nbl/host/vulkan_commands.h"""

    _fields_ = [
        ("buffer", ctypes.c_void_p),
        ("pool", ctypes.c_uint64),
        ("fence", ctypes.c_uint64),
    ]


class CompileDesc(ctypes.Structure):
    """nbl_compile_desc_t of nbl/host/compile.h"""

    _fields_ = [
        ("file", ctypes.c_char_p),
        ("text", ctypes.c_char_p),
        ("sources", ctypes.c_void_p),
        ("source_count", ctypes.c_size_t),
        ("include", ctypes.c_void_p),
        ("include_user", ctypes.c_void_p),
        ("defines", ctypes.c_void_p),
        ("define_count", ctypes.c_size_t),
        ("language", ctypes.c_int),
        ("mode", ctypes.c_int),
        ("optimize", ctypes.c_int),
        ("optimizer", ctypes.c_int),
        ("instruction_order", ctypes.c_int),
        ("spare_instructions", ctypes.c_bool),
        ("cache", ctypes.c_void_p),
        ("from_text", ctypes.c_bool),
        ("debug", ctypes.c_bool),
        ("lenient", ctypes.c_bool),
        ("target", ctypes.c_int),
        ("scopes", ctypes.c_bool),
    ]


class VulkanKernelDesc(ctypes.Structure):
    """nbl_vulkan_kernel_desc_t of nbl/host/vulkan_kernel.h"""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("spirv", ctypes.c_void_p),
        ("spirv_word_count", ctypes.c_size_t),
        ("compile", ctypes.POINTER(CompileDesc)),
        ("entry_point", ctypes.c_char_p),
        ("bindings", ctypes.c_void_p),
        ("binding_count", ctypes.c_uint32),
        ("push_constant_bytes", ctypes.c_uint32),
        ("local_size", ctypes.c_uint32 * 3),
        ("shared_bytes", ctypes.c_uint32),
        ("subgroup_size", ctypes.c_uint32),
        ("full_subgroups", ctypes.c_bool),
        ("required_features", ctypes.c_uint32),
        ("may_round_twice", ctypes.c_bool),
    ]


def _load(name):
    """Opens a library: the one beside this file in a wheel, else an installed one."""
    name = f"libnbl-{name}.so.{__version__.rpartition('.')[0]}"
    beside = os.path.join(os.path.dirname(__file__), "lib", name)
    return ctypes.CDLL(beside if os.path.exists(beside) else name)


def _declare(library, name, *arguments):
    """Gives a function its types: it returns nbl_result_t and takes an nbl_error_t last."""
    function = getattr(library, name)  # an index would give another object each time
    function.restype = ctypes.c_int
    function.argtypes = [*arguments, ctypes.POINTER(Text)]


@functools.lru_cache(maxsize=None)
def cpu():
    """Returns the library of what runs on the CPU alone."""
    library = _load("emulator")
    address = ctypes.c_void_p
    _declare(library, "nbl_fft_make_cpu", ctypes.POINTER(FftProblem), ctypes.POINTER(address))
    _declare(library, "nbl_fft_run", address, address, address)
    _declare(library, "nbl_fft_record", address, address, address, address, ctypes.c_uint32)
    for name in ("nbl_fft_destroy", "nbl_fft_binding_destroy"):
        getattr(library, name).argtypes = [address]
        getattr(library, name).restype = None
    library.nbl_fft_get_bytes.argtypes = [address]
    library.nbl_fft_get_bytes.restype = FftBytes
    library.nbl_fft_text.argtypes = [address, ctypes.c_char_p, ctypes.c_size_t]
    library.nbl_fft_text.restype = ctypes.c_size_t
    return library


@functools.lru_cache(maxsize=None)
def full():
    """Returns the library that has the bloom, and what runs on devices."""
    cpu()  # which it is linked with
    library = _load("vulkan")
    library.nbl_bloom_desc_init.restype = BloomDesc
    library.nbl_bloom_frame_init.restype = BloomFrame
    desc, frame, address = ctypes.POINTER(BloomDesc), ctypes.POINTER(BloomFrame), ctypes.c_void_p
    _declare(library, "nbl_bloom_array", desc, frame, address, address, address, ctypes.c_uint32)
    look, size = ctypes.POINTER(BloomLook), ctypes.c_size_t
    library.nbl_bloom_look_init.restype = BloomLook
    _declare(library, "nbl_bloom_look_check", look)
    library.nbl_bloom_look_source.argtypes = [look, address, size, address, address]
    library.nbl_bloom_look_finish.argtypes = [look, address, address, size, address]
    for name in ("nbl_bloom_look_source", "nbl_bloom_look_finish"):
        getattr(library, name).restype = None
    _declare_device(library)
    return library


def _declare_device(library):
    pointer, address, bytes_ = ctypes.POINTER, ctypes.c_void_p, ctypes.c_uint64
    library.nbl_vulkan_device_desc_init.restype = VulkanDeviceDesc
    library.nbl_vulkan_device_get_info.restype = pointer(VulkanDeviceInfo)
    library.nbl_vulkan_device_get_info.argtypes = [address]
    _declare(library, "nbl_vulkan_device_create", pointer(VulkanDeviceDesc), pointer(address))
    info, count = pointer(VulkanDeviceInfo), pointer(ctypes.c_uint32)
    _declare(library, "nbl_vulkan_device_list", address, info, count)
    _declare(library, "nbl_cache_create", address, pointer(address))
    for name in ("nbl_cache_destroy", "nbl_vulkan_device_destroy"):
        getattr(library, name).argtypes = [address]
        getattr(library, name).restype = None
    buffer, commands = pointer(VulkanBuffer), pointer(VulkanCommands)
    _declare(library, "nbl_vulkan_buffer_create", address, pointer(VulkanBufferDesc), buffer)
    for name in ("nbl_vulkan_buffer_upload", "nbl_vulkan_buffer_download"):
        _declare(library, name, address, buffer, bytes_, address, bytes_)
    file, size = pointer(ctypes.c_int), pointer(bytes_)
    _declare(library, "nbl_vulkan_buffer_export", address, buffer, file, size)
    copy = library.nbl_vulkan_buffer_record_copy
    copy.argtypes = [address, address, buffer, bytes_, buffer, bytes_, bytes_]
    copy.restype = None
    library.nbl_vulkan_commands_destroy.argtypes = [address, commands]
    library.nbl_vulkan_commands_destroy.restype = None
    for name in ("create", "begin", "submit", "start", "wait"):
        _declare(library, f"nbl_vulkan_commands_{name}", address, commands)
    _declare(library, "nbl_fft_make_vulkan", address, pointer(FftProblem), pointer(address))
    of = pointer(VulkanResource)
    _declare(library, "nbl_fft_bind", address, of, of, of, pointer(address))
    library.nbl_vulkan_buffer_destroy.argtypes = [address, buffer]
    library.nbl_vulkan_buffer_destroy.restype = None
    kernel, counts, bits = pointer(VulkanKernelDesc), pointer(ctypes.c_uint32), ctypes.c_uint32
    _declare(library, "nbl_vulkan_kernel_create", address, kernel, pointer(address))
    name = ctypes.c_char_p
    _declare(library, "nbl_vulkan_bindings_create", address, of, name, pointer(address))
    _declare(library, "nbl_vulkan_kernel_record", address, address, address, counts, counts)
    library.nbl_vulkan_record_barrier.argtypes = [address, address, bits, bits]
    library.nbl_vulkan_record_barrier.restype = None
    for name in ("nbl_vulkan_kernel_destroy", "nbl_vulkan_bindings_destroy"):
        getattr(library, name).argtypes = [address]
        getattr(library, name).restype = None


def call(function, *arguments):
    """Calls a declared function; raises what its result says."""
    error = Text()
    result = function(*arguments, error)
    if result != SUCCESS:
        raise _EXCEPTIONS.get(result, RuntimeError)(error.text.decode())
