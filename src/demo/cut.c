/* SPDX-License-Identifier: MIT
 *
 * Cuts a demo: copies the items of the span from a reader to a writer.
 *
 * A tick marker is held back until its snapshot comes, or another chunk shows that there is none.
 * Snapshots are written anew and not copied, because a cut begins between two full snapshots, and
 * because clients may be hidden. The writer then makes the same deltas as the game would.
 *
 *     events            written
 *     marker 10         nothing yet
 *     delta             marker 10, delta
 *     marker 12         nothing yet
 *     message           marker 12, message: nothing changed in tick 12
 */
#include "base/mem.h"
#include "demo/demo.h"
#include "demo/parts.h"
#include "demo/write.h"
#include "msg/inside.h"
#include "teetape/secret.h"
#include "teetape/varint.h"

/* Counts a chunk that the writer refused, and goes on. A failed output, or a writer in another
 * state, ends the cut. */
static tt_status note_refusal(tti_demo_cut *cut, tt_status status)
{
    if (status == TT_OK || status == TT_ERR_DEMO_PUT || status == TT_ERR_DEMO_WRITE_STATE) {
        return status;
    }
    cut->done.left_out++;
    return TT_OK;
}

/* Writes a message with hidden clients and new names applied. The lowest bit of the first varint
 * marks a system message. An unknown message is written unchanged: server demos have messages of
 * the other protocol. */
static tt_status write_message(tti_demo_cut *cut, tt_bytes data)
{
    uint8_t edited[TTI_DEMO_EDITED_MAX];
    int32_t first;
    tt_sv_msg msg;
    size_t size = tt_varint_decode(data.data, data.size, &first, NULL);
    if ((cut->options.drop_system && size != 0 && (first & 1) != 0) ||
        (cut->options.drop_inputs && tti_secret_sv_input(data))) {
        return TT_OK;
    }
    if (tt_sv_decode(&msg, data, cut->protocol) == TT_OK &&
        !tti_demo_edit_message(cut, &msg, &data, edited)) {
        return TT_OK;
    }
    tt_status status = tt_demo_write_message(cut->writer, data);
    cut->done.messages += status == TT_OK;
    return note_refusal(cut, status);
}

/* Messages from before the span that still describe the state. Servers send most of them only on a
 * change, so a cut without them would have wrong teams or tunings, or in 0.7 no names. The cut
 * keeps the last of each kind and writes them before its first tick. */

/* Indexes of cut->kept. The forms of a message (0.6 and 0.7, with and without a UUID) share one
 * index. */
enum {
    KEPT_TUNE_PARAMS,
    KEPT_TEAMS,
    KEPT_VOTE,
    KEPT_VOTE_STATUS,
    KEPT_RECORD,
    KEPT_SERVER_SETTINGS,
    KEPT_GAME_INFO,
    KEPT_MOTD
};

/* Indexes of cut->clients. In 0.7, messages and not items have the names and skins of clients. */
enum { KEPT_CLIENT_INFO, KEPT_CLIENT_SKIN, KEPT_CLIENT_TEAM };

static void keep_nothing(tti_demo_cut *cut)
{
    for (size_t i = 0; i < TTI_DEMO_KEPT_KINDS; i++) {
        cut->kept[i].size = 0;
    }
    for (size_t cid = 0; cid < TT_CIDS; cid++) {
        for (size_t i = 0; i < TTI_DEMO_KEPT_CLIENT_KINDS; i++) {
            cut->clients[cid][i].size = 0;
        }
    }
}

/* Keeps a copy of a message. When the message is too long to keep, the earlier copy is removed too,
 * because it is no longer true. */
static void keep_latest(tti_demo_kept *kept, tt_bytes data)
{
    kept->size = 0;
    if (data.size <= sizeof kept->bytes) {
        tti_copy(kept->bytes, data.data, data.size);
        kept->size = (uint16_t)data.size;
    }
}

/* Keeps a message about a vote. A vote that ended is not kept. A new vote drops the counts of the
 * vote before. */
static void keep_vote(tti_demo_cut *cut, int32_t timeout, tt_bytes data)
{
    cut->kept[KEPT_VOTE_STATUS].size = 0;
    keep_latest(&cut->kept[KEPT_VOTE], timeout != 0 ? data : (tt_bytes){NULL, 0});
}

static void keep_client_message(tti_demo_cut *cut, int32_t cid, tt_bytes data)
{
    keep_latest(&cut->clients[cid][KEPT_CLIENT_INFO], data);
    cut->clients[cid][KEPT_CLIENT_SKIN].size = 0;
    cut->clients[cid][KEPT_CLIENT_TEAM].size = 0;
}

static void keep_message(tti_demo_cut *cut, const tt_sv_msg *msg, tt_bytes data)
{
    switch (msg->kind) {
    case TT_SV_TUNE_PARAMS:
    case TT_SV7_TUNE_PARAMS:
        keep_latest(&cut->kept[KEPT_TUNE_PARAMS], data);
        break;
    case TT_SV_TEAMS_STATE:
    case TT_SV_TEAMS_STATE_LEGACY:
        keep_latest(&cut->kept[KEPT_TEAMS], data);
        break;
    case TT_SV_VOTE_SET:
        keep_vote(cut, msg->u.sv_vote_set.timeout, data);
        break;
    case TT_SV7_VOTE_SET:
        keep_vote(cut, msg->u.sv7_vote_set.timeout, data);
        break;
    case TT_SV_VOTE_STATUS:
    case TT_SV7_VOTE_STATUS:
        keep_latest(&cut->kept[KEPT_VOTE_STATUS], data);
        break;
    case TT_SV_RECORD:
    case TT_SV_RECORD_LEGACY:
        keep_latest(&cut->kept[KEPT_RECORD], data);
        break;
    case TT_SV7_SERVER_SETTINGS:
        keep_latest(&cut->kept[KEPT_SERVER_SETTINGS], data);
        break;
    case TT_SV7_GAME_INFO:
        keep_latest(&cut->kept[KEPT_GAME_INFO], data);
        break;
    case TT_SV_MOTD:
    case TT_SV7_MOTD:
        keep_latest(&cut->kept[KEPT_MOTD], data);
        break;
    case TT_SV7_CLIENT_INFO:
        keep_client_message(cut, msg->u.sv7_client_info.cid, data);
        break;
    case TT_SV7_CLIENT_DROP:
        keep_client_message(cut, msg->u.sv7_client_drop.cid, (tt_bytes){NULL, 0});
        break;
    case TT_SV7_SKIN_CHANGE:
        keep_latest(&cut->clients[msg->u.sv7_skin_change.cid][KEPT_CLIENT_SKIN], data);
        break;
    case TT_SV7_TEAM:
        if (msg->u.sv7_team.cid >= 0) {
            keep_latest(&cut->clients[msg->u.sv7_team.cid][KEPT_CLIENT_TEAM], data);
        }
        break;
    default:
        break;
    }
}

static tt_status write_all(tti_demo_cut *cut, const tti_demo_kept *kept, size_t count)
{
    tt_status status = TT_OK;
    for (size_t i = 0; i < count && status == TT_OK; i++) {
        if (kept[i].size != 0) {
            status = write_message(cut, (tt_bytes){kept[i].bytes, kept[i].size});
        }
    }
    return status;
}

static tt_status write_kept(tti_demo_cut *cut)
{
    tt_status status = TT_OK;
    for (size_t cid = 0; cid < TT_CIDS && status == TT_OK; cid++) {
        status = write_all(cut, cut->clients[cid], TTI_DEMO_KEPT_CLIENT_KINDS);
    }
    return status == TT_OK ? write_all(cut, cut->kept, TTI_DEMO_KEPT_KINDS) : status;
}

/* Clears only the sizes of kept messages. Copies the options, because the cut changes them. */
tt_status tt_demo_cut_init(tt_demo_cut *outer, tt_demo_writer *writer,
                           const tt_demo_cut_options *options)
{
    tti_demo_cut *cut = tti_demo_cut_of(outer);
    tti_fill(cut, 0, offsetof(tti_demo_cut, kept));
    keep_nothing(cut);
    cut->type_count = 0;
    cut->options = *options;
    cut->writer = writer;
    cut->done.first_tick = cut->pending = cut->joined_end = cut->start_tick = cut->last_tick = -1;
    return options->from >= 0 && options->to >= options->from ? TT_OK : TT_ERR_ARGUMENT;
}

tt_demo_cut_view tt_demo_cut_look(const tt_demo_cut *cut)
{
    return tti_demo_cut_seen(cut)->done;
}

void tti_demo_cut_span(tt_demo_cut *cut, int32_t from, int32_t to)
{
    tti_demo_cut_of(cut)->options.from = from;
    tti_demo_cut_of(cut)->options.to = to;
}

void tti_demo_cut_in_pieces(tt_demo_cut *cut)
{
    tti_demo_cut_of(cut)->has_pieces = true;
}

static void keep_markers(tt_demo_header *header, const tt_demo_cut_options *span)
{
    int32_t count = 0;
    for (int32_t i = 0; i < header->marker_count; i++) {
        int32_t tick = header->markers[i];
        if (tick >= span->from && tick < span->to) {
            header->markers[count++] = tick;
        }
    }
    header->marker_count = count;
    for (; count < TT_DEMO_MARKERS; count++) {
        header->markers[count] = 0;
    }
}

static void join_markers(tt_demo_header *header, const tt_demo_header *next)
{
    for (int32_t i = 0; i < next->marker_count && header->marker_count < TT_DEMO_MARKERS; i++) {
        int32_t count = header->marker_count;
        if (count == 0 || next->markers[i] > header->markers[count - 1]) {
            header->markers[header->marker_count++] = next->markers[i];
        }
    }
}

static tt_status write_header(tti_demo_cut *cut, const tt_demo_header *original)
{
    tt_demo_header header = *original;
    keep_markers(&header, &cut->options);
    if (header.version > 6) {
        header.version = 6;
    }
    header.length = 0;
    if (cut->options.drop_map) {
        header.map_size = 0;
    }
    if (cut->options.map != NULL) {
        header.map_size = (uint32_t)cut->options.map->bytes.size;
        header.map_crc = cut->options.map->crc;
        header.map_sha256 = cut->options.map->sha256;
    }
    if (cut->options.map == NULL && cut->has_header) {
        /* the header still names the map: the game looks for it among its own */
        header.map_size = 0;
    }
    cut->original = *original;
    cut->protocol = tt_demo_protocol(original);
    cut->has_header = 1;
    tt_status status = tt_demo_write_header(cut->writer, &header);
    return status == TT_OK && cut->options.map != NULL
               ? tt_demo_write_map(cut->writer, cut->options.map->bytes)
               : status;
}

/* Writes the tick that was held back. A full snapshot is written as a full one again, to keep the
 * recorder's order of items. The first tick becomes a keyframe, because the writer has no snapshot
 * yet. When no delta can express the change, a full snapshot replaces it. */
static tt_status cut_tick(tti_demo_cut *cut, const tti_demo *demo, bool is_full)
{
    int32_t tick = cut->pending;
    cut->pending = -1;
    /* `pending` is -1 when no tick is held back */
    if (tick < cut->options.from || !demo->has_snap) {
        return TT_OK;
    }
    if (demo->unreliable && cut->options.drop_unreliable) {
        cut->done.left_out++;
        return TT_OK;
    }
    if (!cut->began || cut->joining) {
        tt_status status = write_kept(cut);
        if (status != TT_OK) {
            return status;
        }
        cut->done.first_tick = cut->began ? cut->done.first_tick : tick;
        cut->began = true;
        cut->joining = false;
    }
    tt_snap snap = tti_demo_edit_snap(cut, &demo->snap);
    tt_status status = is_full ? tti_demo_write_keyframe(cut->writer, tick, &snap)
                               : tt_demo_write_snapshot(cut->writer, tick, &snap);
    if (status == TT_ERR_DELTA_UNEQUAL || status == TT_ERR_DELTA_STATIC ||
        status == TT_ERR_DEMO_LARGE) {
        status = tti_demo_write_keyframe(cut->writer, tick, &snap);
    }
    cut->done.snapshots += status == TT_OK;
    return note_refusal(cut, status);
}

/* Returns true for a marker that is too far ahead for a repair. After damage, chunks may be read at
 * wrong offsets, and a false marker can have any tick. Such a marker is then left out, up to the
 * next keyframe that is near. */
static bool has_far_tick(const tti_demo_cut *cut, const tt_demo_event *event)
{
    int64_t step = (int64_t)event->tick - cut->last_tick;
    int64_t most = event->keyframe ? TT_DEMO_REPAIR_KEYFRAME_TICKS : TT_DEMO_REPAIR_TICKS;
    return cut->last_tick >= 0 && step > most;
}

/* Decides about a far marker without damage before it. Games write a snapshot right after it,
 * because their keyframes are five seconds apart. Without that snapshot the marker is damage. */
static void judge_far_tick(tti_demo_cut *cut, bool has_snapshot)
{
    if (cut->is_far && has_snapshot) {
        cut->last_tick = cut->pending;
    } else if (cut->is_far) {
        cut->pending = -1;
        cut->is_damaged = cut->is_lost = true;
        cut->done.left_out += cut->began ? 1 : 0;
    }
    cut->is_far = false;
}

/* Notes if an event is damage, or ends it: the full snapshot of a keyframe whose marker was taken.
 * No game writes a chunk of type 0, but zeros of a disk are such chunks. */
static void note_damage(tti_demo_cut *cut, const tt_demo_event *event)
{
    if (event->status != TT_OK || event->kind == TT_DEMO_OTHER) {
        cut->is_damaged = true;
    } else if (event->kind == TT_DEMO_SNAPSHOT && cut->at_keyframe) {
        cut->is_damaged = false;
    }
    cut->at_keyframe = event->kind == TT_DEMO_TICK && event->status == TT_OK && event->keyframe &&
                       event->absolute && !cut->is_lost;
}

/* Takes a message. One after a marker shows that nothing changed in its tick, so the tick is
 * written first. With several pieces the messages of a piece are also kept for the next one. */
static tt_status cut_message(tti_demo_cut *cut, const tti_demo *demo, const tt_demo_event *event)
{
    tt_sv_msg msg;
    if (event->status != TT_OK || cut->is_lost) {
        cut->done.left_out += cut->began ? 1 : 0;
        return TT_OK;
    }
    tt_status status = cut_tick(cut, demo, 0);
    bool is_in_span = (cut->began || (event->tick < 0 && cut->options.from == 0)) && !cut->joining;
    if (status == TT_OK && is_in_span) {
        status = write_message(cut, event->data);
    }
    if (status == TT_OK && (!is_in_span || cut->has_pieces) &&
        tt_sv_decode(&msg, event->data, cut->protocol) == TT_OK) {
        keep_message(cut, &msg, event->data);
    }
    return status;
}

/* Holds a tick back until its snapshot comes. A tick that is not after the previous piece's end
 * belongs to both pieces, or is damaged. */
static tt_status take_tick(tti_demo_cut *cut, const tti_demo *demo, const tt_demo_event *event)
{
    tt_status status = cut_tick(cut, demo, 0);
    if (status != TT_OK || event->status != TT_OK) {
        return status;
    }
    bool is_far = has_far_tick(cut, event);
    cut->is_lost = is_far && cut->is_damaged;
    if (cut->is_lost) {
        cut->done.left_out += cut->began ? 1 : 0;
        return TT_OK;
    }
    cut->start_tick = cut->start_tick < 0 ? event->tick : cut->start_tick;
    if (event->tick >= cut->options.to) {
        return TT_END;
    }
    if (event->tick <= cut->joined_end) {
        cut->done.left_out++; /* the previous piece has this tick */
        return TT_OK;
    }
    cut->is_far = is_far;
    if (!is_far && event->tick > cut->last_tick) {
        cut->last_tick = event->tick;
    }
    cut->pending = event->tick;
    return TT_OK;
}

/* Takes an event. A snapshot that could not be read also releases the tick that was held back. */
static tt_status take_event(tti_demo_cut *cut, const tti_demo *demo, const tt_demo_event *event)
{
    const tt_demo_header *header = cut->options.header;
    bool is_snapshot = event->kind == TT_DEMO_SNAPSHOT || event->kind == TT_DEMO_DELTA;
    judge_far_tick(cut, is_snapshot && event->status == TT_OK);
    switch (event->kind) {
    case TT_DEMO_HEADER:
        if (cut->has_header) {
            join_markers(&tti_demo_writer_of(cut->writer)->header, &demo->header);
            return TT_OK;
        }
        return write_header(cut, header != NULL ? header : &demo->header);
    case TT_DEMO_MAP: /* a map was written, so this one belongs to a joined demo */
        return cut->options.drop_map || cut->options.map != NULL || cut->has_header > 1
                   ? TT_OK
                   : tt_demo_write_map(cut->writer, event->data);
    case TT_DEMO_TICK:
        return take_tick(cut, demo, event);
    case TT_DEMO_SNAPSHOT:
    case TT_DEMO_DELTA:
        return cut_tick(cut, demo, event->kind == TT_DEMO_SNAPSHOT && event->status == TT_OK);
    case TT_DEMO_MESSAGE:
        return cut_message(cut, demo, event);
    default:
        return TT_OK;
    }
}

tt_status tt_demo_cut_event(tt_demo_cut *outer, const tt_demo *reader, const tt_demo_event *event)
{
    tti_demo_cut *cut = tti_demo_cut_of(outer);
    if (cut->has_header <= 1) { /* a later header belongs to a joined demo */
        tti_demo_id_event(&cut->id, reader, event);
    }
    tt_status status = take_event(cut, tti_demo_seen(reader), event);
    note_damage(cut, event);
    return status;
}

tt_status tt_demo_cut_next_demo(tt_demo_cut *outer, const tt_demo *demo)
{
    tti_demo_cut *cut = tti_demo_cut_of(outer);
    judge_far_tick(cut, false);
    tt_status status = cut_tick(cut, tti_demo_seen(demo), 0);
    cut->has_header = 2;
    cut->joining = true;
    cut->is_damaged = cut->is_lost = cut->at_keyframe = false;
    cut->last_tick = -1; /* a joined demo may begin long after this one */
    cut->joined_end = tti_demo_writer_seen(cut->writer)->tick;
    keep_nothing(cut);
    return status;
}

tt_status tti_demo_cut_next_piece(tt_demo_cut *outer, const tt_demo *demo, tt_demo_writer *writer,
                                  int32_t to, const tt_demo_new_map *map)
{
    tti_demo_cut *cut = tti_demo_cut_of(outer);
    if (!cut->has_pieces || to < cut->options.to) {
        return TT_ERR_ARGUMENT;
    }
    cut->options.from = cut->options.to;
    cut->options.to = to;
    cut->options.map = map;
    cut->writer = writer;
    cut->done = (tt_demo_cut_view){.first_tick = -1};
    cut->pending = cut->joined_end = -1;
    cut->began = cut->joining = false;
    return write_header(cut, &tti_demo_seen(demo)->header);
}

/* Writes the last marker. The writer moves the start time by the ticks before the span, unless the
 * caller set the start. */
tt_status tt_demo_cut_finish(tt_demo_cut *outer, const tt_demo *demo, tt_demo_patch *patch)
{
    tti_demo_cut *cut = tti_demo_cut_of(outer);
    judge_far_tick(cut, false);
    tt_status status = cut_tick(cut, tti_demo_seen(demo), 0);
    if (status == TT_OK && !cut->began) {
        status = TT_ERR_DEMO_EMPTY;
    }
    if (!tti_demo_writer_seen(cut->writer)->has_start_tick && cut->start_tick >= 0) {
        tti_demo_write_start_tick(cut->writer, cut->start_tick);
    }
    keep_markers(&tti_demo_writer_of(cut->writer)->header, &cut->options);
    if (cut->has_header == 1) {
        tti_demo_cut_mark(cut);
    }
    return status == TT_OK ? tt_demo_write_finish(cut->writer, patch) : status;
}
