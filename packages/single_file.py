#!/usr/bin/env python3
"""Writes one file that needs no include path: nbl's headers expanded into a shader's or a program's own text.
SPDX-License-Identifier: Apache-2.0

  packages/single_file.py -o nbl_fft_1024.glsl 1024             one FFT, or several: 1024 row=1000 ...
  packages/single_file.py -o nbl_fft_1024.hlsl 1024 -- --real   what stands behind -- goes to `nbl-fft plan --header`
  packages/single_file.py -o mine.h mine_with_includes.h        any text that includes nbl/...

The suffix says the language: .glsl .comp .hlsl .h .hpp. #include "nbl/..." is expanded, and #if is decided where its
names are known: the language, and what the text itself defines. What a user may still define (SETTABLE), and whatever
belongs to a compiler, stays as it is. Headers keep their guards, so that several such files serve one shader.
"""
import difflib
import os
import re
import subprocess
import sys

from preprocessor import UNKNOWN, WORD, Condition, Failure, Macro, is_open, without_comments

USAGE = """usage: single_file.py -o FILE.glsl|.comp|.hlsl|.h|.hpp LENGTH|NAME=LENGTH ... [-- OPTION ...]
       single_file.py -o FILE TEXT             --help: examples and exit codes"""

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
# What a user of the file may still define before it. The rest of lang.h's options is decided here: it is for a
# text of one's own, which defines it above its first include.
SETTABLE = {
    "NBL_SUBGROUP_OPERATIONS",
    "NBL_UNROLL_LOOPS",
    "NBL_LOAD",
    "NBL_STORE",
    "NBL_FLOW_HOOKS",
    "NBL_EMULATOR_CALLS",
}
# The options of FFTs: what the headers undefine at their end. Any other name like theirs would be ignored.
OPTIONS = {
    match
    for folder, _, files in os.walk(os.path.join(ROOT, "include", "nbl"))
    for file in files
    for match in re.findall(
        r"^#undef (NBL_FFT_[A-Z0-9_]*[A-Z0-9])$", open(os.path.join(folder, file)).read(), re.M
    )
}
LANGUAGES = {".glsl": "glsl", ".comp": "glsl", ".hlsl": "hlsl", ".h": "c", ".hpp": "c"}
# What says which language compiles: the others' names are not defined, and need not be asked about.
KNOWN = {
    "glsl": {
        "NBL_HLSL": None,
        "_MSC_VER": None,
        "__STDC__": None,
        "__cplusplus": None,
        "__hlsl_dx_compiler": None,
        "__SLANG_COMPILER__": None,
    },
    "hlsl": {"NBL_HLSL": "1", "_MSC_VER": None, "__STDC__": None},
    "c": {
        "NBL_HLSL": None,
        "__STDC__": "1",
        "__hlsl_dx_compiler": None,
        "__SLANG_COMPILER__": None,
    },
}


class Expander:
    """Expands includes and decides conditions. The result is in `lines`."""

    def __init__(self, language):
        self.names = dict(
            KNOWN[language]
        )  # None: not defined; UNKNOWN: only the compiler can tell
        self.lines, self.included, self.seen = [], set(), set()
        self.unknown_depth = 0
        self.inputs = set()  # the texts of the user

    def value_of(self, name):
        if name in self.names:
            return self.names[name]
        return None if name.startswith(("NBL_", "nbl_")) and name not in SETTABLE else UNKNOWN

    def decide(self, condition):
        """Returns True, False or, if only the compiler can tell, None."""
        value = Condition(self, condition).value()
        return None if value is UNKNOWN else value != 0

    def define(self, name, value):
        self.names[name] = UNKNOWN if self.unknown_depth else value

    def include(self, name, line):
        if name in self.included:
            return
        path = os.path.join(ROOT, "include", name)
        if not os.path.exists(path):
            raise Failure(f"{line}: there is no such header")
        with open(path) as file:
            text = file.read()
        is_guarded = re.search(r"^#ifndef (NBL_\w+_H)\n#define \1$", text, re.M)
        if is_guarded and not self.unknown_depth:
            self.included.add(name)
        body, title = text, ""
        head = re.match(r"/\*(.*?)\*/\n", text, re.S)
        if head:
            title = " ".join(head[1].split("\n")[0].split())
            if name in self.seen:  # an X-include's manual is read once
                body = text[head.end() :]
            else:
                body = re.sub(
                    r"\n \* SPDX-License-Identifier: [^\n*]*( \*/)?\n", r"\1\n", text, count=1
                )
        again = f": {title}" if name in self.seen else ""
        self.seen.add(name)
        self.lines += ["", f"/* ==== {name}{again} */"]
        self.process(body, name)

    def process(self, text, where):
        lines = re.sub(r"[ \t]+\n", "\n", text).split("\n")
        # kept: the directive goes into the result; taken: this branch's lines do; any: a branch before it certainly applies
        levels, i = [], 0
        while i < len(lines):
            line, begin = lines[i], i
            if re.match(r"\s*#", line):  # with what its comment or its backslash goes on to
                while i + 1 < len(lines) and (
                    lines[i].endswith("\\") or is_open("\n".join(lines[begin : i + 1]))
                ):
                    i += 1
                line = "\n".join(lines[begin : i + 1])
            i += 1
            active = all(level["taken"] for level in levels)
            match = re.match(r"\s*#\s*(\w+)\s*(.*)", line.replace("\\\n", " "), re.S)
            if not match:
                if active:
                    self.lines.append(line)
                continue
            word, rest = match[1], without_comments(match[2])
            if word in ("if", "ifdef", "ifndef"):
                condition = {
                    "if": rest,
                    "ifdef": f"defined({rest})",
                    "ifndef": f"!defined({rest})",
                }[word]
                is_guard = word == "ifndef" and not levels and re.fullmatch(r"NBL_\w+_H", rest)
                decided = True if is_guard else self.decide(condition) if active else False
                kept = active and (decided is None or bool(is_guard))
                levels.append(
                    {
                        "kept": kept,
                        "taken": decided is not False,
                        "any": decided is True,
                        "guard": is_guard,
                    }
                )
                if kept:
                    self.lines.append(line)
                    self.unknown_depth += not is_guard
            elif word in ("elif", "else", "endif"):
                self.close(levels, word, rest, line)
            elif not active:
                pass
            elif word == "include" and rest.startswith('"nbl/'):
                self.include(rest.strip('"'), line)
            elif word == "error" and not self.unknown_depth:
                raise Failure(f"{where}: {rest}")
            else:
                self.lines.append(line)
                name = WORD.match(rest)
                if (
                    word == "define"
                    and name
                    and where in self.inputs
                    and name[0].startswith("NBL_FFT_")
                    and name[0] not in OPTIONS
                ):
                    near = difflib.get_close_matches(name[0], OPTIONS, 1)
                    raise Failure(
                        f"{where}: {name[0]} is not an option of an FFT{', ' + near[0] + ' is' if near else ''}"
                    )
                if word == "define" and name:
                    call = re.match(r"\(([^)]*)\)(.*)", rest[name.end() :], re.S)
                    self.define(
                        name[0], Macro(call[1], call[2]) if call else rest[name.end() :].strip()
                    )
                elif word == "undef" and name:
                    self.define(name[0], None)
        if levels:
            raise Failure(f"{where}: a condition is not closed")

    def close(self, levels, word, rest, line):
        level = levels.pop()
        active = all(outer["taken"] for outer in levels)
        if word == "endif":
            if level["kept"]:
                self.lines.append(line)
                self.unknown_depth -= not level["guard"]
            return
        levels.append(level)
        if not active:
            return
        if level["any"]:  # a branch before this one is certain
            level["taken"] = False
            if level["kept"] and not level["guard"]:
                level["dropped"] = True
            return
        decided = self.decide(rest) if word == "elif" else True
        if level["kept"]:
            level["taken"] = decided is not False
            level["any"] = decided is True
            if decided is True:
                self.lines.append("#else")
            elif decided is None:
                self.lines.append(line)
            return
        level["taken"], level["any"] = decided is not False, decided is True
        if decided is None:  # the first branch that is not certain
            level["kept"] = True
            self.unknown_depth += 1
            self.lines.append(re.sub(r"#\s*elif", "#if", line, count=1))


def instance(argument, options):
    """Returns what `nbl-fft plan --header` prints for LENGTH or NAME=LENGTH."""
    name, _, length = argument.rpartition("=")
    tool = os.environ.get(
        "NBL_FFT", os.path.join(os.environ.get("BUILD", os.path.join(ROOT, "build")), "nbl-fft")
    )
    command = [tool, "plan", length, "--header"] + (["--name", name] if name else []) + options
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode:
        raise Failure(made.stderr.strip())
    return made.stdout


def read(argument, options):
    if re.fullmatch(r"(\w+=)?\d+", argument):
        return instance(argument, options)
    with open(argument) as file:
        return file.read()


def split(text):
    """Splits a text into what must stand first (Godot's #[compute], #version), the comment at the head, and the rest."""
    first = re.match(r"(?:#(?:\[|version).*\n)*", text)[0]
    text = text[len(first) :]
    head = re.match(r"/\*(?:.|\n)*?\*/\n|(?://.*\n)*", text)[0]
    return first, head, text[len(head) :]


def with_command(head, command):
    """Returns the comment at the file's head, with the command that made the file."""
    if head.startswith("//"):
        return f"{head}//\n// {command}\n"
    head = head or "/* Expanded from nbl's headers.\n * SPDX-License-Identifier: Apache-2.0\n */\n"
    return f"{head.rstrip()[:-2].rstrip()}\n * {command}\n */\n"


def main(arguments):
    options = []
    if "--help" in arguments or "-h" in arguments:
        print(__doc__.replace("SPDX-License-Identifier: Apache-2.0\n", ""), end="")
        print("\nExit code: 0 done, 1 could not be done, 2 wrong usage.")
        return 0
    if "--" in arguments:
        options = arguments[arguments.index("--") + 1 :]
        arguments = arguments[: arguments.index("--")]
    if (
        len(arguments) < 3
        or arguments[0] != "-o"
        or os.path.splitext(arguments[1])[1] not in LANGUAGES
    ):
        print(USAGE, file=sys.stderr)
        return 2
    output, inputs = arguments[1], arguments[2:]
    shown = [os.path.basename(argument) for argument in [output] + inputs] + (
        ["--"] + options if options else []
    )
    expander = Expander(LANGUAGES[os.path.splitext(output)[1]])
    for number, argument in enumerate(inputs):
        first, head, text = split(read(argument, options))
        if number == 0:
            head = first + with_command(
                head, f"This file: packages/single_file.py -o {' '.join(shown)}"
            )
        expander.lines += head.rstrip().split("\n")
        expander.inputs.add(argument)
        expander.process(text, argument)
    result = re.sub(r"\n{3,}", "\n\n", "\n".join(expander.lines)).rstrip() + "\n"
    temporary = output + ".new"
    with open(temporary, "w") as file:
        file.write(result)
    os.replace(temporary, output)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (Failure, OSError) as failure:
        print(f"single_file.py: {failure}", file=sys.stderr)
        sys.exit(1)
