# The types of devices. SPDX-License-Identifier: Apache-2.0
from types import TracebackType

class Device:
    name: str
    def synchronize(self) -> None: ...
    def __enter__(self) -> Device: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

def device(name: str | None = None) -> Device: ...
