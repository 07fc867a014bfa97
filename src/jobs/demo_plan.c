/* SPDX-License-Identifier: MIT
 *
 * Decides which parts become demos (all sessions, or all finishes, up to a limit), and names the
 * demos: ticks, client id and kind make a name unique, recording and player are for people.
 */
#include "host/posix.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/utf8.h"
#include "host/error.h"
#include "host/pattern.h"
#include "jobs/demo.h"
#include "reading/inside.h"
#include "teetape/io/compress.h"
#include "teetape/io/player.h"
#include "teetape/string.h"

/* Most bytes of the recording's part of a name. File names have at most 255 bytes. */
#define BASE_MOST 120

#define SAFE TT_NAME_CAP

#define ENDING ".teehistorian"

static tt_bytes base_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    tt_bytes base = tt_bytes_of(name);
    const tt_io_compressor *packed = tt_io_compressor_of(name);
    base.size -= packed != NULL ? strlen(packed->ending) : 0;
    base.size -= tt_io_ending_is(base, ENDING) ? sizeof ENDING - 1 : 0;
    base.size = tt_utf8_cut(base, BASE_MOST);
    return base;
}

static bool is_plain(uint8_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
           c == '_';
}

/* Makes a player's name safe as part of a file name. Letters and digits of any script remain. The
 * result is never longer than the name. */
static void make_safe(char dst[SAFE], const char *name)
{
    tt_bytes rest = tt_bytes_of(name);
    size_t at = 0;
    while (rest.size > 0 && at < SAFE - 1) {
        size_t size = 1;
        int32_t point = rest.data[0] >= 0x80 ? tt_utf8_decode(rest, &size) : -1;
        bool is_kept =
            point >= 0 ? !tti_utf8_is_unseen(point) && at + size < SAFE : is_plain(rest.data[0]);
        memcpy(dst + at, is_kept ? (const char *)rest.data : "_", is_kept ? size : 1);
        at += is_kept ? size : 1;
        rest.data += size;
        rest.size -= size;
    }
    dst[at] = 0;
}

bool tti_demo_path(char dst[JOB_PATH], struct demo_work *w, const tt_io_span *piece)
{
    char safe[SAFE];
    const char *folder = w->options->output;
    size_t size = strlen(folder);
    bool has_slash = size > 0 && folder[size - 1] == '/';
    tt_bytes base = base_of(w->path);
    make_safe(safe, piece->name);
    int written = snprintf(dst, JOB_PATH, "%s%s%.*s.%" PRId64 "-%" PRId64 ".%" PRId32 "%s%s%s.demo",
                           folder, has_slash ? "" : "/", (int)base.size, (const char *)base.data,
                           piece->from, piece->to, piece->cid, safe[0] != 0 ? "." : "", safe,
                           piece->run >= 0 ? ".finish" : "");
    return (written >= 0 && written < JOB_PATH) ||
           tti_job_fail(&w->voice, TT_ERR_SYSTEM, folder, "the path is too long");
}

/* The most existing demos that are named one by one. */
#define TOLD 5

/* Checks the paths of all demos. Symbolic links count as existing files, even if they lead
 * nowhere. */
bool tti_demo_check_paths(struct demo_work *w)
{
    const tt_io_demo_options *o = w->options;
    const tt_io_span_list *pieces = &w->plan.found;
    tt_io_error error;
    struct stat facts;
    char path[JOB_PATH];
    size_t taken = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        if (!tti_demo_path(path, w, &pieces->span[i])) {
            return false;
        }
        if (o->may_write != NULL && !o->may_write(o->user, path)) {
            tti_error_say(w->voice.error, TT_ERR_ARGUMENT,
                          "the caller allows no output with this name");
            return tti_error_of(w->voice.error, path);
        }
        if (!tti_output_is_good(path, w->path, o->map, &error)) {
            return tti_job_fail_with(&w->voice, &error, path);
        }
        if (!o->force && lstat(path, &facts) == 0 && ++taken <= TOLD) {
            tti_error_say(&error, TT_ERR_SYSTEM, "exists already");
            error.system = EEXIST;
            tti_job_fail_with(&w->voice, &error, path);
        }
    }
    if (taken > TOLD) {
        tti_job_fail(&w->voice, TT_ERR_ARGUMENT, w->path, "and %zu more of its demos exist already",
                     taken - TOLD);
    }
    return taken == 0;
}

#define SPLIT_MOST 10000

/* Returns true for the words "player" and "finish" with commas between them. Other functions look
 * for these words by strstr. */
static bool is_split(const char *text)
{
    while (strncmp(text, "player", 6) == 0 || strncmp(text, "finish", 6) == 0) {
        if (text[6] != ',') {
            return text[6] == 0;
        }
        text += 7;
    }
    return false;
}

static bool has_word(const tt_io_demo_options *o, const char *word)
{
    return o->split != NULL && strstr(o->split, word) != NULL;
}

static const char *check_together(const tt_io_demo_options *o)
{
    if (o->only && o->reading.player == NULL && o->split == NULL) {
        return "`only` goes with `player` or `split`";
    }
    if (o->run != NULL && o->split != NULL) {
        return "`run` and `split` do not go together";
    }
    if (o->map != NULL && o->no_map) {
        return "`map` and `no_map` do not go together";
    }
    return o->skip_idle && o->whole ? "`skip_idle` and `whole` do not go together" : NULL;
}

/* Checks the options of `split`. A folder never replaces a file, even with `force`. */
static const char *check_split(const tt_io_demo_options *o)
{
    struct stat facts;
    if (o->split != NULL && !is_split(o->split)) {
        return "`split` takes player, finish, or both with a comma between them";
    }
    if ((o->before != NULL || o->after != NULL) && !has_word(o, "finish")) {
        return "`before` and `after` go with `split` finish";
    }
    const char *problem = tti_io_spans_check(o->before, o->after);
    if (problem != NULL || o->split == NULL) {
        return problem;
    }
    if (o->output != NULL && strcmp(o->output, "-") == 0) {
        return "`split` makes several files: `output` FOLDER";
    }
    if (o->as != NULL && o->reading.player != NULL) {
        return "with `split`, `as` selects the players of the demos: leave `player` out";
    }
    if (o->output == NULL || o->output[0] == 0) {
        return "no output is given: write `output` FOLDER";
    }
    return stat(o->output, &facts) == 0 && !S_ISDIR(facts.st_mode)
               ? "with `split`, `output` is a folder, and this is a file"
               : NULL;
}

const char *tti_demo_check(const tt_io_demo_options *o)
{
    const char *problem = check_together(o);
    problem = problem != NULL ? problem : check_split(o);
    if (problem == NULL && (o->every < 0 || o->every > 2)) {
        problem = "`every` takes 1 or 2";
    }
    if (problem == NULL && o->as != NULL) {
        problem = tti_io_player_check(o->as);
    }
    return problem != NULL ? problem : tt_io_reading_check(&o->reading);
}

static bool say_none(struct demo_work *w)
{
    const tt_io_people *finder = &w->plan.finder;
    const tt_io_person *missing = tti_io_people_missing(finder);
    const char *path = w->options->is_one_of_many ? NULL : w->path;
    tt_io_error why;
    if (missing != NULL && missing->name != NULL) {
        tti_io_people_none(finder, path, w->how.stop, &why);
    } else if (!tt_io_spans_outside(&w->survey, w->survey_how.from, w->survey_how.to, &why)) {
        if (w->ask.has_sessions && finder->count != 0) {
            tti_io_people_none(finder, path, w->how.stop, &why);
        } else if (w->ask.has_sessions) {
            tti_error_say(&why, TT_ERR_PLACE,
                          "no player has a tee in this span; choose another `from` or `to`");
        } else {
            tti_io_spans_no_finish(&w->survey, &w->ask, &why);
        }
    }
    return tti_job_fail_with(&w->voice, &why, w->path);
}

/* Returns true when the plan has demos to make, and reports otherwise. A damaged recording without
 * any part is read again to report the damage: its sessions may have been in the lost bytes. */
static bool judge(struct demo_work *w)
{
    const tt_io_reading *s = &w->survey;
    if (s->has_header && s->from >= s->to) {
        tt_io_reading_options how = w->survey_how;
        how.input = NULL;
        tt_io_reading_open(w->r, w->path, &how); /* the caller reads the span from w->r */
        return tti_job_fail(&w->voice, TT_ERR_ARGUMENT, w->path,
                            "the span is empty: `to` has to be after `from`");
    }
    if (w->plan.found.count > SPLIT_MOST) {
        return tti_job_fail(&w->voice, TT_ERR_ARGUMENT, w->path,
                            "these would be more than %d demos: choose some with `player`, `from` "
                            "and `to`",
                            SPLIT_MOST);
    }
    if (w->plan.found.count == 0) {
        if (s->has_header) {
            say_none(w);
        }
        if (s->errors > s->passed_errors) {
            tti_spans_read_damage(w->path, &w->ask);
        }
        return false;
    }
    /* The name in the options is used for a piece, even while the session has another name. */
    const char *asked = w->plan.finder.count != 0 ? w->plan.finder.person[0].name : NULL;
    bool is_plain = asked != NULL && !w->options->reading.ignore_case && !tti_pattern_is_one(asked);
    for (size_t i = 0; is_plain && i < w->plan.found.count; i++) {
        snprintf(w->plan.found.span[i].name, TT_NAME_CAP, "%s", asked);
    }
    return true;
}

/* Decides what the first pass looks for. A pipe does not allow two passes, and an index has no
 * PLAYER_READY. */
static void set_ask(struct demo_work *w)
{
    const tt_io_demo_options *o = w->options;
    const char *const *player = &o->reading.player, *const *finder =
                                                        o->as != NULL ? &o->as : player;
    w->ask = (tt_io_spans_options){
        .reading = &w->survey_how,
        .again = w->r,
        .has_sessions = has_word(o, "player"),
        .has_finishes = has_word(o, "finish"),
        .team = -1,
        .before = o->before,
        .after = o->after,
        .every = o->every,
        .least = DEMO_FEWEST,
        .most = SPLIT_MOST,
        .by_begin = true,
        .refusal = "`split` takes two passes, and this can be read only once",
        .on_say = tti_job_say,
        .user = &w->voice,
    };
    if (o->split != NULL) {
        w->ask.finder = (tt_io_texts){finder, *finder != NULL};
    } else {
        w->ask.kept = (tt_io_texts){player, *player != NULL};
        w->ask.hidden = (tt_io_texts){&o->as, o->as != NULL};
        w->ask.may_learn = true;
    }
}

bool tti_demo_plan(struct demo_work *w)
{
    set_ask(w);
    bool is_good = tti_job_survey(&w->voice, &w->plan, &w->survey, w->path, &w->ask, w->r);
    if (w->plan.has_passed) {
        w->how.input = NULL;
    }
    if (is_good && w->options->split != NULL) {
        is_good = judge(w);
    }
    tt_io_reading_close(&w->survey);
    return is_good;
}
