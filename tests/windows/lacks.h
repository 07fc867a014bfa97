/* SPDX-License-Identifier: MIT
 *
 * What tests call and Windows has not, or by another name; included before their first line. A
 * test that comes to a call that cannot be made there is skipped, and the run names it.
 */
#ifndef TEST_WINDOWS_LACKS_H
#define TEST_WINDOWS_LACKS_H

#include "host/posix.h"

#include "cm.h"
#include "host/windows/path.h"

#include <locale.h>

/* skip does not come back, but the compiler wants a result all the same. */
static inline int windows_lacks(const char *file, int line, int result)
{
    _skip(file, line);
    return result;
}
#define WINDOWS_LACKS(result) windows_lacks(__FILE__, __LINE__, result)

#define fork() WINDOWS_LACKS(-1)
#define alarm(seconds) ((void)(seconds), WINDOWS_LACKS(0))
#define symlink(target, path) ((void)(target), (void)(path), WINDOWS_LACKS(-1))
#define mkfifo(path, mode) ((void)(path), (void)(mode), WINDOWS_LACKS(-1))
#define umask(mode) ((void)(mode), (unsigned)WINDOWS_LACKS(0))
#undef chmod
#define chmod(path, mode) ((void)(path), (void)(mode), WINDOWS_LACKS(-1))
#define sigismember(set, number) ((void)(set), (void)(number), WINDOWS_LACKS(0))
#define setrlimit(what, limit) ((void)(what), (void)(limit), WINDOWS_LACKS(-1))
#define getrlimit(what, limit) ((void)(what), memset(limit, 0, sizeof *(limit)), WINDOWS_LACKS(-1))
#define geteuid() 0 /* nobody's rights are looked at, as for root */
#define RLIMIT_FSIZE 1
#define SIGHUP 1
#define SIGPIPE 13
#define SIGALRM 14
#define SIGXFSZ 25
#define SA_RESTART 0

struct sigaction {
    int sa_flags;
    void (*sa_handler)(int number);
};
static inline int windows_sigaction(const struct sigaction *action, struct sigaction *before)
{
    (void)action;
    if (before != NULL) {
        *before = (struct sigaction){0};
    }
    return -1;
}
#define sigaction(number, action, before)                                                          \
    (windows_sigaction(action, before), WINDOWS_LACKS((number) > 0 ? -1 : 0))

struct rlimit {
    uint64_t rlim_cur, rlim_max;
};

#undef WEXITSTATUS
#define WIFEXITED(status) ((status) == 0)
#define WIFSIGNALED(status) ((status) != 0)
#define WEXITSTATUS(status) (status)
#define WTERMSIG(status) (status)
#define waitpid(child, status, how) ((void)(how), (void)(status), (child))

#define utimensat(folder, path, times, how) ((void)(path), (void)(times), WINDOWS_LACKS(-1))
#define pipe(ends) _pipe(ends, 65536, _O_BINARY | _O_NOINHERIT)
#define gmtime_r(time, parts) (gmtime_s(parts, time) == 0 ? (parts) : NULL)
#define timegm _mkgmtime64
#define unsetenv(name) _putenv_s(name, "")
#define setenv(name, value, replace) ((void)(replace), _putenv_s(name, value))

static inline char *windows_mkdtemp(char *name)
{
    return _mktemp(name) != NULL && windows_mkdir(name, 0700) == 0 ? name : NULL;
}
#define mkdtemp windows_mkdtemp

static inline int windows_truncate(const char *path, off_t size)
{
    int fd = windows_open(path, O_RDWR);
    int failed = fd < 0 ? errno : _chsize_s(fd, size);
    if (fd >= 0) {
        _close(fd);
    }
    return failed == 0 ? 0 : -1;
}
#undef truncate
#define truncate windows_truncate

static inline int windows_chdir(const char *path)
{
    wchar_t *wide = windows_wide(path);
    int result = wide == NULL ? -1 : _wchdir(wide);
    free(wide);
    return result;
}
#define chdir windows_chdir

/* It knows none of UTF-8, but any that is not "C" stands for that (cli/text/windows/width.c). */
#define setlocale(what, name) setlocale(what, strcmp(name, "C") == 0 ? name : "")

/* The one of the C library takes no folders. */
static inline int windows_remove(const char *path)
{
    wchar_t *wide = windows_wide(path);
    int result = windows_unlink(path) == 0 ? 0 : wide == NULL ? -1 : _wrmdir(wide);
    free(wide);
    return result;
}
#define remove windows_remove

#endif
