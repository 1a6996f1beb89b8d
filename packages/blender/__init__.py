"""Bloom by convolution: renders the scene, spreads its light by a kernel, and loads the result.

SPDX-License-Identifier: Apache-2.0
"""

import os
import struct
import tempfile

import bpy
import numpy as np
from bpy.props import BoolProperty, EnumProperty, FloatProperty, PointerProperty, StringProperty

from . import nbl

bl_info = {
    "name": "nbl bloom",
    "description": "Blooms the render by convolution with a kernel of any size",
    "author": "nbl",
    "version": (0, 3, 0),
    "blender": (3, 4, 0),
    "location": "Properties > Render > Bloom by convolution",
    "category": "Render",
}

_LUMINANCE = np.array([0.2126729, 0.7151522, 0.0721750, 0], np.float32)  # nbl/bloom/constants.h
RESULT = "Bloom"  # the name of the image that receives the result

_PADDING = [
    ("zero", "Nothing", "Light from outside of the picture is none"),
    ("mirror", "Mirrored", "The picture mirrored"),
    ("wrap", "Wrapped", "The picture again, as of panoramas"),
]
_COMBINE = [
    ("replace", "Replace", "The bloom in the picture's place"),
    ("mix", "Mix", "The bloom mixed with the picture"),
    ("add", "Add", "The bloom added to the picture"),
]
_INVALID = [
    ("clamp", "Replace", "NaN becomes 0, infinity 65504"),
    ("refuse", "Refuse", "An error names the pixel"),
]


class Settings(bpy.types.PropertyGroup):
    kernel: StringProperty(
        name="Kernel",
        description="Picture of what a point of light becomes; its centre is the point",
        subtype="FILE_PATH",
    )
    combine: EnumProperty(name="Combine", items=_COMBINE, default="mix")
    intensity: FloatProperty(
        name="Intensity", description="Weight of the bloom", default=0.2, min=0, soft_max=1
    )
    sharpening: FloatProperty(
        name="Sharpening", description="0: the kernel as it is, 1: no bloom", min=0, max=1
    )
    padding: EnumProperty(name="Around", description="What lies around the picture", items=_PADDING)
    bright_only: BoolProperty(name="Bright only", description="Only what is brighter blooms")
    threshold: FloatProperty(
        name="Threshold", description="Luminance of linear light", default=1, min=0
    )
    boost: FloatProperty(
        name="Boost",
        description="Highlights bloom this much brighter, in the bloom alone",
        default=1,
        min=0.001,
        soft_max=100,
    )
    boost_min: FloatProperty(
        name="From", description="Luminance above which light is boosted", default=1, min=0
    )
    boost_max: FloatProperty(
        name="To", description="Luminance of boosted light at most", default=1e6, min=1e-6
    )
    mask: StringProperty(
        name="Mask",
        description="Picture of the render's size: the bloom shows where it is white; none if empty",
        subtype="FILE_PATH",
    )
    source_mask: StringProperty(
        name="Source mask",
        description="Picture of the render's size: light blooms where it is white; none if empty",
        subtype="FILE_PATH",
    )
    red: BoolProperty(name="Red", description="The bloom changes the red channel", default=True)
    green: BoolProperty(name="Green", description="The bloom changes green", default=True)
    blue: BoolProperty(name="Blue", description="The bloom changes blue", default=True)
    invalid: EnumProperty(
        name="NaN and infinity",
        description="Of pixels, one of which would make the whole picture black",
        items=_INVALID,
    )
    output: StringProperty(
        name="Save as",
        description="OpenEXR file of the result; none if empty",
        subtype="FILE_PATH",
    )


def _linear(codes, most):
    """Returns linear light of sRGB codes (IEC 61966-2-1), as nbl-bloom does; most: the largest code."""
    codes = np.rint(codes.astype(np.float64) * most) / most
    return np.where(codes <= 0.04045, codes / 12.92, ((codes + 0.055) / 1.055) ** 2.4)


def _tiff_is_float(path):
    """Returns whether a TIFF's samples are floats, by its tag 339, SampleFormat: Blender does not tell."""
    with open(path, "rb") as file:
        order = "<" if file.read(2) == b"II" else ">"
        file.seek(4)
        file.seek(struct.unpack(order + "I", file.read(4))[0])
        for _ in range(struct.unpack(order + "H", file.read(2))[0]):
            tag, kind, count, value = struct.unpack(order + "HHI4s", file.read(12))
            if tag == 339:
                if count > 2:
                    file.seek(struct.unpack(order + "I", value)[0])
                    value = file.read(2)
                return struct.unpack(order + "H", value[:2])[0] == 3
    return False


def _largest_code(image, path):
    """Returns the largest code of a picture of integers, which the sRGB curve encodes; 0: it has linear floats."""
    if image.file_format in ("OPEN_EXR", "OPEN_EXR_MULTILAYER", "HDR"):
        return 0
    if image.is_float and image.file_format == "TIFF" and _tiff_is_float(path):
        return 0
    return 65535 if image.is_float else 255


def read_mask(path):
    """Returns a picture's numbers as a mask, of its codes if it has integers; None without a path."""
    return np.clip(read_texels(path, False) @ _LUMINANCE, 0, 1) if path else None


def read_texels(path, of_light=True):
    """Returns a picture's float32 RGBA of linear light, or of its codes, its first row on top."""
    image = bpy.data.images.load(path)
    try:
        image.colorspace_settings.name = "Non-Color"
        width, height = image.size
        if width == 0 or height == 0:
            raise ValueError(f"{path}: is no picture")
        texels = np.empty((height, width, 4), np.float32)
        image.pixels.foreach_get(texels.ravel())
        most = _largest_code(image, path)
        if most and of_light:
            texels[..., :3] = _linear(texels[..., :3], most)
        return texels[::-1]
    finally:
        bpy.data.images.remove(image)


def write_texels(texels, path):
    """Puts texels into the result's image, and into an OpenEXR file of float32 if path is one."""
    height, width, _ = texels.shape
    image = bpy.data.images.get(RESULT)
    if image is not None and (tuple(image.size) != (width, height) or not image.is_float):
        bpy.data.images.remove(image)
        image = None
    if image is None:
        image = bpy.data.images.new(RESULT, width, height, alpha=True, float_buffer=True)
    image.alpha_mode = "PREMUL"
    # Blender saves a generated image of another colour space as sRGB, encoded.
    image.colorspace_settings.name = "Non-Color"
    image.pixels.foreach_set(np.ascontiguousarray(texels[::-1], np.float32).ravel())
    image.update()
    if path:
        image.file_format = "OPEN_EXR"
        image.use_half_precision = False
        image.filepath_raw = path
        image.save()
    image.colorspace_settings.name = "Linear"


def render_texels(scene):
    """Renders the scene into an OpenEXR file, since without a window the result cannot be read."""
    render = scene.render
    settings = render.image_settings
    names = ("file_format", "color_depth", "color_mode", "exr_codec")
    before = {name: getattr(settings, name) for name in names}
    path, extension = render.filepath, render.use_file_extension
    with tempfile.TemporaryDirectory() as folder:
        try:
            settings.file_format = "OPEN_EXR"
            settings.color_depth, settings.color_mode, settings.exr_codec = "32", "RGBA", "ZIP"
            render.filepath, render.use_file_extension = os.path.join(folder, "render.exr"), False
            bpy.ops.render.render(write_still=True, scene=scene.name)
            return read_texels(render.filepath)
        finally:
            render.filepath, render.use_file_extension = path, extension
            for name in names:
                setattr(settings, name, before[name])


class RENDER_OT_nbl_bloom(bpy.types.Operator):
    bl_idname = "render.nbl_bloom"
    bl_label = "Render and bloom"
    bl_description = (
        f"Renders the scene and spreads its light by the kernel, into the image '{RESULT}'"
    )

    def execute(self, context):
        scene = context.scene
        settings = scene.nbl_bloom
        if not settings.kernel:
            self.report({"ERROR"}, "Choose a kernel")
            return {"CANCELLED"}
        try:
            kernel = read_texels(bpy.path.abspath(settings.kernel))
            result = nbl.bloom(
                render_texels(scene),
                kernel,
                padding=settings.padding,
                combine=settings.combine,
                intensity=1.0 if settings.combine == "replace" else settings.intensity,
                sharpening=settings.sharpening,
                threshold=settings.threshold if settings.bright_only else None,
                boost=settings.boost,
                boost_min=settings.boost_min,
                boost_max=max(settings.boost_min, settings.boost_max),
                mask=read_mask(bpy.path.abspath(settings.mask)),
                source_mask=read_mask(bpy.path.abspath(settings.source_mask)),
                channels="".join(c[0] for c in ("red", "green", "blue") if getattr(settings, c)),
                invalid=settings.invalid,
            )
            write_texels(result, bpy.path.abspath(settings.output))
        except (ValueError, RuntimeError, MemoryError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO"}, f"The result is the image '{RESULT}'")
        return {"FINISHED"}


class RENDER_PT_nbl_bloom(bpy.types.Panel):
    bl_label = "Bloom by convolution"
    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "render"

    def draw(self, context):
        layout, settings = self.layout, context.scene.nbl_bloom
        layout.use_property_split = True
        for name in ("kernel", "combine", "intensity", "sharpening", "padding", "bright_only"):
            layout.prop(settings, name)
        if settings.bright_only:
            layout.prop(settings, "threshold")
        layout.prop(settings, "boost")
        if settings.boost != 1:
            layout.prop(settings, "boost_min")
            layout.prop(settings, "boost_max")
        layout.prop(settings, "mask")
        layout.prop(settings, "source_mask")
        row = layout.row(heading="Channels", align=True)
        for name in ("red", "green", "blue"):
            row.prop(settings, name, toggle=True)
        layout.prop(settings, "invalid")
        layout.prop(settings, "output")
        layout.operator(RENDER_OT_nbl_bloom.bl_idname, icon="RENDER_STILL")


_CLASSES = (Settings, RENDER_OT_nbl_bloom, RENDER_PT_nbl_bloom)


def register():
    for cls in _CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.Scene.nbl_bloom = PointerProperty(type=Settings)


def unregister():
    del bpy.types.Scene.nbl_bloom
    for cls in reversed(_CLASSES):
        bpy.utils.unregister_class(cls)
