/* SPDX-License-Identifier: MIT
 *
 * An archive: folders of recordings, and a database (SQLite) that knows what is in them. Its tables
 * and views are documented in docs/archive.md; people query them with other programs.
 *
 *     const char *const paths[] = {"archive"};
 *     const tt_io_archive_scan_options scan = {.paths = paths, .count = 1};
 *     tt_io_archive_query query;
 *     tt_io_archive_query_init(&query);
 *     query.player.name = "nameless";
 *     tt_io_archive *archive = tt_io_archive_open("archive.db", NULL, &error);
 *     bool good = archive != NULL && tt_io_archive_scan(archive, &scan, NULL, &error) &&
 *                 tt_io_archive_search(archive, &query, on_answer, user, &error);
 *     tt_io_archive_close(archive);
 *
 * Every call that fails fills *error with a status, the path that it is about (of the database,
 * unless another one is meant) and a sentence. The status is TT_ERR_ARCHIVE or one of its kind
 * (teetape/status.h), TT_ERR_STOPPED, TT_ERR_SYSTEM, or TT_ERR_UNSUPPORTED: a build without SQLite
 * has these functions too, and tt_io_archive_open fails.
 *
 * Threads: an archive is used by one thread at a time, not always the same one. Several archives
 * may be used at the same time, also of the same database, in one process and in several.
 */
#ifndef TEETAPE_IO_ARCHIVE_H
#define TEETAPE_IO_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/fact.h"
#include "teetape/io/error.h"
#include "teetape/io/export.h"
#include "teetape/io/stop.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An open database. */
typedef struct tt_io_archive tt_io_archive;

/** Ways to open a database. */
typedef enum tt_io_archive_use {
    TT_IO_ARCHIVE_WRITE, /**< scans, imports and searches. A missing database is created, with its
                            folder; only its owner may read it */
    TT_IO_ARCHIVE_READ   /**< searches; the database must exist */
} tt_io_archive_use;

/** Says how bad a notice is, by what became of the file. */
typedef enum tt_io_archive_level {
    TT_IO_ARCHIVE_NOTE,    /**< information that asks for nothing */
    TT_IO_ARCHIVE_WARNING, /**< a file is damaged or wrong; what is readable is used */
    TT_IO_ARCHIVE_ERROR    /**< a file or folder cannot be read */
} tt_io_archive_level;

/** The kinds of notices. Later versions may add some. */
typedef enum tt_io_archive_notice_kind {
    TT_IO_ARCHIVE_UPDATED,    /**< the database had an older version */
    TT_IO_ARCHIVE_UNREADABLE, /**< a file or a folder cannot be read */
    TT_IO_ARCHIVE_FULL,    /**< a recording has more facts than an archive keeps of one recording */
    TT_IO_ARCHIVE_DAMAGED, /**< a recording has errors; the rest of it is searched */
    TT_IO_ARCHIVE_NO_CONTENT, /**< a file has the name of a recording, but is none */
    TT_IO_ARCHIVE_MORE,       /**< more than ten recordings are damaged; the others are not named */
    TT_IO_ARCHIVE_MISSING,    /**< all files of a folder are missing; the database keeps them */
    TT_IO_ARCHIVE_BAD_LINE    /**< a line of an imported list is wrong and was skipped */
} tt_io_archive_notice_kind;

/** A message beside the result of a call. Both texts may contain bytes from recordings and file
 * names, such as control characters, and are valid during the call only. */
typedef struct tt_io_archive_notice {
    tt_io_archive_notice_kind kind; /**< reason for the notice */
    tt_io_archive_level level;      /**< how severe the notice is */
    const char *path;     /**< path of the file or folder; NULL: all files of the call are meant */
    const char *sentence; /**< sentence of the notice, without full stop and newline */
} tt_io_archive_notice;

/** Receives a notice. A scan calls it in its threads, also in several at once. Other calls do so in
 * the calling thread. The callback must not call the archive. */
typedef void tt_io_archive_notice_fn(void *user, const tt_io_archive_notice *notice);

/** Options of an archive. Zeros are the defaults. */
typedef struct tt_io_archive_options {
    tt_io_archive_use use; /**< TT_IO_ARCHIVE_WRITE (the default) or TT_IO_ARCHIVE_READ */
    /** A flag that ends scans, imports, searches and waits for other programs soon. May be NULL;
     * otherwise it must remain valid as long as the archive. */
    const tt_io_stop *stop;
    tt_io_archive_notice_fn *notice; /**< receives notices; may be NULL */
    void *user;                      /**< handed to `notice` */
} tt_io_archive_options;

/** Opens a database; `options` NULL counts as all zero. Returns NULL on failure, also when the file
 * is damaged, of a newer version, or no archive database. Nothing is ever deleted. A database of an
 * older version is updated, with a notice; opened for reading only it gives TT_ERR_ARCHIVE_OLD.
 * This and later calls wait at most 30 seconds for another program that writes, then fail with
 * TT_ERR_ARCHIVE_BUSY. */
TT_IO_API tt_io_archive *tt_io_archive_open(const char *path, const tt_io_archive_options *options,
                                            tt_io_error *error);

/** Closes and frees an archive. NULL is fine. */
TT_IO_API void tt_io_archive_close(tt_io_archive *archive);

/** Returns true when archives keep facts of this kind: those that people search for. */
TT_IO_API bool tt_io_archive_keeps(tt_fact_kind kind);

/** Which recordings are removed from the disk after a scan (tt_io_find_options). Only a whole,
 * closed recording goes, without a finish, a save or a load of a save. What the database has of it
 * remains. */
typedef struct tt_io_archive_expiry {
    int64_t keep_days;  /**< removes recordings older than this many days; 0: of any age */
    uint64_t max_bytes; /**< removes the oldest ones until the files have at most this many bytes;
                           0: no limit */
    bool lists_only;    /**< removes nothing, only calls on_file */
    bool is_agreed;     /**< the user agreed to the first removal that the database knows of;
                           without it the first run removes nothing */
    /** Receives each file that was removed, or would be. May be NULL. */
    void (*on_file)(void *user, const char *path, uint64_t size, bool is_removed);
    void *user; /**< handed to on_file */
} tt_io_archive_expiry;

/** Counts of the recordings that were removed, or would be. */
typedef struct tt_io_archive_expired {
    uint64_t files;      /**< number of files */
    uint64_t bytes;      /**< their bytes on the disk: of a file with several names a share */
    uint64_t bytes_left; /**< bytes of the other recordings on the disk */
    uint64_t failed;     /**< number of files that cannot be removed: the archive reported why */
    bool is_first;       /**< the database knows of no earlier removal */
} tt_io_archive_expired;

/** Callbacks for the progress of a scan. Any member may be NULL. The scanning thread calls `start`
 * once; the reading threads call the others, also several at once. */
typedef struct tt_io_archive_progress {
    /** Receives the number of files to read, and their bytes as stored. Called once. */
    void (*start)(void *user, uint64_t bytes, size_t files);
    void (*add)(
        void *user,
        uint64_t bytes); /**< receives the bytes, as stored, that were read since the last call */
    void (*add_file)(void *user); /**< called after each file that was read */
    void *user;                   /**< handed to the callbacks */
} tt_io_archive_progress;

/** Options of a scan. Zeros are the defaults of all members but the paths. */
typedef struct tt_io_archive_scan_options {
    const char *const *paths; /**< files, and folders with everything below them */
    size_t count;             /**< number of paths */
    unsigned threads;         /**< threads that read; 0: one for each core */
    bool forget;              /**< forgets missing recordings even when their folder cannot be
                                   read */
    bool rescan;              /**< reads also files whose size and time stamp did not change */
    bool only_new_damage;     /**< notices name the damage that this scan found, and no other; of a
                                   file that a program writes, the scan after it has ended does */
    bool lists_damaged; /**< the caller names damaged recordings itself: no notices about them */
    const tt_io_stop *stop;          /**< ends the scan early; NULL: the stop of the archive */
    tt_io_archive_progress progress; /**< callbacks for the progress of the scan */
} tt_io_archive_scan_options;

/** The counts of a scan. A count that a failed or stopped scan did not reach is 0. */
typedef struct tt_io_archive_counts {
    uint64_t files; /**< recordings below the paths, by content or by name, without those that
                         tt_io_archive_expiry removed */
    uint64_t read;  /**< part of `files` that was read in this scan */
    uint64_t
        moved; /**< part of `files` that moved: known by content under another path, and not read */
    uint64_t gone;    /**< recordings below the paths that were forgotten because they are no longer
                         there */
    uint64_t kept;    /**< missing recordings that were kept, because their folder cannot be
                         read or their file system is not there */
    uint64_t damaged; /**< recordings below the paths with errors, whenever they were read */
    uint64_t damaged_now; /**< recordings read in this scan that have errors */
    uint64_t unfinished;  /**< recordings read in this scan without an end (FINISH; the length of a
                             demo) */
    uint64_t failed; /**< files and folders that could not be found or read, each with a notice */
    uint64_t bytes;  /**< bytes read in this scan, after decompression */
    bool is_stopped; /**< the stop was raised: `files`, `gone`, `kept` and `damaged` are 0 */
} tt_io_archive_counts;

/** Brings the database up to date with the files below the paths. A file is read when it is new, or
 * when its size or time stamp has changed; a moved file is recognized. Files that are no longer
 * there are forgotten, but only below the paths. Those in a folder that cannot be read, or whose
 * file system is not there, are kept (counts->kept), unless `forget` is set. `counts` may be NULL.
 *
 * Files are read by scan->threads threads, which have ended when the call returns. The facts of
 * files that were read to their end are committed every half second or sooner. Other programs thus
 * see all facts of a file at once, and a scan that was killed continues where it was. When the stop
 * is raised, the files that were read whole are committed, the others are left for the next scan,
 * and nothing is forgotten. The result is then true, with counts->is_stopped.
 *
 * Notices name the files that cannot be read, and the first ten damaged recordings. They are no
 * failure. Returns false when the database or memory failed; what was committed before is kept, and
 * the counts are those up to then.
 *
 * The database itself may lie below the paths. Another database that this process has open may not:
 * reading it as a file would take its locks away. */
TT_IO_API bool tt_io_archive_scan(tt_io_archive *archive, const tt_io_archive_scan_options *scan,
                                  tt_io_archive_counts *counts, tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
