/* SPDX-License-Identifier: MIT
 *
 * Small things for programs that make or measure recordings.
 */
#ifndef TEST_GAME_FILE_H
#define TEST_GAME_FILE_H

#include "teetape/bytes.h"
#include "teetape/io/output.h"

/* Reads a whole file. `data` is NULL with errno set on failure. The caller frees the bytes. */
tt_bytes game_file_read(const char *path);
void game_file_free(tt_bytes file);

/* Growing memory that takes the bytes of an output. */
typedef struct game_memory {
    uint8_t *data;
    size_t size, cap;
} game_memory;
int game_memory_write(void *memory, tt_bytes bytes);

/* Parses a size with an optional K, M or G after it. Returns 0 when the text is no size. */
int game_parse_size(const char *text, uint64_t *size);

#endif
