/* SPDX-License-Identifier: MIT
 *
 * Lists the files of a folder, as the command does.
 */
#include "core.h"

#include "teetape/io/kind.h"
#include "teetape/io/walk.h"

static bool append(PyObject *list, PyObject *object)
{
    bool is_good = list != NULL && object != NULL && PyList_Append(list, object) == 0;
    Py_XDECREF(object);
    return is_good;
}

/* Keeps a sentence about a folder that cannot be read. An exception stays set until the end. */
static void report(void *user, const char *path, const tt_io_error *error)
{
    PyObject *said = user;
    if (PyErr_Occurred() == NULL) {
        PyObject *name = PyUnicode_DecodeFSDefault(path);
        PyObject *text = name != NULL ? PyUnicode_FromFormat("%U: %s", name, error->text) : NULL;
        Py_XDECREF(name);
        (void)append(said, text);
    }
}

/* Returns a tuple for each file: its path, and whether it has to be a recording, because the user
 * named it or because it is named like one. The second list has what cannot be read. */
PyObject *core_walk(PyObject *module, PyObject *args)
{
    const char *path;
    tt_io_list list = {.count = 0};
    (void)module;
    if (!PyArg_ParseTuple(args, "y", &path)) {
        return NULL;
    }
    PyObject *files = PyList_New(0), *said = PyList_New(0);
    bool is_good = files != NULL && said != NULL;
    if (is_good && !tt_io_walk(&list, &path, 1, true, report, said)) {
        PyErr_NoMemory();
    }
    for (size_t i = 0; is_good && PyErr_Occurred() == NULL && i < list.count; i++) {
        const tt_io_entry *entry = &list.entries[i];
        bool is_due = !entry->found_by_walk || tt_io_kind_is_named(entry->path);
        PyObject *name = PyUnicode_DecodeFSDefault(entry->path);
        PyObject *due = PyBool_FromLong(is_due);
        is_good = append(files, name != NULL ? PyTuple_Pack(2, name, due) : NULL);
        Py_XDECREF(name);
        Py_XDECREF(due);
    }
    tt_io_list_free(&list);
    PyObject *both = PyErr_Occurred() == NULL && is_good ? PyTuple_Pack(2, files, said) : NULL;
    Py_XDECREF(files);
    Py_XDECREF(said);
    return both;
}
