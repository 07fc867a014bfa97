# SPDX-License-Identifier: MIT
"""Recordings of the tree for the tests, and the command, whose results are compared."""
import json
import os
import subprocess
from pathlib import Path

import pytest

TREE = Path(__file__).resolve().parents[2]


def recordings():
    folder = TREE / "tests" / "recordings"
    return sorted(path for path in folder.rglob("*") if path.suffix in (".teehistorian", ".demo"))


@pytest.fixture(autouse=True)
def own_database(monkeypatch, tmp_path_factory):
    """The database of `find`, maps and images are neither those of the user nor of the system."""
    empty = str(tmp_path_factory.mktemp("cache"))
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS"):
        monkeypatch.setenv(name, empty)
    for name in ("TEETAPE_DB", "TEETAPE_MAP_PATH"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(params=recordings(), ids=lambda path: f"{path.parent.name}/{path.name}"[:40])
def recording(request):
    return request.param


@pytest.fixture
def command():
    """A verb of `teetape` or $TEETAPE_COMMAND with --json. Returns its objects."""
    def run(verb, *words):
        program = os.environ.get("TEETAPE_COMMAND") or "teetape"
        done = subprocess.run([program, verb, "--json", *words], stdout=subprocess.PIPE, check=False)
        assert done.returncode in (0, 1)
        return [json.loads(line) for line in done.stdout.splitlines()]
    return run


@pytest.fixture
def tutorial():
    return next(path for path in recordings() if "tutorial-13min" in str(path) and path.suffix == ".teehistorian")


@pytest.fixture
def demo():
    return next(path for path in recordings() if path.suffix == ".demo")


@pytest.fixture
def broken(tmp_path, tutorial):
    """The tutorial with damage after a third of it."""
    whole = tutorial.read_bytes()
    path = tmp_path / "broken.teehistorian"
    path.write_bytes(whole[:30000] + b"\x7f\xff\xff\xff\xff\xff" * 20 + whole[30120:])
    return path


@pytest.fixture
def small():
    return min(recordings(), key=lambda path: path.stat().st_size)
