/* SPDX-License-Identifier: MIT
 *
 * Finds each word in the option tables, and stores its value.
 */
#include "cli/shell/options.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/shell/message.h"
#include "cli/shell/word_list.h"

/* An error lists the words of an option that has at most this many. */
#define FEW_WORDS 12

/* Most options whose second value is detected. No command has as many. */
#define OPTIONS_ONCE 64

struct reader {
    struct options *options;
    const struct command *command;
    const char *const *words; /* words of the caller; the options point into them */
    size_t count, at;
    const struct option *given[OPTIONS_ONCE]; /* the options with one value that were given */
    size_t given_count;
};

/* Names of the previous release that still work. `value` is set for a flag that became an option
 * with a value. */
static const struct old_name {
    const char *command, *name, *now, *value;
} old_names[] = {
    {"cut", "chat-number", "match", NULL},
    {"cut", "finish-number", "match", NULL},
    {"dump", "messages", "kind", "message"},
};

struct typed {
    const struct option *option;
    char name[64]; /* name of the option as it is shown, "-j" or "--jobs" */
};

/* Keeps the sentence of the first error only, because later errors may follow from it. Returns
 * false. */
static bool complain(struct reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool complain(struct reader *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->options->problem, sizeof r->options->problem, format, args);
    va_end(args);
    return false;
}

const struct option *options_of(const struct command *command, size_t index)
{
    if (index < command->options.count) {
        return &command->options.rows[index];
    }
    index -= command->options.count;
    return index < common_options.count ? &common_options.rows[index] : NULL;
}

/* Finds an option by its letter, or by its name when the letter is 0. */
static const struct option *find(const struct command *command, char letter, tt_bytes name)
{
    const struct option *option;
    for (size_t i = 0; (option = options_of(command, i)) != NULL; i++) {
        if (letter != 0 ? option->letter == letter
                        : tt_bytes_equal(tt_bytes_of(option->name), name)) {
            break;
        }
    }
    return option;
}

static bool complain_about_name(struct reader *r, tt_bytes name)
{
    struct suggestion suggestion = suggest_begin(name);
    const struct option *option;
    for (size_t i = 0; (option = options_of(r->command, i)) != NULL; i++) {
        suggest_offer(&suggestion, option->name);
    }
    if (suggestion.word == NULL) {
        return complain(r, "there is no option --%.*s", (int)name.size, (const char *)name.data);
    }
    return complain(r, "there is no option --%.*s; did you mean --%s?", (int)name.size,
                    (const char *)name.data, suggestion.word);
}

static void list_words(char *dst, size_t cap, const struct option *option)
{
    size_t count = 0, used = 0;
    while (option->word(count) != NULL) {
        count++;
    }
    for (size_t i = 0; count <= FEW_WORDS && i < count; i++) {
        used = word_list_say(dst, cap, used, option->word(i), i, count);
    }
}

/* Complains about an unknown word of a list. An empty word comes from an extra comma, as in "a,,b".
 */
static bool complain_about_word(struct reader *r, const struct typed *typed, tt_bytes word)
{
    struct suggestion suggestion = suggest_begin(word);
    const char *known;
    for (size_t i = 0; (known = typed->option->word(i)) != NULL; i++) {
        suggest_offer(&suggestion, known);
    }
    if (word.size == 0) {
        return complain(r, "%s: a word is missing in the list", typed->name);
    }
    if (suggestion.word == NULL) {
        char words[FEW_WORDS * 16] = "";
        list_words(words, sizeof words, typed->option);
        return complain(r, "%s: '%.*s' is unknown%s%s", typed->name, (int)word.size,
                        (const char *)word.data, words[0] != '\0' ? "; it can be " : "", words);
    }
    return complain(r, "%s: '%.*s' is unknown; did you mean '%s'?", typed->name, (int)word.size,
                    (const char *)word.data, suggestion.word);
}

static bool is_known(const struct option *option, tt_bytes word)
{
    const char *known;
    for (size_t i = 0; (known = option->word(i)) != NULL; i++) {
        if (tt_bytes_equal(tt_bytes_of(known), word)) {
            return true;
        }
    }
    return false;
}

static bool check_list(struct reader *r, const struct typed *typed, const char *list)
{
    const char *word = list;
    for (;;) {
        const tt_bytes bytes = {(const uint8_t *)word, strcspn(word, ",")};
        if (!is_known(typed->option, bytes)) {
            return complain_about_word(r, typed, bytes);
        }
        if (word[bytes.size] == '\0') {
            return true;
        }
        word += bytes.size + 1;
    }
}

/* Reads a whole number. strtoll would accept blanks. The overflow check refuses numbers slightly
 * below INT64_MAX, too. */
static bool read_number(const struct option *option, const char *text, int64_t *number)
{
    bool negative = text[0] == '-';
    const char *at = text + negative;
    int64_t value = 0;
    if (*at == '\0') {
        return false;
    }
    for (; *at != '\0'; at++) {
        if (*at < '0' || *at > '9' || value > (INT64_MAX - 9) / 10) {
            return false;
        }
        value = value * 10 + (*at - '0');
    }
    *number = negative ? -value : value;
    return *number >= option->min && *number <= option->max;
}

/* Returns the member that an option sets. memcpy writes it through a char pointer. ROW_OPTION has
 * checked its type. */
static char *member_of(struct reader *r, const struct option *option)
{
    void *of = option->is_setting ? (void *)&r->options->settings : r->options->own;
    return (char *)of + option->offset;
}

/* Adds a value to an option that takes several. memcpy works for any alignment of the struct. */
static bool add_text(struct reader *r, const struct typed *typed, const char *value)
{
    char *member = member_of(r, typed->option);
    struct texts texts;
    memcpy(&texts, member, sizeof texts);
    if (texts.count == TEXTS_MAX) {
        return complain(r, "%s can be given %d times at most", typed->name, TEXTS_MAX);
    }
    texts.text[texts.count++] = value;
    memcpy(member, &texts, sizeof texts);
    return true;
}

/* Refuses a second value of an option that takes one, because the user may want both. store()
 * handles lists, and proposes one list of both. */
static bool is_first(struct reader *r, const struct option *option)
{
    if (option->kind == OPTION_FLAG || option->kind == OPTION_TEXTS ||
        option->kind == OPTION_LIST) {
        return true;
    }
    for (size_t i = 0; i < r->given_count; i++) {
        if (r->given[i] == option) {
            return false;
        }
    }
    if (r->given_count < OPTIONS_ONCE) {
        r->given[r->given_count++] = option;
    }
    return true;
}

/* Stores a value. The verb's struct was zeroed, so a pointer that is not NULL means that the list
 * was given before. */
static bool store(struct reader *r, const struct typed *typed, const char *value)
{
    const struct option *option = typed->option;
    char *member = member_of(r, option);
    const char *before;
    int64_t number;
    if (!is_first(r, option)) {
        return complain(r, "%s is given twice, but takes one %s", typed->name, option->value);
    }
    switch (option->kind) {
    case OPTION_FLAG:
        memcpy(member, &(bool){true}, sizeof(bool));
        return true;
    case OPTION_NUMBER:
        if (!read_number(option, value, &number)) {
            return complain(r, "%s needs a number from %" PRId64 " to %" PRId64 ", not '%s'",
                            typed->name, option->min, option->max, value);
        }
        memcpy(member, &number, sizeof number);
        return true;
    case OPTION_LIST:
        memcpy(&before, member, sizeof before);
        if (before != NULL && strchr(option->value, ',') == NULL) {
            return complain(r, "%s is given twice, but takes one %s", typed->name, option->value);
        }
        if (before != NULL) {
            return complain(r, "%s is given twice; make it one list: %s %s,%s", typed->name,
                            typed->name, before, value);
        }
        if (!check_list(r, typed, value)) {
            return false;
        }
        break;
    case OPTION_TEXTS:
        return add_text(r, typed, value);
    case OPTION_TEXT:
    case OPTION_FILE:
    case OPTION_OPTIONAL:
        break;
    }
    memcpy(member, &value, sizeof value);
    return true;
}

/* Takes an option with its value. `attached` is a value in the same word, or NULL. Otherwise the
 * value is the next word, whatever it looks like, because names and negative numbers may begin with
 * a dash. An optional value must be attached. */
static bool take(struct reader *r, const struct typed *typed, const char *attached)
{
    const char *value = attached;
    if (typed->option->kind == OPTION_FLAG) {
        return attached == NULL ? store(r, typed, "")
                                : complain(r, "%s takes no value", typed->name);
    }
    if (value == NULL && typed->option->kind == OPTION_OPTIONAL) {
        value = "";
    }
    if (value == NULL) {
        if (r->at == r->count) {
            return complain(r, "%s needs a value: %s %s", typed->name, typed->name,
                            typed->option->value);
        }
        value = r->words[r->at++];
    }
    return store(r, typed, value);
}

static const struct old_name *find_old(struct reader *r, tt_bytes name)
{
    for (unsigned i = 0; i < sizeof old_names / sizeof old_names[0]; i++) {
        if (strcmp(old_names[i].command, r->command->name) == 0 &&
            tt_bytes_equal(tt_bytes_of(old_names[i].name), name)) {
            r->options->old |= 1u << i;
            return &old_names[i];
        }
    }
    return NULL;
}

void options_say_old(const struct options *options)
{
    for (unsigned i = 0; i < sizeof old_names / sizeof old_names[0]; i++) {
        const struct old_name *old = &old_names[i];
        if ((options->old >> i & 1) != 0) {
            message_say(MESSAGE_NOTE, NULL, "--%s ends with this release: write --%s%s%s",
                        old->name, old->now, old->value != NULL ? " " : "",
                        old->value != NULL ? old->value : "");
        }
    }
}

/* Takes a long option. `word` is the part after "--". In "--name=" the value is empty, not missing.
 */
static bool take_long(struct reader *r, const char *word)
{
    const tt_bytes name = {(const uint8_t *)word, strcspn(word, "=")};
    const char *value = word[name.size] == '=' ? word + name.size + 1 : NULL;
    const struct old_name *old = find_old(r, name);
    struct typed typed = {find(r->command, 0, old != NULL ? tt_bytes_of(old->now) : name), ""};
    if (typed.option == NULL) {
        return complain_about_name(r, name);
    }
    snprintf(typed.name, sizeof typed.name, "--%s", typed.option->name);
    return take(r, &typed, old != NULL && old->value != NULL ? old->value : value);
}

/* Takes short options. `word` is the part after "-". The rest of the word is the value of the first
 * letter that takes one. An unknown byte above ASCII is shown with the rest of the word. */
static bool take_short(struct reader *r, const char *word)
{
    for (const char *at = word; *at != '\0'; at++) {
        struct typed typed = {find(r->command, *at, (tt_bytes){NULL, 0}), ""};
        if (typed.option == NULL) {
            return (*at & 0x80) != 0 ? complain(r, "there is no option -%s", at)
                                     : complain(r, "there is no option -%c", *at);
        }
        snprintf(typed.name, sizeof typed.name, "-%c", *at);
        if (typed.option->kind != OPTION_FLAG) {
            return take(r, &typed, at[1] != '\0' ? at + 1 : NULL);
        }
        if (!take(r, &typed, NULL)) {
            return false;
        }
    }
    return true;
}

/* Sets the zone of dates, which are then shown. */
static bool take_zone(struct reader *r)
{
    struct settings *settings = &r->options->settings;
    if (settings->utc && settings->local) {
        return complain(r, "--utc and --local are two zones; give one of them");
    }
    settings->wall = settings->wall || settings->utc || settings->local;
    settings->reading.zone = settings->utc     ? TT_IO_ZONE_UTC
                             : settings->local ? TT_IO_ZONE_LOCAL
                                               : TT_IO_ZONE_RECORDING;
    return true;
}

bool options_read(struct options *options, const struct command *command, const char *const *words,
                  size_t count)
{
    /* cppcheck-suppress ctuuninitvar */
    struct reader r = {options, command, words, count, 0, {NULL}, 0};
    bool options_over = false;
    memset(&options->settings, 0, sizeof options->settings);
    if (command->options.size != 0) {
        memset(options->own, 0, command->options.size);
    }
    options->file_count = 0;
    options->old = 0;
    options->problem[0] = '\0';
    while (r.at < count) {
        const char *word = words[r.at++];
        bool good = true;
        if (options_over || word[0] != '-' || word[1] == '\0') {
            options->files[options->file_count++] = word;
        } else if (strcmp(word, "--") == 0) {
            options_over = true;
        } else if (word[1] == '-') {
            good = take_long(&r, word + 2);
        } else {
            good = take_short(&r, word + 1);
        }
        if (!good) {
            return false;
        }
    }
    return take_zone(&r);
}
