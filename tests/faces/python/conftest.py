"""What several tests need.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import pathlib
import shutil

import pytest


@pytest.fixture(scope="session")
def two_of_a_kind(tmp_path_factory):
    """The environment of a machine that has lavapipe twice, by a copy of its driver."""
    folder, files = tmp_path_factory.mktemp("icd"), []
    original = pathlib.Path("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
    description = json.loads(original.read_text())
    library = pathlib.Path(description["ICD"]["library_path"])
    for name in "first", "second":
        copy = folder / f"{name}.so"
        shutil.copy(library, copy)
        description["ICD"]["library_path"] = str(copy)
        files.append(folder / f"{name}.json")
        files[-1].write_text(json.dumps(description))
    paths = os.pathsep.join(map(str, files))
    return {"VK_ICD_FILENAMES": paths, "VK_DRIVER_FILES": paths}
