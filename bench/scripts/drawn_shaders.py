#!/usr/bin/env python3
"""Draws compute shaders from public repositories at random, runs nbl-emulate on each, and prints a table.

SPDX-License-Identifier: Apache-2.0

  drawn_shaders.py draw SOURCES SEED EACH OPTIONS TABLE   adds EACH further shaders of each repository that
                                                          compile alone to TABLE, and prints a row of the log for each
  drawn_shaders.py run SOURCES TABLE [WORDS]              a row of the log for each row of TABLE that has WORDS
  drawn_shaders.py hold SOURCES TABLE SEED COUNT RUNS     holds COUNT proofs, of rows drawn from TABLE, against RUNS runs
                                                          with other contents each, and prints the accesses of each

SOURCES has a folder owner+name for each repository, and in it the file .commit. No shader is kept here: TABLE, which is
drawn_shaders.txt, has repository, commit, path and options. Shaders are texts with a workgroup's size and without
templates' marks. OPTIONS, which may be '', is a file of lines: repository, and options of all of its shaders (macros that
its build defines). Folders of includes are found by name. Environment: EMULATE, the program; LIMIT, seconds of a run.
"""

import json
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import time

TOOL = os.path.realpath(os.environ.get("EMULATE", "build/nbl-emulate"))
LIMIT = float(os.environ.get("LIMIT", "120"))
SIZE = re.compile(r"local_size_x|\[\s*numthreads|NCNN_fp16_storage")
TEMPLATE = re.compile(r"\$\{|^\s*\$", re.M)


def candidates(folder):
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".comp", ".glsl", ".hlsl", ".csh") and path.is_file():
            text = path.read_text(errors="replace")
            if SIZE.search(text) and re.search(r"\bmain\s*\(|\[\s*numthreads", text) and not TEMPLATE.search(text):
                yield path, text


def includes(folder, path, text, files):
    """Folders by which each include that path names, and each that these name, is found."""
    found, todo, seen = [], [(path, text)], set()
    while todo:
        where, words = todo.pop()
        for name in re.findall(r'^\s*#\s*include\s*["<]([^">]+)[">]', words, re.M):
            name = name.replace("\\", "/").lstrip("/")
            tail = name.replace("../", "")
            near = pathlib.Path(os.path.normpath(where.parent / name))
            beside = [near] if near.is_file() else []
            hits = beside or [f for f in files if str(f).endswith("/" + tail)]
            if not hits or hits[0] in seen:
                continue
            seen.add(hits[0])
            base = str(hits[0])[: -len(tail) - 1]
            if (not beside or where != path) and os.path.isdir(base):
                found.append(os.path.relpath(base, folder))
            todo.append((hits[0], hits[0].read_text(errors="replace")))
    return list(dict.fromkeys(found))


def options_of(folder, path, text, files):
    """Options: the language, the entry point, folders."""
    options = []
    hlsl = re.search(r"\[\s*numthreads", text)
    if hlsl:
        options += ["--language", "hlsl"]
        entry = re.search(r"\[\s*numthreads[^\]]*\]\s*(?:\[[^\]]*\]\s*)*void\s+(\w+)", text)
        if entry and entry.group(1) != "main":
            options += ["--entry", entry.group(1)]
    elif path.suffix not in (".comp", ".glsl"):
        options += ["--language", "glsl"]
    for name in includes(folder, path, text, files):
        options += ["-I", name]
    return options


def run(folder, path, options):
    """What the tool says of a shader: output, exit status, seconds, the longest silence."""
    began = last = time.monotonic()
    silent = 0.0
    text = ""
    with subprocess.Popen(
        [TOOL, path, *options], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
    ) as child:
        os.set_blocking(child.stdout.fileno(), False)
        while True:
            piece = child.stdout.read()
            now = time.monotonic()
            if piece:
                text += piece.decode(errors="replace")
                silent, last = max(silent, now - last), now
            if piece == b"" or child.poll() is not None and not piece:
                break
            if now - began > LIMIT:
                child.kill()
                return text, "hang", now - began, max(silent, now - last)
            time.sleep(0.005)
        status = child.wait()
    return text, status, time.monotonic() - began, max(silent, time.monotonic() - last)


KINDS = ("proved", "proved, constants", "proved, more", "no race", "finding", "refused", "crash", "hang")


def judge(text, status):
    """One of KINDS, the line that says so, and blocks run."""
    blocks = re.search(r"^ran .* (\d+) of (\d+) blocks", text, re.M)  # those of the run, not those of the proof
    part = "%s/%s" % blocks.groups() if blocks else ""
    lines = text.splitlines()
    if status == "hang":
        return "hang", lines[-1] if lines else "", part
    if status not in (0, 1, 2, 3):
        return "crash", "status %s" % status, part
    if status in (1, 2):
        told = [line for line in lines if line.startswith("nbl-emulate")] or [line for line in lines if "rror" in line]
        return "refused", told[-1] if told else (lines[-1] if lines else ""), part
    if status == 3:
        told = [line for line in lines if not line.startswith("nbl-emulate") and re.search(r"(: (race|.* of|[A-Za-z0-9_]+: )|barrier|undefined|bounds|limit)", line)]
        return "finding", told[0] if told else lines[0], part
    # a run of some seconds tells before its last word what it has proved so far
    proof = next((line for line in reversed(lines) if line.startswith("proved")), None)
    if proof is None:
        open_ = [line for line in lines if line.startswith("undecided")]
        return "no race", open_[0] if open_ else next((x for x in lines if "no race" in x), lines[0] if lines else ""), part
    fixed = re.search(r", if (.*?)(, all|, the one|$)", proof)
    if not fixed:
        return "proved", proof, part
    more = re.sub("push constants|uniform buffers|sizes|are as in this run", "", fixed.group(1))
    return "proved, more" if re.search(r"[a-z]{4}", more) else "proved, constants", proof, part


def compiles(text, status):
    """Whether the front end took it: what it refuses is a text of its program's build, or no Vulkan GLSL."""
    return status not in (1, 2) or not re.search(r"^nbl-emulate: .*:\d+: ('|include)|^nbl-emulate: .*Missing entry point", text, re.M)


class Log:
    """Rows of the log, and their count. FULL names a file that receives all that the tool says, a JSON line a shader."""

    def __init__(self):
        self.counts, self.rows, self.half = dict.fromkeys(KINDS, 0), 0, 0
        print("| Shader | Options | Verdict | Says | Blocks | s | silent |\n|---|---|---|---|---|---|---|")

    def add(self, repository, commit, path, options, said):
        text, status, seconds, silent = said
        kind, says, blocks = judge(text, status)
        many = [int(n) for n in blocks.split("/")] if blocks else [1, 1]
        self.rows += 1
        self.counts[kind] += 1
        self.half += kind in KINDS[:5] and 2 * many[0] >= many[1]
        short = re.sub(r" ?-I \S+| ?--language \S+", "", options).strip()
        row = (repository, commit[:8], path, short, kind, says[:150].replace("|", "/"), blocks, seconds, silent)
        print("| %s %s, %s | %s | %s | %s | %s | %.1f | %.1f |" % row, flush=True)
        if os.environ.get("FULL"):
            with open(os.environ["FULL"], "a") as full:
                json.dump([repository, path, options, kind, status, seconds, silent, text], full)
                full.write("\n")

    def end(self):
        kinds = ", ".join("%d %s" % (n, kind) for kind, n in self.counts.items() if n)
        print("\n%d shaders: %s; %d with a verdict or a finding and half of their blocks run" % (self.rows, kinds, self.half))


def row_name(folder, path):
    return os.path.relpath(path, folder).replace(" ", "%20")


def draw(sources, seed, each, shared, table):
    extra = {}
    if shared:
        for line in open(shared):
            words = shlex.split(line)
            if words and not words[0].startswith("#"):
                extra[words[0]] = words[1:]
    counts, log = {"tried": 0, "not by themselves": 0}, Log()
    known = {tuple(line.split()[0:3:2]) for line in open(table)} if os.path.exists(table) else set()
    for folder in sorted(pathlib.Path(sources).iterdir()):
        if not (folder / ".commit").exists():
            continue
        repository, commit = folder.name.replace("+", "/"), (folder / ".commit").read_text().strip()
        all_ = [each for each in candidates(folder) if (repository, row_name(folder, each[0])) not in known]
        random.Random("%s %s" % (seed, repository)).shuffle(all_)
        files = [f for f in folder.rglob("*") if f.suffix != ".md" and f.is_file()]
        got = 0
        for path, text in all_[: 3 * each]:
            if got == each:
                break
            options = options_of(folder, path, text, files) + extra.get(repository, [])
            name = os.path.relpath(path, folder)
            said = run(folder, name, options)
            counts["tried"] += 1
            if not compiles(said[0], said[1]):
                counts["not by themselves"] += 1
                print("# not by itself: %s %s: %s" % (repository, name, judge(said[0], 1)[1][:150]), file=sys.stderr)
                continue
            got += 1
            log.add(repository, commit, name, shlex.join(options), said)
            with open(table, "a") as rows:
                print(repository, commit, row_name(folder, path), shlex.join(options), file=rows)
    log.end()
    print("# seed %s: %s" % (seed, ", ".join("%d %s" % (n, what) for what, n in counts.items())))


def rows_of(table, sources, words=()):
    """Folder, repository, commit, path and options of each row that has all the words."""
    for line in open(table):
        if line.startswith("#") or not line.strip() or not all(word in line for word in words):
            continue
        repository, commit, path, options = (line.strip().split(" ", 3) + [""])[:4]
        yield pathlib.Path(sources) / repository.replace("/", "+"), repository, commit, path, options


def hold(sources, table, seed, count, runs):
    rows = list(rows_of(table, sources))
    random.Random(seed).shuffle(rows)
    held = accesses = beyond = ran = 0
    print("| Shader | Verdict | Accesses | Not in the proof |\n|---|---|---|---|")
    for folder, repository, commit, path, options in rows:
        if held == count:
            break
        ran += 1
        text, status, _, _ = run(folder, path.replace("%20", " "), shlex.split(options) + ["--hold", runs])
        told = re.search(r"^held against \d+ other runs: (\d+) accesses, (\d+) that", text, re.M)
        if told is None:
            if "--hold" in text:
                print("# not held: %s %s: %s" % (repository, path, text.splitlines()[-1]), file=sys.stderr)
            continue
        held += 1
        accesses, beyond = accesses + int(told.group(1)), beyond + int(told.group(2))
        row = (repository, commit[:8], path, judge(text, status)[0], int(told.group(1)), told.group(2))
        print("| %s %s, %s | %s | {:,} | %s |".format(row[4]) % (row[:4] + row[5:]), flush=True)
    print("\n%d proofs of %d shaders, %s runs each: %d accesses, %d that a proof has not" % (held, ran, runs, accesses, beyond))


def main():
    if sys.argv[1] == "draw":
        return draw(sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5], sys.argv[6])
    if sys.argv[1] == "hold":
        return hold(sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5]), sys.argv[6])
    log = Log()
    for folder, repository, commit, path, options in rows_of(sys.argv[3], sys.argv[2], sys.argv[4:]):
        said = run(folder, path.replace("%20", " "), shlex.split(options))
        log.add(repository, commit, path, options, said)
    log.end()


if __name__ == "__main__":
    main()
