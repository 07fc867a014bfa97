/* SPDX-License-Identifier: MIT
 *
 * Private functions of an open index: its tables, facts, states and windows. Reading resumes from
 * states and windows.
 *
 * src/reading builds and compares an index and seeks by it, and archive/read.c reads its facts.
 * io/index.h has the public functions. States and windows are not public, because a state means
 * nothing without the bytes of the interval that prove it.
 */
#ifndef INDEX_FILE_H
#define INDEX_FILE_H

#include "host/file_inside.h"
#include "teetape/io/index.h"
#include "teetape/io/input.h"
#include "teetape/io/output.h"

typedef struct tt_io_index tt_io_index;

/* Receives a fact, which is valid during the call only. */
typedef void tt_io_fact_fn(void *user, const tt_fact *fact);

/* Checks if an index may be removed: 0 for an index of this version, -1 when there is none, or an
 * errno value. */
int tti_index_look(const char *path);

/* Returns the first `wanted` bytes of a recording in new memory, for tti_index_fits; fewer when the
 * recording is shorter. Decompresses some KiB from the start. */
uint8_t *tti_index_header(uint64_t wanted, const char *recording, const tt_io_stop *stop,
                          size_t *size, tt_io_error *error);

extern const char *const tti_index_codecs[TT_INDEX_CODECS];

/* Compares an index with its recording. `header` has the first bytes of the recording up to the end
 * of its header (index.h). Costs one stat(2) and a sum. A change in the middle is not noticed, so
 * the sum of an interval is compared when a reader begins there. */
tt_io_index_status tti_index_fits(tt_io_index *index, const char *path, tt_bytes header);

uint64_t tti_index_size(const tt_io_index *index);

/* Reads a state. Returns false when it is damaged or unreadable. tti_index_state, tti_index_facts
 * and tti_index_copy share one buffer, so the result is valid until the next of these calls. */
bool tti_index_state(tt_io_index *index, uint32_t block, tt_bytes *state);
bool tti_index_facts(tt_io_index *index, uint32_t block, tt_bytes *facts);

/* Finds the last access point that is at or before raw byte `offset`; `count` is 0 or 1. The window
 * remains valid until the next such call. Before the first point, and in a plain file,
 * decompression begins at the start. */
bool tti_index_access_point(tt_io_index *index, uint64_t offset, tt_io_access_point *point,
                            size_t *count);

/* Returns the most bytes that a seek decompresses and drops; 0 for a plain file. */
uint64_t tti_index_granularity(const tt_io_index *index);

struct tti_hint; /* defined in follow/replay.h */

/* The most bytes of a packed game. */
#define TTI_INDEX_GAME_MAX TT_INDEX_FACTS_MAX

/* Gives the packed game at the begin of a block, valid like the result of tti_index_state. False
 * when the block has no game, or a damaged one. */
bool tti_index_game(tt_io_index *index, uint32_t block, tt_bytes *game);

/* Gives the inputs that counted late. False when the index does not say whether there were any. */
bool tti_index_hints(tt_io_index *index, struct tti_hint *hints, size_t room, size_t *count);

/* tti_index_read reads bytes at an offset of the file. tti_index_part reads them into the shared
 * buffer, and checks their sum. */
bool tti_index_read(tt_io_index *index, uint8_t *dst, size_t size, uint64_t place);
bool tti_index_part(tt_io_index *index, uint64_t place, size_t size, uint64_t hash, tt_bytes *part);

/* Copies bytes [from, to) of the index file, without checking sums. */
bool tti_index_copy(tt_io_index *index, uint64_t from, uint64_t to, tt_io_output *out);

/* Resumes a reader at the begin of a block, as tt_recording_resume does. `header` has
 * foot->header_size bytes or more. Header and scratch must remain valid as long as the reader. */
bool tti_index_resume(tt_io_index *index, uint32_t block, tt_recording *rec, void *scratch,
                      size_t scratch_size, tt_bytes header);

/* The bytes from which reading continues: first `data`, which begins with the interval, then the
 * pieces of `input`. */
struct index_place {
    tt_io_input *input; /* continues at the byte after `data` */
    uint8_t *data;      /* bytes of the interval, from malloc */
    size_t size;        /* number of bytes of the interval and of the last piece after it */
};

/* Opens the recording and seeks to the interval of a block. OTHER: the file is not the indexed
 * recording. SYSTEM is also the result after a stop. The caller closes `place` only after GOOD.
 * Decompresses and drops at most the recording's granularity. */
tt_io_index_status tti_index_place_open(struct index_place *place, tt_io_index *index,
                                        uint32_t block, const char *recording,
                                        const tt_io_stop *stop);

/* Closes a place. A member may be NULL when the caller has taken it. */
void tti_index_place_close(struct index_place *place);

struct index_game {
    uint64_t place, hash;
    uint32_t size; /* 0: the block has no game */
};

struct index_writer {
    tt_io_file *file;  /* NULL when the index goes into an output of the caller */
    tt_io_output *out; /* takes the bytes of the index */
    bool is_open;      /* true between open and commit or discard */
    bool no_memory;
    uint64_t place;
    tt_index_block *blocks;
    uint32_t block_count;
    size_t block_space;
    struct tti_index_writer_access_point {
        tt_index_access_point at; /* at.place is set when the window is written */
        uint8_t *packed;          /* the window until it is written, then NULL */
    } * points;
    uint32_t point_count, points_written;
    /* the longest distance between two written points; the raw offset of the last point */
    uint64_t widest, last_raw;
    size_t point_space;
    struct index_game *games; /* games, one for each block; NULL: none are written */
    size_t game_space;
    const struct tti_hint *hints; /* hints of the caller, which are written with the games */
    size_t hint_count;
};

/* Begins the file, with owner and rights of the recording, because it reveals the recording's
 * content. Never replaces the target of a link. An old index remains until the commit. */
bool tti_index_writer_open(struct index_writer *w, const char *path, const char *recording,
                           tt_io_error *error);

/* Begins an index in an output of the caller, who also closes it. */
void tti_index_writer_into(struct index_writer *w, tt_io_output *out);

/* Copies all blocks of the old index but the last, because a longer recording may end the last
 * interval elsewhere. Returns false for an unreadable old index, and when writing fails; in the
 * second case tti_index_writer_is_good is false, too. */
bool tti_index_writer_keep(struct index_writer *w, tt_io_index *old);

bool tti_index_writer_is_good(const struct index_writer *w);

/* Writes an access point, which must precede its block. Ignores a point that an index may not have
 * (at the start, out of order, without its window). */
bool tti_index_writer_access_point(struct index_writer *w, const tt_io_access_point *point);
bool tti_index_writer_block(struct index_writer *w, const tt_index_block *block, tt_bytes state,
                            tt_bytes facts);

/* Writes the packed game at the begin of the block that was written last. Either all blocks of an
 * index have a game or none has. */
bool tti_index_writer_game(struct index_writer *w, tt_bytes game);

/* Writes the late inputs and the table of games, right before the commit, and sets
 * foot->has_games. */
void tti_index_games_write(struct index_writer *w, tt_index_foot *foot);
void tti_index_writer_put(struct index_writer *w, tt_bytes bytes);

/* Fills counts, offsets and sum of the tables into `foot`. After false the file is removed. Access
 * points after the last block are left out. */
bool tti_index_writer_commit(struct index_writer *w, tt_index_foot *foot, tt_io_error *error);

void tti_index_writer_close(struct index_writer *w);

/* Returns the summary of the recording, valid as long as the index. */
const tt_index_foot *tti_index_foot(const tt_io_index *index);

/* Returns the entry of a block in the tables. `block` must be below foot->blocks. */
tt_index_block tti_index_block(const tt_io_index *index, uint32_t block);

/* Returns the first block to read for facts at `tick` or later: see tt_index_find. */
uint32_t tti_index_find(const tt_io_index *index, int32_t tick);

/* Calls `on_fact` for the facts of the kinds in `kinds` (a sum of TT_FACT_BIT) of the blocks [from,
 * to), in their order. Returns false when a block is damaged or unreadable. Facts that were given
 * before may be wrong. */
bool tti_index_each(tt_io_index *index, uint32_t from, uint32_t to, uint64_t kinds,
                    tt_io_fact_fn *on_fact, void *user);

/* Returns the error of the last failed call with this index; status TT_OK when none has failed.
 * Valid as long as the index. */
const tt_io_error *tti_index_error(const tt_io_index *index);

/* Opens an index and checks head, tables and foot. `path` may also be a tape with an index inside.
 * Returns NULL when a part is bad, with the reason in `*status` and `*error`. */
tt_io_index *tti_index_open(const char *path, tt_io_index_status *status, tt_io_error *error);

/* Opens the index inside a tape. NULL with NONE for a tape without one, and for another file. */
tt_io_index *tti_index_open_inside(const char *tape, tt_io_index_status *status,
                                   tt_io_error *error);

/* Opens the index of a recording: the file beside it or in `folder` (may be NULL), otherwise the
 * one inside a tape. NULL with NONE when there is neither. */
tt_io_index *tti_index_open_of(const char *recording, const char *folder,
                               tt_io_index_status *status, tt_io_error *error);

/* Closes and frees an index, which may be NULL. */
void tti_index_close(tt_io_index *index);

#endif
