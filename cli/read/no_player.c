/* SPDX-License-Identifier: MIT
 *
 * Looks at the names and client ids that there are.
 */
#include "cli/read/no_player.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/shell/message.h"
#include "cli/shell/suggest.h"
#include "teetape/io/player.h"
#include "teetape/io/reading.h"

/* Names of one letter are near to everything: any other one differs by a letter. */
#define SHORTEST 2

/* In small letters, as far as they are ASCII. Its size. Other letters would need tables of Unicode,
 * for a hint. */
static size_t lower(char dst[TT_NAME_CAP], tt_bytes name)
{
    size_t size = name.size < TT_NAME_CAP ? name.size : TT_NAME_CAP - 1;
    for (size_t i = 0; i < size; i++) {
        char c = (char)name.data[i];
        dst[i] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    dst[size] = 0;
    return size;
}

/* Letters that differ; capitals do not. */
static size_t distance_of(tt_bytes a, tt_bytes b)
{
    char one[TT_NAME_CAP], other[TT_NAME_CAP];
    const tt_bytes left = {(const uint8_t *)one, lower(one, a)};
    const tt_bytes right = {(const uint8_t *)other, lower(other, b)};
    return suggest_distance(left, right);
}

/* False for what can be read only once. To be closed in both cases. An index beside the recording
 * makes this pass fast; without one it costs as much as the first reading did. */
static bool open_facts(tt_io_reading *io, const struct job *job, tt_fact_kind kind)
{
    const tt_io_reading_options how = {
        .wants = TT_WANT_FACTS, .facts = TT_FACT_BIT(kind), .stop = job->stop};
    memset(io, 0, sizeof *io);
    return tt_io_reading_is_file(job->path) && tt_io_reading_open(io, job->path, &how);
}

/* The name that is nearest, when one differs by a letter at most; else "". One letter in a name of
 * the game is much; more of them would propose strangers. Reading ends early at a name that differs
 * in capitals only. */
static void find_near(const struct job *job, tt_bytes asked, char near[TT_NAME_CAP])
{
    tt_io_reading io;
    size_t best = 2;
    near[0] = 0;
    if (asked.size < SHORTEST || asked.size >= TT_NAME_CAP) {
        return;
    }
    if (open_facts(&io, job, TT_FACT_NAME)) {
        while (best != 0 && tt_io_reading_next(&io)) {
            tt_bytes name = io.item.fact->u.name.name;
            size_t distance = distance_of(asked, name);
            if (distance < best && name.size >= SHORTEST && name.size < TT_NAME_CAP) {
                best = distance;
                snprintf(near, TT_NAME_CAP, "%.*s", (int)name.size, (const char *)name.data);
            }
        }
    }
    tt_io_reading_close(&io);
}

/* Among many recordings no near name is looked for: each of them would be read twice, and most lack
 * the player anyway. */
const char *no_player_named(const struct job *job, const char *name, char text[NO_PLAYER_TEXT])
{
    char near[TT_NAME_CAP] = "";
    if (!job->is_one_of_many) {
        find_near(job, tt_bytes_of(name), near);
    }
    snprintf(text, NO_PLAYER_TEXT / 2, NO_PLAYER_NAMED, name);
    if (near[0] != 0) {
        size_t used = strlen(text);
        snprintf(text + used, NO_PLAYER_TEXT - used, "; did you mean '%s'?", near);
    }
    return text;
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
