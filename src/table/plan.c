/* SPDX-License-Identifier: MIT
 *
 * Makes columns from the options. A plan is made once and read by all threads. A reading gives only
 * what the chosen columns need.
 */
#include <string.h>

#include "host/error.h"
#include "table/columns.h"

/* Fills the error and returns false. A word of the caller is cut at 60 bytes, so that the sentence
 * around it is complete. */
static bool say(tt_io_error *error, const char *format, const char *word, size_t size,
                const char *table)
{
    if (error != NULL) {
        tti_error_say(error, TT_ERR_ARGUMENT, format, (int)(size > 60 ? 60 : size), word, table);
    }
    return false;
}

static bool add_named(tt_io_table_plan *plan, const char *word, size_t size, tt_io_error *error)
{
    size_t count;
    const tt_io_column *all = tt_io_table_columns(plan->options.kind, &count);
    size_t i = 0;
    while (i < count && (strlen(all[i].name) != size || memcmp(all[i].name, word, size) != 0)) {
        i++;
    }
    if (i == count) {
        return say(error, "there is no column '%.*s' in %s", word, size,
                   tt_io_table_name(plan->options.kind));
    }
    if (tti_table_has(plan, table_id(&all[i]))) {
        return say(error, "the column '%.*s' is named twice", word, size, "");
    }
    plan->column[plan->count++] = &all[i];
    return true;
}

/* Adds the column `recording`, which comes first in a table of many recordings, unless the caller
 * listed it. Each row of the table `recordings` is a recording itself. */
static void add_recording(tt_io_table_plan *plan)
{
    size_t count;
    const tt_io_column *first = tt_io_table_columns(plan->options.kind, &count);
    if (!tti_table_has(plan, table_id(first)) && tti_table_is_of_many(first) &&
        !first->is_default) {
        /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant */
        memmove(plan->column + 1, plan->column, plan->count * sizeof plan->column[0]);
        plan->column[0] = first;
        plan->count++;
    }
}

static bool add_list(tt_io_table_plan *plan, const char *word, tt_io_error *error)
{
    for (;;) {
        word += strspn(word, " ");
        size_t all = strcspn(word, ","), size = all;
        while (size > 0 && word[size - 1] == ' ') {
            size--;
        }
        if (!add_named(plan, word, size, error)) {
            return false;
        }
        if (word[all] == '\0') {
            return true;
        }
        word += all + 1;
    }
}

/* Adds the default columns, or all. */
static void add_usual(tt_io_table_plan *plan, bool is_all)
{
    size_t count;
    const tt_io_column *column = tt_io_table_columns(plan->options.kind, &count);
    for (size_t i = 0; i < count; i++) {
        bool is_first = plan->options.is_one_of_many && tti_table_is_of_many(&column[i]);
        if (is_all || is_first || column[i].is_default) {
            plan->column[plan->count++] = &column[i];
        }
    }
}

/* Makes a plan. In a table of many recordings `recording` is a default column of all tables but
 * `recordings`, where it always is. */
bool tt_io_table_plan_init(tt_io_table_plan *plan, const tt_io_table_options *options,
                           tt_io_error *error)
{
    const char *word = options->columns;
    memset(plan, 0, sizeof *plan);
    plan->options = *options;
    plan->options.columns = NULL;
    if ((unsigned)options->kind >= TT_TABLES) {
        return say(error, "there is no such table%.*s", "", 0, "");
    }
    bool is_all = word != NULL && strcmp(word, "all") == 0;
    if (word == NULL || is_all) {
        add_usual(plan, is_all);
        return true;
    }
    if (!add_list(plan, word, error)) {
        return false;
    }
    if (options->is_one_of_many) {
        add_recording(plan);
    }
    return true;
}

/* The wants of each table from a reading, whatever its columns are. JOIN and SPAWN change who is
 * there, so `ticks` looks again. `sessions` needs names and clans from before the span. */
static const struct {
    unsigned wants;
    uint64_t facts;
    bool wants_before;
} needs[TT_TABLES] = {
    [TT_TABLE_TICKS] = {TT_WANT_TICKS | TT_WANT_FACTS,
                        TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_SPAWN), false},
    [TT_TABLE_INPUTS] = {TT_WANT_RECORDS | TT_WANT_NO_MOVES, 0, false},
    [TT_TABLE_FACTS] = {TT_WANT_FACTS, TT_FACTS_ALL, false},
    [TT_TABLE_SESSIONS] = {TT_WANT_FACTS,
                           TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE) |
                               TT_FACT_BIT(TT_FACT_NAME) | TT_FACT_BIT(TT_FACT_NAME_CONFIRM) |
                               TT_FACT_BIT(TT_FACT_CLAN) | TT_FACT_BIT(TT_FACT_COUNTRY) |
                               TT_FACT_BIT(TT_FACT_SKIN) | TT_FACT_BIT(TT_FACT_VERSION) |
                               TT_FACT_BIT(TT_FACT_FINISH) | TT_FACT_BIT(TT_FACT_DEATH) |
                               TT_FACT_BIT(TT_FACT_KILL) | TT_FACT_BIT(TT_FACT_CHAT),
                           true},
    [TT_TABLE_RECORDINGS] = {TT_WANT_FACTS, TT_FACT_BIT(TT_FACT_JOIN), false},
    [TT_TABLE_CHAT] = {TT_WANT_FACTS,
                       TT_FACT_BIT(TT_FACT_CHAT) | TT_FACT_BIT(TT_FACT_SERVER_MESSAGE), false},
};

bool tti_table_has(const tt_io_table_plan *plan, enum table_column_id column)
{
    for (size_t i = 0; i < plan->count; i++) {
        if (table_id(plan->column[i]) == column) {
            return true;
        }
    }
    return false;
}

/* Sets the wants of a reading. Facts cost time, so `ticks` asks for them only with some of its
 * columns. With a player, a name can change who has rows. Requests to be killed and commands decide
 * if a tee was carried. */
void tt_io_table_ask(const tt_io_table_plan *plan, tt_io_reading_options *reading)
{
    tt_io_table_kind kind = plan->options.kind;
    reading->wants = needs[kind].wants;
    reading->facts = needs[kind].facts;
    reading->wants_before = needs[kind].wants_before;
    reading->wants_all = false;
    reading->wants_id = true;
    reading->wants_states = kind == TT_TABLE_TICKS || kind == TT_TABLE_FACTS;
    reading->wants_replay = tti_table_has(plan, TABLE_TICKS_applied);
    if (tti_table_has(plan, TABLE_TICKS_name) ||
        (kind == TT_TABLE_TICKS && reading->player != NULL)) {
        reading->facts |= TT_FACT_BIT(TT_FACT_NAME);
    }
    if (tti_table_has(plan, TABLE_TICKS_team)) {
        reading->facts |= TT_FACT_BIT(TT_FACT_TEAM);
    }
    if (tti_table_has(plan, TABLE_TICKS_vx) || tti_table_has(plan, TABLE_TICKS_vy)) {
        reading->facts |= TT_FACT_BIT(TT_FACT_KILL_REQUEST) | TT_FACT_BIT(TT_FACT_COMMAND);
    }
}
