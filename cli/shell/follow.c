/* SPDX-License-Identifier: MIT
 *
 * Looks for newer recordings by time stamp. Files that the folder had at the start are never taken
 * later, because a second server may write to the same folder. A packed file keeps the time stamp
 * of its original, so only a later time stamp counts.
 */
#include "cli/shell/follow.h"

#include <poll.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/shell/run.h"
#include "teetape/format.h"
#include "teetape/io/input.h"

/* A reading waits 150 ms at a time, so the folder is looked at about once a second. */
#define WAITS_A_LOOK 7
#define WAIT_MS 150

/* Returns false for a file that is gone, which leaves *ns as it is. */
static bool read_mtime(const char *path, int64_t *ns)
{
    struct stat facts;
    if (stat(path, &facts) != 0) {
        return false;
    }
    *ns = (int64_t)facts.st_mtim.tv_sec * 1000000000 + facts.st_mtim.tv_nsec;
    return true;
}

bool follow_wanted(const struct shell *sh)
{
    struct stat facts;
    return sh->settings->follow && sh->count == 1 && stat(sh->files[0], &facts) == 0 &&
           S_ISDIR(facts.st_mode);
}

/* A file that the server has just made may be empty, and is looked at again later. */
static bool is_teehistorian(const char *path)
{
    tt_io_error error;
    tt_bytes piece;
    tt_io_input *input = tt_io_input_open(path, NULL, &error);
    bool has_bytes = input != NULL && tt_io_input_next(input, &piece) == TT_IO_INPUT_PIECE;
    bool is = has_bytes && tt_format_begun(piece) == TT_FORMAT_TEEHISTORIAN;
    tt_io_input_close(input);
    return is;
}

static bool is_known(const struct follow *f, const char *path)
{
    const tt_io_list *lists[] = {&f->known, f->inputs};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        for (size_t j = 0; j < lists[i]->count; j++) {
            if (strcmp(lists[i]->entries[j].path, path) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Returns the newest recording of the folder, or NULL. */
static const char *newest(const tt_io_list *files)
{
    const char *found = NULL;
    int64_t best = INT64_MIN, mtime;
    for (size_t i = 0; i < files->count; i++) {
        const char *path = files->entries[i].path;
        if (read_mtime(path, &mtime) && mtime > best && is_teehistorian(path)) {
            found = path;
            best = mtime;
        }
    }
    return found;
}

/* Returns the oldest new recording, so that none is left out when the map changed twice between two
 * looks. Returns NULL when there is none. */
static const char *next_newer(const struct follow *f, const tt_io_list *files)
{
    const char *found = NULL;
    int64_t best = INT64_MAX, mtime;
    for (size_t i = 0; i < files->count; i++) {
        const char *path = files->entries[i].path;
        if (read_mtime(path, &mtime) && mtime > f->mtime_ns && mtime < best && !is_known(f, path) &&
            is_teehistorian(path)) {
            found = path;
            best = mtime;
        }
    }
    return found;
}

/* A folder may vanish below the walk, so only the first walk reports what it cannot read. */
static void ignore(void *user, const char *path, const tt_io_error *error)
{
    (void)user, (void)path, (void)error;
}

/* Makes a file the last input. */
static void take(struct follow *f, const char *path)
{
    if (path == NULL) {
        return;
    }
    f->has_next = tt_io_walk(f->inputs, &path, 1, false, ignore, NULL);
    f->has_failed = !f->has_next;
    if (f->has_next) {
        f->inputs->entries[f->inputs->count - 1].found_by_walk = true;
    }
}

static void look(struct follow *f)
{
    tt_io_list files = {.count = 0};
    f->has_failed = !tt_io_walk(&files, f->sh->files, f->sh->count, true, ignore, NULL);
    if (!f->has_failed) {
        take(f, next_newer(f, &files));
    }
    tt_io_list_free(&files);
}

bool follow_goes_on(const struct job *job)
{
    struct follow *f = job->run != NULL ? job->run->follow : NULL;
    if (f == NULL) {
        return false;
    }
    int64_t before = f->mtime_ns;
    if (!f->has_next && ++f->waits % WAITS_A_LOOK == 0) {
        (void)read_mtime(job->path, &f->mtime_ns);
        if (f->mtime_ns == before) {
            look(f);
        }
    }
    return f->has_next || f->has_failed;
}

/* The list of the folder is made before a file is looked for, so a file that appears meanwhile
 * counts as new. */
void follow_open(struct follow *f, const struct shell *sh, tt_io_list *inputs,
                 tt_io_walk_fn *report, void *user)
{
    *f = (struct follow){.sh = sh, .inputs = inputs, .mtime_ns = INT64_MIN};
    f->has_failed = !tt_io_walk(&f->known, sh->files, sh->count, true, report, user);
    if (!f->has_failed) {
        take(f, newest(&f->known));
    }
}

bool follow_next(struct follow *f)
{
    const tt_io_list *inputs = f->inputs;
    if (!f->has_next && inputs->count > 0) {
        (void)read_mtime(inputs->entries[inputs->count - 1].path, &f->mtime_ns);
    }
    while (!f->has_next && !f->has_failed && !tt_io_stop_wanted(f->sh->stop)) {
        poll(NULL, 0, WAIT_MS);
        if (++f->waits % WAITS_A_LOOK == 0) {
            look(f);
        }
    }
    if (!f->has_next || tt_io_stop_wanted(f->sh->stop)) {
        return false;
    }
    (void)read_mtime(inputs->entries[inputs->count - 1].path, &f->mtime_ns);
    f->has_next = false;
    f->waits = 0;
    return true;
}

void follow_close(struct follow *f)
{
    tt_io_list_free(&f->known);
}
