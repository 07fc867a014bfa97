/* SPDX-License-Identifier: MIT
 *
 * Recordings, read on all cores.
 */
#include "tool.h"

#include <stdio.h>
#include <string.h>

/* After the last item. */
static void settle(const tt_io_reading *r, const char *path)
{
    if (r->error.status != TT_OK && r->error.status != TT_ERR_FORMAT) {
        tool_say(&r->error);
    } else if (r->errors != 0) {
        fprintf(stderr, "teetape: %s: it is damaged\n", path);
        tool_worsen(TOOL_DAMAGED);
    }
}

static void print_fact(const tt_io_reading *r, const char *path, tt_io_output *out)
{
    const tt_fact *fact = r->item.fact;
    const char *name = fact->cid >= 0 ? tt_recording_session(r->rec, fact->cid).name : "";
    bool is_chat = fact->kind == TT_FACT_CHAT;
    tool_begin(out, tt_bytes_of(path));
    tool_int(out, "tick", fact->tick);
    tool_text(out, "kind", tt_bytes_of(tt_fact_type(fact->kind)->name));
    tool_int(out, "cid", fact->cid);
    tool_text(out, "name", name[0] != '\0' ? tt_bytes_of(name) : (tt_bytes){NULL, 0});
    tool_text(out, "text", is_chat ? fact->u.chat.text : (tt_bytes){NULL, 0});
    tool_end(out);
}

static void facts(void *user, tt_io_reading *r, const char *path, tt_io_output *out)
{
    (void)user;
    while (tt_io_reading_next(r)) {
        print_fact(r, path, out);
    }
    settle(r, path);
}

struct session {
    int32_t cid, joined, left;
    const char *how;
};

static void print_session(tt_io_output *out, const char *path, const struct session *s,
                          const tt_session *slot)
{
    tool_begin(out, tt_bytes_of(path));
    tool_int(out, "session", (int64_t)slot->number);
    tool_int(out, "cid", s->cid);
    tool_text(out, "name", slot->name[0] != '\0' ? tt_bytes_of(slot->name) : (tt_bytes){NULL, 0});
    tool_int(out, "joined_tick", s->joined);
    tool_int(out, "left_tick", s->left);
    tool_text(out, "left", tt_bytes_of(s->how));
    tool_end(out);
}

/* The session of a slot ends, by a fact or with the recording. */
static void end(const tt_io_reading *r, const char *path, tt_io_output *out, struct session s)
{
    tt_session slot = tt_recording_session(r->rec, s.cid);
    s.joined = slot.since;
    print_session(out, path, &s, &slot);
}

static void players(void *user, tt_io_reading *r, const char *path, tt_io_output *out)
{
    (void)user;
    while (tt_io_reading_next(r)) {
        const tt_fact *fact = r->item.fact;
        bool is_replaced = fact->u.leave.how == TT_LEFT_REPLACED;
        if (fact->u.leave.how != TT_LEFT_NOBODY) {
            end(r, path, out,
                (struct session){fact->cid, 0, fact->tick, is_replaced ? "replaced" : "drop"});
        }
    }
    for (int32_t cid = 0; r->has_header && cid < TT_CIDS; cid++) {
        if (tt_recording_session(r->rec, cid).open) {
            end(r, path, out, (struct session){cid, 0, tt_io_reading_last_tick(r), "no"});
        }
    }
    settle(r, path);
}

static void each(char **words, uint64_t kinds, tt_io_each_fn *fn)
{
    tt_io_output out;
    tt_io_error error;
    size_t count = 0;
    while (words[count] != NULL) {
        count++;
    }
    tool_out_open(&out);
    tt_io_each_options how = {
        .reading = {.wants = TT_WANT_FACTS, .facts = kinds, .stop = &tool_stop}, .out = &out};
    bool good = tt_io_each((const char *const *)words, count, &how, fn, NULL, &error);
    if (!good && tt_io_output_error(&out) == 0) {
        tool_say(&error);
    }
    tool_out_close(&out);
}

void tool_facts(char **words)
{
    each(words, TT_FACTS_ALL, facts);
}

void tool_players(char **words)
{
    each(words, TT_FACT_BIT(TT_FACT_LEAVE), players);
}

void tool_part(char **words)
{
    tt_io_reading r;
    tt_io_output out;
    const tt_io_reading_options how = {.from = words[0],
                                       .to = words[1],
                                       .player = words[2][0] != '*' ? words[2] : NULL,
                                       .wants = TT_WANT_FACTS,
                                       .facts = TT_FACTS_ALL,
                                       .stop = &tool_stop};
    tool_out_open(&out);
    if (tt_io_reading_open(&r, words[3], &how)) {
        while (tt_io_reading_next(&r)) {
            print_fact(&r, words[3], &out);
        }
    }
    settle(&r, words[3]);
    tt_io_reading_close(&r);
    tool_out_close(&out);
}
