"""Sessions with `nbl-emulate --dap`, one for each claim. Usage: session.py TOOL CLAIM; without CLAIM it lists them.
SPDX-License-Identifier: Apache-2.0

What each holds is said beside it, with a mutation that it catches.
"""
import os
import subprocess
import sys
import time

import languages
from client import Client

TOOL = os.path.abspath(sys.argv[1])
CLAIMS = {}


def claim(function):
    CLAIMS[function.__name__] = function
    return function


def write(name, text):
    with open(name, "w") as file:
        file.write(text)
    return os.path.abspath(name)


def line_of(text, words):
    return next(i for i, line in enumerate(text.split("\n"), 1) if words in line)


RACE = """#version 450
layout(local_size_x = 64) in;
shared uint s[64];
layout(binding = 0) buffer B { uint b[]; };
uint twice(uint x) {
    uint y = x * 2u;
    return y; // twice
}
void main() {
    uint i = gl_LocalInvocationIndex;
    s[i] = b[gl_GlobalInvocationID.x]; // store
    uint sum = 0u;
    for (uint k = 0u; k < 3u; k++) { // loop
        if (i > 31u)
            sum += k; // upper
        else
            sum += twice(k); // lower
    }
    b[gl_GlobalInvocationID.x] = s[63 - i] + sum; // load
}
"""
AT = {word: line_of(RACE, "// " + word) for word in ("twice", "store", "loop", "upper", "lower", "load")}


def race(breakpoints=(), filters=(), **options):
    client = Client([TOOL, "--dap"])
    client.made = client.start(breakpoints, filters, program=write("race.comp", RACE), **options)
    return client


@claim
def breakpoints_and_frames():
    """A line, its condition, the frames of the call, the lanes that are there. Mutation: the condition is left out."""
    c = race([AT["load"] - 1, (AT["twice"], "y == 4 && gl_LocalInvocationIndex > 3u")])
    assert [b["line"] for b in c.made] == [AT["load"], AT["twice"]], c.made  # a line without code is the next one
    stop = c.stopped()
    assert (stop["reason"], stop["line"]) == ("breakpoint", AT["twice"]), stop
    assert stop["hitBreakpointIds"] == [c.made[1]["id"]]
    assert [f["name"] for f in stop["frames"]] == ["twice", "main"], stop
    assert stop["frames"][1]["line"] == AT["lower"]
    assert (c.value("y"), c.value("x"), c.value("gl_LocalInvocationIndex")) == ("4", "2", "4")
    assert c.value("k", frame=1) == "2" and c.value("sum", frame=1) == "2"
    names = [t["name"] for t in c.ask("threads")["threads"]]
    assert names == ["workgroup (0, 0, 0) subgroup 0: lanes 0-31 active", "workgroup (0, 0, 0) subgroup 1: no lane active"]
    assert c.end() == 0


TWICE = """#version 450
layout(local_size_x = 4) in;
layout(binding = 0) buffer B { uint b[]; };
void main() {
    uint i = gl_LocalInvocationIndex, sum = 0u;
    for (uint k = 0u; k < 3u; k++)
        sum += k * i; // first
    b[i] = sum; // between
    for (uint k = 7u; k < 9u; k++) {
        uint i = k * 10u; // second
        sum += i; // inner
    }
    b[gl_GlobalInvocationID.x] = sum + i; // end
}
"""


@claim
def names_that_two_variables_have():
    """A name is that of the variable whose uses surround the line, in conditions, too; of two the inner one. Mutation: the
    last one of the function."""
    at = {word: line_of(TWICE, "// " + word) for word in ("first", "between", "second", "inner", "end")}
    c = Client([TOOL, "--dap"])
    c.start([(at["first"], "k == 2"), (at["second"], "k == 8u && i > 0"), at["end"]],
            program=write("twice.comp", TWICE), groups=1)
    stop = c.stopped()
    assert (stop["line"], c.value("k"), c.value("i")) == (at["first"], "2", "0"), stop
    while c.go("next")["line"] != at["between"]:
        pass
    assert c.value("k") == "3"  # the loop's last; the other has not begun
    stop = c.go("continue")
    assert (stop["line"], c.value("k"), c.value("invocation")) == (at["second"], "8", "1"), stop
    c.go("next")
    assert (c.stop["line"], c.value("i")) == (at["inner"], "80"), c.stop
    assert c.go("continue")["line"] == at["end"]
    assert (c.value("i"), c.value("k")) == (c.value("gl_LocalInvocationIndex"), "9")
    assert c.end() == 0


@claim
def conditions_without_an_answer():
    """A condition that cannot be decided in an invocation counts as false there, and the first time is told.
    Mutations: it is not told; a comparison with an undefined number has an answer."""
    text = "#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { uint b[]; };\nvoid main() {\n" \
           "    uint i = gl_LocalInvocationIndex, t;\n    if (i > 1u) t = 1u;\n    b[i] = t;\n}\n"
    for condition, why in (("t == 1u", "in invocation 0: it is undefined"),
                           ("i > 0u && b[i * 9999999u] == 1u", "in invocation 1: an index out of bounds")):
        c = Client([TOOL, "--dap"])
        c.start([(7, condition)], program=write("undefined.comp", text), bind="0=4096")
        if condition[0] == "t":
            stop = c.stopped()
            assert c.value("gl_LocalInvocationIndex") == "2", stop
            c.value("invocation 0")
            frame = c.ask("stackTrace", threadId=stop["threadId"])["stackFrames"][0]["id"]
            for expression, answer in (("t == 1u", "undefined"), ("t + 1u", "undefined"), ("!(t < 2u)", "undefined"),
                                       ("t == 1u && i > 0u", "false"), ("t == 1u && i == 0u", "undefined"),
                                       ("i == 0u || t == 1u", "true"), ("t == 1u ? 3 : 4", "undefined")):
                assert c.ask("evaluate", expression=expression, frameId=frame)["result"] == answer, expression
            c.ask("continue", threadId=stop["threadId"])
        c.event("exited")
        told = [e["body"]["output"] for e in c.events if "counts as false" in e.get("body", {}).get("output", "")]
        assert len(told) == 1 and told[0].startswith("line 7: the condition %s counts as false in" % condition), told
        assert why in told[0], told
        assert c.end() == 0


@claim
def steps():
    """Of a lane, over, into and out of a call. Mutation: a step over that stops in the call."""
    c = race([AT["store"]])
    c.stopped()
    lines = []
    for _ in range(5):
        lines.append(c.go("next")["line"])
    assert lines == [AT["loop"] - 1, AT["loop"], AT["loop"] + 1, AT["lower"], AT["loop"]], lines
    c.go("next"), c.go("next")
    assert c.stop["line"] == AT["lower"]
    assert c.go("stepIn")["line"] == AT["twice"] - 1
    stop = c.go("stepOut")
    assert stop["frames"][0]["name"] == "main" and len(stop["frames"]) == 1, stop
    assert c.end() == 0


@claim
def steps_of_units():
    """A step of lane 40 passes over the lines of others; of the subgroup, too; a barrier's goes behind the barrier.
    Mutation: the mask is not looked at."""
    text = RACE.replace("    b[gl_GlobalInvocationID.x] = s", "    barrier();\n    b[gl_GlobalInvocationID.x] = s")
    c = Client([TOOL, "--dap"])
    c.start([(AT["upper"], "gl_LocalInvocationIndex == 40")], program=write("barrier.comp", text))
    stop = c.stopped()
    assert c.value("invocation") == "40" and stop["line"] == AT["upper"]
    lines = [c.go("next")["line"] for _ in range(3)]
    assert lines == [AT["loop"], AT["loop"] + 1, AT["upper"]], lines
    c.value("step subgroup")
    lines = [c.go("next")["line"] for _ in range(3)]
    assert lines == [AT["loop"], AT["loop"] + 1, AT["upper"]], lines
    c.value("step barrier")
    assert c.go("next")["line"] == line_of(text, "// load") and c.value("invocation") == "40"
    assert c.value("lane 3") and c.value("gl_LocalInvocationIndex") == "35"
    assert c.end() == 0


@claim
def pages_of_variables():
    """Lanes and elements come by pages. Mutation: `start` is not read."""
    c = race([AT["load"]])
    c.stopped()
    lanes = {v["name"]: v for v in c.variables(c.scope("All lanes"))}
    assert lanes["sum"]["indexedVariables"] == 64
    page = c.variables(lanes["sum"]["variablesReference"], filter="indexed", start=30, count=4)
    assert [v["value"] for v in page] == ["6", "6", "3", "3"], page
    assert page[3]["name"] == "invocation 33 (subgroup 1, lane 1)"
    (shared,) = c.variables(c.scope("Shared"))
    assert shared["type"] == "uint[64]" and shared["indexedVariables"] == 64
    page = c.variables(shared["variablesReference"], start=7, count=2)
    assert [v["name"] for v in page] == ["[7]", "[8]"]
    assert page[0]["value"].endswith("  by workgroup (0, 0, 0) invocation 7, race.comp:%d" % AT["store"]), page
    (block,) = c.variables(c.scope("Buffers"))
    (array,) = c.variables(block["variablesReference"])
    assert array["name"] == "b" and len(c.variables(array["variablesReference"], start=100, count=28)) == 28
    assert "by" not in c.value("b[100]")  # no invocation has stored to it yet
    assert c.end() == 0


@claim
def race_backwards():
    """A finding stops the run; from there, back to who stored the element. Mutation: reverseContinue goes on forward."""
    c = race(filters=["race"])
    stop = c.stopped()
    assert stop["reason"] == "exception" and stop["line"] == AT["load"]
    assert stop["text"].startswith("read after write: s[63] of shared memory"), stop
    info = c.ask("exceptionInfo", threadId=1)
    assert info["exceptionId"] == "race" and "race.comp:%d" % AT["store"] in info["description"], info
    watched = c.ask("dataBreakpointInfo", name="s[63]")
    c.ask("setDataBreakpoints", breakpoints=[{"dataId": watched["dataId"]}])
    stop = c.go("reverseContinue")
    assert (stop["reason"], stop["line"]) == ("data breakpoint", AT["store"]), stop
    assert c.go("reverseContinue")["reason"] == "entry"  # nothing is before
    assert c.go("continue")["line"] == AT["store"] and c.go("continue")["reason"] == "exception"
    assert c.end() == 0


ONE_LINE = """#version 450
layout(local_size_x = 64) in;
shared uint s[512];
layout(binding = 0) buffer B { uint b[]; };
uint more(uint x) {
    uint y = x + 1u;
    return y;
}
void main() {
    uint i = gl_LocalInvocationIndex, n = 0u; // before
    for (uint k = i; k < 512u; k += 64u) s[k] = b[k] + (n += 1u); // loop
    for (uint k = i; k < 512u; k += 64u) n = more(n); // calls
    uint k = 0u;
    while (k < 8u) n += k++ * 0u + 1u; // while
    barrier();
    b[i] = s[511u - i] + n; // end
}
"""


@claim
def loops_of_one_line():
    """A step, forward and back, is an iteration where the body stands in the loop's line, with a call and without.
    Mutations: the line that begins again counts as another one; a line before the loop does; the lines of a call do."""
    at = {word: line_of(ONE_LINE, "// " + word) for word in ("before", "loop", "calls", "while")}
    c = Client([TOOL, "--dap"])
    c.start([at["before"]], program=write("one_line.comp", ONE_LINE), groups="1")
    c.stopped()
    for line, first in (("loop", 0), ("calls", 8), ("while", 16)):
        while c.go("next")["line"] != at[line]:
            pass
        seen = [c.value("n")]
        while c.go("next")["line"] == at[line]:
            seen.append(c.value("n"))
        wanted = [str(first + n) for n in range(9)]
        assert seen == wanted, (line, seen)
        back = []
        while c.go("stepBack")["line"] == at[line]:
            back.insert(0, c.value("n"))
        assert back == wanted, (line, back)
    assert c.end() == 0


@claim
def who_stored_it():
    """Back to a data breakpoint: the invocation that stored the element is chosen, in the thread of its subgroup; forward,
    too. Mutation: the first lane that is there."""
    at = line_of(ONE_LINE, "// loop")
    c = Client([TOOL, "--dap"])
    c.start([line_of(ONE_LINE, "// end")], program=write("one_line.comp", ONE_LINE), groups="1")
    c.stopped()
    for element, invocation in ((511, "63"), (453, "5")):
        watched = c.ask("dataBreakpointInfo", name="s[%d]" % element)
        c.ask("setDataBreakpoints", breakpoints=[{"dataId": watched["dataId"]}])
        for _ in range(2):
            stop = c.go("reverseContinue")
            assert (stop["reason"], stop["line"]) == ("data breakpoint", at), stop
            assert (c.value("gl_LocalInvocationIndex"), c.value("k")) == (invocation, str(element)), stop
            name = {t["id"]: t["name"] for t in c.ask("threads")["threads"]}[stop["threadId"]]
            assert "subgroup %d" % (int(invocation) // 32) in name, name
            assert c.go("reverseContinue")["reason"] == "entry"
            assert c.go("continue")["reason"] == "data breakpoint"
            assert c.value("gl_LocalInvocationIndex") == invocation
            assert c.go("continue")["reason"] == "breakpoint"
    assert c.end() == 0


FINDINGS = {
    "outOfBounds": ("    uint t[4]; t[0] = 1u; t[1] = 1u; t[2] = 1u; t[3] = 1u;\n    b[i] = t[i];", "out of bounds"),
    "barrier": ("    if (i < 3u) barrier();", "divergent barrier"),
    "undefined": ("    uint t; if (i > 1u) t = 1u;\n    b[i] = t;", "undefined value"),
}


@claim
def findings():
    """Each filter stops at its own kind, and no other. Mutation: filters are not read."""
    for filter_, (body, words) in FINDINGS.items():
        text = "#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { uint b[]; };\n" \
               "void main() {\n    uint i = gl_LocalInvocationIndex;\n" + body + "\n}\n"
        program = write("finding.comp", text)
        c = Client([TOOL, "--dap"])
        c.start(filters=[filter_], program=program)
        stop = c.stopped()
        assert stop["reason"] == "exception" and stop["text"].startswith(words), stop
        assert c.ask("exceptionInfo", threadId=1)["exceptionId"] == filter_
        assert c.end() == 0
        c = Client([TOOL, "--dap"])
        c.start(filters=[f for f in FINDINGS if f != filter_], program=program)
        assert c.event("exited")["exitCode"] == 3
        assert c.end() == 0


def walk(client, command, count):
    seen = []
    for _ in range(count):
        client.go(command)
        seen.append((client.stop["line"], len(client.stop["frames"]), client.value("invocation"), client.value("total")))
    return seen


TURNS = """#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer B { uint count, b[]; };
void main() {
    uint total = 0u;
    for (uint k = 0u; k < 6u; k++) {
        uint before = atomicAdd(count, gl_LocalInvocationIndex);
        total += before % 7u;
        if (total > 9u)
            total -= 3u;
    }
    b[gl_GlobalInvocationID.x] = total;
}
"""


@claim
def back_as_it_came():
    """Steps back are the steps forward, in reverse, with the same values: of one wave, and of subgroups and workgroups
    that take turns by a seed. Mutation: the seed's state is not in a checkpoint."""
    for options in ({}, {"bySubgroups": True, "atOnce": 3, "seed": 7, "groups": "5"}):
        c = Client([TOOL, "--dap"])
        c.start([6], program=write("turns.comp", TURNS), bind="0=4096", **options)
        c.stopped()
        c.ask("setBreakpoints", source={"path": os.path.abspath("turns.comp")}, breakpoints=[])
        forth = walk(c, "next", 24)
        back = walk(c, "stepBack", 23)
        assert back == forth[-2::-1], (forth, back)
        assert walk(c, "next", 23) == forth[1:]
        assert c.end() == 0


UNDEFINED = """#version 450
layout(local_size_x = 64) in;
shared uint s[64];
layout(binding = 0) buffer B { uint b[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    b[gl_GlobalInvocationID.x] = s[i]; // load
    barrier();
    s[i] = i;
    barrier();
    b[gl_GlobalInvocationID.x] = s[63 - i];
}
"""


def report_at_the_end(client):
    client.event("exited")
    return [e["body"]["output"] for e in client.events if e["event"] == "output"]


@claim
def report_goes_back():
    """Findings are made again after a way back, and the report at the end is that of a run straight on: issues, their
    counts, instructions. Mutations: a checkpoint leaves out the report, or which elements of shared memory are
    undefined."""
    for name, text, words in (("race.comp", RACE, "read after write: s[63] of shared memory, first of 128"),
                              ("undefined.comp", UNDEFINED, "undefined value: B.b[0]: an undefined value leaves")):
        program, line = write(name, text), line_of(text, "// load")
        straight = Client([TOOL, "--dap"])
        straight.start(program=program)
        report = report_at_the_end(straight)
        assert straight.end() == 0 and any(words in said for said in report), report
        c = Client([TOOL, "--dap"])
        c.start(filters=["race", "undefined"], program=program, stopAtEnd=True)
        seen = []
        for _ in range(3):
            stop = c.stopped() if not seen else c.go("continue")
            assert stop["reason"] == "exception" and stop["line"] == line, stop
            seen.append((stop["text"], c.value("invocation"), c.ask("exceptionInfo", threadId=1)["description"]))
            c.go("stepBack")  # to where the line begins
            assert c.go("stepBack")["reason"] == "step" and c.stop["line"] < line, c.stop
        assert seen[1:] == seen[:-1], seen
        c.ask("setExceptionBreakpoints", filters=[])
        for _ in range(2):
            assert c.go("continue")["description"] == "the run has ended"
            c.go("reverseContinue")
        del c.events[:]
        assert c.go("continue")["description"] == "the run has ended"
        c.ask("continue", threadId=c.stop["threadId"])
        assert report_at_the_end(c) == report
        assert c.end() == 0


LONG = """#version 450
layout(local_size_x = 64) in;
shared uint s[128];
layout(binding = 0) buffer B { uint b[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    uint sum = 0u;
    s[i] = s[64 + i] = i; // first
    for (uint k = 0u; k < COUNT; k++) {
        s[i] += b[(gl_GlobalInvocationID.x + k) % 64u] | 1u;
        if (k == COUNT - COUNT / 5u)
            s[64 + i] = i; // late
        barrier();
        sum += s[(i + k) % 64u] * 3u; // turn
        barrier();
    }
    b[gl_GlobalInvocationID.x] = sum; // end
}
"""


@claim
def far_back():
    """From the end of a run back to a moment far before it, over several checkpoints, with the values that were there
    on the way forward; a step back is no run of it all. Mutations: a checkpoint leaves out shared memory, or who
    stored to it last."""
    c = Client([TOOL, "--dap"])
    end, turn = line_of(LONG, "// end"), line_of(LONG, "// turn")
    c.start([(turn, "k == 30000u")], ["race", "undefined"], program=write("long.comp", LONG), D="COUNT=50000u", groups="1", bind="0=4096")
    source = {"path": os.path.abspath("long.comp")}
    began = time.time()
    c.stopped()
    shown = ("k", "invocation", "s[5]", "s[63]", "s[70]", "sum")
    there = [c.value(text) for text in shown]
    assert there[0] == "30000" and there[4].endswith(", long.comp:%d" % line_of(LONG, "// first")), there
    c.ask("setBreakpoints", source=source, breakpoints=[{"line": end}])
    c.go("continue")
    ran = time.time() - began
    last = c.value("sum")
    began = time.time()
    c.go("stepBack")
    took = time.time() - began
    assert c.stop["line"] < end and (ran < 1 or took < max(1.0, 0.5 * ran)), (ran, took)
    for _ in range(2):
        c.ask("setBreakpoints", source=source, breakpoints=[{"line": turn, "condition": "k == 30000u"}])
        c.go("reverseContinue")
        assert [c.value(text) for text in shown] == there
        c.ask("setBreakpoints", source=source, breakpoints=[{"line": end}])
        c.go("continue")
        assert c.value("sum") == last
    print("ran %.2f s, a step back took %.2f s" % (ran, took))
    assert c.end() == 0


@claim
def lanes_as_a_file():
    """The table of lanes as CSV: a row for each invocation, vectors by component, lanes that are not there by 0.
    Mutation: each row is the chosen lane's."""
    c = race([AT["upper"]])
    c.stopped()
    assert c.value("lanes lanes.csv") == "lanes.csv: 64 rows"
    with open("lanes.csv") as file:
        rows = [line.rstrip("\n").split(",") for line in file]
    assert rows[0][:4] == ["invocation", "subgroup", "lane", "active"], rows[0]
    table = [dict(zip(rows[0], row)) for row in rows[1:]]
    assert len(table) == 64 and all(len(row) == len(rows[0]) for row in rows), rows[:3]
    assert [row["i"] for row in table] == [str(i) for i in range(64)]
    assert [row["active"] for row in table] == [str(int(i > 31)) for i in range(64)]
    assert table[40]["gl_GlobalInvocationID.x"] == "40" and table[40]["subgroup"] == "1" and table[40]["lane"] == "8"
    assert c.value("lanes absent/lanes.csv").startswith("absent/lanes.csv: No such file")
    assert c.end() == 0


@claim
def little_memory():
    """What a step back costs is told before, where memory has no room. Mutation: nothing is told."""
    c = Client([TOOL, "--dap"])
    c.start([line_of(LONG, "// end")], program=write("long.comp", LONG), D="COUNT=10u", groups="1", bind="0=9437184",
            memory=20)
    c.stopped()
    assert any("no step back: --memory" in e["body"].get("output", "") for e in c.events), c.events
    assert "no checkpoint" in c.refused("stepBack", threadId=1)
    assert c.end() == 0


@claim
def expressions():
    """Operators as C and GLSL have them; what is wrong is told. Mutation: && before ||."""
    c = race([AT["load"]])
    c.stopped()
    for text, value in (("1 + 2 * 3", "7"), ("i - 1u", "4294967295"), ("true || false && false", "true"),
                        ("(7 & 3) == 3 ? 10 : 20", "10"), ("1.5 * 4", "6"), ("-7 / 2", "-3"), ("~0u >> 28", "15"),
                        ("s[63 - i] != 77777 && i == 0", "true"), ("gl_GlobalInvocationID.y", "0"), ("5 % 3", "2")):
        assert c.value(text) == value, (text, c.value(text))
    frame = c.stop["frames"][0]["id"]
    for text, words in (("nothing", "no such variable"), ("1 +", "too soon"), ("s[64]", "out of bounds"),
                        ("1 / 0", "by 0"), ("i.x", "of a number"), ("(1", "not closed"), ("1 2", "too much"),
                        ("(" * 100 + "1", "parentheses"), ("s + 1", "no number")):
        assert words in c.refused("evaluate", expression=text, frameId=frame), text
    made = c.ask("setBreakpoints", source={"path": os.path.abspath("race.comp")},
                 breakpoints=[{"line": AT["load"], "condition": "1 +"}, {"line": 999}])["breakpoints"]
    assert [b["verified"] for b in made] == [False, False] and "too soon" in made[0]["message"]
    assert c.end() == 0


@claim
def launches_that_fail():
    """One plain line for what cannot be run, and the session goes on. Mutation: the text is not handed on."""
    bad = write("bad.comp", "#version 450\nlayout(local_size_x = 64) in;\nvoid main() { uint x = y; }\n")
    good = write("race.comp", RACE)
    c = Client([TOOL, "--dap"])
    c.ask("initialize", adapterID="x")
    for launch, words in (({"program": "absent.comp"}, "absent.comp"), ({}, "program"), ({"program": bad}, "bad.comp"),
                          ({"program": good, "groups": "0"}, "--groups 0: each must be 1 or more"),
                          ({"program": good, "strange": True}, "--strange"),
                          ({"program": good, "args": "x"}, "args"), ({"program": good, "bind": {}}, "--bind"),
                          ({"program": good, "cwd": "/absent"}, "/absent")):
        message = c.refused("launch", **launch)
        assert words in message and "\n" not in message, (launch, message)
    assert "nothing is launched" in c.refused("threads")
    c.start(program=good)
    assert c.event("exited")["exitCode"] == 3
    assert c.end() == 0


@claim
def damaged_messages():
    """JSON that is none is told, a frame that is none ends the session with one line. Mutation: it is passed over."""
    c = Client([TOOL, "--dap"])
    c.process.stdin.write(b"Content-Length: 4\r\n\r\n{]]}")
    c.process.stdin.flush()
    assert "no JSON" in c.event("output")["output"]
    assert "is not supported" in c.refused("strange")
    assert "before initialize" in c.refused("launch")
    assert "no such" not in c.refused("variables", variablesReference=-1)
    c.ask("initialize", adapterID="x")
    assert c.end() == 0
    for data in (b"Content-Length: x\r\n\r\n", b"\r\n\r\n", b"Content-Length: 99999999999\r\n\r\n", b"x" * 5000):
        done = subprocess.run([TOOL, "--dap"], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=20)
        lines = done.stderr.decode().strip().split("\n")
        assert done.returncode == 1 and len(lines) == 1 and lines[0].startswith("nbl-emulate: --dap: "), done
    assert subprocess.run([TOOL, "--dap"], input=b"", timeout=20).returncode == 0
    assert subprocess.run([TOOL, "--dap", "x.comp"], stderr=subprocess.PIPE, timeout=20).returncode == 2


@claim
def pause_of_an_endless_loop():
    """A run that does not end is paused, looked at and left. Mutation: messages are not read while it runs."""
    text = "#version 450\nlayout(local_size_x = 32) in;\nlayout(binding = 0) buffer B { uint b[]; };\nvoid main() {\n" \
           "    uint k = 0u;\n    while (k < 0xFFFFFFFFu)\n        k += b[0] == 1u ? 1u : 0u;\n}\n"
    c = Client([TOOL, "--dap"])
    c.start(program=write("endless.comp", text), bind="0=64")
    time.sleep(0.3)
    c.ask("pause", threadId=1)
    assert c.stopped()["reason"] == "pause" and c.value("k").isdigit()
    assert c.refused("next", threadId=77) == "next: there is no thread 77"
    c.ask("continue", threadId=1)
    assert "has not stopped" in c.refused("scopes", frameId=1)
    assert c.end() == 0


@claim
def texts_in_the_module():
    """A module with its text: breakpoints by the file's name, and the text itself, where the file is gone. HLSL, too.
    Mutation: OpSourceContinued and the like are left out - or the file is looked for on the disk alone."""
    write("gone.comp", RACE)
    subprocess.run(["glslangValidator", "-V", "-gVS", "gone.comp", "-o", "gone.spv"], check=True, stdout=subprocess.PIPE)
    os.remove("gone.comp")
    c = Client([TOOL, "--dap"])
    c.ask("initialize", adapterID="x")
    c.ask("launch", program=os.path.abspath("gone.spv"))
    c.event("initialized")
    (made,) = c.ask("setBreakpoints", source={"path": "/elsewhere/gone.comp"},
                    breakpoints=[{"line": AT["twice"]}])["breakpoints"]
    assert made["verified"], made
    c.ask("configurationDone")
    stop = c.stopped()
    assert stop["line"] == AT["twice"] and c.value("y") == "0"
    reference = stop["frames"][0]["source"]["sourceReference"]
    assert c.ask("source", sourceReference=reference)["content"].rstrip("\n") == RACE.rstrip("\n")
    assert len(c.ask("loadedSources")["sources"]) == 1
    assert c.end() == 0
    hlsl = "RWStructuredBuffer<uint> b : register(u0);\ngroupshared uint s[32];\n[numthreads(32, 1, 1)]\n" \
           "void main(uint3 id : SV_DispatchThreadID) {\n    uint v = id.x * 3;\n    s[id.x] = v;\n    b[id.x] = s[id.x];\n}\n"
    c = Client([TOOL, "--dap"])
    c.start([(7, "v == 15")], program=write("three.hlsl", hlsl), groups=1)
    stop = c.stopped()
    assert stop["line"] == 7 and c.value("v") == "15" and c.value("s[5]").startswith("15  by"), stop
    assert c.end() == 0


@claim
def first_difference_from_the_device():
    """Of a capture: the store whose value the device has otherwise. Mutation: the last such store, or one that was
    stored over later."""
    text = "#version 450\nlayout(local_size_x = 32) in;\nlayout(binding = 0) buffer B { uint b[32]; };\nvoid main() {\n" \
           "    uint i = gl_LocalInvocationIndex;\n    b[i] = 9u;\n    if (i == 7u)\n        b[i] = 70u;\n" \
           "    if (i != 7u)\n        b[i] = i;\n}\n"
    write("device.comp", text)
    os.makedirs("capture", exist_ok=True)
    subprocess.run(["glslangValidator", "-V", "-g", "device.comp", "-o", "capture/module.spv"], check=True,
                   stdout=subprocess.PIPE)
    size = os.path.getsize("capture/module.spv")
    after = [i for i in range(32)]
    after[7], after[20] = 71, 21  # the device has these otherwise
    for name, numbers in (("memory-0.before", [0] * 32), ("memory-0.after", after)):
        with open("capture/" + name, "wb") as file:
            file.write(b"".join(n.to_bytes(4, "little") for n in numbers))
    write("capture/capture.txt", CAPTURE % size)
    c = Client([TOOL, "--dap"])
    c.start(filters=["difference"], program=os.path.abspath("capture"))
    stop = c.stopped()
    assert stop["reason"] == "exception" and stop["line"] == 8, stop
    assert "first of 2 dwords" in stop["text"] and c.value("invocation") == "7"
    assert c.ask("exceptionInfo", threadId=1)["exceptionId"] == "difference"
    assert c.end() == 0


CAPTURE = """nbl-capture 1
dispatch 1
device a device
subgroup 32
module %d
entry main
base 0 0 0
buffer 0 0 0 storage 1 0 128
memory 0 1 0 128 changed
groups 1 1 1
end
"""


@claim
def log_points_and_ends():
    """A log point tells and goes on; terminate ends; a stop at the end goes back. Mutation: the log point stops."""
    program = write("race.comp", RACE)
    c = Client([TOOL, "--dap"])
    c.ask("initialize", adapterID="x")
    c.ask("launch", program=program, stopAtEnd=True, groups="1")
    c.event("initialized")
    c.ask("setBreakpoints", source={"path": program},
          breakpoints=[{"line": AT["load"], "logMessage": "sum {sum} of {invocation}"}])
    c.ask("setExceptionBreakpoints", filters=[])
    c.ask("configurationDone")
    assert c.stopped()["description"] == "the run has ended"
    assert any("sum 6 of 0\n" == e["body"].get("output") for e in c.events), c.events
    c.ask("setBreakpoints", source={"path": program}, breakpoints=[{"line": AT["load"]}])
    assert c.go("reverseContinue")["line"] == AT["load"]
    c.ask("terminate")
    c.event("terminated")


languages.add(claim, TOOL)
if len(sys.argv) == 2:
    print("\n".join(CLAIMS))
else:
    CLAIMS[sys.argv[2]]()
