# SPDX-License-Identifier: MIT
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ._core import Column

class DamageWarning(UserWarning): ...

class ColumnInfo(NamedTuple):
    name: str
    type: str
    unit: str
    derived: bool
    default: bool
    meaning: str

tables: dict[str, dict[str, ColumnInfo]]

class Table(Mapping[str, Column]):
    name: str
    columns: dict[str, Column]
    damage: dict[str, Any] | None
    @property
    def height(self) -> int: ...
    def __getitem__(self, name: str) -> Column: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def rows(self) -> Iterator[dict[str, Any]]: ...
    def to_numpy(self) -> dict[str, Any]: ...
    def to_pandas(self) -> Any: ...
