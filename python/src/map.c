/* SPDX-License-Identifier: MIT
 *
 * The map of a recording: the bytes of its file, and the layers that the game plays on.
 */
#include "core.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "teetape/demo.h"
#include "teetape/io/drawing.h"
#include "teetape/io/inflate.h"
#include "teetape/io/input.h"
#include "teetape/io/map.h"

typedef struct search {
    tt_demo_new_map map;
    size_t room;
    tt_io_error error;
} search;

static bool take(search *s, tt_bytes piece)
{
    int failed = tt_io_map_file_add(&s->map, &s->room, piece);
    return failed == 0 || tt_io_error_system(&s->error, failed, "the map cannot be held");
}

static bool read_file(search *s, const char *path)
{
    tt_bytes piece;
    tt_io_input_status status = TT_IO_INPUT_PIECE;
    tt_io_input *in = tt_io_input_open(path, NULL, &s->error);
    while (in != NULL && (status = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE &&
           take(s, piece)) {
    }
    if (in != NULL && status == TT_IO_INPUT_FAILED) {
        s->error = *tt_io_input_error(in);
    }
    tt_io_input_close(in);
    return in != NULL && status == TT_IO_INPUT_END;
}

/* Reads the map inside a demo. Its pieces come before all other records. */
static bool read_inside(search *s, const char *path)
{
    tt_io_reading r;
    const tt_io_reading_options how = {
        .wants = TT_WANT_RECORDS, .wants_map = true, .no_index = true};
    bool good = tt_io_reading_open(&r, path, &how);
    while (good && tt_io_reading_next(&r)) {
        bool is_map = r.item.kind == TT_ITEM_RECORD && r.item.demo != NULL &&
                      r.item.demo->kind == TT_DEMO_MAP;
        if (r.item.kind == TT_ITEM_RECORD && !is_map) {
            break;
        }
        good = !is_map || take(s, r.item.demo->data);
    }
    tt_io_reading_close(&r);
    return good && s->map.bytes.size > 0;
}

static bool read_found(search *s, const char *path, const char *found)
{
    bool good = found != NULL ? read_file(s, found) : read_inside(s, path);
    if (!good && s->error.status == TT_OK) {
        s->error.status = TT_ERR_PLACE;
        snprintf(s->error.text, sizeof s->error.text,
                 "its map is not in the folders of the game; give its path");
        snprintf(s->error.path, sizeof s->error.path, "%s", path);
    }
    return good;
}

/* Finds the map as a picture does, and reads it. */
static bool find(search *s, const char *path, const char *file)
{
    char *copy = strdup(path);
    tt_io_entry entry = {.path = copy};
    const tt_io_list list = {.entries = &entry, .count = 1};
    tt_io_drawing d = {.map = NULL};
    tt_io_reading_options how;
    const tt_io_drawing_options options = {
        .output = "-", .map = file, .map_only = true, .rules = true};
    if (copy == NULL) {
        return tt_io_error_system(&s->error, ENOMEM, "the map cannot be held");
    }
    bool good = tt_io_drawing_open(&d, &list, &options, &how);
    s->error = good ? s->error : d.error;
    good = good && read_found(s, path, d.map);
    tt_io_drawing_close(&d);
    free(copy);
    return good;
}

static PyObject *map_file(const core_state *state, const char *path, const char *file)
{
    search s = {.room = 0};
    bool good;
    Py_BEGIN_ALLOW_THREADS;
    good = find(&s, path, file);
    Py_END_ALLOW_THREADS;
    const tt_bytes map = s.map.bytes;
    PyObject *bytes = good ? PyBytes_FromStringAndSize((const char *)map.data, (Py_ssize_t)map.size)
                           : core_raise(state, &s.error);
    free((void *)(uintptr_t)map.data);
    return bytes;
}

PyObject *core_map_file(PyObject *module, PyObject *args)
{
    PyObject *path = NULL, *file, *named = NULL, *bytes = NULL;
    if (PyArg_ParseTuple(args, "O&O", PyUnicode_FSConverter, &path, &file) != 0 &&
        (file == Py_None || PyUnicode_FSConverter(file, &named) != 0)) {
        bytes = map_file(core_state_of(module), PyBytes_AsString(path),
                         named != NULL ? PyBytes_AsString(named) : NULL);
    }
    Py_XDECREF(named);
    Py_XDECREF(path);
    return bytes;
}

/* Unpacks a layer: a tuple of width, height, bytes of a tile, and the bytes. */
static PyObject *layer_of(const core_state *state, const tt_map_design *design, uint32_t index)
{
    tt_map_layer layer;
    tt_error error;
    tt_status status = tt_map_design_layer(design, index, &layer, &error);
    uint8_t *memory = status == TT_OK ? malloc(layer.size + 1) : NULL;
    if (status == TT_OK && memory == NULL) {
        return PyErr_NoMemory();
    }
    if (status == TT_OK) {
        Py_BEGIN_ALLOW_THREADS;
        status =
            tt_map_design_load(design, &layer, memory, layer.size, tt_io_inflate, NULL, &error);
        Py_END_ALLOW_THREADS;
    }
    PyObject *result = status == TT_OK
                           ? Py_BuildValue("(iiIy#)", (int)layer.width, (int)layer.height,
                                           layer.cell, (const char *)memory, (Py_ssize_t)layer.kept)
                           : core_raise_status(state, status, &error);
    free(memory);
    return result;
}

/* Unpacks the layers that the game plays on. A map lacks most of them. */
PyObject *core_map_layers(PyObject *module, PyObject *args)
{
    const core_state *state = core_state_of(module);
    const char *data;
    Py_ssize_t size;
    tt_map_design design;
    tt_error error;
    if (!PyArg_ParseTuple(args, "y#", &data, &size)) {
        return NULL;
    }
    tt_status status =
        tt_map_design_open(&design, (tt_bytes){(const uint8_t *)data, (size_t)size}, &error);
    if (status != TT_OK) {
        return core_raise_status(state, status, &error);
    }
    const struct {
        const char *name;
        int32_t index;
    } layers[] = {{"game", design.game},       {"front", design.front},
                  {"tele", design.teles},      {"speedup", design.speedups},
                  {"switch", design.switches}, {"tune", design.tunes}};
    PyObject *dict = PyDict_New();
    for (size_t i = 0; dict != NULL && i < sizeof layers / sizeof layers[0]; i++) {
        PyObject *layer =
            layers[i].index >= 0 ? layer_of(state, &design, (uint32_t)layers[i].index) : NULL;
        if (layers[i].index >= 0 &&
            (layer == NULL || PyDict_SetItemString(dict, layers[i].name, layer) != 0)) {
            Py_CLEAR(dict);
        }
        Py_XDECREF(layer);
    }
    return dict;
}
