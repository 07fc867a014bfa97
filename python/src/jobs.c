/* SPDX-License-Identifier: MIT
 *
 * Jobs of the library, without the GIL: what they are asked for comes as a dict, whose values are
 * True, a text, or a list of texts. Each job has a table of its options and a function that runs
 * it.
 */
#include "core.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "teetape/io/cut.h"
#include "teetape/io/demo.h"
#include "teetape/io/drawing.h"
#include "teetape/io/find.h"
#include "teetape/io/page.h"
#include "teetape/string.h"

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

/* What is run, and what became of it. Texts belong to the dict, which the caller keeps. */
typedef struct work {
    tt_io_reading reading;
    tt_issue damage; /* the first error of the recording; level NOTE: none */
    char *said;      /* sentences, each with a line end; NULL for none */
    int status;      /* as the command's exit status */
    const char *texts[4][TT_IO_PEOPLE_MAX];
    size_t lists;          /* of `texts` in use */
    PyObject *found;       /* of a search: a list of dicts */
    tt_io_stop stop;       /* of a search */
    max_align_t options[]; /* the struct of the job */
} work;

/* A job: rows of options, and the size of the struct that they fill. `run` has no GIL, and is true
 * when the output is there. */
typedef struct job {
    const option *options;
    size_t count, size;
    bool (*run)(work *w, const char *path, const char *output);
} job;

static void worsen(work *w, int status)
{
    w->status = status > w->status ? status : w->status;
}

/* Appends a sentence. Without memory for it the status alone counts. */
static void add_line(work *w, const char *path, const char *text, const char *more)
{
    size_t had = w->said != NULL ? strlen(w->said) : 0;
    size_t size = strlen(path) + strlen(text) + strlen(more) + sizeof ": \n";
    char *grown = realloc(w->said, had + size);
    if (grown != NULL) {
        w->said = grown;
        snprintf(grown + had, size, "%s%s%s%s\n", path, path[0] != 0 ? ": " : "", text, more);
    }
}

static void say(void *user, tt_level level, const tt_io_error *what)
{
    work *w = user;
    add_line(w, what->path, what->text, what->system == EEXIST ? "; `force` replaces it" : "");
    worsen(w, level == TT_LEVEL_ERROR ? tt_io_error_rank(what) : 0);
}

static void take_issue(void *user, const tt_issue *issue)
{
    work *w = user;
    core_damage_take(&w->damage, &w->reading, issue);
}

/* What came about in the reading itself. Its error at the begin of a recording is an issue, too. */
static void end_reading(work *w, const char *path)
{
    const tt_io_error *error = &w->reading.error;
    if (error->status != TT_OK && error->status != TT_ERR_FORMAT) {
        add_line(w, path, error->text, "");
    }
    worsen(w, tt_io_error_rank(error));
    worsen(w, w->reading.errors != 0 || w->damage.level == TT_LEVEL_ERROR);
}

static void hear(work *w, tt_io_reading_options *reading, tt_io_say_fn **on_say, void **user)
{
    reading->on_issue = take_issue;
    reading->user = *user = w;
    *on_say = say;
}

static const char *text_of(PyObject *value)
{
    return PyUnicode_Check(value) ? PyUnicode_AsUTF8AndSize(value, NULL) : NULL;
}

/* The texts of a list, or one alone. */
static const char *set_texts(work *w, PyObject *value, tt_io_texts *texts)
{
    const char **text = w->texts[w->lists++];
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
static const char *set(work *w, const option *o, PyObject *value)
{
    void *at = (char *)w->options + o->offset;
    const char *text = text_of(value);
    char *end;
    switch (o->kind) {
    case OPTION_FLAG:
        *(bool *)at = value == Py_True;
        return value == Py_True ? NULL : "takes True or False";
    case OPTION_TEXTS:
        return set_texts(w, value, at);
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
 * the work. */
static bool set_all(work *w, const job *j, PyObject *dict)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    while (PyDict_Next(dict, &at, &key, &value)) {
        const char *name = text_of(key), *problem = "there is no such option";
        for (size_t i = 0; name != NULL && i < j->count; i++) {
            if (strcmp(j->options[i].name, name) == 0) {
                problem = set(w, &j->options[i], value);
            }
        }
        if (PyErr_Occurred() != NULL) {
            return false;
        }
        if (problem != NULL) {
            add_line(w, name != NULL ? name : "?", problem, "");
            worsen(w, 2);
        }
    }
    return true;
}

/* Whether the output is there, the status, what was said, and what is damaged or None. */
static PyObject *result_of(const work *w, bool is_made)
{
    PyObject *damage = core_damage_of(&w->damage);
    const char *said = w->said != NULL ? w->said : "";
    PyObject *text = PyUnicode_DecodeUTF8(said, (Py_ssize_t)strlen(said), "replace");
    return damage == NULL || text == NULL
               ? NULL
               : Py_BuildValue("(OiNN)", is_made ? Py_True : Py_False, w->status, text, damage);
}

static PyObject *do_job(const job *j, PyObject *args)
{
    PyObject *path = NULL, *output = NULL, *dict, *result = NULL;
    work *w = calloc(1, sizeof *w + j->size);
    if (w == NULL) {
        return PyErr_NoMemory();
    }
    if (PyArg_ParseTuple(args, "O&O&O!", PyUnicode_FSConverter, &path, PyUnicode_FSConverter,
                         &output, &PyDict_Type, &dict) != 0 &&
        set_all(w, j, dict)) {
        const char *from = PyBytes_AsString(path), *to = PyBytes_AsString(output);
        bool is_made = false;
        if (w->status == 0) {
            Py_BEGIN_ALLOW_THREADS;
            is_made = j->run(w, from, to);
            end_reading(w, from);
            Py_END_ALLOW_THREADS;
        }
        result = result_of(w, is_made);
        tt_io_reading_close(&w->reading);
    }
    Py_XDECREF(path);
    Py_XDECREF(output);
    free(w->said);
    free(w);
    return result;
}

/* One row: the name in Python, and a member of the struct `type`. */
#define ROW(name, kind, type, member)                                                              \
    {                                                                                              \
        name, kind, offsetof(type, member)                                                         \
    }

#define JOB(rows, type, run)                                                                       \
    {                                                                                              \
        rows, sizeof(rows) / sizeof((rows)[0]), sizeof(type), run                                  \
    }

static const option cut_options[] = {
    ROW("from", OPTION_TEXT, tt_io_cut_options, reading.from),
    ROW("to", OPTION_TEXT, tt_io_cut_options, reading.to),
    ROW("player", OPTION_TEXT, tt_io_cut_options, reading.player),
    ROW("index_dir", OPTION_TEXT, tt_io_cut_options, reading.index_folder),
    ROW("no_index", OPTION_FLAG, tt_io_cut_options, reading.no_index),
    ROW("strict", OPTION_FLAG, tt_io_cut_options, reading.ends_at_error),
    ROW("force", OPTION_FLAG, tt_io_cut_options, force),
    ROW("team", OPTION_TEXT, tt_io_cut_options, team),
    ROW("finish", OPTION_OPTIONAL, tt_io_cut_options, finish),
    ROW("match", OPTION_NUMBER, tt_io_cut_options, match),
    ROW("before", OPTION_TEXT, tt_io_cut_options, before),
    ROW("after", OPTION_TEXT, tt_io_cut_options, after),
    ROW("split", OPTION_TEXT, tt_io_cut_options, split),
    ROW("around_chat", OPTION_TEXT, tt_io_cut_options, around_chat),
    ROW("drop_chat", OPTION_FLAG, tt_io_cut_options, drop_chat),
    ROW("drop_inputs", OPTION_FLAG, tt_io_cut_options, drop_inputs),
    ROW("hide", OPTION_TEXTS, tt_io_cut_options, hide),
    ROW("rename", OPTION_TEXTS, tt_io_cut_options, renames),
    ROW("strip_map", OPTION_FLAG, tt_io_cut_options, strip_map),
    ROW("attach_map", OPTION_TEXT, tt_io_cut_options, attach_map),
};

static bool run_cut(work *w, const char *path, const char *output)
{
    tt_io_cut_options *options = (void *)w->options;
    tt_io_error error;
    options->output = output;
    hear(w, &options->reading, &options->on_say, &options->user);
    return tt_io_cut(&w->reading, path, options, &error);
}

static const option picture_options[] = {
    ROW("from", OPTION_TEXT, tt_io_drawing_options, reading.from),
    ROW("to", OPTION_TEXT, tt_io_drawing_options, reading.to),
    ROW("player", OPTION_TEXT, tt_io_drawing_options, reading.player),
    ROW("index_dir", OPTION_TEXT, tt_io_drawing_options, reading.index_folder),
    ROW("no_index", OPTION_FLAG, tt_io_drawing_options, reading.no_index),
    ROW("strict", OPTION_FLAG, tt_io_drawing_options, reading.ends_at_error),
    ROW("force", OPTION_FLAG, tt_io_drawing_options, force),
    ROW("at", OPTION_TEXT, tt_io_drawing_options, at),
    ROW("paths", OPTION_TEXT, tt_io_drawing_options, paths),
    ROW("heat", OPTION_TEXT, tt_io_drawing_options, heat),
    ROW("focus", OPTION_TEXT, tt_io_drawing_options, focus),
    ROW("center", OPTION_TEXT, tt_io_drawing_options, center),
    ROW("zoom", OPTION_TEXT, tt_io_drawing_options, zoom),
    ROW("size", OPTION_TEXT, tt_io_drawing_options, size),
    ROW("map", OPTION_TEXT, tt_io_drawing_options, map),
    ROW("data", OPTION_TEXT, tt_io_drawing_options, data),
    ROW("map_only", OPTION_FLAG, tt_io_drawing_options, map_only),
    ROW("rules", OPTION_FLAG, tt_io_drawing_options, rules),
    ROW("no_hud", OPTION_FLAG, tt_io_drawing_options, no_hud),
    ROW("scoreboard", OPTION_FLAG, tt_io_drawing_options, scoreboard),
    ROW("show_secrets", OPTION_FLAG, tt_io_drawing_options, show_secrets),
};

static bool run_picture(work *w, const char *path, const char *output)
{
    tt_io_drawing_options *options = (void *)w->options;
    tt_io_reading_options how;
    tt_io_list files = {.count = 0};
    tt_io_drawing d = {.is_made = false};
    options->output = output;
    hear(w, &options->reading, &options->on_say, &options->user);
    if (!tt_io_walk(&files, &path, 1, false, NULL, NULL) || files.count == 0) {
        add_line(w, path, "cannot be read", "");
        worsen(w, 3);
    } else if (tt_io_drawing_open(&d, &files, options)) {
        tt_io_drawing_ask(&d, &how);
        if (tt_io_reading_open(&w->reading, path, &how) && tt_io_drawing_read(&d, &w->reading, 0)) {
            tt_io_drawing_end(&d);
        }
    }
    tt_io_drawing_close(&d);
    tt_io_list_free(&files);
    return d.is_made;
}

PyObject *core_cut(PyObject *module, PyObject *args)
{
    static const job cut = JOB(cut_options, tt_io_cut_options, run_cut);
    (void)module;
    return do_job(&cut, args);
}

static const option demo_options[] = {
    ROW("from", OPTION_TEXT, tt_io_demo_options, reading.from),
    ROW("to", OPTION_TEXT, tt_io_demo_options, reading.to),
    ROW("player", OPTION_TEXT, tt_io_demo_options, reading.player),
    ROW("strict", OPTION_FLAG, tt_io_demo_options, reading.ends_at_error),
    ROW("force", OPTION_FLAG, tt_io_demo_options, force),
    ROW("only", OPTION_FLAG, tt_io_demo_options, only),
    ROW("as", OPTION_TEXT, tt_io_demo_options, as),
    ROW("free", OPTION_FLAG, tt_io_demo_options, free_view),
    ROW("split", OPTION_TEXT, tt_io_demo_options, split),
    ROW("before", OPTION_TEXT, tt_io_demo_options, before),
    ROW("after", OPTION_TEXT, tt_io_demo_options, after),
    ROW("map", OPTION_TEXT, tt_io_demo_options, map),
    ROW("no_map", OPTION_FLAG, tt_io_demo_options, no_map),
    ROW("skip_idle", OPTION_FLAG, tt_io_demo_options, skip_idle),
    ROW("whole", OPTION_FLAG, tt_io_demo_options, whole),
    ROW("every", OPTION_NUMBER, tt_io_demo_options, every),
};

static bool run_demo(work *w, const char *path, const char *output)
{
    tt_io_demo_options *options = (void *)w->options;
    tt_io_error error;
    options->output = output;
    hear(w, &options->reading, &options->on_say, &options->user);
    return tt_io_demo_make(&w->reading, path, options, &error);
}

PyObject *core_demo(PyObject *module, PyObject *args)
{
    static const job demo = JOB(demo_options, tt_io_demo_options, run_demo);
    (void)module;
    return do_job(&demo, args);
}

PyObject *core_picture(PyObject *module, PyObject *args)
{
    static const job picture = JOB(picture_options, tt_io_drawing_options, run_picture);
    (void)module;
    return do_job(&picture, args);
}

struct page_options {
    tt_io_page_options page;
    bool strict;
    tt_io_key key;
};

static const option page_options[] = {
    ROW("strict", OPTION_FLAG, struct page_options, strict),
    ROW("force", OPTION_FLAG, struct page_options, page.force),
    ROW("title", OPTION_TEXT, struct page_options, page.title),
    ROW("map", OPTION_TEXT, struct page_options, page.map),
    ROW("anonymize", OPTION_FLAG, struct page_options, page.anonymize),
    ROW("key", OPTION_TEXT, struct page_options, page.key),
    ROW("key_file", OPTION_TEXT, struct page_options, page.key_file),
    ROW("keep_inputs", OPTION_FLAG, struct page_options, page.keep_inputs),
    ROW("show_secrets", OPTION_FLAG, struct page_options, page.show_secrets),
};

static bool run_page(work *w, const char *path, const char *output)
{
    struct page_options *o = (void *)w->options;
    tt_io_reading_options how = {.ends_at_error = o->strict, .on_issue = take_issue, .user = w};
    tt_io_page page;
    tt_io_error error;
    if (o->page.anonymize && !tt_io_key_get(&o->key, o->page.key, o->page.key_file, &error)) {
        say(w, TT_LEVEL_ERROR, &error);
        return false;
    }
    o->page.output = output;
    o->page.made_key = &o->key;
    o->page.on_say = say;
    o->page.user = w;
    tt_io_page_ask(&how);
    if (tt_io_page_open(&page, &path, 1, &o->page)) {
        tt_io_page_end(&page, tt_io_reading_open(&w->reading, path, &how) &&
                                  tt_io_page_add(&page, &w->reading, path));
    }
    tt_io_page_close(&page);
    return page.is_made;
}

PyObject *core_page(PyObject *module, PyObject *args)
{
    static const job page = JOB(page_options, struct page_options, run_page);
    (void)module;
    return do_job(&page, args);
}

static const option find_options[] = {
    ROW("player", OPTION_TEXT, tt_io_find_options, player),
    ROW("map", OPTION_TEXT, tt_io_find_options, map),
    ROW("server", OPTION_TEXT, tt_io_find_options, server),
    ROW("ignore_case", OPTION_FLAG, tt_io_find_options, ignore_case),
    ROW("from", OPTION_TEXT, tt_io_find_options, from),
    ROW("to", OPTION_TEXT, tt_io_find_options, to),
    ROW("min_duration", OPTION_TEXT, tt_io_find_options, min_duration),
    ROW("max_duration", OPTION_TEXT, tt_io_find_options, max_duration),
    ROW("finish", OPTION_FLAG, tt_io_find_options, finish),
    ROW("faster", OPTION_TEXT, tt_io_find_options, faster),
    ROW("slower", OPTION_TEXT, tt_io_find_options, slower),
    ROW("save", OPTION_TEXT, tt_io_find_options, save),
    ROW("load", OPTION_FLAG, tt_io_find_options, load),
    ROW("rcon", OPTION_TEXT, tt_io_find_options, rcon),
    ROW("kind", OPTION_TEXT, tt_io_find_options, kind),
    ROW("chat", OPTION_TEXT, tt_io_find_options, chat),
    ROW("killer", OPTION_TEXT, tt_io_find_options, killer),
    ROW("format", OPTION_TEXT, tt_io_find_options, format),
    ROW("damaged", OPTION_FLAG, tt_io_find_options, damaged),
    ROW("limit", OPTION_NUMBER, tt_io_find_options, limit),
    ROW("show_secrets", OPTION_FLAG, tt_io_find_options, show_secrets),
    ROW("db", OPTION_TEXT, tt_io_find_options, db),
    ROW("no_scan", OPTION_FLAG, tt_io_find_options, no_scan),
    ROW("forget", OPTION_FLAG, tt_io_find_options, forget),
    ROW("import", OPTION_TEXT, tt_io_find_options, import),
    ROW("jobs", OPTION_NUMBER, tt_io_find_options, jobs),
};

/* Takes over the value. False with an exception. */
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

/* A text that is not valid UTF-8 is there twice, as in JSON of the command. */
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

/* Takes over the dict. */
static bool take(work *w, PyObject *dict)
{
    bool is_taken = dict != NULL && PyList_Append(w->found, dict) == 0;
    Py_XDECREF(dict);
    return is_taken;
}

/* An exception remains with the thread, until the search has ended. */
static bool take_answer(void *user, const tt_io_find_answer *answer)
{
    PyGILState_STATE state = PyGILState_Ensure();
    bool is_taken = take(user, dict_of(answer)) && PyErr_CheckSignals() == 0;
    PyGILState_Release(state);
    return is_taken;
}

/* Threads of a scan come here, too, in which no signal counts. */
static void look_for_signals(void *user, uint64_t bytes)
{
    work *w = user;
    PyGILState_STATE state = PyGILState_Ensure();
    (void)bytes;
    if (!tt_io_stop_wanted(&w->stop) && PyErr_CheckSignals() != 0) {
        tt_io_stop_want(&w->stop, -1);
    }
    PyGILState_Release(state);
}

static bool find(work *w, PyObject *folders)
{
    tt_io_find_options *options = (void *)w->options;
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
    options->stop = &w->stop;
    options->progress = (tt_io_archive_progress){.add = look_for_signals, .user = w};
    options->on_say = say;
    options->on_answer = take_answer;
    options->user = w;
    Py_BEGIN_ALLOW_THREADS tt_io_find(options, &result, &error);
    Py_END_ALLOW_THREADS free(paths);
    worsen(w, result.rank);
    bool is_update = result.has_scanned && !tt_io_find_asks(options);
    return PyErr_Occurred() == NULL && (!is_update || take(w, dict_of_counts(&result.counts)));
}

PyObject *core_find(PyObject *module, PyObject *args)
{
    static const job job_find = JOB(find_options, tt_io_find_options, NULL);
    PyObject *folders, *dict, *result = NULL;
    work *w = calloc(1, sizeof *w + job_find.size);
    (void)module;
    if (w == NULL || (w->found = PyList_New(0)) == NULL) {
        free(w);
        return PyErr_NoMemory();
    }
    if (PyArg_ParseTuple(args, "O!O!", &PyList_Type, &folders, &PyDict_Type, &dict) != 0 &&
        set_all(w, &job_find, dict) && (w->status != 0 || find(w, folders))) {
        const char *said = w->said != NULL ? w->said : "";
        result = Py_BuildValue("(OiN)", w->found, w->status, str_of(tt_bytes_of(said)));
    }
    Py_DECREF(w->found);
    free(w->said);
    free(w);
    return result;
}
