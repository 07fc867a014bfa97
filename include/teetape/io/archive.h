/* SPDX-License-Identifier: MIT
 *
 * An archive: folders of recordings, and a database (SQLite) that knows what is in them. Its tables
 * and views are documented in docs/archive.md; people query them with other programs.
 *
 *     tt_io_archive *archive = tt_io_archive_open(path, &options, &error);
 *     tt_io_archive_scan_options scan = {.paths = folders, .count = count};
 *     if (archive != NULL && tt_io_archive_scan(archive, &scan, &counts, &error))
 *         good = tt_io_archive_search(archive, &query, on_answer, user, &error);     (query.h)
 *     tt_io_archive_close(archive);
 *
 * A build without SQLite has these functions too; tt_io_archive_open then fails with
 * TT_ERR_UNSUPPORTED. One archive belongs to one thread at a time; several threads and programs may
 * each open the same database. A call that fails fills *error, which is never NULL.
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

/** An open database. */
typedef struct tt_io_archive tt_io_archive;

/** What a database is opened for. */
typedef enum tt_io_archive_use {
    TT_IO_ARCHIVE_WRITE, /**< scans and imports, too. A missing database is created, with its
                            folder; only its owner may read it */
    TT_IO_ARCHIVE_READ   /**< searches; the database must exist */
} tt_io_archive_use;

/** How serious a notice is. */
typedef enum tt_io_archive_level {
    TT_IO_ARCHIVE_NOTE,    /**< for information */
    TT_IO_ARCHIVE_WARNING, /**< a file is damaged or wrong; what is readable is used */
    TT_IO_ARCHIVE_ERROR    /**< a file or folder cannot be used at all */
} tt_io_archive_level;

/** What a notice says. Later versions may have more. */
typedef enum tt_io_archive_notice_kind {
    TT_IO_ARCHIVE_UPDATED,    /**< the database had an older version */
    TT_IO_ARCHIVE_UNREADABLE, /**< a file or a folder cannot be read */
    TT_IO_ARCHIVE_FULL,       /**< a recording has more facts than an archive keeps of one */
    TT_IO_ARCHIVE_DAMAGED,    /**< a recording is damaged */
    TT_IO_ARCHIVE_NO_CONTENT, /**< a file has the name of a recording, but is none */
    TT_IO_ARCHIVE_MORE,       /**< more recordings are damaged than were reported one by one */
    TT_IO_ARCHIVE_MISSING,    /**< all files of a folder are missing; the database keeps them */
    TT_IO_ARCHIVE_BAD_LINE    /**< a line of an imported list is wrong, and left out */
} tt_io_archive_notice_kind;

/** What there is to say beside a result. Both texts may contain bytes from recordings and file
 * names, such as control characters, and are valid during the call only. */
typedef struct tt_io_archive_notice {
    tt_io_archive_notice_kind kind; /**< what it says */
    tt_io_archive_level level;      /**< how serious it is */
    const char *path;               /**< of the file or folder; NULL: it is about all of them */
    const char *sentence;           /**< without full stop and newline */
} tt_io_archive_notice;

/** Takes what there is to say besides a result. A scan calls it in its threads, also in several
 * at once; the other calls in the thread that called them. It may not call the archive. */
typedef void tt_io_archive_notice_fn(void *user, const tt_io_archive_notice *notice);

/** How a database is opened. All zero is a good beginning. */
typedef struct tt_io_archive_options {
    tt_io_archive_use use;           /**< for what */
    const tt_io_stop *stop;          /**< ends waits and searches early; may be NULL. Must remain
                                        valid until the close */
    tt_io_archive_notice_fn *notice; /**< takes notices of all calls; may be NULL */
    void *user;                      /**< handed to `notice` */
} tt_io_archive_options;

/** Opens a database. NULL on failure, with *error filled: also when the file is damaged, of a newer
 * version, or no archive database. Nothing is ever deleted. A database of an older version is
 * updated, which is a note. Here and later another program that writes is waited for, but not when
 * the stop is raised. */
TT_IO_API tt_io_archive *tt_io_archive_open(const char *path, const tt_io_archive_options *options,
                                            tt_io_error *error);

/** Closes and frees it. NULL is fine. */
TT_IO_API void tt_io_archive_close(tt_io_archive *archive);

/** Takes the progress of a scan. Each callback may be NULL, and is called by the threads of the
 * scan, also by several at once. */
typedef struct tt_io_archive_progress {
    /** This many files, of this many bytes as stored, will be read. Called once. */
    void (*start)(void *user, uint64_t bytes, size_t files);
    void (*add)(void *user, uint64_t bytes); /**< this many more bytes, as stored, were read */
    void (*add_file)(void *user);            /**< one more file was read */
    void *user;                              /**< handed to the callbacks */
} tt_io_archive_progress;

/** What is to be scanned. */
typedef struct tt_io_archive_scan_options {
    const char *const *paths; /**< files, and folders with everything below them */
    size_t count;             /**< of `paths` */
    unsigned threads;         /**< that read files; 0: one per core */
    bool forget;              /**< forgets all missing files: see tt_io_archive_scan */
    bool lists_damaged;       /**< no notices about damaged recordings: the caller lists them */
    const tt_io_stop *stop;   /**< ends the scan early; may be NULL */
    tt_io_archive_progress progress; /**< how far it is */
} tt_io_archive_scan_options;

/** What a scan found. */
typedef struct tt_io_archive_counts {
    uint64_t files;      /**< recordings below the paths, by content or by name */
    uint64_t read;       /**< of `files`, those that this scan read */
    uint64_t moved;      /**< of `files`, those recognized by content under a new path */
    uint64_t gone;       /**< files that were forgotten, because they no longer exist */
    uint64_t kept;       /**< missing files that were not forgotten: see tt_io_archive_scan */
    uint64_t damaged;    /**< of `files`, those with errors, whenever they were read */
    uint64_t unfinished; /**< of `read`, those without their end */
    uint64_t failed;     /**< files and paths that could not be read or found */
    uint64_t bytes;      /**< read by this scan, after decompression */
} tt_io_archive_counts;

/** Brings the database up to date with the files below the paths. A file is read when it is new, or
 * when its size or time stamp has changed; a file that was moved is recognized. Files that no
 * longer exist are forgotten: only those below the paths, and not when a folder cannot be read or
 * its file system is not mounted (counts->kept), unless `forget`. The content of each file becomes
 * visible as a whole or not at all: after an interruption the next scan resumes.
 *
 * Gives notices about files that cannot be read, and those of tt_io_archive_report_damaged. False
 * when the database failed: what was written before is kept, and *counts is valid so far. */
TT_IO_API bool tt_io_archive_scan(tt_io_archive *archive, const tt_io_archive_scan_options *scan,
                                  tt_io_archive_counts *counts, tt_io_error *error);

/** Gives notices about damaged recordings below the roots, as the database has them: one each for
 * the first ones, then one with the number of the rest. A program that searches shows them beside
 * the answers. `roots` are absolute paths without links; a count of 0 is everything. `is_quiet`:
 * they are only counted. *damaged is how many there are. False when the database failed. */
TT_IO_API bool tt_io_archive_report_damaged(tt_io_archive *archive, const char *const *roots,
                                            size_t root_count, bool is_quiet, size_t *damaged,
                                            tt_io_error *error);

/** Imports a list of games (docs/archive.md), "-" for stdin, plain or compressed. They are then
 * found by map and time without a recording. *lines is how many lines were imported, *bad how many
 * are wrong and were left out, the first ones with a notice. `stop` may be NULL. False when the
 * file or the database failed: then nothing was imported. */
TT_IO_API bool tt_io_archive_import(tt_io_archive *archive, const char *path,
                                    const tt_io_stop *stop, size_t *lines, size_t *bad,
                                    tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
