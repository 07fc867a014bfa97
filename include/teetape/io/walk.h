/* SPDX-License-Identifier: MIT
 *
 * From the arguments of a command to the list of files it reads.
 */
#ifndef TEETAPE_IO_WALK_H
#define TEETAPE_IO_WALK_H

#include <stdbool.h>
#include <stddef.h>

#include "teetape/io/error.h"
#include "teetape/io/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tt_io_entry {
    char *path; /**< as tt_io_input_open takes it, "-" for stdin; owned by the list */
    /** It was found in a folder, not named by the user. Such a file is passed over in
     * silence when its content is no recording, unless its name says that it is (host/kind.h). */
    bool found_by_walk;
} tt_io_entry;

/** All zero is the empty list. */
typedef struct tt_io_list {
    tt_io_entry *entries;
    size_t count;
    size_t space;
} tt_io_list;

/** Hears of what could not be read. `error` has status TT_ERR_SYSTEM; the number is EISDIR for
 * a folder that was named without `recursive`. */
typedef void tt_io_walk_fn(void *user, const char *path, const tt_io_error *error);

/** Appends to `list` what `arguments` name, in their order. A file, "-", and also what is not
 * there stands for itself: opening it reports why. A folder stands for every regular file
 * below it when `recursive`, sorted by the bytes of the whole path; links to files are taken,
 * links to folders are not followed, so there are no loops; temporary files of ours (file_output.h)
 * are passed over. Folders that cannot be read are reported to
 * `report`, in the same order, and the rest goes on. False only when there is no memory. */
TT_IO_API bool tt_io_walk(tt_io_list *list, const char *const *arguments, size_t count,
                          bool recursive, tt_io_walk_fn *report, void *user);

/** Frees the list's memory and makes it empty. */
TT_IO_API void tt_io_list_free(tt_io_list *list);

#ifdef __cplusplus
}
#endif

#endif
