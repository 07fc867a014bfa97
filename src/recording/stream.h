/* SPDX-License-Identifier: MIT
 *
 * Functions of tt_recording that libteetape-io uses and that are not public.
 */
#ifndef TTI_RECORDING_STREAM_H
#define TTI_RECORDING_STREAM_H

#include "base/private_api.h"
#include "teetape/recording.h"
#include "teetape/teehistorian_write.h"

/* Gives in `*tick` the tick of the next record, in a demo of the next tick marker, without taking
 * it: TT_OK. Until then the world does not change. While facts of the current record are left, it
 * is the current tick. TT_MORE: feed the next piece, and ask again; in a demo, call
 * tt_recording_next, which goes on. Other results as tt_recording_next. TT_ERR_ARGUMENT before the
 * header was read. */
TT_PRIVATE_API tt_status tti_recording_next_tick(tt_recording *rec, int32_t *tick);

/* Gives after the header only items in the ticks [from, to). Earlier records are read in the
 * fastest way; world, sessions and names do not depend on the span. Chunks of a demo before its
 * first tick marker are in tick -1. The first record of tick `to` or later is not taken:
 * tt_recording_next returns TT_LATER, and continues at the next call. Without this call all ticks
 * are given. */
TT_PRIVATE_API void tti_recording_span(tt_recording *rec, int64_t from, int64_t to);

/* Counts frequent records of a teehistorian file (PLAYER_DIFF, INPUT_DIFF, and TICK_SKIP that is
 * no gap) from tick `from` on in `tally`, instead of giving them, which is several times as fast.
 * Before `from` they are skipped. The first record about a client is given all the same. The counts
 * have everything before the item that was given last. The caller zeroes the tally, which must
 * remain valid; NULL: all records are given. Other formats give all records. */
TT_PRIVATE_API void tti_recording_tally(tt_recording *rec, tt_th_tally *tally, int64_t from);

/* Copies frequent records of a teehistorian file that remain the same to a writer, in place of
 * giving them (teehistorian/copy.c). The caller writes the others. NULL ends the copy. */
TT_PRIVATE_API void tti_recording_copy(tt_recording *rec, tt_th_writer *writer);

/* Returns the reader of a teehistorian file, for calls that take one, such as tt_th_record and
 * tt_th_cut_next; NULL for other formats. */
TT_PRIVATE_API const tt_th *tti_recording_th(const tt_recording *rec);

/* Returns what the current RECORD of a teehistorian file did to the sessions; NULL for other
 * formats. The pointers of this call, tti_recording_th and tti_recording_th_history do not
 * change. */
TT_PRIVATE_API const tt_th_change *tti_recording_th_change(const tt_recording *rec);

/* Returns the history of the sessions of a teehistorian file up to the current item; NULL for
 * other formats. */
TT_PRIVATE_API const tt_th_history *tti_recording_th_history(const tt_recording *rec);

/* Returns the snapshot of a demo after the current item; NULL before the header, and for other
 * formats. Empty where snapshots were skipped. */
const tt_snap *tti_recording_snap(const tt_recording *rec);

/* Returns the client id of the client that recorded; -1 for none, and for recordings of servers. */
int32_t tti_recording_local(const tt_recording *rec);

#endif
