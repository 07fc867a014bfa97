/* SPDX-License-Identifier: MIT
 *
 * Functions of the demo reader, the header, the id and the cut that are not public.
 */
#ifndef TTI_DEMO_DEMO_H
#define TTI_DEMO_DEMO_H

#include "base/private_api.h"
#include "teetape/demo.h"
#include "teetape/demo_cut.h"
#include "teetape/demo_header.h"

/* The magic: "TWDEMO" and a NUL. */
TT_PRIVATE_API extern const uint8_t tti_demo_magic[TT_DEMO_MAGIC_SIZE];

/* Makes `*clone` a second reader at the same offset, with the options, the callback and the
 * snapshot of `demo`, in `memory`. Both readers have the bytes that were fed before the call.
 * Afterwards they are independent, and each must be fed by itself. */
TT_PRIVATE_API void tti_demo_clone(tt_demo *clone, tt_demo_memory *memory, const tt_demo *demo);

/* The identity of a demo; all zero at first. */
typedef struct tti_demo_id {
    tt_uuid id;       /* a version 3 UUID of the header and the first complete keyframe; it remains
                         the same while the demo grows and when its recorder stops */
    bool is_known;    /* the keyframe was read, and `id` is set */
    bool is_keyframe; /* the last event was the tick marker of a keyframe */
    uint64_t next;    /* offset of the next event */
} tti_demo_id;

/* Computes the id of a demo from its events, which the caller passes from the header on, with
 * snapshots unpacked. Events of the map may be left out. Once the id is known, further events
 * change nothing. */
TT_PRIVATE_API void tti_demo_id_event(tti_demo_id *id, const tt_demo *demo,
                                      const tt_demo_event *event);

/* Returns true when the header has the mark of a cut: *cut is then the mark, and *original is the
 * id of the first original (tti_demo_id). Otherwise stores nothing. */
TT_PRIVATE_API bool tti_demo_header_cut(const tt_demo_header *header, tt_uuid *cut,
                                        tt_uuid *original);

/* Changes the span of the options, until the first tick was written. */
TT_PRIVATE_API void tti_demo_cut_span(tt_demo_cut *cut, int32_t from, int32_t to);

/* Says after tt_demo_cut_init that other pieces follow. The cut then keeps what they need. */
TT_PRIVATE_API void tti_demo_cut_in_pieces(tt_demo_cut *cut);

/* Continues after TT_END and tt_demo_cut_finish with the ticks up to `to` of the same demo, into
 * `writer`, which has written nothing yet. The new demo has this map or none (NULL), because the
 * embedded one was read already. The caller passes the event that gave TT_END again. Counts begin
 * anew. Status as tt_demo_cut_event; TT_ERR_ARGUMENT for a negative span, or without
 * tti_demo_cut_in_pieces. */
TT_PRIVATE_API tt_status tti_demo_cut_next_piece(tt_demo_cut *cut, const tt_demo *demo,
                                                 tt_demo_writer *writer, int32_t to,
                                                 const tt_demo_new_map *map);

#endif
