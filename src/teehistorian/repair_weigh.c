/* SPDX-License-Identifier: MIT
 *
 * How much a record looks like one that a server wrote.
 *
 * Almost any bytes decode as some records: a PLAYER_DIFF is a small number and two others. So what
 * counts is what DDNet's recorder never does (a tee that moved by nothing, an int with a byte too
 * many, a tick skip of months), what it seldom does (a tee that moves by many tiles at once, an
 * input that no game makes), and what chance cannot do (the UUID of an extension, a message that
 * parses). docs/repair.md has the table.
 */
#include "schema/fields.h"
#include "teehistorian/repair.h"
#include "teetape/string.h"

/* World units: 32 a tile. No map is as large as the first, of 65536 tiles; a tee that runs, falls
 * or is pulled remains below the second in a tick, one that is teleported does not. */
#define PLACE_MAX (1 << 21)
#define MOVE_USUAL 1024

/* Ticks: a server does not idle for as long as 60 days; and it is seldom idle for longer than an
 * hour. */
#define SKIP_MAX (60 * 24 * 3600 * TT_TICKS_PER_SECOND)
#define SKIP_USUAL (3600 * TT_TICKS_PER_SECOND)

/* Bytes. A client's message fits a packet. Other payloads and texts are mostly short: an unknown
 * extension above the first is taken for damage, above the second it says nothing. */
#define MESSAGE_MAX 1400
#define PAYLOAD_USUAL 4096
#define PAYLOAD_SHORT 64
#define TEXT_USUAL 1024

/* The magnitude, or one less: -INT32_MIN does not fit. */
static int32_t size_of(int32_t value)
{
    return value >= 0 ? value : -1 - value;
}

/* Three small ints are what random bytes make most often, so a step within the usual counts 1. A
 * recorder does not write a tee that did not move. */
static int weigh_player_diff(const tt_th_event *event)
{
    const struct tt_th_player_diff *diff = &event->u.player_diff;
    int32_t dx = size_of(diff->dx), dy = size_of(diff->dy);
    if (tti_th_is_still(event) || dx > PLACE_MAX || dy > PLACE_MAX) {
        return TTI_TH_NEVER;
    }
    return dx <= MOVE_USUAL && dy <= MOVE_USUAL;
}

/* Positions begin in the corner of the map; a tee outside of it is strange, not impossible. */
static int weigh_player_new(const struct tt_th_player_new *new_)
{
    if (size_of(new_->x) > PLACE_MAX || size_of(new_->y) > PLACE_MAX) {
        return TTI_TH_NEVER;
    }
    return new_->x >= 0 && new_->y >= 0 ? 2 : 0;
}

/* The most that each int of an input has, or changes by: direction, target, jump, fire, hook,
 * flags, weapons. Strange ones come from strange clients, so they are not impossible. */
static const int32_t input_max[TT_INPUT_INTS] = {1, 1 << 16, 1 << 16, 1,   255,
                                                 1, 1 << 12, 16,      255, 255};

/* All ten ints are within what the game makes: random bytes seldom are. A direction goes from -1 to
 * 1, so it changes by 2 at most. */
static int weigh_input(const int32_t *ints, int is_diff)
{
    int32_t changed = 0;
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        int32_t max = i == 0 && is_diff ? 2 : input_max[i];
        if (ints[i] > max || ints[i] < -max) {
            return 0;
        }
        changed |= ints[i];
    }
    if (changed == 0 && is_diff) {
        return TTI_TH_NEVER;
    }
    return 4;
}

static int weigh_tick_skip(int32_t dt)
{
    if (dt < 0 || dt > SKIP_MAX) {
        return TTI_TH_NEVER;
    }
    return dt <= SKIP_USUAL;
}

/* The protocol of the client may have been lost in the damage, so both are tried. */
static int weigh_message(const struct tt_th_message *message)
{
    tt_msg msg;
    if (message->size < 1 || message->size > MESSAGE_MAX) {
        return TTI_TH_NEVER;
    }
    if (tt_msg_decode(&msg, message->msg, TT_PROTOCOL_6) == TT_OK ||
        tt_msg_decode(&msg, message->msg, TT_PROTOCOL_7) == TT_OK) {
        return 4;
    }
    return 0;
}

/* UTF-8 of the usual length without control bytes, but for line ends and tabs. */
static int is_text(tt_bytes text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] < 0x20 && text.data[i] != '\n' && text.data[i] != '\t') {
            return 0;
        }
    }
    return text.size <= TEXT_USUAL && tt_utf8_valid(text);
}

/* Commands have names of ASCII, and come from a handful of kinds of consoles, whose flags are bits.
 * A name, a count and texts that all fit are more than chance makes. */
static int weigh_command(const struct tt_th_console_command *command)
{
    tt_texts args = command->args;
    int good = command->cid >= -3 && command->cmd.size > 0 && command->flags >= 0;
    for (size_t i = 0; i < command->cmd.size; i++) {
        good = good && command->cmd.data[i] > ' ' && command->cmd.data[i] < 0x7f;
    }
    good = good && command->cmd.size <= TEXT_USUAL;
    while (good && args.count > 0) {
        good = is_text(tt_texts_next(&args));
    }
    return good ? 8 : 0;
}

/* Version and variant of a UUID, as every generator sets them: 1 in 8 of random ones. */
static int is_uuid(const tt_uuid *uuid)
{
    return (uuid->bytes[8] & 0xc0) == 0x80 && uuid->bytes[6] >> 4 >= 1 && uuid->bytes[6] >> 4 <= 8;
}

/* A known UUID is 16 bytes that no damage makes. One that is known with a payload that does not
 * decode is never written. */
static int weigh_ex(const tt_th_repair *repair, const tt_th_event *event)
{
    tt_th_event known;
    if (repair->writer.version < 2) {
        return TTI_TH_NEVER;
    }
    switch (tti_th_decode_known(event, &known)) {
    case TT_OK:
        return 32;
    case TT_ERR_UNKNOWN:
        if (event->u.ex.data.size > PAYLOAD_USUAL) {
            return TTI_TH_NEVER;
        }
        /* A large random one would be a bridge over all that is damaged. */
        return is_uuid(&event->u.ex.uuid) && event->u.ex.data.size <= PAYLOAD_SHORT ? 2 : 0;
    default:
        return TTI_TH_NEVER;
    }
}

/* The weights of docs/repair.md. They are measured against chance: the more bytes of a record must
 * be right, the more it weighs. */
static int weigh_kind(const tt_th_repair *repair, const tt_th_event *event)
{
    switch (event->kind) {
    case TT_TH_PLAYER_DIFF:
        return weigh_player_diff(event);
    case TT_TH_PLAYER_NEW:
        return weigh_player_new(&event->u.player_new);
    case TT_TH_INPUT_DIFF:
        return weigh_input(event->u.input_diff.diff, 1);
    case TT_TH_INPUT_NEW:
        return weigh_input(event->u.input_new.input, 0);
    case TT_TH_TICK_SKIP:
        return weigh_tick_skip(event->u.tick_skip.dt);
    case TT_TH_MESSAGE:
        return weigh_message(&event->u.message);
    case TT_TH_DROP:
        return is_text(event->u.drop.reason) ? 2 : 0;
    case TT_TH_CONSOLE_COMMAND:
        return weigh_command(&event->u.console_command);
    case TT_TH_EX:
        return weigh_ex(repair, event);
    default: /* PLAYER_OLD, JOIN, FINISH */
        return 1;
    }
}

/* Ints that are longer than needed are never written. Records that name no client, or whose cid was
 * not decoded, end here; all others must name one. */
int tti_th_weigh(const tt_th_repair *repair, const tti_th_found *found, const uint32_t *seen,
                 int *is_new)
{
    const tt_th_event *event = &found->event;
    *is_new = 0;
    if (found->odd != 0 || event->cid >= TT_CIDS) {
        return TTI_TH_NEVER;
    }
    int weight = weigh_kind(repair, event);
    if (event->kind == TT_TH_FINISH || event->kind == TT_TH_TICK_SKIP || event->kind == TT_TH_EX ||
        (event->kind == TT_TH_CONSOLE_COMMAND && event->cid < 0)) {
        return weight;
    }
    if (event->cid < 0) {
        return TTI_TH_NEVER;
    }
    *is_new = !tti_th_seen(seen, event->cid);
    return weight;
}
