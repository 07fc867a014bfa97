/* SPDX-License-Identifier: MIT
 *
 * Searches hints. The log holds the actions of a window of ticks, packed one after the other in a
 * ring. Copies of the game are from before the actions of their tick. To try a hint, the game goes
 * back to a copy and takes the logged actions again.
 */
#include "follow/search.h"

#include "base/mem.h"

/* More wrong moves than this number plus one in a hundred of the exact ones make a search hopeless.
 */
#define MISSES 500

#define NEAR_PIXELS 460 /* pixels in which a tee can touch or hook another one */

static size_t copy_size(const tti_search *s)
{
    return tti_aligned(sizeof s->replay) + s->world_size;
}

size_t tti_search_size(const tti_arena *arena)
{
    size_t world = tti_aligned(tti_physics_size(arena));
    return world + TTI_SEARCH_COPIES * (tti_aligned(sizeof(tti_replay)) + world) + TTI_SEARCH_LOG;
}

static void use_hints(tti_search *s)
{
    s->replay.hints = s->hints;
    s->replay.hint_count = s->hint_count;
    s->replay.hint_at = 0;
}

void tti_search_init(tti_search *s, const tti_arena *arena, const tti_rules *rules, void *memory,
                     tti_hint *hints, size_t room)
{
    uint8_t *bytes = memory;
    tti_fill(s, 0, sizeof *s);
    s->hints = hints;
    s->hint_room = room;
    s->world_size = tti_aligned(tti_physics_size(arena));
    s->copies = bytes + s->world_size;
    s->log = s->copies + TTI_SEARCH_COPIES * copy_size(s);
    s->last = -1;
    tti_physics *world = (void *)bytes;
    tti_physics_init(world, arena, rules);
    tti_replay_init(&s->replay, world);
    use_hints(s);
}

/* -- the log --------------------------------------------------------------------------------- */

static size_t tick_slot(int32_t tick)
{
    return (size_t)(uint32_t)tick % TTI_SEARCH_TICKS;
}

/* Returns the bytes from the oldest action to the end of the newest one, around the ring. */
static size_t log_used(const tti_search *s)
{
    size_t begin = s->log_begin[tick_slot(s->first)];
    return s->log_at >= begin ? s->log_at - begin : s->log_at + TTI_SEARCH_LOG - begin;
}

static void drop_first(tti_search *s)
{
    s->log_size[tick_slot(s->first)] = 0;
    s->first++;
    for (int i = 0; i < TTI_SEARCH_COPIES; i++) {
        if (s->copy_tick[i] < s->first) {
            s->copy_tick[i] = -1;
        }
    }
}

/* Appends an action and its text to the log, aligned to 16 bytes, and returns false when there is
 * no room. The actions of a tick never wrap around the end of the ring. */
static bool put_action(tti_search *s, const tti_action *action)
{
    size_t at = tick_slot(action->tick);
    size_t size = tti_aligned(sizeof *action + action->text.size);
    if (size > TTI_SEARCH_LOG / 4) {
        return false;
    }
    if (s->log_at + size > TTI_SEARCH_LOG) {
        size_t held = s->log_size[at];
        if (held + size > TTI_SEARCH_LOG / 2) {
            return false;
        }
        while (s->first < s->next &&
               log_used(s) + (TTI_SEARCH_LOG - s->log_at) + held + size >= TTI_SEARCH_LOG) {
            drop_first(s);
        }
        tti_move(s->log, s->log + s->log_begin[at], held);
        s->log_begin[at] = 0;
        s->log_at = held;
    }
    while (s->first < s->next && log_used(s) + size + 16 >= TTI_SEARCH_LOG) {
        drop_first(s);
    }
    if (log_used(s) + size + 16 >= TTI_SEARCH_LOG) {
        return false;
    }
    tti_action *kept = (void *)(s->log + s->log_at);
    *kept = *action;
    if (action->text.size > 0) {
        tti_copy(kept + 1, action->text.data, action->text.size);
    }
    s->log_size[at] += size;
    s->log_at += size;
    return true;
}

/* Returns the action of a tick at the offset *at, or NULL after the last one, and moves *at to the
 * next one. */
static tti_action *action_at(const tti_search *s, int32_t tick, size_t *at)
{
    if (*at >= s->log_size[tick_slot(tick)]) {
        return NULL;
    }
    tti_action *action = (void *)(s->log + s->log_begin[tick_slot(tick)] + *at);
    *at += tti_aligned(sizeof *action + action->text.size);
    action->text.data = (const uint8_t *)(action + 1);
    return action;
}

/* -- bounds ---------------------------------------------------------------------------------- */

static bool is_search_over(const tti_search *s)
{
    return s->stops != NULL && s->stops(s->user);
}

static bool may_try(const tti_search *s)
{
    return s->work <= TTI_SEARCH_DEBT && !is_search_over(s);
}

/* -- going back and on ----------------------------------------------------------------------- */

static void keep_copy(tti_search *s, int32_t tick)
{
    int oldest = 0;
    for (int i = 1; i < TTI_SEARCH_COPIES; i++) {
        oldest = s->copy_tick[i] < s->copy_tick[oldest] ? i : oldest;
    }
    uint8_t *copy = s->copies + (size_t)oldest * copy_size(s);
    tti_copy(copy, &s->replay, sizeof s->replay);
    tti_copy(copy + tti_aligned(sizeof s->replay), s->replay.world, s->replay.world->size);
    s->copy_tick[oldest] = tick;
}

/* Goes back to the newest copy that is not after `tick`. Returns the tick to compute next, or -1
 * when there is no such copy. */
static int32_t go_back(tti_search *s, int32_t tick)
{
    int best = -1;
    for (int i = 0; i < TTI_SEARCH_COPIES; i++) {
        if (s->copy_tick[i] >= s->first && s->copy_tick[i] <= tick &&
            (best < 0 || s->copy_tick[i] > s->copy_tick[best])) {
            best = i;
        }
    }
    if (best < 0) {
        return -1;
    }
    const uint8_t *copy = s->copies + (size_t)best * copy_size(s);
    tti_physics *world = s->replay.world;
    tti_copy(&s->replay, copy, sizeof s->replay);
    tti_copy(world, copy + tti_aligned(sizeof s->replay), world->size);
    use_hints(s);
    s->work += world->size / TTI_SEARCH_COPIED;
    return s->copy_tick[best];
}

/* Returns a hash of the bodies and reload times of all tees. */
static uint64_t print_of(const tti_physics *world)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t print = 0;
    for (int32_t i = 0; i < world->order_count; i++) {
        const tti_self *self = &world->tee[world->order[i]].self;
        const uint8_t *body = (const void *)&self->core;
        print = (print ^ (uint32_t)self->reload) * odd;
        for (size_t at = 0; at + 8 <= sizeof self->core; at += 8) {
            print = (print ^ tti_load_le64(body + at)) * odd;
            print ^= print >> 32;
        }
    }
    return print;
}

/* Computes a tick from the log. Returns the number of tees that differ from the file. */
static uint32_t run_tick(tti_search *s, int32_t tick)
{
    uint64_t wrong = s->replay.wrong;
    size_t at = 0;
    for (tti_action *action; (action = action_at(s, tick, &at)) != NULL;) {
        tti_replay_take(&s->replay, action);
    }
    tti_replay_flush(&s->replay, tick);
    return (uint32_t)(s->replay.wrong - wrong);
}

static uint32_t run_again(tti_search *s, int32_t tick)
{
    s->work += tti_replay_work(s->replay.world);
    return run_tick(s, tick);
}

/* -- trying hints ---------------------------------------------------------------------------- */

static bool insert(tti_search *s, tti_hint hint)
{
    size_t at = s->hint_count;
    if (at >= s->hint_room) {
        s->is_full = true;
        return false;
    }
    while (at > 0 && (s->hints[at - 1].tick > hint.tick ||
                      (s->hints[at - 1].tick == hint.tick && s->hints[at - 1].cid > hint.cid))) {
        s->hints[at] = s->hints[at - 1];
        at--;
    }
    s->hints[at] = hint;
    s->hint_count++;
    return true;
}

static void remove_hint(tti_search *s, tti_hint hint)
{
    size_t count = 0;
    for (size_t i = 0; i < s->hint_count; i++) {
        if (s->hints[i].tick != hint.tick || s->hints[i].cid != hint.cid) {
            s->hints[count++] = s->hints[i];
        }
    }
    s->hint_count = count;
}

static bool has_hint(const tti_search *s, tti_hint hint)
{
    for (size_t i = s->hint_count; i > 0 && s->hints[i - 1].tick >= hint.tick; i--) {
        if (s->hints[i - 1].tick == hint.tick && s->hints[i - 1].cid == hint.cid) {
            return true;
        }
    }
    return false;
}

static bool has_input(const tti_search *s, tti_hint hint)
{
    bool has = false;
    size_t at = 0;
    for (const tti_action *action; !has && (action = action_at(s, hint.tick, &at)) != NULL;) {
        has = action->kind == TT_TH_INPUT_DIFF && action->cid == hint.cid;
    }
    return has;
}

/* Stores the result of a computed tick. */
static void note_tick(tti_search *s, int32_t tick, uint32_t wrong)
{
    s->wrong[tick_slot(tick)] = wrong;
    s->print[tick_slot(tick)] = print_of(s->replay.world);
}

/* Returns the number of tees that differ from the file from `tick` on, with the current hints.
 * Returns UINT32_MAX when this number reaches `most`, when a tick before `tick` gets worse, when
 * `tick` does not get better, or when the hint in tick `from` changes nothing. */
static uint32_t judge_hint(tti_search *s, int32_t from, int32_t tick, uint32_t most)
{
    uint32_t sum = 0;
    int32_t begin = go_back(s, from);
    for (int32_t t = begin; begin >= 0 && t <= tick + TTI_SEARCH_AHEAD && t <= s->last; t++) {
        uint32_t wrong = run_again(s, t);
        if (t < tick && wrong > s->wrong[tick_slot(t)]) {
            return UINT32_MAX;
        }
        if (t > from && t < tick && print_of(s->replay.world) == s->print[tick_slot(t)]) {
            return UINT32_MAX;
        }
        sum += t >= tick ? wrong : 0;
        if (sum >= most || (t == tick && wrong >= s->wrong[tick_slot(t)])) {
            return UINT32_MAX;
        }
    }
    return begin >= 0 ? sum : UINT32_MAX;
}

/* The best of the hints that were tried. */
struct best {
    tti_hint hint;
    uint32_t wrong;
    bool has_hint;
};

static void try_client(tti_search *s, struct best *best, int32_t cid, int32_t tick)
{
    int32_t first = tick - TTI_SEARCH_BACK < s->first ? s->first : tick - TTI_SEARCH_BACK + 1;
    for (int32_t t = tick - 1; t >= first && best->wrong > 0 && may_try(s); t--) {
        tti_hint hint = {t, cid};
        if (!has_input(s, hint) || has_hint(s, hint) || !insert(s, hint)) {
            continue;
        }
        uint32_t wrong = judge_hint(s, t, tick, best->wrong);
        if (wrong < best->wrong) {
            *best = (struct best){hint, wrong, true};
        }
        remove_hint(s, hint);
    }
}

static bool are_near(const struct tti_replay_place *a, const struct tti_replay_place *b)
{
    int64_t x = (int64_t)a->x - b->x, y = (int64_t)a->y - b->y;
    return b->is_there && x < NEAR_PIXELS && x > -NEAR_PIXELS && y < NEAR_PIXELS &&
           y > -NEAR_PIXELS;
}

/* Computes up to `tick` again with the current hints, from the last copy that is not after `from`.
 * Drops later copies, because the newest hint is not in them. */
static void catch_up(tti_search *s, int32_t from, int32_t tick)
{
    int32_t begin = go_back(s, from);
    for (int i = 0; i < TTI_SEARCH_COPIES; i++) {
        s->copy_tick[i] = s->copy_tick[i] > begin ? -1 : s->copy_tick[i];
    }
    for (int32_t t = begin; begin >= 0 && t <= tick; t++) {
        if (t > begin && t % TTI_SEARCH_STEP == 0) {
            keep_copy(s, t);
        }
        note_tick(s, t, run_again(s, t));
    }
}

/* Looks for the input that made client `cid` differ in `tick`, the last computed tick. Returns true
 * when it was found. */
static bool solve(tti_search *s, int32_t cid, int32_t tick)
{
    struct tti_replay_place place[TT_CIDS];
    struct best best = {.wrong = UINT32_MAX};
    if (!may_try(s)) {
        return false;
    }
    tti_copy(place, s->replay.before, sizeof place);
    uint32_t kept = s->wrong[tick_slot(tick)];
    s->wrong[tick_slot(tick)] = UINT32_MAX;
    best.wrong = judge_hint(s, tick, tick, UINT32_MAX);
    s->wrong[tick_slot(tick)] = kept;
    try_client(s, &best, cid, tick);
    for (int32_t other = 0; other < TT_CIDS && best.wrong > 0; other++) {
        if (other != cid && are_near(&place[cid], &place[other])) {
            try_client(s, &best, other, tick);
        }
    }
    int32_t from = tick;
    if (best.has_hint && insert(s, best.hint)) {
        from = best.hint.tick;
    }
    catch_up(s, from, tick);
    return best.has_hint;
}

/* Returns a tee that differed in the last tick and is not in `seen`, or -1. */
static int32_t next_wrong(const tti_search *s, const bool *seen)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (s->replay.is_wrong[cid] && !seen[cid] && s->replay.doubt[cid] < TTI_DOUBT_LONG) {
            return cid;
        }
    }
    return -1;
}

/* Returns true when the log has actions that a hint may be for, or that come before the next copy.
 * A silence has no such actions, and the search never goes back into one. */
static bool needs_copy(const tti_search *s, int32_t tick)
{
    int32_t end = tick + TTI_SEARCH_STEP < s->last ? tick + TTI_SEARCH_STEP : s->last;
    for (int32_t t = s->first; t <= end; t++) {
        if (s->log_size[tick_slot(t)] != 0) {
            return true;
        }
    }
    return false;
}

bool tti_search_is_hopeless(const tti_search *s)
{
    return s->replay.wrong > MISSES + s->replay.count[TTI_EXACT] / 100;
}

static void compute(tti_search *s)
{
    bool seen[TT_CIDS] = {false};
    int32_t tick = s->next;
    if ((tick % TTI_SEARCH_STEP == 0 || tick == s->first) && needs_copy(s, tick)) {
        keep_copy(s, tick);
    }
    note_tick(s, tick, run_tick(s, tick));
    for (int32_t cid; (cid = next_wrong(s, seen)) >= 0;) {
        seen[cid] = !solve(s, cid, tick);
    }
    s->next++;
    while (s->first < s->next - TTI_SEARCH_BACK - TTI_SEARCH_STEP) {
        drop_first(s);
    }
}

/* Empties the log, so that `tick` is its only tick. */
static void begin_log(tti_search *s, int32_t tick)
{
    s->first = s->next = s->last = tick;
    s->log_begin[tick_slot(tick)] = s->log_at = 0;
    s->log_size[tick_slot(tick)] = 0;
    for (int i = 0; i < TTI_SEARCH_COPIES; i++) {
        s->copy_tick[i] = -1;
    }
}

/* Adds ticks up to `tick` to the log, and computes the ticks that leave the window. */
static void open(tti_search *s, int32_t tick)
{
    if (s->last < 0) {
        begin_log(s, tick);
    }
    while (s->last < tick && !tti_search_is_hopeless(s) && !is_search_over(s)) {
        if (tick > s->last + 1 && tti_replay_leaves_out(&s->replay, tick)) {
            tti_search_flush(s);
            begin_log(s, tick);
            return;
        }
        s->last++;
        s->log_begin[tick_slot(s->last)] = s->log_at;
        s->log_size[tick_slot(s->last)] = 0;
        while (s->next < s->last - TTI_SEARCH_AHEAD) {
            compute(s);
        }
    }
}

void tti_search_take(tti_search *s, const tti_action *action)
{
    enum { LAST = INT32_MAX - TTI_SEARCH_TICKS }; /* with this limit no sum of ticks overflows */
    if (action->tick > LAST || tti_search_is_hopeless(s)) {
        return;
    }
    s->work -= s->work < TTI_SEARCH_PAID ? s->work : TTI_SEARCH_PAID;
    open(s, action->tick);
    if (action->tick != s->last) {
        return;
    }
    while (!put_action(s, action)) {
        if (s->next >= s->last) {
            s->is_full = true;
            return;
        }
        compute(s);
    }
}

void tti_search_flush(tti_search *s)
{
    while (s->last >= 0 && s->next <= s->last && !is_search_over(s)) {
        compute(s);
    }
}
