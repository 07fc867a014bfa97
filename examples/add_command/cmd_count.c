/* SPDX-License-Identifier: MIT
 *
 * teetape count: how often each player ran commands. An example of a command,
 * docs/guides/add-command.md; it is built into a copy of teetape, not into teetape itself.
 */
#include "cli/read/reading.h"
#include "cli/shell/cmd.h"
#include "cli/shell/option_rows.h"
#include "cli/show/json.h"
#include "cli/show/text.h"

static const char *const description[] = {
    "Counts the chat and console commands of each player.",
    NULL,
};

struct count_options {
    struct span_options span;
};

static const struct option options[] = {
    OPTION_ROW_FROM(struct count_options),
    OPTION_ROW_TO(struct count_options),
    OPTION_ROW_PLAYER(struct count_options),
};

static const struct example examples[] = {
    {"Who used how many commands?", "count FILE"},
};

static const char *const json_intro[] = {"One object a player:", NULL};

static const struct json_key json_keys[] = {
    {"name", "text", "the last name"},
    {"commands", "number", "how many"},
};

static void print(const struct job *job, const char *name, uint64_t count)
{
    if (job->settings->json) {
        struct json j = json_begin(job->out);
        if (job->is_one_of_many) {
            json_text_c(&j, "file", job->path);
        }
        json_text_c(&j, "name", name);
        json_uint(&j, "commands", count);
        json_end(&j);
        return;
    }
    text_int_right(job->out, (int32_t)count, 6);
    host_output_text(job->out, "  ");
    text_safe(job->out, tt_bytes_of(name)); /* a stranger chose it */
    host_output_text(job->out, "\n");
}

/* Processes one recording. reading_next obeys --from, --to and --player, and reports what is wrong
 * with the recording. */
static enum exit_status process(struct job *job)
{
    const struct count_options *own = job->options;
    const struct reading_options how = {
        .span = &own->span, .wants = TT_WANT_FACTS, .facts = TT_FACT_BIT(TT_FACT_COMMAND)};
    struct reading r;
    uint64_t counts[TT_CIDS] = {0};
    if (reading_open(&r, job, &how)) {
        while (reading_next(&r)) {
            int32_t cid = r.item.fact->cid;
            if (cid >= 0) {
                counts[cid]++;
            }
        }
        for (int cid = 0; cid < TT_CIDS; cid++) {
            if (counts[cid] > 0) {
                print(job, reading_name(&r, cid), counts[cid]);
            }
        }
    }
    return reading_close(&r);
}

static const char *check(const struct settings *settings, const void *given)
{
    const struct count_options *own = given;
    (void)settings;
    return span_check(&own->span);
}

const struct command cmd_count = {
    .name = "count",
    .summary = "how many commands each player ran",
    .description = description,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof(struct count_options),
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .json_text = json_intro,
    .json_keys = json_keys,
    .json_key_count = sizeof json_keys / sizeof json_keys[0],
    .check = check,
    .process = process,
};
