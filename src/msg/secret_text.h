/* SPDX-License-Identifier: MIT
 *
 * Finds secrets inside of texts that clients typed and servers answered: places of words. command.h
 * knows the words.
 */
#ifndef TTI_MSG_SECRET_TEXT_H
#define TTI_MSG_SECRET_TEXT_H

#include "teetape/bytes.h"

/* The places where a word counts as a command. A word with a '_' counts everywhere. */
typedef enum tti_text {
    TTI_TEXT_SPEECH, /* after '/': people talk of saving and loading */
    TTI_TEXT_ARGS,   /* after '/', ';' and '"', with blanks between */
    TTI_TEXT_LINE    /* everywhere: the text is a command line */
} tti_text;

/* The bytes that may be shown: all, or those before the argument of the first secret command. */
size_t tti_text_open(tt_bytes text, tti_text kind);

/* 1 when there is such an argument. `more`: further arguments follow the text. */
int tti_text_is_secret(tt_bytes text, tti_text kind, int more);

/* 1 for a minus, digits, and at most one point between digits. */
int tti_text_is_number(tt_bytes text);

#endif
