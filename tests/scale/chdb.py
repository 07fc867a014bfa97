# SPDX-License-Identifier: MIT
#
# usage: chdb.py LIBCHDB TABLE DDL NATIVE COLUMNS OUT
#
# Makes a table in a new ClickHouse (chdb, a library) by its statements with codecs, inserts what `--format native` wrote, and writes the
# columns as JSON Lines. Prints the version and the bytes a row that are on disk.
import ctypes
import sys


class Engine:
    """One connection: a process has one at most."""

    def __init__(self, path):
        self.lib = ctypes.CDLL(path)
        self.lib.chdb_connect.restype = ctypes.POINTER(ctypes.c_void_p)
        self.lib.chdb_connect.argtypes = [ctypes.c_int, ctypes.POINTER(ctypes.c_char_p)]
        self.lib.chdb_query.restype = ctypes.c_void_p
        self.lib.chdb_query.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
        self.lib.chdb_result_error.restype = ctypes.c_char_p
        self.lib.chdb_result_buffer.restype = ctypes.c_void_p
        self.lib.chdb_result_length.restype = ctypes.c_size_t
        for name in ("chdb_result_error", "chdb_result_buffer", "chdb_result_length", "chdb_destroy_query_result"):
            getattr(self.lib, name).argtypes = [ctypes.c_void_p]
        words = (ctypes.c_char_p * 1)(b"clickhouse")
        self.connection = self.lib.chdb_connect(1, words)

    def ask(self, sql):
        """The answer as text; ends the program with the engine's words."""
        result = self.lib.chdb_query(self.connection[0], sql.encode(), b"TSVRaw")
        error = self.lib.chdb_result_error(result)
        if error:
            sys.exit(f"chdb: {error.decode()}\nin: {sql}")
        answer = ctypes.string_at(self.lib.chdb_result_buffer(result), self.lib.chdb_result_length(result))
        self.lib.chdb_destroy_query_result(result)
        return answer.decode().strip()


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


library, table, ddl, native, columns, out = sys.argv[1:]
engine = Engine(library)
with open(ddl, encoding="utf-8") as statements:
    for statement in statements.read().split(";\n"):
        if statement.strip():
            engine.ask(statement)
engine.ask(f"insert into {table} ({columns}) select {columns} from file({quoted(native)}, Native)")
engine.ask(f"optimize table {table} final")
engine.ask(f"select {columns} from {table} into outfile {quoted(out)} format JSONEachRow settings output_format_json_quote_64bit_integers = 0")
print(engine.ask("select version()"), engine.ask(
    f"select round(sum(bytes_on_disk) / sum(rows), 2) from system.parts where active and table = '{table}'"))
