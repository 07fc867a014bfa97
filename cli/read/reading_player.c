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

/* Whether it can be read twice; a pipe cannot. */
static bool is_file(const char *path)
{
    struct stat about;
    /* What cannot be looked at is opened, which reports why not. */
    return strcmp(path, "-") != 0 && (stat(path, &about) != 0 || S_ISREG(about.st_mode));
}

/* One bit a session, so that a recording of nothing but joins needs little memory. */
static bool grow(struct reading *r)
{
    size_t size = r->selection.needed * 2 + 16;
    uint8_t *bits = r->selection.needed < SIZE_MAX / 4 ? malloc(size) : NULL;
    if (bits == NULL) {
        return false;
    }
    tt_selection_grow(&r->selection, bits, size);
    free(r->chosen);
    r->chosen = bits;
    return true;
}

static void learn(struct reading *r, const tt_fact *fact)
{
    if (tt_selection_learn(&r->selection, fact) == TT_ERR_SPACE &&
        (!grow(r) || tt_selection_learn(&r->selection, fact) != TT_OK)) {
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
static void find_sessions(struct reading *r)
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
                learn(r, pass.item.fact);
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

/* Names need sessions. */
static void want_names(const struct reading *r)
{
    unsigned wants = r->options.wants & ~(unsigned)TT_WANT_NO_SESSIONS;
    uint64_t facts = (wants & TT_WANT_FACTS) != 0 ? r->options.facts : 0;
    if (r->is_learning) {
        wants |= TT_WANT_FACTS;
        facts |= TT_FACT_BIT(TT_FACT_NAME);
    }
    tt_recording_want(r->rec, wants, facts);
}

/* A name that nobody can have chooses nobody. */
static void look_for(struct reading *r, const char *name)
{
    enum { SPACE = 64 };
    r->chosen = memory_zeros(r->job->path, SPACE);
    if (r->chosen == NULL) {
        reading_fail(r, EXIT_SYSTEM);
        return;
    }
    tt_selection_name(&r->selection, r->chosen, SPACE, name);
    r->is_learning = !is_file(r->job->path);
    want_names(r);
    if (!r->is_learning) {
        find_sessions(r);
    }
}

bool reading_player_open(struct reading *r)
{
    int32_t cid;
    if (r->span.player == NULL) {
        return true;
    }
    const char *name = span_read_player(r->span.player, &cid);
    if (name == NULL) {
        tt_selection_cid(&r->selection, cid);
    } else {
        look_for(r, name);
    }
    if (!r->options.wants_everybody) {
        tt_recording_select(r->rec, &r->selection);
    }
    return !r->is_ended;
}

void reading_player_take(struct reading *r)
{
    if (r->is_learning && r->item.kind == TT_ITEM_FACT) {
        learn(r, r->item.fact);
    }
}

void reading_player_close(struct reading *r)
{
    if (!r->options.is_quiet && !r->job->is_one_of_many && !tt_selection_found(&r->selection)) {
        int32_t cid;
        host_message(HOST_MESSAGE_NOTE, r->job->path, "nobody here bears the name %s",
                     span_read_player(r->span.player, &cid));
    }
}
