/* SPDX-License-Identifier: MIT
 *
 * Cuts a recording: checks the options, finds the parts to cut, and writes them (cut_pieces.c) with
 * the functions of the recording's format.
 *
 * All options are checked before a file is opened. The survey checks what depends on the recording,
 * such as whether a name is in it.
 */
#include "jobs/cut.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reading/inside.h"
#include "teetape/io/place.h"

/* Returns true for the number of a team. The first digit is checked here, because strtol also takes
 * blanks and a sign. A number that is too large becomes LONG_MAX, which is no team. */
static bool is_team(const char *text)
{
    char *end;
    long team = strtol(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == 0 && team < TT_TEAMS;
}

static const char *check_edits(const tt_io_cut_options *o)
{
    if (o->hide.count > TT_IO_PEOPLE_MAX || o->renames.count > TT_IO_PEOPLE_MAX) {
        return "`hide` and `rename` take 16 players at most";
    }
    if (o->finish != NULL && o->finish[0] != 0 && tti_io_player_check(o->finish) != NULL) {
        return tti_io_player_check(o->finish);
    }
    for (size_t i = 0; i < o->hide.count; i++) {
        const char *problem = tti_io_player_check(o->hide.text[i]);
        if (problem != NULL) {
            return problem;
        }
    }
    if (o->around_chat != NULL && o->around_chat[0] == 0) {
        return "`around_chat` takes a part of a chat line";
    }
    if (o->strip_map && o->attach_map != NULL) {
        return "`strip_map` and `attach_map` do not go together";
    }
    for (size_t i = 0; i < o->renames.count; i++) {
        if (tti_cut_equals(o->renames.text[i]) == NULL) {
            return "`rename` takes OLD=NEW";
        }
        if (strlen(tti_cut_equals(o->renames.text[i]) + 1) > TT_DEMO_NAME_MAX) {
            return "`rename`: a name has at most 15 bytes";
        }
    }
    return NULL;
}

static const char *check_values(const tt_io_cut_options *o)
{
    int32_t split;
    if (o->team != NULL && !is_team(o->team)) {
        return "`team` takes the number of a team, 0 to 128";
    }
    const char *problem = tti_io_spans_check(o->before, o->after);
    if (problem != NULL) {
        return problem;
    }
    return o->split != NULL && (!tti_io_place_length(o->split, &split) || split == 0)
               ? "`split` takes seconds (60) or a game time (1:00:00)"
               : NULL;
}

static const char *check_together(const tt_io_cut_options *o)
{
    bool has_length = o->before != NULL || o->after != NULL;
    if ((has_length || o->match != 0) && o->finish == NULL && o->around_chat == NULL) {
        return "`before`, `after` and `match` go with `finish` or `around_chat`";
    }
    if (o->finish != NULL && o->split != NULL) {
        return "`finish` makes one piece: it does not go with `split`";
    }
    if (o->reading.player != NULL && o->team != NULL) {
        return "`player` and `team` do not go together";
    }
    if (o->around_chat != NULL && (o->finish != NULL || o->split != NULL)) {
        return "`around_chat` makes one piece: it does not go with `finish` or `split`";
    }
    return o->finish != NULL && o->finish[0] != 0 && o->team != NULL
               ? "a finish is of a player or of a team: give either `finish`=PLAYER or `team`"
               : NULL;
}

static const char *check(const tt_io_cut_options *options)
{
    const char *problem = check_edits(options);
    problem = problem != NULL ? problem : check_values(options);
    problem = problem != NULL ? problem : check_together(options);
    if (problem == NULL && options->split != NULL && strcmp(options->output, "-") == 0) {
        problem = "`split` makes several files: `output` needs a name";
    }
    return problem != NULL ? problem : tt_io_reading_check(&options->reading);
}

/* Finds the moment in the survey, which reports no damage. When a damaged recording has no such
 * moment, the recording is read again to report the damage. */
static bool find_moment(struct cut_work *w, int64_t *from, int64_t *to)
{
    const tt_io_cut_options *o = w->options;
    const tt_io_reading *s = &w->survey;
    tt_io_error error;
    if (w->spans.found.count == 0 && s->errors > s->passed_errors) {
        tti_spans_read_damage(w->path, &w->ask);
        if (!s->has_header) {
            return false;
        }
    }
    const tt_io_span *span = tti_spans_choose(&w->spans, s, w->path, &w->ask, o->match, &error);
    if (span == NULL) {
        return tti_job_fail_with(&w->voice, &error, w->path);
    }
    /* Options have ticks as texts, so the ticks that were found become texts, too. A recording
     * without an end has no text for its end. */
    snprintf(w->from_text, sizeof w->from_text, "%" PRId64, span->from);
    snprintf(w->to_text, sizeof w->to_text, "%" PRId64, span->to);
    w->how.from = w->from_text;
    w->how.to = span->to < TT_IO_PLACE_END ? w->to_text : NULL;
    *from = span->from;
    *to = span->to;
    return true;
}

/* Chooses the finish and the players. The finish comes first, because it decides the span for
 * which teams are compared. A client that leaves the team in the first tick of the span counts
 * as in it. */
static bool choose(struct cut_work *w)
{
    const tt_io_span_list *teams = &w->spans.teams;
    int64_t from = w->survey.from, to = w->survey.to;
    if (w->survey.has_header && from >= to) {
        return tti_job_fail(&w->voice, TT_ERR_PLACE, w->path,
                            "the span is empty: `to` has to be after `from`");
    }
    if ((w->ask.has_finishes || w->ask.around_chat != NULL) && !find_moment(w, &from, &to)) {
        return false;
    }
    for (size_t i = 0; i < teams->count; i++) {
        if (teams->span[i].from < to && teams->span[i].to >= from) {
            tti_people_choose(&w->spans.kept, teams->span[i].session);
        }
    }
    return true;
}

/* Decides what the survey looks for. The reading gets no player, because the state at the start of
 * the cut needs everybody; players are left out record by record. `finder` is the player whose
 * finish is looked for: that of `finish`, else `player`. With the prefix "name:" the OLD of a
 * rename OLD=NEW is a name even if it is a number. */
static void set_ask(struct cut_work *w, bool is_demo)
{
    const tt_io_cut_options *o = w->options;
    const char *const *player = &o->reading.player;
    bool has_moment = o->finish != NULL || o->around_chat != NULL;
    w->finder = o->finish != NULL && o->finish[0] != 0 ? o->finish : *player;
    w->keeps_some = *player != NULL || o->team != NULL;
    if (o->split != NULL) {
        tti_io_place_length(o->split, &w->split);
    }
    if (w->keeps_some) {
        snprintf(w->selection, sizeof w->selection, "%s%s", o->team != NULL ? "team:" : "",
                 o->team != NULL ? o->team : *player);
    }
    for (size_t i = 0; i < o->renames.count; i++) {
        const char *text = o->renames.text[i];
        snprintf(w->renamed_text[i], CUT_RENAMED, "name:%.*s", (int)(tti_cut_equals(text) - text),
                 text);
        w->renamed[i] = w->renamed_text[i];
    }
    w->ask = (tt_io_spans_options){
        .reading = &w->how,
        .again = w->r,
        .kept = {player, *player != NULL},
        .hidden = o->hide,
        .renamed = {w->renamed, o->renames.count},
        .finder = {&w->finder, has_moment && w->finder != NULL},
        .needs_hidden = true,
        .has_finishes = o->finish != NULL,
        .has_team = o->team != NULL,
        .team = o->team != NULL ? (int32_t)atoi(o->team) : -1,
        .around_chat = o->around_chat,
        .before = o->before,
        .after = o->after,
        .may_learn = is_demo,
        .refusal = "`finish`, `team`, `around_chat` and the name of a `player` take two passes, "
                   "and this can be read only once; a client id takes one",
        .on_say = tti_job_say,
        .user = &w->voice,
    };
}

static bool is_possible(struct cut_work *w, tt_format format)
{
    const tt_io_cut_options *o = w->options;
    tt_io_error error;
    bool is_edited = o->drop_chat || o->drop_inputs || o->hide.count != 0 ||
                     o->renames.count != 0 || o->strip_map || o->attach_map != NULL;
    if (is_edited && format == TT_FORMAT_TEEHISTORIAN) {
        return tti_job_fail(&w->voice, TT_ERR_ARGUMENT, w->path,
                            "this is a teehistorian file; `drop_chat`, `drop_inputs`, `hide`, "
                            "`rename`, `strip_map` and `attach_map` are for demos");
    }
    const char *problem = tti_output_check_ending(
        o->output, format == TT_FORMAT_DEMO ? TT_IO_ENDING_DEMO : TT_IO_ENDING_TEEHISTORIAN);
    if (format != TT_FORMAT_UNKNOWN && problem != NULL) {
        return tti_job_fail(&w->voice, TT_ERR_ARGUMENT, o->output, "%s", problem);
    }
    return tti_output_is_good(o->output, w->path, o->attach_map, &error) ||
           tti_job_fail_with(&w->voice, &error, o->output);
}

static bool survey(struct cut_work *w)
{
    bool is_good = tti_job_survey(&w->voice, &w->spans, &w->survey, w->path, &w->ask, w->r);
    if (w->spans.has_passed) {
        w->how.input = NULL;
        is_good = is_good && choose(w);
    }
    tt_io_reading_close(&w->survey);
    return is_good;
}

/* Cuts the recording. State from before the span is kept, so a demo is read from its start, without
 * an index. */
static bool cut(struct cut_work *w)
{
    tt_format format = tti_job_look(w->how.input);
    w->format = format == TT_FORMAT_DEMO ? &tti_cut_demo : &tti_cut_teehistorian;
    set_ask(w, format == TT_FORMAT_DEMO);
    if (!is_possible(w, format) || (format != TT_FORMAT_UNKNOWN && !survey(w))) {
        return false;
    }
    w->how.no_index |= w->format->is_whole;
    w->format->want(w, &w->how);
    tt_io_reading_options how = w->how;
    w->how.input = NULL; /* the reading owns the input now */
    bool is_made = tt_io_reading_open(w->r, w->path, &how) && tti_cut_write(w);
    if (w->format->close != NULL) {
        w->format->close(w);
    }
    tt_io_reading_stop(w->r);
    return is_made && tt_io_error_rank(w->voice.error) == 0 && !tti_job_is_ended(w->r, w->how.stop);
}

bool tti_cut_put(tt_io_reading *r, const char *path, const tt_io_reading_options *how,
                 tt_sink_fn *put, void *user, struct job_voice *voice)
{
    const tt_io_cut_options options = {.output = "-"};
    struct cut_work *w = calloc(1, sizeof *w);
    if (w == NULL) {
        return tti_job_fail(voice, TT_ERR_SYSTEM, path, "there is not enough memory");
    }
    w->path = path;
    w->options = &options;
    w->format = tt_recording_demo_header(r->rec) != NULL ? &tti_cut_demo : &tti_cut_teehistorian;
    w->r = r;
    w->how = *how;
    w->voice = *voice;
    w->put = put;
    w->user = user;
    bool is_made = tti_cut_write(w);
    if (w->format->close != NULL) {
        w->format->close(w);
    }
    free(w);
    return is_made;
}

bool tt_io_cut(tt_io_reading *r, const char *path, const tt_io_cut_options *options,
               tt_io_error *error)
{
    struct job_voice voice = {error, options->on_say, options->user};
    tt_io_reading_options how = options->reading;
    const char *problem = check(options);
    if (r == NULL) {
        return tti_job_check(problem, error);
    }
    struct cut_work *w = tti_job_begin(&voice, sizeof *w, problem, r, path, &how);
    if (w == NULL) {
        return tti_job_end(false, error, r, path);
    }
    w->path = path;
    w->options = options;
    w->r = r;
    w->how = how;
    w->how.player = NULL;
    w->voice = voice;
    bool is_made = cut(w);
    tt_io_input_close(w->how.input);
    tti_io_spans_close(&w->spans);
    free(w);
    return tti_job_end(is_made, error, r, path);
}
