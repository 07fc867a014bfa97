/* SPDX-License-Identifier: MIT
 *
 * The part of POSIX that this tree calls, for Windows: paths are UTF-8, files are bytes, an open
 * file can be renamed and removed, and a file is identified by its volume and number.
 *
 * The C library of mingw-w64 has some of these names for functions that do less. Macros replace
 * them, after the system's own headers. They also apply to members of structs with such a name.
 */
#ifndef HOST_WINDOWS_POSIX_H
#define HOST_WINDOWS_POSIX_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <pthread.h>
#include <search.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

typedef unsigned windows_mode_t;
typedef unsigned uid_t;
typedef unsigned gid_t;

/* The members of a struct stat that this tree uses. */
struct windows_stat {
    uint64_t st_dev;
    /* number of the file on its volume, which the C library of Windows does not give */
    uint64_t st_ino;
    uint32_t st_nlink;
    windows_mode_t st_mode;
    uid_t st_uid; /* always 0, because this tree does not use owners */
    gid_t st_gid;
    int64_t st_size;
    struct timespec st_atim, st_mtim; /* times in steps of 100 ns */
    struct timespec st_ctim;          /* when the file came into its folder */
};

/* Kinds of files with the numbers of Unix: the C library of Windows has no links. */
#undef S_IFMT
#undef S_IFIFO
#undef S_IFCHR
#undef S_IFDIR
#undef S_IFREG
#undef S_ISREG
#undef S_ISDIR
#undef S_ISFIFO
#define S_IFMT 0170000u
#define S_IFIFO 0010000u
#define S_IFCHR 0020000u
#define S_IFDIR 0040000u
#define S_IFREG 0100000u
#define S_IFLNK 0120000u
#define S_ISREG(mode) (((mode)&S_IFMT) == S_IFREG)
#define S_ISDIR(mode) (((mode)&S_IFMT) == S_IFDIR)
#define S_ISFIFO(mode) (((mode)&S_IFMT) == S_IFIFO)
#define S_ISLNK(mode) (((mode)&S_IFMT) == S_IFLNK)

int windows_stat(const char *path, struct windows_stat *facts);
int windows_lstat(const char *path, struct windows_stat *facts);
int windows_fstat(int fd, struct windows_stat *facts);

#undef mode_t
#undef stat
#undef fstat
#undef st_mtime
#undef st_ctime
#define mode_t windows_mode_t
#define stat windows_stat
#define lstat windows_lstat
#define fstat windows_fstat
#define st_mtime st_mtim.tv_sec
#define st_ctime st_ctim.tv_sec

/* Opening files. A flag that Windows does not know has a bit of its own, or none. */

#undef O_CLOEXEC
#define O_CLOEXEC _O_NOINHERIT
#define O_NOCTTY 0
#define O_NONBLOCK 0
#define O_DIRECTORY 0
/* windows_open removes this flag before the C library sees it. */
#define O_NOFOLLOW 0x1000000

/* windows_fcntl treats all these commands alike. */
enum { F_GETFD = 1, F_SETFD = 2, F_GETFL = 3, F_SETFL = 4, FD_CLOEXEC = 1 };

#ifndef EDQUOT
#define EDQUOT ENOSPC
#endif

int windows_open(const char *path, int flags, ...);
ssize_t windows_read(int fd, void *dst, size_t size);
ssize_t windows_write(int fd, const void *from, size_t size);
ssize_t windows_pread(int fd, void *dst, size_t size, off_t offset);
ssize_t windows_pwrite(int fd, const void *bytes, size_t size, off_t offset);
int windows_fsync(int fd);
int windows_fcntl(int fd, int command, ...);
int windows_mkstemp(char *path);
int windows_futimens(int fd, const struct timespec times[2]);

static inline struct tm *windows_localtime_r(const time_t *time, struct tm *local)
{
    return localtime_s(local, time) == 0 ? local : NULL;
}

/* Does nothing: Windows takes the rights from the folder. */
static inline int windows_fchmod(int fd, windows_mode_t mode)
{
    (void)fd;
    (void)mode;
    return 0;
}

static inline int windows_fchown(int fd, uid_t user, gid_t group)
{
    (void)fd;
    (void)user;
    (void)group;
    return 0;
}

/* Does nothing, like windows_fchmod. */
static inline int windows_chmod(const char *path, windows_mode_t mode)
{
    (void)path;
    (void)mode;
    return 0;
}

/* Files have no groups. */
static inline gid_t windows_getegid(void)
{
    return 0;
}

#undef open
#undef read
#undef write
#define open windows_open
#define read windows_read
#define write windows_write
#define pread windows_pread
#define pwrite windows_pwrite
#define fsync windows_fsync
#define fcntl windows_fcntl
#define mkstemp windows_mkstemp
#define futimens windows_futimens
#define fchmod windows_fchmod
#define fchown windows_fchown
#undef chmod
#define chmod windows_chmod
#define getegid windows_getegid

int windows_link(const char *from, const char *to);
int windows_unlink(const char *path);
int windows_rename(const char *from, const char *to);
int windows_mkdir(const char *path, windows_mode_t mode);

/* Returns the path without links and with the drive as a folder of the root, "/c/folder/file", so
 * that a path with a slash first is absolute here too. All functions take such paths. `room` is
 * NULL; the caller frees the result. */
char *windows_realpath(const char *path, char *room);

/* Most bytes of a path: windows_wide takes longer ones than the C library, which allows 260. */
#undef PATH_MAX
#define PATH_MAX 4096

#undef unlink
#undef rename
#undef mkdir
#define link windows_link
#define unlink windows_unlink
#define rename windows_rename
#define mkdir windows_mkdir
#define realpath windows_realpath

struct windows_dirent {
    char d_name[4 * 260];
};

typedef struct windows_folder windows_folder;
windows_folder *windows_opendir(const char *path);
struct windows_dirent *windows_readdir(windows_folder *folder);
int windows_closedir(windows_folder *folder);

#undef opendir
#undef readdir
#undef closedir
#define DIR windows_folder
#define dirent windows_dirent
#define opendir windows_opendir
#define readdir windows_readdir
#define closedir windows_closedir

/* Signals. Windows has no signal masks, and gives Ctrl-C to a thread of its own. */

typedef int windows_signals;

#undef sigset_t
#undef sigfillset
#undef pthread_sigmask
#define sigset_t windows_signals
#define sigfillset(set) (*(set) = -1)
#define pthread_sigmask(how, set, before) ((void)(set), (void)(before))
#define SIG_SETMASK 2

bool windows_is_whole(const char *path);
#define HOST_IS_WHOLE windows_is_whole

#define tell windows_tell /* io.h has another function of this name */

/* Returns a variable as UTF-8, valid as long as the program runs. Folders of users and of temporary
 * files, and lists of folders, have the form of windows_realpath, with ':' between them. */
char *windows_getenv(const char *name);
char *windows_strndup(const char *text, size_t most);
int windows_strerror_r(int number, char *dst, size_t size);
long windows_sysconf(int what);

#undef getenv
#undef strerror_r
#undef sysconf
#undef _SC_NPROCESSORS_ONLN
#define getenv windows_getenv
#undef localtime_r
#define localtime_r windows_localtime_r
#define strndup windows_strndup
#define strerror_r windows_strerror_r
#define sysconf windows_sysconf
#define _SC_NPROCESSORS_ONLN 84

#endif
