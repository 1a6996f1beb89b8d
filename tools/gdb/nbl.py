"""Commands for gdb that know the emulator's invocations: `source tools/gdb/nbl.py`, then `help nbl`.

SPDX-License-Identifier: Apache-2.0

Nothing here changes the program: an invocation that sleeps is shown by an unwinder, which tells gdb that the caller of the
innermost frame is the place where that invocation went to sleep. Registers and memory stay as they are, so there is nothing
that could be forgotten when the program goes on. Needs gdb 8 or later and a libnbl.a built with -g, which is the default.

What the words of nbl/lang.h are made of stays out of sight: `step` passes over the emulator's functions and over the
accessors of NBL_SHARED and its like, and `info locals` leaves out the locals of loops and accesses, such as nbl_loop_12.
"""
import os
import re

import gdb
from gdb.unwinder import Unwinder, register_unwinder

WORKER = "nbl_emulator_this_worker"
FIRST_FRAME = "invocation_main"  # of host/emulator/worker.c: below it stands the kernel
WAITS = {
    "NBL_STATE_WORKGROUP_BARRIER": "barrier", "NBL_STATE_SUBGROUP_BARRIER": "subgroup barrier", "NBL_STATE_SHUFFLE": "shuffle",
    "NBL_STATE_SHUFFLE_XOR": "xor shuffle", "NBL_STATE_BROADCAST": "broadcast", "NBL_STATE_BALLOT": "ballot",
    "NBL_STATE_REDUCE_ADD": "reduction", "NBL_STATE_REDUCE_MIN": "reduction", "NBL_STATE_REDUCE_MAX": "reduction",
    "NBL_STATE_ARITHMETIC": "reduction or scan",
}
# What swapcontext keeps, as numbers of uc_mcontext.gregs.
UCONTEXT_X86_64 = {"rip": 16, "rsp": 15, "rbp": 10, "rbx": 11, "r12": 4, "r13": 5, "r14": 6, "r15": 7}
# What switch_x86_64.S pushes, from the saved stack pointer upwards.
PUSHED_X86_64 = ["r15", "r14", "r13", "r12", "rbx", "rbp", "rip"]


class FrameId:
    """Below all others, or gdb would refuse a caller whose stack lies deeper."""

    def __init__(self, pc):
        self.sp = as_register(0)
        self.pc = pc


def as_register(number):
    return gdb.Value(number).cast(gdb.lookup_type("unsigned long"))


class SleepingCaller(Unwinder):
    """While `registers` are set: the innermost frame's caller is where an invocation sleeps."""

    def __init__(self):
        super().__init__("nbl-sleeping-invocation")
        self.registers = None
        self.place = None  # pc and stack pointer of the innermost frame

    def __call__(self, pending):
        if self.registers is None:
            return None
        here = (int(pending.read_register("rip")), int(pending.read_register("rsp")))
        if here != self.place:
            return None
        info = pending.create_unwind_info(FrameId(as_register(here[0])))
        for name, number in self.registers.items():
            info.add_saved_register(name, as_register(number))
        return info

    def show(self, registers):
        if self.registers is not None:
            self.hide()
        frame = gdb.newest_frame()
        self.place = (int(frame.read_register("rip")), int(frame.read_register("rsp")))
        self.registers = registers
        gdb.invalidate_cached_frames()

    def hide(self):
        if self.registers is not None:
            self.registers = None
            gdb.invalidate_cached_frames()


class HideInnermost:
    """Leaves the frame that really is the innermost out of backtraces of another invocation."""

    def __init__(self):
        self.name = "nbl-sleeping-invocation"
        self.priority = 100
        self.enabled = True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        if switched.invocation is not None:
            next(frames, None)
        return frames


class Switched:
    """Which invocation is looked at instead of the one that runs; None: that one."""

    invocation = None


switched = Switched()
sleeping = SleepingCaller()
register_unwinder(None, sleeping, replace=True)
HideInnermost()


def look_back():
    sleeping.hide()
    switched.invocation = None


def worker():
    """The worker of the selected thread, which runs a workgroup."""
    try:
        value = gdb.parse_and_eval(WORKER)
        if value.type.code != gdb.TYPE_CODE_PTR:
            raise gdb.GdbError("nbl: libnbl.a has no debug information: build it with -g")
    except gdb.error as error:
        raise gdb.GdbError("nbl: no emulator here: " + str(error))
    if int(value) == 0:
        raise gdb.GdbError("nbl: this thread runs no kernel now; `info threads` lists the others")
    return value.dereference()


def invocation_of(work, number):
    count = int(work["job"]["invocations"])
    if number >= count:
        raise gdb.GdbError("nbl: invocation %d: the workgroup has %d, 0 to %d" % (number, count, count - 1))
    return work["invocations"][number]


def saved_registers(invocation):
    """Where an invocation sleeps."""
    architecture = gdb.selected_inferior().architecture().name() if hasattr(gdb.Inferior, "architecture") else \
        gdb.newest_frame().architecture().name()
    if architecture != "i386:x86-64":
        raise gdb.GdbError("nbl: sleeping invocations cannot be shown on %s yet, only on x86-64" % architecture)
    fiber = invocation["fiber"]
    if int(fiber["context"]) != 0:
        context = fiber["context"].dereference()["system"]["uc_mcontext"]
        saved = context[context.type.fields()[0]]  # gregs, or __gregs where a file asked for POSIX alone
        return {name: int(saved[place]) & 0xFFFFFFFFFFFFFFFF for name, place in UCONTEXT_X86_64.items()}
    words = fiber["stack_pointer"].cast(gdb.lookup_type("unsigned long").pointer())
    registers = {name: int(words[place]) for place, name in enumerate(PUSHED_X86_64)}
    registers["rsp"] = int(words) + 8 * len(PUSHED_X86_64)
    return registers


def folders_of(table):
    """Where a file is, as the compiler was told and as gdb finds it: a compiler's cache may keep another tree's."""
    return {os.path.dirname(table.filename), os.path.dirname(table.fullname())} - {""}


def library_folders():
    symbol = gdb.lookup_global_symbol("nbl_emulator_launch")
    return folders_of(symbol.symtab) if symbol is not None else set()


def kernel_frames(frame):
    """The innermost and the outermost frame that is neither the emulator's nor below the kernel, or None."""
    library = library_folders()
    innermost = outermost = None
    while frame is not None and frame.name() != FIRST_FRAME:
        table = frame.find_sal().symtab
        if table is not None and not folders_of(table) & library and os.path.basename(table.fullname()) != "emulator.h":
            accessor = (frame.name() or "").endswith("_at")  # that NBL_SHARED and its like make: its caller has the line
            innermost, outermost = innermost or (None if accessor else frame), frame
        try:
            frame = frame.older()
        except gdb.error:
            break
    return (innermost, outermost) if frame is not None and frame.name() == FIRST_FRAME else (None, None)


def place_of(frame):
    place = frame.find_sal()
    return "%s:%d" % (os.path.basename(place.symtab.filename), place.line)


def frames_of(work, invocation):
    """As kernel_frames() of an invocation that runs or sleeps. Leaves the sleeping one on show."""
    if invocation.address == work["current"]:
        sleeping.hide()
        return kernel_frames(gdb.newest_frame())
    sleeping.show(saved_registers(invocation))
    return kernel_frames(gdb.newest_frame().older())


def describe(work, invocation):
    """What an invocation does and where in the kernel."""
    state = next(field.name for field in gdb.lookup_type("nbl_emulator_state_t").fields() if field.enumval == int(invocation["state"]))
    if state == "NBL_STATE_ENDED":
        return "has ended", ""
    innermost, outermost = frames_of(work, invocation)
    where = "%s () at %s" % (outermost.name(), place_of(outermost)) if outermost is not None else ""
    if state in WAITS:
        site = invocation["site"]
        return "waits at %s %s:%d" % (WAITS[state], os.path.basename(site["file"].string()), int(site["line"])), where
    if invocation.address == work["current"]:
        return "runs" + (" at " + place_of(innermost) if innermost is not None else ""), where
    if innermost is None:
        return "has not started", ""
    return "may go on from " + place_of(innermost), where


def ranges(numbers):
    return "%d" % numbers[0] if len(numbers) == 1 else "%d..%d" % (numbers[0], numbers[-1])


def workgroup_text(work):
    place = work["workgroup_id"]
    return 'kernel "%s", workgroup (%d,%d,%d)' % (work["job"]["launch"]["name"].string(), int(place["x"]), int(place["y"]), int(place["z"]))


class Nbl(gdb.Command):
    """Invocations of the emulator's workgroup that runs in the selected thread."""

    def __init__(self):
        super().__init__("nbl", gdb.COMMAND_STACK, prefix=True)


class Invocations(gdb.Command):
    """nbl invocations [N]: where each invocation of the workgroup stands, or only number N.

Neighbours in one subgroup that stand at the same place share a line. The columns: numbers, subgroup and lanes, what they do,
and the line of the kernel. An asterisk marks the one that runs, a greater-than sign the one that `nbl switch` shows."""

    def __init__(self):
        super().__init__("nbl invocations", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        work = worker()
        shown = switched.invocation
        count, size = int(work["job"]["invocations"]), int(work["subgroup_size"])
        chosen = range(count) if argument == "" else [read_number(argument)]
        running = int(work["current"]["index"])
        lines = []  # numbers, what, where
        try:
            for number in chosen:
                what, where = describe(work, invocation_of(work, number))
                alone = number in (running, shown)
                if lines and not alone and lines[-1][0][-1] not in (running, shown) and lines[-1][1:] == [what, where] and number % size != 0:
                    lines[-1][0].append(number)
                else:
                    lines.append([[number], what, where])
        finally:
            look_back()
            if shown is not None:
                show(work, shown)
        print("%s: %d invocations in subgroups of %d" % (workgroup_text(work), count, size))
        rows = []
        for numbers, what, where in join_subgroups(lines, size, (running, shown)):
            mark = "*" if numbers[0] == running else ">" if numbers[0] == shown else " "
            rows.append((mark, ranges(numbers), lanes_text(numbers, size), what, where))
        widths = [max(len(row[column]) for row in rows) for column in range(1, 4)]
        for mark, numbers, lanes, what, where in rows:
            print(("%s %s  %s  %s  %s" % (mark, numbers.rjust(widths[0]), lanes.ljust(widths[1]), what.ljust(widths[2]), where)).rstrip())


def join_subgroups(lines, size, alone):
    """Whole subgroups that stand at the same place share a line, too."""
    joined = []
    for numbers, what, where in lines:
        whole = len(numbers) % size == 0 and numbers[0] % size == 0
        if whole and size > 1 and joined and joined[-1][1:] == [what, where] and len(joined[-1][0]) % size == 0:
            joined[-1][0].extend(numbers)
        elif size == 1 and joined and joined[-1][1:] == [what, where] and not {numbers[0], joined[-1][0][-1]} & set(alone):
            joined[-1][0].extend(numbers)
        else:
            joined.append([list(numbers), what, where])
    return joined


def lanes_text(numbers, size):
    first, last = numbers[0] // size, numbers[-1] // size
    if first != last:
        return "subgroups %d..%d" % (first, last)
    lanes = [number % size for number in numbers]
    return "subgroup %d lane%s %s" % (first, "s" if len(lanes) > 1 else "", ranges(lanes))


def read_number(text):
    if not text.isdigit():
        raise gdb.GdbError("nbl: %s: must be the number of an invocation" % (text or "nothing"))
    return int(text)


def show(work, number):
    """Shows an invocation that sleeps, with the kernel's innermost frame selected; returns whether it is in the kernel."""
    innermost, _ = frames_of(work, invocation_of(work, number))
    switched.invocation = number
    if innermost is not None:
        innermost.select()
    return innermost is not None


class Switch(gdb.Command):
    """nbl switch N: looks at invocation N: backtrace, up, down, info locals and print are of that one.

Nothing in the program changes: `nbl back` looks at the one that runs again, and so does every command that lets the program
run."""

    def __init__(self):
        super().__init__("nbl switch", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        number = read_number(argument)
        work = worker()
        invocation = invocation_of(work, number)
        look_back()
        what, _ = describe(work, invocation)
        sleeping.hide()
        if invocation.address == work["current"]:
            print("invocation %d is the one that runs" % number)
            return
        if what in ("has ended", "has not started"):
            raise gdb.GdbError("nbl: invocation %d %s: it has no frames" % (number, what))
        show(work, number)
        size = int(work["subgroup_size"])
        print("invocation %d (subgroup %d, lane %d) %s" % (number, number // size, number % size, what))
        gdb.execute("frame")


class Back(gdb.Command):
    """nbl back: looks at the invocation that runs again, after `nbl switch`."""

    def __init__(self):
        super().__init__("nbl back", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        if switched.invocation is None:
            return
        look_back()
        if from_tty or argument != "quietly":
            gdb.execute("frame")


class Break(gdb.Command):
    """nbl break N LOCATION [if CONDITION]: stops where invocation N, of any workgroup, comes to a location."""

    def __init__(self):
        super().__init__("nbl break", gdb.COMMAND_BREAKPOINTS)

    def invoke(self, argument, from_tty):
        number, _, rest = argument.strip().partition(" ")
        location, _, condition = rest.strip().partition(" if ")
        number = read_number(number)
        if not location:
            raise gdb.GdbError("nbl: break %d: where? A function, or file:line" % number)
        stop = gdb.Breakpoint(location)
        mine = "%s != 0 && %s->current->index == %d" % (WORKER, WORKER, number)
        stop.condition = mine + (" && (%s)" % condition if condition else "")


# The locals of the dialect's macros: nbl/lang/flow.h and nbl/lang/c.h.
DIALECT = re.compile(r"nbl_(loop|once)_\d+$|nbl_\w*_$|__func__$")


class Locals(gdb.Command):
    """info locals [-q] [REGEXP]: the local variables of the selected frame, those of its text: none of the dialect's.

The innermost block comes first. `set nbl-all-locals on` shows all."""

    def __init__(self):
        super().__init__("info locals", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        words = [word for word in gdb.string_to_argv(argument) if word != "-q"]
        wanted = re.compile(words[0] if words else "")
        frame = gdb.selected_frame()
        try:
            block = frame.block()
        except RuntimeError:
            raise gdb.GdbError("No symbol table info available.")
        shown = 0
        while block is not None and not block.is_global and not block.is_static:
            for symbol in block:
                if symbol.is_variable and wanted.search(symbol.name) and (all_locals.value or not DIALECT.match(symbol.name)):
                    value = symbol.value(frame)
                    print("%s = %s" % (symbol.name, "<optimized out>" if value.is_optimized_out else value.format_string()))
                    shown += 1
            if block.function is not None:
                break
            block = block.superblock
        if not shown:
            print("No locals.")


class AllLocals(gdb.Parameter):
    """Whether `info locals` shows the locals of the dialect's macros, too."""

    set_doc = show_doc = "Whether `info locals` shows the locals of the dialect's macros, too."

    def __init__(self):
        super().__init__("nbl-all-locals", gdb.COMMAND_STATUS, gdb.PARAM_BOOLEAN)
        self.value = False

    def get_set_string(self):
        return ""


all_locals = AllLocals()
skipped = set()


def skip_dialect(event=None):
    """Lets `step` pass over what NBL_SHARED, NBL_BUFFER and their like have made in the files that are loaded."""
    try:
        functions = "".join(gdb.execute("info functions -q -n " + ending, to_string=True) for ending in ("_at$", "_constants$"))
    except gdb.error:
        return
    for name in re.findall(r"(\w+_at)\([^()]*nbl_emulator_action_t|(\w+_constants)\(const char \*, int\)", functions):
        name = name[0] or name[1]
        if name not in skipped:
            skipped.add(name)
            gdb.execute("skip function " + name, to_string=True)


for command in (Nbl, Invocations, Switch, Back, Break, Locals):
    command()
gdb.execute("skip -rfu ^nbl_emulator_", to_string=True)
gdb.execute("skip -gfi */nbl/lang/*", to_string=True)
skip_dialect()
gdb.events.new_objfile.connect(skip_dialect)
gdb.events.cont.connect(lambda event: look_back())
# A step is measured from the frame in which it begins: that must be the real one.
for name in ("continue", "step", "next", "stepi", "nexti", "finish", "until", "advance", "jump", "run", "start", "kill", "detach"):
    gdb.execute("define hook-%s\nnbl back quietly\nend" % name)
