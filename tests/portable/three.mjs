// three.mjs: a scene of three.js bloomed by the npm package in Chromium; the bits are nbl-bloom's, the picture is kept.
// SPDX-License-Identifier: Apache-2.0
//
// Leaves build/portable/three/bloomed.png and plain.png.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const build = process.env.BUILD ?? 'build', peers = resolve(process.env.PEERS ?? `${build}/portable`);
const folder = `${build}/portable/three`, WIDTH = 640, HEIGHT = 360, KERNEL = 128;
const { chromium } = createRequire(peers + '/')('playwright-core');
let passed = 0, failed = 0;
function check(name, good, what = '') {
  good ? passed++ : failed++;
  console.log(`${good ? 'ok  ' : 'FAIL'} three: ${name}${what !== '' ? `: ${what}` : ''}`);
}

/* A star of four rays around a soft core. */
const kernel = new Float32Array(4 * KERNEL * KERNEL);
for (let y = 0; y < KERNEL; y++) {
  for (let x = 0; x < KERNEL; x++) {
    const u = x - KERNEL / 2, v = y - KERNEL / 2, d = Math.hypot(u, v), ray = Math.exp(-Math.min(u * u, v * v) / 2);
    for (let c = 0; c < 3; c++) kernel[4 * (y * KERNEL + x) + c] = Math.exp(-d / (4 + c)) + 0.02 * ray * Math.exp(-d / (24 - 4 * c));
  }
}

/** Runs in the page. */
async function show([WIDTH, HEIGHT, KERNEL, encoded]) {
  const THREE = await import('three/webgpu'), { pass, mix, float, uniform } = await import('three/tsl');
  const { convolutionBloom } = await import('nbl-fft/three');
  const data = new Float32Array(Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0)).buffer);
  const renderer = new THREE.WebGPURenderer({ antialias: false });
  renderer.setSize(WIDTH, HEIGHT);
  renderer.toneMapping = THREE.ACESFilmicToneMapping;
  document.body.append(renderer.domElement);
  await renderer.init();
  const scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(40, WIDTH / HEIGHT, 0.1, 50);
  scene.background = new THREE.Color(0.004, 0.005, 0.012);
  camera.position.set(0, 1.6, 7);
  camera.lookAt(0, 0.7, 0);
  const ball = (x, y, z, radius, material) => {
    const mesh = new THREE.Mesh(new THREE.SphereGeometry(radius, 32, 16), material);
    mesh.position.set(x, y, z);
    scene.add(mesh);
  };
  const plain = (colour) => new THREE.MeshStandardMaterial({ color: colour, roughness: 0.35 });
  const lamp = (r, g, b) => new THREE.MeshBasicMaterial({ color: new THREE.Color(r, g, b) });
  ball(-1.8, 0.9, 0, 0.9, plain(0xb03030));
  ball(1.6, 0.7, 0.4, 0.7, plain(0x3050c0));
  ball(0, 1.5, 0.6, 0.07, lamp(900, 500, 150));
  ball(2.6, 1.9, -0.5, 0.05, lamp(200, 500, 900));
  ball(-0.6, 0.25, 2, 0.04, lamp(300, 900, 300));
  const floor = new THREE.Mesh(new THREE.PlaneGeometry(30, 30), plain(0x505058));
  floor.rotation.x = -Math.PI / 2;
  scene.add(floor);
  const warm = new THREE.PointLight(0xffb060, 12), cold = new THREE.PointLight(0x80b0ff, 10);
  warm.position.set(0, 1.5, 0.6);
  cold.position.set(2.6, 1.9, -0.5);
  scene.add(warm, cold);
  const picture = pass(scene, camera).getTextureNode();
  const bloom = convolutionBloom(picture, { kernel: { width: KERNEL, height: KERNEL, data } });
  await bloom.prepare(renderer, WIDTH, HEIGHT);
  const weight = uniform(0.25), pipeline = new THREE.RenderPipeline(renderer, mix(picture, bloom, weight));
  const read = async (buffer) => {
    const device = renderer.backend.device, size = 16 * WIDTH * HEIGHT;
    const copy = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, 0, copy, 0, size);
    device.queue.submit([encoder.finish()]);
    await copy.mapAsync(GPUMapMode.READ);
    const bytes = new Uint8Array(copy.getMappedRange().slice(0));
    let text = '';
    for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return btoa(text);
  };
  globalThis.shots = { bloomed() { weight.value = 0.25; pipeline.render(); }, plain() { weight.value = 0; pipeline.render(); } };
  globalThis.shots.bloomed();
  const { image, result } = bloom.made.bloom;
  return { image: await read(image), result: await read(result), revision: THREE.REVISION };
}

mkdirSync(folder, { recursive: true });
/* A canvas of WebGPU is shown through Vulkan: without its flags the GPU process ends. */
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true,
  args: ['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan',
    '--use-vulkan=swiftshader', '--use-angle=swiftshader'] });
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } }), errors = [];
page.on('pageerror', (error) => errors.push(error.message));
page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) errors.push(message.text()); });
const imports = { 'three/webgpu': '/three/build/three.webgpu.js', 'three/tsl': '/three/build/three.tsl.js',
  three: '/three/build/three.webgpu.js', 'nbl-fft/three': '/npm/three.js' };
await page.route('http://localhost/**', (route) => {
  const { pathname } = new URL(route.request().url());
  if (pathname === '/') {
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>three</title><style>body{margin:0}</style>' +
      `<script type="importmap">${JSON.stringify({ imports })}</script>` });
  }
  const file = pathname.startsWith('/three/') ? `${peers}/node_modules${pathname}` : `${build}${pathname}`;
  return existsSync(file) ? route.fulfill({ contentType: 'text/javascript', body: readFileSync(file, 'utf8') }) : route.fulfill({ status: 404 });
});
await page.goto('http://localhost/');
const { image, result, revision } = await page.evaluate(show,
  [WIDTH, HEIGHT, KERNEL, Buffer.from(kernel.buffer).toString('base64')]).catch((error) => {
  console.log(`FAIL three: ${error.message}: ${errors.join('; ')}\n0 passed, 1 failed`);
  process.exit(1);
});
const frame = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
for (const name of ['plain', 'bloomed']) {
  await page.evaluate((name) => globalThis.shots[name](), name);
  await frame();
  await page.screenshot({ path: `${folder}/${name}.png` });
}
await browser.close();

const floats = (text) => new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
const before = floats(image), after = floats(result);
check(`three.js ${revision} renders`, errors.length === 0, errors.join('; ').slice(0, 300));
check('lamps are bright, and in the picture', before.reduce((most, value) => Math.max(most, value), 0) > 500);
for (const [name, data] of [['image', before], ['kernel', kernel]]) writeFileSync(`${folder}/${name}.bin`, data);
execFileSync(`${build}/tests/portable/bloom_expected`, [WIDTH, HEIGHT, KERNEL, 'given', folder].map(String));
const want = new Uint32Array(new Uint8Array(readFileSync(`${folder}/want.bin`)).buffer), bits = new Uint32Array(after.buffer);
const differ = bits.reduce((count, value, i) => count + (value !== want[i]), 0);
check('bits equal the executor\'s', differ === 0, `${differ} of ${bits.length} numbers differ`);
const shots = ['plain', 'bloomed'].map((name) => readFileSync(`${folder}/${name}.png`));
check('the bloom is seen', !shots[0].equals(shots[1]) && shots[1].length > shots[0].length, shots.map((shot) => shot.length).join(', '));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
