/* SPDX-License-Identifier: MIT
 *
 * Tests of archive/key.h: the key lies beside the database for its owner alone, and remains.
 */
#include "host/posix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cm.h"
#include "host_files.h"

#ifndef TT_HAVE_SQLITE
int main(void)
{
    return 77; /* skipped */
}
#else
#include "archive/key.h"
#include "support/archive_db.h"

static void made_once(void **state)
{
    uint8_t key[ARCHIVE_KEY_SIZE] = {0}, again[ARCHIVE_KEY_SIZE], zeros[ARCHIVE_KEY_SIZE] = {0};
    char *path = host_files_path(state, "a.db.key");
    tt_io_error error;
    struct stat facts;
    mode_t mask = umask(0); /* first, as the test ends here where there are no rights */
    tt_io_archive *archive = db_open(state, "a.db");
    assert_int_not_equal(stat(path, &facts), 0); /* only a scan makes it */
    assert_true(tti_archive_key_load(archive, key, &error));
    umask(mask);
    assert_memory_not_equal(key, zeros, sizeof key);
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_size, ARCHIVE_KEY_SIZE);
    assert_int_equal(facts.st_mode & 0777, 0600);
    assert_int_equal(chmod(path, 0644), 0);
    assert_true(tti_archive_key_load(archive, again, &error));
    assert_memory_equal(key, again, sizeof key);
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    tt_io_archive_close(archive);
    free(path);
}

/* Clients of a filled database have the ids of one key. */
static void missing(void **state)
{
    uint8_t key[ARCHIVE_KEY_SIZE];
    char *path = host_files_path(state, "c.db.key");
    tt_io_error error;
    tt_io_archive *archive = db_open(state, "c.db");
    assert_true(tti_archive_key_load(archive, key, &error));
    assert_int_equal(remove(path), 0);
    assert_true(tti_archive_key_load(archive, key, &error)); /* nobody has an id yet */
    assert_int_equal(remove(path), 0);
    db_run(archive, "PRAGMA foreign_keys = OFF");
    db_run(archive, "INSERT INTO fact(recording, session, number, kind, tick, text)"
                    " VALUES (1, 0, 0, 9, 0, 'a1b2c3d4')");
    assert_false(tti_archive_key_load(archive, key, &error));
    assert_non_null(strstr(error.text, "lacks the key beside it (.key)"));
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("short", file);
    fclose(file);
    assert_false(tti_archive_key_load(archive, key, &error));
    assert_non_null(strstr(error.text, "or a part of it"));
    assert_int_equal(remove(path), 0);
    db_run(archive, "UPDATE fact SET kind = 26, text = 'change_map dm1'"); /* has no id */
    assert_true(tti_archive_key_load(archive, key, &error));
    assert_int_equal(remove(path), 0);
    db_run(archive, "UPDATE fact SET text = 'timeout a1b2c3d4'");
    assert_false(tti_archive_key_load(archive, key, &error));
    db_run(archive, "DROP TABLE fact");
    assert_false(tti_archive_key_load(archive, key, &error));
    assert_null(strstr(error.text, "lacks the key"));
    tt_io_archive_close(archive);
    free(path);
}

static void cut_off(void **state)
{
    uint8_t key[ARCHIVE_KEY_SIZE];
    char *path = host_files_path(state, "b.db.key");
    tt_io_error error;
    tt_io_archive *archive = db_open(state, "b.db");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("short", file);
    fclose(file);
    assert_false(tti_archive_key_load(archive, key, &error));
    assert_non_null(strstr(error.text, "the key beside it (.key) is cut off"));
    /* the failure ended its transaction */
    db_run(archive, "BEGIN IMMEDIATE");
    db_run(archive, "ROLLBACK");
    remove(path);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_false(tti_archive_key_load(archive, key, &error));
    assert_non_null(strstr(error.text, "cannot be used"));
    tt_io_archive_close(archive);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {IN_FOLDER(made_once), IN_FOLDER(missing),
                                       IN_FOLDER(cut_off)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
