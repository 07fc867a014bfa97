/* SPDX-License-Identifier: MIT
 *
 * Jobs of the library, without the GIL: what they are asked for comes as a dict, whose values are
 * True, a text, or a list of texts. Each job has a table of its options and a function that runs
 * it.
 */
#include "core.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "teetape/io/cut.h"

/* What a value becomes in the options of a job. */
typedef enum option_kind {
    OPTION_FLAG,     /* a bool */
    OPTION_TEXT,     /* a const char * */
    OPTION_OPTIONAL, /* the same; True is "" */
    OPTION_TEXTS,    /* a tt_io_texts */
    OPTION_NUMBER    /* an int64_t from 1 on */
} option_kind;

typedef struct option {
    const char *name;
    option_kind kind;
    size_t offset;
} option;

/* A job that is run. Texts belong to the dict, which the caller of the job keeps. */
typedef struct job {
    tt_io_reading reading;
    tt_issue damage; /* the first error of the recording; level NOTE: none */
    char *said;      /* sentences, each with a line end; NULL for none */
    int status;      /* as the command's exit status */
    const char *texts[4][TT_IO_PEOPLE_MAX];
    size_t lists; /* of `texts` in use */
} job;

static void worsen(job *j, int status)
{
    j->status = status > j->status ? status : j->status;
}

/* Appends a sentence. Without memory for it the status alone counts. */
static void add_line(job *j, const char *path, const char *text, const char *more)
{
    size_t had = j->said != NULL ? strlen(j->said) : 0;
    size_t size = strlen(path) + strlen(text) + strlen(more) + sizeof ": \n";
    char *grown = realloc(j->said, had + size);
    if (grown != NULL) {
        j->said = grown;
        snprintf(grown + had, size, "%s: %s%s\n", path, text, more);
    }
}

static void say(void *user, tt_level level, const tt_io_error *what)
{
    job *j = user;
    add_line(j, what->path, what->text, what->system == EEXIST ? "; `force` replaces it" : "");
    worsen(j, level == TT_LEVEL_ERROR ? tt_io_error_rank(what) : 0);
}

static void take_issue(void *user, const tt_issue *issue)
{
    job *j = user;
    core_damage_take(&j->damage, &j->reading, issue);
}

/* What came about in the reading itself. Its error at the begin of a recording is an issue, too. */
static void end_reading(job *j, const char *path)
{
    const tt_io_error *error = &j->reading.error;
    if (error->status != TT_OK && error->status != TT_ERR_FORMAT) {
        add_line(j, path, error->text, "");
    }
    worsen(j, tt_io_error_rank(error));
    worsen(j, j->reading.errors != 0);
}

static const char *text_of(PyObject *value)
{
    return PyUnicode_Check(value) ? PyUnicode_AsUTF8AndSize(value, NULL) : NULL;
}

/* The texts of a list, or one alone. */
static const char *set_texts(job *j, PyObject *value, tt_io_texts *texts)
{
    const char **text = j->texts[j->lists++];
    Py_ssize_t count = PyList_Check(value) ? PyList_Size(value) : 1;
    if (count > TT_IO_PEOPLE_MAX) {
        return "takes 16 values at most";
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        text[i] = text_of(PyList_Check(value) ? PyList_GetItem(value, i) : value);
        if (text[i] == NULL) {
            return "needs a value";
        }
    }
    *texts = (tt_io_texts){text, (size_t)count};
    return NULL;
}

/* Puts a value into the options of a job: NULL, or what is wrong with it. */
static const char *set(job *j, const option *o, PyObject *value, char *options)
{
    void *at = options + o->offset;
    const char *text = text_of(value);
    char *end;
    switch (o->kind) {
    case OPTION_FLAG:
        *(bool *)at = value == Py_True;
        return value == Py_True ? NULL : "takes True or False";
    case OPTION_TEXTS:
        return set_texts(j, value, at);
    case OPTION_NUMBER:
        *(int64_t *)at = text != NULL ? strtoll(text, &end, 10) : 0;
        return *(int64_t *)at > 0 && *end == 0 ? NULL : "takes a number from 1 on";
    default:
        text = o->kind == OPTION_OPTIONAL && value == Py_True ? "" : text;
        *(const char **)at = text;
        return text != NULL ? NULL : "needs a value";
    }
}

/* Fills the options of a job. False with an exception; what is wrong with a value is a status of
 * the job. */
static bool set_all(job *j, PyObject *dict, const option *rows, size_t count, void *options)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    while (PyDict_Next(dict, &at, &key, &value)) {
        const char *name = text_of(key), *problem = "there is no such option";
        for (size_t i = 0; name != NULL && i < count; i++) {
            if (strcmp(rows[i].name, name) == 0) {
                problem = set(j, &rows[i], value, options);
            }
        }
        if (PyErr_Occurred() != NULL) {
            return false;
        }
        if (problem != NULL) {
            add_line(j, name != NULL ? name : "?", problem, "");
            worsen(j, 2);
        }
    }
    return true;
}

/* Whether the output is there, the status, what was said, and what is damaged or None. */
static PyObject *result_of(const job *j, bool is_made)
{
    PyObject *damage = core_damage_of(&j->damage);
    const char *said = j->said != NULL ? j->said : "";
    PyObject *text = PyUnicode_DecodeUTF8(said, (Py_ssize_t)strlen(said), "replace");
    return damage == NULL || text == NULL
               ? NULL
               : Py_BuildValue("(OiNN)", is_made ? Py_True : Py_False, j->status, text, damage);
}

#define ROW(name, kind, member)                                                                    \
    {                                                                                              \
        name, kind, offsetof(tt_io_cut_options, member)                                            \
    }

static const option cut_options[] = {
    ROW("from", OPTION_TEXT, reading.from),
    ROW("to", OPTION_TEXT, reading.to),
    ROW("player", OPTION_TEXT, reading.player),
    ROW("index_dir", OPTION_TEXT, reading.index_folder),
    ROW("no_index", OPTION_FLAG, reading.no_index),
    ROW("strict", OPTION_FLAG, reading.ends_at_error),
    ROW("force", OPTION_FLAG, force),
    ROW("team", OPTION_TEXT, team),
    ROW("finish", OPTION_OPTIONAL, finish),
    ROW("finish_number", OPTION_NUMBER, finish_number),
    ROW("before", OPTION_TEXT, before),
    ROW("after", OPTION_TEXT, after),
    ROW("split", OPTION_TEXT, split),
    ROW("around_chat", OPTION_TEXT, around_chat),
    ROW("chat_number", OPTION_NUMBER, chat_number),
    ROW("drop_chat", OPTION_FLAG, drop_chat),
    ROW("drop_inputs", OPTION_FLAG, drop_inputs),
    ROW("hide", OPTION_TEXTS, hide),
    ROW("rename", OPTION_TEXTS, renames),
    ROW("strip_map", OPTION_FLAG, strip_map),
    ROW("attach_map", OPTION_TEXT, attach_map),
};

static bool cut(job *j, const char *path, const char *output, tt_io_cut_options *options)
{
    tt_io_error error;
    options->output = output;
    options->on_say = say;
    options->user = j;
    options->reading.on_issue = take_issue;
    options->reading.user = j;
    bool is_made = tt_io_cut(&j->reading, path, options, &error);
    end_reading(j, path);
    return is_made;
}

PyObject *core_cut(PyObject *module, PyObject *args)
{
    PyObject *path = NULL, *output = NULL, *dict, *result = NULL;
    tt_io_cut_options options = {.output = NULL};
    job *j = calloc(1, sizeof *j);
    (void)module;
    if (j == NULL) {
        return PyErr_NoMemory();
    }
    if (PyArg_ParseTuple(args, "O&O&O!", PyUnicode_FSConverter, &path, PyUnicode_FSConverter,
                         &output, &PyDict_Type, &dict) != 0 &&
        set_all(j, dict, cut_options, sizeof cut_options / sizeof cut_options[0], &options)) {
        const char *from = PyBytes_AsString(path), *to = PyBytes_AsString(output);
        bool is_made = false;
        if (j->status == 0) {
            Py_BEGIN_ALLOW_THREADS is_made = cut(j, from, to, &options);
            Py_END_ALLOW_THREADS
        }
        result = result_of(j, is_made);
        tt_io_reading_close(&j->reading);
    }
    Py_XDECREF(path);
    Py_XDECREF(output);
    free(j->said);
    free(j);
    return result;
}
