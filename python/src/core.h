/* SPDX-License-Identifier: MIT
 *
 * The parts of the extension: error.c (exceptions), column.c (a column of a table), table.c (reads
 * a table), codec.c (varints, Huffman, snapshots and deltas), module.c (puts them together).
 *
 * It is written for the limited API of Python 3.11, so one build serves all later versions.
 */
#ifndef TEETAPE_PYTHON_CORE_H
#define TEETAPE_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "teetape/io/table.h"

/* What the module owns. */
typedef struct core_state {
    PyObject *error;       /* teetape.Error */
    PyObject *column_type; /* teetape.Column */
} core_state;

core_state *core_state_of(PyObject *module);

/* error.c: makes the exception class; raises it of an error of the libraries, with its path and
 * offset, or as OSError where the system refused something. Both return NULL. */
PyObject *core_error_new(void);
PyObject *core_raise(const core_state *state, const tt_io_error *error);
PyObject *core_raise_status(const core_state *state, tt_status status, const tt_error *error);

/* Values of a column, one after the other, in memory of their own. */
typedef struct core_values {
    const tt_io_column *column;
    uint8_t *values;
    size_t size, room; /* bytes */
    uint64_t *ends;    /* of TEXT */
    uint8_t *has;      /* a bit a row; NULL while all rows have a value */
    size_t rows, row_room, missing;
} core_values;

/* Appends what a batch has. False without memory. Needs no GIL, as the next one. */
bool core_values_add(core_values *values, const tt_io_column_data *data, size_t rows);
void core_values_free(core_values *values);

/* column.c: the type; an object that takes over the values. */
extern PyType_Spec core_column_spec;
PyObject *core_column_new(const core_state *state, core_values *values);

/* table.c and codec.c: functions of the module. */
PyObject *core_read_table(PyObject *module, PyObject *args, PyObject *words);
PyObject *core_tables(PyObject *module, PyObject *none);
extern PyMethodDef core_codecs[];

#endif
