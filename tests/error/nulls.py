#!/usr/bin/env python3
"""A program that calls each function of nbl/host with NULL in place of each pointer whose comment does not allow it.
SPDX-License-Identifier: Apache-2.0

usage: nulls.py HEADER... >program.c
Functions that return nbl_result_t must refuse it; those that free must take it. The program prints what does not, and
how many calls it made.
"""
import re
import sys

FUNCTION = re.compile(r"((?:/\*(?:[^*]|\*(?!/))*\*/\s*)?)(nbl_result_t|void) (nbl_\w+)\(([^;{]*?)\);")


def parameters(text):
    """(type, name, is a pointer) of each."""
    for part in re.sub(r"\s+", " ", text).split(","):
        kind, name, array = re.fullmatch(r"\s*(.*?)(\w+)(\[\w*\])?\s*", part).groups()
        yield kind.strip(), name, "*" in kind or array is not None or kind.strip() == "VkCommandBuffer"


def may_be_null(comment, name):
    """What the comment says in the parameter's own lines: `name  text`, up to the next one."""
    lines = re.search(r"\n \* [\w, ]*\b%s\b[\w, ]*  .*(?:\n \*   .*)*" % name, comment)
    text = lines.group(0) if lines else ""
    return re.search(r"may be NULL|(?<!not )NULL[:;]|or NULL|NULL if", text) is not None


def main():
    refusals, frees = [], []
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for comment, result, name, arguments in FUNCTION.findall(text):
            given = list(parameters(arguments))
            values = ["block" if pointer else "(%s){0}" % kind for kind, _, pointer in given]
            error = next((i for i, (kind, _, _) in enumerate(given) if kind.startswith("nbl_error_t")), None)
            if error is not None:
                values[error] = "&error"
            if result == "void" and re.search(r"_(destroy|free)$", name):
                frees.append("%s(%s)" % (name, ", ".join("NULL" if pointer else "(%s){0}" % kind
                                                         for kind, _, pointer in given)))
            if result != "nbl_result_t":
                continue
            for i, (kind, argument, pointer) in enumerate(given):
                if pointer and i != error and not may_be_null(comment, argument):
                    call = ", ".join("NULL" if k == i else value for k, value in enumerate(values))
                    refusals.append((name, argument, "%s(%s)" % (name, call), error is not None))
    for path in sys.argv[1:]:
        print('#include "%s"' % path.split("include/", 1)[1])
    print("""#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static const char *at;
static int wrong;

static void crashed(int number) {
    printf("%s: crashes\\n", at);
    fflush(stdout);
    _exit(number);
}

static void expect(nbl_result_t result, const char *text) {
    if (result != NBL_ERROR_ARGUMENT || !strstr(text, "NULL")) wrong++, printf("%s: %d: %s\\n", at, (int)result, text);
}

int main(void) {
    static _Alignas(64) char zeros[1 << 16];
    void *const block = zeros;
    nbl_error_t error;
    signal(SIGSEGV, crashed);""")
    for name, argument, call, has_text in refusals:
        print('    at = "%s: %s is NULL", error.text[0] = 0;' % (name, argument))
        print("    expect(%s, %s);" % (call, "error.text" if has_text else '"NULL"'))
    for call in frees:
        print('    at = "%s", %s;' % (call, call))
    print('    printf("%d refusals, %d frees\\n");\n    return wrong != 0;\n}' % (len(refusals), len(frees)))


main()
