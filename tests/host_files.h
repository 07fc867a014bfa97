/* SPDX-License-Identifier: MIT
 *
 * Files for the tests of src/host, in a folder of their own that is made and removed with
 * each test. Failures end the test.
 */
#ifndef TEST_HOST_FILES_H
#define TEST_HOST_FILES_H

#include <stddef.h>

#include "teetape/io/output.h"

/* For cmocka_unit_test_setup_teardown: *state is the folder's path. */
int host_files_setup(void **state);
int host_files_teardown(void **state);
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, host_files_setup, host_files_teardown)

/* "folder/name", to be freed. */
char *host_files_path(void *const *state, const char *name);

/* Writes, or appends to, the file at `path`. */
void host_files_write(const char *path, const void *data, size_t size);
void host_files_append(const char *path, const void *data, size_t size);

/* All bytes of a file, to be freed. */
unsigned char *host_files_read(const char *path, size_t *size);

/* The file has exactly this text in it. */
void host_files_assert(const char *path, const char *text);

/* How many files and folders there are in a folder. */
size_t host_files_count(const char *folder);

/* Appends one byte `count` times. */
void host_files_repeat(tt_io_output *out, uint8_t byte, size_t count);

#endif
