/* SPDX-License-Identifier: MIT
 *
 * Cuts and folds text for a terminal. Text in a pipe or a file is never changed.
 */
#include "cli/shell/fit.h"

#include "cli/shell/terminal.h"
#include "cli/text/text.h"

/* A folded line continues at this column, below the values of `info`. It continues at column 0
 * when the line began at the left edge or has little room. */
#define INDENT_VALUES 13
#define INDENT_TEXT 4
/* A line of at least this many columns has room for INDENT_VALUES. */
#define ROOMY 40

unsigned fit_width(const struct settings *settings)
{
    return settings->wide ? 0 : terminal_width(STDOUT_NUMBER);
}

static bool is_digit(tt_bytes text, size_t at)
{
    return at < text.size && text.data[at] >= '0' && text.data[at] <= '9';
}

/* Recognizes the separator of thousands, as in 45,051. In a list of numbers a comma looks the
 * same, so the list is cut earlier than necessary. */
static bool is_apart(tt_bytes text, size_t at)
{
    return is_digit(text, at + 1) && is_digit(text, at + 2) && is_digit(text, at + 3) &&
           !is_digit(text, at + 4);
}

/* Returns true for a byte of a number. A sign belongs to one only before a digit, a separator only
 * between two digits. */
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

/* Cuts a text. One column is left for the ellipsis. A number is never cut, because a user would
 * misread 45,0 for 45,051. */
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
    text_blanks(fold->target, fold->indent);
    fold->column = fold->indent;
    fold->blanks = 0;
}

/* Puts a word that is complete or fills the buffer. Blanks before the first word belong to a
 * label (info_label), whose value begins at INDENT_VALUES. A word wider than a line remains
 * where it is. blanks == 0 marks the rest of a word, which is never split from its first part. */
static void put_word(struct fit_fold *fold)
{
    const tt_bytes word = {(const uint8_t *)fold->word, fold->used};
    size_t width = fold->used == 0 ? 0 : text_width(word);
    if (fold->used == 0) {
        return;
    }
    if (fold->column == 0 && !fold->is_part) {
        bool is_value = fold->blanks != 0 && fold->width >= ROOMY;
        fold->indent = is_value ? INDENT_VALUES : INDENT_TEXT;
    } else if (fold->column > fold->indent && fold->blanks != 0 &&
               fold->column + fold->blanks + width > fold->width) {
        break_line(fold);
    }
    text_blanks(fold->target, fold->blanks);
    tt_io_output_bytes(fold->target, word);
    fold->column += fold->blanks + width;
    fold->blanks = fold->used = 0;
}

/* A tt_sink_fn that takes text to fold. A word can come in two pieces, so this goes byte by byte.
 * Returns the error of the target, so that a closed pipe ends the writer. */
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
        return false; /* without memory the lines remain unfolded */
    }
    job->out = &fold->out;
    return true;
}

/* Ends the fold. The close flushes text into the sink, so the last word is put after it. */
void fit_fold_end(struct fit_fold *fold, struct job *job)
{
    tt_io_output_close(&fold->out);
    put_word(fold);
    job->out = fold->target;
}

/* Folds a text that begins in the middle of a line. Only the counters of the struct are used. */
void fit_fold_text(tt_io_output *out, tt_bytes text, size_t at, size_t width)
{
    struct fit_fold fold = {
        .target = out, .width = (unsigned)width, .is_part = true, .indent = at, .column = at};
    take(&fold, text);
    put_word(&fold);
}
