/* SPDX-License-Identifier: MIT
 *
 * Gives columns as a stream of Arrow's C interface: one batch that shares the memory of the
 * columns. Readers release it in any thread, so it has no Python objects.
 */
#include "core.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "teetape/io/table_arrow.h"

/* Values that are shared by a stream and the batch that it gives. */
typedef struct columns {
    size_t count;
    core_values *values[TT_IO_TABLE_COLUMNS];
} columns;

typedef struct stream {
    tt_io_table_plan plan;
    columns *columns; /* shared values; NULL after the stream has given its batch */
} stream;

/* A column with codes (codes.c) is a dictionary of texts, and the numbers of its rows. The schema
 * or array that the library makes gets the dictionary, and a release that releases it, too. A
 * reader may keep the dictionary longer than the rest. */
typedef struct coded_schema {
    struct ArrowSchema dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
} coded_schema;

/* Has nothing to free, because all texts of the schema of a dictionary are constants. */
static void release_dictionary_schema(struct ArrowSchema *dictionary)
{
    dictionary->release = NULL;
}

static void release_coded_schema(struct ArrowSchema *child)
{
    coded_schema *coded = child->private_data;
    if (coded->dictionary.release != NULL) {
        coded->dictionary.release(&coded->dictionary);
    }
    child->dictionary = NULL;
    child->private_data = coded->private_data;
    child->release = coded->release;
    child->release(child);
    free(coded);
}

static bool add_dictionary_schema(struct ArrowSchema *child)
{
    coded_schema *coded = calloc(1, sizeof *coded);
    if (coded == NULL) {
        return false;
    }
    coded->dictionary =
        (struct ArrowSchema){.format = "U", .name = "", .release = release_dictionary_schema};
    coded->release = child->release;
    coded->private_data = child->private_data;
    child->format = "i";
    child->metadata = NULL;
    child->dictionary = &coded->dictionary;
    child->release = release_coded_schema;
    child->private_data = coded;
    return true;
}

/* Makes the schema. Returns false without memory; *out has no release then. */
static bool make_schema(struct ArrowSchema *out, const tt_io_table_plan *plan)
{
    bool good = tt_io_arrow_schema(out, plan, true);
    for (size_t i = 0; good && i < plan->count; i++) {
        if (core_is_coded(plan->column[i]) && !add_dictionary_schema(out->children[i])) {
            out->release(out);
            good = false;
        }
    }
    return good;
}

typedef struct coded_array {
    struct ArrowArray dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
} coded_array;

/* The dictionary is a user of the column's values. */
typedef struct entries {
    core_values *values;
    const void *buffers[3];
} entries;

static void release_dictionary(struct ArrowArray *dictionary)
{
    entries *e = dictionary->private_data;
    core_values_drop(e->values);
    free(e);
    dictionary->release = NULL;
}

static void release_coded(struct ArrowArray *child)
{
    coded_array *coded = child->private_data;
    if (coded->dictionary.release != NULL) {
        coded->dictionary.release(&coded->dictionary);
    }
    child->dictionary = NULL;
    child->private_data = coded->private_data;
    child->release = coded->release;
    child->release(child);
    free(coded);
}

/* Gives an array its dictionary. Returns false without memory. */
static bool add_dictionary(struct ArrowArray *child, core_values *v)
{
    static const int64_t no_offsets[1];
    coded_array *coded = calloc(1, sizeof *coded);
    entries *e = calloc(1, sizeof *e);
    if (coded == NULL || e == NULL) {
        free(coded);
        free(e);
        return false;
    }
    atomic_fetch_add(&v->users, 1);
    *e = (entries){v, {NULL, v->offsets != NULL ? v->offsets : no_offsets, v->values}};
    coded->dictionary = (struct ArrowArray){.length = (int64_t)v->entries,
                                            .n_buffers = 3,
                                            .buffers = e->buffers,
                                            .release = release_dictionary,
                                            .private_data = e};
    coded->release = child->release;
    coded->private_data = child->private_data;
    child->n_buffers = 2;
    child->dictionary = &coded->dictionary;
    child->release = release_coded;
    child->private_data = coded;
    return true;
}

static void drop_columns(void *owner)
{
    columns *c = owner;
    for (size_t i = 0; c != NULL && i < c->count; i++) {
        core_values_drop(c->values[i]);
    }
    free(c);
}

static int get_schema(struct ArrowArrayStream *out, struct ArrowSchema *schema)
{
    const stream *s = out->private_data;
    return make_schema(schema, &s->plan) ? 0 : ENOMEM;
}

static int get_next(struct ArrowArrayStream *out, struct ArrowArray *batch)
{
    stream *s = out->private_data;
    tt_io_arrow_column given[TT_IO_TABLE_COLUMNS];
    memset(batch, 0, sizeof *batch);
    if (s->columns == NULL || s->columns->values[0]->rows == 0) {
        return 0;
    }
    for (size_t i = 0; i < s->columns->count; i++) {
        const core_values *v = s->columns->values[i];
        bool is_coded = core_is_coded(v->column);
        const void *values = is_coded ? (const void *)v->codes : v->values;
        const void *offsets = is_coded ? (const void *)v->codes : v->offsets;
        given[i] = (tt_io_arrow_column){v->column, values, offsets, v->has, v->missing};
    }
    if (!tt_io_arrow_array(batch, given, s->columns->count, s->columns->values[0]->rows,
                           drop_columns, s->columns)) {
        return ENOMEM;
    }
    columns *given_away = s->columns;
    s->columns = NULL;
    for (size_t i = 0; i < given_away->count; i++) {
        core_values *v = given_away->values[i];
        if (core_is_coded(v->column) && !add_dictionary(batch->children[i], v)) {
            batch->release(batch);
            return ENOMEM;
        }
    }
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *out)
{
    (void)out;
    return "there is not enough memory for a table";
}

static void release(struct ArrowArrayStream *out)
{
    stream *s = out->private_data;
    drop_columns(s->columns);
    free(s);
    out->release = NULL;
}

/* Makes the plan of these columns, which determines their types in Arrow. Returns false with an
 * exception. */
static bool plan_of(const core_state *state, const char *table, PyObject *list,
                    tt_io_table_plan *plan, columns **shared)
{
    Py_ssize_t count = PyList_Size(list);
    if (count < 1 || count > TT_IO_TABLE_COLUMNS) {
        PyErr_SetString(PyExc_ValueError, "not so many columns");
        return false;
    }
    columns *c = calloc(1, sizeof *c);
    if (c == NULL) {
        PyErr_NoMemory();
        return false;
    }
    memset(plan, 0, sizeof *plan);
    plan->options.kind = tt_io_table_find(table);
    for (Py_ssize_t i = 0; i < count; i++) {
        core_values *values = core_column_share(state, PyList_GetItem(list, i));
        if (values == NULL) {
            drop_columns(c);
            return false;
        }
        c->values[c->count++] = values;
        plan->column[plan->count++] = values->column;
        if (values->rows != c->values[0]->rows) {
            PyErr_SetString(PyExc_ValueError, "the columns are not of the same length");
            drop_columns(c);
            return false;
        }
    }
    *shared = c;
    return true;
}

static void free_schema(PyObject *capsule)
{
    struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
    if (schema->release != NULL) {
        schema->release(schema);
    }
    free(schema);
}

static void free_stream(PyObject *capsule)
{
    struct ArrowArrayStream *out = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (out->release != NULL) {
        out->release(out);
    }
    free(out);
}

PyObject *core_arrow_schema(PyObject *module, PyObject *args)
{
    const char *table;
    PyObject *list, *capsule = NULL;
    tt_io_table_plan plan;
    columns *shared;
    if (!PyArg_ParseTuple(args, "sO!", &table, &PyList_Type, &list) ||
        !plan_of(core_state_of(module), table, list, &plan, &shared)) {
        return NULL;
    }
    drop_columns(shared);
    struct ArrowSchema *schema = calloc(1, sizeof *schema);
    if (schema == NULL || !make_schema(schema, &plan)) {
        free(schema);
        return PyErr_NoMemory();
    }
    capsule = PyCapsule_New(schema, "arrow_schema", free_schema);
    if (capsule == NULL) {
        schema->release(schema);
        free(schema);
    }
    return capsule;
}

/* Refuses a request for other columns. A reader may request other types, which are ignored. */
static bool check_requested(PyObject *requested, const tt_io_table_plan *plan)
{
    if (requested == Py_None) {
        return true;
    }
    const struct ArrowSchema *schema = PyCapsule_GetPointer(requested, "arrow_schema");
    if (schema == NULL) {
        return false;
    }
    bool is_same = schema->release != NULL && schema->n_children == (int64_t)plan->count;
    for (size_t i = 0; is_same && i < plan->count; i++) {
        is_same = strcmp(schema->children[i]->name, plan->column[i]->name) == 0;
    }
    if (!is_same) {
        PyErr_SetString(PyExc_ValueError, "the schema that is asked for has other columns");
    }
    return is_same;
}

PyObject *core_arrow_stream(PyObject *module, PyObject *args)
{
    const char *table;
    PyObject *list, *requested, *capsule = NULL;
    stream *s = calloc(1, sizeof *s);
    struct ArrowArrayStream *out = calloc(1, sizeof *out);
    if (s == NULL || out == NULL) {
        PyErr_NoMemory();
    } else if (PyArg_ParseTuple(args, "sO!O", &table, &PyList_Type, &list, &requested) &&
               plan_of(core_state_of(module), table, list, &s->plan, &s->columns) &&
               check_requested(requested, &s->plan)) {
        *out = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release, s};
        capsule = PyCapsule_New(out, "arrow_array_stream", free_stream);
    }
    if (capsule == NULL) {
        drop_columns(s != NULL ? s->columns : NULL);
        free(s);
        free(out);
    }
    return capsule;
}
