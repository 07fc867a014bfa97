/* SPDX-License-Identifier: MIT
 *
 * Tells about a demo that was made.
 *
 * Lines for eyes or objects of --json, for one demo or for each of many.
 */
#include "cli/demo/convert_report.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/demo/demo_options.h"
#include "cli/shell/issues.h"
#include "cli/shell/message.h"
#include "cli/shell/target.h"
#include "cli/show/demo_made.h"
#include "cli/text/text.h"

const struct column convert_columns[] = {
    COLUMN(struct convert_result, output, "the file that was written"),
    COLUMN(struct convert_result, cid, "--split, --as: the client id of its player",
           .is_optional = true),
    COLUMN(struct convert_result, name,
           "--split, --as: the name of its player; empty when it is not known",
           .is_optional = true),
    COLUMN(struct convert_result, run_ticks,
           "--split finish: how long the run took; null for a session", .type = "number",
           .is_optional = true, .show = SHOW_JSON),
    COLUMN(struct convert_result, first_tick, "the first tick in it"),
    COLUMN(struct convert_result, last_tick, "the last tick in it"),
    COLUMN(struct convert_result, bytes, "of the demo, before compression"),
    COLUMN(struct convert_result, snapshots, "ticks with a snapshot"),
    COLUMN(struct convert_result, messages, "messages"),
    COLUMN(struct convert_result, markers, "on its timeline"),
    COLUMN(struct convert_result, left_out, "snapshots and messages that did not fit"),
    COLUMN(struct convert_result, nameless,
           "players without a known name; the demo uses their client id"),
    COLUMN(struct convert_result, shortened, "ticks of gaps that are left out"),
    COLUMN(struct convert_result, map, "the map file that was found; null for none"),
    COLUMN(struct convert_result, map_bytes, "of the map that is embedded; 0 for none"),
    COLUMNS_END,
};

/* ", as cid N, NAME", and the longest of the endings */
#define MORE_TEXT (TEXT_SAFE_BOUND(TT_NAME_CAP) + 60)

/* Of a demo that has no player in its name: whose view it is. The demo of --as: whose view it is,
 * as its file name does not say it. */
static const char *more_text(char dst[MORE_TEXT], const struct convert_result *result, bool is_one)
{
    const char *map = result->map_bytes != 0 ? ", with its map" : ", without its map";
    char safe[TEXT_SAFE_BOUND(TT_NAME_CAP)];
    if (!is_one || result->name == NULL) {
        return map;
    }
    size_t size = text_safe_to(safe, sizeof safe, tt_bytes_of(result->name));
    snprintf(dst, MORE_TEXT, ", as cid %" PRId32 "%s%.*s%s", result->cid, size != 0 ? ", " : "",
             (int)size, safe, map);
    return dst;
}

/* Warnings first, so that they are not after the line about a demo that is there. Of many demos
 * only what is wrong with one of them is said, with its own path; the totals of a run are not
 * repeated for each. */
void convert_report(const struct job *job, const struct convert_result *result)
{
    const struct settings *settings = job->settings;
    bool is_one = demo_options_of(job)->split == NULL;
    if (result->left_out != 0) {
        message_say(MESSAGE_WARNING, is_one ? job->path : result->output,
                    "%" PRIu64 " snapshots or messages did not fit and are left out",
                    result->left_out);
    }
    if (result->shortened != 0 && !demo_options_of(job)->skip_idle) {
        char length[TEXT_TIME];
        message_say(MESSAGE_NOTE, is_one ? job->path : result->output,
                    "silences of more than an hour are left out, %s in all: later ticks are lower "
                    "by up to %" PRId32 " (--whole keeps them)",
                    text_time(length, result->shortened), result->shortened);
    }
    if (result->nameless != 0 && is_one) {
        message_say(MESSAGE_NOTE, job->path,
                    "of %" PRIu64 " players no name is known: they are called by their client id",
                    result->nameless);
    }
    if (settings->json) {
        rows_json(job, convert_columns, TT_FORMAT_TEEHISTORIAN, result);
    } else if (target_wants_words(settings, result->output)) {
        const struct demo_made made = {result->first_tick, result->last_tick, result->snapshots,
                                       result->messages, result->bytes};
        char more[MORE_TEXT];
        demo_made_print(job, result->output, &made, more_text(more, result, is_one));
    }
}
