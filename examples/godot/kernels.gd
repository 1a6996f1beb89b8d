# Kernels that `ocean compile` and `nbl-bloom compile` wrote as GLSL: their buffers, pipelines and dispatches.
# SPDX-License-Identifier: Apache-2.0
class_name Kernels
extends RefCounted

var device: RenderingDevice
var bundle: Dictionary
var buffers := {} # by number, or by name where the bundle has names
var _passes: Array[Dictionary] = []
var _made: Array[RID] = []

func _init(on: RenderingDevice, folder: String, file: String) -> void:
	device = on
	bundle = JSON.parse_string(FileAccess.get_file_as_string(folder.path_join(file)))
	var sizes: Variant = bundle.buffers
	for name: Variant in (range(sizes.size()) if sizes is Array else sizes.keys()):
		buffers[name] = own(device.storage_buffer_create(int(sizes[name])))
	for description: Dictionary in bundle.passes:
		_passes.append(_pass_of(folder, description))

func own(rid: RID) -> RID:
	_made.append(rid)
	return rid

# What was made last goes first: sets and pipelines before their shaders and buffers.
func free_all() -> void:
	while not _made.is_empty():
		device.free_rid(_made.pop_back())

static func uniform(type: RenderingDevice.UniformType, binding: int, rid: RID) -> RDUniform:
	var made := RDUniform.new()
	made.uniform_type = type
	made.binding = binding
	made.add_id(rid)
	return made

static func bytes_of(words: Array) -> PackedByteArray:
	var bytes := PackedByteArray()
	bytes.resize((4 * words.size() + 15) / 16 * 16)
	for i in words.size():
		bytes.encode_u32(4 * i, int(words[i]))
	return bytes

func shader_of(path: String) -> RID:
	var file: RDShaderFile = load(path)
	return own(device.shader_create_from_spirv(file.get_spirv()))

func _pass_of(folder: String, description: Dictionary) -> Dictionary:
	var shader := shader_of(folder.path_join(description.file.get_basename() + ".glsl"))
	var uniforms: Array[RDUniform] = []
	for binding: Dictionary in description.interface.bindings:
		var number := int(binding.binding)
		var buffer: RID = buffers[description.buffers[number] if description.has("buffers") else number]
		uniforms.append(uniform(RenderingDevice.UNIFORM_TYPE_STORAGE_BUFFER, number, buffer))
	var constants := RID()
	if description.interface.get("uniforms"):
		var bytes := bytes_of(description.get("constants", bundle.get("sea", [])))
		constants = own(device.uniform_buffer_create(bytes.size(), bytes))
		uniforms.append(uniform(RenderingDevice.UNIFORM_TYPE_UNIFORM_BUFFER, int(bundle.uniform_binding), constants))
	var pipeline := own(device.compute_pipeline_create(shader))
	var bound := own(device.uniform_set_create(uniforms, shader, 0))
	return {pipeline = pipeline, bound = bound, constants = constants, workgroups = int(description.workgroups)}

# Writes words of the constants of every pass, from a word on.
func set_words(first: int, words: Array) -> void:
	var bytes := bytes_of(words).slice(0, 4 * words.size())
	for made in _passes:
		if made.constants.is_valid():
			device.buffer_update(made.constants, 4 * first, bytes.size(), bytes)

# Runs passes `first` to `last`. Godot puts a barrier between two lists.
func dispatch(first: int, last: int) -> void:
	for number in range(first, last + 1):
		run(_passes[number].pipeline, _passes[number].bound, Vector2i(_passes[number].workgroups, 1))

func run(pipeline: RID, bound: RID, workgroups: Vector2i) -> void:
	var list := device.compute_list_begin()
	device.compute_list_bind_compute_pipeline(list, pipeline)
	device.compute_list_bind_uniform_set(list, bound, 0)
	device.compute_list_dispatch(list, workgroups.x, workgroups.y, 1)
	device.compute_list_end()
