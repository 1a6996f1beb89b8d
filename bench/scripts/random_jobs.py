#!/usr/bin/env python3
"""Jobs of `nbl-fft transform`, drawn from all that its help has, each held against SciPy's transforms in long double.
SPDX-License-Identifier: Apache-2.0

  bench/scripts/random_jobs.py [COUNT [SEED]]   300 1; BUILD=folder, default build; needs NumPy and SciPy. Jobs with a device go by the
                                                drivers of VK_DRIVER_FILES, such as lavapipe's.

A job is right if its relative error (L2) is within the bound of its precision, or if it is refused with one line and exit status 1 or
2. Prints every wrong job with its command, then the refusals by their text, numbers left out, for a reader. Exit status 1: a job is
wrong.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

import numpy as np
import scipy.fft

TOOL = os.path.join(os.environ.get('BUILD', 'build'), 'nbl-fft')
BOUND = {'fp16': 4e-3, 'fp32': 1.5e-6, 'fp64': 3e-15, 'fp16-storage': 1.5e-3}
WIDE = {'c': np.clongdouble, 'f': np.longdouble}


def draw_size(draws, most):
    n = 1 + draws.randrange(most)
    return scipy.fft.next_fast_len(n) if draws.random() < 0.5 else n


def draw_shape(draws):
    rank = draws.choice((1, 1, 2, 2, 2, 3, 4, 5))
    most = (0, 5000, 160, 30, 12, 6)[rank]
    return [draw_size(draws, most) for _ in range(rank)]


def draw_where(draws, kind):
    """Backend, mode and what else says how."""
    words = []
    backend = draws.choice(('executor', 'executor', 'executor', 'vulkan', 'vulkan', 'emulator', None))
    if backend:
        words += ['--backend', backend]
    mode = draws.choice((None, 'exact', 'fast', 'fused'))
    if mode:
        words += ['--mode', mode]
    if kind == 'complex' and draws.random() < 0.08:
        words += ['--algorithm', draws.choice(('stockham', 'radix2-shuffle'))]
    if draws.random() < 0.05:
        words += ['--subgroup-size', str(draws.choice((1, 4, 8, 32, 3)))]
    if backend == 'emulator' and draws.random() < 0.4:
        words += ['--check']
    return words, backend, mode


def draw(draws):
    """A job: the array of the file, the words of the command, and what SciPy says."""
    kind = draws.choice(('complex', 'complex', 'real', 'real', 'dct'))
    inverse = draws.random() < 0.45
    shape = draw_shape(draws)
    words, backend, mode = draw_where(draws, kind)
    axes = None if draws.random() < 0.3 else draws.sample(range(len(shape)), draws.randint(1, len(shape)))
    used = [len(shape) - 1] if axes is None else axes
    if axes is not None:
        words += ['--axes', ','.join(str(a if draws.random() < 0.7 else a - len(shape)) for a in axes)]
    precision = draws.choice((None, None, None, 'fp32', 'fp64', 'fp16', 'fp16-storage'))
    if precision:
        words += ['--precision', precision]
    wide = draws.random() < 0.4
    job = {'kind': kind, 'inverse': inverse, 'axes': used, 'sizes': list(shape), 'type': 0, 'ortho': False,
           'precision': precision or ('fp64' if wide else 'fp32'), 'wide': wide}
    given = list(shape)  # of the file
    if kind == 'real':
        words += ['--real']
        if inverse:
            given[used[-1]] = shape[used[-1]] // 2 + 1
            if shape[used[-1]] % 2 == 1:
                words += ['--odd']
    if kind == 'dct':
        job['type'] = draws.randint(1, 8)
        words += ['--dct' if job['type'] < 5 else '--dst', str((job['type'] - 1) % 4 + 1)]
        job['ortho'] = draws.random() < 0.4
        words += ['--ortho'] if job['ortho'] else []
    if inverse:
        words += ['--inverse']
    if draws.random() < 0.15:
        words += ['--pad', 'x'.join(str(shape[a]) for a in used)]
        for a in used:
            given[a] = draws.randint(1, given[a])
    job['kept'] = None
    if draws.random() < 0.2:
        last = used[-1]
        ends = [shape[a] // 2 + 1 if kind == 'real' and not inverse and a == last else shape[a] for a in used]
        job['kept'] = [sorted(draws.sample(range(end + 1), 2)) for end in ends]
        words += ['--kept', ','.join(f'{a}:{b}' for a, b in job['kept'])]
    job['given'] = given
    job['words'] = words
    return job


def orthogonal_dst(x, kind, axes):
    """DST-II or DST-III with an orthogonal matrix, which SciPy has from 1.12 on."""
    for axis in axes:
        n = x.shape[axis]
        k, m = np.arange(n)[:, None], np.arange(n, dtype=np.longdouble)[None, :]
        pi = 4 * np.arctan(np.longdouble(1))
        matrix = np.sin(pi * (k + 1) * (2 * m + 1) / (2 * n)) * np.sqrt(np.longdouble(2) / n)
        matrix[-1] *= np.sqrt(np.longdouble(0.5))
        x = np.moveaxis(np.tensordot(matrix if kind == 2 else matrix.T, x, (1, axis)), 0, axis)
    return x


def expected(job, x):
    """What SciPy has for it in long double."""
    axes, sizes = job['axes'], job['sizes']
    full = list(job['given'])
    for a in axes:
        full[a] = sizes[a]
    if job['kind'] == 'real' and job['inverse']:
        full[axes[-1]] = sizes[axes[-1]] // 2 + 1
    padded = np.zeros(full, WIDE[x.dtype.kind])
    padded[tuple(slice(0, n) for n in x.shape)] = x
    if job['kind'] == 'complex':
        y = scipy.fft.ifftn(padded, axes=axes) if job['inverse'] else scipy.fft.fftn(padded, axes=axes)
    elif job['kind'] == 'real':
        y = scipy.fft.irfftn(padded, [sizes[a] for a in axes], axes) if job['inverse'] else scipy.fft.rfftn(padded, axes=axes)
    elif job['ortho'] and job['type'] in (6, 7):
        y = orthogonal_dst(padded, 2 if (job['type'] == 6) != job['inverse'] else 3, axes)
    else:
        which = (scipy.fft.idctn if job['inverse'] else scipy.fft.dctn) if job['type'] < 5 else (
            scipy.fft.idstn if job['inverse'] else scipy.fft.dstn)
        y = which(padded, (job['type'] - 1) % 4 + 1, axes=axes, norm='ortho' if job['ortho'] else None)
    if job['kept']:
        cut = [slice(None)] * y.ndim
        for a, (first, end) in zip(axes, job['kept']):
            cut[a] = slice(first, end)
        y = y[tuple(cut)]
    return y


def file_of(job, numbers):
    """Numbers that a half holds; of spectra of real signals those of a signal, since others have no meaning that SciPy shares."""
    real = job['kind'] == 'dct' or (job['kind'] == 'real' and not job['inverse'])
    if job['kind'] == 'real' and job['inverse']:
        x = scipy.fft.rfftn(numbers.standard_normal(job['sizes']), axes=job['axes'])
        x = x / np.sqrt(np.prod([job['sizes'][a] for a in job['axes']]))
        x = x[tuple(slice(0, n) for n in job['given'])]
    elif real:
        x = numbers.standard_normal(job['given'])
    else:
        x = numbers.standard_normal(job['given']) + 1j * numbers.standard_normal(job['given'])
    if 'fp16' in job['precision']:
        parts = np.ascontiguousarray(x).view(np.float64).astype(np.float16).astype(np.float64)
        x = parts.view(x.dtype).reshape(x.shape)
    return x.astype(('f8' if job['wide'] else 'f4') if real else ('c16' if job['wide'] else 'c8'))


def run(job, folder, numbers):
    """Returns 'right', 'refused: ..' or what is wrong."""
    source, target = os.path.join(folder, 'in.npy'), os.path.join(folder, 'out.npy')
    x = file_of(job, numbers)
    np.save(source, x)
    if os.path.exists(target):
        os.remove(target)
    done = subprocess.run([TOOL, 'transform', source, target] + job['words'], capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        lines = done.stderr.splitlines()
        if done.returncode not in (1, 2) or len(lines) != 1 or not lines[0].startswith('nbl-fft: ') or os.path.exists(target):
            return f'exit status {done.returncode}: {done.stderr!r}'
        return 'refused: ' + lines[0].replace(folder, '')
    if (done.stderr and not ('--backend' not in job['words'] and 'on the CPU' in done.stderr)) or done.stdout:
        return f'says {done.stderr!r} {done.stdout!r}'
    y, right = np.load(target), expected(job, x)
    if y.shape != right.shape:
        return f'shape {y.shape}, must be {right.shape}'
    size = np.linalg.norm(right.ravel().astype(np.clongdouble))
    error = float(np.linalg.norm((y - right).ravel().astype(np.clongdouble)) / size) if size else float(np.abs(y).max(initial=0))
    bound = BOUND[job['precision']]
    if not job['wide'] and bound < 1e-7:
        bound = 1e-7  # a file of float32
    return 'right' if error <= bound else f'error {error:.1e}, bound {bound:.1e}'


def main():
    count, seed = (int(sys.argv[i]) if len(sys.argv) > i else d for i, d in ((1, 300), (2, 1)))
    right, wrong, refusals = 0, 0, {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            draws = random.Random(seed * 1000003 + number)
            job = draw(draws)
            says = run(job, folder, np.random.default_rng(number))
            command = f"{number}: {'x'.join(map(str, job['given']))} {' '.join(job['words'])}"
            if says == 'right':
                right += 1
            elif says.startswith('refused: '):
                refusals.setdefault(re.sub(r'\d+', 'N', says[9:]), []).append(f'{command}\n      {says[9:]}')
            else:
                wrong += 1
                print(f'wrong {command}\n      {says}', flush=True)
    for text, commands in sorted(refusals.items(), key=lambda item: -len(item[1])):
        print(f'refused {len(commands)}: {text}\n    {commands[0]}')
    refused = sum(len(commands) for commands in refusals.values())
    print(f'random jobs: {count} of seed {seed}: {right} right, {refused} refused, {wrong} wrong')
    return wrong != 0


if __name__ == '__main__':
    sys.exit(main())
