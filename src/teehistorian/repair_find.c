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
#include "teehistorian/repair.h"

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
