/* SPDX-License-Identifier: MIT
 *
 * Lists the files that paths name, and all files below folders.
 *
 *     static void report(void *user, const char *path, const tt_io_error *error);
 *
 *     tt_io_list list = {.count = 0};
 *     if (tt_io_walk(&list, paths, count, true, report, NULL))
 *         for (size_t i = 0; i < list.count; i++)
 *             read_file(list.entries[i].path);
 *     tt_io_list_free(&list);
 *
 * Different lists may be made by different threads.
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

/** One file of a tt_io_list. */
typedef struct tt_io_entry {
    char *path; /**< path for tt_io_input_open; "-" is stdin. Owned by the list */
    /** True for a file that was found in a folder, not given itself. A program ignores such a file
     * when it is no recording, unless its name says that it is one (tt_io_kind_is_damage). */
    bool found_by_walk;
    size_t below; /**< where the part of `path` below that folder begins; 0 for a file that was
                     given itself */
} tt_io_entry;

/** A list of files. The caller places it and reads it; all zero is the empty list. */
typedef struct tt_io_list {
    tt_io_entry *entries; /**< the files, owned by the list */
    size_t count;         /**< number of files */
    size_t space;         /**< number of files that the memory has room for */
} tt_io_list;

/** Receives a path that cannot be read, and the reason: TT_ERR_SYSTEM, with EISDIR for a folder
 * that was given without `recursive`. Path and error are valid during the call only. The walking
 * thread calls it. */
typedef void tt_io_walk_fn(void *user, const char *path, const tt_io_error *error);

/** Appends the files that `arguments` name, in their order. A file, "-", and a path that does not
 * exist are taken as they are: opening them reports the failure. With `recursive` a folder names
 * all regular files below it, sorted by the bytes of their paths. Links to files are
 * taken, links to folders are not followed, and temporary files of tt_io_file are left out. Folders
 * that cannot be read go to `report`, in the same order, and the rest is walked. False only when
 * there is no memory: the list has what was found by then, and has to be freed. */
TT_IO_API bool tt_io_walk(tt_io_list *list, const char *const *arguments, size_t count,
                          bool recursive, tt_io_walk_fn *report, void *user);

/** Frees the list's memory and makes it empty. */
TT_IO_API void tt_io_list_free(tt_io_list *list);

#ifdef __cplusplus
}
#endif

#endif
