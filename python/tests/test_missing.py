# SPDX-License-Identifier: MIT
"""Values that are not there, and columns for numpy and pandas."""
import collections.abc
import copy
import pickle
import re
import uuid

import pytest

import teetape

numpy = pytest.importorskip("numpy")


def columns_of(path):
    run = teetape.open(path)
    for name, infos in teetape.tables.items():
        yield from run.table(name, columns=list(infos)).columns.values()


def test_no_array_of_zeros(recording):
    """A missing value is never 0, neither in an array nor in a buffer."""
    for column in columns_of(recording):
        if column.missing and column.type == "float":
            array = numpy.asarray(column)
            assert [None if value != value else value for value in array.tolist()] == list(column)
            assert numpy.asarray(column, dtype="f8").dtype == "f8"
        elif column.missing and column.type != "text":
            with pytest.raises(ValueError, match=re.escape(f"{column.missing} of {len(column)} rows of the column "
                                                           f"'{column.name}' have no value")) as caught:
                numpy.asarray(column)
            assert "to_numpy()" in str(caught.value)
        elif column.type == "uuid":
            assert [str(uuid.UUID(bytes=bytes(value))) for value in numpy.asarray(column)] == list(column)
        elif column.type != "text":
            assert numpy.asarray(column).tolist() == list(column)
        if column.missing and column.type != "text":
            with pytest.raises(BufferError, match="to_numpy"):
                memoryview(column)
            assert not hasattr(column, "__array_interface__")


def test_texts(tutorial):
    facts = teetape.open(tutorial).table("facts", columns="kind,name")
    assert numpy.asarray(facts["kind"]).tolist() == list(facts["kind"])
    assert numpy.asarray(facts["name"]).tolist() == list(facts["name"]) and facts["name"].missing > 0


def test_categories(tutorial, demo):
    """Texts that repeat are once in memory: `recording` and `name` take 4 bytes a row in a column, and less in a frame."""
    pandas = pytest.importorskip("pandas")
    for path in (tutorial, demo):
        run = teetape.open(path)
        table = run.ticks(columns="recording,name,tick,cid,x,y,vx,vy")
        assert table["recording"].categories == [run.info["recording"]] and table["tick"].categories is None
        names = list(table["name"])
        assert table["name"].categories == list(dict.fromkeys(name for name in names if name is not None))
        assert table["name"].missing == names.count(None)
        frame = table.to_pandas()
        assert frame["name"].where(frame["name"].notna(), None).tolist() == names
        assert frame.memory_usage(deep=True, index=False).sum() < 25 * table.height + 10000
        both = pandas.concat([frame, teetape.open(tutorial).ticks(columns="name,recording").to_pandas()])
        assert both["name"].tolist()[:len(names)] == frame["name"].tolist()
    with pytest.warns(teetape.PlayerWarning):
        nobody = teetape.open(tutorial).ticks(columns="recording,name", player="nobody of this name")
    assert nobody["name"].categories == [] and nobody.to_pandas().shape == (0, 2)
    assert nobody.to_numpy()["recording"].dtype == "V16"


def test_types_follow_the_schema(tutorial, demo):
    """The types do not depend on which values a recording lacks."""
    pandas = pytest.importorskip("pandas")
    for name, infos in teetape.tables.items():
        of_both = [teetape.open(path).table(name, columns=list(infos)) for path in (tutorial, demo)]
        arrays, others = (table.to_numpy() for table in of_both)
        for key, array in arrays.items():
            column = of_both[0][key]
            masked = column.nullable and column.type != "text"
            assert isinstance(array, numpy.ma.MaskedArray) == isinstance(others[key], numpy.ma.MaskedArray) == masked, key
            assert array.dtype == others[key].dtype
            if masked:
                assert int(array.mask.sum()) == column.missing and array.mask.shape == array.shape
        frames = [table.to_pandas() for table in of_both]
        for key in infos:
            kinds = [str(frame[key].dtype) for frame in frames]
            assert kinds[0] == kinds[1], key
            assert (kinds[0] == "category") == (of_both[0][key].categories is not None)
            if of_both[0][key].type != "text":
                assert int(pandas.isna(frames[0][key]).sum()) == of_both[0][key].missing
    ticks = teetape.open(demo).ticks(columns="weapon,jump,vx")
    assert ticks["weapon"].missing == 0
    assert [str(kind) for kind in ticks.to_pandas().dtypes] == ["Int8", "boolean", "float32"]


def test_column_is_a_sequence(tutorial):
    x = teetape.open(tutorial).ticks(columns="x")["x"]
    values = list(x)
    assert isinstance(x, collections.abc.Sequence) and values == [x[row] for row in range(len(x))]
    assert x.count(values[0]) == values.count(values[0]) and x.index(values[-1]) == values.index(values[-1])
    assert values[5] in x and list(reversed(x)) == values[::-1]
    with pytest.raises(ValueError):
        x.index("no number")


def test_pandas_takes_columns(tutorial):
    pandas = pytest.importorskip("pandas")
    ticks = teetape.open(tutorial).ticks(columns="tick,x,vx,jump")
    assert pandas.Series(ticks["x"]).tolist() == list(ticks["x"])
    assert int(pandas.Series(ticks["vx"]).isna().sum()) == ticks["vx"].missing > 0
    frame = pandas.DataFrame({name: ticks[name] for name in ("tick", "x", "vx")})
    assert frame.shape == (ticks.height, 3) and (frame["tick"] == list(ticks["tick"])).all()
    with pytest.raises(ValueError, match="to_pandas"):
        pandas.Series(ticks["jump"])
    with pytest.raises(TypeError, match="to_pandas"):
        pandas.DataFrame(ticks)


def test_repr(tutorial):
    ticks = teetape.open(tutorial).ticks(columns="tick,vx")
    assert repr(ticks) == f"<teetape.Table ticks: {ticks.height} rows, 2 columns: tick int32, vx float>"
    assert repr(ticks["vx"]) == f"<teetape.Column vx: float, {ticks.height} rows, {ticks['vx'].missing} without a value>"
    assert [column.type for column in columns_of(tutorial)] == \
        [info.type for infos in teetape.tables.values() for info in infos.values()]


def test_pickle(tutorial):
    run = teetape.open(tutorial)
    ticks = run.ticks(columns="tick,x,vx")
    for what in (ticks, ticks["x"], run.facts()):
        with pytest.raises(TypeError, match="to_numpy"):
            pickle.dumps(what)
    assert copy.copy(ticks)["x"] is ticks["x"]
    assert pickle.loads(pickle.dumps(run)).path == run.path
    again = pickle.loads(pickle.dumps(ticks.to_numpy()))
    assert again["vx"].mask.sum() == ticks["vx"].missing
