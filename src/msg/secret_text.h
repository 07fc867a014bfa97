/* SPDX-License-Identifier: MIT
 *
 * Looks for secrets inside of texts that somebody typed.
 *
 * It knows places of words, and command.h knows words. Both sides of a recording use it: what
 * clients typed, and what servers answered.
 */
#ifndef TTI_MSG_SECRET_TEXT_H
#define TTI_MSG_SECRET_TEXT_H

#include "teetape/bytes.h"

/* Where a word counts as a command. A word with a '_' counts everywhere. */
typedef enum tti_text {
    TTI_TEXT_SPEECH, /* after '/': people talk of saving and loading */
    TTI_TEXT_ARGS,   /* after '/', ';' and '"', with blanks between */
    TTI_TEXT_LINE    /* everywhere: the text is a command line */
} tti_text;

/* How many bytes may be shown: all, or those before the argument of the first secret command. */
size_t tti_text_open(tt_bytes text, tti_text kind);

/* 1 when there is such an argument. `more` says that further arguments follow the text. */
int tti_text_is_secret(tt_bytes text, tti_text kind, int more);

/* 1 for the same text. Texts that are not the same differ in their first letters mostly. Without a
 * library function, as the core has none. */
static inline int tti_text_same(const char *a, const char *b)
{
    while (*a != 0 && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* 1 for a whole number or a decimal fraction. */
int tti_text_is_number(tt_bytes text);

#endif
