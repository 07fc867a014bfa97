/* SPDX-License-Identifier: MIT
 *
 * The extension consists of error.c (exceptions), column.c (a column of a table), codes.c (texts
 * that repeat), table.c (reads a table), map.c (tiles of a map), arrow.c (columns for readers of
 * Arrow), jobs.c (makes files), walk.c (lists files), codec.c (varints, Huffman, snapshots and
 * deltas) and module.c (the module).
 *
 * It is written for the limited API of Python 3.11, so one build serves all later versions.
 */
#ifndef TEETAPE_PYTHON_CORE_H
#define TEETAPE_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdatomic.h>

#include "teetape/io/table.h"

/* State of the module. */
typedef struct core_state {
    PyObject *error;       /* the class teetape.Error */
    PyObject *column_type; /* the class teetape.Column */
} core_state;

core_state *core_state_of(PyObject *module);

/* error.c: makes the exception class, and raises it for an error of the libraries with path and
 * offset. A refusal of the system becomes an OSError. core_raise and core_raise_status return NULL.
 */
PyObject *core_error_new(void);
PyObject *core_raise(const core_state *state, const tt_io_error *error);
PyObject *core_raise_status(const core_state *state, tt_status status, const tt_error *error);

typedef struct core_entries core_entries;

/* Values of a column in contiguous memory of their own. A column with codes (codes.c) has its
 * entries in `values` and `offsets`. */
typedef struct core_values {
    const tt_io_column *column;
    uint8_t *values;
    size_t size, room; /* bytes in use, and allocated bytes */
    int64_t *offsets;  /* TEXT: begin of each row or entry, and the end; NULL without any */
    int32_t *codes;    /* number of each row's entry; NULL without rows, and without codes */
    uint8_t *has;      /* one bit for each row; NULL while all rows have a value */
    size_t rows, row_room, missing;
    size_t entries, entry_room;
    core_entries *lookup; /* finds entries; freed when all rows are there */
    atomic_size_t users;  /* number of users of shared values */
} core_values;

/* Appends the rows of a batch. Returns false without memory. Neither core_values_add nor
 * core_values_drop needs the GIL. */
bool core_values_add(core_values *values, const tt_io_column_data *data, size_t rows);
void core_values_free(core_values *values);

/* Makes room for `wanted` elements, and at least doubles it. Returns false without memory. */
bool core_grow(void **memory, size_t *room, size_t wanted, size_t size);

/* codes.c: returns true for a column that has codes, and appends rows, for which there is room. */
bool core_is_coded(const tt_io_column *column);
bool core_codes_add(core_values *values, const tt_io_column_data *data, size_t rows);
void core_entries_free(core_entries *entries);

/* Writes a UUID as text, without an end. */
#define CORE_UUID 36
void core_uuid_text(char text[CORE_UUID], const uint8_t *bytes);

/* Columns and Arrow consumers share values. The last user frees them, on any thread and without the
 * GIL. */
void core_values_drop(core_values *shared);

/* Returns the name of a type, such as "int32". */
const char *core_type_name(tt_io_column_type type);

/* column.c: the type. A new object owns its values. A call that returns the values of an object
 * adds a user to them; it returns NULL with a TypeError. */
extern PyType_Spec core_column_spec;
PyObject *core_column_new(const core_state *state, core_values *values);
core_values *core_column_share(const core_state *state, PyObject *object);

/* table.c and codec.c: functions of the module. */
PyObject *core_read_table(PyObject *module, PyObject *args, PyObject *words);
PyObject *core_tables(PyObject *module, PyObject *none);
PyObject *core_fact_kinds(PyObject *module, PyObject *none);
extern PyMethodDef core_codecs[];

/* Keeps the first error of a recording. core_damage_of returns the error as a dict, or None. */
void core_damage_take(tt_issue *damage, const tt_io_reading *r, const tt_issue *issue);
PyObject *core_damage_of(const tt_issue *damage);

/* jobs.c and find.c: a function of the module for each job. */
PyObject *core_cut(PyObject *module, PyObject *args);
PyObject *core_demo(PyObject *module, PyObject *args);
PyObject *core_picture(PyObject *module, PyObject *args);
PyObject *core_find(PyObject *module, PyObject *args);
PyObject *core_page(PyObject *module, PyObject *args);

/* map.c */
PyObject *core_map_file(PyObject *module, PyObject *args);
PyObject *core_map_layers(PyObject *module, PyObject *args);

/* walk.c */
PyObject *core_walk(PyObject *module, PyObject *args);

/* arrow.c: gives columns as capsules of Arrow's C interface. */
PyObject *core_arrow_schema(PyObject *module, PyObject *args);
PyObject *core_arrow_stream(PyObject *module, PyObject *args);

#endif
