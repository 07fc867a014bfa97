/* SPDX-License-Identifier: MIT
 *
 * Where a damaged recording goes on: the first place from where many records in a row are such as a
 * server writes them (docs/repair.md).
 *
 * Places are tried one after the other. Records that lead to one that no server writes are marked
 * as dead in a bitmap, so that what leads to them is given up at once, and no byte is looked at for
 * long: a run is at most CHAIN_MAX records, and most places die within a few. So the time is linear
 * in the size of the damage, whatever its bytes are.
 */
#include "base/mem.h"
#include "schema/fields.h"
#include "teehistorian/record.h"
#include "teehistorian/repair.h"
#include "teetape/string.h"

/* A record that is truncated after `max` bytes, or says that it needs more, is too long, not cut:
 * without this a size that damage made would let the repair wait for the end of the input. */
tt_status tti_th_repair_decode(const tt_th_repair *repair, size_t at, size_t max,
                               tti_th_found *found)
{
    tti_th_need need;
    size_t there = repair->filled - at;
    if (there > max) {
        there = max;
    }
    tt_unpacker u = tt_unpacker_of(repair->window + at, there);
    tt_status status = tti_th_record_decode(&found->event, found->ints, &u, max, &need);
    found->size = tt_unpacker_offset(&u);
    found->odd = u.odd;
    if (status == TT_ERR_TRUNCATED && need.size > max) {
        return TT_ERR_TH_SIZE;
    }
    if (status == TT_ERR_TRUNCATED && there == max) {
        return TT_ERR_TH_STRING;
    }
    return status;
}

/* How much a record looks like one that a server wrote.
 *
 * Almost any bytes decode as some records: a PLAYER_DIFF is a small number and two others. So what
 * counts is what DDNet's recorder never does (a tee that moved by nothing, an int with a byte too
 * many, a tick skip of months), what it seldom does (a tee that moves by many tiles at once, an
 * input that no game makes), and what chance cannot do (the UUID of an extension, a message that
 * parses). docs/repair.md has the table.
 */

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

/* This many records of tees say whether their ids have an order; fewer may look so without one. */
#define ORDER_MOVES 24

/* The longest run that is looked at, and the longest record in it: a longer one is not believed
 * here, as it would be a bridge over damage. */
#define CHAIN_MAX 512
#define RECORD_MAX ((size_t)6 << 10)

/* A run of records from one place on. */
struct chain {
    /* the ids that spoke before the damage or earlier in the run */
    uint32_t seen[TT_CIDS / 32];
    /* so far, and what is enough: each newcomer makes that 4 more */
    int weight, wanted;
    /* how many there are, and how many have no weight */
    int records, strange;
    int newcomers;     /* client ids that did not speak before */
    int ids, descents; /* of tees: how many different ones, and how often the id did not grow */
    int moves;         /* records of tees */
    uint32_t moved[TT_CIDS / 32]; /* the ids of these */
    int32_t last_cid;             /* of the last one of these; -1 before */
    tt_th_kind last_kind;         /* of the last record */
};

/* A bit for each byte of the window. */
static int is_dead(const tt_th_repair *repair, size_t at)
{
    return repair->dead[at / 8] >> at % 8 & 1;
}

/* All records of a run that came to one that never is: from each of them the same one is reached,
 * so none of them is a place to go on. */
static void bury(tt_th_repair *repair, const uint32_t *places, int count)
{
    for (int i = 0; i < count; i++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.*): all `count` are set, one for each record */
        repair->dead[places[i] / 8] |= (uint8_t)(1u << places[i] % 8);
    }
}

/* By the rule of ticks: where a record opens a tick, the id did not grow. */
static void count_move(struct chain *chain, int32_t cid)
{
    chain->moves++;
    tti_th_step_on on = tti_th_rule(TT_TH_PLAYER_DIFF, cid, 0, chain->last_cid);
    chain->descents += (int)on.ticks;
    chain->last_cid = on.last_cid;
    if (!tti_th_seen(chain->moved, cid)) {
        tti_th_see(chain->moved, cid);
        chain->ids++;
    }
}

/* A client id that did not speak before counts half, or nothing if it is light, and asks for more:
 * random bytes speak of any id, a server of few. */
static void count_record(struct chain *chain, const tt_th_event *event, int weight, int is_new)
{
    if (event->kind == TT_TH_TICK_SKIP && chain->last_kind == TT_TH_TICK_SKIP) {
        weight = 0; /* a recorder marks a tick only when it has something to write in it */
    }
    chain->last_kind = event->kind;
    chain->records++;
    chain->strange += weight == 0;
    if (is_new) {
        tti_th_see(chain->seen, event->cid);
        chain->newcomers++;
        chain->wanted += 4;
        weight = weight > 2 ? weight / 2 : 0;
    }
    chain->weight += weight;
    if (tti_th_is_player(event->kind)) {
        count_move(chain, event->cid);
    }
}

/* One strange record in eight, and two. To end a gap, none among the first eight: a run must not
 * begin inside the damage. */
static int is_too_strange(const struct chain *chain)
{
    return chain->strange * 8 > chain->records + 16 ||
           (chain->strange != 0 && chain->records <= 8 && chain->wanted >= TTI_TH_WEIGHT_GAP);
}

/* Within a tick client ids go upwards, so with many tees the id falls seldom: about once in as many
 * records as there are ids. Random numbers fall in half of the cases. A factor of 3 is left for
 * ticks in which few of the tees move. With one or two newcomers there is nothing to see. */
static int has_order(const struct chain *chain)
{
    return chain->newcomers <= 2 || chain->moves < ORDER_MOVES ||
           chain->descents * chain->ids <= 3 * chain->moves;
}

/* The input ends here, with or without a cut record. Where a run only has to go on, that is good. A
 * cut record may as well be damage, so half of the weight is asked for; where the end fits exactly,
 * a quarter. */
static int holds_at_end(const struct chain *chain, int wanted, int is_cut)
{
    return wanted <= TTI_TH_WEIGHT_ODD || chain->weight * (is_cut ? 2 : 4) >= wanted;
}

/* What is after the last record of a run: a record, the end of the input, an end inside a record or
 * of the window, or bytes that are none. */
enum ending { GOES_ON, IS_END, IS_CUT, IS_BAD };

/* FINISH is an end only where nothing follows; with bytes after it, it is most likely a byte of
 * damage. */
static enum ending look(const tt_th_repair *repair, size_t at, tti_th_found *found)
{
    if (at == repair->filled) {
        return repair->ended ? IS_END : IS_CUT;
    }
    tt_status status = tti_th_repair_decode(repair, at, RECORD_MAX, found);
    if (status == TT_ERR_TRUNCATED) {
        return IS_CUT;
    }
    if (status != TT_OK) {
        return IS_BAD;
    }
    if (found->event.kind != TT_TH_FINISH) {
        return GOES_ON;
    }
    if (at + found->size < repair->filled) {
        return IS_BAD;
    }
    return repair->ended ? IS_END : IS_CUT;
}

/* The run ends with enough weight, with a record that spoils it, or after CHAIN_MAX records, which
 * is not enough then. */
int tti_th_chain_holds(tt_th_repair *repair, size_t at, int weight, size_t *end)
{
    struct chain chain = {.wanted = weight, .last_cid = -1};
    uint32_t places[CHAIN_MAX];
    tti_th_found found;
    tti_copy(chain.seen, repair->seen, sizeof chain.seen);
    while (chain.weight < chain.wanted && chain.records < CHAIN_MAX) {
        int is_new, heavy;
        enum ending ending =
            at < repair->filled && is_dead(repair, at) ? IS_BAD : look(repair, at, &found);
        *end = at;
        if (ending == IS_END || ending == IS_CUT) {
            return holds_at_end(&chain, weight, ending == IS_CUT);
        }
        places[chain.records] = (uint32_t)at;
        heavy = ending == IS_BAD ? TTI_TH_NEVER : tti_th_weigh(repair, &found, chain.seen, &is_new);
        if (heavy == TTI_TH_NEVER) {
            bury(repair, places, chain.records + 1);
            return 0;
        }
        count_record(&chain, &found.event, heavy, is_new);
        if (is_too_strange(&chain) || !has_order(&chain)) {
            return 0;
        }
        at += found.size;
    }
    *end = at;
    return chain.weight >= chain.wanted;
}

/* Half of the window is far more than a run needs, unless its records are very long. */
int tti_th_can_judge(const tt_th_repair *repair, size_t at)
{
    return repair->ended || repair->filled - at >= repair->cap / 2;
}

/* The beginning of another recording, as in two files that were put together: what follows does not
 * belong to this one. */
static int is_magic(const tt_th_repair *repair, size_t at)
{
    return repair->filled - at >= sizeof tt_th_magic.bytes &&
           repair->window[at] == tt_th_magic.bytes[0] &&
           tti_equal(repair->window + at, tt_th_magic.bytes, sizeof tt_th_magic.bytes);
}

/* What the run that held went through is trusted: judge() of repair_record.c does not ask again
 * there. */
tt_status tti_th_place_find(tt_th_repair *repair, size_t from, size_t *place)
{
    for (*place = from; *place < repair->filled; ++*place) {
        size_t end;
        if (!tti_th_can_judge(repair, *place)) {
            return TT_MORE;
        }
        if (is_magic(repair, *place)) {
            return TT_END;
        }
        if (!is_dead(repair, *place) &&
            tti_th_chain_holds(repair, *place, TTI_TH_WEIGHT_GAP, &end)) {
            repair->trusted = repair->offset + end;
            return TT_OK;
        }
    }
    return repair->ended ? TT_END : TT_MORE;
}
