"""Choices that hold inside of a `with` statement: for its thread or coroutine, and for pools.

SPDX-License-Identifier: Apache-2.0
"""
import contextvars
import itertools
import threading

_numbers = itertools.count()


class Choice:
    """What `with` statements choose.

    The first of these that exists holds:

    - the innermost `with` statement of the thread or coroutine itself;
    - in a thread other than the main one: the statement of the main thread that was entered last
      and has not been left. Threads of a pool, such as dask's, have no statements of their own;
    - the default of the process.
    """

    def __init__(self, name, default):
        self._own = contextvars.ContextVar(name, default=())  # (number, manager), innermost last
        self._main = {}  # managers of the main thread by number, in the order of entering
        self._default = default

    def enter(self, manager):
        number = next(_numbers)
        self._own.set((*self._own.get(), (number, manager)))
        if threading.current_thread() is threading.main_thread():
            self._main[number] = manager

    def leave(self, manager):
        """Ends the innermost statement of a manager; statements may end in any order."""
        own = self._own.get()
        for place in reversed(range(len(own))):
            if own[place][1] is manager:
                self._main.pop(own[place][0], None)
                self._own.set(own[:place] + own[place + 1 :])
                return

    def current(self):
        """Returns the value that holds here."""
        own = self._own.get()
        if own:
            return own[-1][1].value
        if self._main and threading.current_thread() is not threading.main_thread():
            for manager in reversed(list(self._main.values())):
                return manager.value
        return self._default()

    def forget(self):
        """Ends all statements: a forked process begins without them."""
        self._main = {}
        self._own.set(())


class Chosen:
    """A context manager; threads and coroutines may enter one at once, and more than once."""

    choice = None
    value = None

    def __enter__(self):
        self.choice.enter(self)
        return self

    def __exit__(self, kind, error, trace):
        self.choice.leave(self)
