/* SPDX-License-Identifier: MIT
 *
 * Repairs a demo with two readers. The second reader, the trial, runs ahead of the first, from
 * keyframe to keyframe. If it reaches a keyframe, the chunks up to there are whole. Otherwise the
 * damage begins at the first chunk that it could not read.
 *
 * The first reader gives the events up to the offset `trusted`, where the second reader looks ahead
 * again. Every byte is read about twice, and more often only around damage.
 *
 *     first reader   ===|                 gives events up to `trusted`
 *     second reader     |---------> K     reaches keyframe K: `trusted` is K
 *                       |---x---->        x is bad, and no keyframe follows: a gap begins at x
 */
#include "base/mem.h"
#include "demo/demo.h"
#include "demo/parts.h"
#include "teetape/demo_repair.h"

typedef struct tti_demo_repair {
    tt_demo_repair_options options;
    tt_demo_repair_view done; /* the counts for tt_demo_repair_look, which sets `demo` */
    tt_demo demo, trial;
    tt_demo_repair_memory *memory;
    tt_demo_read_fn *read;
    void *user;
    uint64_t fed, trial_fed; /* offset of the next bytes for each reader */
    uint64_t trusted;        /* chunks before this offset begin and end where the demo says */
    uint64_t vain;           /* bytes that trials read without finding a keyframe */
    int32_t tick;            /* last tick that was given */
    bool has_gap;            /* a gap follows, up to `resume` */
    bool is_any;             /* the search for `resume` accepted any tick */
    uint64_t resume;         /* offset of the keyframe after the gap; UINT64_MAX: there is none */
    int32_t resume_tick;
} tti_demo_repair;

TTI_OPAQUE(demo_repair)

static tti_demo_repair_memory *memory_of(const tti_demo_repair *repair)
{
    return tti_demo_repair_memory_of(repair->memory);
}

static tt_status trial_step(const tti_demo_repair *r, tt_demo *demo, tt_demo_event *event,
                            uint64_t *fed, uint8_t window[TT_DEMO_REPAIR_WINDOW])
{
    tt_status status;
    while ((status = tt_demo_next(demo, event)) == TT_MORE) {
        size_t size = r->read(r->user, *fed, window, TT_DEMO_REPAIR_WINDOW);
        if (size == 0) {
            tt_demo_feed(demo, NULL, 0);
        } else {
            tt_demo_feed(demo, window, size);
            *fed += size;
        }
    }
    return status;
}

#define BAD_MOST 16

/* A trial that reads more than this without a keyframe ends. Its bytes are trusted if no chunk was
 * bad. */
#define TRIAL_MOST ((uint64_t)16 << 20)

/* Trials that fail may read VAIN_FIRST bytes, and VAIN bytes more for each byte of the demo. Above
 * that the first bad payload begins a gap, which limits the time for a hostile demo. */
#define VAIN_FIRST ((uint64_t)64 << 20)

typedef struct trial {
    uint64_t begin;     /* offset of the first chunk of the trial */
    uint64_t first_bad; /* offset of the first bad chunk, or UINT64_MAX */
    uint64_t keyframe;  /* offset of a marker that waits for its snapshot, or UINT64_MAX */
    int32_t base;       /* the last tick that the caller received */
    int32_t tick;
    int32_t good_tick; /* the last tick before the first bad chunk */
    bool has_start;
    bool is_back;           /* the last marker goes back, but is after `base` */
    unsigned bad, bad_most; /* bad chunks, and how many are too many */
} trial;

/* The verdict of a trial on the chunks so far. NOTHING: undecided. GOOD: right. BACK: right, but
 * the markers before the keyframe are wrong. BROKEN: wrong. */
enum { NOTHING, GOOD, BACK, BROKEN };

void tt_demo_repair_init(tt_demo_repair *outer, tt_demo_repair_memory *memory,
                         tt_demo_read_fn *read, void *user, const tt_demo_repair_options *options)
{
    tti_demo_repair *repair = tti_demo_repair_of(outer);
    tti_fill(repair, 0, sizeof *repair);
    if (options != NULL) {
        repair->options = *options;
    }
    tt_demo_init(&repair->demo, &tti_demo_repair_memory_of(memory)->demo);
    tt_demo_set(&repair->demo, &(tt_demo_options){.recover = true,
                                                  .on_issue = repair->options.on_issue,
                                                  .user = repair->options.user});
    repair->memory = memory;
    repair->read = read;
    repair->user = user;
    repair->tick = -1;
}

tt_demo_repair_view tt_demo_repair_look(const tt_demo_repair *outer)
{
    const tti_demo_repair *repair = tti_demo_repair_seen(outer);
    tt_demo_repair_view view = repair->done;
    view.demo = &repair->demo;
    return view;
}

static bool follows(const tt_demo_event *event, int32_t last)
{
    int64_t step = (int64_t)event->tick - last;
    int64_t most = event->keyframe ? TT_DEMO_REPAIR_KEYFRAME_TICKS : TT_DEMO_REPAIR_TICKS;
    return event->status == TT_OK && step > 0 && (last < 0 || step <= most);
}

/* Counts bad payloads. Too many bad payloads before the next keyframe show that the bytes are no
 * chunks. */
static int note_bad(trial *t, const tt_demo_event *event)
{
    t->first_bad = t->first_bad < event->offset ? t->first_bad : event->offset;
    return ++t->bad > t->bad_most ? BROKEN : NOTHING;
}

/* Judges a marker. When the tick of a keyframe is below that of the marker before, the keyframe may
 * be right and the markers wrong. A keyframe too far ahead is wrong itself: most ticks are small
 * numbers. `base` was given before the trial, so it is trusted. */
static int judge_tick(trial *t, const tt_demo_event *event)
{
    bool is_keyframe = event->keyframe && event->absolute;
    bool goes_on = follows(event, t->tick);
    t->is_back = event->tick <= t->tick && is_keyframe && follows(event, t->base);
    if (!goes_on && !t->is_back) {
        t->first_bad = t->first_bad < event->offset ? t->first_bad : event->offset;
        return BROKEN;
    }
    t->tick = event->tick;
    t->good_tick = t->first_bad == UINT64_MAX ? event->tick : t->good_tick;
    t->keyframe = is_keyframe ? event->offset : UINT64_MAX;
    return event->keyframe && !event->absolute ? note_bad(t, event) : NOTHING;
}

/* Judges an event. `*good` becomes the offset of the keyframe that the trial reached. The first
 * keyframe does not count, because no chunk was read before it. t->keyframe lasts for one event:
 * the snapshot must follow directly. */
static int judge_trial(trial *t, const tt_demo_event *event, uint64_t *good)
{
    uint64_t keyframe = t->keyframe;
    t->keyframe = UINT64_MAX;
    if (event->kind == TT_DEMO_TICK) {
        return judge_tick(t, event);
    }
    if (event->status != TT_OK || event->kind == TT_DEMO_OTHER) {
        return note_bad(t, event);
    }
    bool is_keyframe = event->kind == TT_DEMO_SNAPSHOT && keyframe != UINT64_MAX;
    t->has_start |= is_keyframe && t->bad == 0;
    if (is_keyframe && keyframe > t->begin) {
        *good = keyframe;
        return t->is_back ? BACK : GOOD;
    }
    if (event->offset - t->begin > TRIAL_MOST) {
        *good = event->offset;
        return t->bad != 0 ? BROKEN : GOOD;
    }
    return NOTHING;
}

/* Reads ahead with a clone of the first reader until there is a verdict. Reports nothing, because
 * the first reader will meet the same faults. GOOD and BACK set r->trusted, up to which the chunks
 * are good. */
static tt_status try_on(tti_demo_repair *r, trial *t, int *verdict)
{
    tti_demo *demo = tti_demo_of(&r->trial);
    tt_demo_event event;
    tt_status status;
    *verdict = NOTHING;
    tti_demo_clone(&r->trial, &memory_of(r)->trial, &r->demo);
    demo->on_issue = NULL;
    demo->at = demo->end = NULL;
    demo->carried = demo->taken = 0;
    demo->no_more = false;
    r->trial_fed = demo->offset;
    do {
        status = trial_step(r, &r->trial, &event, &r->trial_fed, memory_of(r)->trial_window);
        *verdict = status == TT_OK ? judge_trial(t, &event, &r->trusted) : *verdict;
    } while (status == TT_OK && *verdict == NOTHING);
    return status;
}

/* A search goes byte by byte to the next keyframe: a marker whose tick can follow, and a valid full
 * snapshot after it that has items, as every game writes it. About one in 2^20 offsets of random
 * bytes looks like such a marker, and almost none of them has such a snapshot. An empty snapshot
 * has only four bytes, so it is no proof. */

/* A search may unpack SEARCH_VAIN_FIRST bytes and find nothing, and VAIN bytes more for each byte
 * that it has passed. Without this limit a hostile demo takes hours. */
#define VAIN 16
#define SEARCH_VAIN_FIRST ((uint64_t)1 << 20)

typedef struct chunk_search {
    tti_demo_repair *repair;
    uint64_t begin, at; /* offsets in the demo: begin of the search, begin of the window */
    size_t size;
    uint64_t vain;
    int64_t most;     /* the largest tick that is accepted */
    bool needs_proof; /* the chunks after the keyframe must lead to another keyframe */
    int32_t tick;
} chunk_search;

static void fill_window(chunk_search *s, uint64_t offset)
{
    tti_demo_repair *r = s->repair;
    s->at = offset;
    s->size =
        r->read(r->user, offset, memory_of(r)->trial_window, sizeof memory_of(r)->trial_window);
}

/* Reads on after a keyframe. Returns true when another keyframe follows, with good chunks only
 * between the two. */
static bool is_proven(tti_demo_repair *r, uint64_t offset, uint64_t *fed)
{
    trial t = {.begin = offset, .first_bad = UINT64_MAX, .keyframe = UINT64_MAX, .base = -1};
    tt_demo_event event;
    uint64_t good;
    int verdict = NOTHING;
    t.tick = tti_demo_seen(&r->trial)->tick;
    while (verdict == NOTHING &&
           trial_step(r, &r->trial, &event, fed, memory_of(r)->keyframe_window) == TT_OK) {
        verdict = judge_trial(&t, &event, &good);
    }
    return verdict == GOOD && t.bad == 0;
}

/* Uses the trial's reader, which is free: a search begins only after the trial. */
static bool has_snapshot(chunk_search *s, uint64_t offset)
{
    tti_demo_repair *r = s->repair;
    tt_demo_event event;
    uint64_t fed = offset;
    tt_demo_seek(&r->trial, offset);
    tt_status status = trial_step(r, &r->trial, &event, &fed, memory_of(r)->keyframe_window);
    if (status == TT_OK) { /* the marker was read, and its snapshot follows */
        status = trial_step(r, &r->trial, &event, &fed, memory_of(r)->keyframe_window);
    }
    bool is_good = status == TT_OK && event.kind == TT_DEMO_SNAPSHOT && event.status == TT_OK &&
                   tti_demo_seen(&r->trial)->snap.count != 0;
    is_good = is_good && (!s->needs_proof || is_proven(r, offset, &fed));
    s->vain += tti_demo_seen(&r->trial)->offset - offset;
    return is_good;
}

/* Checks six bytes: the marker, and the first byte of a full snapshot. Sets s->tick. */
static bool is_marker(chunk_search *s, const uint8_t *p)
{
    const tti_demo_repair *r = s->repair;
    tt_demo_event event;
    tti_demo_step step;
    const tti_demo *demo = tti_demo_seen(&r->demo);
    bool steps_as_5 = demo->header.version >= 5 || demo->steps_as_5;
    if ((p[0] & 0xc0) != 0xc0 || tti_demo_chunk_size(p, 1, steps_as_5) != 5) {
        return false;
    }
    tti_demo_chunk_decode(&event, &step, p, 5, steps_as_5);
    int64_t tick = step.value;
    s->tick = (int32_t)step.value;
    return tick > r->tick && tick <= s->most && (p[5] & 0xe0) == 0x20;
}

/* Searches for the next keyframe from s->begin on, and sets r->resume. A marker may begin in the
 * last five bytes of a window, so windows overlap by them. */
static void search_keyframe(chunk_search *s)
{
    tti_demo_repair *r = s->repair;
    r->is_any = s->most == TT_DEMO_TICK_END - 1;
    r->resume = UINT64_MAX;
    fill_window(s, s->begin);
    while (s->size >= 6) {
        for (size_t i = 0; i + 6 <= s->size; i++) {
            uint64_t at = s->at + i;
            bool may_be = is_marker(s, memory_of(r)->trial_window + i) &&
                          s->vain <= SEARCH_VAIN_FIRST + VAIN * (at - s->begin);
            if (may_be && has_snapshot(s, at)) {
                r->resume_tick = s->tick;
                r->resume = at;
                return;
            }
        }
        fill_window(s, s->at + s->size - 5);
    }
}

/* Finds the keyframe after the damage, at most an hour after the last tick. Before the first tick
 * was given, the hour counts from the last good tick of the trial, if it began with a whole
 * keyframe. Without this limit a false keyframe would discard all ticks before it. The good ticks
 * may still be too large, so the keyframe may go back. */
static void find_keyframe(tti_demo_repair *r, const trial *t, uint64_t offset)
{
    chunk_search s = {.repair = r, .begin = offset, .most = TT_DEMO_TICK_END - 1};
    int64_t last = r->tick < 0 && t->has_start ? t->good_tick : r->tick;
    if (last >= 0 && last + TT_DEMO_REPAIR_KEYFRAME_TICKS < s.most) {
        s.most = last + TT_DEMO_REPAIR_KEYFRAME_TICKS;
    }
    search_keyframe(&s);
}

/* Finds a keyframe of any tick, when none follows the first ticks within an hour. The first tick is
 * then probably wrong. The keyframe has to be proven, because the markers before it count no more.
 */
static void find_far_keyframe(tti_demo_repair *r)
{
    chunk_search s = {.repair = r, .begin = r->trusted, .most = TT_DEMO_TICK_END - 1};
    s.needs_proof = true;
    search_keyframe(&s);
}

/* Returns true when a bad chunk had a wrong size and jumped over a keyframe. Costs a second pass
 * over the bytes of the trial. */
static bool find_jumped_over(tti_demo_repair *r, const trial *t)
{
    if (t->bad == 0) {
        return false;
    }
    find_keyframe(r, t, t->first_bad + 1);
    if (r->resume >= r->trusted) {
        return false;
    }
    r->trusted = t->first_bad;
    return true;
}

/* Runs a trial and sets `trusted`. Sets `has_gap` if a gap begins there. How many
 * bytes failing trials may read grows with the demo; above it the first bad chunk ends the trial,
 * so the time is linear. */
static void look_for_chunks(tti_demo_repair *r)
{
    uint64_t begin = tti_demo_seen(&r->demo)->offset;
    trial t = {.begin = begin,
               .first_bad = UINT64_MAX,
               .keyframe = UINT64_MAX,
               .base = r->tick,
               .tick = r->tick,
               .good_tick = r->tick,
               .bad_most = r->vain <= VAIN_FIRST + VAIN * begin ? BAD_MOST : 0};
    int verdict;
    tt_status status = try_on(r, &t, &verdict);
    if (verdict == BACK) {
        /* the damage begins with the first marker that is not before the keyframe's */
        r->has_gap = true;
        r->is_any = r->tick < 0;
        r->resume = r->trusted;
        r->resume_tick = t.tick;
        return;
    }
    if (verdict == GOOD || status == TT_END) {
        r->trusted = verdict == GOOD ? r->trusted : UINT64_MAX;
        r->has_gap = find_jumped_over(r, &t);
        return;
    }
    uint64_t at = tti_demo_seen(&r->trial)->offset;
    r->vain += at - begin;
    r->trusted = t.first_bad < at ? t.first_bad : at;
    if (r->tick < 0 && !t.has_start) {
        r->trusted = begin; /* no sign that chunks begin here */
    }
    r->has_gap = true;
    find_keyframe(r, &t, r->trusted + 1);
    if (r->resume == UINT64_MAX && !r->is_any && r->tick < 0) {
        find_far_keyframe(r);
    }
}

/* Reports the gap and seeks to the keyframe after it, which depends on nothing before. Returns
 * false if there is no keyframe. */
static bool pass_gap(tti_demo_repair *r, uint64_t offset)
{
    bool is_last = r->resume == UINT64_MAX;
    tt_demo_gap gap = {
        .offset = offset,
        .size = is_last ? 0 : r->resume - offset,
        .tick = r->tick,
        .next_tick = is_last ? -1 : r->resume_tick,
    };
    size_t part = is_last ? 1 : 0;
    while (part != 0) {
        part =
            r->read(r->user, offset + gap.size, memory_of(r)->trial_window, TT_DEMO_REPAIR_WINDOW);
        gap.size += part;
    }
    r->done.gaps++;
    r->done.lost_bytes += gap.size;
    r->has_gap = false;
    if (r->options.on_gap != NULL) {
        r->options.on_gap(r->options.user, &gap);
    }
    if (is_last) {
        tti_demo_of(&r->demo)->state = TTI_DEMO_DONE;
        return false;
    }
    tt_demo_seek(&r->demo, r->resume);
    r->fed = r->trusted = r->resume;
    return true;
}

/* Checks if the map is whole. A map that is cut short hides the chunks after it. When the last byte
 * of the map is missing, the search for chunks begins right after the header. */
static void check_map(tti_demo_repair *r)
{
    uint8_t byte;
    tti_demo *demo = tti_demo_of(&r->demo);
    uint64_t after = demo->offset;
    uint32_t size = demo->header.map_size;
    if (size != 0 && r->read(r->user, after + size - 1, &byte, 1) == 0) {
        r->done.map_lost = true;
        demo->header.map_size = 0;
        tt_demo_seek(&r->demo, after);
        r->fed = after;
    }
}

/* Returns true for a marker that belongs to the gap: its tick is not before that of the gap's
 * keyframe, or more than TT_DEMO_REPAIR_KEYFRAME_TICKS before. The second case counts only when the
 * search accepted any tick. */
static bool is_in_gap(const tti_demo_repair *r, const tt_demo_event *event)
{
    return event->kind == TT_DEMO_TICK && r->has_gap && r->resume != UINT64_MAX &&
           (event->tick >= r->resume_tick ||
            (r->is_any && r->resume_tick - event->tick > TT_DEMO_REPAIR_KEYFRAME_TICKS));
}

/* Gives the next event. After a gap damage may follow at once, so the loop looks ahead again. */
tt_status tt_demo_repair_next(tt_demo_repair *outer, tt_demo_event *event)
{
    tti_demo_repair *r = tti_demo_repair_of(outer);
    const tti_demo *demo = tti_demo_seen(&r->demo);
    tt_status status;
    do {
        while (demo->state == TTI_DEMO_CHUNKS && demo->offset >= r->trusted) {
            if (r->has_gap && !pass_gap(r, demo->offset)) {
                return TT_END;
            }
            look_for_chunks(r);
        }
        status = trial_step(r, &r->demo, event, &r->fed, memory_of(r)->window);
    } while (status == TT_OK && is_in_gap(r, event) && pass_gap(r, event->offset));
    if (status != TT_OK) {
        return status;
    }
    if (event->kind == TT_DEMO_HEADER) {
        check_map(r);
    } else if (event->kind == TT_DEMO_TICK && event->status == TT_OK) {
        r->tick = event->tick;
    }
    r->done.bad_chunks += event->kind != TT_DEMO_HEADER && event->status != TT_OK;
    return TT_OK;
}
