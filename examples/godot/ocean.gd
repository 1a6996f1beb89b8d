# A square of sea, nine times: the kernels of examples/ocean write textures that ocean.gdshader moves vertices by.
# SPDX-License-Identifier: Apache-2.0
class_name Ocean
extends Node3D

const TIME := 1 # words of ocean_t, examples/ocean/ocean.h
const PERIOD := 3
const EXTENT := 4

var _kernels: Kernels
var _textures: Array[RID] = []
var _copy: Array[RID] = [] # pipeline, set
var _shown: Array[Texture2DRD] = [Texture2DRD.new(), Texture2DRD.new()]
var _seconds := 0.0

static func sea_of(bundle: Dictionary) -> PackedFloat32Array:
	return Kernels.bytes_of(bundle.sea).to_float32_array()

static func set_time(kernels: Kernels, seconds: float) -> void:
	var turns := seconds / sea_of(kernels.bundle)[PERIOD]
	kernels.set_words(TIME, [int((turns - floor(turns)) * 4294967296.0)])

func _ready() -> void:
	var bundle: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://ocean/ocean.json"))
	var extent := sea_of(bundle)[EXTENT]
	var material := ShaderMaterial.new()
	material.shader = load("res://ocean.gdshader")
	material.set_shader_parameter("displacement", _shown[0])
	material.set_shader_parameter("normals", _shown[1])
	var mesh := PlaneMesh.new()
	mesh.size = Vector2(extent, extent)
	mesh.subdivide_width = int(bundle.side) - 1
	mesh.subdivide_depth = int(bundle.side) - 1
	mesh.material = material
	for tile in 9:
		var square := MeshInstance3D.new()
		square.mesh = mesh
		square.position = extent * Vector3(tile % 3 - 1, 0, tile / 3 - 1)
		square.extra_cull_margin = 50
		add_child(square)
	RenderingServer.call_on_render_thread(_make)

func _process(delta: float) -> void:
	_seconds += delta
	for i in _textures.size():
		_shown[i].texture_rd_rid = _textures[i]
	RenderingServer.call_on_render_thread(_frame.bind(_seconds))

func _exit_tree() -> void:
	for texture in _shown:
		texture.texture_rd_rid = RID()
	RenderingServer.call_on_render_thread(_kernels.free_all)

func _make() -> void:
	_kernels = Kernels.new(RenderingServer.get_rendering_device(), "res://ocean", "ocean.json")
	var format := RDTextureFormat.new()
	format.format = RenderingDevice.DATA_FORMAT_R32G32B32A32_SFLOAT
	format.width = int(_kernels.bundle.side)
	format.height = format.width
	format.usage_bits = RenderingDevice.TEXTURE_USAGE_SAMPLING_BIT | RenderingDevice.TEXTURE_USAGE_STORAGE_BIT
	var shader := _kernels.shader_of("res://to_textures.glsl")
	var uniforms: Array[RDUniform] = []
	for i in 2:
		_textures.append(_kernels.own(_kernels.device.texture_create(format, RDTextureView.new())))
		uniforms.append(Kernels.uniform(RenderingDevice.UNIFORM_TYPE_STORAGE_BUFFER, i, _kernels.buffers[4 + i]))
		uniforms.append(Kernels.uniform(RenderingDevice.UNIFORM_TYPE_IMAGE, 2 + i, _textures[i]))
	_copy = [_kernels.own(_kernels.device.compute_pipeline_create(shader)),
			_kernels.own(_kernels.device.uniform_set_create(uniforms, shader, 0))]
	_kernels.dispatch(0, 0)

func _frame(seconds: float) -> void:
	set_time(_kernels, seconds)
	_kernels.dispatch(1, 4)
	var groups := int(_kernels.bundle.side) / 8
	_kernels.run(_copy[0], _copy[1], Vector2i(groups, groups))
