# The types of the cache of plans. SPDX-License-Identifier: Apache-2.0
from typing import NamedTuple

class CacheInfo(NamedTuple):
    hits: int
    misses: int
    plans: int
    bytes: int
    max_bytes: int
