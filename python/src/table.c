/* SPDX-License-Identifier: MIT
 *
 * Reads a table of a recording into columns, without the GIL.
 */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table that is read, and its errors. */
typedef struct job {
    tt_io_table_plan plan;
    tt_io_reading reading;
    core_values *values; /* values of the plan.count columns */
    tt_io_error error;   /* why there is no table */
    tt_issue damage;     /* first error of the recording; level NOTE: none */
    bool is_read;
} job;

/* Paths as bytes. */
struct paths {
    PyObject *recording, *map; /* NULL: no map is named */
};

/* Returns the current tick, or -1 before the first one. */
static int32_t tick_now(const tt_io_reading *r)
{
    bool has_tick = r->rec != NULL && r->has_header && tt_recording_look(r->rec).first_tick >= 0;
    return has_tick ? tt_io_reading_last_tick(r) : -1;
}

void core_damage_take(tt_issue *damage, const tt_io_reading *r, const tt_issue *issue)
{
    if (issue->level == TT_LEVEL_ERROR && damage->level != TT_LEVEL_ERROR) {
        *damage = *issue;
        damage->tick = tick_now(r);
    }
}

static void take_issue(void *user, const tt_issue *issue)
{
    job *j = user;
    core_damage_take(&j->damage, &j->reading, issue);
}

static bool add_batch(job *j, const tt_io_batch *batch)
{
    for (size_t i = 0; i < batch->columns; i++) {
        if (!core_values_add(&j->values[i], &batch->column[i], batch->rows)) {
            return false;
        }
    }
    return true;
}

static void say(tt_io_error *error, const char *text, const char *more)
{
    snprintf(error->text, sizeof error->text, "%s%s", text, more);
}

static void read_rows(job *j)
{
    tt_io_batch batch;
    tt_io_table *table = tt_io_table_open(&j->plan, &j->reading, &j->error);
    bool good = table != NULL;
    while (good && tt_io_table_next(table, &batch)) {
        good = add_batch(j, &batch);
        if (!good) {
            j->error = (tt_io_error){.status = TT_ERR_SYSTEM};
            say(&j->error, "there is not enough memory for the table", "");
        }
    }
    if (good && tt_io_table_error(table)->status != TT_OK) {
        j->error = *tt_io_table_error(table);
    }
    tt_io_table_close(table);
}

/* Reads the table to its end, without the GIL. */
static void read_all(job *j, const char *path, const tt_io_reading_options *how)
{
    if (tt_io_reading_open(&j->reading, path, how)) {
        read_rows(j);
        j->is_read = true;
    }
    tt_status status = j->reading.error.status;
    bool is_damage = status == TT_ERR_COMPRESSED_DATA || status == TT_ERR_FORMAT;
    if (j->error.status == TT_OK && status != TT_OK && !is_damage) {
        j->error = j->reading.error;
    }
    if (j->damage.level != TT_LEVEL_ERROR && status == TT_ERR_COMPRESSED_DATA) {
        j->damage = (tt_issue){.level = TT_LEVEL_ERROR,
                               .status = status,
                               .offset = j->reading.error.offset,
                               .tick = tick_now(&j->reading),
                               .what = "the compressed data is damaged"};
    }
}

PyObject *core_damage_of(const tt_issue *d)
{
    if (d->level != TT_LEVEL_ERROR) {
        return Py_NewRef(Py_None);
    }
    PyObject *tick = d->tick >= 0 ? PyLong_FromLong(d->tick) : Py_NewRef(Py_None);
    return tick == NULL
               ? NULL
               : Py_BuildValue("{s:i,s:K,s:N,s:s}", "status", (int)d->status, "offset",
                               (unsigned long long)d->offset, "tick", tick, "text", d->what);
}

/* Raises an error for a file that is no recording or has a damaged header. */
static PyObject *refuse(const core_state *state, const job *j, const char *path)
{
    const tt_issue *d = &j->damage;
    tt_io_kind kind = tt_io_reading_kind(&j->reading);
    const char *reason = tt_io_kind_reason(kind);
    tt_io_error error = {.status = TT_ERR_FORMAT};
    if (kind == TT_IO_KIND_OTHER) {
        say(&error, "this is neither a teehistorian file nor a demo", "");
    } else if (reason != NULL) {
        say(&error, reason, "; a teehistorian file or a demo was expected");
    } else if (d->what != NULL) {
        say(&error, d->what, "");
        error.status = d->status;
        error.offset = d->offset;
    } else {
        say(&error, "the header of a recording is missing", "");
    }
    snprintf(error.path, sizeof error.path, "%s", path);
    return core_raise(state, &error);
}

static PyObject *columns_of(const core_state *state, job *j)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < j->plan.count; i++) {
        j->values[i].column = j->plan.column[i];
        PyObject *column = core_column_new(state, &j->values[i]);
        if (column == NULL || PyList_Append(list, column) != 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(column);
    }
    return list;
}

/* Says what the missing map of a recording leaves out. Returns NULL when no map is missing. */
static const char *without_map(const tt_io_reading *r)
{
    if (!r->lacks_map) {
        return NULL;
    }
    return tt_io_reading_format(r) == TT_FORMAT_DEMO
               ? "tees have the position that the server sent last, as old as the column core_age "
                 "says"
               : "the column applied is empty";
}

static PyObject *result_of(const core_state *state, job *j, const char *path)
{
    if (j->error.status != TT_OK) {
        return core_raise(state, &j->error);
    }
    if (!j->is_read) {
        return refuse(state, j, path);
    }
    PyObject *columns = columns_of(state, j);
    PyObject *damage = columns != NULL ? core_damage_of(&j->damage) : NULL;
    PyObject *found = tt_selection_found(&j->reading.selection) ? Py_True : Py_False;
    PyObject *result = damage != NULL ? Py_BuildValue("(OOOz)", columns, damage, found,
                                                      without_map(&j->reading))
                                      : NULL;
    Py_XDECREF(columns);
    Py_XDECREF(damage);
    return result;
}

/* Converts a path, or None. */
static int take_path(PyObject *object, void *place)
{
    PyObject **path = place;
    if (object == Py_None) {
        return 1;
    }
    return PyUnicode_FSConverter(object, path);
}

static bool parse(PyObject *args, PyObject *words, tt_io_table_options *table,
                  tt_io_reading_options *how, const char **name, struct paths *paths)
{
    static char *keys[] = {"path",    "table", "columns", "player",         "start",
                           "stop",    "every", "map",     "is_one_of_many", "index_dir",
                           "secrets", "facts", NULL};
    unsigned int every = 1;
    unsigned long long facts = UINT64_MAX;
    int secrets = 0, is_one_of_many = 0;
    bool good = PyArg_ParseTupleAndKeywords(
                    args, words, "O&s|zzzzIO&pzpK", keys, PyUnicode_FSConverter, &paths->recording,
                    name, &table->columns, &how->player, &how->from, &how->to, &every, take_path,
                    &paths->map, &is_one_of_many, &how->index_folder, &secrets, &facts) != 0;
    how->facts = facts;
    how->map = paths->map != NULL ? PyBytes_AsString(paths->map) : NULL;
    table->every = every;
    table->is_one_of_many = is_one_of_many != 0;
    table->show_secrets = secrets != 0;
    return good;
}

static PyObject *read_table(const core_state *state, job *j, PyObject *path,
                            tt_io_reading_options *how)
{
    const char *bytes = PyBytes_AsString(path);
    j->values = calloc(j->plan.count, sizeof *j->values);
    if (bytes == NULL || j->values == NULL) {
        return bytes == NULL ? NULL : PyErr_NoMemory();
    }
    uint64_t facts = how->facts;
    tt_io_table_ask(&j->plan, how);
    how->facts &= facts;
    how->on_issue = take_issue;
    how->user = j;
    Py_BEGIN_ALLOW_THREADS read_all(j, bytes, how);
    Py_END_ALLOW_THREADS PyObject *result = result_of(state, j, bytes);
    tt_io_reading_close(&j->reading);
    for (size_t i = 0; i < j->plan.count; i++) {
        core_values_free(&j->values[i]);
    }
    free(j->values);
    return result;
}

PyObject *core_read_table(PyObject *module, PyObject *args, PyObject *words)
{
    const core_state *state = core_state_of(module);
    tt_io_table_options table = {.kind = TT_TABLES};
    tt_io_reading_options how = {.from = NULL};
    const char *name = NULL;
    struct paths paths = {.recording = NULL};
    PyObject *result = NULL;
    job *j = calloc(1, sizeof *j);
    if (j == NULL) {
        return PyErr_NoMemory();
    }
    if (parse(args, words, &table, &how, &name, &paths)) {
        table.kind = tt_io_table_find(name);
        result = tt_io_table_plan_init(&j->plan, &table, &j->error)
                     ? read_table(state, j, paths.recording, &how)
                     : core_raise(state, &j->error);
    }
    Py_XDECREF(paths.recording);
    Py_XDECREF(paths.map);
    free(j);
    return result;
}

PyObject *core_fact_kinds(PyObject *module, PyObject *none)
{
    PyObject *list = PyList_New(0);
    (void)module;
    (void)none;
    for (int kind = 0; list != NULL && kind < TT_FACT_KINDS; kind++) {
        PyObject *name = PyUnicode_FromString(tt_fact_type((tt_fact_kind)kind)->name);
        if (name == NULL || PyList_Append(list, name) != 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(name);
    }
    return list;
}

/* Returns a tuple about a column: name, type, unit, derived, default and meaning. */
static PyObject *describe(const tt_io_column *column)
{
    return Py_BuildValue("(sssOOs)", column->name, core_type_name(column->type), column->unit,
                         column->source == TT_VALUE_DERIVED ? Py_True : Py_False,
                         column->is_default ? Py_True : Py_False, column->meaning);
}

PyObject *core_tables(PyObject *module, PyObject *none)
{
    PyObject *tables = PyDict_New();
    (void)module;
    (void)none;
    for (int kind = 0; tables != NULL && kind < TT_TABLES; kind++) {
        size_t count;
        const tt_io_column *columns = tt_io_table_columns((tt_io_table_kind)kind, &count);
        PyObject *list = PyList_New(0);
        for (size_t i = 0; list != NULL && i < count; i++) {
            PyObject *row = describe(&columns[i]);
            if (row == NULL || PyList_Append(list, row) != 0) {
                Py_CLEAR(list);
            }
            Py_XDECREF(row);
        }
        if (list == NULL ||
            PyDict_SetItemString(tables, tt_io_table_name((tt_io_table_kind)kind), list) != 0) {
            Py_CLEAR(tables);
        }
        Py_XDECREF(list);
    }
    return tables;
}
