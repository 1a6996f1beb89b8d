# A convolution bloom of the camera's picture before tone mapping: the kernels of `nbl-bloom compile` between two copies.
# SPDX-License-Identifier: Apache-2.0
class_name ConvolutionBloom
extends CompositorEffect

var kernel := "res://star.exr"
var intensity := 0.15
var _kernels: Kernels
var _copies: Array[RID] = [] # shaders of load and store
var _pipelines: Array[RID] = []

func _init() -> void:
	effect_callback_type = EFFECT_CALLBACK_TYPE_POST_TRANSPARENT

func _notification(what: int) -> void:
	if what == NOTIFICATION_PREDELETE and _kernels:
		RenderingServer.call_on_render_thread(_kernels.free_all)

func _make() -> void:
	_kernels = Kernels.new(RenderingServer.get_rendering_device(), "res://bloom", "bloom.json")
	for path: String in ["res://load.glsl", "res://store.glsl"]:
		_copies.append(_kernels.shader_of(path))
		_pipelines.append(_kernels.own(_kernels.device.compute_pipeline_create(_copies.back())))
	var image := Image.load_from_file(kernel)
	image.convert(Image.FORMAT_RGBAF)
	assert(image.get_width() == _kernels.bundle.kernel_width and image.get_height() == _kernels.bundle.kernel_height)
	var bytes := image.get_data()
	_kernels.device.buffer_update(_kernels.buffers.kernel, 0, bytes.size(), bytes)
	_kernels.dispatch(0, 3)
	var words := PackedFloat32Array([intensity]).to_byte_array()
	_kernels.set_words(int(_kernels.bundle.intensity), [words.decode_u32(0)])

func _render_callback(_type: int, data: RenderData) -> void:
	var scene := data.get_render_scene_buffers() as RenderSceneBuffersRD
	if not _kernels:
		_make()
	if scene.get_internal_size() != Vector2i(int(_kernels.bundle.width), int(_kernels.bundle.height)):
		return # kernels of another size: make.sh SIZE
	var groups := (scene.get_internal_size() + Vector2i(7, 7)) / 8
	_move(0, scene, _kernels.buffers.image, groups)
	_kernels.dispatch(4, 6)
	_move(1, scene, _kernels.buffers.result, groups)

# Between the picture and a buffer of texels.
func _move(number: int, scene: RenderSceneBuffersRD, buffer: RID, groups: Vector2i) -> void:
	var uniforms: Array[RDUniform] = [
			Kernels.uniform(RenderingDevice.UNIFORM_TYPE_IMAGE, 0, scene.get_color_layer(0)),
			Kernels.uniform(RenderingDevice.UNIFORM_TYPE_STORAGE_BUFFER, 1, buffer)]
	_kernels.run(_pipelines[number], UniformSetCacheRD.get_cache(_copies[number], 0, uniforms), groups)
