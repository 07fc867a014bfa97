/* SPDX-License-Identifier: MIT
 *
 * Small things that the programs of the benchmark share.
 */
#ifndef TT_BENCH_FILE_H
#define TT_BENCH_FILE_H

#include "host/output.h"
#include "teetape/bytes.h"

/* A whole file; data NULL and errno set when it cannot be read. Freed by the caller. */
tt_bytes bench_file_read(const char *path);
void bench_file_free(tt_bytes file);

/* Memory that grows, as a sink for an output. */
typedef struct bench_memory {
    uint8_t *data;
    size_t size, cap;
} bench_memory;
int bench_memory_write(void *memory, tt_bytes bytes);

/* A number with K, M or G after it or not. 0 when it is none. */
int bench_parse_size(const char *text, uint64_t *size);

#endif
