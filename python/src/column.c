/* SPDX-License-Identifier: MIT
 *
 * A column of a table: a sequence, and a buffer that numpy and others use without a copy.
 */
#include "core.h"

#include <stdlib.h>
#include <string.h>

typedef struct column {
    PyObject_HEAD core_values *values;
    Py_ssize_t shape, stride; /* number of values, and bytes from one to the next */
} column;

/* The forms of values: size, and type for `struct`, for numpy and by name. */
static const struct form {
    Py_ssize_t size;
    const char *format, *numpy, *type;
} forms[TT_COLUMN_TYPES] = {
    [TT_COLUMN_BOOL] = {1, "?", "|b1", "bool"},     [TT_COLUMN_INT8] = {1, "b", "|i1", "int8"},
    [TT_COLUMN_INT16] = {2, "h", "<i2", "int16"},   [TT_COLUMN_INT32] = {4, "i", "<i4", "int32"},
    [TT_COLUMN_INT64] = {8, "q", "<i8", "int64"},   [TT_COLUMN_FLOAT] = {4, "f", "<f4", "float"},
    [TT_COLUMN_TIME] = {8, "q", "<M8[us]", "time"}, [TT_COLUMN_UUID] = {16, "16s", "|V16", "uuid"},
    [TT_COLUMN_TEXT] = {0, NULL, NULL, "text"},
};

const char *core_type_name(tt_io_column_type type)
{
    return forms[type].type;
}

bool core_grow(void **memory, size_t *room, size_t wanted, size_t size)
{
    size_t more = *room * 2 > wanted ? *room * 2 : wanted;
    if (*room >= wanted) {
        return true;
    }
    void *larger = more <= SIZE_MAX / size ? realloc(*memory, more * size) : NULL;
    if (larger == NULL) {
        return false;
    }
    *memory = larger;
    *room = more;
    return true;
}

static bool grow_rows(core_values *v, size_t rows, bool is_text, bool is_coded)
{
    size_t codes_room = v->row_room, offsets_room = v->row_room + 1, before = (v->row_room + 7) / 8,
           after;
    if (v->rows + rows <= v->row_room) {
        return true;
    }
    size_t room = v->row_room * 2 > v->rows + rows ? v->row_room * 2 : v->rows + rows;
    if (v->offsets == NULL) {
        offsets_room = 0;
    }
    if (is_coded && !core_grow((void **)&v->codes, &codes_room, room, sizeof *v->codes)) {
        return false;
    }
    if (is_text && !core_grow((void **)&v->offsets, &offsets_room, room + 1, sizeof *v->offsets)) {
        return false;
    }
    if (is_text) {
        v->offsets[0] = 0;
    }
    after = (room + 7) / 8;
    uint8_t *has = v->has != NULL ? realloc(v->has, after) : NULL;
    if (v->has != NULL && has == NULL) {
        return false;
    }
    if (has != NULL) {
        memset(has + before, 0, after - before);
        v->has = has;
    }
    v->row_room = room;
    return true;
}

/* Begins the bits of `has` at the first row without a value. */
static bool begin_has(core_values *v)
{
    size_t size = (v->row_room + 7) / 8;
    v->has = calloc(size != 0 ? size : 1, 1);
    for (size_t i = 0; v->has != NULL && i < v->rows; i++) {
        v->has[i / 8] |= (uint8_t)(1u << (i % 8));
    }
    return v->has != NULL;
}

static bool add_has(core_values *v, const tt_io_column_data *data, size_t rows)
{
    if (v->has == NULL && data->missing == 0) {
        return true;
    }
    if (v->has == NULL && !begin_has(v)) {
        return false;
    }
    for (size_t i = 0; i < rows; i++) {
        size_t to = v->rows + i;
        bool has = data->has == NULL || (data->has[i / 8] >> (i % 8) & 1) != 0;
        v->has[to / 8] |= (uint8_t)(has << (to % 8));
    }
    v->missing += data->missing;
    return true;
}

bool core_values_add(core_values *v, const tt_io_column_data *data, size_t rows)
{
    bool is_coded = core_is_coded(data->column);
    bool is_text = data->column->type == TT_COLUMN_TEXT && !is_coded;
    if (is_coded) {
        bool good = grow_rows(v, rows, false, true) && add_has(v, data, rows) &&
                    core_codes_add(v, data, rows);
        v->rows += good ? rows : 0;
        return good;
    }
    size_t size = is_text ? (rows != 0 ? data->ends[rows - 1] : 0)
                          : rows * (size_t)forms[data->column->type].size;
    if (!grow_rows(v, rows, is_text, false) || !add_has(v, data, rows) ||
        !core_grow((void **)&v->values, &v->room, v->size + size, 1)) {
        return false;
    }
    for (size_t i = 0; is_text && i < rows; i++) {
        v->offsets[v->rows + i + 1] = (int64_t)(v->size + data->ends[i]);
    }
    if (size != 0) {
        memcpy(v->values + v->size, data->values, size);
    }
    v->size += size;
    v->rows += rows;
    return true;
}

void core_values_free(core_values *v)
{
    free(v->values);
    free(v->offsets);
    free(v->codes);
    free(v->has);
    core_entries_free(v->lookup);
    memset(v, 0, sizeof *v);
}

void core_values_drop(core_values *shared)
{
    if (atomic_fetch_sub(&shared->users, 1) == 1) {
        core_values_free(shared);
        free(shared);
    }
}

core_values *core_column_share(const core_state *state, PyObject *object)
{
    if (!PyObject_TypeCheck(object, (PyTypeObject *)state->column_type)) {
        PyErr_SetString(PyExc_TypeError, "this is no teetape.Column");
        return NULL;
    }
    core_values *shared = ((column *)object)->values;
    atomic_fetch_add(&shared->users, 1);
    return shared;
}

/* Gives back what growth has left over. A refusal leaves the memory as it is. */
static void *fit(void *memory, size_t size)
{
    void *fitting = memory != NULL ? realloc(memory, size != 0 ? size : 1) : NULL;
    return fitting != NULL ? fitting : memory;
}

static void fit_all(core_values *v)
{
    size_t texts = (v->codes != NULL ? v->entries : v->rows) + 1;
    v->values = fit(v->values, v->size);
    v->codes = fit(v->codes, v->rows * sizeof *v->codes);
    v->offsets = fit(v->offsets, texts * sizeof *v->offsets);
    core_entries_free(v->lookup);
    v->lookup = NULL;
}

PyObject *core_column_new(const core_state *state, core_values *values)
{
    allocfunc make = (allocfunc)PyType_GetSlot((PyTypeObject *)state->column_type, Py_tp_alloc);
    core_values *shared = malloc(sizeof *shared);
    column *self = NULL;
    if (shared == NULL) {
        return PyErr_NoMemory();
    }
    self = (column *)make((PyTypeObject *)state->column_type, 0);
    if (self == NULL) {
        free(shared);
        return NULL;
    }
    fit_all(values);
    *shared = *values;
    atomic_init(&shared->users, 1);
    memset(values, 0, sizeof *values);
    self->values = shared;
    self->shape = (Py_ssize_t)shared->rows;
    self->stride = forms[shared->column->type].size;
    return (PyObject *)self;
}

static void column_dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    core_values_drop(((column *)object)->values);
    release(object);
    Py_DECREF(type);
}

static Py_ssize_t column_length(PyObject *object)
{
    return ((column *)object)->shape;
}

static PyObject *text_at(const core_values *v, size_t row)
{
    const int64_t *at = v->offsets + row;
    return PyUnicode_DecodeUTF8((const char *)v->values + at[0], (Py_ssize_t)(at[1] - at[0]),
                                "replace");
}

void core_uuid_text(char text[CORE_UUID], const uint8_t *bytes)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0, at = 0; i < 16; i++) {
        text[at++] = digits[bytes[i] >> 4];
        text[at++] = digits[bytes[i] & 15];
        if (i == 3 || i == 5 || i == 7 || i == 9) {
            text[at++] = '-';
        }
    }
}

static PyObject *uuid_at(const uint8_t *bytes)
{
    char text[CORE_UUID];
    core_uuid_text(text, bytes);
    return PyUnicode_FromStringAndSize(text, sizeof text);
}

static PyObject *column_item(PyObject *object, Py_ssize_t index)
{
    const core_values *v = ((column *)object)->values;
    size_t row = (size_t)index;
    if (index < 0 || row >= v->rows) {
        PyErr_SetString(PyExc_IndexError, "the column has no such row");
        return NULL;
    }
    if (v->has != NULL && (v->has[row / 8] >> (row % 8) & 1) == 0) {
        return Py_NewRef(Py_None);
    }
    if (v->codes != NULL) {
        return text_at(v, (size_t)v->codes[row]);
    }
    const uint8_t *at = v->values + row * (size_t)forms[v->column->type].size;
    switch (v->column->type) {
    case TT_COLUMN_BOOL:
        return PyBool_FromLong(*at);
    case TT_COLUMN_INT8:
        return PyLong_FromLong(*(const int8_t *)at);
    case TT_COLUMN_INT16:
        return PyLong_FromLong(((const int16_t *)(const void *)v->values)[row]);
    case TT_COLUMN_INT32:
        return PyLong_FromLong(((const int32_t *)(const void *)v->values)[row]);
    case TT_COLUMN_FLOAT:
        return PyFloat_FromDouble((double)((const float *)(const void *)v->values)[row]);
    case TT_COLUMN_UUID:
        return uuid_at(at);
    case TT_COLUMN_TEXT:
        return text_at(v, row);
    default: /* TT_COLUMN_INT64 and TT_COLUMN_TIME */
        return PyLong_FromLongLong(((const int64_t *)(const void *)v->values)[row]);
    }
}

static PyObject *column_slice(PyObject *object, PyObject *slice)
{
    Py_ssize_t from, to, step, count;
    if (PySlice_Unpack(slice, &from, &to, &step) < 0) {
        return NULL;
    }
    count = PySlice_AdjustIndices((Py_ssize_t)((column *)object)->values->rows, &from, &to, step);
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list != NULL && i < count; i++) {
        PyObject *value = column_item(object, from + i * step);
        if (value == NULL || PyList_SetItem(list, i, value) != 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

/* Handles column[3], column[-1], and column[:3], which gives a list. */
static PyObject *column_subscript(PyObject *object, PyObject *key)
{
    if (PySlice_Check(key)) {
        return column_slice(object, key);
    }
    Py_ssize_t index = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (index == -1 && PyErr_Occurred() != NULL) {
        return NULL;
    }
    Py_ssize_t rows = (Py_ssize_t)((column *)object)->values->rows;
    return column_item(object, index < 0 ? index + rows : index);
}

/* Returns why the values cannot be a buffer, or NULL when they can. */
static const char *buffer_trouble(const core_values *v, int flags)
{
    if (forms[v->column->type].size == 0) {
        return "a column of text has no buffer";
    }
    if (core_is_coded(v->column)) {
        return "a column with categories has no buffer: use to_numpy() or to_pandas() of the table";
    }
    if (v->missing != 0) { /* refused, because zeros in a buffer would look like recorded values */
        return "rows of the column have no value, and a buffer cannot say so: use to_numpy() or "
               "to_pandas() of the table";
    }
    return (flags & PyBUF_WRITABLE) != 0 ? "columns are read only" : NULL;
}

static int column_buffer(PyObject *object, Py_buffer *view, int flags)
{
    column *self = (column *)object;
    const struct form *form = &forms[self->values->column->type];
    const char *trouble = buffer_trouble(self->values, flags);
    if (trouble != NULL) {
        PyErr_SetString(PyExc_BufferError, trouble);
        view->obj = NULL;
        return -1;
    }
    memset(view, 0, sizeof *view);
    view->obj = Py_NewRef(object);
    view->buf = self->values->values != NULL ? self->values->values : (void *)self;
    view->len = self->shape * form->size;
    view->readonly = 1;
    view->itemsize = form->size;
    view->format = (flags & PyBUF_FORMAT) != 0 ? (char *)(uintptr_t)form->format : NULL;
    view->ndim = 1;
    view->shape = (flags & PyBUF_ND) != 0 ? &self->shape : NULL;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? &self->stride : NULL;
    return 0;
}

static PyObject *get_name(PyObject *object, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(((column *)object)->values->column->name);
}

static PyObject *get_unit(PyObject *object, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(((column *)object)->values->column->unit);
}

static PyObject *get_meaning(PyObject *object, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(((column *)object)->values->column->meaning);
}

static PyObject *get_derived(PyObject *object, void *closure)
{
    (void)closure;
    return PyBool_FromLong(((column *)object)->values->column->source == TT_VALUE_DERIVED);
}

static PyObject *get_missing(PyObject *object, void *closure)
{
    (void)closure;
    return PyLong_FromSize_t(((column *)object)->values->missing);
}

static PyObject *get_has(PyObject *object, void *closure)
{
    const core_values *v = ((column *)object)->values;
    (void)closure;
    return v->has == NULL
               ? Py_NewRef(Py_None)
               : PyBytes_FromStringAndSize((const char *)v->has, (Py_ssize_t)((v->rows + 7) / 8));
}

static PyObject *get_type(PyObject *object, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(core_type_name(((column *)object)->values->column->type));
}

static PyObject *get_nullable(PyObject *object, void *closure)
{
    (void)closure;
    return PyBool_FromLong(((column *)object)->values->column->is_nullable);
}

static PyObject *get_categories(PyObject *object, void *closure)
{
    const core_values *v = ((column *)object)->values;
    (void)closure;
    if (!core_is_coded(v->column)) {
        return Py_NewRef(Py_None);
    }
    PyObject *list = PyList_New((Py_ssize_t)v->entries);
    for (size_t i = 0; list != NULL && i < v->entries; i++) {
        PyObject *text = text_at(v, i);
        if (text == NULL || PyList_SetItem(list, (Py_ssize_t)i, text) != 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

/* Gives the memory through the interface of numpy, which can express dates: values, or the numbers
 * of categories. */
static PyObject *get_memory(PyObject *object, void *closure)
{
    column *self = (column *)object;
    core_values *v = self->values;
    bool is_coded = core_is_coded(v->column);
    const struct form *form = &forms[is_coded ? TT_COLUMN_INT32 : v->column->type];
    (void)closure;
    if (form->size == 0) {
        PyErr_SetString(PyExc_AttributeError, "a column of text is no array; use list(column)");
        return NULL;
    }
    void *data = is_coded ? (void *)v->codes : v->values;
    data = data != NULL ? data : (void *)self;
    PyObject *address = PyLong_FromVoidPtr(data);
    return address == NULL
               ? NULL
               : Py_BuildValue("{s:(n),s:s,s:(NO),s:i}", "shape", self->shape, "typestr",
                               form->numpy, "data", address, Py_True, "version", 3);
}

/* Refuses a column with missing values: readers of `__array_interface__` do not know `validity` and
 * would take its zeros for values. */
static PyObject *get_array_interface(PyObject *object, void *closure)
{
    const char *trouble = buffer_trouble(((column *)object)->values, 0);
    if (trouble != NULL) {
        PyErr_SetString(PyExc_AttributeError, trouble);
        return NULL;
    }
    return get_memory(object, closure);
}

/* Gives an array for numpy, which calls this where a column is no buffer. */
static PyObject *column_array(PyObject *object, PyObject *args, PyObject *words)
{
    PyObject *module = PyImport_ImportModule("teetape.table");
    PyObject *make = module != NULL ? PyObject_GetAttrString(module, "_array_of") : NULL;
    Py_ssize_t count = PyTuple_Size(args);
    PyObject *given = make != NULL ? PyTuple_New(count + 1) : NULL;
    PyObject *array = NULL;
    if (given != NULL) {
        PyTuple_SetItem(given, 0, Py_NewRef(object));
        for (Py_ssize_t i = 0; i < count; i++) {
            PyTuple_SetItem(given, i + 1, Py_NewRef(PyTuple_GetItem(args, i)));
        }
        array = PyObject_Call(make, given, words);
    }
    Py_XDECREF(given);
    Py_XDECREF(make);
    Py_XDECREF(module);
    return array;
}

static PyObject *column_count(PyObject *object, PyObject *value)
{
    Py_ssize_t count = PySequence_Count(object, value);
    return count < 0 ? NULL : PyLong_FromSsize_t(count);
}

static PyObject *column_index(PyObject *object, PyObject *value)
{
    Py_ssize_t index = PySequence_Index(object, value);
    return index < 0 ? NULL : PyLong_FromSsize_t(index);
}

static PyObject *column_reduce(PyObject *object, PyObject *none)
{
    (void)object;
    (void)none;
    PyErr_SetString(PyExc_TypeError,
                    "columns and tables cannot be pickled: pickle what to_numpy() or to_pandas() "
                    "of the table gives");
    return NULL;
}

static PyObject *column_repr(PyObject *object)
{
    const core_values *v = ((column *)object)->values;
    return PyUnicode_FromFormat("<teetape.Column %s: %s, %zu rows, %zu without a value>",
                                v->column->name, core_type_name(v->column->type), v->rows,
                                v->missing);
}

static PyGetSetDef members[] = {
    {"name", get_name, NULL, "Its name.", NULL},
    {"unit", get_unit, NULL, "Such as 'ticks'; '' for none.", NULL},
    {"meaning", get_meaning, NULL, "What it says, in a line.", NULL},
    {"derived", get_derived, NULL, "True: not recorded, it follows by a rule.", NULL},
    {"type", get_type, NULL, "Such as 'int32', as in teetape.tables.", NULL},
    {"nullable", get_nullable, NULL, "True: rows may have no value.", NULL},
    {"missing", get_missing, NULL, "How many rows have no value.", NULL},
    {"categories", get_categories, NULL,
     "The texts of a column that has each text once; None for other columns.", NULL},
    {"validity", get_has, NULL,
     "Bit i % 8 of byte i // 8 is 1 where row i has a value; None: all have one.", NULL},
    {"__array_interface__", get_array_interface, NULL, "For numpy, where all rows have a value.",
     NULL},
    {"_memory", get_memory, NULL, "The same where some have none, whose bytes are 0.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"__array__", (PyCFunction)(void (*)(void))column_array, METH_VARARGS | METH_KEYWORDS,
     "For numpy: NaN in floats without a value, ValueError in other types."},
    {"__reduce__", column_reduce, METH_NOARGS, "Raises TypeError."},
    {"count", column_count, METH_O, "How many rows have this value."},
    {"index", column_index, METH_O, "The first row that has this value. ValueError for none."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc,
     "A column of a table: a sequence of values, None where a row has none. Columns of\n"
     "numbers are buffers: numpy.asarray(column) shares their memory, in which a time is a\n"
     "number of microseconds since 1970; Table.to_numpy() knows times and UUIDs. Where rows\n"
     "have no value there is no buffer: numpy.asarray(column) gives a copy with NaN for\n"
     "floats and raises ValueError for other types, which Table.to_numpy() masks."},
    {Py_tp_dealloc, column_dealloc},
    {Py_tp_getset, members},
    {Py_tp_methods, methods},
    {Py_tp_repr, column_repr},
    {Py_tp_iter, PySeqIter_New},
    {Py_sq_length, column_length},
    {Py_sq_item, column_item},
    {Py_mp_length, column_length},
    {Py_mp_subscript, column_subscript},
    {Py_bf_getbuffer, column_buffer},
    {0, NULL},
};

PyType_Spec core_column_spec = {
    .name = "teetape.Column",
    .basicsize = sizeof(column),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = slots,
};
