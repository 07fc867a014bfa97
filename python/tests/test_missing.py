# SPDX-License-Identifier: MIT
"""Values that are not there, and columns for numpy and pandas."""

import pytest

import teetape

numpy = pytest.importorskip("numpy")


def columns_of(path):
    run = teetape.open(path)
    for name, infos in teetape.tables.items():
        yield from run.table(name, columns=list(infos)).columns.values()


def test_repr(tutorial):
    ticks = teetape.open(tutorial).ticks(columns="tick,vx")
    assert repr(ticks) == f"<teetape.Table ticks: {ticks.height} rows, 2 columns: tick int32, vx float>"
    assert repr(ticks["vx"]) == f"<teetape.Column vx: float, {ticks.height} rows, {ticks['vx'].missing} without a value>"
    assert [column.type for column in columns_of(tutorial)] == \
        [info.type for infos in teetape.tables.values() for info in infos.values()]
