/* SPDX-License-Identifier: MIT
 *
 * Follows the words of a command through the tree of its choices.
 */
#include "cli/shell/options.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/shell/word_list.h"

/* Bytes of a list of words in a sentence: half of options->problem. A longer list is cut. */
#define LIST 200

static const struct choice *complain(struct options *options, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static const struct choice *complain(struct options *options, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(options->problem, sizeof options->problem, format, args);
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

/* A near word is offered alone, so that the line remains short. */
static const struct choice *refuse(struct options *options, const struct choice *choices,
                                   const char *word)
{
    char words[LIST];
    struct suggestion suggestion = suggest_begin(tt_bytes_of(word));
    for (const struct choice *c = choices; c->name != NULL; c++) {
        suggest_offer(&suggestion, c->name);
    }
    if (suggestion.word != NULL) {
        return complain(options, "there is no '%s' here; did you mean '%s'?", word,
                        suggestion.word);
    }
    return complain(options, "there is no '%s' here; it can be %s", word, list(words, choices));
}

/* A word too many and a word too few are errors, so the result is a leaf, whose `object` the
 * command can use without asking. */
const struct choice *choice_of(const struct command *command, struct options *options)
{
    const struct choice *chosen = NULL, *next = command->choices;
    char words[LIST];
    for (size_t i = 0; i < options->file_count; i++) {
        if (next == NULL) {
            return complain(options, "'%s' is too much; '%s' takes no more words",
                            options->files[i], chosen == NULL ? command->name : chosen->name);
        }
        const struct choice *found = find(next, options->files[i]);
        if (found == NULL) {
            return refuse(options, next, options->files[i]);
        }
        chosen = found;
        next = chosen->next;
    }
    if (next == NULL) {
        return chosen;
    }
    return chosen == NULL ? complain(options, "which kind? %s", list(words, next))
                          : complain(options, "%s: %s?", chosen->name, list(words, next));
}

const struct choice *choice_first(const struct command *command, struct options *options)
{
    char words[LIST];
    if (options->file_count == 0) {
        return complain(options, "which kind? %s", list(words, command->choices));
    }
    const struct choice *found = find(command->choices, options->files[0]);
    if (found == NULL) {
        return refuse(options, command->choices, options->files[0]);
    }
    options->file_count--;
    memmove(options->files, options->files + 1, options->file_count * sizeof *options->files);
    return found;
}
