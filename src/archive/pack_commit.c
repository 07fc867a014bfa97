/* SPDX-License-Identifier: MIT
 *
 * The end of packing: the output gets its name, and the original and its index go, if nobody has
 * touched them meanwhile.
 */
#include "host/posix.h"

#include "archive/packing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/index_open.h"
#include "host/fd.h"

/* A server may still be writing it; then what was read is a part of what is there now. */
static enum archive_pack_result check_unchanged(struct archive_packing *p)
{
    struct stat now;
    if (!p->is_regular) {
        return ARCHIVE_PACK_DONE;
    }
    int failed = stat(p->path, &now) != 0 ? errno : 0;
    if (failed != 0 && failed != ENOENT) {
        return archive_packing_fail(p, failed, "cannot be looked at again");
    }
    if (failed != 0 || !archive_packing_is_same(&now, p->facts) ||
        now.st_size != p->facts->st_size || now.st_mtim.tv_sec != p->facts->st_mtim.tv_sec ||
        now.st_mtim.tv_nsec != p->facts->st_mtim.tv_nsec) {
        host_error_say(&p->report->error, HOST_ERROR_UNSUPPORTED,
                       "it changed while it was read; a server may still be writing it");
        return ARCHIVE_PACK_FAILED;
    }
    return ARCHIVE_PACK_DONE;
}

/* Takes the original away, unless its name leads to the output now, because it was replaced itself;
 * or to nothing. 0 or an errno value. */
static int remove_input(const struct archive_packing *p)
{
    struct stat in, out;
    if (stat(p->path, &in) != 0) {
        return errno == ENOENT ? 0 : errno;
    }
    if (stat(p->report->output, &out) != 0) {
        return errno;
    }
    return archive_packing_is_same(&in, &out) || unlink(p->path) == 0 ? 0 : errno;
}

/* Whether it begins as our indexes do; anything else with that name is not ours to remove. 0, -1
 * when it is not ours, or an errno value. */
static int look_at_index(const char *path)
{
    uint8_t head[TT_INDEX_HEAD_SIZE];
    struct stat facts;
    size_t got = 0;
    int fd = host_fd_open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);
    if (fd < 0) {
        return errno == ENOENT || errno == ELOOP ? -1 : errno;
    }
    int failed = fstat(fd, &facts) != 0 ? errno : 0;
    bool is_file = failed == 0 && S_ISREG(facts.st_mode);
    if (is_file) {
        failed = host_fd_read(fd, head, sizeof(head), &got);
    }
    close(fd);
    bool is_ours =
        got == sizeof(head) && tt_index_head_check((tt_bytes){head, sizeof(head)}) == TT_OK;
    return failed != 0 ? failed : is_ours ? 0 : -1;
}

/* The index beside a recording knows the size of its file, and where to begin in it. 0 or an errno
 * value. */
static int remove_index(const struct archive_packing *p)
{
    char *index = archive_index_path(p->path, NULL);
    int failed = index == NULL ? ENOMEM : look_at_index(index);
    if (failed == 0) {
        failed = unlink(index) == 0 ? 0 : errno;
        p->report->index_removed = failed == 0;
    }
    free(index);
    return failed < 0 ? 0 : failed;
}

/* Names the output, and takes the original away if that is wanted. */
enum archive_pack_result archive_packing_commit(struct archive_packing *p)
{
    const struct archive_pack_options *options = p->options;
    enum archive_pack_result result = check_unchanged(p);
    if (result != ARCHIVE_PACK_DONE) {
        host_file_output_discard(&p->file);
        return result;
    }
    if (!host_file_output_commit(&p->file, &p->report->error)) {
        p->report->about_output = true;
        return p->report->error.system == EEXIST ? ARCHIVE_PACK_REFUSED : ARCHIVE_PACK_FAILED;
    }
    int failed = options->replace ? remove_input(p) : 0;
    if (failed != 0) {
        return archive_packing_fail(p, failed, "cannot be removed; it is packed all the same");
    }
    failed = options->replace ? remove_index(p) : 0;
    if (failed != 0) {
        return archive_packing_fail(p, failed,
                                    "its index, which is of no use now, cannot be removed");
    }
    return ARCHIVE_PACK_DONE;
}
