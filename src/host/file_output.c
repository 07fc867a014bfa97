/* SPDX-License-Identifier: MIT
 *
 * Writes a file under a hidden name in the folder of the wanted one, and renames it when it is
 * whole: FOLDER/.teetape-0123456789abcdef.tmp -> FOLDER/NAME.
 *
 * The name changes in one step (link(2) or rename(2)), so others see the old file or the whole new
 * one. The hidden file is in the same folder because a rename cannot move it to another file
 * system. walk.c ignores such names.
 */
#include "host/posix.h"

#include "host/error.h"
#include "host/file_output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif
#include <unistd.h>

#include "host/durable.h"
#include "host/fd.h"
#include "host/file_inside.h"
#include "host/in_use.h"
#include "host/inside.h"

/* The form of a hidden name. It is short, so that it fits wherever a long NAME fits. */
#define TEMPORARY "%s" HOST_FILE_OUTPUT_PREFIX "%016" PRIx64 ".tmp"
#define TEMPORARY_SIZE sizeof(HOST_FILE_OUTPUT_PREFIX "0123456789abcdef.tmp")
/* The most names that are tried. A second attempt is only needed without random numbers, or when
 * somebody guesses the name. */
#define ATTEMPTS 100

/* Returns the number in a hidden name. Somebody who guesses it only makes the open fail (O_EXCL).
 * Without the system's random numbers the address of the file and the number of the attempt make
 * names differ. */
static uint64_t draw_random(const struct host_file_output *f, int attempt)
{
    uint64_t number = 0;
    if (!tti_io_random(&number, sizeof(number))) {
        number = (tti_host_clock_ms() << 32) ^ ((uint64_t)getpid() << 16) ^ (uintptr_t)f->path;
        number += (uint64_t)attempt;
    }
    return number;
}

/* Fills the error. ETXTBSY comes from check_use; the system's text for it is about programs that
 * run. */
static bool fail(tt_io_error *error, int number)
{
    if (number == ETXTBSY) {
        tti_error_say(error, TT_ERR_SYSTEM,
                      "is left unchanged: another program has it open for writing");
        error->system = ETXTBSY;
    } else {
        tt_io_error_system(error, number, "cannot be written");
    }
    return false;
}

static size_t folder_size(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* With an access control list the rights of the group in the mode are the most that anybody on the
 * list has. Lists are not copied. */
bool tti_host_file_has_list(const char *path)
{
#ifdef __linux__
    return getxattr(path, "system.posix_acl_access", NULL, 0) > 0;
#else
    (void)path;
    return false;
#endif
}

/* Gives the members of the group no more rights than all others have. */
static mode_t without_group(mode_t mode)
{
    return mode & (~(mode_t)070 | (mode & 07) << 3);
}

/* Copies owner, group and rights as far as allowed; only root can keep another's ownership. Without
 * the owner the set-id bits are dropped, because a program would run as somebody else. */
static void keep_rights(int fd, const char *path, const struct stat *old, mode_t most)
{
    mode_t mode = old->st_mode & (07000 | most);
    mode = tti_host_file_has_list(path) ? without_group(mode) : mode;
    if (fchown(fd, old->st_uid, old->st_gid) != 0) {
        mode &= 01777;
        if (fchown(fd, (uid_t)-1, old->st_gid) != 0) {
            mode = without_group(mode);
        }
    }
    (void)fchmod(fd, mode); /* file systems without rights refuse */
}

/* A limit is for the program's own group (tt_io_file_rights). The folder, or the file that is
 * replaced, may give the file another one. */
static void limit_group(int fd)
{
    struct stat facts;
    if (fstat(fd, &facts) == 0 && facts.st_gid != getegid() &&
        without_group(facts.st_mode) != facts.st_mode) {
        (void)fchmod(fd, without_group(facts.st_mode) & 07777);
    }
}

/* Removes what killed runs have left: hidden files that no process has open for writing. A live run
 * keeps its own open until it is renamed. */
static void sweep(const char *folder)
{
    const struct dirent *child;
    DIR *dir = opendir(folder[0] != '\0' ? folder : ".");
    while (dir != NULL && (child = readdir(dir)) != NULL) {
        struct stat facts;
        char path[TT_IO_PATH_CAP];
        size_t size = strlen(child->d_name);
        int whole = snprintf(path, sizeof path, "%s%s", folder, child->d_name);
        if (size == TEMPORARY_SIZE - 1 && strncmp(child->d_name, HOST_FILE_OUTPUT_PREFIX, 9) == 0 &&
            strcmp(child->d_name + size - 4, ".tmp") == 0 && whole > 0 &&
            (size_t)whole < sizeof path && lstat(path, &facts) == 0 && S_ISREG(facts.st_mode) &&
            tti_host_use_by_lease(path) == HOST_USE_NONE) {
            unlink(path);
        }
    }
    if (dir != NULL) {
        closedir(dir);
    }
}

static void sweep_once(const char *folder)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char swept[TT_IO_PATH_CAP];
    static bool has_swept;
    pthread_mutex_lock(&lock);
    if (!has_swept || strcmp(swept, folder) != 0) {
        has_swept = true;
        tti_path_copy(swept, folder);
        sweep(folder);
    }
    pthread_mutex_unlock(&lock);
}

/* Creates the hidden file. `old` is the file that will be replaced, or NULL; `most` are the most
 * rights. Returns 0 or an errno value. The name is noted before the file exists, because a signal
 * may come in between: removing a missing file does no harm. */
static int create_temporary(struct host_file_output *f, const struct stat *old, mode_t most)
{
    size_t folder = folder_size(f->path);
    char *prefix = strdup(f->path);
    f->temporary = prefix == NULL ? NULL : malloc(folder + TEMPORARY_SIZE);
    if (f->temporary == NULL) {
        free(prefix);
        return ENOMEM;
    }
    prefix[folder] = '\0';
    sweep_once(prefix);
    /* The system applies the umask, or what the folder wants for its files, to 0666. A replacement
     * gets its rights later, and until then only its owner may read it. */
    for (int i = 0; i < ATTEMPTS; i++) {
        snprintf(f->temporary, folder + TEMPORARY_SIZE, TEMPORARY, prefix, draw_random(f, i));
        tti_host_temporary_note(f->temporary);
        f->fd = tti_host_fd_open(f->temporary, O_WRONLY | O_CREAT | O_EXCL,
                                 old == NULL ? 0666 & most : 0600);
        if (f->fd >= 0 || errno != EEXIST) {
            break;
        }
        tti_host_temporary_forget(f->temporary); /* the existing file belongs to somebody else */
    }
    int failed = f->fd < 0 ? errno : 0;
    free(prefix);
    if (failed == 0 && old != NULL) {
        keep_rights(f->fd, f->path, old, most);
    }
    if (failed == 0 && most != 0777) {
        limit_group(f->fd);
    }
    return failed;
}

static int close_all(struct host_file_output *f)
{
    int failed = f->fd < 0 ? 0 : tti_host_fd_close(f->fd);
    f->fd = -1;
    return failed;
}

/* Closes everything. When a signal handler has taken the names (tti_host_temporary_forget returns
 * false), it may still read this one, so the memory is never freed. */
static void forget(struct host_file_output *f)
{
    close_all(f);
    free(f->path);
    if (f->temporary == NULL || tti_host_temporary_forget(f->temporary)) {
        free(f->temporary);
    }
    f->path = f->temporary = NULL;
}

/* Ends the opening. `failed` is its result, 0 or an errno value. After a failure the file is
 * removed. */
static bool begin(struct host_file_output *f, int failed, tt_io_error *error)
{
    if (failed == 0 && !tt_io_output_open_fd(&f->out, f->fd, false)) {
        failed = ENOMEM;
        tt_io_output_close(&f->out);
    }
    if (failed != 0) {
        if (f->fd >= 0 && f->temporary != NULL) {
            unlink(f->temporary);
        }
        forget(f);
        return fail(error, failed);
    }
    return true;
}

struct place {
    bool is_there; /* the name exists, perhaps as a link to nothing */
    bool is_link;
    bool is_regular;   /* the path, or what a link there points to, is a regular file */
    struct stat facts; /* stat(2) of the path or of the link's target */
};

/* Refuses to replace a file that a server has open: the server would go on writing into a file
 * without a name, and the bytes would be lost. Returns 0 or an errno value. */
static int check_use(const char *path)
{
    return tti_host_use_of(path) == HOST_USE_WRITTEN ? ETXTBSY : 0;
}

/* Examines the path. Returns 0 or an errno value. Both lstat and stat are needed: a link exists
 * even when it leads nowhere. The commit looks again, because everything may change before it. */
static int look(struct place *place, const char *path, bool replace)
{
    memset(place, 0, sizeof(*place));
    if (lstat(path, &place->facts) != 0) {
        /* "" and "folder/" have no file name. */
        bool has_name = path[folder_size(path)] != '\0';
        return errno == ENOENT && has_name ? 0 : errno;
    }
    place->is_there = true;
    place->is_link = S_ISLNK(place->facts.st_mode);
    if (stat(path, &place->facts) != 0) {
        return replace ? errno : EEXIST; /* a link to nothing exists */
    }
    place->is_regular = S_ISREG(place->facts.st_mode);
    if (S_ISDIR(place->facts.st_mode)) {
        return EISDIR;
    }
    if (place->is_regular) {
        return replace ? check_use(path) : EEXIST;
    }
    return 0;
}

/* Opens a file. A link to a file is resolved: the temporary file has to be in the folder of the
 * link's target. A file of teetape's own (`own`) is not written through a link, which somebody else
 * could have made. A device, a FIFO and a socket cannot be replaced and are written directly, a
 * FIFO when it has a reader. */
bool tti_host_file_output_open(struct host_file_output *f, const char *path,
                               const tt_io_file_options *options, tt_io_error *error)
{
    struct place place;
    bool is_own = options->own, is_stdout = !is_own && strcmp(path, "-") == 0;
    mode_t most = options->mode != 0 ? (mode_t)options->mode & 0777 : 0777;
    memset(f, 0, sizeof(*f));
    tti_error_clear(error);
    f->fd = -1;
    f->replace = options->replace || is_own;
    f->can_wait = is_own;
    if (is_stdout && !options->regular) {
        if (tt_io_output_open_fd(&f->out, STDOUT_FILENO, false)) {
            return true;
        }
        tt_io_output_close(&f->out);
        return fail(error, ENOMEM);
    }
    int failed = look(&place, path, f->replace);
    bool is_odd = failed == 0 && place.is_there && !place.is_regular;
    if (is_own && (place.is_link || is_odd)) {
        tti_error_say(error, TT_ERR_SYSTEM, "is left unchanged: there is %s of that name",
                      place.is_link ? "a link" : "something that is not a file");
        error->system = EEXIST;
        return false;
    }
    if (options->regular && (is_stdout || is_odd)) {
        return tti_error_say(error, TT_ERR_ARGUMENT, "this has to be a regular file");
    }
    if (failed == 0) {
        f->path = place.is_link && place.is_regular ? realpath(path, NULL) : strdup(path);
        failed = f->path == NULL ? errno : 0;
    }
    if (f->path != NULL && is_odd) {
        f->fd = tti_host_fd_open(f->path, O_WRONLY, 0);
        failed = f->fd < 0 ? errno : 0;
    } else if (f->path != NULL) {
        failed = create_temporary(f, place.is_there ? &place.facts : NULL, most);
    }
    return begin(f, failed, error);
}

/* Keeps rights, owner and times of another file. Each write changes the times, so the commit sets
 * them. */
void tti_host_file_output_keep(struct host_file_output *f, const char *path,
                               const struct stat *like)
{
    if (f->temporary != NULL) {
        keep_rights(f->fd, path, like, 0777);
        f->accessed.seconds = like->st_atim.tv_sec;
        f->accessed.nanoseconds = (int32_t)like->st_atim.tv_nsec;
        f->modified.seconds = like->st_mtim.tv_sec;
        f->modified.nanoseconds = (int32_t)like->st_mtim.tv_nsec;
        f->has_times = true;
    }
}

/* Overwrites bytes. The buffer is flushed first: its bytes would later overwrite the patch. */
void tti_host_file_output_patch(struct host_file_output *f, uint64_t offset, tt_bytes bytes)
{
    if (tt_io_output_flush(&f->out)) {
        f->out.error = tti_host_fd_write_at(f->fd, offset, bytes);
    }
}

/* Sets the times, and makes them and the bytes durable. Returns 0 or an errno value. */
static int settle_bytes(struct host_file_output *f)
{
    if (f->has_times) {
        struct timespec times[2] = {
            {.tv_sec = f->accessed.seconds, .tv_nsec = f->accessed.nanoseconds},
            {.tv_sec = f->modified.seconds, .tv_nsec = f->modified.nanoseconds}};
        (void)futimens(f->fd, times);
    }
    return f->temporary != NULL ? tti_host_durable_bytes(f->fd) : 0;
}

/* Makes the bytes durable. Packing calls this before it asks for the last time if a server has the
 * file open, because writing to the disk takes seconds. */
void tti_host_file_output_sync(struct host_file_output *f)
{
    if (tt_io_output_flush(&f->out) && f->temporary != NULL) {
        f->out.error = settle_bytes(f);
        f->is_settled = f->out.error == 0;
    }
}

/* Makes a file of another program durable. O_NONBLOCK is for a path that has become a FIFO.
 * fsync(2) works on a descriptor for reading. */
int tti_host_file_settle(const char *path)
{
    int fd = tti_host_fd_open(path, O_RDONLY | O_NONBLOCK, 0);
    int failed = fd < 0 ? errno : tti_host_durable_bytes(fd);
    if (fd >= 0) {
        close(fd);
    }
    if (failed == 0) {
        tti_host_durable_name(path, false);
    }
    return failed;
}

/* Gives a file a name that must not exist. link(2) never replaces anything: it returns EEXIST for a
 * name that exists. The ignored errno values are those of file systems that have no links, or no
 * more of them. */
static int give_new_name(const char *temporary, const char *path)
{
    if (link(temporary, path) == 0) {
        unlink(temporary);
        return 0;
    }
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS && errno != EMLINK) {
        return errno;
    }
    /* Without hard links an empty file takes the name first, so that rename replaces nothing of
     * others. */
    int fd = tti_host_fd_open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (fd < 0) {
        return errno;
    }
    close(fd);
    if (rename(temporary, path) != 0) {
        int failed = errno;
        unlink(path);
        return failed;
    }
    return 0;
}

/* Gives the file its name. A server may have opened the old file while the new one was written.
 * Between this answer and the rename a server can still open it: no system closes that gap. */
static int give_name(const struct host_file_output *f)
{
    if (!f->replace) {
        return give_new_name(f->temporary, f->path);
    }
    int failed = check_use(f->path);
    if (failed != 0) {
        return failed;
    }
    return rename(f->temporary, f->path) == 0 ? 0 : errno;
}

/* Commits in a safe order: all bytes, then the times, then both on the disk, then the name, then
 * the name on the disk. If the name came first, a crash could leave an empty file in place of the
 * old one. */
bool tti_host_file_output_commit(struct host_file_output *f, tt_io_error *error)
{
    tti_error_clear(error);
    int failed = tt_io_output_close(&f->out);
    if (failed == 0 && !f->is_settled) {
        failed = settle_bytes(f);
    }
    /* this duplicate keeps the file open, so that no sweep of another run removes it */
    int held = f->temporary != NULL ? dup(f->fd) : -1;
    int closing = close_all(f);
    failed = failed != 0 ? failed : closing;
    if (f->temporary != NULL) {
        failed = failed == 0 ? give_name(f) : failed;
        if (failed == 0) {
            tti_host_durable_name(f->path, f->can_wait);
        } else {
            unlink(f->temporary);
        }
    }
    if (held >= 0) {
        close(held);
    }
    forget(f);
    return failed == 0 || fail(error, failed);
}

void tti_host_file_output_discard(struct host_file_output *f)
{
    /* a discard must not flush into a removed file, or half a result into a pipe */
    f->out.used = 0;
    tt_io_output_close(&f->out);
    if (f->temporary != NULL) {
        unlink(f->temporary);
    }
    forget(f);
}
