/* SPDX-License-Identifier: MIT
 *
 * Finds the offset at which a damaged recording continues: the first one from which many records in
 * a row look like a server's (docs/repair.md).
 *
 * Offsets are tried one after the other. An offset that leads to a record no server writes is
 * marked as dead in a bitmap, and a later run that reaches it stops at once. A run has at most
 * CHAIN_MAX records, and most runs stop within a few. The time is therefore linear in the size of
 * the damage, for any bytes.
 */
#include "base/cursor.h"
#include "base/mem.h"
#include "schema/fields.h"
#include "teehistorian/record.h"
#include "teehistorian/repair.h"
#include "teetape/string.h"

/* Decodes a record. One that needs more than `max` bytes is an error and not truncated: otherwise a
 * damaged size would make the repair wait for the end of the input. */
tt_status tti_th_repair_decode(const tti_th_repair *repair, size_t at, size_t max,
                               tti_th_found *found)
{
    tti_th_need need;
    size_t there = repair->filled - at;
    if (there > max) {
        there = max;
    }
    tt_unpacker u = tt_unpacker_of(repair->window + at, there);
    tt_status status = tti_th_record_decode(&found->event, found->ints, &u, max, &need);
    found->size = tti_unpacker_offset(&u);
    found->odd = u.odd;
    if (status == TT_ERR_TRUNCATED && need.size > max) {
        return TT_ERR_TH_SIZE;
    }
    if (status == TT_ERR_TRUNCATED && there == max) {
        return TT_ERR_TH_STRING;
    }
    return status;
}

/* The functions from here to weigh_ex tell how likely a record is a server's, because almost any
 * bytes decode as records. Three things count: properties that DDNet's recorder never writes (a
 * move by (0, 0), an overlong int, a skip of months), those that it seldom writes (a move by many
 * tiles, an impossible input), and those that random bytes cannot have (the UUID of an extension, a
 * message that parses). docs/repair.md has the table. */

/* Positions and moves in world units, 32 a tile. No map is larger than 65536 tiles. A tee moves
 * less than MOVE_USUAL in a tick, unless it is teleported. */
#define REPAIR_PLACE_MAX (1 << 21)
#define MOVE_USUAL 1024

/* Skips in ticks: no server is idle for 60 days, and few are idle for more than an hour. */
#define SKIP_MAX (60 * 24 * 3600 * TT_TICKS_PER_SECOND)
#define SKIP_USUAL (3600 * TT_TICKS_PER_SECOND)

/* Bytes of an unknown extension: above PAYLOAD_USUAL it is damage, above PAYLOAD_SHORT it has no
 * weight. */
#define REPAIR_MESSAGE_MAX 1400
#define PAYLOAD_USUAL 4096
#define PAYLOAD_SHORT 64
#define TEXT_USUAL 1024

static int32_t size_of_move(int32_t value)
{
    return value >= 0 ? value : -1 - value;
}

static int weigh_player_diff(const tt_th_event *event)
{
    const struct tt_th_player_diff *diff = &event->u.player_diff;
    int32_t dx = size_of_move(diff->dx), dy = size_of_move(diff->dy);
    if (tti_th_is_still(event) || dx > REPAIR_PLACE_MAX || dy > REPAIR_PLACE_MAX) {
        return TTI_TH_NEVER;
    }
    return dx <= MOVE_USUAL && dy <= MOVE_USUAL;
}

/* Weighs a PLAYER_NEW. A tee outside of the map is unlikely but possible. */
static int weigh_player_new(const struct tt_th_player_new *new_)
{
    if (size_of_move(new_->x) > REPAIR_PLACE_MAX || size_of_move(new_->y) > REPAIR_PLACE_MAX) {
        return TTI_TH_NEVER;
    }
    return new_->x >= 0 && new_->y >= 0 ? 2 : 0;
}

/* Largest values of direction, target, jump, fire, hook, flags, weapons. Modified clients may send
 * more. */
static const int32_t input_max[TT_INPUT_INTS] = {1, 1 << 16, 1 << 16, 1,   255,
                                                 1, 1 << 12, 16,      255, 255};

static int weigh_input(const int32_t *ints, bool is_diff)
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

/* Weighs a message. Both protocols are tried, because the record that names the client's protocol
 * may be lost in the damage. */
static int weigh_message(const struct tt_th_message *message)
{
    tt_msg msg;
    if (message->size < 1 || message->size > REPAIR_MESSAGE_MAX) {
        return TTI_TH_NEVER;
    }
    if (tt_msg_decode(&msg, message->msg, TT_PROTOCOL_6) == TT_OK ||
        tt_msg_decode(&msg, message->msg, TT_PROTOCOL_7) == TT_OK) {
        return 4;
    }
    return 0;
}

static bool is_usual_text(tt_bytes text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] < 0x20 && text.data[i] != '\n' && text.data[i] != '\t') {
            return false;
        }
    }
    return text.size <= TEXT_USUAL && tt_utf8_valid(text);
}

/* Weighs a console command. Its name is ASCII. Its flags are one bit each, because few kinds of
 * consoles exist. */
static int weigh_command(const struct tt_th_console_command *command)
{
    tt_texts args = command->args;
    bool good = command->cid >= -3 && command->cmd.size > 0 && command->flags >= 0;
    for (size_t i = 0; i < command->cmd.size; i++) {
        good = good && command->cmd.data[i] > ' ' && command->cmd.data[i] < 0x7f;
    }
    good = good && command->cmd.size <= TEXT_USUAL;
    while (good && args.count > 0) {
        good = is_usual_text(tt_texts_next(&args));
    }
    return good ? 8 : 0;
}

/* Checks version and variant of a UUID, which 1 in 8 of random values pass. */
static bool is_uuid(const tt_uuid *uuid)
{
    return (uuid->bytes[8] & 0xc0) == 0x80 && uuid->bytes[6] >> 4 >= 1 && uuid->bytes[6] >> 4 <= 8;
}

/* Weighs an extension. A server writes no known UUID with a payload that does not decode. */
static int weigh_ex(const tti_th_repair *repair, const tt_th_event *event)
{
    tt_th_event known;
    tt_unpacker u;
    if (tti_th_writer_seen(&repair->writer)->version < 2) {
        return TTI_TH_NEVER;
    }
    switch (tti_th_decode_known(event, &known, &u)) {
    case TT_OK:
        return 32;
    case TT_ERR_UNKNOWN:
        if (event->u.ex.data.size > PAYLOAD_USUAL) {
            return TTI_TH_NEVER;
        }
        /* A random payload above PAYLOAD_SHORT could jump over the whole damage. */
        return is_uuid(&event->u.ex.uuid) && event->u.ex.data.size <= PAYLOAD_SHORT ? 2 : 0;
    default:
        return TTI_TH_NEVER;
    }
}

static int weigh_kind(const tti_th_repair *repair, const tt_th_event *event)
{
    int32_t dt;
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
        dt = event->u.tick_skip.dt;
        return dt < 0 || dt > SKIP_MAX ? TTI_TH_NEVER : dt <= SKIP_USUAL;
    case TT_TH_MESSAGE:
        return weigh_message(&event->u.message);
    case TT_TH_DROP:
        return is_usual_text(event->u.drop.reason) ? 2 : 0;
    case TT_TH_CONSOLE_COMMAND:
        return weigh_command(&event->u.console_command);
    case TT_TH_EX:
        return weigh_ex(repair, event);
    default: /* PLAYER_OLD, JOIN, FINISH */
        return 1;
    }
}

int tti_th_weigh(const tti_th_repair *repair, const tti_th_found *found, const uint32_t *seen,
                 bool *is_new)
{
    const tt_th_event *event = &found->event;
    *is_new = false;
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
    *is_new = !tti_th_was_seen(seen, event->cid);
    return weight;
}

/* The order of ids is judged only in runs with this many moves of tees. Fewer may ascend by
 * coincidence. */
#define ORDER_MOVES 24

/* Most records in a run, and most bytes in a record of it: a longer record could jump over
 * damage. */
#define CHAIN_MAX 512
#define REPAIR_RECORD_MAX ((size_t)6 << 10)

struct chain {
    uint32_t seen[TT_CIDS / 32];
    int weight, wanted;
    int records, strange;
    int newcomers;
    int ids, descents; /* different tees, and those whose id is not above the one before */
    int moves;
    uint32_t moved[TT_CIDS / 32];
    int32_t last_cid;
    tt_th_kind last_kind;
};

static bool is_dead(const tti_th_repair *repair, size_t at)
{
    return repair->dead[at / 8] >> at % 8 & 1;
}

/* Adds a record to a chain. A new client id halves the weight and raises the required weight:
 * random bytes have any id, a server has few. */
static void count_record(struct chain *chain, const tt_th_event *event, int weight, bool is_new)
{
    if (event->kind == TT_TH_TICK_SKIP && chain->last_kind == TT_TH_TICK_SKIP) {
        weight = 0; /* a recorder marks a tick only when a record follows */
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
        tti_th_step_on on = tti_th_rule(TT_TH_PLAYER_DIFF, event->cid, 0, chain->last_cid);
        chain->moves++;
        chain->descents += (int)on.ticks;
        chain->last_cid = on.last_cid;
        chain->ids += !tti_th_was_seen(chain->moved, event->cid);
        tti_th_see(chain->moved, event->cid);
    }
}

/* Returns true for a run with too many strange records (of weight 0): more than two, and one more
 * for every eight. To end a gap, the first eight records must not be strange. */
static bool is_too_strange(const struct chain *chain)
{
    return chain->strange * 8 > chain->records + 16 ||
           (chain->strange != 0 && chain->records <= 8 && chain->wanted >= TTI_TH_WEIGHT_GAP);
}

/* Returns true when the ids of tees look like a server's. Ids ascend within a tick, so about one in
 * `ids` records has a lower id than the one before. In random data half of the ids are lower. A
 * factor of 3 allows for ticks in which few tees move. */
static bool has_order(const struct chain *chain)
{
    return chain->newcomers <= 2 || chain->moves < ORDER_MOVES ||
           chain->descents * chain->ids <= 3 * chain->moves;
}

/* The thing after a run: a record, the end of the input, an incomplete record, other bytes. */
enum ending { GOES_ON, IS_END, IS_CUT, IS_BAD };

/* Looks at the bytes after a run. A FINISH with bytes after it is most likely damage. */
static enum ending look_after_run(const tti_th_repair *repair, size_t at, tti_th_found *found)
{
    if (at == repair->filled) {
        return repair->ended ? IS_END : IS_CUT;
    }
    tt_status status = tti_th_repair_decode(repair, at, REPAIR_RECORD_MAX, found);
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

bool tti_th_chain_holds(tti_th_repair *repair, size_t at, int weight, size_t *end)
{
    struct chain chain = {.wanted = weight, .last_cid = -1};
    uint32_t places[CHAIN_MAX];
    tti_th_found found;
    tti_copy(chain.seen, repair->seen, sizeof chain.seen);
    while (chain.weight < chain.wanted && chain.records < CHAIN_MAX) {
        bool is_new;
        int heavy;
        enum ending ending = at < repair->filled && is_dead(repair, at)
                                 ? IS_BAD
                                 : look_after_run(repair, at, &found);
        *end = at;
        if (ending == IS_END || ending == IS_CUT) {
            /* a record that is cut short may be damage */
            return weight <= TTI_TH_WEIGHT_ODD ||
                   chain.weight * (ending == IS_CUT ? 2 : 4) >= weight;
        }
        places[chain.records] = (uint32_t)at;
        heavy = ending == IS_BAD ? TTI_TH_NEVER : tti_th_weigh(repair, &found, chain.seen, &is_new);
        if (heavy == TTI_TH_NEVER) {
            /* every record of the run leads to the impossible one, so all are dead */
            for (int i = 0; i <= chain.records; i++) {
                /* NOLINTNEXTLINE(clang-analyzer-core.*): one is set for each record */
                repair->dead[places[i] / 8] |= (uint8_t)(1u << places[i] % 8);
            }
            return false;
        }
        count_record(&chain, &found.event, heavy, is_new);
        if (is_too_strange(&chain) || !has_order(&chain)) {
            return false;
        }
        at += found.size;
    }
    *end = at;
    return chain.weight >= chain.wanted;
}

/* Returns true when enough bytes are in the window to judge a run: half of the window, unless its
 * records are very long. */
bool tti_th_can_judge(const tti_th_repair *repair, size_t at)
{
    return repair->ended || repair->filled - at >= repair->cap / 2;
}

static bool is_magic(const tti_th_repair *repair, size_t at)
{
    return repair->filled - at >= sizeof tt_th_magic.bytes &&
           repair->window[at] == tt_th_magic.bytes[0] &&
           tti_equal(repair->window + at, tt_th_magic.bytes, sizeof tt_th_magic.bytes);
}

tt_status tti_th_place_find(tti_th_repair *repair, size_t from, size_t *place)
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
