"""Plans that are kept, by the bytes that they take.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import threading

CacheInfo = collections.namedtuple("CacheInfo", "hits misses plans bytes max_bytes")


class PlanCache:
    """Keeps the plans that were used last; `make(*key)` makes one, `plan.bytes` is what it takes.

    The last FEWEST plans are kept whatever they take: the transforms forth and back of one length.
    """

    FEWEST = 2

    def __init__(self, make, max_bytes, max_plans=None):
        self._make, self._max_bytes, self._max_plans = make, max_bytes, max_plans
        self._plans = collections.OrderedDict()  # the one used last at the end
        self._lock = threading.Lock()
        self._bytes = self._hits = self._misses = 0

    def __call__(self, *key):
        plan = self.find(key)
        return plan if plan is not None else self.keep(key, self._make(*key))

    def find(self, key):
        """Returns the plan of a key, or None."""
        with self._lock:
            plan = self._plans.get(key)
            if plan is not None:
                self._plans.move_to_end(key)
                self._hits += 1
            return plan

    def keep(self, key, plan):
        """Keeps a plan that was not found; returns it."""
        with self._lock:
            self._misses += 1
            if key not in self._plans:  # no other thread was first
                self._plans[key] = plan
                self._bytes += plan.bytes
            dropped = self._drop()
        del dropped  # without the lock, which a plan's end may need
        return plan

    def _drop(self):
        dropped = []
        while len(self._plans) > self.FEWEST and (
            self._bytes > self._max_bytes
            or (self._max_plans is not None and len(self._plans) > self._max_plans)
        ):
            _, plan = self._plans.popitem(last=False)
            self._bytes -= plan.bytes
            dropped.append(plan)
        return dropped

    def cache_info(self):
        with self._lock:
            return CacheInfo(
                self._hits, self._misses, len(self._plans), self._bytes, self._max_bytes
            )

    def cache_clear(self):
        """Forgets all plans, and how often they were used."""
        with self._lock:
            dropped, self._plans = self._plans, collections.OrderedDict()
            self._bytes = self._hits = self._misses = 0
        del dropped

    def limit(self, max_bytes):
        """Sets how many bytes plans may take."""
        with self._lock:
            self._max_bytes = max_bytes
            dropped = self._drop()
        del dropped

    def renew(self):
        """Leaves a forked process with a lock that no other thread has taken."""
        self._lock = threading.Lock()
