/* SPDX-License-Identifier: MIT
 *
 * Text that is wider than the terminal: cut, with a sign that it was cut and never inside a number,
 * or folded between words.
 */
#ifndef CLI_FIT_H
#define CLI_FIT_H

#include "cli/shell/command.h"

/* Ends what was cut. One column. */
#define FIT_ELLIPSIS "\xe2\x80\xa6"

/* Columns of the terminal that results go to; 0 without one, or with --wide. */
unsigned fit_width(const struct settings *settings);

/* The longest beginning of a text that, with FIT_ELLIPSIS, takes at most `width` (not 0) columns
 * and does not end in a number. For a text that is wider than `width`. */
tt_bytes fit_cut(tt_bytes text, size_t width);

/* Appends a text that begins after `at` columns, folded between words. A long word remains
 * whole. */
void fit_fold_text(tt_io_output *out, tt_bytes text, size_t at, size_t width);

struct fit_fold {
    tt_io_output out; /* takes the lines */

    tt_io_output *target; /* where folded lines go: what job->out was before */
    unsigned width;       /* columns of a line, never 0 */
    size_t indent;        /* of the next lines of a line that is folded */
    size_t column;        /* written of the line so far; 0: it has not begun */
    size_t blanks;
    char word[1024]; /* the word that is not complete yet */
    size_t used;     /* bytes of it */
};

/* Folds what goes to job->out, when lines have a width. Only after true, fit_fold_end has to
 * follow. */
bool fit_fold_begin(struct fit_fold *fold, struct job *job);
void fit_fold_end(struct fit_fold *fold, struct job *job);

#endif
