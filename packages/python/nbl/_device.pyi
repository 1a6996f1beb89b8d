# The types of devices. SPDX-License-Identifier: Apache-2.0
from types import TracebackType
from typing import NamedTuple

class Device:
    name: str
    uuid: str
    index: int
    def synchronize(self) -> None: ...
    def __enter__(self) -> Device: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

class DeviceInfo(NamedTuple):
    index: int
    name: str
    uuid: str
    driver: str
    is_processor: bool

def device(name: Device | int | str | None = None) -> Device: ...
def devices() -> list[DeviceInfo]: ...
