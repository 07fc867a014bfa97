/* SPDX-License-Identifier: MIT
 *
 * Tests of open archives as a program has them that embeds the library: a few lines update and
 * search one, and two of the same database do not harm each other.
 */
#include "host/posix.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#ifndef _WIN32
#include <sys/wait.h>
#endif

#include "cm.h"
#include "host_files.h"
#include "support/archive_db.h"
#include "teetape/io/query.h"

#ifndef TT_HAVE_SQLITE
int main(void)
{
    return 77; /* skipped */
}
#else

static tt_io_error error;

/* What the header of archive.h says that a program has to write; ten lines at most. */
static bool update_and_search(const char *db, const char *folder,
                              tt_io_archive_answer_fn *on_answer, void *user)
{
    const char *const paths[] = {folder};
    const tt_io_archive_scan_options scan = {.paths = paths, .count = 1};
    tt_io_archive_query query;
    tt_io_archive_query_init(&query);
    query.map = "m";
    tt_io_archive *archive = tt_io_archive_open(db, NULL, &error);
    bool good = archive != NULL && tt_io_archive_scan(archive, &scan, NULL, &error) &&
                tt_io_archive_search(archive, &query, on_answer, user, &error);
    tt_io_archive_close(archive);
    return good;
}

/* See tt_io_archive_answer_fn. */
static bool count_answer(void *user, const tt_io_archive_answer *answer)
{
    size_t *count = user;
    *count += answer->kind == TT_IO_ARCHIVE_IS_RECORDING;
    return true;
}

static void a_few_lines_update_and_search(void **state)
{
    size_t count = 0;
    char *path = host_files_path(state, "db");
    db_write_recording(state, "a.teehistorian", 1);
    db_write_recording(state, "b.teehistorian", 2);
    assert_true(update_and_search(path, *state, count_answer, &count));
    assert_int_equal(count, 2);
    free(path);
}

#ifndef _WIN32
/* Whether another process could take the whole file. */
static bool others_can_lock(const char *path)
{
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        int fd = open(path, O_RDWR);
        _exit(fd >= 0 && fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status == 0;
}

/* A file that is closed takes the locks of the whole process away. */
static void another_archive_keeps_the_locks(void **state)
{
    char *path = host_files_path(state, "db");
    tt_io_archive *archive = db_open(state, "db");
    assert_int_equal(db_number(archive, "SELECT count(*) FROM file"), 0);
    assert_false(others_can_lock(path));
    tt_io_archive_close(db_open(state, "db"));
    assert_false(others_can_lock(path));
    tt_io_archive_close(archive);
    assert_true(others_can_lock(path));
    free(path);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_few_lines_update_and_search),
#ifndef _WIN32
        IN_FOLDER(another_archive_keeps_the_locks),
#endif
    };
    return cmocka_run_group_tests_name("tt_io_archive_open", tests, NULL, NULL);
}
#endif
