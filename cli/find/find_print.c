/* SPDX-License-Identifier: MIT
 *
 * Prints answers as a table, as JSON or as command lines, and then notes about their number.
 * The table is printed after the last answer. In the other forms each answer is printed when it
 * comes.
 */
#include "cli/find/find.h"

#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/message.h"
#include "cli/show/scan.h"
#include "cli/text/text.h"

struct cells {
    tt_bytes file;
    int32_t tick;
    const char *time;
    tt_bytes what;
};

/* clang-format off */

const struct column find_columns[] = {
#define TT_ANSWER(name, type, meaning) COLUMN_OF(#name, type, meaning),
#include "teetape/schema/answer.def"
    CELL(struct cells, file, "file", .fit = TABLE_ABOVE),
    CELL(struct cells, tick, "tick", .fit = TABLE_KEY, .look = TEXT_FAINT),
    CELL(struct cells, time, "time", .fit = TABLE_WHOLE, .spare = 1),
    CELL(struct cells, what, "what", .fit = TABLE_CUT),
    COLUMNS_END,
};

/* clang-format on */

static void value_json(struct json *j, const char *key, const tt_io_find_value *value)
{
    switch (value->kind) {
    case TT_IO_FIND_ABSENT:
        break;
    case TT_IO_FIND_NULL:
        json_text_c(j, key, NULL);
        break;
    case TT_IO_FIND_NUMBER:
        json_int(j, key, value->number);
        break;
    case TT_IO_FIND_BOOL:
        json_bool(j, key, value->number != 0);
        break;
    case TT_IO_FIND_TEXT:
        json_text(j, key, value->text);
        break;
    case TT_IO_FIND_TEXTS:
        json_array_begin(j, key);
        for (int64_t i = 0; i < value->number; i++) {
            json_text(j, NULL, value->texts[i]);
        }
        json_array_end(j);
        break;
    }
}

static void add_row(struct find_printer *p, const tt_io_find_answer *answer)
{
    const tt_io_archive_answer *a = answer->found;
    tt_bytes file = answer->value[TT_IO_FIND_file].text;
    const char *clock = (const char *)answer->value[TT_IO_FIND_time].text.data;
    bool has_tick = a->kind == TT_IO_ARCHIVE_IS_FACT || a->kind == TT_IO_ARCHIVE_IS_SESSION;
    char time[TEXT_TIME];
    struct find_what what;
    find_what_of(&what, answer);
    const struct cells cells = {
        .file = file.data != NULL ? file : tt_bytes_of("-"),
        .tick = a->tick,
        .time = clock != NULL ? clock
                : has_tick    ? text_time(time, a->tick - a->first_tick)
                              : "-",
        .what = {what.text, what.size},
    };
    rows_add(&p->rows, &cells);
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Prints the path of an answer unless it was printed before: answers are in order of time, so a
 * file can come again. */
static void print_file(struct find_printer *p, const tt_io_find_answer *answer, char end)
{
    const tt_bytes file = answer->value[TT_IO_FIND_file].text;
    if (file.data == NULL) {
        p->without[FIND_WITHOUT_FILE]++;
        return;
    }
    if (answer->found->removed_at > 0) {
        p->without[FIND_WITHOUT_REMOVED]++;
        return;
    }
    char *path = strndup((const char *)file.data, file.size);
    char **place = path != NULL ? tsearch(path, &p->printed, compare_paths) : NULL;
    p->no_memory = p->no_memory || place == NULL;
    if (place == NULL || *place != path) {
        free(path);
        return;
    }
    tt_io_output_text(p->job->out, path);
    tt_io_output_byte(p->job->out, (uint8_t)end);
}

void find_print_end(struct find_printer *p)
{
    while (p->printed != NULL) {
        char *path = *(char **)p->printed;
        tdelete(path, &p->printed, compare_paths);
        free(path);
    }
}

void find_print(struct find_printer *p, const tt_io_find_answer *answer)
{
    const struct find_options *own = p->job->options;
    if (own->count) {
        return;
    }
    if (own->files || own->print0) {
        print_file(p, answer, own->print0 ? '\0' : '\n');
    } else if (find_verb(own->commands) == FIND_RUN) {
        p->without[find_run_command(p->job->out, answer, &p->run)]++;
    } else if (own->commands != NULL) {
        p->without[find_command(p->job->out, answer, find_verb(own->commands))]++;
    } else if (p->job->settings->json) {
        struct json j = json_begin(p->job->out);
        for (size_t i = 0; i < TT_IO_FIND_KEYS; i++) {
            value_json(&j, find_columns[i].key, &answer->value[i]);
        }
        json_end(&j);
    } else {
        add_row(p, answer);
    }
}

void find_print_total(const struct job *job, uint64_t answers)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64 "\n", answers);
    tt_io_output_text(job->out, text);
}

static void note_without(const struct find_printer *p)
{
    static const char *const reasons[FIND_WITHOUTS] = {
        [FIND_WITHOUT_FILE] = "no recording of the game is there",
        [FIND_WITHOUT_REMOVED] = "archive has removed the recording from the disk",
        [FIND_WITHOUT_RECORDING] = "nothing can be cut out of what is no recording",
        [FIND_WITHOUT_DEMO] = "no demo is made of a demo",
    };
    for (int i = FIND_HAS_COMMAND + 1; i < FIND_WITHOUTS; i++) {
        if (p->without[i] > 0) {
            message_say(MESSAGE_NOTE, NULL, "%zu %s left out: %s", p->without[i],
                        p->without[i] == 1 ? "answer is" : "answers are", reasons[i]);
        }
    }
}

void find_print_notes(const struct find_printer *p, const tt_io_find_result *r)
{
    char totals[256], number[TEXT_NUMBER], all[TEXT_NUMBER];
    bool is_part = r->all > r->answers;
    if (r->has_scanned) {
        scan_say(totals, &r->counts);
    } else {
        scan_say_known(totals, r->known);
    }
    bool is_near = r->near_name[0] != '\0';
    message_say(MESSAGE_NOTE, NULL, "%s%s%s %s; %s%s%s%s%s%s", text_number(number, r->answers),
                is_part ? " of " : "", is_part ? text_number(all, r->all) : "",
                r->all == 1 ? "answer" : "answers", totals, r->lacks != NULL ? "; " : "",
                r->lacks != NULL ? r->lacks : "", is_near ? "; did you mean '" : "", r->near_name,
                is_near ? "'?" : "");
    if (r->left_out == 1) {
        message_say(MESSAGE_NOTE, NULL, "1 demo has a time without a zone and was not searched");
    } else if (r->left_out > 0) {
        message_say(MESSAGE_NOTE, NULL,
                    "%" PRIu64 " demos have times without a zone and were not searched",
                    r->left_out);
    }
    note_without(p);
}
