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
#include "cli/shell/message.h"

/* Bytes of a selection, as long as they suffice. */
#define FIRST_SPACE 64

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

/* Nobody is found yet. A name that nobody can have chooses nobody. */
static void begin(struct reading *r)
{
    int32_t cid;
    const char *name = span_read_player(r->span.player, &cid);
    tt_selection_name(&r->selection, r->chosen, FIRST_SPACE, name);
}

static void learn(struct reading *r, const tt_fact *fact)
{
    if (tt_selection_learn(&r->selection, fact) == TT_ERR_SPACE &&
        (!grow(r) || tt_selection_learn(&r->selection, fact) != TT_OK)) {
        memory_tell(r->job->path);
        reading_fail(r, EXIT_SYSTEM);
    }
}

bool reading_became_shorter(const struct reading *r)
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
    } else if (reading_became_shorter(r)) {
        message_say(MESSAGE_ERROR, r->job->path, "the file became shorter while it was read");
        reading_fail(r, EXIT_DAMAGED);
    }
}

static void on_name(void *user, const tt_fact *fact)
{
    struct reading *r = user;
    if (!r->is_ended) {
        learn(r, fact);
    }
}

/* The same from an index. False when there is none that can be used. */
static bool find_in_index(struct reading *r)
{
    struct archive_index *index = reading_index(r);
    if (index == NULL || (r->job->settings->strict && archive_index_foot(index)->errors != 0)) {
        return false; /* with --strict, reading ends at the first error */
    }
    uint32_t blocks = archive_index_foot(index)->blocks;
    if (archive_index_each(index, 0, blocks, TT_FACT_BIT(TT_FACT_NAME), on_name, r)) {
        return true;
    }
    reading_index_forget(r, ARCHIVE_INDEX_DAMAGED);
    begin(r);
    return false;
}

static void look_for(struct reading *r)
{
    r->chosen = memory_zeros(r->job->path, FIRST_SPACE);
    if (r->chosen == NULL) {
        reading_fail(r, EXIT_SYSTEM);
        return;
    }
    begin(r);
    r->is_learning = !span_is_file(r->job->path);
    if (!r->is_learning && !find_in_index(r)) {
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
        look_for(r);
    }
    return !r->is_ended;
}

void reading_player_take(struct reading *r)
{
    if (r->item.kind == TT_ITEM_FACT) {
        learn(r, r->item.fact);
    }
}

void reading_player_close(struct reading *r)
{
    if (!r->options.is_quiet && !r->job->is_one_of_many && !tt_selection_found(&r->selection)) {
        int32_t cid;
        message_say(MESSAGE_NOTE, r->job->path, READING_NO_PLAYER,
                    span_read_player(r->span.player, &cid));
    }
}
