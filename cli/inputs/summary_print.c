/* SPDX-License-Identifier: MIT
 *
 * Shows summaries.
 */
#include "cli/inputs/summary_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/read/place.h"
#include "cli/read/span.h"
#include "cli/show/json.h"
#include "cli/show/table.h"
#include "teetape/game.h"

#define CELL 64

/* `part` of `whole` in hundredths, rounded; `whole` is above 0. */
static int64_t hundredths(uint64_t part, int64_t whole)
{
    double share = (double)part * 100 / (double)whole;
    return (int64_t)(share + 0.5);
}

static int64_t presses_per_second(const struct summary *sum)
{
    return hundredths(summary_presses(sum) * TT_TICKS_PER_SECOND, summary_ticks(sum));
}

static int64_t changed_percent(const struct summary *sum)
{
    return hundredths((uint64_t)sum->changed_ticks * 100, summary_ticks(sum));
}

static void time_cell(struct table *t, const struct recording *r, int32_t tick)
{
    char text[PLACE_CLOCK_TEXT];
    if (r->job->span->wall && TT_TH_HAS(&r->header, start_time)) {
        place_clock_format(text, &r->header.start_time, tick);
        table_string(t, text);
    } else {
        table_time(t, tick);
    }
}

static void interval_cell(struct table *t, int32_t ticks)
{
    if (ticks < 0) {
        table_string(t, "-");
    } else {
        table_int(t, ticks);
    }
}

static void turns_cell(struct table *t, const struct summary *sum)
{
    char text[CELL] = "";
    size_t used = 0;
    for (unsigned i = 0; i < sum->turn_count; i++) {
        int32_t degrees = (abs(sum->turns[i].turn) + 50) / 100;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%d", i > 0 ? " " : "",
                                 (int)degrees);
    }
    table_string(t, used != 0 ? text : "-");
}

static void add_row(struct table *t, const struct recording *r, const struct summary *sum)
{
    char text[CELL];
    int64_t rate = presses_per_second(sum), changed = changed_percent(sum);
    table_int(t, sum->cid);
    table_string(t, sum->name[0] != 0 ? sum->name : "(no name known)");
    time_cell(t, r, sum->since);
    time_cell(t, r, sum->last);
    table_number(t, sum->inputs);
    table_number(t, summary_presses(sum));
    snprintf(text, sizeof text, "%" PRId64 ".%02d", rate / 100, (int)(rate % 100));
    table_string(t, text);
    interval_cell(t, sum->least);
    interval_cell(t, sum->median);
    interval_cell(t, sum->spread);
    turns_cell(t, sum);
    snprintf(text, sizeof text, "%d.%d %%", (int)(changed / 100), (int)(changed / 10 % 10));
    table_string(t, text);
}

bool summary_table(const struct job *job, const struct recording *r, const struct summary *list,
                   size_t count)
{
    static const struct table_column columns[] = {
        {"cid", true, TABLE_KEY, 0, TEXT_NORMAL},
        {"name", false, TABLE_KEY_CUT, 0, TEXT_BOLD},
        {"from", true, TABLE_WHOLE, 8, TEXT_FAINT},
        {"to", true, TABLE_WHOLE, 8, TEXT_FAINT},
        {"inputs", true, TABLE_WHOLE, 7, TEXT_NORMAL},
        {"presses", true, TABLE_WHOLE, 6, TEXT_NORMAL},
        {"a second", true, TABLE_WHOLE, 0, TEXT_NORMAL},
        {"least", true, TABLE_WHOLE, 2, TEXT_NORMAL},
        {"median", true, TABLE_WHOLE, 1, TEXT_NORMAL},
        {"spread", true, TABLE_WHOLE, 3, TEXT_NORMAL},
        {"turns", false, TABLE_WHOLE, 4, TEXT_NORMAL},
        {"changed", true, TABLE_WHOLE, 5, TEXT_NORMAL},
    };
    struct table *t = table_new(columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < count; i++) {
        add_row(t, r, &list[i]);
    }
    if (table_rows(t) > 0) {
        job_text_file(job);
    }
    bool is_good = table_print(t, job->out, table_look_stdout(job->settings));
    table_free(t);
    return is_good;
}

static void interval_json(struct json *j, const char *key, int32_t ticks)
{
    if (ticks < 0) {
        json_text_c(j, key, NULL);
    } else {
        json_int(j, key, ticks);
    }
}

void summary_json(const struct job *job, const struct summary *sum)
{
    struct json j = json_begin(job->out);
    job_json_file(job, &j);
    json_uint(&j, "session", sum->session);
    json_int(&j, "cid", sum->cid);
    json_text_c(&j, "name", sum->name[0] != 0 ? sum->name : NULL);
    json_int(&j, "first_tick", sum->since);
    json_int(&j, "last_tick", sum->last);
    json_uint(&j, "inputs", sum->inputs);
    json_object_begin(&j, "presses");
    for (int key = 0; key < TT_KEYS; key++) {
        json_uint(&j, tt_key_name((tt_key)key), sum->presses[key]);
    }
    json_object_end(&j);
    json_hundredths(&j, "presses_per_second", presses_per_second(sum));
    interval_json(&j, "interval_least", sum->least);
    interval_json(&j, "interval_median", sum->median);
    interval_json(&j, "interval_spread", sum->spread);
    json_array_begin(&j, "turns");
    for (unsigned i = 0; i < sum->turn_count; i++) {
        json_object_begin(&j, NULL);
        json_int(&j, "tick", sum->turns[i].tick);
        json_hundredths(&j, "turn", sum->turns[i].turn);
        json_object_end(&j);
    }
    json_array_end(&j);
    json_int(&j, "changed_ticks", sum->changed_ticks);
    json_hundredths(&j, "changed_percent", changed_percent(sum));
    json_end(&j);
}
