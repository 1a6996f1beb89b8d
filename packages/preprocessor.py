"""The preprocessor's expressions as single_file.py evaluates them: numbers, names, and names that a compiler alone defines.

SPDX-License-Identifier: Apache-2.0
"""
import re

UNKNOWN = object()
WORD = re.compile(r"[A-Za-z_]\w*")


class Failure(Exception):
    """What is said in one line."""


class Macro:
    """A macro with arguments."""

    def __init__(self, names, body):
        self.names, self.body = [name.strip() for name in names.split(",")], body

    def call(self, arguments):
        given = dict(zip(self.names, arguments))
        return WORD.sub(lambda m: given.get(m[0], m[0]), self.body)


def is_open(text):
    """Returns whether a comment goes on after this text."""
    return "/*" in re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S).strip()


class Condition:
    """Evaluates the integer expression of an #if. Numbers may be UNKNOWN: 0 && UNKNOWN is 0."""

    BINARY = [
        {"||"},
        {"&&"},
        {"|"},
        {"^"},
        {"&"},
        {"==", "!="},
        {"<", ">", "<=", ">="},
        {"<<", ">>"},
        {"+", "-"},
        {"*", "/", "%"},
    ]
    TOKEN = re.compile(r"\s*(0[xX][0-9a-fA-F]+|\d+|\w+|\|\||&&|==|!=|<=|>=|<<|>>|\S)[uUlL]*")

    def __init__(self, names, text):
        self.names, self.text, self.tokens = names, text, self.TOKEN.findall(text)

    def value(self):
        result = self.binary(0)
        if self.tokens:
            raise Failure(f"#if {self.text}: not understood at {self.tokens[0]}")
        return result

    def take(self, token=None):
        if not self.tokens or token and self.tokens[0] != token:
            raise Failure(f"#if {self.text}: not understood")
        return self.tokens.pop(0)

    def binary(self, level):
        if level == len(self.BINARY):
            return self.unary()
        left = self.binary(level + 1)
        while self.tokens and self.tokens[0] in self.BINARY[level]:
            operator = self.take()
            left = self.apply(operator, left, self.binary(level + 1))
        return left

    @staticmethod
    def apply(operator, a, b):
        if operator == "&&" and (a == 0 or b == 0):
            return 0
        if operator == "||" and any(x is not UNKNOWN and x != 0 for x in (a, b)):
            return 1
        if a is UNKNOWN or b is UNKNOWN:
            return UNKNOWN
        return int(
            {
                "||": lambda: a or b,
                "&&": lambda: 1,
                "|": lambda: a | b,
                "^": lambda: a ^ b,
                "&": lambda: a & b,
                "==": lambda: a == b,
                "!=": lambda: a != b,
                "<": lambda: a < b,
                ">": lambda: a > b,
                "<=": lambda: a <= b,
                ">=": lambda: a >= b,
                "<<": lambda: a << b,
                ">>": lambda: a >> b,
                "+": lambda: a + b,
                "-": lambda: a - b,
                "*": lambda: a * b,
                "/": lambda: a // b,
                "%": lambda: a % b,
            }[operator]()
        )

    def unary(self):
        token = self.take()
        if token in ("!", "-", "~", "+"):
            value = self.unary()
            return (
                value
                if value is UNKNOWN
                else {"!": int(not value), "-": -value, "~": ~value, "+": value}[token]
            )
        if token == "(":
            value = self.binary(0)
            self.take(")")
            return value
        if token[0].isdigit():
            return int(token, 0)
        if token == "defined":
            is_bracketed = self.tokens[:1] == ["("] and self.take()
            value = self.names.value_of(self.take())
            if is_bracketed:
                self.take(")")
            return UNKNOWN if value is UNKNOWN else int(value is not None)
        value = self.names.value_of(token)
        if isinstance(value, Macro):
            return Condition(self.names, value.call(self.arguments())).value()
        if value is None or value is UNKNOWN:
            return 0 if value is None else UNKNOWN
        return Condition(self.names, value).value() if value.strip() else 0

    def arguments(self):
        """Returns the arguments in the brackets after a macro's name. An argument of our macros holds no comma."""
        self.take("(")
        result, depth = [""], 1
        while depth:
            token = self.take()
            depth += {"(": 1, ")": -1}.get(token, 0)
            if token == "," and depth == 1:
                result.append("")
            elif depth:
                result[-1] += f" {token}"
        return result
