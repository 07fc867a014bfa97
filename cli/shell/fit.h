/* SPDX-License-Identifier: MIT
 *
 * Cuts or folds text that is wider than the terminal. A cut is marked and never inside a number;
 * a fold is between two words.
 */
#ifndef CLI_FIT_H
#define CLI_FIT_H

#include "cli/shell/command.h"

/* Marks the end of a text that was cut. Takes one column. */
#define FIT_ELLIPSIS "\xe2\x80\xa6"

/* Returns the columns of the terminal that gets the results. Returns 0 when it is no terminal, or
 * with --wide. */
unsigned fit_width(const struct settings *settings);

/* Returns the longest beginning that takes at most `width` (not 0) columns together with
 * FIT_ELLIPSIS and does not end inside a number. The text must be wider than `width`. */
tt_bytes fit_cut(tt_bytes text, size_t width);

/* Appends a text, folded between words. The line already has `at` columns. A word wider than a line
 * is not split. */
void fit_fold_text(tt_io_output *out, tt_bytes text, size_t at, size_t width);

struct fit_fold {
    tt_io_output out; /* takes the unfolded lines */

    tt_io_output *target; /* gets the folded lines; job->out before the fold */
    unsigned width;       /* columns of a line, not 0 */
    bool is_part;         /* the text is a part of a line, whose indent the caller has set */
    size_t indent;        /* columns that the continuation of a folded line skips */
    size_t column;        /* columns of the line so far; 0 before it begins */
    size_t blanks;
    char word[1024]; /* the beginning of a word whose end has not come yet */
    size_t used;     /* bytes of `word` */
};

/* Folds what goes to job->out when lines have a width. When this returns true, fit_fold_end must
 * follow. */
bool fit_fold_begin(struct fit_fold *fold, struct job *job);
void fit_fold_end(struct fit_fold *fold, struct job *job);

#endif
