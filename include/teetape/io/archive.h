/* SPDX-License-Identifier: MIT
 *
 * An archive: folders of recordings, and a database (SQLite) that knows what is in them. Its tables
 * and views are documented in docs/archive.md; people query them with other programs.
 *
 *     archive = tt_io_archive_open(path, &options, &error)
 *     tt_io_archive_scan(archive, &scan, &counts, &error)     the database learns what is new
 *     tt_io_archive_search(archive, &query, on_answer, user, &error)
 *     tt_io_archive_close(archive)
 *
 * A build without SQLite has these functions too; tt_io_archive_open then fails.
 */
#ifndef TEETAPE_IO_ARCHIVE_H
#define TEETAPE_IO_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/io/error.h"
#include "teetape/io/export.h"
#include "teetape/io/stop.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tt_io_archive tt_io_archive;

typedef enum tt_io_archive_use {
    TT_IO_ARCHIVE_WRITE, /**< made when it is not there, its folder too; only the owner may read it
                          */
    TT_IO_ARCHIVE_READ   /**< has to be there */
} tt_io_archive_use;

typedef enum tt_io_archive_level {
    TT_IO_ARCHIVE_NOTE,
    TT_IO_ARCHIVE_WARNING,
    TT_IO_ARCHIVE_ERROR
} tt_io_archive_level;

/** Hears what there is to say besides a result: one sentence without full stop and newline, about
 * the file or folder at `path`, or about all of them (NULL). Both may hold a stranger's bytes, and
 * are valid during the call only. Any thread may call it, also several at once. */
typedef void tt_io_archive_notice_fn(void *user, tt_io_archive_level level, const char *path,
                                     const char *sentence);

/** How a database is opened. All zero is a good beginning. */
typedef struct tt_io_archive_options {
    tt_io_archive_use use;
    const tt_io_stop *stop;          /**< may be NULL; it has to live as long as the archive */
    tt_io_archive_notice_fn *notice; /**< may be NULL: then nothing is said */
    void *user;                      /**< of notice */
} tt_io_archive_options;

/** Opens a database. NULL on failure, with *error filled: also when the file is damaged, of a newer
 * version, or no archive database. Nothing is ever deleted. A database of an older version is
 * updated, which is a note. Here and later another program that writes is waited for, but not when
 * the stop is raised. */
TT_IO_API tt_io_archive *tt_io_archive_open(const char *path, const tt_io_archive_options *options,
                                            tt_io_error *error);

/** NULL is fine. */
TT_IO_API void tt_io_archive_close(tt_io_archive *archive);

/** Hears how far a scan is; every member may be called by any thread, and may be NULL. */
typedef struct tt_io_archive_progress {
    void (*start)(void *user, uint64_t bytes, size_t files); /**< as stored, to be read */
    void (*add)(void *user, uint64_t bytes);
    void (*add_file)(void *user);
    void *user;
} tt_io_archive_progress;

/** What is to be scanned. */
typedef struct tt_io_archive_scan_options {
    const char *const *paths; /**< files, and folders with everything below them */
    size_t count;
    unsigned threads;       /**< 0: one for each core */
    bool forget;            /**< see tt_io_archive_scan */
    bool lists_damaged;     /**< the caller names the damaged ones: they are not reported */
    const tt_io_stop *stop; /**< may be NULL */
    tt_io_archive_progress progress;
} tt_io_archive_scan_options;

typedef struct tt_io_archive_counts {
    uint64_t files;      /**< recordings below the paths, by content or by name */
    uint64_t read;       /**< of these, read in this scan */
    uint64_t moved;      /**< known by their content under another path */
    uint64_t gone;       /**< forgotten, because they are no longer there */
    uint64_t kept;       /**< not there, but kept: see tt_io_archive_scan */
    uint64_t damaged;    /**< recordings below the paths with errors, whenever they were read */
    uint64_t unfinished; /**< read in this scan, without FINISH */
    uint64_t failed;     /**< could not be read at all, or not be found */
    uint64_t bytes;      /**< read in this scan, after decompression */
} tt_io_archive_counts;

/** Brings the database up to date with the files below the paths. A file is read when it is new, or
 * when its size or time stamp has changed; one that was moved is known again. Files that are no
 * longer there are forgotten, but only below the paths and never because a folder cannot be read
 * or its file system is not there (counts->kept), unless `forget`. What each file gives becomes
 * visible at once, or not at all: a scan that is killed goes on where it was.
 *
 * Notices: files that cannot be read (errors), and what tt_io_archive_report_damaged says. False
 * when the database failed; what was written before is kept. */
TT_IO_API bool tt_io_archive_scan(tt_io_archive *archive, const tt_io_archive_scan_options *scan,
                                  tt_io_archive_counts *counts, tt_io_error *error);

/** Gives a notice for each recording below the roots that is damaged, the first of them one by one,
 * as the database knows it: this is what every search has to say beside its answers. The roots are
 * paths without links; none is everything. `is_quiet` leaves the words out: they are counted alone.
 * False when the database failed. */
TT_IO_API bool tt_io_archive_report_damaged(tt_io_archive *archive, const char *const *roots,
                                            size_t root_count, bool is_quiet, uint64_t *damaged,
                                            tt_io_error *error);

/** Reads a list of games (docs/archive.md), "-" for stdin, plain or compressed: they are known then
 * by map and time though their recordings are not there. `lines` is how many were taken. Lines that
 * are wrong are left out (`bad`), the first of them with a warning. False when the file or the
 * database failed; then nothing was taken. */
TT_IO_API bool tt_io_archive_import(tt_io_archive *archive, const char *path,
                                    const tt_io_stop *stop, size_t *lines, size_t *bad,
                                    tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
