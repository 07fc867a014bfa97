/* SPDX-License-Identifier: MIT
 *
 * Prints whose input a session repeats: of those who were there at the same time, and of all that
 * the run read before.
 */
#include "cli/inputs/compare.h"
#include "cli/shell/message.h"
#include "cli/text/text.h"

struct row {
    uint64_t session, with, places, same_places, keys, same_keys;
    int32_t cid, with_cid, lag, places_percent, keys_percent, stretch_tick;
    uint32_t stretch;
    const char *name, *with_name, *shown_name, *shown_with, *shown_places, *shown_keys, *shown_at;
    struct column_own places_percent_others, keys_percent_others;
    uint64_t samples, earlier, earlier_session;
    int32_t earlier_percent, earlier_cid, earlier_tick, earlier_from_tick;
    int32_t earlier_ticks;
    const char *earlier_name, *earlier_file, *shown_earlier_name, *shown_share, *shown_tick,
        *shown_from, *shown_file;
};

/* A NULL meaning: the manual describes the key among those of an input (input_columns). */
const struct column compare_columns[] = {
    COLUMN(struct row, session, NULL),
    COLUMN(struct row, cid, NULL, .heading = "cid", .fit = TABLE_KEY),
    COLUMN(struct row, name, NULL),
    CELL(struct row, shown_name, "name", .fit = TABLE_KEY_CUT, .look = TEXT_BOLD),
    COLUMN(struct row, with, "with --compare: the session whose input this one repeats most"),
    COLUMN(struct row, with_cid, NULL, .heading = "of", .fit = TABLE_KEY),
    COLUMN(struct row, with_name, NULL),
    CELL(struct row, shown_with, "name", .fit = TABLE_KEY_CUT),
    COLUMN(struct row, places, "changes of the cursor while both were there"),
    COLUMN(struct row, same_places,
           "of these, places that the other one sent at most 25 ticks before"),
    COLUMN(struct row, places_percent, "the share; null below 30 of them", .show = SHOW_HUNDREDTHS),
    COLUMN(struct row, places_percent_others,
           "median and highest of this session with the other ones", .type = "object"),
    CELL(struct row, shown_places, "same cursor"),
    COLUMN(struct row, keys, "presses and releases while both were there"),
    COLUMN(struct row, same_keys, "of these, as the other one did `lag` ticks before, or one off"),
    COLUMN(struct row, keys_percent, "the share; null below 30 of them", .show = SHOW_HUNDREDTHS),
    COLUMN(struct row, keys_percent_others, NULL, .type = "object"),
    CELL(struct row, shown_keys, "same keys"),
    COLUMN(struct row, lag, "ticks: the most frequent distance of what is equal", .heading = "lag"),
    COLUMN(struct row, stretch, "most places of the cursor that followed each other in both",
           .heading = "stretch"),
    COLUMN(struct row, stretch_tick, "where it begins, or null"),
    CELL(struct row, shown_at, "at", .right = true, .spare = 1),
    COLUMN(struct row, samples,
           "stretches of six different places of the cursor that were looked up in all that the "
           "run read "
           "before; over several recordings the keys from `with` to `stretch_tick` are null or 0"),
    COLUMN(struct row, earlier, "of these, sent before by one session, perhaps this one"),
    COLUMN(struct row, earlier_percent, "the share; null below 30 of them",
           .show = SHOW_HUNDREDTHS),
    COLUMN(struct row, earlier_file, "recording of that session; null for this recording"),
    COLUMN(struct row, earlier_session, "number of that session in its recording"),
    COLUMN(struct row, earlier_cid, "its client id"),
    COLUMN(struct row, earlier_name, "its last known name"),
    COLUMN(struct row, earlier_ticks, "length of the longest part that came again, or null"),
    COLUMN(struct row, earlier_tick, "where it begins here, or null"),
    COLUMN(struct row, earlier_from_tick, "where it begins there, or null"),
    COLUMNS_END,
};

static const struct column earlier_columns[] = {
    CELL(struct row, cid, "cid", .fit = TABLE_KEY),
    CELL(struct row, shown_name, "name", .fit = TABLE_KEY_CUT, .look = TEXT_BOLD),
    CELL(struct row, shown_share, "sent before"),
    CELL(struct row, earlier_cid, "by", .fit = TABLE_KEY),
    CELL(struct row, shown_earlier_name, "name", .fit = TABLE_KEY_CUT),
    CELL(struct row, earlier_ticks, "longest", .show = SHOW_TIME),
    CELL(struct row, shown_tick, "at", .right = true),
    CELL(struct row, shown_from, "first at", .right = true),
    CELL(struct row, shown_file, "in", .fit = TABLE_CUT),
    COLUMNS_END,
};

/* Returns the per cent below which `index` of the counted ones are, in hundredths. */
static int32_t percent_at(const uint32_t of[101], uint64_t index)
{
    int32_t percent = 0;
    for (uint64_t before = of[0]; before <= index; before += of[percent]) {
        percent++;
    }
    return percent * 100;
}

/* Returns the likenesses to compare a row with. That of the row itself is left out. Whole per
 * cents, because the others are only counted. */
static struct others others_of(struct compared *by, int kind)
{
    struct others others = {COLUMN_UNKNOWN, COLUMN_UNKNOWN, true};
    uint32_t *of = by->others[kind];
    uint64_t count = 0;
    if (by->best.percent[kind] != COLUMN_UNKNOWN) {
        of[by->best.percent[kind] / 100]--;
    }
    for (int percent = 0; percent <= 100; percent++) {
        count += of[percent];
    }
    if (count != 0) {
        others.median = percent_at(of, (count - 1) / 2);
        others.highest = percent_at(of, count - 1);
    }
    return others;
}

static const char *known_name(const char *name, const char *otherwise)
{
    return name[0] != 0 ? name : otherwise;
}

/* The memory to which the pointers of a row point. */
struct row_data {
    char texts[KINDS][FIGURE_TEXT], share[FIGURE_TEXT], at[TT_IO_PLACE_CLOCK_TEXT],
        tick[TT_IO_PLACE_CLOCK_TEXT], from[TEXT_TIME];
    struct others others[KINDS];
};

static void make_pair(struct row *row, struct row_data *data, const struct reading *r,
                      struct compared *by)
{
    const struct likeness *best = &by->best;
    const char **shown[KINDS] = {&row->shown_places, &row->shown_keys};
    for (int kind = 0; kind < KINDS; kind++) {
        data->others[kind] = others_of(by, kind);
        *shown[kind] =
            figure_text(data->texts[kind], UNIT_PERCENT, best->percent[kind], &data->others[kind]);
    }
    row->with = best->with;
    row->with_cid = best->with_cid;
    row->with_name = known_name(best->with_name, NULL);
    row->shown_with = known_name(best->with_name, SESSION_UNNAMED);
    row->places = best->events[PLACES];
    row->same_places = best->same[PLACES];
    row->places_percent = best->percent[PLACES];
    row->places_percent_others = (struct column_own){others_json, &data->others[PLACES]};
    row->keys = best->events[KEYS];
    row->same_keys = best->same[KEYS];
    row->keys_percent = best->percent[KEYS];
    row->keys_percent_others = (struct column_own){others_json, &data->others[KEYS]};
    row->lag = best->lag;
    row->stretch = best->longest;
    row->stretch_tick = best->longest_tick;
    row->shown_at = best->longest != 0 ? sessions_time(r, data->at, best->longest_tick) : "-";
}

static void make_earlier(struct row *row, struct row_data *data, const struct reading *r,
                         const struct compared *by)
{
    const struct repeat *repeat = &by->repeat;
    const struct others nobody = {COLUMN_UNKNOWN, COLUMN_UNKNOWN, true};
    row->earlier = repeat->same;
    row->earlier_percent = habits_share(repeat->same, by->samples);
    row->earlier_file = by->is_of_other_file ? by->of.path : NULL;
    row->earlier_session = by->of.session;
    row->earlier_cid = by->of.cid;
    row->earlier_name = known_name(by->of.name, NULL);
    row->earlier_ticks = repeat->longest_ticks;
    row->earlier_tick = repeat->longest_tick;
    row->earlier_from_tick = repeat->longest_from;
    row->shown_earlier_name = known_name(by->of.name, SESSION_UNNAMED);
    row->shown_share = figure_text(data->share, UNIT_PERCENT, row->earlier_percent, &nobody);
    row->shown_tick = sessions_time(r, data->tick, repeat->longest_tick);
    row->shown_from = text_time(data->from, repeat->longest_from - by->of.first_tick);
    row->shown_file = row->earlier_file != NULL ? row->earlier_file : "-";
}

/* Adds a row. It points to texts of this function, which rows_add copies or prints before it
 * returns. */
static void add_row(struct rows *rows, const struct reading *r, struct compared *by)
{
    struct row_data data;
    struct row row = {
        .session = by->session.number,
        .cid = by->session.cid,
        .name = known_name(by->session.name, NULL),
        .shown_name = known_name(by->session.name, SESSION_UNNAMED),
        .with_cid = COLUMN_UNKNOWN,
        .places_percent = COLUMN_UNKNOWN,
        .keys_percent = COLUMN_UNKNOWN,
        .lag = COLUMN_UNKNOWN,
        .stretch_tick = COLUMN_UNKNOWN,
        .samples = by->samples,
        .earlier_percent = COLUMN_UNKNOWN,
        .earlier_cid = COLUMN_UNKNOWN,
        .earlier_ticks = COLUMN_UNKNOWN,
        .earlier_tick = COLUMN_UNKNOWN,
        .earlier_from_tick = COLUMN_UNKNOWN,
    };
    if (by->best.is_known) {
        make_pair(&row, &data, r, by);
    }
    if (by->repeat.same != 0) {
        make_earlier(&row, &data, r, by);
    }
    rows_add(rows, &row);
}

/* Returns how many rows were printed. */
static size_t print_pairs(const struct reading *r, const struct compared *list, size_t count,
                          bool *has_memory)
{
    struct rows rows;
    size_t printed = 0;
    bool is_many = r->job->is_one_of_many, is_json = r->job->settings->json;
    rows_open(&rows, r->job, compare_columns, TT_FORMAT_TEEHISTORIAN);
    for (size_t i = 0; i < count; i++) {
        struct compared by = list[i];
        by.best.is_known = by.best.is_known && !is_many;
        if (by.best.is_known || (is_json && by.repeat.same != 0)) {
            add_row(&rows, r, &by);
            printed++;
        }
    }
    *has_memory = rows_close(&rows) && *has_memory;
    return printed;
}

static size_t print_earlier(const struct reading *r, const struct compared *list, size_t count,
                            bool follows, bool *has_memory)
{
    struct rows rows;
    size_t printed = 0;
    rows_open(&rows, r->job, earlier_columns, TT_FORMAT_TEEHISTORIAN);
    for (size_t i = 0; i < count; i++) {
        struct compared by = list[i];
        if (by.repeat.same != 0) {
            add_row(&rows, r, &by);
            printed++;
        }
    }
    if (printed != 0 && follows) {
        tt_io_output_text(r->job->out, "\n");
    }
    *has_memory = rows_close(&rows) && *has_memory;
    return printed;
}

bool compare_print(const struct reading *r, const struct compared *list, size_t count)
{
    bool has_memory = true;
    size_t printed = print_pairs(r, list, count, &has_memory);
    if (!r->job->settings->json) {
        printed += print_earlier(r, list, count, printed != 0, &has_memory);
    }
    if (printed == 0 && !r->job->is_one_of_many) {
        message_say(MESSAGE_NOTE, r->job->path,
                    "no two such players sent enough input at the same time, and nobody repeats "
                    "earlier input");
    }
    return has_memory;
}
