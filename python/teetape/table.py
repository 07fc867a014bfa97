# SPDX-License-Identifier: MIT
"""Tables: columns by name, and their conversions for numpy, pandas and Arrow."""
from collections import namedtuple
from collections.abc import Mapping, Sequence

from . import _core


class DamageWarning(UserWarning):
    """A recording is damaged; rows up to the damage were given."""


class PlayerWarning(UserWarning):
    """No player of the recording has the requested name or client id."""


class MapWarning(UserWarning):
    """The map of the recording was not found, so values that need it are missing or old."""


Sequence.register(_core.Column)

ColumnInfo = namedtuple("ColumnInfo", "name type unit derived default meaning")
ColumnInfo.__doc__ = "The description of a column of a table."

#: All tables and their columns: {"ticks": {"x": ColumnInfo(...), ...}, ...}
tables = {name: {row[0]: ColumnInfo(*row) for row in rows} for name, rows in _core.tables().items()}


class Table(Mapping):
    """Columns of a recording by name; all have the same length. A table is a mapping of columns: len() is the number
    of columns, `height` is the number of rows, and rows() gives the rows."""

    def __init__(self, name, columns, damage):
        self.name = name
        self.columns = {column.name: column for column in columns}
        #: None, or the damage as {"status", "offset", "tick", "text"}; tick is None before the first one.
        self.damage = damage

    def __getitem__(self, name):
        return self.columns[name]

    def __iter__(self):
        return iter(self.columns)

    def __len__(self):
        return len(self.columns)

    def __repr__(self):
        columns = ", ".join(f"{column.name} {column.type}" for column in self.columns.values())
        return f"<teetape.Table {self.name}: {self.height} rows, {len(self)} columns: {columns}>"

    @property
    def height(self):
        """Returns the number of rows."""
        return len(next(iter(self.columns.values())))

    def rows(self):
        """Gives each row as a dict; a missing value is None."""
        names = list(self.columns)
        for values in zip(*self.columns.values()):
            yield dict(zip(names, values))

    def __arrow_c_schema__(self):
        """The schema of the columns, for readers of Arrow's C interface."""
        return _core.arrow_schema(self.name, list(self.columns.values()))

    def __arrow_c_stream__(self, requested_schema=None):
        """The rows for readers of Arrow's C interface, such as pyarrow.table(table). They share the columns' memory,
        except booleans, which become bits. The types are always those of __arrow_c_schema__."""
        return _core.arrow_stream(self.name, list(self.columns.values()), requested_schema)

    def __array__(self, *args, **how):
        """Refuses: pandas calls this, and would otherwise make rows of the names."""
        raise TypeError("a table is many arrays: use its to_pandas(), or to_numpy()")

    def to_numpy(self):
        """A dict of arrays that share the columns' memory. Times are datetime64 in UTC, UUIDs 16 bytes (V16), texts
        arrays of objects. A `nullable` column is a masked array, also when all of its rows have a value."""
        import numpy

        return {name: _array(numpy, column) for name, column in self.columns.items()}

    def to_pandas(self):
        """A pandas.DataFrame. Times are dates in UTC, UUIDs texts as in rows(). `nullable` numbers and booleans have
        the types Int32, boolean and so on, with pandas.NA; floats have NaN. The frame has writable memory of its own."""
        import numpy
        import pandas

        return pandas.DataFrame({name: _series(numpy, pandas, column) for name, column in self.columns.items()},
                                copy=False)


def _is_text(column):
    return column.type == "text"


class _Memory:
    """The bytes of a column for numpy. A missing value is zero."""

    def __init__(self, column):
        self.column = column  # the array keeps this object, and so the bytes
        self.__array_interface__ = column._memory


def _missing(numpy, column):
    if column.validity is None:
        return numpy.zeros(len(column), bool)
    bits = numpy.unpackbits(numpy.frombuffer(column.validity, numpy.uint8), bitorder="little")
    return bits[:len(column)] == 0


def _values(numpy, column):
    return numpy.asarray(_Memory(column))


def _with_nan(numpy, column):
    """Returns floats in new memory, which the caller may change."""
    values = _values(numpy, column).copy()
    values[_missing(numpy, column)] = numpy.nan
    return values


def _array_of(column, dtype=None, copy=None):
    """The result of numpy.asarray(column) for a column that is no buffer. It is always a copy, whatever
    `copy` is."""
    import numpy

    if _is_text(column):
        return numpy.array(list(column), dtype)
    if column.categories is not None:
        return numpy.asarray(_array(numpy, column), dtype)
    if column.type == "float":
        return numpy.asarray(_with_nan(numpy, column), dtype)
    if column.missing:
        raise ValueError(f"{column.missing} of {len(column)} rows of the column '{column.name}' have no value, and an array of "
                         f"{column.type} cannot say so: use to_numpy() or to_pandas() of the table")
    return numpy.array(memoryview(column), dtype)


def _codes(numpy, column):
    """Returns the number of each row's category; -1 where a row has no value."""
    codes = _values(numpy, column)
    return numpy.where(_missing(numpy, column), numpy.int32(-1), codes) if column.missing else codes


def _objects(numpy, column):
    if column.categories is not None:
        return numpy.array([*column.categories, None], object)[_codes(numpy, column)]
    made = numpy.empty(len(column), object)
    made[:] = list(column)
    return made


def _uuids(numpy, column):
    """Returns UUIDs as texts. Most columns have one UUID in all rows, which is then formatted
    once."""
    values = _values(numpy, column).view("u1").reshape(-1, 16)
    if column.validity is None and len(column) and (values == values[0]).all():
        return numpy.full(len(column), column[0], object)
    return _objects(numpy, column)


def _array(numpy, column):
    if _is_text(column):
        return _objects(numpy, column)
    values = _values(numpy, column)
    if column.categories is not None:
        uuids = [bytes.fromhex(text.replace("-", "")) for text in column.categories]
        values = numpy.array([*uuids, bytes(16)], "V16")[_codes(numpy, column)]
    return numpy.ma.MaskedArray(values, _missing(numpy, column)) if column.nullable else values


def _series(numpy, pandas, column):
    if column.categories is not None:
        return pandas.Series(pandas.Categorical.from_codes(_codes(numpy, column), column.categories), copy=False)
    if _is_text(column):
        return pandas.Series(_objects(numpy, column), copy=False)
    if column.type == "uuid":
        return pandas.Series(_uuids(numpy, column), copy=False)
    if column.type == "time":
        return _times(numpy, pandas, column)
    if column.type == "float":
        return pandas.Series(_with_nan(numpy, column), copy=False)
    values = _values(numpy, column).copy()
    if not column.nullable:
        return pandas.Series(values, copy=False)
    extended = pandas.arrays.BooleanArray if column.type == "bool" else pandas.arrays.IntegerArray
    return pandas.Series(extended(values, _missing(numpy, column)), copy=False)


def _times(numpy, pandas, column):
    values = _values(numpy, column)
    if column.missing:
        values = numpy.where(_missing(numpy, column), numpy.datetime64("NaT", "us"), values)
    return pandas.Series(values).dt.tz_localize("UTC")
