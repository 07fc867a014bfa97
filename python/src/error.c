/* SPDX-License-Identifier: MIT
 *
 * Errors of the libraries as exceptions.
 */
#include "core.h"

PyObject *core_error_new(void)
{
    return PyErr_NewExceptionWithDoc(
        "teetape.Error",
        "What a recording, or a call, is not good for.\n\n"
        "status: the number of the error, as in teetape/status.h; it never changes its meaning.\n"
        "path: the file, or None. offset: where in the file, or in the bytes that were given.",
        PyExc_ValueError, NULL);
}

/* Sets the members of `state->error` and raises it. */
static PyObject *raise(const core_state *state, const char *text, tt_status status,
                       const char *path, unsigned long long offset)
{
    PyObject *raised = NULL;
    PyObject *number = PyLong_FromLong(status);
    PyObject *where = PyLong_FromUnsignedLongLong(offset);
    PyObject *file =
        path != NULL && path[0] != '\0' ? PyUnicode_DecodeFSDefault(path) : Py_NewRef(Py_None);
    PyObject *what = file != NULL && file != Py_None ? PyUnicode_FromFormat("%U: %s", file, text)
                                                     : PyUnicode_FromString(text);
    if (number != NULL && where != NULL && file != NULL && what != NULL) {
        raised = PyObject_CallFunctionObjArgs(state->error, what, NULL);
    }
    if (raised != NULL && PyObject_SetAttrString(raised, "status", number) == 0 &&
        PyObject_SetAttrString(raised, "path", file) == 0 &&
        PyObject_SetAttrString(raised, "offset", where) == 0) {
        PyErr_SetObject(state->error, raised);
    }
    Py_XDECREF(number);
    Py_XDECREF(where);
    Py_XDECREF(file);
    Py_XDECREF(what);
    Py_XDECREF(raised);
    return NULL;
}

PyObject *core_raise(const core_state *state, const tt_io_error *error)
{
    if (error->status == TT_ERR_SYSTEM && error->system != 0) {
        PyObject *args = Py_BuildValue("(isO&)", error->system, error->text,
                                       PyUnicode_DecodeFSDefault, error->path);
        if (args != NULL) {
            PyErr_SetObject(PyExc_OSError, args);
            Py_DECREF(args);
        }
        return NULL;
    }
    return raise(state, error->text, error->status, error->path, error->offset);
}

PyObject *core_raise_status(const core_state *state, tt_status status, const tt_error *error)
{
    const char *what = error != NULL && error->what != NULL ? error->what : tt_status_text(status);
    return raise(state, what, status, NULL, error != NULL ? error->offset : 0);
}
