/* SPDX-License-Identifier: MIT
 *
 * See fit.h. A pipe, a file and JSON get all of the text.
 */
#include "cli/shell/fit.h"

#include <string.h>

#include "cli/shell/terminal.h"
#include "cli/text/text.h"

/* The column at which a folded line goes on, below the values of info's labels. 0 where it began at
 * the left edge, or there is little room. */
#define INDENT_VALUES 13
#define INDENT_TEXT 4
/* Columns from which on a line has room for the wider indent. */
#define ROOMY 40

unsigned fit_width(const struct settings *settings)
{
    return settings->wide ? 0 : terminal_width(STDOUT_NUMBER);
}

static bool is_digit(tt_bytes text, size_t at)
{
    return at < text.size && text.data[at] >= '0' && text.data[at] <= '9';
}

/* Thousands apart: 45,051. Other numbers that look the same are cut too early. */
static bool is_apart(tt_bytes text, size_t at)
{
    return is_digit(text, at + 1) && is_digit(text, at + 2) && is_digit(text, at + 3) &&
           !is_digit(text, at + 4);
}

/* A sign counts only before a digit, a separator only between two. */
static bool is_of_number(tt_bytes text, size_t at)
{
    bool after_digit = at > 0 && is_digit(text, at - 1), before_digit = is_digit(text, at + 1);
    switch (text.data[at]) {
    case '-':
    case '+':
        return before_digit;
    case '.':
    case ':':
    case 'T':
        return after_digit && before_digit;
    case ',':
        return after_digit && is_apart(text, at);
    default:
        return is_digit(text, at);
    }
}

/* One column is for the ellipsis. 45,0 would be read as another number than 45,051. */
tt_bytes fit_cut(tt_bytes text, size_t width)
{
    tt_bytes cut = text_cut(text, width - 1);
    while (cut.size > 0 && is_of_number(text, cut.size - 1)) {
        cut.size--;
    }
    return cut;
}

static void break_line(struct fit_fold *fold)
{
    tt_io_output_byte(fold->target, '\n');
    tt_io_output_repeat(fold->target, ' ', fold->indent);
    fold->column = fold->indent;
    fold->blanks = 0;
}

/* Called when the word is complete or fills the buffer. Blanks before the first word of a line mean
 * a label (info_label), whose value begins at INDENT_VALUES. A word that fits nowhere remains where
 * it is. A part of a word (blanks is 0) is never parted from the part before it. */
static void put_word(struct fit_fold *fold)
{
    const tt_bytes word = {(const uint8_t *)fold->word, fold->used};
    size_t width = fold->used == 0 ? 0 : text_width(word);
    if (fold->used == 0) {
        return;
    }
    if (fold->column == 0) {
        bool is_value = fold->blanks != 0 && fold->width >= ROOMY;
        fold->indent = is_value ? INDENT_VALUES : INDENT_TEXT;
    } else if (fold->column > fold->indent && fold->blanks != 0 &&
               fold->column + fold->blanks + width > fold->width) {
        break_line(fold);
    }
    tt_io_output_repeat(fold->target, ' ', fold->blanks);
    tt_io_output_bytes(fold->target, word);
    fold->column += fold->blanks + width;
    fold->blanks = fold->used = 0;
}

/* A tt_sink_fn, byte by byte: a word can be in two pieces. Returns the error of the output below,
 * so that a reader who left ends the writer. */
static int take(void *user, tt_bytes bytes)
{
    struct fit_fold *fold = user;
    for (size_t i = 0; i < bytes.size; i++) {
        char c = (char)bytes.data[i];
        if (c == ' ' || c == '\n' || fold->used == sizeof fold->word) {
            put_word(fold);
        }
        if (c == '\n') {
            tt_io_output_byte(fold->target, '\n');
            fold->column = fold->blanks = 0;
        } else if (c == ' ') {
            fold->blanks++;
        } else {
            fold->word[fold->used++] = c;
        }
    }
    return tt_io_output_error(fold->target);
}

bool fit_fold_begin(struct fit_fold *fold, struct job *job)
{
    unsigned width = job->settings->json ? 0 : fit_width(job->settings);
    if (width == 0) {
        return false;
    }
    *fold = (struct fit_fold){.target = job->out, .width = width};
    if (!tt_io_output_open(&fold->out, take, fold)) {
        return false; /* lines as they are do, too */
    }
    job->out = &fold->out;
    return true;
}

/* Closing flushes into the sink, so the last word can be put only after it. */
void fit_fold_end(struct fit_fold *fold, struct job *job)
{
    tt_io_output_close(&fold->out);
    put_word(fold);
    job->out = fold->target;
}

/* Uses the struct for its counters alone. The text begins in the middle of a line. */
void fit_fold_text(tt_io_output *out, tt_bytes text, size_t at, size_t width)
{
    struct fit_fold fold = {.target = out, .width = (unsigned)width, .indent = at, .column = at};
    take(&fold, text);
    put_word(&fold);
}
