/* SPDX-License-Identifier: MIT
 *
 * Finds what is wrong with the options of a cut.
 *
 * All checks are made before a file is opened. What only the recording can decide (whether a name
 * or a finish is in it) is left to the survey.
 */
#include "jobs/cut.h"

#include <stdlib.h>
#include <string.h>

#include "reading/inside.h"
#include "teetape/io/place.h"
#include "teetape/io/player.h"

/* strtol would also take blanks and a sign. A number that is too large becomes LONG_MAX, which is
 * no team. */
static bool is_team(const char *text)
{
    char *end;
    long team = strtol(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == 0 && team < TT_TEAMS;
}

const char *tti_cut_equals(const char *text)
{
    const char *at = strrchr(text, '=');
    return at != NULL && at != text ? at : NULL;
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
               ? "the finish is that of a player or of a team: `finish`=PLAYER or `team`"
               : NULL;
}

const char *tt_io_cut_check(const tt_io_cut_options *options)
{
    const char *problem = check_edits(options);
    problem = problem != NULL ? problem : check_values(options);
    problem = problem != NULL ? problem : check_together(options);
    if (problem == NULL && options->split != NULL && strcmp(options->output, "-") == 0) {
        problem = "`split` makes several files: `output` needs a name";
    }
    return problem != NULL ? problem : tt_io_reading_check(&options->reading);
}

const char *tti_cut_check_format(const tt_io_cut_options *o, bool is_demo)
{
    bool is_edited = o->drop_chat || o->drop_inputs || o->hide.count != 0 ||
                     o->renames.count != 0 || o->strip_map || o->attach_map != NULL;
    return is_edited && !is_demo
               ? "this is a teehistorian file; `drop_chat`, `drop_inputs`, `hide`, `rename`, "
                 "`strip_map` and `attach_map` are for demos"
               : NULL;
}
