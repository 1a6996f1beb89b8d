"""Sessions in lines of WGSL and Slang, of modules that carry the lines. Part of session.py's claims.
SPDX-License-Identifier: Apache-2.0

lines/race.wgsl.spv is what naga makes of lines/race.wgsl in Firefox ESR 153, captured by bench/scripts/firefox_wgsl.sh:
OpSource (WGSL), OpLine and OpName.
"""
import os
import shutil
import subprocess

from client import Client

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lines")


def beside(name):
    """A copy in this folder, so that a session's paths are the same everywhere."""
    shutil.copy(os.path.join(FOLDER, name), name)
    return os.path.abspath(name)


def lines_of(path):
    """Lines by the word of their comment."""
    with open(path) as file:
        return {line.split("// ")[1].strip(): i for i, line in enumerate(file, 1) if "// " in line}


def add(claim, tool):
    @claim
    def wgsl_lines():
        """A breakpoint in a line of WGSL with a condition, the frames, steps, and from a race back to the store.
        Mutations: naga's line 1 is taken for a line; OpLine is passed over."""
        text, module = beside("race.wgsl"), beside("race.wgsl.spv")
        at = lines_of(text)
        c = Client([tool, "--dap"])
        made = c.start([(at["twice"], "y == 4u && index > 3u")], ["race"], program=module, source=text, bind="0=256")
        assert [b["verified"] for b in made] == [True] and made[0]["line"] == at["twice"], made
        stop = c.stopped()
        assert (stop["reason"], stop["line"]) == ("breakpoint", at["twice"]), stop
        assert [(f["name"], f["line"]) for f in stop["frames"]] == [("twice", at["twice"]), ("main", at["lower"])], stop
        assert (c.value("x"), c.value("y"), c.value("index")) == ("2", "4", "4")
        assert (c.value("k", frame=1), c.value("sum", frame=1)) == ("2", "2")
        assert [c.go("next")["line"] for _ in range(2)] == [at["twice"] + 1, at["lower"]]  # never to line 1
        assert c.go("next")["line"] == at["loop"]
        assert c.value("sum") == "6"
        c.ask("setBreakpoints", source={"path": text}, breakpoints=[])
        stop = c.go("continue")
        assert (stop["reason"], stop["line"]) == ("exception", at["load"]), stop
        c.ask("setBreakpoints", source={"path": text}, breakpoints=[{"line": at["store"], "condition": "index == 63u"}])
        stop = c.go("reverseContinue")
        assert stop["line"] == at["store"] and c.value("index") == "63", stop
        assert c.end() == 0

    @claim
    def slang_lines():
        """A breakpoint in a line of Slang, names by their scopes, and from a race back to the store; the module is edited by
        hand from glslang's, since no compiler of Slang is at hand. Mutation: DebugLocalVariable's names are not read."""
        text = beside("scopes.slang")
        subprocess.run(["spirv-as", "--target-env", "vulkan1.1", beside("scopes.slang.spvasm"), "-o", "slang.spv"], check=True)
        at = lines_of(text)
        c = Client([tool, "--dap"])
        made = c.start([(at["within"], "index == 40 && k == 80")], ["race"], program=os.path.abspath("slang.spv"),
                       source=text, bind="0=256")
        assert [b["verified"] for b in made] == [True] and made[0]["line"] == at["within"], made
        stop = c.stopped()
        assert (stop["line"], c.value("index"), c.value("k")) == (at["within"], "40", "80"), stop
        assert stop["frames"][0]["source"]["name"] == "scopes.slang", stop
        first = c.go("next")
        assert first["line"] == at["load"] and c.value("k") != "80", first
        stop = c.go("continue")
        assert (stop["reason"], stop["line"]) == ("exception", at["load"]), stop
        c.ask("setBreakpoints", source={"path": text}, breakpoints=[{"line": at["store"], "condition": "index == 63"}])
        stop = c.go("reverseContinue")
        assert (stop["line"], c.value("index")) == (at["store"], "63"), stop
        assert c.end() == 0

    @claim
    def scopes():
        """Variables of one name in scopes within each other: a name is the innermost variable's, from behind its declaration
        to the end of its scope; others are not listed. Mutations: scopes are not looked at; a scope goes on to the function's
        end; a name is its variable's before the declaration, or in
        its own initialiser."""
        with open("scopes.comp", "w") as file:
            file.write(SCOPES)
        at = lines_of("scopes.comp")
        words = ("outer", "initialiser", "inner", "innermost", "behind", "unused", "loop", "end")
        c = Client([tool, "--dap"])
        c.start([at[word] for word in words], bind="0=16", program=os.path.abspath("scopes.comp"))
        seen = {}
        for word in words:
            stop = c.stopped() if word == "outer" else c.go("continue")
            assert stop["line"] == at[word], (word, stop)
            seen[word] = c.value("k")
            listed = [v["value"] for v in c.variables(c.scope("Locals")) if v["name"] == "k"]
            assert listed == [seen[word]], (word, listed)
            if word == "loop":
                c.ask("setBreakpoints", source={"path": os.path.abspath("scopes.comp")}, breakpoints=[{"line": at["end"]}])
        assert list(seen.values()) == ["5", "5", "12", "7", "12", "12", "5", "5"], seen
        assert c.end() == 0


SCOPES = """#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { uint b[]; };
void main() {
    uint i = gl_LocalInvocationIndex, k = 5u;
    {
        b[i] += k; // outer
        uint k = k + 7u; // initialiser
        b[i] = k + 1u; // inner
        {
            uint k = 7u;
            b[i] += k; // innermost
        }
        b[i] += k; // behind
        b[i] += 1u; // unused
    }
    for (uint j = 0u; j < 2u; j++) { // loop
        uint k = j * 2u;
        b[i] += k;
    }
    b[i] += k; // end
}
"""
