/* SPDX-License-Identifier: MIT
 *
 * The messages of a tick, packed one after the other: two bytes of size, low one first, and the
 * message. A new tick begins a new queue.
 *
 * It is filled while the events of a tick are followed and read after its snapshot
 * (tt_convert_next_message). Messages are built here as servers send them; the names of their
 * members are in teetape/schema/server_messages.def.
 */
#include "convert/parts.h"

#include "base/mem.h"
#include "teetape/string.h"
#include "teetape/varint.h"

#define SIZE_BYTES 2

/* The longest of the messages here: teams of TT_CIDS clients, or a chat line. */
#define MESSAGE_MAX 1024

/* What has no room is left out and counted: a tick with more than 16 KiB of messages is no game.
 * The first message of a new tick takes the place of all of the last one, read or not. */
static void queue_message(tt_convert *c, int32_t tick, tt_bytes message)
{
    if (c->queue_tick != tick) {
        c->queue_tick = tick;
        c->queued = c->taken = 0;
    }
    if (message.size > MESSAGE_MAX || sizeof c->queue - c->queued < SIZE_BYTES + message.size) {
        c->left_out++;
        return;
    }
    tti_store_le16(c->queue + c->queued, (uint16_t)message.size);
    tti_copy(c->queue + c->queued + SIZE_BYTES, message.data, message.size);
    c->queued += SIZE_BYTES + message.size;
}

size_t tti_queue_size(const tt_convert *c, int32_t tick)
{
    return c->queue_tick == tick ? c->queued : 0;
}

static void turn_around(uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size / 2; i++) {
        uint8_t byte = bytes[i];
        bytes[i] = bytes[size - 1 - i];
        bytes[size - 1 - i] = byte;
    }
}

/* Both parts, and then the whole, back to front: that exchanges them. It needs no second buffer,
 * and each half keeps its order. */
void tti_queue_put_first(tt_convert *c, size_t from)
{
    turn_around(c->queue, from);
    turn_around(c->queue + from, c->queued - from);
    turn_around(c->queue, c->queued);
}

/* The message lies in the queue itself; the next event of a later tick overwrites it. */
int tt_convert_next_message(tt_convert *c, tt_bytes *message)
{
    if (c->queue_tick != c->tick || c->taken == c->queued) {
        return 0;
    }
    const uint8_t *at = c->queue + c->taken;
    *message = (tt_bytes){at + SIZE_BYTES, tti_load_le16(at)};
    c->taken += SIZE_BYTES + message->size;
    return 1;
}

static tt_packer begin(uint8_t buffer[MESSAGE_MAX], tt_sv_kind kind)
{
    tt_packer p = tt_packer_of(buffer, MESSAGE_MAX);
    tt_sv_pack_id(&p, kind);
    return p;
}

static void end(tt_convert *c, int32_t tick, const tt_packer *p)
{
    queue_message(c, tick, tt_packer_bytes(p));
}

void tti_queue_chat(tt_convert *c, int32_t tick, int32_t cid, tt_bytes text)
{
    uint8_t buffer[MESSAGE_MAX];
    tt_packer p = begin(buffer, TT_SV_CHAT);
    tt_pack_int(&p, 0); /* to everybody */
    tt_pack_int(&p, cid);
    tt_pack_string(&p, text, TTI_CHAT_MAX);
    end(c, tick, &p);
}

/* Killer and victim are the same: only deaths that a client asked for are known. */
void tti_queue_kill(tt_convert *c, int32_t tick, int32_t cid)
{
    uint8_t buffer[MESSAGE_MAX];
    tt_packer p = begin(buffer, TT_SV_KILL_MSG);
    tt_pack_int(&p, cid);
    tt_pack_int(&p, cid);
    tt_pack_int(&p, -2); /* by itself */
    tt_pack_int(&p, 0);
    end(c, tick, &p);
}

void tti_queue_emoticon(tt_convert *c, int32_t tick, int32_t cid, int32_t emoticon)
{
    uint8_t buffer[MESSAGE_MAX];
    tt_packer p = begin(buffer, TT_SV_EMOTICON);
    tt_pack_int(&p, cid);
    tt_pack_int(&p, emoticon);
    end(c, tick, &p);
}

/* All of them: the message is a list without names. */
void tti_queue_tunings(tt_convert *c, int32_t tick)
{
    uint8_t buffer[MESSAGE_MAX];
    tt_packer p = begin(buffer, TT_SV_TUNE_PARAMS);
    for (int i = 0; i < TT_CONVERT_TUNINGS; i++) {
        tt_pack_int(&p, c->tunings[i]);
    }
    end(c, tick, &p);
}

/* Clients before DDNet 19.0 read the first 64 and are content. Later clients read all. Who is not
 * in the demo is in no team. */
void tti_queue_teams(tt_convert *c, int32_t tick, const tt_world *world)
{
    uint8_t buffer[MESSAGE_MAX];
    tt_packer p = begin(buffer, TT_SV_TEAMS_STATE);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        int32_t team = world->client[cid].team;
        int is_there = world->client[cid].connected && tti_is_wanted(c, cid);
        tt_pack_int(&p, is_there && team > 0 && team < TT_TEAMS ? team : 0);
    }
    end(c, tick, &p);
}
