/* SPDX-License-Identifier: MIT
 *
 * What only the library needs of an open index: its states and windows, from which reading goes on.
 *
 * Callers: the room reading, which builds and compares an index, and goes to a tick by it, and the
 * database (read_index.c). The public half, tables and facts, is io/index.h; this
 * half is kept from users because a state means nothing without the interval that proves it.
 */
#ifndef INDEX_FILE_H
#define INDEX_FILE_H

#include "teetape/io/index.h"
#include "teetape/io/input.h"
#include "teetape/io/output.h"

/* Whether the file is an index of this version, so that it may be removed: 0, -1 when it is none or
 * not there, or an errno value. */
int tti_index_look(const char *path);

/* The first `wanted` bytes of a recording, which are those of its header, in new memory; fewer when
 * it has no more. For tti_index_fits. NULL, with *error filled, when it cannot be read. The
 * recording is opened and decompressed for it, from its start, so it costs little: a header has
 * some KiB. */
uint8_t *tti_index_header(uint64_t wanted, const char *recording, const tt_io_stop *stop,
                          size_t *size, tt_io_error *error);

/* By tt_index_codec: how tt_io_input_codec names it. */
extern const char *const tti_index_codecs[TT_INDEX_CODECS];

/* tt_io_index_fits, with the first bytes of the recording, up to the end of its header (see
 * index.h) or more. Costs one stat(2) and a sum of the header. So it cannot see a change in the
 * middle of a recording that kept its size: who goes to an interval compares that one's sum. */
tt_io_index_status tti_index_fits(tt_io_index *index, const char *path, tt_bytes header);

/* Bytes of the index file. */
uint64_t tti_index_size(const tt_io_index *index);

/* The state or the facts of a block, with the right sum. False when they are damaged or cannot be
 * read. Valid until the next of the calls from here to tti_index_copy that reads: they share one
 * buffer. */
bool tti_index_state(tt_io_index *index, uint32_t block, tt_bytes *state);
bool tti_index_facts(tt_io_index *index, uint32_t block, tt_bytes *facts);

/* The last access point that is not after raw byte `offset`, with its window, for tt_io_input_seek:
 * `count` is 0 or 1. False when it is damaged or cannot be read. The window remains until the next
 * such call. For a raw place before the first access point, and in a plain file, it gives none:
 * decompression begins at the start. */
bool tti_index_access_point(tt_io_index *index, uint64_t offset, tt_io_access_point *point,
                            size_t *count);

/* Bytes of the recording that are decompressed and dropped at most to go to a place: the largest
 * distance of two places to begin at. 0 for a plain file. */
uint64_t tti_index_granularity(const tt_io_index *index);

/* Copies bytes [from, to) of the index file. False when it cannot be read. No sum is compared: the
 * caller has compared those of the blocks. */
bool tti_index_copy(tt_io_index *index, uint64_t from, uint64_t to, tt_io_output *out);

/* Deflates a window; the bytes written, 0 on a failure. */
size_t tti_index_window_pack(uint8_t packed[TT_INDEX_PACKED_MAX], tt_bytes window);

/* Inflates `size` bytes, not one more or less. Decompression that begins with another window than
 * the original one would go on without an error and give other bytes, so the size is exact and the
 * caller has compared the sum. */
bool tti_index_window_unpack(uint8_t window[TT_INDEX_WINDOW_MAX], size_t size, tt_bytes packed);

/* Makes a reader that goes on where a block begins; see tt_recording_resume. False when the state
 * is damaged, or cannot be read. `header` are the first bytes of the recording, foot->header_size
 * or more; they and the scratch have to remain as long as the reader. */
bool tti_index_resume(tt_io_index *index, uint32_t block, tt_recording *rec, void *scratch,
                      size_t scratch_size, tt_bytes header);

/* Where reading goes on: first `data`, which begins with the interval, then the pieces of `input`.
 */
struct index_place {
    tt_io_input *input; /* at the byte after `data` */
    uint8_t *data;      /* of malloc */
    size_t size;        /* the interval, and what the last piece had after it */
};

/* Opens the recording and goes to the interval. GOOD; OTHER when the recording is not the one that
 * was indexed; DAMAGED for a damaged index; SYSTEM when something cannot be read, or `stop` was
 * raised. Only after GOOD the place has to be closed. Cost: at most the recording's granularity is
 * decompressed and dropped, and one interval read. */
tt_io_index_status tti_index_place_open(struct index_place *place, tt_io_index *index,
                                        uint32_t block, const char *recording,
                                        const tt_io_stop *stop);

/* Frees what is still there; either member may have been taken (NULL). */
void tti_index_place_close(struct index_place *place);

#endif
