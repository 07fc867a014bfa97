/* SPDX-License-Identifier: MIT
 *
 * Follows the words of a command through the tree of its choices.
 */
#include "cli/shell/options.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/shell/word_list.h"

/* Bytes of a list of words in an error sentence, half of OPTIONS_PROBLEM. A longer list is cut. */
#define LIST 200

static const struct choice *complain(char problem[OPTIONS_PROBLEM], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static const struct choice *complain(char problem[OPTIONS_PROBLEM], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(problem, OPTIONS_PROBLEM, format, args);
    va_end(args);
    return NULL;
}

static const char *list(char dst[LIST], const struct choice *choices)
{
    size_t used = 0, count = 0;
    dst[0] = '\0';
    while (choices[count].name != NULL) {
        count++;
    }
    for (size_t i = 0; i < count; i++) {
        used = word_list_say(dst, LIST, used, choices[i].name, i, count);
    }
    return dst;
}

static const struct choice *find(const struct choice *choices, const char *word)
{
    const struct choice *c = choices;
    while (c->name != NULL && strcmp(c->name, word) != 0) {
        c++;
    }
    return c->name != NULL ? c : NULL;
}

static const struct choice *refuse(char problem[OPTIONS_PROBLEM], const struct choice *choices,
                                   const char *word)
{
    char words[LIST];
    struct suggestion suggestion = suggest_begin(tt_bytes_of(word));
    for (const struct choice *c = choices; c->name != NULL; c++) {
        suggest_offer(&suggestion, c->name);
    }
    if (suggestion.word != NULL) {
        return complain(problem, "'%s' is unknown; did you mean '%s'?", word, suggestion.word);
    }
    return complain(problem, "'%s' is unknown; this word can be %s", word, list(words, choices));
}

/* Follows the words to a choice. A missing or extra word is an error, so the result is always a
 * leaf, and its `object` is not NULL. */
const struct choice *choice_of(const struct shell *sh, char problem[OPTIONS_PROBLEM])
{
    const struct choice *chosen = NULL, *next = sh->command->choices;
    char words[LIST];
    for (size_t i = 0; i < sh->count; i++) {
        if (next == NULL) {
            return complain(problem, "'%s' is one word too many after '%s'", sh->files[i],
                            chosen == NULL ? sh->command->name : chosen->name);
        }
        const struct choice *found = find(next, sh->files[i]);
        if (found == NULL) {
            return refuse(problem, next, sh->files[i]);
        }
        chosen = found;
        next = chosen->next;
    }
    if (next == NULL) {
        return chosen;
    }
    return chosen == NULL ? complain(problem, "a kind is missing; it can be %s", list(words, next))
                          : complain(problem, "a word is missing after '%s'; it can be %s",
                                     chosen->name, list(words, next));
}

const struct choice *choice_first(struct shell *sh, char problem[OPTIONS_PROBLEM])
{
    char words[LIST];
    if (sh->count == 0) {
        return complain(problem, "a kind is missing; it can be %s",
                        list(words, sh->command->choices));
    }
    const struct choice *found = find(sh->command->choices, sh->files[0]);
    if (found == NULL) {
        return refuse(problem, sh->command->choices, sh->files[0]);
    }
    sh->count--;
    sh->files++;
    return found;
}
