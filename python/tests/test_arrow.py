# SPDX-License-Identifier: MIT
"""Tables as Arrow's C interface has them, read by ctypes alone."""
import ctypes
import gc
import struct
import threading
import uuid
import warnings

import pytest

import teetape

P = ctypes.POINTER


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


Schema._fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_void_p),
                   ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64), ("children", P(P(Schema))),
                   ("dictionary", P(Schema)), ("release", ctypes.CFUNCTYPE(None, P(Schema))),
                   ("private_data", ctypes.c_void_p)]
Array._fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
                  ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64), ("buffers", P(ctypes.c_void_p)),
                  ("children", P(P(Array))), ("dictionary", P(Array)), ("release", ctypes.CFUNCTYPE(None, P(Array))),
                  ("private_data", ctypes.c_void_p)]
Stream._fields_ = [("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, P(Stream), P(Schema))),
                   ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, P(Stream), P(Array))),
                   ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, P(Stream))),
                   ("release", ctypes.CFUNCTYPE(None, P(Stream))), ("private_data", ctypes.c_void_p)]

pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

#: How values lie in memory: bytes of each, and what struct calls them.
WIDTHS = {b"c": "b", b"s": "h", b"i": "i", b"l": "q", b"f": "f", b"tsu:UTC": "q"}


def stream_of(capsule):
    return Stream.from_address(pointer_of(capsule, b"arrow_array_stream"))


def bit(address, row):
    return ctypes.c_uint8.from_address(address + row // 8).value >> row % 8 & 1


def values_of(schema, array):
    """The values of a column as Python objects."""
    buffers, rows = array.buffers, array.length
    if schema.dictionary:
        texts = values_of(schema.dictionary.contents, array.dictionary.contents)
        codes = struct.unpack(f"{rows}i", ctypes.string_at(buffers[1], rows * 4))
        assert schema.format == b"i" and array.n_buffers == 2 and len(set(texts)) == len(texts)
        values = [texts[code] if texts else None for code in codes]
    elif schema.format == b"b":
        values = [bool(bit(buffers[1], row)) for row in range(rows)]
    elif schema.format == b"U":
        ends = struct.unpack(f"{rows + 1}q", ctypes.string_at(buffers[1], 8 * (rows + 1)))
        data = ctypes.string_at(buffers[2], ends[-1]) if ends[-1] else b""
        values = [data[ends[row]:ends[row + 1]].decode() for row in range(rows)]
    elif schema.format == b"w:16":
        data = ctypes.string_at(buffers[1], 16 * rows)
        values = [str(uuid.UUID(bytes=data[16 * row:16 * row + 16])) for row in range(rows)]
    else:
        one = WIDTHS[schema.format]
        values = list(struct.unpack(f"{rows}{one}", ctypes.string_at(buffers[1], rows * struct.calcsize(one))))
    return values if not buffers[0] else [value if bit(buffers[0], row) else None for row, value in enumerate(values)]


def read(capsule):
    """All columns of a stream by name, and the number of rows."""
    stream, schema, columns, rows = stream_of(capsule), Schema(), {}, 0
    assert stream.get_schema(stream, schema) == 0 and schema.format == b"+s"
    children = [schema.children[i].contents for i in range(schema.n_children)]
    while True:
        array = Array()
        assert stream.get_next(stream, array) == 0
        if not array.release:
            break
        assert array.n_children == schema.n_children and array.n_buffers == 1 and array.null_count == 0
        rows += array.length
        for child, data in zip(children, (array.children[i].contents for i in range(array.n_children))):
            values = values_of(child, data)
            assert data.length == array.length and data.null_count == values.count(None) and data.offset == 0
            assert data.null_count == 0 or child.flags & 2
            columns.setdefault(child.name.decode(), []).extend(values)
        array.release(array)
        assert not array.release
    schema.release(schema)
    return columns, rows


@pytest.mark.parametrize("name", list(teetape.tables))
def test_values(recording, name):
    table = teetape.open(recording).table(name, columns=list(teetape.tables[name]))
    columns, rows = read(table.__arrow_c_stream__())
    assert rows == table.height
    if rows:
        assert list(columns) == list(table)
    for column, values in columns.items():
        assert values == list(table[column]), column


def test_memory_is_shared(tutorial):
    table = teetape.open(tutorial).ticks(columns="tick,x,vx")
    capsule, array = table.__arrow_c_stream__(), Array()
    stream = stream_of(capsule)
    assert stream.get_next(stream, array) == 0 and array.length == table.height
    for i, name in enumerate(table):
        assert array.children[i].contents.buffers[1] == table[name]._memory["data"][0]
    expected = list(table["x"])
    del table, capsule, stream
    gc.collect()
    x = Array.from_buffer_copy(array.children[1].contents)  # taken out of the batch, which is released before it
    array.children[1].contents.release = type(x.release)()
    array.release(array)
    assert list((ctypes.c_int32 * x.length).from_address(x.buffers[1])) == expected
    thread = threading.Thread(target=lambda: x.release(x))
    thread.start()
    thread.join()
    assert not x.release


def test_dictionaries(tutorial):
    """The texts of a column that repeat are once in its memory, and may outlive the column."""
    table = teetape.open(tutorial).ticks(columns="name,recording,tick")
    capsule, schema, array = table.__arrow_c_stream__(), Schema(), Array()
    stream = stream_of(capsule)
    assert stream.get_schema(stream, schema) == 0 and stream.get_next(stream, array) == 0
    assert [bool(schema.children[i].contents.dictionary) for i in range(3)] == [True, True, False]
    assert not schema.children[1].contents.metadata
    assert array.children[0].contents.buffers[1] == table["name"]._memory["data"][0]
    kind = Schema.from_buffer_copy(schema.children[0].contents.dictionary.contents)
    schema.children[0].contents.dictionary.contents.release = type(kind.release)()
    names = Array.from_buffer_copy(array.children[0].contents.dictionary.contents)
    array.children[0].contents.dictionary.contents.release = type(names.release)()
    expected = table["name"].categories
    del table, capsule, stream
    array.release(array)
    schema.release(schema)
    gc.collect()
    assert values_of(kind, names) == expected and len(expected) > 1
    names.release(names)
    kind.release(kind)


def test_facts_and_sessions(tutorial):
    run = teetape.open(tutorial)
    facts = run.facts(kinds=["name", "join"])
    columns, rows = read(facts.__arrow_c_stream__())
    assert rows == len(columns["kind"]) > 2 and set(columns["kind"]) == {"name", "join"}
    assert [fact.tick for fact in facts] == columns["tick"]
    assert len(facts) == len(list(facts)) == rows
    assert read(run.sessions().__arrow_c_stream__())[0]["name"] == list(run.sessions()["name"])


def test_kinds_are_parts_of_all(recording):
    run = teetape.open(recording)
    rows = list(run.table("facts").rows())
    for kind in {row["kind"] for row in rows}:
        assert list(run.table("facts", kinds=[kind]).rows()) == [row for row in rows if row["kind"] == kind]
    assert run.table("facts", kinds=[]).height == 0
    with pytest.raises(ValueError):
        run.facts(kinds=["nothing"])
    with pytest.raises(ValueError):
        run.table("ticks", kinds=["chat"])


def test_nothing(tutorial):
    with pytest.warns(teetape.PlayerWarning):
        table = teetape.open(tutorial).ticks(player="nobody of this name")
    assert read(table.__arrow_c_stream__()) == ({}, 0)


def test_requested_schema(tutorial):
    run = teetape.open(tutorial)
    table = run.ticks(columns="tick,x")
    assert read(table.__arrow_c_stream__(table.__arrow_c_schema__()))[1] == table.height
    for other in (run.ticks(columns="tick,y"), run.ticks(columns="tick")):
        with pytest.raises(ValueError):
            table.__arrow_c_stream__(other.__arrow_c_schema__())
    with pytest.raises(ValueError):
        table.__arrow_c_stream__(table.__arrow_c_stream__())
    with pytest.raises(ValueError):
        table.__arrow_c_stream__("int")


def test_capsules_free_what_nobody_took(tutorial):
    table = teetape.open(tutorial).ticks(columns="tick,x")
    for _ in range(3):
        table.__arrow_c_stream__()
        table.__arrow_c_schema__()
    capsule, schema = table.__arrow_c_stream__(), Schema()
    stream = stream_of(capsule)
    assert stream.get_schema(stream, schema) == 0
    stream.release(stream)  # release as a reader does; the capsule then has nothing to free
    assert not stream.release
    del capsule, table
    gc.collect()
    assert schema.children[1].contents.name == b"x"
    schema.release(schema)


def test_damage(tmp_path, tutorial):
    broken = tmp_path / "broken.teehistorian"
    broken.write_bytes(tutorial.read_bytes()[:30000] + b"\x7f\xff\xff\xff\xff\xff" * 20)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", teetape.DamageWarning)
        table = teetape.open(broken).ticks(columns="tick")
    assert table.damage is not None and read(table.__arrow_c_stream__())[1] == table.height > 0
