/* SPDX-License-Identifier: MIT
 *
 * Reads or makes the key of a database: 32 random bytes.
 */
#include "host/posix.h"

#include "archive/rows.h"

#include "archive/key.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/error.h"
#include "host/fd.h"
#include "host/inside.h"
#include "teetape/io/file.h"

static char *path_of(const char *database, const char *suffix)
{
    size_t size = strlen(database) + strlen(suffix) + 1;
    char *path = malloc(size);
    if (path != NULL) {
        snprintf(path, size, "%s%s", database, suffix);
    }
    return path;
}

/* Returns an errno, 0 for a key. */
static int read_key(const char *path, uint8_t key[ARCHIVE_KEY_SIZE], size_t *got)
{
    int fd = tti_host_fd_open(path, O_RDONLY, 0);
    int failed = fd < 0 ? errno : tti_host_fd_read_at(fd, 0, key, ARCHIVE_KEY_SIZE, got);
    if (fd >= 0) {
        tti_host_fd_close(fd);
    }
    return failed;
}

static bool make_key(const char *path, uint8_t key[ARCHIVE_KEY_SIZE], tt_io_error *error)
{
    const tt_io_file_options how = {.own = true, .mode = 0600, .format = "plain"};
    if (!tti_io_random(key, ARCHIVE_KEY_SIZE)) {
        return tt_io_error_system(error, EIO, "the system gives no random bytes");
    }
    tt_io_file *file = tt_io_file_open(path, &how, error);
    if (file == NULL) {
        return false;
    }
    tt_io_output_bytes(tt_io_file_out(file), (tt_bytes){key, ARCHIVE_KEY_SIZE});
    return tt_io_file_commit(file, error);
}

/* Counts up to one fact with an id that a key made: another key would give the same clients other
 * ids. Kind 26 is a command, of which /timeout has one. */
static bool count_ids(tt_io_archive *archive, int64_t *count, tt_io_error *error)
{
    return tti_archive_number(archive,
                              "SELECT count(*) FROM (SELECT 1 FROM fact WHERE text NOT NULL"
                              " AND (kind = 9 OR kind = 26 AND text LIKE 'timeout %') LIMIT 1)",
                              count, error);
}

/* The transaction keeps two programs from making two keys. */
bool tti_archive_key_load(tt_io_archive *archive, uint8_t key[ARCHIVE_KEY_SIZE], tt_io_error *error)
{
    char *path = path_of(archive->path, ARCHIVE_KEY_SUFFIX);
    size_t got = 0;
    int64_t ids = 0;
    if (path == NULL || !tti_archive_begin(archive, error)) {
        free(path);
        return path != NULL || tt_io_error_system(error, ENOMEM, "cannot read the key beside it");
    }
    int failed = read_key(path, key, &got);
    bool is_lost = failed == ENOENT || (failed == 0 && got < ARCHIVE_KEY_SIZE);
    bool is_counted = !is_lost || count_ids(archive, &ids, error);
    if (!is_counted || ids > 0) {
        tti_archive_rollback(archive);
        free(path);
        if (is_counted) {
            tti_error_say(error, TT_ERR_ARCHIVE,
                          "lacks the key beside it (.key), or a part of it, by which clients are "
                          "known again. Put the key back, or move the database away as well");
        }
        return false;
    }
    bool is_made = failed != ENOENT || make_key(path, key, error);
    if (failed == ENOENT) {
        failed = 0;
        got = ARCHIVE_KEY_SIZE;
    }
    failed = is_made && failed == 0 && chmod(path, 0600) != 0 && errno != EPERM ? errno : failed;
    tti_archive_rollback(archive);
    free(path);
    if (!is_made) {
        return false;
    }
    if (failed != 0) {
        return tt_io_error_system(error, failed, "the key beside it (.key) cannot be used");
    }
    return got == ARCHIVE_KEY_SIZE ||
           tti_error_say(error, TT_ERR_ARCHIVE,
                         "the key beside it (.key) is cut off. Remove it to make a new one");
}
