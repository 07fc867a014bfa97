/* SPDX-License-Identifier: MIT
 *
 * Decides whether spans need a pass over the recording first, and checks its result.
 *
 * All players who had a name are known only at the end of a recording. Anything but client ids and
 * times therefore needs a first pass. With an index it is cheap, because it reads only facts.
 */
#include "host/error.h"
#include "reading/inside.h"
#include "spans/spans.h"

#include <stdlib.h>
#include <string.h>

void tti_spans_read_damage(const char *path, const tt_io_spans_options *options)
{
    tt_io_reading_options how = *options->reading;
    how.from = how.to = NULL;
    how.no_index = true;
    how.input = NULL;
    if (tt_io_reading_open(options->again, path, &how)) {
        while (tt_io_reading_next(options->again)) {
        }
    }
}

/* Reports every missing player, so that the user can correct all names at once. Similar names are
 * looked up only for the first one, because each look reads the recording. */
static void list_missing(const tt_io_people *p, const char *path,
                         const tt_io_spans_options *options, tt_io_error *error)
{
    for (size_t i = 0; i < p->count; i++) {
        const tt_io_person *person = &p->person[i];
        if (person->found) {
            continue;
        }
        if (error->status != TT_OK) {
            tti_spans_say(options, TT_LEVEL_ERROR, error, path);
        }
        if (person->name == NULL) {
            tti_error_say(error, TT_ERR_PLACE, "client %s is not in this recording", person->text);
        } else {
            bool is_first = person == tti_io_people_missing(p);
            tt_io_player_none(error, is_first ? path : NULL, person->name, options->reading->stop);
        }
        tti_error_of(error, path);
    }
}

bool tti_spans_have_all(const tt_io_spans *spans, const char *path,
                        const tt_io_spans_options *options, tt_io_error *error)
{
    tti_error_clear(error);
    if (options->needs_hidden) {
        list_missing(&spans->hidden, path, options, error);
    }
    list_missing(&spans->renamed, path, options, error);
    return error->status == TT_OK;
}

static void warn_unseen(const tt_io_people *p, const char *path, const tt_io_spans_options *options)
{
    tt_io_error what;
    const tt_io_person *missing = tti_io_people_missing(p);
    if (missing != NULL) {
        tti_error_say(&what, TT_ERR_PLACE,
                      "'%s' was not there before the end of this span; whether a player with "
                      "this name came later is not known, as stdin is read only once",
                      missing->name != NULL ? missing->name : missing->text);
        tti_spans_say(options, TT_LEVEL_WARNING, &what, path);
    }
}

void tti_spans_warn_unseen(const tt_io_spans *spans, const char *path,
                           const tt_io_spans_options *options)
{
    if (options->needs_hidden) {
        warn_unseen(&spans->hidden, path, options);
    }
    warn_unseen(&spans->renamed, path, options);
}

/* Returns true when a required player is missing from the recording. The caller does not read it
 * afterwards, so its damage is reported here. Without a header the players are unknown. */
static bool lacks_somebody(const tt_io_spans *spans, const tt_io_reading *r, const char *path,
                           const tt_io_spans_options *options, tt_io_error *error)
{
    bool has_hidden = !options->needs_hidden || tti_io_people_missing(&spans->hidden) == NULL;
    if (has_hidden && tti_io_people_missing(&spans->renamed) == NULL) {
        return false;
    }
    if (r->errors > r->passed_errors || !r->has_header) {
        tti_spans_read_damage(path, options);
    }
    if (r->has_header) {
        tti_spans_have_all(spans, path, options, error);
    }
    return true;
}

static bool is_good(const tt_io_spans *spans, const tt_io_reading *r, const char *path,
                    const tt_io_spans_options *options, tt_io_error *error)
{
    tt_status status = r->error.status;
    if (tti_spans_no_memory(spans)) {
        tti_error_say(error, TT_ERR_SYSTEM, "there is not enough memory");
    } else if (status == TT_ERR_SYSTEM || status == TT_ERR_UNSUPPORTED || status == TT_ERR_PLACE ||
               tt_io_stop_wanted(options->reading->stop)) {
        return false;
    } else if (tti_spans_have_names(spans, options) && r->has_header &&
               tti_io_reading_became_shorter(r)) {
        tti_error_say(error, TT_ERR_CHANGED, "the file became shorter while it was read");
    } else {
        return !lacks_somebody(spans, r, path, options, error);
    }
    return tti_error_of(error, path);
}

/* Makes a pass only for names, finishes, sessions, teams and chat lines. A pipe cannot be read
 * twice: names can be learned from its records if the caller accepts that, and everything else is
 * refused. */
bool tti_io_spans_find(tt_io_spans *spans, tt_io_reading *r, const char *path,
                       const tt_io_spans_options *options, tt_io_error *error)
{
    tt_io_input *input = options->reading->input;
    memset(spans, 0, sizeof *spans);
    tti_error_clear(error);
    tti_people_init(&spans->kept, &options->kept);
    tti_people_init(&spans->hidden, &options->hidden);
    tti_people_init(&spans->finder, &options->finder);
    spans->kept.has_patterns = spans->finder.has_patterns = true;
    spans->kept.ignore_case = spans->finder.ignore_case = options->reading->ignore_case;
    tti_people_init(&spans->renamed, &options->renamed);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        spans->first[cid] = TT_SESSION_NONE;
    }
    bool has_pass = options->has_sessions || options->has_finishes || options->has_team ||
                    options->around_chat != NULL;
    if (!has_pass && !tti_spans_have_names(spans, options)) {
        return true;
    }
    if (!tt_io_reading_is_file(path)) {
        spans->is_learning = !has_pass && options->may_learn;
        if (!spans->is_learning) {
            tti_error_say(error, TT_ERR_ARGUMENT, "%s", options->refusal);
        }
        return spans->is_learning || tti_error_of(error, path);
    }
    spans->has_passed = true;
    if (!tti_spans_survey(spans, r, path, options, input)) {
        tti_error_say(error, TT_ERR_SYSTEM, "there is not enough memory");
        return tti_error_of(error, path);
    }
    return is_good(spans, r, path, options, error);
}

void tti_io_spans_close(tt_io_spans *spans)
{
    free(spans->kept.more);
    free(spans->hidden.more);
    free(spans->finder.more);
    free(spans->renamed.more);
    free(spans->found.span);
    free(spans->teams.span);
}
