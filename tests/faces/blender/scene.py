"""Runs inside Blender: makes a small scene of lamps and balls, and blooms it by the add-on.

SPDX-License-Identifier: Apache-2.0

    blender -b --factory-startup --addons nbl_bloom --python-exit-code 1 --python scene.py -- FOLDER

Leaves in FOLDER render.exr, as Cycles renders it, and what each set of settings makes of it.
"""
import os
import sys

import bpy
import nbl_bloom
import numpy as np

FOLDER = sys.argv[sys.argv.index("--") + 1]


def material(name, colour, strength=0.0):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    surface = made.node_tree.nodes["Principled BSDF"]
    surface.inputs["Base Color"].default_value = (*colour, 1)
    surface.inputs["Roughness"].default_value = 0.15
    surface.inputs["Emission"].default_value = (*colour, 1)
    surface.inputs["Emission Strength"].default_value = strength
    return made


def ball(place, radius, of):
    bpy.ops.mesh.primitive_uv_sphere_add(location=place, radius=radius, segments=24, ring_count=12)
    bpy.ops.object.shade_smooth()
    bpy.context.object.data.materials.append(of)


def make_scene():
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.object.delete()
    bpy.ops.mesh.primitive_plane_add(size=40)
    bpy.context.object.data.materials.append(material("floor", (0.2, 0.2, 0.22)))
    ball((-2, 0, 1), 1, material("red", (0.6, 0.05, 0.05)))
    ball((1.5, 1, 1.2), 1.2, material("blue", (0.05, 0.1, 0.6)))
    ball((0, -1, 0.4), 0.12, material("warm lamp", (1, 0.6, 0.2), 800))
    ball((2.8, -0.5, 2.6), 0.1, material("cold lamp", (0.4, 0.7, 1), 800))
    bpy.ops.object.camera_add(location=(0, -8, 2.6), rotation=(1.35, 0, 0))
    scene = bpy.context.scene
    scene.camera = bpy.context.object
    scene.world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0.02
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = 8
    scene.cycles.seed = 1
    scene.cycles.use_denoising = False
    scene.render.resolution_x, scene.render.resolution_y = 320, 180
    scene.render.resolution_percentage = 100
    return scene


def expect_refusal(text):
    try:
        bpy.ops.render.nbl_bloom()
    except RuntimeError as error:  # an operator's report of an error
        assert text in str(error), error
    else:
        raise AssertionError(f"not refused: {text}")


def read_kernels():
    """What the add-on reads of each kernel of the folder `kernels`, for a comparison."""
    for name in sorted(os.listdir(os.path.join(FOLDER, "kernels"))):
        path = os.path.join(FOLDER, "kernels", name)
        np.save(path + ".npy", nbl_bloom.read_texels(path))


def main():
    scene = make_scene()
    settings = scene.nbl_bloom
    expect_refusal("Choose a kernel")
    settings.kernel = os.path.join(FOLDER, "none.exr")
    expect_refusal("none.exr")
    settings.kernel = os.path.join(FOLDER, "starburst.exr")
    before = scene.render.filepath, scene.render.image_settings.file_format
    read_kernels()
    for name, values in {
        "replace": {"combine": "replace"},
        "mix": {"combine": "mix", "intensity": 0.25, "padding": "mirror"},
        "add": {"combine": "add", "intensity": 0.5, "bright_only": True, "threshold": 2.0},
        "look": {
            "bright_only": False,
            "boost": 4.0,
            "boost_min": 0.5,
            "boost_max": 90.0,
            "green": False,
            "mask": os.path.join(FOLDER, "mask.png"),
            "source_mask": os.path.join(FOLDER, "source.exr"),
        },
    }.items():
        settings.output = os.path.join(FOLDER, f"{name}.exr")
        for setting, value in values.items():
            setattr(settings, setting, value)
        assert bpy.ops.render.nbl_bloom() == {"FINISHED"}
    assert before == (scene.render.filepath, scene.render.image_settings.file_format)
    result = bpy.data.images[nbl_bloom.RESULT]
    assert tuple(result.size) == (320, 180) and result.is_float
    left = {image.name for image in bpy.data.images} - {"Render Result", "Viewer Node"}
    assert left == {"Bloom"}, left
    assert bpy.types.RENDER_PT_nbl_bloom.is_registered

    # The render by itself, and the result as one sees it.
    settings_of_file = scene.render.image_settings
    settings_of_file.file_format, settings_of_file.color_depth = "OPEN_EXR", "32"
    settings_of_file.color_mode = "RGBA"
    scene.render.filepath = os.path.join(FOLDER, "render.exr")
    bpy.ops.render.render(write_still=True)
    settings_of_file.file_format, settings_of_file.color_depth = "PNG", "8"
    bpy.data.images[nbl_bloom.RESULT].save_render(os.path.join(FOLDER, "add.png"))


main()
