/* SPDX-License-Identifier: MIT
 *
 * Makes, fills and removes the folder of a test.
 */
#include "host/posix.h"

#include "host_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cm.h"

int host_files_setup(void **state)
{
    char name[] = "host_test_XXXXXX"; /* in the build folder, where tests run */
    *state = mkdtemp(name) == NULL ? NULL : strdup(name);
    return *state == NULL ? -1 : 0;
}

static int remove_one(const char *path, const struct stat *facts, int type, struct FTW *where)
{
    (void)facts;
    (void)type;
    (void)where;
    return remove(path);
}

int host_files_teardown(void **state)
{
    int result = nftw(*state, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    free(*state);
    return result;
}

char *host_files_path(void *const *state, const char *name)
{
    const char *folder = *state;
    size_t size = strlen(folder) + 1 + strlen(name) + 1;
    char *path = malloc(size);
    assert_non_null(path);
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static void put(const char *path, const void *data, size_t size, int mode)
{
    int fd = open(path, O_WRONLY | O_CREAT | mode, 0600);
    assert_true(fd >= 0);
    assert_int_equal(size == 0 ? 0 : write(fd, data, size), size);
    assert_int_equal(close(fd), 0);
}

void host_files_write(const char *path, const void *data, size_t size)
{
    put(path, data, size, O_TRUNC);
}

void host_files_append(const char *path, const void *data, size_t size)
{
    put(path, data, size, O_APPEND);
}

unsigned char *host_files_read(const char *path, size_t *size)
{
    struct stat facts;
    int fd = open(path, O_RDONLY);
    if (fd < 0) {
        fail_msg("%s cannot be read", path);
    }
    assert_int_equal(fstat(fd, &facts), 0);
    *size = (size_t)facts.st_size;
    unsigned char *data = malloc(*size + 1);
    assert_non_null(data);
    assert_int_equal(read(fd, data, *size), *size);
    close(fd);
    return data;
}

void host_files_assert(const char *path, const char *text)
{
    size_t size;
    unsigned char *data = host_files_read(path, &size);
    assert_int_equal(size, strlen(text));
    assert_memory_equal(data, text, size);
    free(data);
}

size_t host_files_count(const char *folder)
{
    DIR *dir = opendir(folder);
    size_t count = 0;
    assert_non_null(dir);
    while (readdir(dir) != NULL) {
        count++;
    }
    closedir(dir);
    return count - 2; /* "." and ".." */
}

void host_files_repeat(tt_io_output *out, uint8_t byte, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        tt_io_output_byte(out, byte);
    }
}
