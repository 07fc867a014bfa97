/* SPDX-License-Identifier: MIT
 *
 * Prints the counts of a scan of folders.
 */
#include "cli/show/scan.h"

#include <stdio.h>

#include "cli/shell/message.h"
#include "cli/shell/target.h"
#include "cli/text/text.h"

/* clang-format off */

const struct column scan_columns[] = {
/* The key is the name as it is written, which COLUMN cannot know: on Windows `read` is a macro. */
#define TT_SCAN(name, text) {.key = #name, COLUMN_MEMBER(tt_io_archive_counts, name), .meaning = text},
#include "teetape/schema/answer.def"
    COLUMNS_END,
};

/* clang-format on */

int scan_say_known(char text[SCAN_TEXT], uint64_t files)
{
    char number[TEXT_NUMBER];
    return snprintf(text, SCAN_TEXT, "%s %s known", text_number(number, files),
                    files == 1 ? "recording" : "recordings");
}

void scan_say(char text[SCAN_TEXT], const tt_io_archive_counts *c)
{
    char number[TEXT_NUMBER];
    const struct {
        uint64_t count;
        const char *what;
    } rest[] = {
        {c->moved, "moved"},
        {c->gone, "gone"},
        {c->kept, "not there, but kept"},
        {c->damaged, "damaged"},
        {c->unfinished, "unfinished"},
        {c->failed, "not readable"},
    };
    int size = scan_say_known(text, c->files);
    bool is_new = c->read > 0;
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++) {
        is_new = is_new || rest[i].count > 0;
    }
    if (!is_new) {
        snprintf(text + size, (size_t)(SCAN_TEXT - size), ": nothing new");
        return;
    }
    size += snprintf(text + size, (size_t)(SCAN_TEXT - size), ": %s read",
                     text_number(number, c->read));
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++) {
        if (rest[i].count > 0) {
            size += snprintf(text + size, (size_t)(SCAN_TEXT - size), ", %s %s",
                             text_number(number, rest[i].count), rest[i].what);
        }
    }
}

void scan_print(const struct job *job, const tt_io_archive_counts *counts)
{
    char text[SCAN_TEXT];
    if (job->settings->json) {
        rows_json(job, scan_columns, TT_FORMAT_UNKNOWN, counts);
    } else if (!job->settings->quiet) {
        scan_say(text, counts);
        tt_io_output_text(job->out, text);
        tt_io_output_byte(job->out, '\n');
    }
}

void scan_tell(tt_level level, const tt_io_error *what)
{
    char text[TARGET_NAMED];
    message_say(level == TT_LEVEL_ERROR     ? MESSAGE_ERROR
                : level == TT_LEVEL_WARNING ? MESSAGE_WARNING
                                            : MESSAGE_NOTE,
                what->path[0] != 0 ? what->path : NULL, "%s", target_named(text, what->text));
}
