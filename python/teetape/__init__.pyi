# SPDX-License-Identifier: MIT
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, TypedDict, TypeVar, Unpack, overload

from ._core import (Column as Column, Error as Error, delta_apply as delta_apply, delta_create as delta_create,
                    huffman_compress as huffman_compress, huffman_decompress as huffman_decompress,
                    snapshot as snapshot, varint_decode as varint_decode, varint_encode as varint_encode)
from .map import Map as Map
from .table import (DamageWarning as DamageWarning, MapWarning as MapWarning, PlayerWarning as PlayerWarning,
                    Table as Table, tables as tables)

__version__: str
_Path = str | PathLike[str]
_Place = Any  # int, str, a datetime with a zone, numpy.datetime64, None
_Text = Any  # a text, or what str() makes one of
_Names = str | Sequence[str] | None
_Player = int | str | None
_Out = TypeVar("_Out", bound=_Path)

# The options of jobs, as the extension has them.
_Cut = TypedDict("_Cut", {
    "player": _Text, "strict": bool, "force": bool, "team": _Text, "finish": _Text | bool, "match": int,
    "before": _Text, "after": _Text, "split": _Text, "around_chat": _Text, "drop_chat": bool,
    "drop_inputs": bool, "hide": _Text | Sequence[_Text], "rename": _Text | Sequence[_Text], "strip_map": bool,
    "attach_map": _Text, "index_dir": _Text, "no_index": bool}, total=False)

_Demo = TypedDict("_Demo", {
    "player": _Text, "strict": bool, "force": bool, "only": bool, "as": _Text, "split": _Text, "before": _Text,
    "after": _Text, "map": _Text, "no_map": bool, "skip_idle": bool, "whole": bool, "no_note": bool,
    "every": int}, total=False)

_Picture = TypedDict("_Picture", {
    "player": _Text, "strict": bool, "force": bool, "paths": _Text, "heat": _Text, "focus": _Text,
    "center": _Text, "zoom": _Text, "size": _Text, "map": _Text, "data": _Text, "font": _Text, "map_only": bool,
    "rules": bool, "hud": _Text, "no_hud": bool, "no_note": bool, "aim": bool, "scoreboard": bool,
    "show_secrets": bool, "index_dir": _Text, "no_index": bool}, total=False)

_Page = TypedDict("_Page", {
    "strict": bool, "force": bool, "player": _Text, "title": _Text, "url": _Text, "map": _Text,
    "anonymize": bool, "key": _Text, "key_file": _Text, "keep": _Text | Sequence[_Text], "keep_time": bool,
    "keep_inputs": bool, "no_note": bool, "data": _Text, "no_art": bool, "show_secrets": bool}, total=False)

_Find = TypedDict("_Find", {
    "player": _Text, "map": _Text, "server": _Text, "ignore_case": bool, "at": _Text, "min_duration": _Text,
    "max_duration": _Text, "finish": bool, "physics": bool, "faster": _Text, "slower": _Text, "save": _Text,
    "load": bool, "rcon": _Text, "kind": _Text, "chat": _Text, "killer": _Text, "console": _Text,
    "same_client": _Text, "format": _Text, "damaged": bool, "limit": int, "show_secrets": bool, "db": _Text,
    "no_scan": bool, "rescan": bool, "forget": bool, "import": _Text, "jobs": int}, total=False)

class CommandError(Exception):
    status: int

class Fact:
    fields: dict[str, Any]
    kind: str
    tick: int
    def __getattr__(self, name: str) -> Any: ...

class Facts(Iterable[Fact]):
    table: Table
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Fact]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = ...) -> object: ...

class Picture(bytes): ...

class Recording:
    path: str
    def __init__(self, path: _Path, index_dir: str | None = ...) -> None: ...
    @property
    def info(self) -> dict[str, Any]: ...
    def table(self, name: str, columns: _Names = ..., player: _Player = ..., start: _Place = ..., stop: _Place = ...,
              every: int = ..., secrets: bool = ..., kinds: str | Iterable[str] | None = ...,
              map: _Path | None = ...) -> Table: ...
    def ticks(self, columns: _Names = ..., *, player: _Player = ..., start: _Place = ..., stop: _Place = ...,
              every: int = ..., secrets: bool = ..., map: _Path | None = ...) -> Table: ...
    def inputs(self, columns: _Names = ..., *, player: _Player = ..., start: _Place = ..., stop: _Place = ...,
               secrets: bool = ...) -> Table: ...
    def sessions(self, columns: _Names = ..., *, player: _Player = ..., start: _Place = ..., stop: _Place = ...,
                 secrets: bool = ...) -> Table: ...
    def chat(self, columns: _Names = ..., *, player: _Player = ..., start: _Place = ..., stop: _Place = ...,
             secrets: bool = ...) -> Table: ...
    def facts(self, kinds: str | Iterable[str] | None = ..., *, columns: _Names = ..., player: _Player = ...,
              start: _Place = ..., stop: _Place = ..., secrets: bool = ..., map: _Path | None = ...) -> Facts: ...
    def __iter__(self) -> Iterator[Fact]: ...
    @overload
    def cut(self, start: _Place = ..., stop: _Place = ..., out: None = ..., **options: Unpack[_Cut]) -> bytes: ...
    @overload
    def cut(self, start: _Place = ..., stop: _Place = ..., *, out: _Out, **options: Unpack[_Cut]) -> _Out: ...
    @overload
    def cut(self, start: _Place, stop: _Place, out: _Out, **options: Unpack[_Cut]) -> _Out: ...
    @overload
    def demo(self, start: _Place = ..., stop: _Place = ..., out: None = ..., **options: Unpack[_Demo]) -> bytes: ...
    @overload
    def demo(self, start: _Place = ..., stop: _Place = ..., *, out: _Out, **options: Unpack[_Demo]) -> _Out: ...
    @overload
    def demo(self, start: _Place, stop: _Place, out: _Out, **options: Unpack[_Demo]) -> _Out: ...
    @overload
    def picture(self, at: _Place = ..., out: None = ..., start: _Place = ..., stop: _Place = ...,
                **options: Unpack[_Picture]) -> Picture: ...
    @overload
    def picture(self, at: _Place = ..., *, out: _Out, start: _Place = ..., stop: _Place = ...,
                **options: Unpack[_Picture]) -> _Out: ...
    @overload
    def picture(self, at: _Place, out: _Out, start: _Place = ..., stop: _Place = ...,
                **options: Unpack[_Picture]) -> _Out: ...
    def map(self, file: _Path | None = ...) -> Map: ...
    def page(self, out: _Out, start: _Place = ..., stop: _Place = ..., **options: Unpack[_Page]) -> _Out: ...

def open(path: _Path, index_dir: str | None = ...) -> Recording: ...
def find(*folders: _Path, start: _Place = ..., stop: _Place = ..., utc: bool = ..., local: bool = ...,
         **options: Unpack[_Find]) -> Iterator[dict[str, Any]]: ...
def scan(*folders: _Path, table: str = ..., columns: _Names = ..., where: Mapping[str, Any] | None = ...,
         jobs: int | None = ..., progress: bool | None = ..., player: _Player = ..., start: _Place = ...,
         stop: _Place = ..., every: int = ..., secrets: bool = ..., kinds: str | Iterable[str] | None = ...,
         map: _Path | None = ...) -> Iterator[tuple[Recording, Table]]: ...
