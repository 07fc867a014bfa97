# SPDX-License-Identifier: MIT
"""Recordings of Teeworlds and DDNet: teehistorian files and demos, plain or compressed.

    import teetape
    run = teetape.open("run.demo")
    ticks = run.ticks(columns="tick,x,y", player="nameless")
    ticks["x"]                      # a column: a sequence, and a buffer for numpy
    for fact in run.facts():
        print(fact.tick, fact.kind, fact.fields)

teetape.tables["ticks"] describes the columns.
"""
import collections as _collections
import concurrent.futures as _futures
import datetime as _datetime
import difflib as _difflib
import errno as _errno
import functools as _functools
import itertools as _itertools
import operator as _operator
import os as _os
import sys as _sys
import tempfile as _tempfile
import time as _time
import warnings as _warnings
from collections.abc import Mapping as _Mapping

from . import _core
from ._core import (Column, Error, delta_apply, delta_create, huffman_compress, huffman_decompress, snapshot,
                    varint_decode, varint_encode)
from .map import Map
from .table import DamageWarning, MapWarning, PlayerWarning, Table, tables

__version__ = _core.version
__all__ = ["Column", "CommandError", "DamageWarning", "Error", "Fact", "Facts", "Map", "MapWarning", "Picture", "PlayerWarning", "Recording", "Table",
           "delta_apply", "delta_create", "find", "huffman_compress", "huffman_decompress", "open", "scan", "snapshot",
           "tables", "varint_decode", "varint_encode"]


class CommandError(Exception):
    """A job failed. `status` is the exit status that `teetape` would have: 1 the recording is damaged, 2 wrong usage,
    nothing found, or the output exists, 3 an error of the system."""

    def __init__(self, text, status):
        super().__init__(text)
        self.status = status

    def __reduce__(self):
        return type(self), (str(self), self.status)


#: The exit status of a job that found damage, and did its work with what is readable.
_DAMAGED = 1


def _place(value):
    """Returns a place in the form of the command. A text without a zone is in the zone of the recording's
    header, so a datetime is written with its zone. datetime64 is UTC, as in to_numpy()."""
    if getattr(getattr(value, "dtype", None), "kind", None) == "M":
        return f"{value.astype('datetime64[us]')}Z"
    if isinstance(value, _datetime.datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone: give it one, such as datetime.timezone.utc")
        return value.isoformat()
    return str(value)


#: Names of the last release. They still work in this one, with a warning.
_OLD = {"chat_number": "match", "finish_number": "match"}


def _asked(given):
    """Returns options for a job of the extension: True, a text, or a list of texts."""
    for name in set(given) & set(_OLD):
        _warn(f"{name} ends with this release: write {_OLD[name]}", DeprecationWarning)
        given = {_OLD.get(key, key): value for key, value in given.items()}
    return {name: True if value is True else [_place(one) for one in value] if isinstance(value, (list, tuple)) else _place(value)
            for name, value in given.items() if value is not None and value is not False}


def _job(run, path, out, options):
    """Runs a job of the extension, which writes `out`. For a damaged recording it writes the readable
    part."""
    made, status, said, damage = run(path, out, _asked(options))
    if damage is not None:
        said = f"{_damage_text(path, damage)}\n{said}"
    if not made:
        raise CommandError(_named(said), status)
    if status != 0:
        _warn(_named(said), DamageWarning)


def _named(said):
    """Returns the sentences of a job with the names of options in Python."""
    for name, mine in (("from", "start"), ("to", "stop"), ("output", "out")):
        said = said.replace(f"`{name}`", f"`{mine}`")
    return said.strip()


def _damage_text(path, damage):
    where = "" if damage["tick"] is None else f"tick {damage['tick']}, "
    return f"{path}: {where}byte {damage['offset']}: {damage['text']}"


class Fact:
    """A fact. Its members are kind, tick, and cid, session and the fields of its kind if they have a value."""

    __slots__ = ("fields",)

    def __init__(self, fields):
        object.__setattr__(self, "fields", fields)

    def __getattr__(self, name):
        try:
            return self.fields[name]
        except KeyError:
            raise AttributeError(f"a fact of kind '{self.fields.get('kind')}' has no '{name}'") from None

    def __reduce__(self):
        return type(self), (self.fields,)

    def __repr__(self):
        return "Fact(" + ", ".join(f"{key}={value!r}" for key, value in self.fields.items()) + ")"


class Facts:
    """Facts in their order. `table` has them as columns, and readers of Arrow take them as a table."""

    def __init__(self, table):
        self.table = table

    def __len__(self):
        return self.table.height

    def __iter__(self):
        for row in self.table.rows():
            yield Fact({key: value for key, value in row.items() if value is not None})

    def __repr__(self):
        return f"<teetape.Facts: {self.table.height}>"

    def __arrow_c_schema__(self):
        return self.table.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


def _names(given):
    """Returns the names in a list, or in a text with commas. Blanks around a name are ignored."""
    return [name.strip() for name in (given.split(",") if isinstance(given, str) else given)]


def _suggest(error, table, columns):
    """Adds a likely name to the error about an unknown column."""
    unknown = next((name for name in columns or () if name not in tables[table]), None)
    near = _difflib.get_close_matches(unknown, tables[table], 1) if unknown else None
    if near and f"no column '{unknown}'" in str(error):
        error.args = (f"{error}; did you mean '{near[0]}'?",)


def _step(every, table):
    """Checks `every`, and returns it in the form of the command."""
    try:
        every = _operator.index(every)
    except TypeError:
        raise TypeError(f"every is a number of ticks, from 1 on, and not {every!r}") from None
    if not 1 <= every < 1 << 31:
        raise ValueError("every is a number of ticks, from 1 on")
    if every > 1 and table != "ticks":
        raise ValueError("every goes with ticks")
    return every


def _whose(player):
    """Checks `player`, and returns it in the form of the command."""
    if player is None or isinstance(player, str):
        return player
    try:
        return str(_operator.index(None if isinstance(player, bool) else player))
    except TypeError:
        raise TypeError(f"player is a client id or a name, and not {player!r}") from None


def _is_cid(player):
    """Tells if the library takes this text for a client id."""
    return player is not None and player.isdecimal() and str(int(player)) == player


def _mask(kinds):
    """Returns the kinds of facts as bits."""
    names = _core.fact_kinds()
    kinds = _names(kinds)
    for kind in kinds:
        if kind not in names:
            raise ValueError(f"there is no kind of facts '{kind}'; there are {', '.join(names)}")
    return sum(1 << names.index(kind) for kind in set(kinds))


def _warn(text, category):
    """Gives a warning that names the caller's line outside of this package."""
    frame, level = _sys._getframe(), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __name__:
        frame, level = frame.f_back, level + 1
    _warnings.warn(text, category, stacklevel=level)


class Picture(bytes):
    """A PNG, which notebooks show."""

    def _repr_png_(self):
        return bytes(self)


class Recording:
    """A recording. The constructor reads only the header; each method opens the file again and reads what it needs."""

    def __init__(self, path, index_dir=None):
        self.path = _os.fspath(path)
        self._index_dir = index_dir
        if _os.path.isdir(self.path):
            raise IsADirectoryError(_errno.EISDIR, "a folder is no recording: teetape.scan() reads its recordings", self.path)
        _core.read_table(self.path, "recordings", "format", None, None, "0")

    def __repr__(self):
        return f"<teetape.Recording {self.path!r}>"

    @_functools.cached_property
    def info(self):
        """The row of the table `recordings` as a dict: the header, and results of a pass over the whole recording."""
        with _warnings.catch_warnings():
            _warnings.simplefilter("ignore", DamageWarning)
            return next(iter(self.table("recordings").rows()))

    def table(self, name, columns=None, player=None, start=None, stop=None, every=1, secrets=False, kinds=None, map=None):
        """Returns a whole table. columns: a list of names, or a text with commas; None: the default columns; "all".

        player: a client id or a name. start, stop: places such as 1500, "1:30", a date, a datetime with a zone, or a
        datetime64, which is UTC. every: only each Nth tick, for `ticks`. secrets: True shows them. kinds: only these
        kinds, for `facts`. map: the file of the map, for `ticks` and `facts`; None: the one inside the demo or in the
        game's folders. A damaged recording gives the rows up to the damage, and a DamageWarning; Table.damage
        describes the damage. A player whom the recording does not have gives no rows, and a PlayerWarning. Without
        the map some values are missing or old, which a MapWarning says.
        """
        table, said = self._read(name, columns, player, start, stop, every, secrets, kinds, map)
        for text, category in said:
            _warn(text, category)
        return table

    def _read(self, name, columns=None, player=None, start=None, stop=None, every=1, secrets=False, kinds=None, map=None,
              is_one_of_many=False):
        """Returns a table and its warnings, which threads cannot give themselves."""
        if name not in tables:
            raise Error(f"there is no table '{name}'; there are {', '.join(tables)}")
        every = _step(every, name)
        if kinds is not None and name != "facts":
            raise ValueError("only facts have kinds")
        facts = (1 << 64) - 1 if kinds is None else _mask(kinds)
        player = _whose(player)
        text = [None if value is None else _place(value) for value in (start, stop)]
        columns = None if columns is None else _names(columns)
        if columns == []:
            raise ValueError("columns names none: None gives the usual ones")
        try:
            read, damage, found, without_map = _core.read_table(
                self.path, name, None if columns is None else ",".join(columns), player, *text, every, map,
                is_one_of_many, self._index_dir, secrets, facts)
        except Error as error:
            _suggest(error, name, columns)
            raise
        table = Table(name, read, damage)
        said = [] if damage is None else [(_damage_text(self.path, damage), DamageWarning)]
        if not found:
            said.append((f"{self.path}: no player has the name '{player.removeprefix('name:')}'", PlayerWarning))
        elif not table.height and _is_cid(player) and not self._has(player):
            said.append((f"{self.path}: no player has the client id {player}", PlayerWarning))
        if without_map is not None:
            said.append((f"{self.path}: its map was not found, so {without_map}; map= names it, and TEETAPE_MAP_PATH lists "
                         "folders with maps", MapWarning))
        return table, said

    def _has(self, cid):
        """Tells if the recording has a session of the client id."""
        return int(cid) in list(self._read("sessions", ["cid"])[0]["cid"])

    def ticks(self, columns=None, *, player=None, start=None, stop=None, every=1, secrets=False, map=None):
        """The table with a row for each tick and living tee. The options are those of table(): player, start, stop,
        every (only each Nth tick), secrets, and map (the file of the map)."""
        return self.table("ticks", columns, player=player, start=start, stop=stop, every=every, secrets=secrets, map=map)

    def inputs(self, columns=None, *, player=None, start=None, stop=None, secrets=False):
        """The table with a row for each changed input. In a demo these are inputs that the server sent ahead. The
        options are those of table()."""
        return self.table("inputs", columns, player=player, start=start, stop=stop, secrets=secrets)

    def sessions(self, columns=None, *, player=None, start=None, stop=None, secrets=False):
        """The table with a row for each session. The options are those of table()."""
        return self.table("sessions", columns, player=player, start=start, stop=stop, secrets=secrets)

    def chat(self, columns=None, *, player=None, start=None, stop=None, secrets=False):
        """The table with a row for each chat line. The options are those of table()."""
        return self.table("chat", columns, player=player, start=start, stop=stop, secrets=secrets)

    def facts(self, kinds=None, *, columns=None, player=None, start=None, stop=None, secrets=False, map=None):
        """The facts in their order. kinds: only these, a list or a text with commas. The other options are those of
        table()."""
        return Facts(self.table("facts", columns, player=player, start=start, stop=stop, secrets=secrets, kinds=kinds, map=map))

    def __iter__(self):
        return iter(self.facts())

    def _make(self, job, ending, out, options):
        if out is not None:
            _job(job, self.path, out, options)
            return out
        with _tempfile.TemporaryDirectory() as folder:
            made = _os.path.join(folder, "out" + ending)
            _job(job, self.path, made, options)
            with _io_open(made, "rb") as file:
                return file.read()

    def cut(self, start=None, stop=None, out=None, **options):
        """Cuts a part: returns its bytes, or writes `out`. Options as in teetape-cut(1): player="x", finish=True,
        hide=["x", "y"]."""
        return self._make(_core.cut, "", out, {"from": start, "to": stop, **options})

    def demo(self, start=None, stop=None, out=None, **options):
        """Makes a demo that the game plays: returns its bytes, or writes `out`. Options as in teetape-demo(1): player="x",
        no_map=True. With split="finish" `out` is a folder, in which each demo has a name of its own."""
        return self._make(_core.demo, ".demo", out, {"from": start, "to": stop, **options})

    def picture(self, at=None, out=None, start=None, stop=None, **options):
        """Draws a picture: returns it, or writes `out`. Options as in teetape-picture(1): paths="speed" from start to stop."""
        made = self._make(_core.picture, ".png", out, {"at": at, "from": start, "to": stop, **options})
        return Picture(made) if out is None else made

    def map(self, file=None):
        """Returns the map: that inside a demo, or the one of the header in the game's folders and TEETAPE_MAP_PATH.
        file: takes this file, which has to be the map of the recording."""
        return Map(_core.map_file(self.path, file))

    def page(self, out, start=None, stop=None, **options):
        """Writes a page that plays the recording, or a part, in a browser. Options as in teetape-page(1)."""
        return self._make(_core.page, ".html", out, {"from": start, "to": stop, **options})


_io_open = open


def open(path, index_dir=None):  # noqa: A001: as in gzip.open
    """Opens a recording of any format, compressed or not. Raises Error, with path and offset, or OSError."""
    return Recording(path, index_dir)


def find(*folders, start=None, stop=None, utc=False, local=False, **options):
    """Gives the answers of `teetape find` as dicts. Options as in teetape-find(1): player="x", finish=True. Times are in
    the zone of each recording, with utc in UTC, with local in the zone of this machine. Damaged recordings are searched
    as far as they can be read, and a DamageWarning names them."""
    if utc and local:
        raise ValueError("utc and local are two zones")
    found, status, said = _core.find([_os.fsencode(folder) for folder in folders],
                                     _asked({"from": start, "to": stop, **options}), 1 if utc else 2 if local else 0)
    if status > _DAMAGED:
        raise CommandError(_named(said), status)
    if status == _DAMAGED:
        _warn(_named(said), DamageWarning)
    yield from found


def _fits(run, where):
    """Compares columns of the table `recordings` with the wanted values: a value, or a list of them."""
    if not where:
        return True
    row = next(run._read("recordings", list(where))[0].rows(), None)
    return row is not None and all(
        row[name] in wanted if isinstance(wanted, (list, tuple, set, frozenset)) else row[name] == wanted
        for name, wanted in where.items())


def _scan_one(path, is_due, table, where, how):
    """Reads a recording in a thread. Returns (run, table, warnings); run is None when the file is passed over: without
    a warning when it need not be a recording."""
    try:
        run = Recording(path)
        if not _fits(run, where):
            return None, None, []
        read, said = run._read(table, **how)
        return run, read, [(text, category) for text, category in said if category is not PlayerWarning]
    except (Error, OSError) as error:
        if isinstance(error, Error) and error.args and "no column" in str(error):
            raise
        said = [(f"{path}: {error}", DamageWarning)] if is_due else []
        return None, None, said


def _threads(jobs):
    """Checks `jobs`, and returns the number of threads."""
    if jobs is None:
        return _os.cpu_count() or 1
    try:
        jobs = _operator.index(jobs)
    except TypeError:
        raise TypeError(f"jobs is a number of threads, from 1 on, and not {jobs!r}") from None
    if jobs < 1:
        raise ValueError("jobs is a number of threads, from 1 on")
    return jobs


def _check_where(where):
    """Checks the names of `where`: columns of the table `recordings`."""
    if where is None:
        return
    if not isinstance(where, _Mapping):
        raise TypeError(f"where is a dict of columns of the table `recordings`, such as {{'map_name': 'Kobra'}}, and not {where!r}")
    for name in where:
        if name not in tables["recordings"]:
            near = _difflib.get_close_matches(str(name), tables["recordings"], 1)
            raise ValueError(f"there is no column '{name}' in recordings" + (f"; did you mean '{near[0]}'?" if near else ""))


def scan(*folders, table="ticks", columns=None, where=None, jobs=None, progress=None, player=None, start=None, stop=None,
         every=1, secrets=False, kinds=None, map=None):
    """Gives (recording, table) for each recording in folders with everything below them, read on all cores, in the
    order of the paths. Tables have the column `recording`, which comes first unless `columns` names it.

    where: values of columns of the table `recordings`, {"map_name": "Kobra", "format": ["demo"]}; other recordings
    are not read. columns and the options after progress are those of Recording.table. A damaged recording gives the
    rows up to the damage, and one that cannot be read none; both give a DamageWarning. progress: False writes
    nothing; None writes to a terminal what is done, once a second.
    """
    if not folders:
        raise TypeError("scan() needs a folder or a file")
    if table not in tables:
        raise Error(f"there is no table '{table}'; there are {', '.join(tables)}")
    for path in (*folders, *(() if map is None else (map,))):
        _os.stat(path)
    _check_where(where)
    how = {"columns": columns, "player": _whose(player), "start": start, "stop": stop, "every": _step(every, table),
           "secrets": secrets, "kinds": kinds, "map": map, "is_one_of_many": True}
    return _scan(folders, table, where, _threads(jobs), progress, how)


def _scan(folders, table, where, threads, progress, how):
    paths = []
    for folder in folders:
        files, said = _core.walk(_os.fsencode(folder))
        paths += [file for file in files if not file[0].endswith(".ttidx")]
        for text in said:
            _warn(text, DamageWarning)
    shows = progress or (progress is None and _sys.stderr.isatty())
    told = _time.monotonic()
    with _futures.ThreadPoolExecutor(threads) as pool:
        rest = (pool.submit(_scan_one, *path, table, where, how) for path in paths)
        ahead = _collections.deque(_itertools.islice(rest, 2 * threads))
        try:
            for done in range(1, len(paths) + 1):
                run, read, said = ahead.popleft().result()
                ahead.extend(_itertools.islice(rest, 1))
                for text, category in said:
                    _warn(text, category)
                if shows and _time.monotonic() - told > 1:
                    told = _time.monotonic()
                    print(f"\r{done} of {len(paths)} files", end="", file=_sys.stderr)
                if run is not None:
                    yield run, read
        finally:
            for job in ahead:
                job.cancel()
