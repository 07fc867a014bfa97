/* SPDX-License-Identifier: MIT
 *
 * Codes varints, the Huffman code, snapshots and deltas, from and to bytes and lists of ints.
 */
#include "core.h"

#include <string.h>

#include "teetape/delta.h"
#include "teetape/huffman.h"
#include "teetape/snap_object.h"
#include "teetape/snapshot.h"
#include "teetape/varint.h"

/* A copy of the caller's ints. */
typedef struct ints {
    int32_t *values;
    size_t count;
} ints;

static bool fill(ints *of, PyObject *fast)
{
    for (size_t i = 0; i < of->count; i++) {
        PyObject *item = PySequence_GetItem(fast, (Py_ssize_t)i);
        long value = item != NULL ? PyLong_AsLong(item) : -1;
        Py_XDECREF(item);
        if (value == -1 && PyErr_Occurred() != NULL) {
            return false;
        }
        if (value < INT32_MIN || value > INT32_MAX) {
            PyErr_SetString(PyExc_OverflowError, "an int has 32 bits here");
            return false;
        }
        of->values[i] = (int32_t)value;
    }
    return true;
}

/* An `O&` converter for any sequence of ints. */
static int take_ints(PyObject *object, void *place)
{
    ints *of = place;
    if (object == NULL) { /* a call to free the copy, after another argument failed */
        PyMem_Free(of->values);
        return 1;
    }
    Py_ssize_t count = PySequence_Size(object);
    if (count < 0) {
        return 0;
    }
    of->count = (size_t)count;
    of->values = PyMem_Calloc(of->count + 1, sizeof *of->values);
    if (of->values == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    if (!fill(of, object)) {
        PyMem_Free(of->values);
        of->values = NULL;
        return 0;
    }
    return Py_CLEANUP_SUPPORTED;
}

static tt_bytes bytes_of(const Py_buffer *buffer)
{
    return (tt_bytes){buffer->buf, (size_t)buffer->len};
}

static PyObject *list_of(const int32_t *values, size_t count)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list != NULL && i < count; i++) {
        PyObject *value = PyLong_FromLong(values[i]);
        if (value == NULL || PyList_SetItem(list, (Py_ssize_t)i, value) != 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static PyObject *fail(PyObject *module, tt_status status, const tt_error *error)
{
    return core_raise_status(core_state_of(module), status, error);
}

static PyObject *varint_encode(PyObject *module, PyObject *args)
{
    ints in = {NULL, 0};
    size_t size = 0;
    if (!PyArg_ParseTuple(args, "O&", take_ints, &in)) {
        return NULL;
    }
    uint8_t *bytes = PyMem_Malloc(in.count * TT_VARINT_MAX + 1);
    PyObject *result = NULL;
    if (bytes == NULL) {
        PyErr_NoMemory();
    } else {
        tt_status status =
            tt_varints_encode(bytes, in.count * TT_VARINT_MAX, &size, in.values, in.count);
        result = status == TT_OK ? PyBytes_FromStringAndSize((const char *)bytes, (Py_ssize_t)size)
                                 : fail(module, status, NULL);
    }
    PyMem_Free(bytes);
    PyMem_Free(in.values);
    return result;
}

static PyObject *varint_decode(PyObject *module, PyObject *args)
{
    Py_buffer data;
    size_t count = 0;
    tt_error error = {0};
    if (!PyArg_ParseTuple(args, "y*", &data)) {
        return NULL;
    }
    tt_bytes in = bytes_of(&data);
    int32_t *values = PyMem_Malloc((in.size + 1) * sizeof *values);
    PyObject *result = NULL;
    if (values == NULL) {
        PyErr_NoMemory();
    } else {
        tt_status status = tt_varints_decode(values, in.size + 1, &count, in.data, in.size, &error);
        result = status == TT_OK ? list_of(values, count) : fail(module, status, &error);
    }
    PyMem_Free(values);
    PyBuffer_Release(&data);
    return result;
}

static PyObject *huffman_compress(PyObject *module, PyObject *args)
{
    Py_buffer data;
    size_t written = 0;
    int is_classic = 0;
    if (!PyArg_ParseTuple(args, "y*|p", &data, &is_classic)) {
        return NULL;
    }
    tt_huffman_form form = is_classic ? TT_HUFFMAN_CLASSIC : TT_HUFFMAN_CURRENT;
    tt_bytes in = bytes_of(&data);
    size_t room = TT_HUFFMAN_BOUND(in.size);
    uint8_t *bytes = PyMem_Malloc(room + 1);
    PyObject *result = NULL;
    if (bytes == NULL) {
        PyErr_NoMemory();
    } else {
        tt_status status = tt_huffman_compress(bytes, room, &written, in, form);
        result = status == TT_OK
                     ? PyBytes_FromStringAndSize((const char *)bytes, (Py_ssize_t)written)
                     : fail(module, status, NULL);
    }
    PyMem_Free(bytes);
    PyBuffer_Release(&data);
    return result;
}

static PyObject *huffman_decompress(PyObject *module, PyObject *args)
{
    Py_buffer data;
    size_t written = 0;
    tt_error error = {0};
    if (!PyArg_ParseTuple(args, "y*", &data)) {
        return NULL;
    }
    tt_bytes in = bytes_of(&data);
    size_t room = TT_HUFFMAN_PLAIN_BOUND(in.size);
    uint8_t *bytes = PyMem_Malloc(room + 1);
    PyObject *result = NULL;
    if (bytes == NULL) {
        PyErr_NoMemory();
    } else {
        tt_status status = tt_huffman_decompress(bytes, room, &written, in, &error);
        result = status == TT_OK
                     ? PyBytes_FromStringAndSize((const char *)bytes, (Py_ssize_t)written)
                     : fail(module, status, &error);
    }
    PyMem_Free(bytes);
    PyBuffer_Release(&data);
    return result;
}

static PyObject *items_of(const tt_snap *snap)
{
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list != NULL && i < snap->count; i++) {
        tt_snap_item item = tt_snap_item_at(snap, i);
        PyObject *data = list_of(item.data, item.size);
        PyObject *row = data != NULL ? Py_BuildValue("(iiO)", item.type, item.id, data) : NULL;
        if (row == NULL || PyList_Append(list, row) != 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(data);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *snapshot(PyObject *module, PyObject *args)
{
    ints in = {NULL, 0};
    tt_snap_index index;
    tt_snap snap;
    tt_error error = {0};
    if (!PyArg_ParseTuple(args, "O&", take_ints, &in)) {
        return NULL;
    }
    tt_status status = tt_snap_open(&snap, &index, in.values, in.count, &error);
    PyObject *result = status == TT_OK ? items_of(&snap) : fail(module, status, &error);
    PyMem_Free(in.values);
    return result;
}

/* Returns the sizes that a protocol fixes, or NULL with an exception. */
static const tt_snap_sizes *sizes_of(const char *protocol)
{
    if (strcmp(protocol, "0.6") == 0) {
        return tt_snap_sizes_of(TT_DIALECT_6);
    }
    if (strcmp(protocol, "0.7") == 0) {
        return tt_snap_sizes_of(TT_DIALECT_7);
    }
    PyErr_SetString(PyExc_ValueError, "protocol is '0.6' or '0.7'");
    return NULL;
}

/* Two snapshots as views, or a snapshot and the ints of a delta. */
typedef struct both {
    ints from, to;
    tt_snap_index from_index, to_index;
    tt_snap from_snap, to_snap, made;
    tt_snap_space space;
    int32_t out[TT_DELTA_BOUND];
    size_t count;
} both;

static tt_status create(both *b, const tt_snap_sizes *sizes, tt_error *error)
{
    tt_status status =
        tt_snap_open(&b->from_snap, &b->from_index, b->from.values, b->from.count, error);
    if (status == TT_OK) {
        status = tt_snap_open(&b->to_snap, &b->to_index, b->to.values, b->to.count, error);
    }
    if (status == TT_OK) {
        *error = (tt_error){0};
        status =
            tt_delta_create(b->out, TT_DELTA_BOUND, &b->count, &b->from_snap, &b->to_snap, sizes);
    }
    return status;
}

static tt_status apply(both *b, const tt_snap_sizes *sizes, tt_error *error)
{
    tt_delta_report report = {0};
    tt_status status =
        tt_snap_open(&b->from_snap, &b->from_index, b->from.values, b->from.count, error);
    if (status == TT_OK) {
        status = tt_delta_apply(&b->made, &b->space, &b->from_snap,
                                (tt_delta){b->to.values, b->to.count}, sizes, &report);
        *error = report.error;
    }
    return status == TT_OK ? tt_snap_write(b->out, TT_DELTA_BOUND, &b->count, &b->made) : status;
}

static PyObject *with_both(PyObject *module, PyObject *args,
                           tt_status (*work)(both *, const tt_snap_sizes *, tt_error *))
{
    const char *protocol = "0.6";
    tt_error error = {0};
    PyObject *result = NULL;
    both *b = PyMem_Calloc(1, sizeof *b);
    if (b == NULL) {
        return PyErr_NoMemory();
    }
    if (PyArg_ParseTuple(args, "O&O&|s", take_ints, &b->from, take_ints, &b->to, &protocol)) {
        const tt_snap_sizes *sizes = sizes_of(protocol);
        tt_status status = sizes != NULL ? work(b, sizes, &error) : TT_OK;
        if (sizes != NULL) {
            result = status == TT_OK ? list_of(b->out, b->count) : fail(module, status, &error);
        }
        PyMem_Free(b->from.values);
        PyMem_Free(b->to.values);
    }
    PyMem_Free(b);
    return result;
}

static PyObject *delta_create(PyObject *module, PyObject *args)
{
    return with_both(module, args, create);
}

static PyObject *delta_apply(PyObject *module, PyObject *args)
{
    return with_both(module, args, apply);
}

PyMethodDef core_codecs[] = {
    {"varint_encode", varint_encode, METH_VARARGS, "varint_encode(ints) -> bytes"},
    {"varint_decode", varint_decode, METH_VARARGS, "varint_decode(bytes) -> list of ints"},
    {"huffman_compress", huffman_compress, METH_VARARGS,
     "huffman_compress(bytes, classic=False) -> bytes. classic: the form of Teeworlds, and of "
     "DDNet\n"
     "up to 19.9."},
    {"huffman_decompress", huffman_decompress, METH_VARARGS, "huffman_decompress(bytes) -> bytes"},
    {"snapshot", snapshot, METH_VARARGS,
     "snapshot(ints) -> list of (type, id, ints): the items of a serialized snapshot."},
    {"delta_create", delta_create, METH_VARARGS,
     "delta_create(from_ints, to_ints, protocol='0.6') -> ints of the delta between two\n"
     "serialized snapshots; [] when they are equal."},
    {"delta_apply", delta_apply, METH_VARARGS,
     "delta_apply(from_ints, delta_ints, protocol='0.6') -> ints of the new snapshot"},
    {NULL, NULL, 0, NULL},
};
