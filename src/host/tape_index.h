/* SPDX-License-Identifier: MIT
 *
 * The index inside a tape: the bytes of an index file in pieces, each packed by zstd.
 */
#ifndef HOST_TAPE_INDEX_H
#define HOST_TAPE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/io/error.h"

struct host_tape_index;

/* Returns true when the file begins as a tape. */
bool tti_host_tape_is(int fd);

/* Opens the index inside the tape of `size` bytes. NULL with TT_OK when it has none;
 * TT_ERR_INDEX when the end of the tape is missing, damaged or of another version. The file must
 * remain open as long as the index. */
struct host_tape_index *tti_host_tape_index_open(int fd, uint64_t size, tt_io_error *error);

/* Returns the bytes of the index, and the bytes of the tape before its footer. */
uint64_t tti_host_tape_index_size(const struct host_tape_index *index);
uint64_t tti_host_tape_index_stored(const struct host_tape_index *index);

/* Reads bytes of the index. False with *error; TT_ERR_COMPRESSED_DATA for damage. */
bool tti_host_tape_index_read(struct host_tape_index *index, uint8_t *dst, size_t size,
                              uint64_t place, tt_io_error *error);

/* Closes an index, which may be NULL. */
void tti_host_tape_index_close(struct host_tape_index *index);

#endif
