/* SPDX-License-Identifier: MIT
 *
 * Decides what becomes a demo of its own (all sessions, or all finishes, up to a bound), and its
 * name: ticks, client id and kind make it unique, recording and player are what people look for.
 */
#include "cli/demo/demo.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/outcome.h"
#include "cli/shell/reading.h"
#include "cli/shell/target.h"
#include "cli/shell/word_list.h"
#include "cli/text/text.h"
#include "teetape/io/compress.h"
#include "teetape/io/path.h"
#include "teetape/string.h"

/* File names have up to 255 bytes. */
#define BASE_MOST 120

#define SAFE TT_NAME_CAP

#define ENDING ".teehistorian"

static tt_bytes base_of(const char *path)
{
    const char *name = out_path_name(path);
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

/* Letters and digits of any script remain. Never longer than the name. Characters that text_safe_to
 * would change are not kept. */
static void make_safe(char dst[SAFE], const char *name)
{
    tt_bytes rest = tt_bytes_of(name);
    size_t at = 0;
    while (rest.size > 0 && at < SAFE - 1) {
        char shown[TEXT_SAFE_BOUND(4)];
        size_t size = 1;
        if (rest.data[0] >= 0x80 && tt_utf8_decode(rest, &size) >= 0) {
            const tt_bytes one = {rest.data, size};
            bool is_kept = text_safe_to(shown, sizeof shown, one) == size &&
                           memcmp(shown, one.data, size) == 0 && at + size < SAFE;
            memcpy(dst + at, is_kept ? (const char *)one.data : "_", is_kept ? size : 1);
            at += is_kept ? size : 1;
        } else {
            size = size > 0 ? size : 1;
            dst[at++] = is_plain(rest.data[0]) ? (char)rest.data[0] : '_';
        }
        rest.data += size;
        rest.size -= size;
    }
    dst[at] = 0;
}

bool split_path(char dst[OUT_PATH], const struct job *job, const tt_io_span *piece)
{
    char name[BASE_MOST + SAFE + 64], safe[SAFE];
    tt_bytes base = base_of(job->path);
    make_safe(safe, piece->name);
    snprintf(name, sizeof name, "%.*s.%" PRId64 "-%" PRId64 ".%" PRId32 "%s%s%s.demo",
             (int)base.size, (const char *)base.data, piece->from, piece->to, piece->cid,
             safe[0] != 0 ? "." : "", safe, piece->run >= 0 ? ".finish" : "");
    return out_path_join(dst, job->settings->output, name);
}

#define SPLIT_MOST 10000

static const char *const words[] = {"player", "finish", NULL};

const char *split_word(size_t index)
{
    return words[index];
}

static bool has_word(const struct demo_options *options, const char *word)
{
    return word_list_has(options->split, word);
}

/* --as with --split means the players of the demos. */
const char *split_check(const struct settings *settings, const struct demo_options *options)
{
    if ((options->before != NULL || options->after != NULL) && !has_word(options, "finish")) {
        return "--before and --after go with --split finish";
    }
    static char text[TARGET_NAMED];
    const char *problem = tt_io_spans_check(options->before, options->after);
    problem = problem != NULL ? target_named(text, problem) : NULL;
    if (problem != NULL || options->split == NULL) {
        return problem;
    }
    if (settings->output != NULL && strcmp(settings->output, "-") == 0) {
        return "--split makes several files: -o FOLDER";
    }
    return options->as != NULL && settings->reading.player != NULL
               ? "with --split, --as selects the players of the demos: leave --player out"
               : NULL;
}

/* Each part has the name that was asked for, also under other names of the session. */
static void name_parts(tt_io_spans *plan)
{
    const char *asked = plan->finder.count != 0 ? plan->finder.person[0].name : NULL;
    for (size_t i = 0; asked != NULL && i < plan->found.count; i++) {
        snprintf(plan->found.span[i].name, TT_NAME_CAP, "%s", asked);
    }
}

static enum exit_status report_none(const tt_io_spans *plan, const struct reading *r)
{
    const struct demo_options *o = r->job->options;
    const tt_io_person *missing = tt_io_people_missing(&plan->finder);
    tt_io_error why;
    if (missing != NULL && missing->name != NULL) {
        const char *path = r->job->is_one_of_many ? NULL : r->job->path;
        tt_io_player_none(&why, path, missing->name, r->job->stop);
        return outcome_nothing(r->job, "%s", why.text);
    }
    if (tt_io_spans_outside(&r->io, r->options.from, r->options.to, &why)) {
        return outcome_nothing(r->job, "%s", why.text);
    }
    if (has_word(o, "player")) {
        return outcome_nothing(r->job, "the chosen player is not in this span");
    }
    return outcome_nothing(r->job, "no such finish is in it%s",
                           tt_io_spans_why_none(&r->io, false));
}

static enum exit_status report_damage(struct job *job)
{
    const tt_io_reading_options how = {.no_index = true};
    struct reading r;
    if (reading_open(&r, job, &how, READING_USUAL)) {
        while (reading_next(&r)) {
        }
    }
    return reading_close(&r);
}

/* A damaged recording without any part is read again: its sessions may be in what was lost. */
static enum exit_status judge(tt_io_spans *plan, const struct reading *r)
{
    struct job *job = r->job;
    enum exit_status status = EXIT_GOOD;
    if (r->io.has_header && r->io.from >= r->io.to) {
        nothing_from_to(r);
        status = reading_refuse_empty(job);
    } else if (plan->found.count > SPLIT_MOST) {
        message_say(MESSAGE_ERROR, job->path,
                    "these would be more than %d demos: choose some with --player, --from and --to",
                    SPLIT_MOST);
        status = EXIT_USAGE;
    } else if (plan->found.count == 0) {
        status = r->io.has_header ? report_none(plan, r) : EXIT_GOOD;
        status = r->io.errors > r->io.passed_errors ? report_damage(job) : status;
    }
    name_parts(plan);
    return status;
}

/* A pipe cannot have two passes. An index has no PLAYER_READY. */
static tt_io_spans_options ask(const struct demo_options *o, const char *const *as,
                               const char *const *player)
{
    const char *const *finder = *as != NULL ? as : player;
    if (o->split == NULL) {
        return (tt_io_spans_options){
            .kept = {player, *player != NULL}, .hidden = {as, *as != NULL}, .may_learn = true};
    }
    return (tt_io_spans_options){
        .finder = {finder, *finder != NULL},
        .has_sessions = has_word(o, "player"),
        .has_finishes = has_word(o, "finish"),
        .team = -1,
        .before = o->before,
        .after = o->after,
        .every = o->every,
        .least = DEMO_FEWEST,
        .most = SPLIT_MOST,
        .by_begin = true,
        .refusal = "--split takes two passes, and this can be read only once",
    };
}

static enum exit_status make(tt_io_spans *plan, struct reading *r, struct job *job)
{
    const struct demo_options *o = job->options;
    const char *player = job->settings->reading.player;
    tt_io_reading_options how = {.from = NULL};
    tt_io_spans_options options = ask(o, &o->as, &player);
    tt_io_error error;
    if (o->split != NULL) {
        how = job->settings->reading;
        how.player = NULL;
        how.no_index = true;
    }
    no_player_note_digits(job, o->split == NULL || o->as == NULL ? player : o->as);
    no_player_note_digits(job, o->split == NULL ? o->as : NULL);
    reading_prepare(r, job, &how, READING_QUIET);
    options.reading = &r->options;
    bool is_good = tt_io_spans_find(plan, &r->io, job->path, &options, &error);
    if (!plan->has_passed) {
        job->input = r->options.input;
    }
    reading_settle(r);
    if (error.status != TT_OK) {
        return target_say(job, TT_LEVEL_ERROR, &error);
    }
    if (!is_good) {
        return r->status == EXIT_DAMAGED ? EXIT_GOOD : r->status;
    }
    return o->split != NULL ? judge(plan, r) : EXIT_GOOD;
}

enum exit_status split_plan_make(tt_io_spans *plan, struct job *job)
{
    struct reading *r = memory_zeros(job->path, sizeof *r);
    if (r == NULL) {
        return EXIT_SYSTEM;
    }
    enum exit_status status = make(plan, r, job);
    reading_close(r);
    free(r);
    return status;
}
