/* SPDX-License-Identifier: MIT
 *
 * Reads the facts of a recording to find its spans.
 *
 * Follows each slot from session to session, and makes a span of everything that the options ask
 * for: sessions, finishes, chat lines, times in a team. The cost is one reading of the facts, and
 * memory for the spans.
 */
#include "spans/spans.h"

#include <stdio.h>
#include <stdlib.h>

bool tti_spans_no_memory(const tt_io_spans *spans)
{
    return spans->no_memory || spans->kept.no_memory || spans->hidden.no_memory ||
           spans->finder.no_memory || spans->renamed.no_memory;
}

bool tti_spans_have_names(const tt_io_spans *spans, const tt_io_spans_options *options)
{
    return tti_people_have_names(&spans->kept) || tti_people_have_names(&spans->hidden) ||
           tti_people_have_names(&spans->finder) ||
           (options->needs_hidden && spans->hidden.count + spans->renamed.count != 0);
}

/* State of a pass, linear in client ids. Sessions are followed by their facts and not by the world,
 * so an index is enough. */
struct survey {
    tt_io_spans *spans;
    const tt_io_spans_options *options;
    tt_io_reading *r;
    const char *path;
    uint64_t entered; /* session of the last PLAYER_READY, whose JOIN may still come */
    struct slot {
        tt_io_span now;
        bool has_entered;
        int32_t team;
        int32_t team_from; /* tick in which the client joined the team; -1 while it is not in it */
    } slot[TT_CIDS];
};

/* Returns only the facts that the options need, because less of an index is then unpacked. JOIN and
 * NAME give the names of sessions, LEAVE ends sessions, SPAWN shows a tee. */
static uint64_t facts_of(const tt_io_spans_options *options)
{
    uint64_t facts = TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_NAME);
    if (options->has_finishes) {
        facts |= TT_FACT_BIT(options->has_team ? TT_FACT_TEAM_FINISH : TT_FACT_FINISH);
    }
    if (options->around_chat != NULL) {
        facts |= TT_FACT_BIT(TT_FACT_CHAT) | TT_FACT_BIT(TT_FACT_SERVER_MESSAGE);
    }
    if (options->has_team || options->has_sessions) {
        facts |= TT_FACT_BIT(TT_FACT_LEAVE);
    }
    return facts | (options->has_team ? TT_FACT_BIT(TT_FACT_TEAM) : 0) |
           (options->has_sessions ? TT_FACT_BIT(TT_FACT_SPAWN) : 0);
}

static void end_team(struct survey *s, struct slot *slot, int32_t tick)
{
    if (slot->team_from >= 0) {
        tt_io_span part = slot->now;
        part.from = slot->team_from;
        part.to = tick;
        tti_spans_add(s->spans, &s->spans->teams, &part);
    }
    slot->team_from = -1;
}

static void begin_team(struct survey *s, struct slot *slot, int32_t tick)
{
    bool is_in = s->options->has_team && slot->team == s->options->team;
    slot->team_from = is_in && slot->now.session != TT_SESSION_NONE ? tick : -1;
}

/* Begins a session in a slot, which may be taken over without a LEAVE. jobs/cut_demo.c needs the
 * first session of a slot to hide it. PLAYER_READY comes before the JOIN of its session, which
 * `entered` remembers. */
static void begin_session(struct survey *s, struct slot *slot, const tt_fact *fact)
{
    uint64_t *first = &s->spans->first[fact->cid];
    *first = *first == TT_SESSION_NONE ? fact->session : *first;
    end_team(s, slot, fact->tick);
    slot->now = (tt_io_span){.session = fact->session,
                             .cid = fact->cid,
                             .team = -1,
                             .from = fact->tick,
                             .tick = fact->tick,
                             .run = -1};
    slot->has_entered = fact->session == s->entered;
    begin_team(s, slot, fact->tick);
}

/* Ends a session. The tick of the leave belongs to the session. A session that never entered has no
 * tee, and is kept to be counted as left out. */
static void end_session(struct survey *s, struct slot *slot, int32_t tick)
{
    const tt_io_reading *r = s->r;
    tt_io_span part = slot->now;
    end_team(s, slot, tick);
    slot->now.session = TT_SESSION_NONE;
    part.to = tick < r->to ? (int64_t)tick + 1 : r->to;
    if (part.session != TT_SESSION_NONE && s->options->has_sessions && part.to > r->from &&
        part.from < r->to) {
        part.from = part.from > r->from ? part.from : r->from;
        part.is_left_out = !slot->has_entered;
        tti_spans_add(s->spans, &s->spans->found, &part);
    }
}

/* Adds the span around a finish or a chat line. A negative time, which only a damaged recording
 * has, counts as 0: -1 would mean that the span is no finish. */
static void take_moment(struct survey *s, const tt_fact *fact)
{
    const tt_io_spans_options *options = s->options;
    tt_io_span part = {
        .session = fact->session, .cid = fact->cid, .team = -1, .tick = fact->tick, .run = -1};
    if (fact->cid >= 0) {
        snprintf(part.name, sizeof part.name, "%s", s->slot[fact->cid].now.name);
    }
    if (fact->kind == TT_FACT_TEAM_FINISH) {
        part.team = fact->u.team_finish.team;
        part.run = fact->u.team_finish.ticks;
    } else if (fact->kind == TT_FACT_FINISH) {
        part.run = fact->u.finish.ticks;
    } else if (!tti_span_says(&part, fact, options->around_chat)) {
        return;
    }
    if (fact->kind == TT_FACT_FINISH || fact->kind == TT_FACT_TEAM_FINISH) {
        part.run = part.run > 0 ? part.run : 0;
    }
    if (part.team < 0 || part.team == options->team) {
        tti_span_around(&part, options->before, options->after);
        tti_spans_add(s->spans, &s->spans->found, &part);
    }
}

/* Follows a slot. Names are taken only up to the end of the span: a later name would label a piece
 * by something outside it. */
static void take_client(struct survey *s, struct slot *slot, const tt_fact *fact)
{
    tt_bytes name = fact->u.name.name;
    switch (fact->kind) {
    case TT_FACT_JOIN:
        begin_session(s, slot, fact);
        break;
    case TT_FACT_LEAVE:
        end_session(s, slot, fact->tick);
        break;
    case TT_FACT_NAME:
        if (fact->tick < s->r->to) {
            snprintf(slot->now.name, TT_NAME_CAP, "%.*s", (int)name.size, (const char *)name.data);
        }
        break;
    case TT_FACT_SPAWN:
        slot->has_entered = slot->has_entered || fact->tick < s->r->to;
        break;
    case TT_FACT_TEAM:
        end_team(s, slot, fact->tick);
        slot->team = fact->u.team.team;
        begin_team(s, slot, fact->tick);
        break;
    default:
        break;
    }
}

/* Takes a fact. A moment needs the name of its slot, so the slot comes first. Names are known for
 * the whole recording only if `people` takes every fact. */
static void take_fact(struct survey *s, const tt_fact *fact)
{
    const uint64_t moments = TT_FACT_BIT(TT_FACT_FINISH) | TT_FACT_BIT(TT_FACT_TEAM_FINISH) |
                             TT_FACT_BIT(TT_FACT_CHAT) | TT_FACT_BIT(TT_FACT_SERVER_MESSAGE);
    s->spans->has_chat = s->spans->has_chat || fact->kind == TT_FACT_CHAT;
    if (fact->cid >= 0) {
        take_client(s, &s->slot[fact->cid], fact);
    }
    tti_people_take(&s->spans->kept, fact);
    tti_people_take(&s->spans->hidden, fact);
    tti_people_take(&s->spans->finder, fact);
    tti_people_take(&s->spans->renamed, fact);
    if ((TT_FACT_BIT(fact->kind) & moments) != 0 && fact->tick >= s->r->from &&
        fact->tick < s->r->to) {
        take_moment(s, fact);
    }
}

static bool has_room(const struct survey *s)
{
    const tt_io_spans *spans = s->spans;
    bool is_counted = s->options->most != 0 && spans->finder.count == 0;
    return !tti_spans_no_memory(spans) && (!is_counted || spans->found.count <= s->options->most);
}

/* Reads the pass. With names it goes to the end of the recording, because a later name selects its
 * sessions, too. PLAYER_READY, which is no fact, may come before the fact that its session begins:
 * session and slot remember it. At the end, a session ends with the last tick, a time in a team
 * never. */
static void read_facts(struct survey *s, bool has_names)
{
    const tt_item *item = &s->r->item;
    while (has_room(s) && tt_io_reading_next(s->r)) {
        if (!has_names && item->tick >= s->r->to) {
            break;
        }
        if (item->kind == TT_ITEM_FACT) {
            take_fact(s, item->fact);
        } else if (item->th != NULL && item->th->kind == TT_TH_PLAYER_READY &&
                   item->tick < s->r->to) {
            s->entered = item->session;
            s->slot[item->th->cid].has_entered = true;
        }
    }
    int32_t last = tt_recording_look(s->r->rec).tick;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        end_session(s, &s->slot[cid], s->options->has_sessions ? last : INT32_MAX);
    }
}

static void pass(struct survey *s, unsigned wants, tt_io_input *input)
{
    const tt_io_reading_options *asked = s->options->reading;
    const tt_io_reading_options how = {.from = asked->from,
                                       .to = asked->to,
                                       .index_folder = asked->index_folder,
                                       .no_index = asked->no_index,
                                       .ends_at_error = asked->ends_at_error,
                                       .follow = asked->follow,
                                       .stop = asked->stop,
                                       .input = input,
                                       .wants = wants,
                                       .facts = facts_of(s->options),
                                       .wants_all = true};
    bool has_names = tti_spans_have_names(s->spans, s->options);
    s->entered = TT_SESSION_NONE;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        s->slot[cid] = (struct slot){.now.session = TT_SESSION_NONE, .team_from = -1};
    }
    if (tt_io_reading_open(s->r, s->path, &how)) {
        read_facts(s, has_names);
    }
    tti_spans_select(s->spans, s->options);
}

/* Makes the pass. Facts alone are faster, but do not show a spectator. A second pass reads the
 * records for PLAYER_READY only when a session would be left out for that. */
bool tti_spans_survey(tt_io_spans *spans, tt_io_reading *r, const char *path,
                      const tt_io_spans_options *options, tt_io_input *input)
{
    struct survey *s = calloc(1, sizeof *s);
    if (s == NULL) {
        tt_io_input_close(input);
        return false;
    }
    s->spans = spans;
    s->options = options;
    s->path = path;
    s->r = r;
    pass(s, TT_WANT_FACTS, input);
    if (spans->left_out != 0 && options->has_sessions &&
        !tt_io_stop_wanted(options->reading->stop)) {
        tt_io_reading_close(r);
        spans->found.count = spans->teams.count = spans->left_out = 0;
        pass(s, TT_WANT_FACTS | TT_WANT_RECORDS, NULL);
    }
    free(s);
    return true;
}
