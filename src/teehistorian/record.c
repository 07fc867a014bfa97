/* SPDX-License-Identifier: MIT
 *
 * Decodes the bytes of one record. A record begins with a varint: a client id for PLAYER_DIFF,
 * a negative code for the others.
 *
 *     cid dx dy                     PLAYER_DIFF        40 FINISH            41 dt TICK_SKIP
 *     42 cid x y                    PLAYER_NEW         43 cid PLAYER_OLD
 *     44 cid int[10]                INPUT_DIFF         45 cid int[10] INPUT_NEW
 *     46 cid size data[size]        MESSAGE            47 cid JOIN
 *     48 cid reason                 DROP
 *     49 cid flags cmd n arg[n]     CONSOLE_COMMAND    4a uuid size data[size] EX
 */
#include "teehistorian/record.h"
#include "base/cursor.h"
#include "schema/fields.h"
#include "teetape/string.h"
#include "teetape/varint.h"

/* The kinds by code. Index 0 is PLAYER_DIFF, which has no code. The other codes have no gaps. */
static const uint8_t kind_of_code[] = {
#define TT_TH_RECORD(NAME, name, code, doc) [-(code)] = TT_TH_##NAME,
#define TT_TH_BARE(NAME, name, code, doc) [-(code)] = TT_TH_##NAME,
#include "teetape/schema/teehistorian.def"
};

/* Reads a size and as many bytes, as a view. All bytes of a valid size are needed at once, so that
 * the scratch takes them in one step. The sum fits into 32 bits, because a size is below 2^31. */
static tt_bytes record_bytes_unpack(tt_unpacker *u, int32_t max, int32_t *size, tti_th_need *need)
{
    tt_bytes none = {NULL, 0};
    *size = tt_unpack_int(u);
    if (u->status != TT_OK) {
        return none;
    }
    if (*size < 0 || *size > max) {
        u->status = TT_ERR_TH_SIZE;
        return none;
    }
    need->size = tti_unpacker_offset(u) + (size_t)*size;
    return tt_unpack_raw(u, (size_t)*size);
}

/* Reads a string; `more` strings follow it. The need is counted in NULs, so that a long command is
 * not decoded again for each piece. */
static tt_bytes text_unpack(tt_unpacker *u, int32_t more, tti_th_need *need)
{
    tt_bytes text = tt_unpack_string(u);
    if (u->status == TT_ERR_TRUNCATED) {
        need->nuls = more + 1;
    }
    return text;
}

static void ints_unpack(tt_unpacker *u, int32_t ints[TT_INPUT_INTS])
{
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        ints[i] = tt_unpack_int(u);
    }
}

/* Reads a console command. Arguments remain packed, each with its NUL. The strings are read only
 * after good ints: otherwise a damaged record would wait for a NUL. */
static void command_unpack(struct tt_th_console_command *command, tt_unpacker *u, size_t limit,
                           tti_th_need *need)
{
    command->cid = tt_unpack_int(u);
    command->flags = tt_unpack_int(u);
    command->cmd = u->status == TT_OK ? text_unpack(u, 0, need) : tt_unpack_raw(u, 0);
    command->args.count = tt_unpack_int(u);
    if (u->status != TT_OK) {
        return;
    }
    /* A length above the limit is reported before a wrong count: a record that comes in pieces does
     * not reach its count. */
    if (tti_unpacker_offset(u) > limit) {
        u->status = TT_ERR_TH_STRING;
        return;
    }
    if (command->args.count < 0 || (size_t)command->args.count > limit) {
        u->status = TT_ERR_TH_COUNT;
        return;
    }
    const uint8_t *first = u->at;
    for (int32_t left = command->args.count; left > 0 && u->status == TT_OK; left--) {
        text_unpack(u, left - 1, need);
    }
    command->args.packed.data = first;
    command->args.packed.size = u->status == TT_OK ? (size_t)(u->at - first) : 0;
}

/* Reads the fields of a record. For speed this code has every field, instead of using the rows of
 * the schema. An EX keeps cid -1 until its payload is decoded. */
static void fields_unpack(tt_th_event *event, int32_t diff[TT_INPUT_INTS], tt_unpacker *u,
                          size_t limit, tti_th_need *need)
{
    int32_t size;
    switch (event->kind) {
    case TT_TH_PLAYER_NEW:
        event->cid = event->u.player_new.cid = tt_unpack_int(u);
        event->u.player_new.x = tt_unpack_int(u);
        event->u.player_new.y = tt_unpack_int(u);
        break;
    case TT_TH_INPUT_DIFF:
        event->cid = event->u.input_diff.cid = tt_unpack_int(u);
        event->u.input_diff.diff = diff;
        ints_unpack(u, diff);
        break;
    case TT_TH_INPUT_NEW:
        event->cid = event->u.input_new.cid = tt_unpack_int(u);
        event->u.input_new.input = diff;
        ints_unpack(u, diff);
        break;
    case TT_TH_MESSAGE:
        event->cid = event->u.message.cid = tt_unpack_int(u);
        event->u.message.msg =
            record_bytes_unpack(u, TTI_TH_MESSAGE_MAX, &event->u.message.size, need);
        break;
    case TT_TH_DROP:
        event->cid = event->u.drop.cid = tt_unpack_int(u);
        event->u.drop.reason = u->status == TT_OK ? text_unpack(u, 0, need) : tt_unpack_raw(u, 0);
        break;
    case TT_TH_CONSOLE_COMMAND:
        command_unpack(&event->u.console_command, u, limit, need);
        event->cid = event->u.console_command.cid;
        break;
    case TT_TH_EX:
        event->u.ex.uuid = tt_unpack_uuid(u);
        event->u.ex.data = record_bytes_unpack(u, INT32_MAX, &size, need);
        break;
    case TT_TH_TICK_SKIP:
        event->u.tick_skip.dt = tt_unpack_int(u);
        break;
    case TT_TH_PLAYER_OLD:
    case TT_TH_JOIN:
        event->cid = event->u.join.cid = tt_unpack_int(u);
        break;
    default:
        break;
    }
}

/* Decodes a record. After a failure `*event` has the kind, provided that the first int was
 * whole. */
tt_status tti_th_record_decode(tt_th_event *event, int32_t diff[TT_INPUT_INTS], tt_unpacker *u,
                               size_t limit, tti_th_need *need)
{
    need->size = 0;
    need->nuls = 0;
    event->cid = -1;
    int32_t code = tt_unpack_int(u);
    if (u->status != TT_OK) {
        return u->status;
    }
    if (code >= 0) {
        event->kind = TT_TH_PLAYER_DIFF;
        event->cid = event->u.player_diff.cid = code;
        event->u.player_diff.dx = tt_unpack_int(u);
        event->u.player_diff.dy = tt_unpack_int(u);
        return u->status;
    }
    if (code <= -(int32_t)TTI_COUNT(kind_of_code)) {
        return u->status = TT_ERR_TH_KIND;
    }
    event->kind = (tt_th_kind)kind_of_code[-code];
    fields_unpack(event, diff, u, limit, need);
    return u->status;
}
