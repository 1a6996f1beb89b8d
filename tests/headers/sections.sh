# Sourced behind expect.sh: section NAME prints the parameters of a header, by its section of tests/headers/instances.txt.
# SPDX-License-Identifier: Apache-2.0
#
# NAME is header/word; a line `@name` there stands for section `name`.
mkdir "$scratch/sections"
python3 - "$scratch/sections" <<'END' || exit 1
import sys
sections = {}
for line in open("tests/headers/instances.txt"):
    if line.startswith("=== "): text = sections.setdefault("/".join(line.split()[1:3]), [])
    elif sections: text.append(line)
def expanded(name):
    return "".join(expanded(line[1:].strip()) if line.startswith("@") else line for line in sections.get(name, []))
for name in sections:
    open(sys.argv[1] + "/" + name.replace("/", "_"), "w").write(expanded(name))
END

section() { [ ! -e "$scratch/sections/${1//\//_}" ] || cat "$scratch/sections/${1//\//_}"; }
