/* SPDX-License-Identifier: MIT
 *
 * Jobs of the library, without the GIL: their options come as a dict, whose values are True, a
 * text, or a list of texts.
 */
#include "job.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "teetape/io/cut.h"
#include "teetape/io/demo.h"
#include "teetape/io/drawing.h"
#include "teetape/io/page.h"

void core_work_worsen(work *w, int status)
{
    w->status = status > w->status ? status : w->status;
}

/* Appends a sentence. Without memory only the status counts. */
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

void core_work_say(void *user, tt_level level, const tt_io_error *what)
{
    work *w = user;
    add_line(w, what->path, what->text, what->system == EEXIST ? "; `force` replaces it" : "");
    core_work_worsen(w, level == TT_LEVEL_ERROR ? tt_io_error_rank(what) : 0);
}

static void take_issue(void *user, const tt_issue *issue)
{
    work *w = user;
    core_damage_take(&w->damage, &w->reading, issue);
}

/* Adds the errors of the reading itself. An error in the header of a recording was an issue
 * already. */
static void end_reading(work *w, const char *path)
{
    const tt_io_error *error = &w->reading.error;
    if (error->status != TT_OK && error->status != TT_ERR_FORMAT) {
        add_line(w, path, error->text, "");
    }
    core_work_worsen(w, tt_io_error_rank(error));
    core_work_worsen(w, w->reading.errors != 0 || w->damage.level == TT_LEVEL_ERROR);
}

static void hear(work *w, tt_io_reading_options *reading, tt_io_say_fn **on_say, void **user)
{
    reading->on_issue = take_issue;
    reading->user = *user = w;
    *on_say = core_work_say;
}

/* Returns a text. Returns NULL for a value that is none, and for a text with a NUL, where C would
 * cut it. */
static const char *text_of(PyObject *value)
{
    Py_ssize_t size;
    const char *text = PyUnicode_Check(value) ? PyUnicode_AsUTF8AndSize(value, &size) : NULL;
    return text != NULL && strlen(text) == (size_t)size ? text : NULL;
}

/* Takes a list of texts, or a single text. */
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

/* Puts a value into the options of a job. Returns NULL, or what is wrong with it. */
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

bool core_work_set(work *w, const job *j, PyObject *dict)
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
            core_work_worsen(w, 2);
        }
    }
    return true;
}

/* Returns a tuple: whether the output exists, status, sentences, and damage or None. */
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
        core_work_set(w, j, dict)) {
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

/* Options that several jobs share. */
#define ROWS_READING(type)                                                                         \
    ROW("from", OPTION_TEXT, type, reading.from), ROW("to", OPTION_TEXT, type, reading.to),        \
        ROW("player", OPTION_TEXT, type, reading.player),                                          \
        ROW("strict", OPTION_FLAG, type, reading.ends_at_error),                                   \
        ROW("force", OPTION_FLAG, type, force)
#define ROWS_INDEX(type)                                                                           \
    ROW("index_dir", OPTION_TEXT, type, reading.index_folder),                                     \
        ROW("no_index", OPTION_FLAG, type, reading.no_index)

static const option cut_options[] = {
    ROWS_READING(tt_io_cut_options),
    ROWS_INDEX(tt_io_cut_options),
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

PyObject *core_cut(PyObject *module, PyObject *args)
{
    static const job cut = JOB(cut_options, tt_io_cut_options, run_cut);
    (void)module;
    return do_job(&cut, args);
}

static const option demo_options[] = {
    ROWS_READING(tt_io_demo_options),
    ROW("only", OPTION_FLAG, tt_io_demo_options, only),
    ROW("as", OPTION_TEXT, tt_io_demo_options, as),
    ROW("split", OPTION_TEXT, tt_io_demo_options, split),
    ROW("before", OPTION_TEXT, tt_io_demo_options, before),
    ROW("after", OPTION_TEXT, tt_io_demo_options, after),
    ROW("map", OPTION_TEXT, tt_io_demo_options, map),
    ROW("no_map", OPTION_FLAG, tt_io_demo_options, no_map),
    ROW("skip_idle", OPTION_FLAG, tt_io_demo_options, skip_idle),
    ROW("whole", OPTION_FLAG, tt_io_demo_options, whole),
    ROW("no_note", OPTION_FLAG, tt_io_demo_options, no_note),
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

static const option picture_options[] = {
    ROWS_READING(tt_io_drawing_options),
    ROWS_INDEX(tt_io_drawing_options),
    ROW("at", OPTION_TEXT, tt_io_drawing_options, at),
    ROW("paths", OPTION_TEXT, tt_io_drawing_options, paths),
    ROW("heat", OPTION_TEXT, tt_io_drawing_options, heat),
    ROW("focus", OPTION_TEXT, tt_io_drawing_options, focus),
    ROW("center", OPTION_TEXT, tt_io_drawing_options, center),
    ROW("zoom", OPTION_TEXT, tt_io_drawing_options, zoom),
    ROW("size", OPTION_TEXT, tt_io_drawing_options, size),
    ROW("map", OPTION_TEXT, tt_io_drawing_options, map),
    ROW("data", OPTION_TEXT, tt_io_drawing_options, data),
    ROW("font", OPTION_TEXT, tt_io_drawing_options, font),
    ROW("map_only", OPTION_FLAG, tt_io_drawing_options, map_only),
    ROW("rules", OPTION_FLAG, tt_io_drawing_options, rules),
    ROW("hud", OPTION_TEXT, tt_io_drawing_options, hud),
    ROW("no_hud", OPTION_FLAG, tt_io_drawing_options, no_hud),
    ROW("no_note", OPTION_FLAG, tt_io_drawing_options, no_note),
    ROW("aim", OPTION_FLAG, tt_io_drawing_options, aim),
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
        core_work_worsen(w, 3);
    } else if (tt_io_drawing_open(&d, &files, options, &how) &&
               tt_io_reading_open(&w->reading, path, &how) &&
               tt_io_drawing_read(&d, &w->reading, 0)) {
        tt_io_drawing_end(&d);
    }
    tt_io_drawing_close(&d);
    tt_io_list_free(&files);
    return d.is_made;
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
    ROW("from", OPTION_TEXT, struct page_options, page.from),
    ROW("to", OPTION_TEXT, struct page_options, page.to),
    ROW("player", OPTION_TEXT, struct page_options, page.player),
    ROW("title", OPTION_TEXT, struct page_options, page.title),
    ROW("url", OPTION_TEXT, struct page_options, page.url),
    ROW("map", OPTION_TEXT, struct page_options, page.map),
    ROW("anonymize", OPTION_FLAG, struct page_options, page.anonymize),
    ROW("key", OPTION_TEXT, struct page_options, page.key),
    ROW("key_file", OPTION_TEXT, struct page_options, page.key_file),
    ROW("keep", OPTION_TEXTS, struct page_options, page.keep),
    ROW("keep_time", OPTION_FLAG, struct page_options, page.keep_time),
    ROW("keep_inputs", OPTION_FLAG, struct page_options, page.keep_inputs),
    ROW("no_note", OPTION_FLAG, struct page_options, page.no_note),
    ROW("data", OPTION_TEXT, struct page_options, page.data),
    ROW("no_art", OPTION_FLAG, struct page_options, page.no_art),
    ROW("show_secrets", OPTION_FLAG, struct page_options, page.show_secrets),
};

static bool run_page(work *w, const char *path, const char *output)
{
    struct page_options *o = (void *)w->options;
    tt_io_reading_options how = {.ends_at_error = o->strict, .on_issue = take_issue, .user = w};
    tt_io_page page;
    tt_io_error error;
    if (o->page.anonymize && !tt_io_key_get(&o->key, o->page.key, o->page.key_file, &error)) {
        core_work_say(w, TT_LEVEL_ERROR, &error);
        return false;
    }
    o->page.output = output;
    o->page.made_key = &o->key;
    o->page.on_say = core_work_say;
    o->page.user = w;
    bool is_good = tt_io_page_open(&page, &path, 1, &o->page, &how) &&
                   tt_io_reading_open(&w->reading, path, &how) &&
                   tt_io_page_add(&page, &w->reading, path);
    return tt_io_page_close(&page, is_good);
}

PyObject *core_page(PyObject *module, PyObject *args)
{
    static const job page = JOB(page_options, struct page_options, run_page);
    (void)module;
    return do_job(&page, args);
}
