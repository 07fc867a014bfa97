/* SPDX-License-Identifier: MIT
 *
 * The calls of a recorder: which records they write, and which ticks need a mark
 * (docs/format/teehistorian.md, "Writing").
 *
 * A tick needs no mark if it directly follows the last written tick, and if its first record is of
 * a tee whose id is not above the highest one of that tick. The state changes only after the record
 * was written.
 */
#include "teehistorian/write.h"
#include "base/mem.h"
#include "schema/fields.h"
#include "teehistorian/tick.h"

/* Writes a record. Every record that the recorder's calls make fits into its buffer. */
static tt_status write_own_event(tti_th_writer *writer, const tt_th_event *event)
{
    tti_th_draft draft = {.event = event, .limit = TT_TH_WRITE_MAX};
    draft.mark = tti_th_needs_mark(writer, event->kind, event->cid);
    tt_status status = tti_th_draft_write(writer, &draft);
    if (status == TT_OK) {
        tti_th_written(writer, event);
    }
    return status;
}

static tt_status client_ready(const tti_th_writer *writer, int32_t cid)
{
    tt_status status = tti_th_write_ready(writer);
    if (status == TT_OK && (cid < 0 || cid >= TT_CIDS)) {
        status = TT_ERR_TH_CID;
    }
    return status;
}

/* Checks that tees come in ascending order and before inputs, which the tick rule of readers needs.
 * called_cid is the client id of the last call, even if it wrote nothing. Before the first tick it
 * is above all ids. */
static tt_status tee_ready(const tti_th_writer *writer, int32_t cid)
{
    tt_status status = client_ready(writer, cid);
    if (status == TT_OK && (cid <= writer->called_cid || writer->inputs_began)) {
        status = TT_ERR_TH_WRITE_ORDER;
    }
    return status;
}

int32_t tti_th_minus(int32_t a, int32_t b)
{
    return tti_signed((uint32_t)a - (uint32_t)b);
}

int32_t tti_th_plus(int32_t a, int32_t b)
{
    return tti_signed((uint32_t)a + (uint32_t)b);
}

tt_status tti_th_write_is_in(const tti_th_writer *writer, unsigned state)
{
    if (writer->status != TT_OK) {
        return writer->status;
    }
    return writer->state == state ? TT_OK : TT_ERR_TH_WRITE_STATE;
}

tt_status tti_th_write_ready(const tti_th_writer *writer)
{
    return tti_th_write_is_in(writer, TTI_TH_WRITE_RECORDS);
}

tt_status tti_th_write_ready_for(const tti_th_writer *writer, const tt_th_event *event)
{
    tt_status status = tti_th_write_ready(writer);
    bool is_record = event->kind != TT_TH_HEADER && (unsigned)event->kind < TT_TH_KINDS;
    return status == TT_OK && !is_record ? TT_ERR_ARGUMENT : status;
}

/* Returns true when a reader would not find the tick of the record without a mark. The writer asks
 * the reader's own rule. If the tick before has no record, the rule gives another tick. */
bool tti_th_needs_mark(const tti_th_writer *writer, tt_th_kind kind, int32_t cid)
{
    if (writer->tick_written || kind == TT_TH_FINISH || kind == TT_TH_TICK_SKIP) {
        return false;
    }
    int64_t ticks = tti_th_rule(kind, cid, 0, writer->prev_max_cid).ticks;
    return writer->last_written + ticks != writer->tick;
}

/* Notes the effect of a record on the writer's slots. After an INPUT_NEW from an event the player
 * is unknown, so the next tt_th_write_input writes its input whole. */
static void remember(tti_th_writer *writer, const tt_th_event *event)
{
    int32_t cid = event->cid >= 0 ? event->cid : 0;
    tt_tee *tee = &writer->tee[cid];
    switch (event->kind) {
    case TT_TH_PLAYER_NEW:
        tee->x = event->u.player_new.x;
        tee->y = event->u.player_new.y;
        tee->alive = 1;
        break;
    case TT_TH_PLAYER_DIFF:
        tee->x = tti_th_plus(tee->x, event->u.player_diff.dx);
        tee->y = tti_th_plus(tee->y, event->u.player_diff.dy);
        break;
    case TT_TH_PLAYER_OLD:
        tee->alive = 0;
        break;
    case TT_TH_INPUT_NEW:
        tti_copy(tee->input, event->u.input_new.input, sizeof tee->input);
        tee->has_input = tee->settled = 1;
        writer->slot[cid].player = 0;
        break;
    case TT_TH_INPUT_DIFF:
        for (int i = 0; i < TT_INPUT_INTS; i++) {
            tee->input[i] = tti_th_plus(tee->input[i], event->u.input_diff.diff[i]);
        }
        break;
    case TT_TH_PLAYER_TEAM:
        writer->slot[event->u.player_team.cid].team = event->u.player_team.team;
        break;
    case TT_TH_TEAM_PRACTICE:
        if (event->u.team_practice.team >= 0 && event->u.team_practice.team < TT_TEAMS) {
            writer->practice[event->u.team_practice.team] = event->u.team_practice.practice != 0;
        }
        break;
    default:
        break;
    }
}

/* Notes a record that was written. Copied extensions count too: after a copied PLAYER_TEAM,
 * tt_th_write_team knows the team. */
void tti_th_written(tti_th_writer *writer, const tt_th_event *event)
{
    tt_th_event known;
    tt_unpacker u;
    writer->tick_written = true;
    writer->last_written = writer->tick;
    writer->still = tti_th_is_still(event) ? writer->still + 1 : 0;
    if (tti_th_is_player(event->kind)) {
        writer->max_cid = event->cid;
        writer->called_cid = event->cid;
    }
    if (event->kind == TT_TH_INPUT_NEW || event->kind == TT_TH_INPUT_DIFF) {
        writer->inputs_began = true;
    }
    if (event->kind == TT_TH_EX && tti_th_decode_known(event, &known, &u) == TT_OK) {
        event = &known;
    }
    remember(writer, event);
}

/* Begins a writer. max_cid and called_cid begin above every client id, as in DDNet's recorder. */
tt_status tt_th_writer_init(tt_th_writer *outer, void *buffer, size_t size, tt_sink_fn *put,
                            void *user)
{
    tti_th_writer *writer = tti_th_writer_of(outer);
    tti_fill(writer, 0, sizeof *writer);
    if (size < TT_TH_WRITE_MIN) {
        return TT_ERR_ARGUMENT;
    }
    writer->put = put;
    writer->user = user;
    writer->buffer = buffer;
    writer->cap = size;
    /* records before the first tick are in tick 0, which needs no mark */
    writer->tick_written = true;
    writer->max_cid = writer->called_cid = TT_CIDS;
    return TT_OK;
}

uint64_t tt_th_writer_size(const tt_th_writer *writer)
{
    return tti_th_writer_seen(writer)->written;
}

/* Begins a tick. Nothing is written yet: a tick in which nothing happens leaves no bytes. */
tt_status tt_th_write_begin_tick(tt_th_writer *outer, int32_t tick)
{
    tti_th_writer *writer = tti_th_writer_of(outer);
    tt_status status = tti_th_write_ready(writer);
    if (status != TT_OK) {
        return status;
    }
    if (tick <= writer->tick) {
        return TT_ERR_TH_TICK;
    }
    /* A reader compares the first tee of this tick with the highest written id, not with the
     * highest called one. */
    writer->prev_max_cid = writer->max_cid;
    writer->max_cid = writer->called_cid = -1;
    writer->tick = tick;
    writer->tick_written = false;
    writer->inputs_began = false;
    return TT_OK;
}

/* Writes the place of a tee. A tee that did not move writes nothing, but its id counts as
 * called. */
tt_status tt_th_write_player(tt_th_writer *outer, int32_t cid, int32_t x, int32_t y)
{
    tti_th_writer *writer = tti_th_writer_of(outer);
    tt_status status = tee_ready(writer, cid);
    if (status != TT_OK) {
        return status;
    }
    const tt_tee *tee = &writer->tee[cid];
    tt_th_event event = {.kind = TT_TH_PLAYER_NEW, .cid = cid};
    if (!tee->alive) {
        event.u.player_new = (struct tt_th_player_new){cid, x, y};
    } else if (tee->x != x || tee->y != y) {
        event.kind = TT_TH_PLAYER_DIFF;
        event.u.player_diff =
            (struct tt_th_player_diff){cid, tti_th_minus(x, tee->x), tti_th_minus(y, tee->y), x, y};
    } else {
        writer->called_cid = cid;
        return TT_OK;
    }
    return write_own_event(writer, &event);
}

/* Writes that a slot has no tee. A recorder calls this for every slot without a tee. Only the first
 * call after a tee writes. */
tt_status tt_th_write_dead(tt_th_writer *outer, int32_t cid)
{
    tti_th_writer *writer = tti_th_writer_of(outer);
    tt_status status = tee_ready(writer, cid);
    if (status != TT_OK) {
        return status;
    }
    if (!writer->tee[cid].alive) {
        writer->called_cid = cid;
        return TT_OK;
    }
    tt_th_event event = {.kind = TT_TH_PLAYER_OLD, .cid = cid, .u.player_old = {cid}};
    return write_own_event(writer, &event);
}

/* Writes an input. Another player in the slot begins with INPUT_NEW, as in DDNet 16.2 and later.
 * slot->player is set after the record, because remember() clears it for INPUT_NEW. */
tt_status tt_th_write_input(tt_th_writer *outer, int32_t cid, uint32_t player,
                            const int32_t input[TT_INPUT_INTS])
{
    tti_th_writer *writer = tti_th_writer_of(outer);
    tt_status status = client_ready(writer, cid);
    if (status != TT_OK || player == 0) {
        return status != TT_OK ? status : TT_ERR_ARGUMENT;
    }
    tti_th_slot *slot = &writer->slot[cid];
    tt_th_event event = {.kind = TT_TH_INPUT_NEW, .cid = cid, .u.input_new = {cid, input}};
    int32_t diff[TT_INPUT_INTS];
    if (slot->player == player) {
        int32_t changed = 0;
        for (int i = 0; i < TT_INPUT_INTS; i++) {
            diff[i] = tti_th_minus(input[i], writer->tee[cid].input[i]);
            changed |= diff[i];
        }
        if (changed == 0) {
            writer->inputs_began = true;
            return TT_OK;
        }
        event.kind = TT_TH_INPUT_DIFF;
        event.u.input_diff = (struct tt_th_input_diff){cid, diff, input};
    }
    status = write_own_event(writer, &event);
    if (status == TT_OK) {
        slot->player = player;
    }
    return status;
}

tt_status tt_th_write_message(tt_th_writer *outer, int32_t cid, tt_bytes msg)
{
    tti_th_writer *writer = tti_th_writer_of(outer);
    tt_status status = client_ready(writer, cid);
    if (status == TT_OK && msg.size > TT_TH_WRITE_MAX) {
        status = TT_ERR_TH_SIZE;
    }
    if (status != TT_OK) {
        return status;
    }
    tt_th_event event = {.kind = TT_TH_MESSAGE, .cid = cid};
    event.u.message = (struct tt_th_message){cid, (int32_t)msg.size, msg, NULL};
    return write_own_event(writer, &event);
}

/* Writes a join. Only a failing output can leave a JOINVER without its JOIN. */
tt_status tt_th_write_join(tt_th_writer *outer, int32_t cid, tt_protocol protocol)
{
    tti_th_writer *writer = tti_th_writer_of(outer);
    tt_status status = client_ready(writer, cid);
    if (status != TT_OK) {
        return status;
    }
    if (writer->version >= 2 && (protocol == TT_PROTOCOL_6 || protocol == TT_PROTOCOL_7)) {
        struct tt_th_joinver6 joinver = {cid}; /* tt_th_joinver7 has the same layout */
        status = tt_th_write_extension(
            outer, protocol == TT_PROTOCOL_6 ? TT_TH_JOINVER6 : TT_TH_JOINVER7, &joinver);
    }
    tt_th_event event = {.kind = TT_TH_JOIN, .cid = cid, .u.join = {cid}};
    return status == TT_OK ? write_own_event(writer, &event) : status;
}

tt_status tt_th_write_drop(tt_th_writer *outer, int32_t cid, tt_bytes reason)
{
    tti_th_writer *writer = tti_th_writer_of(outer);
    tt_status status = client_ready(writer, cid);
    tt_th_event event = {.kind = TT_TH_DROP, .cid = cid, .u.drop = {cid, reason}};
    return status == TT_OK ? write_own_event(writer, &event) : status;
}

/* The sizes of the structs of all kinds; 0 for a kind without fields. */
static size_t size_of_kind(tt_th_kind kind)
{
    switch (kind) {
#define TT_TH_EX(NAME, name, text, uuid, since, doc)                                               \
    case TT_TH_##NAME:                                                                             \
        return sizeof(struct tt_th_##name);
#include "teetape/schema/teehistorian.def"
    default:
        return 0;
    }
}

/* Writes an extension even if its value is unchanged: only tt_th_write_team leaves it out.
 * event.cid remains -1, because the client id is a field of `object`. */
tt_status tt_th_write_extension(tt_th_writer *outer, tt_th_kind kind, const void *object)
{
    tti_th_writer *writer = tti_th_writer_of(outer);
    tt_status status = tti_th_write_ready(writer);
    if (status != TT_OK) {
        return status;
    }
    if (tti_th_ex_uuid(kind) == NULL || (object == NULL && size_of_kind(kind) != 0)) {
        return TT_ERR_ARGUMENT;
    }
    tt_th_event event = {.kind = kind, .cid = -1};
    tti_copy(&event.u, object, size_of_kind(kind));
    return write_own_event(writer, &event);
}

/* Writes a team that changed. Teams begin as 0, so a first 0 is left out. */
tt_status tt_th_write_team(tt_th_writer *outer, int32_t cid, int32_t team)
{
    tti_th_writer *writer = tti_th_writer_of(outer);
    tt_status status = client_ready(writer, cid);
    if (status == TT_OK && (team < 0 || team >= TT_TEAMS)) {
        status = TT_ERR_RANGE;
    }
    if (status != TT_OK || writer->slot[cid].team == team) {
        return status;
    }
    struct tt_th_player_team player_team = {cid, team};
    return tt_th_write_extension(outer, TT_TH_PLAYER_TEAM, &player_team);
}

tt_status tt_th_write_finish(tt_th_writer *outer)
{
    tti_th_writer *writer = tti_th_writer_of(outer);
    tt_th_event event = {.kind = TT_TH_FINISH, .cid = -1};
    tti_th_draft draft = {.event = &event, .limit = TT_TH_WRITE_MAX};
    tt_status status = tti_th_write_ready(writer);
    return status == TT_OK ? tti_th_write_last(writer, &draft) : status;
}
