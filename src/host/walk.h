/* SPDX-License-Identifier: MIT
 *
 * From the arguments of a command to the list of files it reads.
 */
#ifndef HOST_WALK_H
#define HOST_WALK_H

#include <stdbool.h>
#include <stddef.h>

#include "host/error.h"

struct host_entry {
    char *path; /* as host_input_open takes it, "-" for stdin; owned by the list */
    /* It was found in a folder, not named by the user. Such a file is passed over in
     * silence when its content is no recording, unless its name says that it is (host/kind.h). */
    bool found_by_walk;
};

/* All zero is the empty list. */
struct host_list {
    struct host_entry *entries;
    size_t count;
    size_t space;
};

/* Hears of what could not be read. `error` has status TT_ERR_SYSTEM; the number is EISDIR for
 * a folder that was named without `recursive`. */
typedef void host_walk_fn(void *user, const char *path, const struct host_error *error);

/* Appends to `list` what `arguments` name, in their order. A file, "-", and also what is not
 * there stands for itself: opening it reports why. A folder stands for every regular file
 * below it when `recursive`, sorted by the bytes of the whole path; links to files are taken,
 * links to folders are not followed, so there are no loops; temporary files of ours (file_output.h)
 * are passed over. Folders that cannot be read are reported to
 * `report`, in the same order, and the rest goes on. False only when there is no memory. */
bool host_walk(struct host_list *list, const char *const *arguments, size_t count, bool recursive,
               host_walk_fn *report, void *user);

/* Frees the list's memory and makes it empty. */
void host_list_free(struct host_list *list);

#endif
