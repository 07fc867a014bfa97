/* SPDX-License-Identifier: MIT
 *
 * Starts programs with posix_spawnp(3).
 */
#include "host/posix.h"

#include "host/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/error.h"
#include "host/fd.h"

extern char **environ;

static bool fail(const struct tti_program *program, int failed, tt_io_error *error)
{
    if (failed == ENOENT) {
        return tti_error_say(error, TT_ERR_UNSUPPORTED, "%s is not installed", program->name);
    }
    return tt_io_error_system(error, failed, "cannot be started");
}

/* Starts a program. A program gets the usual reaction to SIGPIPE, which we ignore. The end that we
 * write to must not be inherited: another program would keep the pipe open. Returns 0 or an errno
 * value. */
static int spawn(struct tti_program *program, const char *const *arguments, int read_end)
{
    pid_t id = 0;
    sigset_t usual;
    posix_spawnattr_t how;
    posix_spawn_file_actions_t files;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    int failed = posix_spawnattr_init(&how);
    if (failed != 0) {
        return failed;
    }
    failed = posix_spawn_file_actions_init(&files);
    if (failed == 0) {
        failed = posix_spawn_file_actions_adddup2(&files, read_end, STDIN_FILENO);
        posix_spawnattr_setsigdefault(&how, &usual);
        posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF);
        failed = failed != 0 ? failed
                             : posix_spawnp(&id, arguments[0], &files, &how,
                                            (char *const *)arguments, environ);
        posix_spawn_file_actions_destroy(&files);
    }
    posix_spawnattr_destroy(&how);
    program->id = failed == 0 ? id : 0;
    return failed;
}

bool tti_program_start(struct tti_program *program, const char *const *arguments,
                       tt_io_error *error)
{
    int ends[2];
    *program = (struct tti_program){.name = arguments[0]};
    if (pipe(ends) != 0) {
        return fail(program, errno, error);
    }
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    int failed = spawn(program, arguments, ends[0]);
    tti_host_fd_close(ends[0]);
    if (failed != 0) {
        tti_host_fd_close(ends[1]);
        return fail(program, failed, error);
    }
    tt_io_output_open_fd(&program->out, ends[1], true); /* tti_program_end reports missing memory */
    return true;
}

bool tti_program_end(struct tti_program *program, tt_io_error *error)
{
    int status = 0, ended;
    if (program->id == 0) {
        return true;
    }
    int failed = tt_io_output_close(&program->out);
    do {
        ended = (int)waitpid((pid_t)program->id, &status, 0);
    } while (ended < 0 && errno == EINTR);
    program->id = 0;
    if (ended < 0) {
        return tt_io_error_system(error, errno, "cannot be waited for");
    }
    if (WIFSIGNALED(status)) {
        return tti_error_say(error, TT_ERR_SYSTEM, "%s was ended by signal %d", program->name,
                             WTERMSIG(status));
    }
    if (WEXITSTATUS(status) != 0) {
        return tti_error_say(error, TT_ERR_SYSTEM, "%s failed with status %d", program->name,
                             WEXITSTATUS(status));
    }
    return failed == 0 || tt_io_error_system(error, failed, "cannot be written");
}
