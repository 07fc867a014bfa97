# SPDX-License-Identifier: MIT
"""Tables of recordings, compared with what the command prints."""
import ast
import copy
import datetime
import gc
import importlib
import inspect
import os
import pickle
import re
import threading
import warnings
from pathlib import Path

import pytest

import teetape


def test_info(recording):
    run = teetape.open(recording)
    assert run.info["format"] == ("demo" if recording.suffix == ".demo" else "teehistorian")


def test_facts_are_those_of_the_command(recording, command):
    said = command("chat", recording)
    mine = [fact for fact in teetape.open(recording).facts(kinds=["chat"])]
    its = [row for row in said if row["kind"] == "chat"]
    assert [(fact.tick, fact.cid) for fact in mine if fact.cid is not None] == \
        [(row["tick"], row["cid"]) for row in its if row.get("cid") is not None]


def test_positions_are_those_of_the_command(tutorial, command):
    rows = command("dump", "--player", "alice", tutorial)
    moved = {(row["tick"], row["cid"]): (row["x"], row["y"]) for row in rows if "dx" in row}
    ticks = teetape.open(tutorial).ticks(columns="tick,cid,x,y", player="alice")
    mine = {(tick, cid): (x, y) for tick, cid, x, y in zip(*ticks.values())}
    assert moved and all(mine[key] == place for key, place in moved.items() if key in mine)
    assert len(set(moved) & set(mine)) > len(moved) * 9 // 10


def test_columns(tutorial):
    ticks = teetape.open(tutorial).ticks(columns=["tick", "x"])
    x = ticks["x"]
    assert list(ticks) == ["tick", "x"] and len(x) == ticks.height > 100
    assert memoryview(x).readonly and memoryview(x)[5] == x[5]
    assert teetape.tables["ticks"]["x"].meaning == x.meaning
    with pytest.raises(IndexError):
        x[len(x)]
    with pytest.raises(BufferError):
        memoryview(teetape.open(tutorial).facts.__self__.table("facts", columns="kind")["kind"])


def test_numpy_shares_memory(tutorial):
    numpy = pytest.importorskip("numpy")
    ticks = teetape.open(tutorial).ticks(columns="tick,x,y")
    x = numpy.asarray(ticks["x"])
    assert x.ctypes.data == ticks["x"].__array_interface__["data"][0] and not x.flags.writeable
    assert int(x.sum()) == sum(ticks["x"])
    del ticks
    gc.collect()
    assert len(x) == len(x.tolist())


def test_times_and_uuids(tutorial):
    numpy = pytest.importorskip("numpy")
    pandas = pytest.importorskip("pandas")
    run = teetape.open(tutorial)
    table = run.ticks(columns="recording,ts,tick")
    arrays = table.to_numpy()
    assert arrays["ts"].dtype == "<M8[us]" and arrays["ts"][0].astype(int) == table["ts"][0]
    assert arrays["recording"].dtype == "V16" and arrays["recording"].itemsize == 16
    frame = table.to_pandas()
    assert (frame["recording"] == run.info["recording"]).all()
    assert frame["ts"][0] == pandas.Timestamp(table["ts"][0], unit="us", tz="UTC")
    sessions = run.sessions(columns="joined_ts,left_ts").to_pandas()
    assert str(sessions["joined_ts"].dtype).endswith(", UTC]")
    assert numpy.array_equal(frame["tick"], list(table["tick"]))


def test_times_lead_back(tmp_path, tutorial):
    """Each form of a time means the same place for the library and the command, whatever the
    zone of the header."""
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("pandas")
    path = tmp_path / "zone.teehistorian"
    path.write_bytes(tutorial.read_bytes().replace(b"07:49:27+0000", b"09:49:27+0200", 1))
    run = teetape.open(path)
    table = run.ticks(columns="tick,ts")
    row = table.height // 2
    tick, ts = table["tick"][row], table.to_numpy()["ts"][row]
    aware = datetime.datetime.fromtimestamp(table["ts"][row] / 1e6, datetime.timezone(datetime.timedelta(hours=-3)))
    for place in (tick, int(tick), ts, ts.astype("datetime64[ns]"), numpy.array(ts), table.to_pandas()["ts"][row], aware, str(aware)):
        assert run.ticks(columns="tick", start=place)["tick"][0] == tick, repr(place)
        assert run.ticks(columns="tick", stop=place)["tick"][-1] < tick, repr(place)
    for place in (ts, aware):
        out = tmp_path / "cut.teehistorian"
        assert teetape.open(run.cut(start=place, stop=tick + 50, out=out, force=True)).info["first_tick"] >= tick - 1
    with pytest.raises(ValueError, match="has no time zone"):
        run.ticks(start=aware.replace(tzinfo=None))
    with pytest.raises(teetape.Error):
        run.ticks(start=numpy.datetime64("NaT"))


def test_copies(tutorial):
    """Facts can be pickled, as a process pool does."""
    fact = next(fact for fact in teetape.open(tutorial).facts(kinds="chat,join"))
    refused = teetape.CommandError("no", 2)
    with pytest.raises(teetape.Error) as caught:
        teetape.open(tutorial).ticks(start="nonsense")
    for again in (copy.copy, copy.deepcopy, lambda object: pickle.loads(pickle.dumps(object))):
        made = again(fact)
        assert type(made) is teetape.Fact and made.fields == fact.fields and made.tick == fact.tick
        made = again(refused)
        assert type(made) is teetape.CommandError and (str(made), made.status) == ("no", 2)
        made = again(caught.value)
        assert type(made) is teetape.Error and (str(made), made.status) == (str(caught.value), caught.value.status)
        assert again(teetape.open(tutorial)).path == str(tutorial)


def test_frames_can_be_changed(tutorial):
    """A change of a frame in place leaves the columns that it was made from as they are."""
    pandas = pytest.importorskip("pandas")
    run = teetape.open(tutorial)
    for name, columns in teetape.tables.items():
        table = run.table(name, columns=list(columns))
        before = {name: list(column) for name, column in table.items()}
        frame = table.to_pandas()
        for number, name in enumerate(frame):
            if pandas.api.types.is_numeric_dtype(frame[name]) and not pandas.api.types.is_bool_dtype(frame[name]):
                frame[name] += 1
            if len(frame):
                frame.iat[0, number] = frame.iat[-1, number]
        assert all(list(table[name]) == before[name] for name in table)
    frame = run.ticks(columns="x").to_pandas()
    first = frame["x"][0]
    frame["x"] += 1
    assert frame["x"][0] == first + 1


def test_stubs():
    """The stubs import only what the oldest supported Python has."""
    for path in Path(teetape.__file__).parent.glob("*.pyi"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                module = importlib.import_module(node.module)
                assert all(hasattr(module, alias.name) for alias in node.names), (path.name, node.module)


def names_of_options(source, name):
    """The options of a job in the sources of the extension. Some of them are rows of macros."""
    text = (Path(__file__).resolve().parents[1] / "src" / source).read_text()
    ends = {f"static const option {name}[]": "};", "#define ROWS_READING(": "#define ROWS_INDEX(", "#define ROWS_INDEX(": "static"}
    rows = {start: text.partition(start)[2].partition(end)[0] for start, end in ends.items()}
    table = rows.pop(f"static const option {name}[]")
    table += "".join(part for start, part in rows.items() if start.removeprefix("#define ") in table)
    parameters = {"from", "to"} | ({"at"} if name == "picture_options" else set())
    return set(re.findall(r'ROW\("(\w+)"', table)) - parameters


def test_stubs_have_all_options():
    """The stubs have the options of each job, so that type checkers know a misspelt one."""
    text = (Path(teetape.__file__).parent / "__init__.pyi").read_text()
    for source, name in (("jobs.c", "cut"), ("jobs.c", "demo"), ("jobs.c", "picture"), ("jobs.c", "page"), ("find.c", "find")):
        fields = text.partition(f'TypedDict("_{name.title()}", {{')[2].partition("}")[0]
        assert set(re.findall(r'"(\w+)": ', fields)) == names_of_options(source, f"{name}_options"), name


def test_stubs_have_all_parameters():
    tree = ast.parse((Path(teetape.__file__).parent / "__init__.pyi").read_text())
    recording = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Recording")
    for owner, body in ((teetape.Recording, recording.body), (teetape, tree.body)):
        for node in body:
            if isinstance(node, ast.FunctionDef) and "property" not in [getattr(d, "id", "") for d in node.decorator_list]:
                names = [one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
                theirs = inspect.signature(getattr(owner, node.name)).parameters.values()
                assert set(names) == {one.name for one in theirs if one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)}, node.name


def test_slices(tutorial):
    tick = teetape.open(tutorial).ticks(columns="tick")["tick"]
    assert tick[:3] == [tick[0], tick[1], tick[2]] and tick[-1] == list(tick)[-1]
    assert tick[5:1:-2] == [tick[5], tick[3]] and tick[len(tick):] == []


def test_facts_again(tutorial):
    facts = teetape.open(tutorial).facts(kinds="chat,join")
    assert len(facts) == len(list(facts)) == len(list(facts)) > 0
    assert {fact.kind for fact in facts} <= {"chat", "join"}


def test_pandas(tutorial):
    pytest.importorskip("pandas")
    frame = teetape.open(tutorial).table("facts").to_pandas()
    rows = list(teetape.open(tutorial).table("facts").rows())
    assert len(frame) == len(rows)
    assert list(frame["kind"]) == [row["kind"] for row in rows]


def test_errors(tmp_path, tutorial):
    with pytest.raises(FileNotFoundError):
        teetape.open(tmp_path / "none.demo")
    (tmp_path / "text.demo").write_bytes(b"no recording at all, but a text")
    with pytest.raises(teetape.Error) as caught:
        teetape.open(tmp_path / "text.demo")
    assert caught.value.offset == 0
    assert caught.value.path == str(tmp_path / "text.demo")
    assert str(caught.value) == f"{tmp_path / 'text.demo'}: this is neither a teehistorian file nor a demo"
    for name, content, reason in (("empty.demo", b"", "the file is empty"), ("zeros", bytes(100), "the file begins with zeros, not with a recording"),
                                  ("cut.demo", tutorial.read_bytes()[:9], "the first bytes of a recording are cut off")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(teetape.Error) as caught:
            teetape.open(tmp_path / name)
        assert caught.value.path == str(tmp_path / name)
        assert str(caught.value).endswith(f"{reason}; a teehistorian file or a demo was expected")
    (tmp_path / "header.teehistorian").write_bytes(tutorial.read_bytes()[:16] + b"no JSON" * 9 + b"\0")
    with pytest.raises(teetape.Error) as caught:
        teetape.open(tmp_path / "header.teehistorian")
    assert caught.value.path == str(tmp_path / "header.teehistorian") and "expected" not in str(caught.value)
    with pytest.raises(teetape.Error):
        teetape.open(tutorial).ticks(columns="tick,nothing")
    with pytest.raises(teetape.Error, match="there are ticks, "):
        teetape.open(tutorial).table("nothing")
    with pytest.raises(ValueError):
        teetape.open(tutorial).ticks(every=-1)


def test_what_is_asked_for(tutorial):
    numpy = pytest.importorskip("numpy")
    run = teetape.open(tutorial)
    with pytest.warns(teetape.PlayerWarning, match="no player has the name 'nameless tee'") as told:
        assert run.ticks(player="nameless tee").height == 0
    assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert run.ticks(player="alice").height > 0
        cid = run.sessions("cid")["cid"][0]
        assert run.ticks(player=numpy.int8(cid), stop="0").height == run.ticks(player=str(cid), stop="0").height == 0
    with pytest.warns(teetape.PlayerWarning, match="no player has the client id 127"):
        assert run.ticks(player=127).height == 0
    for player in (["alice", "bob"], 1.5, True, b"alice"):
        with pytest.raises(TypeError, match="player is a client id or a name, and not "):
            run.ticks(player=player)
    with pytest.raises(TypeError, match=r"ticks\(\) got an unexpected keyword argument 'colums'"):
        run.ticks(colums="tick")
    with pytest.raises(ValueError, match="every is a number of ticks, from 1 on"):
        run.ticks(every=0)
    for table in ("inputs", "facts"):
        with pytest.raises(ValueError, match="every goes with ticks"):
            run.table(table, every=5)
    with pytest.raises(TypeError, match="every is a number of ticks, from 1 on, and not '5'"):
        run.ticks(every="5")
    with pytest.raises(ValueError, match="every is a number of ticks"):
        run.ticks(every=1 << 32)
    with pytest.raises(teetape.Error, match="no column 'cdi' in ticks; did you mean 'cid'") as caught:
        run.ticks(columns="tick,cdi")
    assert caught.value.status < 0
    with pytest.raises(teetape.Error, match="no column 'qqq' in ticks$"):
        run.ticks(columns=["tick", "qqq"])
    with pytest.raises(ValueError, match="columns names none"):
        run.ticks(columns=[])
    assert list(run.ticks(columns="tick, cid ,x")) == list(run.ticks(columns=["tick", " cid", "x"])) == ["tick", "cid", "x"]
    assert len(run.facts(kinds="chat, join")) == len(run.facts(kinds="chat,join"))


def test_damage(tmp_path, tutorial):
    whole = tutorial.read_bytes()
    cut = tmp_path / "cut.teehistorian"
    cut.write_bytes(whole[:len(whole) // 2])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        half = teetape.open(cut).ticks(columns="tick,x")
    assert 0 < half.height < teetape.open(tutorial).ticks(columns="tick,x").height
    broken = tmp_path / "broken.teehistorian"
    broken.write_bytes(whole[:30000] + b"\x7f\xff\xff\xff\xff\xff" * 20 + whole[30120:])
    with pytest.warns(teetape.DamageWarning):
        table = teetape.open(broken).ticks(columns="tick,x")
    assert table.damage["offset"] >= 30000 - 64 and table.height > 0
    for read in (lambda run: run.ticks(), lambda run: run.facts(), lambda run: run.table("inputs"), list):
        with pytest.warns(teetape.DamageWarning, match=": tick [1-9][0-9]*, byte ") as told:
            read(teetape.open(broken))
        assert {warning.filename for warning in told} == {__file__}
    assert caught is not None
    early = tmp_path / "early.teehistorian"
    early.write_bytes(whole[:whole.index(b"\0", 16) + 1] + b"\x7f\xff\xff\xff\xff\xff" * 20)
    with pytest.warns(teetape.DamageWarning) as told:
        table = teetape.open(early).ticks()
    assert table.damage["tick"] is None and table.height == 0
    assert str(told[-1].message).startswith(f"{early}: byte ")


def test_threads(tutorial):
    run = teetape.open(tutorial)
    sums = []
    threads = [threading.Thread(target=lambda: sums.append(sum(run.ticks(columns="x")["x"]))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sums) == 8 and len(set(sums)) == 1


def memory():
    """The memory of the process in bytes, and its open files."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE"), len(os.listdir("/proc/self/fd"))


@pytest.mark.skipif("TEETAPE_SANITIZED" in os.environ, reason="the sanitizer keeps what is freed, and looks for leaks")
def test_opens_do_not_leak(small):
    def use(count):
        for i in range(count):
            run = teetape.open(small)
            if i % 10 == 0:
                run.sessions().__arrow_c_stream__()
                next(iter(run.facts()))
            if i % 10 == 5:
                with pytest.raises(teetape.Error):
                    run.table("ticks", start="nonsense")

    def growth():
        bytes_before, files = memory()
        use(10_000)
        bytes_after, files_after = memory()
        assert files_after == files
        return bytes_after - bytes_before

    use(1000)
    # 52 bytes an open. What the allocator keeps grows once, a leak each time.
    assert any(growth() < 512 << 10 for _ in range(3))


def test_no_process_is_started():
    for path in Path(teetape.__file__).parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "subprocess" not in text and "popen" not in text.lower() and "os.system" not in text


def test_job(tutorial, tmp_path):
    run = teetape.open(tutorial)
    assert run.picture(at="11:24", data="", size="64x36")._repr_png_().startswith(b"\x89PNG")
    out = tmp_path / "part.teehistorian"
    assert run.cut(start=1000, stop=2000, out=out) == out and teetape.open(out).info["format"] == "teehistorian"
    with pytest.raises(teetape.CommandError) as caught:
        run.cut(start="nonsense")
    assert caught.value.status == 2


def test_job_and_damage(broken, tmp_path, tutorial):
    (broken.parent / "good.teehistorian").write_bytes(tutorial.read_bytes())
    with pytest.warns(teetape.DamageWarning, match="broken.teehistorian: damaged") as told:
        found = list(teetape.find(broken.parent, player="alice"))
    assert {Path(row["file"]).name for row in found} == {"broken.teehistorian", "good.teehistorian"}
    assert {warning.filename for warning in told} == {__file__}
    run = teetape.open(broken)
    with pytest.warns(teetape.DamageWarning, match="a record of unknown kind") as told:
        part = run.cut(start=1300, stop=30000)
    assert len(part) > 1000 and {warning.filename for warning in told} == {__file__}
    out = tmp_path / "part.teehistorian"
    for options in ({}, {"force": True}):
        with pytest.warns(teetape.DamageWarning):
            assert run.cut(start=1300, stop=30000, out=out, **options) == out
        assert teetape.open(out).info["first_tick"] >= 1299
    with pytest.raises(teetape.CommandError) as caught:
        run.cut(start=1300, stop=30000, out=out)
    assert caught.value.status == 2
    with pytest.raises(teetape.CommandError) as caught:
        list(teetape.find(tmp_path / "none"))
    assert caught.value.status == 3


def test_scan(broken, tutorial, demo):
    folder = broken.parent / "some"
    (folder / "deep").mkdir(parents=True)
    for name in (tutorial, demo, broken):
        (folder / "deep" / name.name).write_bytes(name.read_bytes())
    (folder / "README").write_text("no recording")
    (folder / "empty.demo").write_bytes(b"")
    with pytest.warns(teetape.DamageWarning) as told:
        found = list(teetape.scan(folder, table="sessions", columns="cid,name"))
    assert [Path(run.path).name for run, _ in found] == sorted(path.name for path in (tutorial, demo, broken))
    for run, sessions in found:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", teetape.DamageWarning)
            assert list(sessions.rows()) == list(run.sessions("recording,cid,name").rows())
    assert sorted(str(warning.message).split(": ")[0].rpartition("/")[2] for warning in told) == \
        [broken.name, "empty.demo"]
    assert {warning.filename for warning in told} == {__file__}
    map_name = teetape.open(tutorial).info["map_name"]
    for jobs in (1, 3):
        chosen = teetape.scan(tutorial, demo, columns="tick,x", where={"map_name": [map_name, "none"]}, jobs=jobs, every=50)
        assert [(run.path, ticks.height) for run, ticks in chosen] == \
            [(str(tutorial), teetape.open(tutorial).ticks("tick,x", every=50).height)]
    with pytest.raises(teetape.Error, match="there is no table 'tick'"):
        list(teetape.scan(tutorial, table="tick"))
    with pytest.raises(teetape.Error, match="no column"):
        list(teetape.scan(tutorial, columns="z"))
    assert next(teetape.scan(tutorial, table="sessions"))[1].columns["recording"].type == "uuid"
    assert list(next(teetape.scan(tutorial, columns="tick,recording"))[1]) == ["tick", "recording"]


def test_scan_is_asked_wrong(tutorial, tmp_path):
    with pytest.raises(TypeError, match="needs a folder"):
        teetape.scan()
    with pytest.raises(FileNotFoundError):
        teetape.scan(tutorial, tmp_path / "none")
    with pytest.raises(FileNotFoundError):
        teetape.scan(tutorial, map=tmp_path / "none.map")
    for jobs, error in ((0, ValueError), (-1, ValueError), ("x", TypeError)):
        with pytest.raises(error, match="jobs is a number of threads, from 1 on"):
            teetape.scan(tutorial, jobs=jobs)
    with pytest.raises(TypeError, match="where is a dict of columns"):
        teetape.scan(tutorial, where="dm1")
    with pytest.raises(ValueError, match="no column 'map_nam' in recordings; did you mean 'map_name'"):
        teetape.scan(tutorial, where={"map_nam": "dm1"})
    with pytest.raises(ValueError, match="every goes with ticks"):
        teetape.scan(tutorial, table="chat", every=2)
    with pytest.raises(TypeError, match=r"scan\(\) got an unexpected keyword argument 'column'"):
        teetape.scan(tutorial, column="tick")
    with pytest.raises(IsADirectoryError, match=r"teetape\.scan\(\)"):
        teetape.open(tmp_path)


def test_map_of_a_table(demo, tmp_path, monkeypatch):
    for name in ("TEETAPE_MAP_PATH", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    file = tmp_path / "dm1.map"
    inside = next(path for path in demo.parents[1].glob("dm1/*.demo"))
    file.write_bytes(teetape.open(inside).map().data)
    # No system has a map of this name.
    recording = tmp_path / "dm1.teehistorian"
    recording.write_bytes(next(inside.parent.glob("*.teehistorian")).read_bytes().replace(b'"map_name":"dm1"', b'"map_name":"no_such"'))
    run = teetape.open(recording)
    with pytest.warns(teetape.MapWarning, match="its map was not found, so the column applied is empty") as told:
        applied = run.ticks("tick,applied", stop=1000)["applied"]
    assert applied.missing == len(applied) and told[0].filename == __file__
    with pytest.warns(teetape.MapWarning) as told:
        assert len(list(teetape.scan(recording, columns="applied", stop=1000))) == 1
    assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run.ticks("tick,x", stop=1000)
        applied = run.ticks("tick,applied", stop=1000, map=file)["applied"]
        assert applied.missing < len(applied)
        next(teetape.scan(recording, columns="applied", stop=1000, map=str(file)))
    with pytest.raises(teetape.Error, match="it is not a map") as caught:
        run.ticks("applied", map=recording)
    assert caught.value.path == str(recording)
    for call in (lambda: run.ticks("applied", map=tmp_path / "none.map"), lambda: run.map(tmp_path / "none.map")):
        with pytest.raises(FileNotFoundError) as caught:
            call()
        assert caught.value.filename == str(tmp_path / "none.map")


def test_find_is_that_of_the_command(broken, command, tutorial):
    folder = broken.parent / "in it"
    folder.mkdir()
    for name in (broken, *tutorial.parents[1].glob("*/*")):
        if name.suffix in (".demo", ".teehistorian"):
            (folder / name.name).write_bytes(name.read_bytes())
    os.link(folder / broken.name, os.fsencode(folder) + b"/\xff.teehistorian")
    db = broken.parent / "x.db"
    answers = 0
    for options in ({}, {"map": "*"}, {"player": "*"}, {"finish": True}, {"damaged": True}, {"killer": "*", "limit": 2},
                    {"kind": "join,leave,name,team,version,login", "show_secrets": True}, {"start": "2020-01-01T00:00:00Z"},
                    {"kind": "login,version"}, {"at": "2026-11-21 20:14"}, {"map": "*", "utc": True}, {"player": "*", "local": True}, {"rescan": True, "limit": 3},
                    {"no_scan": True, "player": "alice", "ignore_case": True}):
        words = [f"--{name.replace('start', 'from').replace('_', '-')}" + ("" if value is True else f"={value}")
                 for name, value in options.items()]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", teetape.DamageWarning)
            mine = list(teetape.find(folder, db=db, **options))
        its = command("find", f"--db={db}", *words, folder)
        if not options:
            assert mine[0]["files"] == mine[0]["read"] == its[0]["files"] and list(mine[0]) == list(its[0])
        else:
            assert mine == its and [list(row) for row in mine] == [list(row) for row in its]
            answers += len(mine)
    assert answers > 100
    with pytest.raises(ValueError, match="two zones"):
        next(teetape.find(folder, db=db, utc=True, local=True))


def test_find_says_no_as_the_command(tmp_path, tutorial):
    for folders, options, text, status in (
            ([], {}, "which folder?", 2),
            (["-"], {}, "not stdin; a file named '-' is ./-", 2),
            ([tutorial], {"start": "1500"}, "`start`, `stop` and `at` take a date", 2),
            ([tutorial], {"finish": True, "chat": "x"}, "ask for different facts", 2),
            ([tutorial], {"kind": "nothing"}, "`kind` takes kinds of facts", 2),
            ([tutorial], {"json": True}, "json: there is no such option", 2),
            ([tutorial], {"limit": 0}, "limit: takes a number from 1 on", 2),
            ([tutorial], {"no_scan": True, "map": "x", "db": tmp_path / "none"}, "No such file", 3)):
        with pytest.raises(teetape.CommandError) as caught:
            list(teetape.find(*folders, **options))
        assert text in str(caught.value) and caught.value.status == status, options


def test_cut(tmp_path, tutorial, demo):
    run = teetape.open(tutorial)
    part = run.cut(start=1000, stop=2000, player="alice")
    out = tmp_path / "part.teehistorian"
    assert run.cut(start="0:20", stop="0:40", player="alice", out=str(out)) == str(out) and out.read_bytes() == part
    assert teetape.open(out).info["first_tick"] >= 999
    film = teetape.open(demo)
    assert film.cut(drop_chat=True, strip_map=True, hide=["0", "1"])[:6] == b"TWDEMO"
    whole = tmp_path / "all.teehistorian"
    run.cut(split="5:00", out=whole)
    assert sorted(path.name for path in tmp_path.glob("all.*")) == [f"all.00{n}.teehistorian" for n in (1, 2, 3)]


def test_cut_says_no_as_the_command(tmp_path, tutorial):
    """Errors name options as in the call. The rest of the sentence and the status are the
    command's."""
    run = teetape.open(tutorial)
    (tmp_path / "there").write_bytes(b"of before")
    for options, text, status in (
            ({"start": "nonsense"}, "`start` takes a tick", 2),
            ({"start": 2000, "stop": 1000}, "the span is empty", 2),
            ({"start": 10_000_000}, "the recording has nothing in this time: it ends at tick ", 2),
            ({"player": "alicf"}, "no player has the name 'alicf'; did you mean 'alice'?", 2),
            ({"finish": True, "split": "60"}, "`finish` makes one piece: it does not go with `split`", 2),
            ({"around_chat": "nobody says that"}, "no chat line contains 'nobody says that'", 2),
            ({"hide": "alice"}, "are for demos", 2),
            ({"nothing": 1}, "nothing: there is no such option", 2),
            ({"drop_chat": "yes"}, "drop_chat: takes True or False", 2),
            ({"player": "alice\0"}, "player: needs a value", 2),
            ({"finish": True, "match": 0}, "match: takes a number from 1 on", 2),
            ({"out": tmp_path / "there"}, "File exists; `force` replaces it", 2),
            ({"out": run.path, "force": True}, "the output would be the recording itself", 2),
            ({"out": tmp_path / "none" / "out"}, "No such file or directory", 3)):
        with pytest.raises(teetape.CommandError) as caught:
            run.cut(**options)
        assert text in str(caught.value) and caught.value.status == status, options
    assert (tmp_path / "there").read_bytes() == b"of before"


def test_demo(tmp_path, tutorial):
    run = teetape.open(tutorial)
    film = run.demo(start="0:40", stop="0:50", player="alice", no_map=True)
    out = tmp_path / "run.demo"
    assert run.demo(start=2000, stop=2500, player="alice", no_map=True, out=out) == out and out.read_bytes() == film
    info = teetape.open(out).info
    assert info["format"] == "demo" and info["first_tick"] == 2000
    assert run.demo(start=2000, stop=2500, **{"as": "alice"}, every=2, free=False)[:6] == b"TWDEMO"
    run.demo(out=tmp_path / "demos", split="player", player="alice", only=True, no_map=True)
    made = [path.name for path in (tmp_path / "demos").iterdir()]
    assert made and all(".alice.demo" in name for name in made)


def test_demo_says_no_as_the_command(tmp_path, tutorial, demo):
    run = teetape.open(tutorial)
    (tmp_path / "there").write_bytes(b"of before")
    for options, text, status in (
            ({"start": "nonsense"}, "`start` takes a tick", 2),
            ({"start": 2000, "stop": 1000}, "the span is empty", 2),
            ({"player": "alicf"}, "no player has the name 'alicf'; did you mean 'alice'?", 2),
            ({"only": True}, "`only` goes with `player` or `split`", 2),
            ({"split": "rounds"}, "`split` takes player, finish, or both", 2),
            ({"split": "player", "out": tmp_path / "there"}, "`out` is a folder, and this is a file", 2),
            ({"every": 3}, "`every` takes 1 or 2", 2),
            ({"map": demo}, "it is not a map", 2),
            ({"map": tmp_path / "none"}, "cannot be opened", 3),
            ({"out": tmp_path / "film.mp4"}, "the ending of another format", 2),
            ({"out": tmp_path / "there"}, "File exists; `force` replaces it", 2)):
        with pytest.raises(teetape.CommandError) as caught:
            run.demo(**options)
        assert text in str(caught.value) and caught.value.status == status, options
    assert (tmp_path / "there").read_bytes() == b"of before" and len(list(tmp_path.iterdir())) == 1
    with pytest.raises(teetape.CommandError, match="this is a demo"):
        teetape.open(demo).demo()


def test_demo_of_a_damaged_recording(broken):
    with pytest.warns(teetape.DamageWarning, match="a record of unknown kind"):
        assert teetape.open(broken).demo(no_map=True)[:6] == b"TWDEMO"


def test_picture_is_that_of_the_command(tmp_path, tutorial, demo, monkeypatch, command):
    """The pictures and their options are those of the command."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    options = {"data": "", "size": "64x36"}
    cases = [(tutorial, {"at": "11:24", "focus": "alice", "zoom": 2.5, "no_hud": True}),
             (demo, {"at": "0:20", "scoreboard": True, "aim": True, "rules": True, "show_secrets": True}),
             (demo, {"map_only": True, "center": "800,600"}), (demo, {"heat": "positions"}),
             (tutorial, {"paths": "speed", "start": "11:20", "stop": "11:40", "player": "alice"})]
    names = {"start": "--from", "stop": "--to"}
    wanted = []
    for path, given in cases:
        words = [names.get(name, "--" + name.replace("_", "-")) + ("" if value is True else f"={value}")
                 for name, value in {**given, **options}.items()]
        command("picture", *words, "-o", tmp_path / "wanted.png", "--force", "--", path)
        wanted.append((tmp_path / "wanted.png").read_bytes())
    for (path, given), made in zip(cases, wanted):
        assert teetape.open(path).picture(**given, **options) == made, given
    out = tmp_path / "paths.svg"
    assert teetape.open(tutorial).picture(paths="player", out=out, data="") == out
    assert ">alice<" in out.read_text()


def test_picture_says_no_as_the_command(tmp_path, tutorial, demo, broken):
    for path, options, text, status in (
            (tutorial, {"at": "12.5"}, "`at`: a number alone is a tick, 50 to a second", 2),
            (tutorial, {"start": 1}, "`start`, `stop` and `player` go with `paths` and `heat`; `at` chooses a moment", 2),
            (tutorial, {"paths": "color"}, "`paths` can be player, speed or time", 2),
            (tutorial, {"heat": "color"}, "`heat` can be positions, deaths or hooks", 2),
            (tutorial, {"size": "0x5"}, "`size` is WIDTHxHEIGHT in pixels", 2),
            (tutorial, {"focus": "alicf"}, "no player has the name 'alicf'; did you mean 'alice'?", 2),
            (tutorial, {"at": "9:00:00"}, "it ends at tick ", 2),
            (tutorial, {"fps": 60}, "fps: there is no such option", 2),
            (tutorial, {"out": tutorial, "force": True}, "the output would be the recording itself", 2),
            (tutorial, {"out": tmp_path / "none" / "out.png"}, "No such file or directory", 3),
            (demo, {"map": demo}, "it is not a map", 2)):
        with pytest.raises(teetape.CommandError) as caught:
            teetape.open(path).picture(**options)
        assert text in str(caught.value) and caught.value.status == status, options
    with pytest.warns(teetape.DamageWarning, match="a record of unknown kind"):
        assert teetape.open(broken).picture(paths="time", data="", size="64x36").startswith(b"\x89PNG")


def test_map(tmp_path, tutorial, demo, monkeypatch):
    numpy = pytest.importorskip("numpy")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("TEETAPE_MAP_PATH", raising=False)
    run = teetape.open(demo)
    found = run.map()
    assert found.layers == ["game"] and repr(found) == "<teetape.Map: game 60x50>"
    tiles = found.tiles()
    assert tiles.dtype == numpy.uint8 and tiles.shape == (50, 60) and found.flags().shape == tiles.shape
    # The middle of a tee is never in a solid tile, and a tee stands on one.
    ticks = run.ticks(columns="x,y").to_numpy()
    assert set(numpy.unique(tiles[ticks["y"] // 32, ticks["x"] // 32])) & {1, 3} == set()
    assert (tiles[(ticks["y"] + 16) // 32, ticks["x"] // 32] == 1).sum() > len(ticks["x"]) // 10
    for call in (found.tiles, found.flags, found.values):
        with pytest.raises(ValueError, match="no layer 'tele'; it has game"):
            call("tele")
    other = demo.parent / next(name for name in demo.parent.iterdir() if name.suffix == ".teehistorian")
    unknown = tmp_path / "unknown.teehistorian"  # the game, where it is installed, has the map dm1
    unknown.write_bytes(other.read_bytes().replace(b'"map_name":"dm1"', b'"map_name":"dm?"'))
    with pytest.raises(teetape.Error, match="give its path"):
        teetape.open(unknown).map()
    file = tmp_path / "dm1.map"
    file.write_bytes(found.data)
    assert teetape.open(other).map(file).data == found.data
    monkeypatch.setenv("TEETAPE_MAP_PATH", str(tmp_path))
    assert (teetape.open(other).map().tiles() == tiles).all()
    with pytest.raises(teetape.Error):
        teetape.open(tutorial).map(file)
    for damaged in (found.data[:100], b"", found.data[:-200]):
        with pytest.raises(teetape.Error):
            teetape.Map(damaged)


def test_page(tutorial, demo, broken, tmp_path):
    out = tmp_path / "run.html"
    run = teetape.open(tutorial)
    try:
        assert run.page(out, title="A run") == out
    except teetape.CommandError as error:
        if "this build has no page" in str(error):
            pytest.skip("the libraries were built without clang and wasm-ld")
        raise
    page = out.read_bytes()
    assert page.lower().startswith(b"<!doctype html>") and b"<title>A run</title>" in page
    assert b"shows-secrets" not in page and b"shows-secrets" in teetape.open(demo).page(None, show_secrets=True)
    with pytest.warns(teetape.DamageWarning, match="a record of unknown kind"):
        assert b"data-damage" in teetape.open(broken).page(None)
    for options, text, status in (({}, "File exists; `force` replaces it", 2),
                                  ({"key": "x"}, "`key` and `key_file` go with `anonymize`", 2),
                                  ({"anonymize": True, "key_file": tmp_path / "none"}, "the key cannot be read", 3),
                                  ({"anonymize": True, "show_secrets": True}, "exclude each other", 2),
                                  ({"map": tutorial, "force": True}, "it is not a map", 2)):
        with pytest.raises(teetape.CommandError) as caught:
            run.page(out, **options)
        assert text in str(caught.value) and caught.value.status == status, options
    assert out.read_bytes() == page
    with pytest.raises(teetape.CommandError, match="a demo cannot be anonymized"):
        teetape.open(demo).page(out, anonymize=True, force=True)
