/* SPDX-License-Identifier: MIT
 *
 * Finds the path of a recording's index.
 *
 * By default the index is beside the recording, with the extension of its format after the whole
 * name, so that run.demo and run.demo.xz have different ones. For recordings in read-only folders
 * another folder may repeat the recording's absolute path below it.
 */
#include "host/posix.h"

#include "host/error.h"
#include "teetape/io/index.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fd.h"
#include "host/folders.h"
#include "index/file.h"
#include "recording/index_entry.h"

static char *join(const char *a, const char *b, const char *c)
{
    size_t a_size = strlen(a), b_size = strlen(b), c_size = strlen(c);
    char *text = malloc(a_size + b_size + c_size + 1);
    if (text != NULL) {
        memcpy(text, a, a_size);
        memcpy(text + a_size, b, b_size);
        memcpy(text + a_size + b_size, c, c_size + 1);
    }
    return text;
}

/* Returns the path of a recording's index. With a folder the path is resolved, so that one
 * recording has one index under any link. Without a folder the index is beside the given name. */
char *tt_io_index_path(const char *recording, const char *folder, tt_io_error *error)
{
    char *whole = folder != NULL ? realpath(recording, NULL) : NULL;
    int number = folder != NULL && whole == NULL ? errno : ENOMEM;
    char *path = folder == NULL  ? join(recording, TT_IO_INDEX_SUFFIX, "")
                 : whole != NULL ? join(folder, whole, TT_IO_INDEX_SUFFIX)
                                 : NULL;
    free(whole);
    if (path == NULL) {
        tt_io_error_system(error, number, "cannot be opened");
        tti_error_of(error, recording);
    }
    return path;
}

/* Checks whether a file may be removed as an index. A link is not followed (ELOOP), and a pipe is
 * not waited for. An index of an older version may be removed, too. */
int tti_index_look(const char *path)
{
    uint8_t head[TT_INDEX_HEAD_SIZE];
    struct stat facts;
    size_t got = 0;
    int fd = tti_host_fd_open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);
    if (fd < 0) {
        return errno == ENOENT || errno == ELOOP ? -1 : errno;
    }
    int failed = fstat(fd, &facts) != 0 ? errno : 0;
    bool is_file = failed == 0 && S_ISREG(facts.st_mode);
    if (is_file) {
        failed = tti_host_fd_read(fd, head, sizeof(head), &got);
    }
    close(fd);
    bool is_ours =
        got == sizeof(head) && tti_index_head_check((tt_bytes){head, sizeof(head)}) == TT_OK;
    return failed != 0 ? failed : is_ours ? 0 : -1;
}

static bool exists(const char *path)
{
    struct stat facts;
    return lstat(path, &facts) == 0;
}

/* Returns true when the indexed recording is gone. The recording's path may begin at each slash of
 * an index path (tt_io_index_path). A folder that may be missing only for now keeps the index. */
static bool is_orphan(char *recording)
{
    bool is_kept = exists(recording);
    for (char *at = strchr(recording + 1, '/'); at != NULL && !is_kept; at = strchr(at + 1, '/')) {
        char *name = strrchr(at, '/');
        if (!HOST_IS_WHOLE(at)) {
            continue;
        }
        is_kept = exists(at);
        if (name != at) {
            *name = '\0';
            is_kept = is_kept || exists(at);
            *name = '/';
        }
    }
    return !is_kept;
}

/* Removes an index without its recording. Most indexes have their recording beside them, which is
 * looked for first: that takes one call of the system. */
bool tt_io_index_remove_orphan(const char *path)
{
    size_t size = strlen(path), suffix = strlen(TT_IO_INDEX_SUFFIX);
    if (size <= suffix || strcmp(path + size - suffix, TT_IO_INDEX_SUFFIX) != 0) {
        return false;
    }
    char *beside = strndup(path, size - suffix);
    bool is_candidate = beside != NULL && !exists(beside) && tti_index_look(path) == 0;
    char *recording = is_candidate ? realpath(path, NULL) : NULL;
    if (recording != NULL) {
        recording[strlen(recording) - suffix] = '\0';
    }
    bool is_removed = recording != NULL && is_orphan(recording) && unlink(path) == 0;
    free(beside);
    free(recording);
    return is_removed;
}

/* Makes the folders of an index path. The umask decides on their rights, because folders reveal
 * only names. */
bool tt_io_index_make_folders(const char *path, tt_io_error *error)
{
    int number = tti_host_folders_make(path, 0777);
    if (number != 0) {
        tt_io_error_system(error, number, "a folder for the index cannot be made");
        tti_error_of(error, path);
    }
    return number == 0;
}
