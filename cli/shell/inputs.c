/* SPDX-License-Identifier: MIT
 *
 * Knows the inputs by device and inode. stat(2) of each input is needed only when the first
 * output already exists, so a run with new outputs does not call it.
 */
#include "cli/shell/inputs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/shell/command.h"
#include "cli/shell/message.h"
#include "teetape/io/file.h"

static struct input_id id_of(const struct stat *facts)
{
    return (struct input_id){(uint64_t)facts->st_dev, (uint64_t)facts->st_ino};
}

static int compare(const void *a, const void *b)
{
    const struct input_id *x = a, *y = b;
    if (x->device != y->device) {
        return x->device < y->device ? -1 : 1;
    }
    return x->number < y->number ? -1 : x->number > y->number;
}

void inputs_open(struct inputs *inputs, const tt_io_list *list)
{
    inputs->list = list;
    inputs->ids = NULL;
    inputs->count = 0;
    inputs->rights = 0777;
    pthread_mutex_init(&inputs->mutex, NULL);
}

/* Gets the identity of an input. A missing one needs no protection. For stdin, target.c checks the
 * descriptor. */
static bool look(const char *path, struct input_id *id)
{
    struct stat facts;
    if (strcmp(path, "-") == 0 || stat(path, &facts) != 0) {
        return false;
    }
    *id = id_of(&facts);
    return true;
}

/* Makes `ids`; the caller holds the lock. Without memory the list remains NULL, and the next call
 * tries again. */
static void collect(struct inputs *inputs)
{
    const tt_io_list *list = inputs->list;
    size_t count = 0;
    struct input_id *ids = malloc(list->count * sizeof *ids);
    if (ids == NULL) {
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        count += look(list->entries[i].path, &ids[count]);
        inputs->rights &= tt_io_file_rights(list->entries[i].path);
    }
    qsort(ids, count, sizeof *ids, compare);
    inputs->ids = ids;
    inputs->count = count;
}

/* Searches without `ids`. Looks at each input again when there was no memory for the list, because
 * a wrong "no" would let an output destroy a recording. */
static bool have_slowly(const struct inputs *inputs, const struct input_id *wanted)
{
    struct input_id id;
    for (size_t i = 0; i < inputs->list->count; i++) {
        if (look(inputs->list->entries[i].path, &id) && compare(&id, wanted) == 0) {
            return true;
        }
    }
    return false;
}

static const struct input_id *ids_of(struct inputs *inputs)
{
    pthread_mutex_lock(&inputs->mutex);
    if (inputs->ids == NULL) {
        collect(inputs);
    }
    const struct input_id *ids = inputs->ids;
    pthread_mutex_unlock(&inputs->mutex);
    return ids;
}

unsigned inputs_all_rights(struct inputs *inputs)
{
    return ids_of(inputs) != NULL ? inputs->rights : 0600;
}

/* Returns true for a file that is an input. `ids` and its count are set once, under the lock that
 * this thread has taken since, so the search needs no lock. */
bool inputs_have(struct inputs *inputs, const struct stat *facts)
{
    const struct input_id wanted = id_of(facts);
    const struct input_id *ids = ids_of(inputs);
    return ids == NULL ? have_slowly(inputs, &wanted)
                       : bsearch(&wanted, ids, inputs->count, sizeof wanted, compare) != NULL;
}

void inputs_close(struct inputs *inputs)
{
    pthread_mutex_destroy(&inputs->mutex);
    free(inputs->ids);
}

bool inputs_may_be_many(const struct shell *sh)
{
    struct stat facts;
    bool is_folder = sh->count > 0 && stat(sh->files[0], &facts) == 0 && S_ISDIR(facts.st_mode);
    return sh->count > 1 || sh->settings->recursive || is_folder;
}

/* Reports a folder. Other errors of an input are reported when it is opened. */
static void report_folder(void *user, const char *path, const tt_io_error *error)
{
    bool *are_files = user;
    if (error->system == EISDIR) {
        message_say(MESSAGE_ERROR, path, "%s", error->text);
        *are_files = false;
    }
}

bool inputs_are_files(const char *const *paths, size_t count)
{
    tt_io_list list = {.entries = NULL};
    bool are_files = true;
    tt_io_walk(&list, paths, count, false, report_folder, &are_files);
    tt_io_list_free(&list);
    return are_files;
}
