/* SPDX-License-Identifier: MIT
 *
 * teetape count: counts the commands of each player. This is the example of
 * docs/guides/add-command.md; it is built into a copy of teetape, not into teetape itself.
 */
#include "cli/shell/memory.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/reading.h"
#include "cli/shell/run.h"
#include "cli/show/rows.h"

static const struct option options[] = {
    OPTION_ROW_FROM,
    OPTION_ROW_TO,
    OPTION_ROW_PLAYER,
    OPTION_ROWS_EACH,
};

struct row {
    const char *name;
    uint64_t commands;
};

static const struct column columns[] = {
    COLUMN(struct row, commands, "how many", .heading = "commands"),
    COLUMN(struct row, name, "the last name", .heading = "name", .fit = TABLE_KEY_CUT),
    COLUMNS_END,
};

/* Counts in one recording. reading_next obeys --from, --to and --player, and reports damage. */
static enum exit_status count_file(struct job *job)
{
    tt_io_reading_options how = job->settings->reading;
    struct reading r;
    struct rows rows;
    uint64_t counts[TT_CIDS] = {0};
    how.wants = TT_WANT_FACTS;
    how.facts = TT_FACT_BIT(TT_FACT_COMMAND);
    if (reading_open(&r, job, &how, READING_USUAL)) {
        while (reading_next(&r)) {
            int32_t cid = r.io.item.fact->cid;
            if (cid >= 0) {
                counts[cid]++;
            }
        }
        rows_open(&rows, job, columns, tt_io_reading_format(&r.io));
        for (int32_t cid = 0; cid < TT_CIDS; cid++) {
            const struct row row = {tt_recording_session(r.io.rec, cid).name, counts[cid]};
            if (row.commands > 0) {
                rows_add(&rows, &row);
            }
        }
        if (!rows_close(&rows)) {
            memory_tell(job->path);
            reading_fail(&r, EXIT_SYSTEM);
        }
    }
    return reading_close(&r);
}

const struct command cmd_count = {
    .name = "count",
    .summary = "how many commands each player ran",
    .description = {"Counts the chat and console commands of each player."},
    .options = SETTING_TABLE(options),
    .examples = {{"Who used how many commands?", "count FILE"}},
    .json_text = {"One object a player:"},
    .columns = columns,
    .how = &(const struct run_how){.process = count_file, .lists = true},
};
