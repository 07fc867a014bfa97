/* SPDX-License-Identifier: MIT
 *
 * Small things for programs that make or measure recordings.
 */
#ifndef TEST_GAME_FILE_H
#define TEST_GAME_FILE_H

#include "teetape/bytes.h"
#include "teetape/io/output.h"

/* A whole file; data NULL and errno set when it cannot be read. Freed by the caller. */
tt_bytes game_file_read(const char *path);
void game_file_free(tt_bytes file);

/* Memory that grows, as a sink for an output. */
typedef struct game_memory {
    uint8_t *data;
    size_t size, cap;
} game_memory;
int game_memory_write(void *memory, tt_bytes bytes);

/* A number, with or without K, M or G after it. 0 when it is none. */
int game_parse_size(const char *text, uint64_t *size);

#endif
