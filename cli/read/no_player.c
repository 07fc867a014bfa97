/* SPDX-License-Identifier: MIT
 *
 * Looks at the names and client ids that there are.
 */
#include "cli/read/no_player.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/shell/message.h"
#include "teetape/io/player.h"
#include "teetape/io/spans.h"

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
