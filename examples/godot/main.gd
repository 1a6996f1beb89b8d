# The scene: a low sun over the ocean, and a camera whose picture blooms. With `-- --check` it prints the waves' checksum.
# SPDX-License-Identifier: Apache-2.0
extends Node3D

func _ready() -> void:
	if "--check" in OS.get_cmdline_user_args():
		RenderingServer.call_on_render_thread(_check)
		return
	var sky := Sky.new()
	sky.sky_material = ProceduralSkyMaterial.new()
	var environment := Environment.new()
	environment.background_mode = Environment.BG_SKY
	environment.sky = sky
	environment.tonemap_mode = Environment.TONE_MAPPER_ACES
	var world := WorldEnvironment.new()
	world.environment = environment
	var sun := DirectionalLight3D.new()
	sun.rotation_degrees = Vector3(-12, 160, 0)
	sun.light_energy = 3.0
	var camera := Camera3D.new()
	camera.position = Vector3(0, 12, 0)
	camera.rotation_degrees = Vector3(-6, 150, 0)
	camera.far = 4000
	camera.compositor = Compositor.new()
	camera.compositor.compositor_effects = [ConvolutionBloom.new()]
	for node: Node in [world, sun, camera, Ocean.new()]:
		add_child(node)

# The waves at 10 seconds, as `build/ocean --backend emulator --seconds 10 --side 64` has them.
func _check() -> void:
	var kernels := Kernels.new(RenderingServer.get_rendering_device(), "res://check", "ocean.json")
	Ocean.set_time(kernels, 10.0)
	kernels.dispatch(0, 4)
	var value := 2166136261
	var bytes := kernels.device.buffer_get_data(kernels.buffers[4])
	for i in range(0, bytes.size(), 4):
		value = ((value ^ bytes.decode_u32(i)) * 16777619) & 0xffffffff
	print("checksum %08x" % value)
	kernels.free_all()
	get_tree().call_deferred("quit")
