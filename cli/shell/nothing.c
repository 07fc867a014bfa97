/* SPDX-License-Identifier: MIT
 *
 * Says that a span has no tick, and looks at the names and client ids that there are.
 */
#include "cli/shell/nothing.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/shell/message.h"
#include "teetape/io/player.h"

/* The text was found good before; it is parsed again only to know its form. */
static bool is_date(const char *text)
{
    tt_io_place place;
    return text != NULL && tt_io_place_parse(&place, text) && place.kind == TT_IO_PLACE_CLOCK;
}

static bool asks_for_date(const struct reading *r)
{
    return is_date(r->options.from) || is_date(r->options.to);
}

static int32_t first_tick(const struct reading *r)
{
    return reading_is_demo(r) ? tt_recording_first_tick(r->io.rec) : 0;
}

/* That --from is not before --to. Dates before a recording are all its first tick, so both can be
 * in the right order and the span empty all the same: then the note says where the recording
 * begins. */
void nothing_from_to(const struct reading *r)
{
    char begin[TT_IO_PLACE_CLOCK_TEXT];
    if (r->job->is_one_of_many) {
        r->job->outcome = JOB_NOTHING;
        return;
    }
    bool has_date = asks_for_date(r) && r->io.has_header &&
                    tt_io_reading_clock(&r->io, begin, first_tick(r)) != NULL;
    message_say(MESSAGE_NOTE, r->job->path, "there is nothing from %s to %s%s%s",
                r->options.from != NULL ? r->options.from : "0",
                r->options.to != NULL ? r->options.to : "the end",
                has_date ? "; the recording begins at " : "", has_date ? begin : "");
}

static bool open_facts(tt_io_reading *io, const struct job *job, tt_fact_kind kind)
{
    const tt_io_reading_options how = {
        .wants = TT_WANT_FACTS, .facts = TT_FACT_BIT(kind), .stop = job->stop};
    memset(io, 0, sizeof *io);
    return tt_io_reading_is_file(job->path) && tt_io_reading_open(io, job->path, &how);
}

void no_player_note_digits(const struct job *job, const char *player)
{
    tt_io_reading io;
    int32_t cid;
    const char *name;
    bool is_called_so = false;
    if (player == NULL || tt_io_player_parse(player, &cid, &name) != TT_OK || name != NULL) {
        return;
    }
    if (open_facts(&io, job, TT_FACT_NAME)) {
        while (!is_called_so && tt_io_reading_next(&io)) {
            is_called_so = tt_bytes_equal(io.item.fact->u.name.name, tt_bytes_of(player));
        }
    }
    tt_io_reading_close(&io);
    if (is_called_so) {
        message_say(MESSAGE_NOTE, job->path,
                    "%s is the client with this id; for the player of this name write name:%s",
                    player, player);
    }
}

/* A recording that could not be read to its end may have the id in the rest, so nothing is said of
 * it. */
void no_player_note_cid(const struct job *job, int32_t cid)
{
    tt_io_reading io;
    bool is_there = false;
    if (open_facts(&io, job, TT_FACT_JOIN)) {
        while (!is_there && tt_io_reading_next(&io)) {
            is_there = io.item.fact->cid == cid;
        }
        is_there = is_there || !tt_io_reading_is_good(&io);
    } else {
        is_there = true; /* for all that is known */
    }
    tt_io_reading_close(&io);
    if (!is_there) {
        message_say(MESSAGE_NOTE, job->path,
                    "no client had the id %" PRId32 "; a name of digits is name:%" PRId32, cid,
                    cid);
    }
}
