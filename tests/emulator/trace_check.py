"""Checks traces: trace_check.py FOLDER LINES, the lines as tests/emulator/trace.c prints them.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import sys
from collections import Counter, defaultdict

passed = failed = 0


def expect(what, condition):
    global passed, failed
    if condition:
        passed += 1
    else:
        failed += 1
        print("failed: " + what)


def read(folder, name):
    with open(os.path.join(folder, name + ".json"), encoding="utf-8") as file:
        return json.load(file)["traceEvents"]


def check_form(name, events):
    """Every B has its E, slices nest, time never runs backwards on a thread, an invocation runs alone in its workgroup."""
    stacks, last, named, balanced, alone = defaultdict(list), {}, set(), True, True
    for event in events:
        thread = (event["pid"], event["tid"])
        if event["ph"] == "M":
            named.add((event["name"],) + thread)
            continue
        expect_time = last.get(thread, -1) <= event["ts"]
        balanced = balanced and expect_time and event["pid"] >= 1 and event["tid"] >= 1
        last[thread] = event["ts"]
        if event["ph"] == "B":
            stacks[thread].append(event)
            balanced = balanced and (event["cat"] == "kernel") == (len(stacks[thread]) == 1) and len(stacks[thread]) <= 2
        elif event["ph"] == "E":
            balanced = balanced and bool(stacks[thread]) and stacks[thread].pop()["ts"] <= event["ts"]
    running = defaultdict(lambda: None)
    opened = defaultdict(list)
    for event in events:  # in the order of the run
        thread, process = (event["pid"], event["tid"]), event["pid"]
        if event["ph"] == "B":
            opened[thread].append(event["cat"])
            if event["cat"] == "runs":
                alone = alone and running[process] is None
                running[process] = thread
        elif event["ph"] == "E" and opened[thread].pop() == "runs":
            running[process] = None
    expect(name + ": slices nest, and end", balanced and not any(stacks.values()))
    expect(name + ": one invocation runs at a time", alone)
    threads = {(event["pid"], event["tid"]) for event in events if event["ph"] != "M"}
    expect(name + ": every thread has a name", all(("thread_name",) + thread in named for thread in threads))


def check_counts(name, events, line):
    result, workgroups, invocations, barriers, operations, accesses = (int(word) for word in line)
    count = Counter((event["ph"], event.get("cat")) for event in events)
    expect("%s: %d barriers" % (name, barriers), count["i", "barrier"] == barriers)
    expect("%s: %d subgroup operations" % (name, operations), count["i", "operation"] == operations)
    if result != 0:
        return
    expect(name + ": a process per workgroup", len({event["pid"] for event in events}) == workgroups)
    expect(name + ": every invocation ran", count["B", "kernel"] == workgroups * invocations)
    waits = [event for event in events if event["ph"] == "B" and event["cat"] == "waits"]
    at_barriers = sum(event["name"].startswith("barrier ") for event in waits)
    expect(name + ": all wait at each barrier", at_barriers == barriers * invocations)
    steps = sum(max(event["ts"] for event in events if event["pid"] == process) for process in {event["pid"] for event in events})
    expect("%s: %d steps are accesses and synchronisations" % (name, steps), steps == accesses + len(waits))


folder, lines = sys.argv[1:]
seen = set()
with open(lines, encoding="utf-8") as file:
    for line in file:
        name, *rest = line.split()
        events = read(folder, name)
        seen.add(name)
        check_form(name, events)
        check_counts(name, events, rest)
        has_pauses = any(event.get("cat") == "pauses" for event in events)
        expect(name + ": pauses in the adversarial order alone", has_pauses == (name == "adversarial"))
expect("11 traces of kernels", len(seen) == 11)
expect("a trace repeats, whatever the number of threads", read(folder, "stockham") == read(folder, "again"))
for tool in ("tool", "bloom"):
    check_form(tool, read(folder, tool))
launches = [event["args"]["name"].split(",")[0] for event in read(folder, "bloom") if event.get("name") == "process_name"]
expect("the bloom's passes are all there: " + ", ".join(dict.fromkeys(launches)), len(set(launches)) == 7)
print("%d passed, %d failed" % (passed, failed))
sys.exit(failed != 0)
