/* SPDX-License-Identifier: MIT
 *
 * Searches an archive, and gives the answers as dicts with the keys of the command's JSON.
 */
#include "job.h"

#include <stdio.h>
#include <stdlib.h>

#include "teetape/io/find.h"
#include "teetape/string.h"

static const option find_options[] = {
    ROW("player", OPTION_TEXT, tt_io_find_options, player),
    ROW("map", OPTION_TEXT, tt_io_find_options, map),
    ROW("server", OPTION_TEXT, tt_io_find_options, server),
    ROW("ignore_case", OPTION_FLAG, tt_io_find_options, ignore_case),
    ROW("from", OPTION_TEXT, tt_io_find_options, from),
    ROW("to", OPTION_TEXT, tt_io_find_options, to),
    ROW("at", OPTION_TEXT, tt_io_find_options, at),
    ROW("min_duration", OPTION_TEXT, tt_io_find_options, min_duration),
    ROW("max_duration", OPTION_TEXT, tt_io_find_options, max_duration),
    ROW("finish", OPTION_FLAG, tt_io_find_options, finish),
    ROW("physics", OPTION_FLAG, tt_io_find_options, physics),
    ROW("faster", OPTION_TEXT, tt_io_find_options, faster),
    ROW("slower", OPTION_TEXT, tt_io_find_options, slower),
    ROW("save", OPTION_TEXT, tt_io_find_options, save),
    ROW("load", OPTION_FLAG, tt_io_find_options, load),
    ROW("rcon", OPTION_TEXT, tt_io_find_options, rcon),
    ROW("kind", OPTION_TEXT, tt_io_find_options, kind),
    ROW("chat", OPTION_TEXT, tt_io_find_options, chat),
    ROW("killer", OPTION_TEXT, tt_io_find_options, killer),
    ROW("console", OPTION_TEXT, tt_io_find_options, console),
    ROW("same_client", OPTION_TEXT, tt_io_find_options, same_client),
    ROW("format", OPTION_TEXT, tt_io_find_options, format),
    ROW("damaged", OPTION_FLAG, tt_io_find_options, damaged),
    ROW("limit", OPTION_NUMBER, tt_io_find_options, limit),
    ROW("show_secrets", OPTION_FLAG, tt_io_find_options, show_secrets),
    ROW("db", OPTION_TEXT, tt_io_find_options, db),
    ROW("no_scan", OPTION_FLAG, tt_io_find_options, no_scan),
    ROW("rescan", OPTION_FLAG, tt_io_find_options, rescan),
    ROW("forget", OPTION_FLAG, tt_io_find_options, forget),
    ROW("import", OPTION_TEXT, tt_io_find_options, import),
    ROW("jobs", OPTION_NUMBER, tt_io_find_options, jobs),
};

/* Puts a value into the dict and takes its reference. Returns false with an exception. */
static bool put(PyObject *dict, const char *key, PyObject *value)
{
    bool is_good = value != NULL && PyDict_SetItemString(dict, key, value) == 0;
    Py_XDECREF(value);
    return is_good;
}

static PyObject *str_of(tt_bytes text)
{
    return PyUnicode_DecodeUTF8((const char *)text.data, (Py_ssize_t)text.size, "replace");
}

static PyObject *str_list_of(const tt_io_find_value *value)
{
    PyObject *list = PyList_New(value->number);
    for (int64_t i = 0; list != NULL && i < value->number; i++) {
        PyObject *text = str_of(value->texts[i]);
        if (text == NULL || PyList_SetItem(list, i, text) != 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static PyObject *hex_of(tt_bytes text)
{
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)text.data, (Py_ssize_t)text.size);
    PyObject *hex = bytes != NULL ? PyObject_CallMethod(bytes, "hex", NULL) : NULL;
    Py_XDECREF(bytes);
    return hex;
}

/* Puts a value into the dict. A text that is not valid UTF-8 gets a second key with its bytes, as
 * in the command's JSON. */
static bool put_value(PyObject *dict, const char *key, const tt_io_find_value *value)
{
    char hex_key[40];
    switch (value->kind) {
    case TT_IO_FIND_ABSENT:
        return true;
    case TT_IO_FIND_NULL:
        return put(dict, key, Py_NewRef(Py_None));
    case TT_IO_FIND_NUMBER:
        return put(dict, key, PyLong_FromLongLong(value->number));
    case TT_IO_FIND_BOOL:
        return put(dict, key, PyBool_FromLong(value->number != 0));
    case TT_IO_FIND_TEXTS:
        return put(dict, key, str_list_of(value));
    case TT_IO_FIND_TEXT:
        break;
    }
    snprintf(hex_key, sizeof hex_key, "%s_hex", key);
    return put(dict, key, str_of(value->text)) &&
           (tt_utf8_valid(value->text) || put(dict, hex_key, hex_of(value->text)));
}

static PyObject *dict_of(const tt_io_find_answer *answer)
{
    static const char *const keys[] = {
#define TT_ANSWER(name, type, meaning) #name,
#include "teetape/schema/answer.def"
    };
    PyObject *dict = PyDict_New();
    for (size_t i = 0; dict != NULL && i < TT_IO_FIND_KEYS; i++) {
        if (!put_value(dict, keys[i], &answer->value[i])) {
            Py_CLEAR(dict);
        }
    }
    return dict;
}

static PyObject *dict_of_counts(const tt_io_archive_counts *counts)
{
    PyObject *dict = PyDict_New();
    bool is_good = dict != NULL;
#define TT_SCAN(name, meaning)                                                                     \
    is_good = is_good && put(dict, #name, PyLong_FromUnsignedLongLong(counts->name));
#include "teetape/schema/answer.def"
    if (!is_good) {
        Py_CLEAR(dict);
    }
    return dict;
}

typedef struct search {
    work *w;
    PyObject *found; /* the answers, a list of dicts */
    tt_io_stop stop;
} search;

static void say(void *user, tt_level level, const tt_io_error *what)
{
    const search *s = user;
    core_work_say(s->w, level, what);
}

/* Keeps an answer and takes its reference. */
static bool take(search *s, PyObject *dict)
{
    bool is_taken = dict != NULL && PyList_Append(s->found, dict) == 0;
    Py_XDECREF(dict);
    return is_taken;
}

/* Takes an answer of the search. An exception stays set on this thread until the search has ended.
 */
static bool take_answer(void *user, const tt_io_find_answer *answer)
{
    PyGILState_STATE state = PyGILState_Ensure();
    bool is_taken = take(user, dict_of(answer)) && PyErr_CheckSignals() == 0;
    PyGILState_Release(state);
    return is_taken;
}

/* Looks for signals during the scan. Other threads call this, too. Signals are handled only on the
 * main thread. */
static void look_for_signals(void *user, uint64_t bytes)
{
    search *s = user;
    PyGILState_STATE state = PyGILState_Ensure();
    (void)bytes;
    if (!tt_io_stop_wanted(&s->stop) && PyErr_CheckSignals() != 0) {
        tt_io_stop_want(&s->stop, -1);
    }
    PyGILState_Release(state);
}

static bool find(search *s, PyObject *folders, int zone)
{
    tt_io_find_options *options = (void *)s->w->options;
    tt_io_find_result result;
    tt_io_error error;
    Py_ssize_t count = PyList_Size(folders);
    const char **paths = calloc((size_t)count + 1, sizeof *paths);
    for (Py_ssize_t i = 0; paths != NULL && i < count; i++) {
        paths[i] = PyBytes_AsString(PyList_GetItem(folders, i));
        if (paths[i] == NULL) {
            free(paths);
            return false;
        }
    }
    if (paths == NULL) {
        PyErr_NoMemory();
        return false;
    }
    options->paths = paths;
    options->count = (size_t)count;
    options->zone = (tt_io_zone)zone;
    options->stop = &s->stop;
    options->progress = (tt_io_archive_progress){.add = look_for_signals, .user = s};
    options->on_say = say;
    options->on_answer = take_answer;
    options->user = s;
    Py_BEGIN_ALLOW_THREADS tt_io_find(options, &result, &error);
    Py_END_ALLOW_THREADS free(paths);
    core_work_worsen(s->w, result.rank);
    bool is_update = result.has_scanned && !result.has_searched && error.status == TT_OK;
    return PyErr_Occurred() == NULL && (!is_update || take(s, dict_of_counts(&result.counts)));
}

PyObject *core_find(PyObject *module, PyObject *args)
{
    static const job searching = JOB(find_options, tt_io_find_options, NULL);
    PyObject *folders, *dict, *result = NULL;
    work *w = calloc(1, sizeof *w + searching.size);
    search s = {.w = w, .found = PyList_New(0)};
    int zone;
    (void)module;
    if (w == NULL || s.found == NULL) {
        PyErr_NoMemory();
    } else if (PyArg_ParseTuple(args, "O!O!i", &PyList_Type, &folders, &PyDict_Type, &dict,
                                &zone) != 0 &&
               core_work_set(w, &searching, dict) && (w->status != 0 || find(&s, folders, zone))) {
        const char *said = w->said != NULL ? w->said : "";
        result = Py_BuildValue("(OiN)", s.found, w->status, str_of(tt_bytes_of(said)));
    }
    Py_XDECREF(s.found);
    if (w != NULL) {
        free(w->said);
    }
    free(w);
    return result;
}
