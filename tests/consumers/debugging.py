"""Runs a document's commands in the order in which they stand, and compares what they print with what the document shows.

SPDX-License-Identifier: Apache-2.0

Usage: debugging.py DOCUMENT FOLDER [--update]   (FOLDER: where to run; --update: writes what is printed into the document)

    ```sh        runs, and must succeed, unless its last line is `# fails`
    ```text      behind one of these: what it prints, on both outputs
    ```gdb       a session: `$ gdb ...`, then commands behind `(gdb) ` with what they print

In what is shown, a line `...` stands for any lines, and `...` in a line for anything in it; addresses, process numbers and the
emulator's own lines are not compared. Other blocks are text.
"""
import re
import subprocess
import sys

NOISE = re.compile(r"^(\[Thread debugging using libthread_db.*|Using host libthread_db library.*|\[Inferior 1 .*|\[(New|Switching to) Thread .*|"
                   r"warning: Error disabling address space randomization.*|.*debuginfod.*|)$")
passed = failed = 0


def normal(text):
    text = re.sub(r"0x[0-9a-f]+", "0x...", text)
    return re.sub(r"==[0-9]+==", "==...==", text).rstrip("\n")


def matches(shown, printed):
    pattern = ""
    for line in normal(shown).split("\n"):
        if line == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(re.escape(part) for part in line.split("...")) + r"\n"
    return re.fullmatch(pattern, normal(printed) + "\n") is not None


def result(what, good, detail):
    global passed, failed
    if good:
        passed += 1
        return
    failed += 1
    print("failed: %s\n%s" % (what, detail))


def run(command, folder):
    try:
        done = subprocess.run(["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=240, check=False)
    except subprocess.TimeoutExpired as error:
        return 124, "took longer than %d s: %s" % (error.timeout, command)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def run_shell(block, number, folder):
    status, printed = run("set -e\n" + block, folder)
    wanted = block.rstrip().endswith("# fails")
    result("line %d" % number, (status != 0) == wanted, "exit status %d\n%s\n%s" % (status, block, printed))
    return printed


def run_gdb(block, folder):
    """What a session prints, in the document's form: without what depends on the machine, or on the emulator's own lines."""
    lines = block.split("\n")
    arguments = lines[0][len("$ gdb "):]
    words = ["gdb", "-nx", "-batch", "-ex", "set pagination off", "-ex", "set confirm off", "-ex", "set width 0"]
    for line in lines[1:]:
        if line.startswith("(gdb) "):
            words += ["-ex", "echo (gdb) %s\\n" % line[6:].replace("\\", "\\\\"), "-ex", line[6:]]
    quoted = " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)
    _, printed = run(quoted + " " + arguments, folder)
    kept = [re.sub(r"0x[0-9a-f]{8,}", "0x...", line) for line in printed.split("\n")
            if not NOISE.match(line) and not re.match(r"^Breakpoint \d+ at 0x", line)]
    shown = []
    for line in kept:
        if shown and re.search(r"host/emulator/\w+\.c:", shown[-1]) and re.match(r"^\d+\t", line):
            continue
        if shown and shown[-1].startswith("(gdb) frame function"): # as deep as the emulator's own calls are
            line = re.sub(r"^#\d+ ", "#... ", line)
        line = re.sub(r"(\w+) \(.*\) at (host/emulator/)", r"\1 (...) at \2", line)
        shown.append(re.sub(r"(host/emulator/\w+\.[cS]):\d+", r"\1:...", line))
    return lines[0] + "\n" + "\n".join(shown) + "\n"


def main():
    path, folder = sys.argv[1:3]
    update = "--update" in sys.argv
    with open(path, encoding="utf-8") as file:
        text = file.read()
    parts, position, printed, commands = [], 0, None, 0
    for block in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S):
        kind, body = block.group(1), block.group(2)
        number = text.count("\n", 0, block.start()) + 1
        between = text[position:block.start()].strip()
        shown = body
        if kind == "sh":
            printed = run_shell(body, number, folder)
            commands += 1
        elif kind == "text" and printed is not None and between == "":
            if not matches(body, printed):
                shown = printed
            result("line %d: what is shown is not what is printed" % number, update or shown == body, printed)
            printed = None
        elif kind == "gdb":
            session = run_gdb(body, folder)
            commands += 1
            if not matches(body, session):
                shown = session
            result("line %d: the session is not what gdb prints" % number, update or shown == body, session)
            printed = None
        else:
            printed = None
        parts.append(text[position:block.start()] + "```%s\n%s```" % (kind, shown if shown.endswith("\n") else shown + "\n"))
        position = block.end()
    parts.append(text[position:])
    if update:
        with open(path, "w", encoding="utf-8") as file:
            file.write("".join(parts))
    result("the document has commands", commands >= 10, "%d" % commands)
    print("%d blocks of commands" % commands)
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0


sys.exit(main())
