/* SPDX-License-Identifier: MIT
 *
 * The module teetape._core, the compiled part of the package teetape.
 */
#include "core.h"

#include "teetape/version.h"

core_state *core_state_of(PyObject *module)
{
    return PyModule_GetState(module);
}

static int add(PyObject *module, const char *name, PyObject *object)
{
    return object == NULL ? -1 : PyModule_AddObjectRef(module, name, object);
}

static int start(PyObject *module)
{
    core_state *state = core_state_of(module);
    state->error = core_error_new();
    state->column_type = PyType_FromModuleAndSpec(module, &core_column_spec, NULL);
    if (add(module, "Error", state->error) != 0 || add(module, "Column", state->column_type) != 0 ||
        PyModule_AddStringConstant(module, "version", tt_version()) != 0) {
        return -1;
    }
    return PyModule_AddFunctions(module, core_codecs);
}

static int visit_state(PyObject *module, visitproc visit, void *arg)
{
    core_state *state = core_state_of(module);
    Py_VISIT(state->error);
    Py_VISIT(state->column_type);
    return 0;
}

static int clear_state(PyObject *module)
{
    core_state *state = core_state_of(module);
    Py_CLEAR(state->error);
    Py_CLEAR(state->column_type);
    return 0;
}

static PyMethodDef functions[] = {
    {"read_table", (PyCFunction)(void (*)(void))core_read_table, METH_VARARGS | METH_KEYWORDS,
     "Reads a table: a list of columns, what is damaged or None, and whether there is the player."},
    {"arrow_schema", core_arrow_schema, METH_VARARGS,
     "Columns of a table as a capsule: what they are."},
    {"arrow_stream", core_arrow_stream, METH_VARARGS, "Columns of a table as a capsule: a stream."},
    {"cut", core_cut, METH_VARARGS,
     "Cuts: whether it is made, the status, what was said, what is damaged or None."},
    {"demo", core_demo, METH_VARARGS, "Makes a demo, or several: what comes back is as of cut."},
    {"picture", core_picture, METH_VARARGS,
     "Draws: whether it is made, the status, what was said, what is damaged or None."},
    {"page", core_page, METH_VARARGS, "Makes a page; gives what cut does."},
    {"find", core_find, METH_VARARGS, "Searches: a list of answers, the status, what was said."},
    {"map_file", core_map_file, METH_VARARGS,
     "The bytes of the map of a recording; a path in place of None takes that file."},
    {"map_layers", core_map_layers, METH_VARARGS,
     "The layers of a map that are played on: width, height, bytes of a tile, the bytes."},
    {"walk", core_walk, METH_VARARGS,
     "Lists a folder: files, each with whether it has to be a recording, and what was not read."},
    {"fact_kinds", core_fact_kinds, METH_NOARGS,
     "The names of the kinds of facts, in their order."},
    {"tables", core_tables, METH_NOARGS, "Describes all tables and their columns."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, start},
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,  .m_name = "teetape._core", .m_size = sizeof(core_state),
    .m_methods = functions, .m_slots = slots,          .m_traverse = visit_state,
    .m_clear = clear_state,
};

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
