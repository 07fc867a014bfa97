# SPDX-License-Identifier: MIT
"""Recordings for the tests: those of the tree."""
from pathlib import Path

import pytest

TREE = Path(__file__).resolve().parents[2]


def recordings():
    folder = TREE / "tests" / "recordings"
    return sorted(path for path in folder.rglob("*") if path.suffix in (".teehistorian", ".demo"))


@pytest.fixture(params=recordings(), ids=lambda path: f"{path.parent.name}/{path.name}"[:40])
def recording(request):
    return request.param


@pytest.fixture
def tutorial():
    return next(path for path in recordings() if "tutorial-13min" in str(path) and path.suffix == ".teehistorian")


@pytest.fixture
def demo():
    return next(path for path in recordings() if path.suffix == ".demo")


@pytest.fixture
def small():
    return min(recordings(), key=lambda path: path.stat().st_size)
