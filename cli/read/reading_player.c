/* SPDX-License-Identifier: MIT
 *
 * The player of a reading. A name means every session of everyone who ever had it: that takes a
 * pass over the recording before. Where the input can be read only once, a session counts from the
 * record on that names it.
 */
#include "host/posix.h"

#include "cli/read/reading_inside.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/shell/memory.h"
#include "host/message.h"

bool reading_is_file(const char *path)
{
    struct stat about;
    /* What cannot be looked at is opened, which reports why not. */
    return strcmp(path, "-") != 0 && (stat(path, &about) != 0 || S_ISREG(about.st_mode));
}

/* One bit a session, so that a recording of nothing but joins needs little memory. */
static bool grow(struct reading_player *p)
{
    size_t size = p->selection.needed * 2 + 16;
    uint8_t *bits = p->selection.needed < SIZE_MAX / 4 ? malloc(size) : NULL;
    if (bits == NULL) {
        return false;
    }
    tt_selection_grow(&p->selection, bits, size);
    free(p->bits);
    p->bits = bits;
    return true;
}

static void learn(struct reading *r, struct reading_player *p, const tt_fact *fact)
{
    if (tt_selection_learn(&p->selection, fact) == TT_ERR_SPACE &&
        (!grow(p) || tt_selection_learn(&p->selection, fact) != TT_OK)) {
        memory_tell(r->job->path);
        reading_fail(r, EXIT_SYSTEM);
    }
}

/* Whether the file is shorter by now than it was when it was opened: a pass may have missed some.
 */
static bool became_shorter(const struct reading *r)
{
    struct stat about;
    return stat(r->job->path, &about) == 0 &&
           (uint64_t)about.st_size < host_input_count(r->input).size;
}

/* Goes through the whole recording for the sessions that have the name. */
static void find_sessions(struct reading *r, struct reading_player *p)
{
    const struct reading_options names = {
        .wants = TT_WANT_FACTS, .facts = TT_FACT_BIT(TT_FACT_NAME), .is_quiet = true};
    struct settings settings = *r->job->settings;
    struct job job = *r->job;
    struct reading pass;
    settings.follow = false;
    job.settings = &settings;
    memset(&pass, 0, sizeof pass);
    if (reading_source_open(&pass, &job, &names)) {
        while (!r->is_ended && reading_source_next(&pass)) {
            if (pass.item.kind == TT_ITEM_FACT) {
                learn(r, p, pass.item.fact);
            }
        }
    }
    if (reading_source_close(&pass) == EXIT_SYSTEM) {
        reading_fail(r, EXIT_SYSTEM);
    } else if (became_shorter(r)) {
        host_message(HOST_MESSAGE_ERROR, r->job->path, "the file became shorter while it was read");
        reading_fail(r, EXIT_DAMAGED);
    }
}

/* Names need sessions. Where records are wanted that give them, facts are not. */
static void want_names(const struct reading *r, bool is_learning)
{
    unsigned wants = r->options.wants & ~(unsigned)TT_WANT_NO_SESSIONS;
    uint64_t facts = (wants & TT_WANT_FACTS) != 0 ? r->options.facts : 0;
    bool has_records = reading_format(r) == TT_FORMAT_TEEHISTORIAN && (wants & TT_WANT_RECORDS);
    if (is_learning && !has_records) {
        wants |= TT_WANT_FACTS;
        facts |= TT_FACT_BIT(TT_FACT_NAME);
    }
    tt_recording_want(r->rec, wants, facts);
}

/* A name that nobody can have chooses nobody. */
static void look_for(struct reading *r, struct reading_player *p, const char *name)
{
    enum { SPACE = 64 };
    p->bits = memory_zeros(r->job->path, SPACE);
    if (p->bits == NULL) {
        reading_fail(r, EXIT_SYSTEM);
        return;
    }
    tt_selection_name(&p->selection, p->bits, SPACE, name);
    p->is_learning = !reading_is_file(r->job->path);
    want_names(r, p->is_learning || r->player.is_learning);
    if (!p->is_learning) {
        find_sessions(r, p);
    }
}

bool reading_find_player(struct reading *r, struct reading_player *player, const char *text)
{
    int32_t cid;
    *player = (struct reading_player){.text = text};
    tt_selection_all(&player->selection);
    const char *name = text != NULL ? span_read_player(text, &cid) : NULL;
    if (name != NULL) {
        look_for(r, player, name);
    } else if (text != NULL) {
        tt_selection_cid(&player->selection, cid);
    }
    return !r->is_ended;
}

void reading_player_free(struct reading_player *player)
{
    free(player->bits);
}

bool reading_player_open(struct reading *r)
{
    bool is_known = reading_find_player(r, &r->player, r->span.player);
    if (r->span.player != NULL && !r->options.wants_everybody) {
        tt_recording_select(r->rec, &r->player.selection);
    }
    return is_known;
}

/* The name that a client has after the current record, which may give it. */
static bool name_of_record(const struct reading *r, tt_fact *fact)
{
    const tt_th_event *event = r->item.th;
    if (event == NULL || (event->kind != TT_TH_MESSAGE && event->kind != TT_TH_PLAYER_NAME)) {
        return false;
    }
    *fact = (tt_fact){.kind = TT_FACT_NAME, .cid = event->cid, .session = r->item.session};
    fact->u.name.name = tt_bytes_of(tt_recording_session(r->rec, event->cid).name);
    return true;
}

void reading_learn_player(struct reading *r, struct reading_player *player)
{
    tt_fact name;
    if (!player->is_learning) {
        return;
    }
    if (r->item.kind == TT_ITEM_FACT) {
        learn(r, player, r->item.fact);
    } else if (r->item.kind == TT_ITEM_RECORD && name_of_record(r, &name)) {
        learn(r, player, &name);
    }
}

void reading_player_close(struct reading *r)
{
    int32_t cid;
    if (!r->job->is_one_of_many && !tt_selection_found(&r->player.selection)) {
        host_message(HOST_MESSAGE_NOTE, r->job->path, "nobody here bears the name %s",
                     span_read_player(r->player.text, &cid));
    }
}
