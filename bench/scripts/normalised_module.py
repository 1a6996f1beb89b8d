#!/usr/bin/env python3
"""Prints a SPIR-V module so that two that differ only in ids, names and the order of declarations print the same.
SPDX-License-Identifier: Apache-2.0

normalised_module.py MODULE.spv: types, constants, buffers and built-ins stand where they are used, other ids are numbered as they appear.
"""
import re
import subprocess
import sys

ID = r"%\d+"
lines = subprocess.run(["spirv-dis", "--raw-id", "--no-header", sys.argv[1]], capture_output=True, text=True, check=True).stdout
declared, seen, body, decorations, variables = {}, {}, [], [], {}


def spelt(match):
    name = match.group(0)
    return declared.get(name) or f"#{seen.setdefault(name, len(seen))}"


for line in map(str.strip, lines.splitlines()):
    declaration = re.match(rf"({ID}) = (Op(?:Type|Constant|Undef).*)", line)
    place = re.match(rf"OpDecorate ({ID}) (Binding|BuiltIn) (\w+)", line)
    variable = re.match(rf"({ID}) = (OpVariable .* (?:StorageBuffer|Input|Uniform|UniformConstant))$", line)
    if place:
        variables[place[1]] = f"{place[2]} {place[3]}"
    if variable and variable[1] in variables:
        declared[variable[1]] = f"<{variables[variable[1]]}: {re.sub(ID, lambda m: declared.get(m[0], m[0]), variable[2])}>"
    elif declaration and " OpFunction " not in "".join(body):
        declared[declaration[1]] = f"<{re.sub(ID, lambda m: declared.get(m[0], m[0]), declaration[2])}>"
    elif re.search(r"Op(Member)?Decorate", line):
        decorations.append(line)
    elif line and not re.search(r"Op(Name|MemberName|Source|String|Line)\b", line):
        body.append(line)
body = [re.sub(ID, spelt, line) for line in body]
print("\n".join(body + sorted(re.sub(ID, spelt, line) for line in decorations)))
