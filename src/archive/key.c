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
#include <unistd.h>

#include "host/error.h"
#include "host/fd.h"
#include "host/inside.h"

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

/* Writes a new key under another name first, so that no half of a key is ever read. */
static int make_key(const char *path, uint8_t key[ARCHIVE_KEY_SIZE])
{
    char *part = path_of(path, ".new");
    if (part == NULL || !tti_io_random(key, ARCHIVE_KEY_SIZE)) {
        int failed = part == NULL ? ENOMEM : EIO;
        free(part);
        return failed;
    }
    int fd = tti_host_fd_open(part, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int failed = fd < 0 ? errno : tti_host_fd_write_at(fd, 0, (tt_bytes){key, ARCHIVE_KEY_SIZE});
    failed = fd >= 0 && failed == 0 && fsync(fd) != 0 ? errno : failed;
    int unclosed = fd >= 0 ? tti_host_fd_close(fd) : 0;
    failed = failed == 0 ? unclosed : failed;
    failed = failed == 0 && rename(part, path) != 0 ? errno : failed;
    free(part);
    return failed;
}

/* The transaction keeps two programs from making two keys. */
bool tti_archive_key_load(tt_io_archive *archive, uint8_t key[ARCHIVE_KEY_SIZE], tt_io_error *error)
{
    char *path = path_of(archive->path, ARCHIVE_KEY_SUFFIX);
    size_t got = 0;
    if (path == NULL || !tti_archive_begin(archive, error)) {
        free(path);
        return path != NULL || tt_io_error_system(error, ENOMEM, "cannot read the key beside it");
    }
    int failed = read_key(path, key, &got);
    if (failed == ENOENT) {
        failed = make_key(path, key);
        got = ARCHIVE_KEY_SIZE;
    }
    failed = failed == 0 && chmod(path, 0600) != 0 && errno != EPERM ? errno : failed;
    tti_archive_rollback(archive);
    free(path);
    if (failed != 0) {
        return tt_io_error_system(error, failed, "the key beside it (.key) cannot be used");
    }
    return got == ARCHIVE_KEY_SIZE ||
           tti_error_say(error, TT_ERR_ARCHIVE,
                         "the key beside it (.key) is cut off. Remove it to make a new one; "
                         "clients are then not known again from the scans before");
}
