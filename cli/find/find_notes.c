/* SPDX-License-Identifier: MIT
 *
 * What there is to say beside the answers: how many there are, and what they do not have because no
 * recording of the kind has it.
 */
#include "cli/find/find.h"

#include <inttypes.h>

#include "cli/shell/message.h"
#include "cli/show/lacks.h"
#include "cli/text/text.h"

/* Recordings that were searched, or that would have been. */
struct searched {
    size_t demos, teehistorian;
    size_t without_finishes; /* of these: their servers did not record any */
};

/* See tt_io_archive_answer_fn. */
static bool on_searched(void *user, const tt_io_archive_answer *answer)
{
    struct searched *searched = user;
    bool is_teehistorian = answer->format == TT_FORMAT_TEEHISTORIAN;
    searched->demos += answer->format == TT_FORMAT_DEMO;
    searched->teehistorian += is_teehistorian;
    searched->without_finishes += is_teehistorian && answer->version_minor < LACKS_FINISHES_BEFORE;
    return true;
}

/* The recordings of a query, with everybody in them. */
static tt_io_archive_query recordings_of(const tt_io_archive_query *query)
{
    tt_io_archive_query recordings = *query;
    recordings.player = recordings.killer = (tt_io_archive_who){NULL, -1};
    /* what asks for facts would make it a search for facts again */
    recordings.kinds = 0;
    recordings.chat = recordings.account = recordings.save = NULL;
    recordings.min_value = INT64_MIN;
    recordings.max_value = INT64_MAX;
    recordings.limit = 0;
    return recordings;
}

/* Why there may be no answers, or "". */
static bool reason_of(const char **reason, tt_io_archive *archive, const tt_io_archive_query *query,
                      tt_io_error *error)
{
    const uint64_t finishes = TT_FACT_BIT(TT_FACT_FINISH) | TT_FACT_BIT(TT_FACT_TEAM_FINISH);
    bool is_chat = query->kinds == TT_FACT_BIT(TT_FACT_CHAT);
    bool is_finish = query->kinds != 0 && (query->kinds & ~finishes) == 0;
    tt_io_archive_query recordings = recordings_of(query);
    struct searched searched = {0};
    *reason = "";
    if ((is_chat || is_finish) &&
        !tt_io_archive_search(archive, &recordings, on_searched, &searched, error)) {
        return false;
    }
    if (is_chat && searched.teehistorian > 0) {
        *reason = "; " LACKS_CHAT;
    } else if (is_finish && searched.without_finishes > 0) {
        *reason = "; " LACKS_FINISHES "finishes";
    }
    return true;
}

/* Demos are left out by a time with a zone, which is how the times of answers are printed. */
static bool tell_demos(tt_io_archive *archive, const tt_io_archive_query *query, tt_io_error *error)
{
    tt_io_archive_query recordings = recordings_of(query);
    struct searched searched = {0};
    if (!query->from.has_zone && !query->to.has_zone) {
        return true;
    }
    recordings.from = recordings.to = (tt_io_archive_moment){0};
    if (!tt_io_archive_search(archive, &recordings, on_searched, &searched, error)) {
        return false;
    }
    if (searched.demos == 1) {
        message_say(MESSAGE_NOTE, NULL, "1 demo has a time without a zone and was not searched");
    } else if (searched.demos > 0) {
        message_say(MESSAGE_NOTE, NULL, "%zu demos have times without a zone and were not searched",
                    searched.demos);
    }
    return true;
}

bool find_notes(tt_io_archive *archive, const tt_io_archive_query *query, uint64_t count,
                uint64_t all, const char *totals, tt_io_error *error)
{
    char number[TEXT_NUMBER], whole[TEXT_NUMBER];
    bool is_part = all > count;
    const char *reason = "";
    bool is_empty = find_span_is_empty(query);
    bool good = count > 0 || is_empty || reason_of(&reason, archive, query, error);
    message_say(MESSAGE_NOTE, NULL, "%s%s%s %s; %s%s", text_number(number, count),
                is_part ? " of " : "", is_part ? text_number(whole, all) : "",
                (is_part ? all : count) == 1 ? "answer" : "answers", totals, reason);
    return good && (is_empty || tell_demos(archive, query, error));
}
