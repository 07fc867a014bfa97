/* SPDX-License-Identifier: MIT
 *
 * An archive: scanned, then searched.
 */
#include "tool.h"

#include <stdio.h>
#include <string.h>

#define KINDS                                                                                      \
    (TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE) | TT_FACT_BIT(TT_FACT_NAME) |          \
     TT_FACT_BIT(TT_FACT_TEAM) | TT_FACT_BIT(TT_FACT_DEATH) | TT_FACT_BIT(TT_FACT_FINISH) |        \
     TT_FACT_BIT(TT_FACT_TEAM_FINISH) | TT_FACT_BIT(TT_FACT_CHAT) | TT_FACT_BIT(TT_FACT_SAVE) |    \
     TT_FACT_BIT(TT_FACT_LOAD))

static bool print(void *user, const tt_io_archive_answer *a)
{
    tt_io_output *out = user;
    bool is_fact = a->kind == TT_IO_ARCHIVE_IS_FACT;
    tool_begin(out, a->file);
    tool_int(out, "tick", a->tick);
    if (is_fact) {
        tool_text(out, "kind", tt_bytes_of(tt_fact_type(a->fact)->name));
    } else {
        tool_int(out, "last_tick", a->last_tick);
    }
    tool_int(out, "cid", a->cid);
    tool_text(out, "player", a->player);
    if (is_fact && a->has_value) {
        tool_int(out, "value", a->value);
    }
    tool_text(out, "map", a->map);
    tool_end(out);
    return tt_io_output_error(out) == 0 && !tt_io_stop_wanted(&tool_stop);
}

static void on_notice(void *user, const tt_io_archive_notice *notice)
{
    (void)user;
    if (notice->level == TT_IO_ARCHIVE_ERROR) {
        fprintf(stderr, "teetape: %s: %s\n", notice->path != NULL ? notice->path : "archive",
                notice->sentence);
        tool_worsen(TOOL_FAILED);
    }
}

/* Nothing is searched when the scan has failed or was stopped. */
static bool scan(tt_io_archive *archive, char **paths, tt_io_error *error)
{
    tt_io_archive_counts counts;
    tt_io_archive_scan_options how = {
        .paths = (const char *const *)paths, .threads = 2, .stop = &tool_stop};
    while (paths[how.count] != NULL) {
        how.count++;
    }
    if (!tt_io_archive_scan(archive, &how, &counts, error)) {
        return false;
    }
    if (counts.failed != 0) {
        tool_worsen(TOOL_FAILED);
    }
    return true;
}

static void search(char **words, const tt_io_archive_query *query)
{
    tt_io_error error;
    tt_io_output out;
    const tt_io_archive_options how = {.stop = &tool_stop, .notice = on_notice};
    tt_io_archive *archive = tt_io_archive_open(words[0], &how, &error);
    tool_out_open(&out);
    bool good = archive != NULL && scan(archive, words + 1, &error) &&
                tt_io_archive_search(archive, query, print, &out, &error);
    tool_out_close(&out);
    tt_io_archive_close(archive);
    if (!good && !tt_io_stop_wanted(&tool_stop)) {
        tool_say(&error);
    }
}

void tool_find(char **words)
{
    tt_io_archive_query query;
    tt_io_archive_query_init(&query);
    if (strcmp(words[0], "facts") == 0) {
        query.kinds = KINDS;
    } else {
        query.player.name = "*";
    }
    search(words + 1, &query);
}
