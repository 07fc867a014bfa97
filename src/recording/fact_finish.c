/* SPDX-License-Identifier: MIT
 *
 * Makes the finishes of a demo that no Sv_RaceFinish reports: a server leaves that message out of
 * its own demo, and servers before DDNet 18 do not send it. Two other messages report a finish:
 *
 *     Sv_Chat         "NAME finished in: 1 minute(s) 23.45 second(s)", said by the server
 *     Sv_DDRaceTime   the time without a name; a server's demo has one for each finish
 *
 * The finish waits for the next snapshot. A time that is the player's best has become the score of
 * exactly that player there. When neither the line nor the scores name a client, the fact has the
 * client id -1.
 */
#include "base/mem.h"
#include "demo/parts.h"
#include "recording/recording.h"

enum { FINISH_SECOND = 100, FINISH_MINUTE = 60 * FINISH_SECOND, FINISH_LONGEST = 1 << 30 };

/* Removes a word from the end of a text, or returns false. */
static bool cut_word(tt_bytes *text, const char *word)
{
    size_t size = tti_strlen(word);
    if (text->size < size || !tti_equal(text->data + text->size - size, word, size)) {
        return false;
    }
    text->size -= size;
    return true;
}

/* Removes a number of at most five digits from the end of a text, or returns false. */
static bool cut_number(tt_bytes *text, int32_t *value)
{
    int32_t unit = 1;
    for (*value = 0; unit < 100000 && text->size > 0; unit *= 10) {
        uint8_t digit = text->data[text->size - 1];
        if (digit < '0' || digit > '9') {
            break;
        }
        *value += (digit - '0') * unit;
        text->size--;
    }
    return unit > 1;
}

/* Reads a line backwards, because a name can have every character. The game writes seconds with
 * "%5.2f", which puts blanks before them. Leaves the name in `*text`. */
static bool read_line(tt_bytes *text, int32_t *hundredths)
{
    int32_t minutes, seconds, rest;
    if (!cut_word(text, " second(s)") || !cut_number(text, &rest) || !cut_word(text, ".") ||
        !cut_number(text, &seconds)) {
        return false;
    }
    while (cut_word(text, "  ")) {
        text->size++;
    }
    if (!cut_word(text, " minute(s) ") || !cut_number(text, &minutes) ||
        !cut_word(text, " finished in: ")) {
        return false;
    }
    *hundredths = minutes * FINISH_MINUTE + seconds * FINISH_SECOND + rest;
    return rest < FINISH_SECOND && seconds < 60;
}

/* Returns the only client with a name, or -1. */
static int32_t client_of(const tti_recording *r, tt_bytes name)
{
    int32_t found = -1, count = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_client *client = &r->world.client[cid];
        if (client->connected && tti_strlen(client->name) == name.size &&
            tti_equal(client->name, name.data, name.size)) {
            found = cid;
            count++;
        }
    }
    return count == 1 ? found : -1;
}

/* Returns the score that a best time gives: whole seconds, negative. The game uses -9999 for no
 * time. */
static int32_t score_of(int32_t hundredths)
{
    int32_t score = -(hundredths / FINISH_SECOND);
    return score == -9999 ? -10000 : score;
}

static tti_finished *add(tti_recording *r, int32_t hundredths)
{
    tti_demo_stream *d = &r->u.demo;
    if (d->finished_count == TTI_FINISHED_MAX) {
        return NULL;
    }
    tti_finished *f = &d->finished[d->finished_count++];
    *f = (tti_finished){.tick = r->tick,
                        .hundredths = hundredths,
                        .cid = -1,
                        .count = 1,
                        .session = TT_SESSION_NONE,
                        .offset = r->offset};
    return f;
}

static void note_line(tti_recording *r, tt_bytes text)
{
    int32_t hundredths;
    tti_finished *f = read_line(&text, &hundredths) ? add(r, hundredths) : NULL;
    if (f == NULL) {
        return;
    }
    if (r->u.demo.is_lazy) {
        tti_demo_lazy_catch_up(r);
    }
    f->is_said = f->is_unclear = true;
    f->cid = client_of(r, text);
    f->session = f->cid >= 0 ? r->format->slot(r, f->cid).session : TT_SESSION_NONE;
}

/* Notes a time. The line of the same finish came before. A whole team has the same time. */
static void note_time(tti_recording *r, int32_t hundredths)
{
    tti_demo_stream *d = &r->u.demo;
    bool is_unclear = false;
    if (hundredths < 0 || hundredths > FINISH_LONGEST) {
        return;
    }
    for (uint32_t i = 0; i < d->finished_count; i++) {
        tti_finished *f = &d->finished[i];
        int32_t apart = f->hundredths - hundredths;
        if (f->is_said && f->tick == r->tick && apart >= -1 && apart <= 1) {
            f->is_said = false;
            return;
        }
        if (f->cid < 0 && !f->is_unclear && apart == 0) {
            f->count++;
            return;
        }
        if (score_of(f->hundredths) == score_of(hundredths)) {
            f->is_unclear = is_unclear = true;
        }
    }
    tti_finished *f = add(r, hundredths);
    if (f != NULL) {
        f->is_unclear = is_unclear;
    }
    if (d->is_lazy) {
        tti_demo_lazy_catch_up(r);
    }
}

/* Removes the finish that Sv_RaceFinish reports, too. */
static void forget_line(tti_demo_stream *d, int32_t cid, int32_t hundredths)
{
    for (uint32_t i = 0; i < d->finished_count; i++) {
        tti_finished *f = &d->finished[i];
        int32_t apart = f->hundredths - hundredths;
        if ((f->cid == cid || f->cid < 0) && apart >= -1 && apart <= 1) {
            f->count = 0;
            return;
        }
    }
}

void tti_demo_finish_note(tti_recording *r)
{
    tti_demo_stream *d = &r->u.demo;
    const tt_sv_msg *m = &tti_demo_world_seen(&d->follower)->message;
    const struct tt_sv_chat *said = &m->u.sv_chat;
    if (d->event.kind != TT_DEMO_MESSAGE || d->is_copy ||
        (d->is_lazy && !tti_wants_fact(r, TT_FACT_FINISH))) {
        return;
    }
    if (m->kind == TT_SV_CHAT && said->cid < 0) {
        note_line(r, said->message);
    } else if (m->kind == TT_SV_RACE_FINISH) {
        forget_line(d, m->u.sv_race_finish.cid, m->u.sv_race_finish.time_ms / 10);
    } else if (!tt_demo_is_server(&tti_demo_seen(&d->demo)->header)) {
        return; /* a client's demo has only the times of its own player, whom other messages name */
    } else if (m->kind == TT_SV_DDRACE_TIME_LEGACY && m->u.sv_ddrace_time_legacy.finish != 0) {
        note_time(r, m->u.sv_ddrace_time_legacy.time);
    } else if (m->kind == TT_SV_DDRACE_TIME && m->u.sv_ddrace_time.finish != 0) {
        note_time(r, m->u.sv_ddrace_time.time);
    }
}

static bool score_at(const tt_snap *snap, int32_t cid, int32_t *score)
{
    tt_snap_item item;
    struct tt_obj_player_info info;
    if (!tt_snap_find(snap, tt_snap_key(tt_obj_type(TT_OBJ_PLAYER_INFO)->type, cid), &item) ||
        tt_obj_unpack(&info, TT_OBJ_PLAYER_INFO, item.data, item.size) < 0) {
        return false;
    }
    *score = info.score;
    return true;
}

static bool has_become(const tti_demo *demo, int32_t cid, int32_t score)
{
    int32_t before, now;
    return score_at(&demo->snap_before, cid, &before) && score_at(&demo->snap, cid, &now) &&
           before != now && now == score;
}

/* Returns the next client whose score has become the time. With more such clients than finishes,
 * some have another reason, and it returns -1. */
static int32_t next_scored(const tti_demo_stream *d, const tti_finished *f)
{
    const tti_demo *demo = tti_demo_seen(&d->demo);
    int32_t found = -1, count = 0;
    if (f->is_unclear || demo->snap_tick != d->event.tick) {
        return -1;
    }
    for (int32_t cid = f->next; cid < TT_CIDS; cid++) {
        if (has_become(demo, cid, score_of(f->hundredths))) {
            found = found < 0 ? cid : found;
            count++;
        }
    }
    return count <= f->count ? found : -1;
}

bool tti_demo_finished(tti_recording *r, tt_fact *fact, bool is_end)
{
    tti_demo_stream *d = &r->u.demo;
    if (!is_end && !tti_demo_is_snapshot(d)) {
        return false;
    }
    for (uint32_t i = 0; i < d->finished_count; i++) {
        tti_finished *f = &d->finished[i];
        if (f->count <= 0) {
            continue;
        }
        bool is_scored = f->cid < 0 && !is_end;
        int32_t cid = is_scored ? next_scored(d, f) : f->cid;
        f->next = cid + 1;
        f->is_unclear |= cid < 0;
        f->count--;
        tti_fact_of(r, fact, TT_FACT_FINISH, cid);
        fact->session = is_scored ? fact->session : f->session;
        fact->tick = f->tick;
        fact->offset = f->offset;
        fact->u.finish.ticks = (f->hundredths + 1) / (FINISH_SECOND / TT_TICKS_PER_SECOND);
        return true;
    }
    d->finished_count = 0;
    return false;
}
