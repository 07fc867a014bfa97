/* SPDX-License-Identifier: MIT
 *
 * Writes recordings of a simulated server. See recorder.h.
 */
#include "support/game/recorder.h"
#include "teehistorian/write.h"

#include <string.h>

#include "base/mem.h"
#include "teetape/string.h"
#include "teetape/varint.h"

/* The codes of the records, as in teehistorian_records.def. */
enum {
    CODE_FINISH = -1,
    CODE_TICK_SKIP = -2,
    CODE_PLAYER_NEW = -3,
    CODE_PLAYER_OLD = -4,
    CODE_INPUT_DIFF = -5,
    CODE_INPUT_NEW = -6,
    CODE_MESSAGE = -7,
    CODE_JOIN = -8,
    CODE_DROP = -9,
    CODE_CONSOLE_COMMAND = -10,
    CODE_EX = -11
};

void recorder_raw(recorder *r, tt_bytes records)
{
    tt_io_output_bytes(r->out, records);
    r->bytes += records.size;
}

static void write_ints(recorder *r, const int32_t *ints, int count)
{
    uint8_t bytes[16 * TT_VARINT_MAX];
    size_t size = 0;
    for (int i = 0; i < count; i++) {
        size += tt_varint_encode(bytes + size, ints[i]);
    }
    tt_bytes view = {bytes, size};
    recorder_raw(r, view);
}

static void write_text(recorder *r, const char *text)
{
    tt_bytes view = {(const uint8_t *)text, strlen(text) + 1};
    recorder_raw(r, view);
}

void recorder_open(recorder *r, tt_io_output *out, tt_bytes json)
{
    static const uint8_t nul[1];
    tt_bytes magic = {tt_th_magic.bytes, sizeof tt_th_magic.bytes};
    tt_bytes end = {nul, 1};
    memset(r, 0, sizeof *r);
    r->out = out;
    r->tick_written = 1;
    r->max_cid = TT_CIDS;
    recorder_raw(r, magic);
    recorder_raw(r, json);
    recorder_raw(r, end);
}

void recorder_begin_tick(recorder *r, int32_t tick)
{
    r->tick = tick;
    r->tick_written = 0;
    r->prev_max_cid = r->max_cid;
    r->max_cid = -1;
}

static void need_tick(recorder *r)
{
    if (!r->tick_written) {
        int32_t skip[] = {CODE_TICK_SKIP, r->tick - r->last_written - 1};
        write_ints(r, skip, 2);
        r->tick_written = 1;
        r->last_written = r->tick;
    }
}

/* Writes the mark of the tick if a reader needs it. The first tee of a tick implies the tick when
 * the tick follows the last one and its client id is not above that of the last tee. */
static void need_tick_for_player(recorder *r, int32_t cid)
{
    r->max_cid = cid;
    if (!r->tick_written && (cid > r->prev_max_cid || r->last_written + 1 != r->tick)) {
        need_tick(r);
    } else {
        r->last_written = r->tick;
        r->tick_written = 1;
    }
}

static int32_t difference(int32_t a, int32_t b)
{
    return tti_signed((uint32_t)a - (uint32_t)b);
}

void recorder_player(recorder *r, int32_t cid, int32_t x, int32_t y)
{
    struct recorder_client *c = &r->client[cid];
    if (!c->alive) {
        int32_t ints[] = {CODE_PLAYER_NEW, cid, x, y};
        need_tick_for_player(r, cid);
        write_ints(r, ints, 4);
    } else if (x != c->x || y != c->y) {
        int32_t ints[] = {cid, difference(x, c->x), difference(y, c->y)};
        need_tick_for_player(r, cid);
        write_ints(r, ints, 3);
    }
    c->alive = 1;
    c->x = x;
    c->y = y;
}

void recorder_dead(recorder *r, int32_t cid)
{
    if (r->client[cid].alive) {
        int32_t ints[] = {CODE_PLAYER_OLD, cid};
        need_tick_for_player(r, cid);
        write_ints(r, ints, 2);
    }
    r->client[cid].alive = 0;
}

void recorder_input(recorder *r, int32_t cid, int32_t uid, const int32_t input[TT_INPUT_INTS])
{
    struct recorder_client *c = &r->client[cid];
    int32_t ints[2 + TT_INPUT_INTS] = {CODE_INPUT_NEW, cid};
    int is_new = uid != c->uid;
    if (!is_new && memcmp(input, c->input, sizeof c->input) == 0) {
        return;
    }
    if (!is_new) {
        ints[0] = CODE_INPUT_DIFF;
    }
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        ints[2 + i] = is_new ? input[i] : difference(input[i], c->input[i]);
        c->input[i] = input[i];
    }
    c->uid = uid;
    need_tick(r);
    write_ints(r, ints, 2 + TT_INPUT_INTS);
}

void recorder_extension(recorder *r, tt_th_kind kind, tt_bytes payload)
{
    const tt_uuid *uuid = tti_th_ex_uuid(kind);
    tt_bytes id = {uuid->bytes, sizeof uuid->bytes};
    int32_t code = CODE_EX, size = (int32_t)payload.size;
    need_tick(r);
    write_ints(r, &code, 1);
    recorder_raw(r, id);
    write_ints(r, &size, 1);
    recorder_raw(r, payload);
}

void recorder_join(recorder *r, int32_t cid, int seven)
{
    uint8_t payload[TT_VARINT_MAX];
    tt_bytes view = {payload, tt_varint_encode(payload, cid)};
    int32_t ints[] = {CODE_JOIN, cid};
    recorder_extension(r, seven ? TT_TH_JOINVER7 : TT_TH_JOINVER6, view);
    write_ints(r, ints, 2);
}

void recorder_drop(recorder *r, int32_t cid, const char *reason)
{
    int32_t ints[] = {CODE_DROP, cid};
    need_tick(r);
    write_ints(r, ints, 2);
    write_text(r, reason);
}

void recorder_message(recorder *r, int32_t cid, tt_bytes message)
{
    int32_t ints[] = {CODE_MESSAGE, cid, (int32_t)message.size};
    need_tick(r);
    write_ints(r, ints, 3);
    recorder_raw(r, message);
}

void recorder_command(recorder *r, int32_t cid, int32_t flags, const char *name, const char *arg)
{
    int32_t ints[] = {CODE_CONSOLE_COMMAND, cid, flags};
    int32_t count = arg != NULL;
    need_tick(r);
    write_ints(r, ints, 3);
    write_text(r, name);
    write_ints(r, &count, 1);
    if (arg != NULL) {
        write_text(r, arg);
    }
}

void recorder_team(recorder *r, int32_t cid, int32_t team)
{
    uint8_t payload[2 * TT_VARINT_MAX];
    if (team == r->client[cid].team) {
        return;
    }
    size_t size = tt_varint_encode(payload, cid);
    size += tt_varint_encode(payload + size, team);
    tt_bytes view = {payload, size};
    r->client[cid].team = team;
    recorder_extension(r, TT_TH_PLAYER_TEAM, view);
}

void recorder_finish(recorder *r)
{
    int32_t code = CODE_FINISH;
    write_ints(r, &code, 1);
}
