/* SPDX-License-Identifier: MIT
 *
 * The messages of a tick, packed one after the other: two bytes of size, low one first, and the
 * message. A new tick begins a new queue. Events fill it, and tti_convert_next_message reads it
 * after the snapshot. teetape/schema/server_messages.def has the members of messages.
 *
 * Chat lines say in our own words what happens to players. Recordings have no ordinary chat, and a
 * server shows nobody the chat commands of a player.
 */
#include "base/mem.h"
#include "convert/convert.h"
#include "convert/game.h"
#include "convert/parts.h"
#include "msg/inside.h"
#include "teetape/secret.h"
#include "teetape/string.h"
#include "teetape/varint.h"
#include "teetape/version.h"

#define SIZE_BYTES 2

#define SAID_MESSAGE_MAX 1024

#define SAID_MS_A_TICK (1000 / TT_TICKS_PER_SECOND)

/* Queues a message. A message that does not fit is only counted: no game sends 16 KiB of messages
 * in a tick. A new tick drops all messages of the last one, read or not. */
static void queue_message(tti_convert *c, int32_t tick, tt_bytes message)
{
    if (c->queue_tick != tick) {
        c->queue_tick = tick;
        c->queued = c->taken = 0;
    }
    if (message.size > SAID_MESSAGE_MAX ||
        sizeof c->queue - c->queued < SIZE_BYTES + message.size) {
        c->left_out++;
        return;
    }
    tti_store_le16(c->queue + c->queued, (uint16_t)message.size);
    tti_copy(c->queue + c->queued + SIZE_BYTES, message.data, message.size);
    c->queued += SIZE_BYTES + message.size;
}

static void turn_around(uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size / 2; i++) {
        uint8_t byte = bytes[i];
        bytes[i] = bytes[size - 1 - i];
        bytes[size - 1 - i] = byte;
    }
}

/* Moves the messages from `from` on to the front. To need no second buffer, both parts are
 * reversed, and then the whole. */
void tti_queue_put_first(tti_convert *c, size_t from)
{
    turn_around(c->queue, from);
    turn_around(c->queue + from, c->queued - from);
    turn_around(c->queue, c->queued);
}

/* Gives the next message. Its bytes are in the queue, and an event of a later tick overwrites
 * them. */
bool tti_convert_next_message(tti_convert *c, tt_bytes *message)
{
    if (c->queue_tick != c->tick || c->taken == c->queued) {
        return false;
    }
    const uint8_t *at = c->queue + c->taken;
    *message = (tt_bytes){at + SIZE_BYTES, tti_load_le16(at)};
    c->taken += SIZE_BYTES + message->size;
    return true;
}

static tt_packer begin_message(uint8_t buffer[SAID_MESSAGE_MAX], tt_sv_kind kind)
{
    tt_packer p = tt_packer_of(buffer, SAID_MESSAGE_MAX);
    tti_sv_pack_id(&p, kind);
    return p;
}

/* Queues a kill message, with the victim as its own killer, as servers of races do. */
void tti_queue_kill(tti_convert *c, int32_t tick, int32_t cid, int32_t weapon)
{
    uint8_t buffer[SAID_MESSAGE_MAX];
    tt_packer p = begin_message(buffer, TT_SV_KILL_MSG);
    tt_pack_int(&p, cid);
    tt_pack_int(&p, cid);
    tt_pack_int(&p, weapon);
    tt_pack_int(&p, 0);
    queue_message(c, tick, tt_packer_bytes(&p));
}

void tti_queue_team_kill(tti_convert *c, int32_t tick, int32_t team, int32_t first)
{
    uint8_t buffer[SAID_MESSAGE_MAX];
    tt_packer p = begin_message(buffer, TT_SV_KILL_MSG_TEAM);
    tt_pack_int(&p, team);
    tt_pack_int(&p, first);
    queue_message(c, tick, tt_packer_bytes(&p));
}

/* Queues a finish. Its members for records are 0, because the recording does not hold the
 * records. */
void tti_queue_finish(tti_convert *c, int32_t tick, int32_t cid, int32_t ticks)
{
    uint8_t buffer[SAID_MESSAGE_MAX];
    tt_packer p = begin_message(buffer, TT_SV_RACE_FINISH);
    tt_pack_int(&p, cid);
    tt_pack_int(&p, tti_lesser(ticks, INT32_MAX / SAID_MS_A_TICK) * SAID_MS_A_TICK);
    tt_pack_int(&p, 0); /* difference to the best time */
    tt_pack_int(&p, 0); /* best time of the player */
    tt_pack_int(&p, 0); /* best time of the map */
    queue_message(c, tick, tt_packer_bytes(&p));
}

void tti_queue_emoticon(tti_convert *c, int32_t tick, int32_t cid, int32_t emoticon)
{
    uint8_t buffer[SAID_MESSAGE_MAX];
    tt_packer p = begin_message(buffer, TT_SV_EMOTICON);
    tt_pack_int(&p, cid);
    tt_pack_int(&p, emoticon);
    queue_message(c, tick, tt_packer_bytes(&p));
}

void tti_queue_tunings(tti_convert *c, int32_t tick)
{
    uint8_t buffer[SAID_MESSAGE_MAX];
    tt_packer p = begin_message(buffer, TT_SV_TUNE_PARAMS);
    for (int i = 0; i < TTI_CONVERT_TUNINGS; i++) {
        tt_pack_int(&p, c->tunings[i]);
    }
    queue_message(c, tick, tt_packer_bytes(&p));
}

/* Queues the teams. Clients before DDNet 19.0 read the first 64 teams. A client outside of the demo
 * is in no team. */
void tti_queue_teams(tti_convert *c, int32_t tick, const tt_world *world)
{
    uint8_t buffer[SAID_MESSAGE_MAX];
    tt_packer p = begin_message(buffer, TT_SV_TEAMS_STATE);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        int32_t team = world->client[cid].team;
        bool is_there = world->client[cid].connected && tti_is_wanted(c, cid);
        tt_pack_int(&p, is_there && team > 0 && team < TT_TEAMS ? team : 0);
    }
    queue_message(c, tick, tt_packer_bytes(&p));
}

#define SAID_LINE_MAX 512

/* A text without a NUL; bytes that do not fit are cut. */
typedef struct said_line {
    uint8_t text[SAID_LINE_MAX];
    size_t size;
} said_line;

static void add_bytes(said_line *l, tt_bytes text)
{
    for (size_t i = 0; i < text.size && l->size < SAID_LINE_MAX; i++) {
        /* a line break in the text would look like a second line */
        l->text[l->size++] = text.data[i] < ' ' ? ' ' : text.data[i];
    }
}

static void add_to_line(said_line *l, const char *text)
{
    add_bytes(l, tt_bytes_of(text));
}

/* Adds a number, 0 or more, with leading zeros up to `width` digits, at least 1. */
static void add_number(said_line *l, int64_t number, int width)
{
    char digits[24];
    int count = 0;
    for (; number > 0 || count < width; number /= 10) {
        digits[count++] = (char)('0' + number % 10);
    }
    while (count > 0) {
        add_bytes(l, (tt_bytes){(const uint8_t *)&digits[--count], 1});
    }
}

static void add_name(said_line *l, const tti_convert *c, int32_t cid)
{
    add_to_line(l, "'");
    add_to_line(l, c->client[cid].name);
    add_to_line(l, "'");
}

/* Queues a chat line of the server. */
static void say(tti_convert *c, int32_t tick, const said_line *l)
{
    uint8_t buffer[SAID_MESSAGE_MAX];
    tt_packer p = begin_message(buffer, TT_SV_CHAT);
    tt_pack_int(&p, 0);
    tt_pack_int(&p, -1);
    tt_pack_string(&p, (tt_bytes){l->text, l->size}, TTI_CHAT_MAX);
    queue_message(c, tick, tt_packer_bytes(&p));
}

/* Says in the first chat line that the demo is a reconstruction, because demos are passed on
 * without their source. */
void tti_say_begin(tti_convert *c, int32_t tick)
{
    char uuid[TT_UUID_TEXT];
    said_line l = {.size = 0};
    bool has_map = c->game != NULL && c->game->has_map;
    tt_uuid_format(uuid, &c->game_uuid);
    add_to_line(&l, TTI_CONVERT_NOTE TT_VERSION_STRING " from ");
    add_to_line(&l, c->is_cut ? "a cut of the teehistorian file " : "the teehistorian file ");
    add_to_line(&l, uuid);
    say(c, tick, &l);
    l.size = 0;
    add_to_line(&l, TTI_CONVERT_NOTE_MORE "aim, weapons and eyes are derived; ");
    add_to_line(&l, tti_game_shown(c) != NULL
                        ? "hooks, shots and all else are computed with the map"
                    : has_map ? "hooks and freezing are derived with the map; shots are not shown"
                              : "hooks and shots are not shown");
    add_to_line(&l, c->is_cut ? "; this is a cut, so of a tee only its place is known until it "
                                "spawns again"
                              : "");
    say(c, tick, &l);
}

void tti_say_join(tti_convert *c, int32_t tick, int32_t cid)
{
    said_line l = {.size = 0};
    add_name(&l, c, cid);
    add_to_line(&l, " joined the game");
    say(c, tick, &l);
}

/* Says that a client left. A reason may quote a command with a password or a code. The whole reason
 * is then hidden. */
void tti_say_leave(tti_convert *c, int32_t tick, int32_t cid, tt_bytes reason)
{
    said_line l = {.size = 0};
    add_name(&l, c, cid);
    add_to_line(&l, " left the game");
    if (reason.size != 0) {
        bool is_open = c->show_secrets || tti_secret_sv_chat(reason) == reason.size;
        add_to_line(&l, " (");
        add_bytes(&l, is_open ? reason : tt_bytes_of(TT_SECRET_TEXT));
        add_to_line(&l, ")");
    }
    say(c, tick, &l);
}

void tti_say_rename(tti_convert *c, int32_t tick, int32_t cid, const char *before)
{
    said_line l = {.size = 0};
    add_to_line(&l, "'");
    add_to_line(&l, before);
    add_to_line(&l, "' is now called ");
    add_name(&l, c, cid);
    say(c, tick, &l);
}

void tti_say_team(tti_convert *c, int32_t tick, int32_t cid, int32_t team)
{
    said_line l = {.size = 0};
    add_name(&l, c, cid);
    if (team == 0) {
        add_to_line(&l, " is in no team now");
    } else {
        add_to_line(&l, " is in team ");
        add_number(&l, team, 1);
        add_to_line(&l, " now");
    }
    say(c, tick, &l);
}

/* Says that a client, or with a `cid` of -1 a team, finished. */
void tti_say_finish(tti_convert *c, int32_t tick, int32_t cid, int32_t team, int32_t ticks)
{
    said_line l = {.size = 0};
    int64_t hundredths = (int64_t)(ticks > 0 ? ticks : 0) * 100 / TT_TICKS_PER_SECOND;
    if (cid >= 0) {
        add_name(&l, c, cid);
    } else {
        add_to_line(&l, "Team ");
        add_number(&l, team > 0 ? team : 0, 1);
    }
    add_to_line(&l, " finished the map after ");
    add_number(&l, hundredths / 6000, 1);
    add_to_line(&l, ":");
    add_number(&l, hundredths / 100 % 60, 2);
    add_to_line(&l, ".");
    add_number(&l, hundredths % 100, 2);
    say(c, tick, &l);
}
