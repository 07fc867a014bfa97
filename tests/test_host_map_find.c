/* SPDX-License-Identifier: MIT
 *
 * Tests of looking for a map, of teetape/io/map.h: every place in its order, sums that decide,
 * names that would lead elsewhere.
 */
#include "host/posix.h"

#include "cm.h"
#include "host/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "host/folders.h"
#include "host/inside.h"
#include "host_files.h"
#include "teetape/io/map.h"
#include "wire/hash.h"

#define NAME "Teetape Test"
#define CONTENT "the right map"

static tt_demo_header header;

static void sum(const char *content)
{
    tti_sha256_context sha;
    tti_sha256_start(&sha);
    tti_sha256_add(&sha, content, strlen(content));
    tti_sha256_finish(&sha, header.map_sha256.bytes);
    header.map_crc = tti_crc32(0, content, strlen(content));
}

/* A home without anything, and the variables of somebody who never set one. */
static int setup(void **state)
{
    if (host_files_setup(state) != 0) {
        return -1;
    }
    char *absolute = realpath(*state, NULL);
    assert_non_null(absolute);
    free(*state);
    *state = absolute;
    memset(&header, 0, sizeof header);
    snprintf(header.map_name, sizeof header.map_name, NAME);
    header.has_sha256 = 1;
    sum(CONTENT);
    setenv("HOME", *state, 1);
    setenv("XDG_DATA_DIRS", "/none", 1);
    unsetenv("XDG_DATA_HOME");
    unsetenv("TEETAPE_MAP_PATH");
    return 0;
}

/* Writes a file below the test's folder, with the folders on the way. */
static void put(void *const *state, const char *name, const char *content)
{
    char *path = host_files_path(state, name);
    for (char *slash = path + strlen(*state) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
    host_files_write(path, content, strlen(content));
    free(path);
}

/* What is found, below the test's folder; NULL for nothing. */
static void expect_in(void *const *state, const char *data, const char *name)
{
    tti_map_found found;
    bool is_found = tti_map_find(&found, data, &header, NULL);
    if (name == NULL) {
        assert_false(is_found);
        assert_null(found.path);
        assert_null(found.map.bytes.data);
    } else {
        char *path = host_files_path(state, name);
        if (!is_found) {
            fail_msg("%s is not found", path);
        }
        assert_string_equal(found.path, path);
        assert_int_equal(found.map.bytes.size, strlen(CONTENT));
        assert_memory_equal(found.map.bytes.data, CONTENT, strlen(CONTENT));
        assert_int_equal(found.map.crc, header.map_crc);
        free(path);
    }
    tti_map_found_free(&found);
}

static void expect(void *const *state, const char *name)
{
    expect_in(state, NULL, name);
}

/* Each place is looked at before those that have it already. */
static void order(void **state)
{
    char path[1024], name[TT_IO_MAP_NAME_CAP], file[512];
    const char *folder = *state, *home = ".local/share/ddnet";
    snprintf(path, sizeof path, "%s/none::%s/a:%s/b", folder, folder, folder);
    setenv("TEETAPE_MAP_PATH", path, 1);
    tti_io_map_name(name, &header);
    expect(state, NULL);
    snprintf(file, sizeof file, "%s/maps/sub/%s", home, name);
    put(state, file, CONTENT);
    expect(state, file);
    snprintf(file, sizeof file, "%s/maps/any/deep/%s.map", home, NAME);
    put(state, file, CONTENT);
    expect(state, file);
    snprintf(file, sizeof file, "%s/maps/%s.map", home, NAME);
    put(state, file, CONTENT);
    expect(state, file);
    snprintf(file, sizeof file, "%s/downloadedmaps/%s_%08x.map", home, NAME,
             (unsigned)header.map_crc);
    put(state, file, CONTENT);
    expect(state, file);
    snprintf(file, sizeof file, "%s/downloadedmaps/%s", home, name);
    put(state, file, CONTENT);
    expect(state, file);
    snprintf(file, sizeof file, "b/%s.map", NAME);
    put(state, file, CONTENT);
    expect(state, file);
    snprintf(file, sizeof file, "a/deep/below/%s", name);
    put(state, file, CONTENT);
    expect(state, file);
    snprintf(file, sizeof file, "a/maps/%s.map", NAME);
    put(state, file, CONTENT);
    expect(state, file);
    snprintf(path, sizeof path, "%s/data", folder);
    expect_in(state, path, file);
    snprintf(file, sizeof file, "data/maps/below/%s.map", NAME);
    put(state, file, CONTENT);
    expect_in(state, path, file);
    snprintf(file, sizeof file, "a/maps/%s.map", NAME);
    expect_in(state, "", file);
}

static void other_home(void **state)
{
    char path[1024];
    put(state, ".local/share/ddnet/maps/" NAME ".map", CONTENT);
    put(state, "data/ddnet/maps/" NAME ".map", CONTENT);
    expect(state, ".local/share/ddnet/maps/" NAME ".map");
    snprintf(path, sizeof path, "%s/data", (char *)*state);
    setenv("XDG_DATA_HOME", path, 1);
    expect(state, "data/ddnet/maps/" NAME ".map");
    setenv("XDG_DATA_HOME", "data", 1); /* not absolute: does not count */
    expect(state, ".local/share/ddnet/maps/" NAME ".map");
    unsetenv("HOME");
    expect(state, NULL);
}

/* Folders of the system come after those of the user. */
static void system_folders(void **state)
{
#ifdef _WIN32
    skip(); /* XDG_DATA_DIRS has no drives */
#endif
    char path[1024];
    const char *folder = *state;
    put(state, "b/games/ddnet/data/maps/" NAME ".map", CONTENT);
    snprintf(path, sizeof path, "b:%s/a::%s/b", folder, folder);
    expect(state, NULL);
    setenv("XDG_DATA_DIRS", path, 1);
    expect(state, "b/games/ddnet/data/maps/" NAME ".map");
    put(state, "b/ddnet/data/maps/" NAME ".map", CONTENT);
    expect(state, "b/ddnet/data/maps/" NAME ".map");
    put(state, "a/games/ddnet/data/maps/" NAME ".map", CONTENT);
    expect(state, "a/games/ddnet/data/maps/" NAME ".map");
    put(state, ".local/share/ddnet/maps/" NAME ".map", CONTENT);
    expect(state, ".local/share/ddnet/maps/" NAME ".map");
    setenv("XDG_DATA_DIRS", "", 1);
    char **folders = tti_host_system_folders("ddnet");
    assert_non_null(folders);
    assert_string_equal(folders[0], "/usr/local/share/ddnet/data");
    assert_string_equal(folders[3], "/usr/share/games/ddnet/data");
    assert_string_equal(folders[4], "/opt/ddnet/data");
    assert_null(folders[5]);
    free(folders);
}

static void sums_decide(void **state)
{
    tti_map_found found;
    put(state, ".local/share/ddnet/maps/" NAME ".map", "another map");
    assert_false(tti_map_find(&found, NULL, &header, NULL));
    assert_non_null(strstr(found.other, "/maps/" NAME ".map"));
    assert_string_equal(found.why, "its SHA-256 is not the one in the header");
    tti_map_found_free(&found);
    put(state, ".local/share/ddnet/maps/old/" NAME ".map", CONTENT);
    expect(state, ".local/share/ddnet/maps/old/" NAME ".map");
    header.map_crc++; /* the SHA-256 alone counts where there is one */
    header.has_sha256 = 0;
    expect(state, NULL);
    header.map_crc--;
    expect(state, ".local/share/ddnet/maps/old/" NAME ".map");
}

static void file_names(void **state)
{
    (void)state;
    char name[TT_IO_MAP_NAME_CAP];
    header.map_crc = 0x1a;
    header.has_sha256 = 0;
    tti_io_map_name(name, &header);
    assert_string_equal(name, NAME "_0000001a.map");
    header.has_sha256 = 1;
    memset(header.map_sha256.bytes, 0xc5, sizeof header.map_sha256.bytes);
    tti_io_map_name(name, &header);
    assert_string_equal(name, NAME "_c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5"
                                   "c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5.map");
    memset(header.map_name, 'm', sizeof header.map_name - 1);
    tti_io_map_name(name, &header);
    assert_int_equal(strlen(name), 63 + 1 + 64 + 4);
}

/* The recording chooses the name, never the folder. */
static void names_that_lead_away(void **state)
{
    static const char *const names[] = {"../../../../secret/" NAME, "/" NAME, "..\\" NAME,
                                        "sub/../" NAME};
    char name[TT_IO_MAP_NAME_CAP];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(header.map_name, sizeof header.map_name, "%s", names[i]);
        tti_io_map_name(name, &header);
        assert_true(strncmp(name, NAME "_", strlen(NAME) + 1) == 0);
    }
    put(state, "secret/" NAME ".map", CONTENT);
    snprintf(header.map_name, sizeof header.map_name, "../../../../secret/" NAME);
    expect(state, NULL);
    put(state, ".local/share/ddnet/maps/" NAME ".map", CONTENT);
    expect(state, ".local/share/ddnet/maps/" NAME ".map");
    snprintf(header.map_name, sizeof header.map_name, "..");
    sum(CONTENT "!");
    expect(state, NULL);
    header.map_name[0] = 0;
    expect(state, NULL);
}

/* Things that are no map: a folder, a pipe nobody writes to, nothing in it. */
static void no_files(void **state)
{
    put(state, ".local/share/ddnet/maps/" NAME ".map/inside", CONTENT);
    char *pipe = host_files_path(state, ".local/share/ddnet/downloadedmaps");
    mkdir(pipe, 0700);
    free(pipe);
    char name[TT_IO_MAP_NAME_CAP], file[512];
    tti_io_map_name(name, &header);
    snprintf(file, sizeof file, ".local/share/ddnet/downloadedmaps/%s", name);
    pipe = host_files_path(state, file);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    expect(state, NULL);
    remove(pipe);
    host_files_write(pipe, "", 0);
    tti_map_found found;
    assert_false(tti_map_find(&found, NULL, &header, NULL));
    assert_string_equal(found.other, pipe);
    assert_string_equal(found.why, "this is empty");
    tti_map_found_free(&found);
    free(pipe);
}

static void named_file(void **state)
{
    tti_map_found found;
    put(state, "x.map", CONTENT);
    put(state, "y.map", "another map");
    char *good = host_files_path(state, "x.map"), *bad = host_files_path(state, "y.map");
    char *none = host_files_path(state, "z.map");
    assert_true(tti_io_map_find_at(&found, good, &header, NULL));
    assert_string_equal(found.path, good);
    assert_null(found.other);
    tti_map_found_free(&found);
    assert_false(tti_io_map_find_at(&found, bad, &header, NULL));
    assert_string_equal(found.other, bad);
    assert_string_equal(found.why, "it is not a map");
    tti_map_found_free(&found);
    put(state, "y.map", "DATA of another map");
    assert_false(tti_io_map_find_at(&found, bad, &header, NULL));
    assert_non_null(strstr(found.why, "it is not the map of this recording, which is "));
    tti_map_found_free(&found);
    assert_false(tti_io_map_find_at(&found, none, &header, NULL));
    assert_non_null(strstr(found.why, "No such file"));
    tti_map_found_free(&found);
    free(good);
    free(bad);
    free(none);
}

static void stopped(void **state)
{
    tt_io_stop stop = {0};
    tti_map_found found;
    put(state, ".local/share/ddnet/maps/sub/" NAME ".map", CONTENT);
    tt_io_stop_want(&stop, -1);
    assert_false(tti_map_find(&found, NULL, &header, &stop));
    tti_map_found_free(&found);
    expect(state, ".local/share/ddnet/maps/sub/" NAME ".map");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, host_files_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(order),       TEST(other_home), TEST(system_folders),
        TEST(sums_decide), TEST(file_names), TEST(names_that_lead_away),
        TEST(no_files),    TEST(named_file), TEST(stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
