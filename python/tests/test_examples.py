# SPDX-License-Identifier: MIT
"""The programs of python/examples, which the guide quotes."""
import subprocess
import sys
from pathlib import Path

import pytest

import teetape

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def start(name, *words):
    return subprocess.run([sys.executable, str(EXAMPLES / name), *map(str, words)], check=False, capture_output=True,
                          text=True)


def run(name, *words):
    done = start(name, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def folder(broken, tutorial):
    """A folder with recordings and a file that is none."""
    (broken.parent / "good.teehistorian").write_bytes(tutorial.read_bytes())
    (broken.parent / "no_recording.teehistorian").write_text("a text, and a long one")
    (broken.parent / "good.teehistorian.ttidx").write_text("an index")
    return broken.parent


def test_load(tutorial):
    assert "alice" in run("load.py", tutorial)


def test_speed(tutorial):
    pytest.importorskip("numpy")
    assert "tiles a second" in run("speed.py", tutorial, "alice")


def test_speed_of_a_demo(demo):
    pytest.importorskip("numpy")
    name = next(teetape.open(demo).sessions(columns="name").rows())["name"]
    assert "tiles a second" in run("speed.py", demo, name)


def test_speed_of_a_stranger(tutorial):
    pytest.importorskip("numpy")
    done = start("speed.py", tutorial, "no such player")
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert done.stderr.endswith(f"no such player has no ticks in {tutorial}\n")


def test_bad_files_of_a_folder(folder, tmp_path):
    pytest.importorskip("pandas")
    for name in ("heat.py", "folder.py"):
        done = start(name, folder)
        assert done.returncode == 0, done.stderr
        assert "broken" in done.stderr and "no_recording.teehistorian" in done.stderr, done.stderr
        assert "Tutorial [" in done.stdout or "fac4ac54-" in done.stdout
    (tmp_path / "empty").mkdir()
    done = start("folder.py", tmp_path / "empty")
    assert done.returncode == 1 and done.stderr.startswith("there are no recordings in ")


def test_heat(tutorial):
    pytest.importorskip("numpy")
    assert run("heat.py", tutorial.parent).count(" s'") >= 3


def test_features(tutorial):
    pytest.importorskip("pandas")
    assert "largest_turn" in run("features.py", tutorial)


def test_features_invent_no_jumps(demo, tutorial):
    """The example works on a demo, which has no keys, and on a recording with keys."""
    pytest.importorskip("pandas")
    for path in (demo, tutorial):
        lines = run("features.py", path).splitlines()
        at = lines[0].split().index("jumps") + 1
        count, mean = (line.split()[at] for line in lines[1:3])
        assert (float(count) == 0 and mean == "<NA>") if path == demo else (float(count) > 2000 and float(mean) > 0)


def test_tiles(demo, tmp_path, monkeypatch):
    """The example works where a tee is outside of the map."""
    pytest.importorskip("numpy")
    assert "session 0: 0 ticks on freeze" in run("tiles.py", demo)
    (tmp_path / "dm1.map").write_bytes(teetape.open(demo).map().data)
    monkeypatch.setenv("TEETAPE_MAP_PATH", str(tmp_path))
    whole = next(demo.parent.glob("*.teehistorian")).read_bytes()
    header = whole[:whole.index(b"\0", 16) + 1]
    far = tmp_path / "far.teehistorian"
    player_new, finish = -3, -1
    far.write_bytes(header + teetape.varint_encode([player_new, 0, 90000, -4000, finish]))
    assert run("tiles.py", far) == "session 0: 0 ticks on freeze\n"


def test_plot_run(tutorial, tmp_path):
    run("plot_run.py", tutorial, "alice", tmp_path / "run.png")
    assert (tmp_path / "run.png").read_bytes().startswith(b"\x89PNG")
