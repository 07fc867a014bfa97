/* SPDX-License-Identifier: MIT
 *
 * Searches an archive database for the facts of one recording that have digits: versions, and the
 * chat command timeout.
 */
#include "cli/players/clients.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "teetape/io/query.h"

#define CONSOLE_CHAT 128
#define TIMEOUT "timeout "

/* Returns the digits of an answer; size 0 when it has none. Of chat commands a database keeps only
 * timeout. */
static tt_bytes digits_of(const tt_io_archive_answer *answer)
{
    const size_t word = sizeof TIMEOUT - 1;
    tt_bytes text = answer->text;
    if (answer->fact == TT_FACT_COMMAND) {
        bool is_timeout = answer->has_value && answer->value == CONSOLE_CHAT && text.size > word &&
                          memcmp(text.data, TIMEOUT, word) == 0;
        text = is_timeout ? (tt_bytes){text.data + word, text.size - word} : (tt_bytes){NULL, 0};
    }
    return text.size == CLIENT_DIGITS ? text : (tt_bytes){NULL, 0};
}

static bool take_answer(void *user, const tt_io_archive_answer *answer)
{
    struct clients *c = user;
    tt_bytes digits = digits_of(answer);
    if (digits.size == 0) {
        return true;
    }
    struct client_digits *grown = memory_grow(c->list, c->count, &c->capacity, sizeof *c->list);
    c->no_memory = grown == NULL;
    if (grown == NULL) {
        return false;
    }
    c->list = grown;
    struct client_digits *added = &c->list[c->count++];
    *added = (struct client_digits){.tick = answer->tick, .cid = answer->cid, .kind = answer->fact};
    memcpy(added->text, digits.data, digits.size);
    return true;
}

static bool take_recording(void *user, const tt_io_archive_answer *answer)
{
    bool *is_known = user;
    *is_known = *is_known || answer->kind == TT_IO_ARCHIVE_IS_RECORDING;
    return !*is_known;
}

/* Notes that the database lacks the recording. The column of clients would be empty without a
 * reason. */
static void look_for_recording(tt_io_archive *archive, const struct job *job)
{
    tt_io_archive_query query;
    tt_io_error error;
    bool is_known = false;
    tt_io_archive_query_init(&query);
    query.roots = &job->path;
    query.root_count = 1;
    if (tt_io_archive_search(archive, &query, take_recording, &is_known, &error) && !is_known) {
        message_say(MESSAGE_NOTE, job->path,
                    "the database does not have this recording, so its clients are unknown; "
                    "'teetape find' adds it");
    }
}

/* Reports a failure and ends the run, because the database is the same for all recordings. */
static bool fail(const struct job *job, const char *db, const tt_io_error *error)
{
    if (error->status != TT_ERR_STOPPED && !tt_io_stop_wanted(job->stop)) {
        message_say(MESSAGE_ERROR, error->path[0] != '\0' ? error->path : db, "%s", error->text);
        tt_io_stop_want(job->stop, -1);
    }
    return false;
}

bool clients_read(struct clients *c, const struct job *job, const char *db)
{
    const tt_io_archive_options options = {.use = TT_IO_ARCHIVE_READ, .stop = job->stop};
    tt_io_archive_query query;
    tt_io_error error;
    memset(c, 0, sizeof *c);
    tt_io_archive *archive = tt_io_archive_open(db, &options, &error);
    if (archive == NULL) {
        return fail(job, db, &error);
    }
    tt_io_archive_query_init(&query);
    query.roots = &job->path;
    query.root_count = 1;
    query.kinds = TT_FACT_BIT(TT_FACT_VERSION) | TT_FACT_BIT(TT_FACT_COMMAND);
    bool is_good = strcmp(job->path, "-") == 0 ||
                   tt_io_archive_search(archive, &query, take_answer, c, &error);
    if (is_good && c->count == 0) {
        look_for_recording(archive, job);
    }
    tt_io_archive_close(archive);
    if (c->no_memory) {
        memory_tell(job->path);
        return false;
    }
    return is_good || fail(job, db, &error);
}

/* Answers come in the order of time. Equal facts of a tick are taken in their order. */
const char *clients_of(struct clients *c, const tt_fact *fact)
{
    size_t low = 0, high = c->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->list[middle].tick < fact->tick) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < c->count && c->list[low].tick == fact->tick; low++) {
        struct client_digits *at = &c->list[low];
        if (!at->is_taken && at->cid == fact->cid && at->kind == fact->kind) {
            at->is_taken = true;
            return at->text;
        }
    }
    return NULL;
}

void clients_free(struct clients *c)
{
    free(c->list);
}
