/* SPDX-License-Identifier: MIT
 *
 * Which commands may be named, and what their arguments may be: the lists of msg/commands.def. A
 * name is written as it is in the list, not as it was sent, so that upper and lower case say
 * nothing.
 */
#include "base/mem.h"
#include "msg/command.h"
#include "schema/fields.h"
#include "teehistorian/anonymize.h"
#include "teetape/secret.h"

/* A command, and a letter for each of its arguments. */
typedef struct command_row {
    const char *name, *forms;
} command_row;

static const command_row commands[] = {
#define TT_KNOWN_COMMAND(name, class, forms) {#name, forms},
#include "msg/commands.def"
};

static const char *const settings[TTI_SETTINGS] = {
#define TT_KNOWN_GAME_SETTING(name) #name,
#include "msg/commands.def"
};

static const char *const tunings[TTI_TUNINGS] = {
#define TT_KNOWN_TUNING(name) #name,
#include "msg/commands.def"
};

static const char *const words[] = {
#define TT_ANON_WORD(name) #name,
#include "teehistorian/anonymize.def"
};

/* The index in the list, or -1. One after the other: commands are a small part of a recording.
 * Upper and lower case are the same, as in the game. */
static int find_word(const char *const *list, size_t count, tt_bytes text)
{
    for (size_t i = 0; i < count; i++) {
        if (tti_command_is(text, list[i])) {
            return (int)i;
        }
    }
    return -1;
}

int tti_th_setting_find(tt_bytes name)
{
    return find_word(settings, TTI_SETTINGS, name);
}

int tti_th_tuning_find(tt_bytes name)
{
    return find_word(tunings, TTI_TUNINGS, name);
}

const char *tti_th_setting_name(int setting)
{
    return settings[setting];
}

const char *tti_th_tuning_name(int tuning)
{
    return tunings[tuning];
}

const char *tti_th_word(tt_bytes text)
{
    int found = find_word(words, TTI_COUNT(words), text);
    return found >= 0 ? words[found] : NULL;
}

/* First the commands, then what is set by its name: a setting is a command with one whole number as
 * its argument. What is in no list is not named, because it may be a mod's, and lead to the server.
 */
const char *tti_th_command(tt_bytes name, const char **forms)
{
    for (size_t i = 0; i < TTI_COUNT(commands); i++) {
        if (tti_command_is(name, commands[i].name)) {
            *forms = commands[i].forms;
            return commands[i].name;
        }
    }
    int setting = tti_th_setting_find(name);
    if (setting >= 0) {
        *forms = "i";
        return settings[setting];
    }
    int tuning = tti_th_tuning_find(name); /* DDNet has no such commands, but mods do */
    *forms = tuning >= 0 ? "f" : "";
    return tuning >= 0 ? tunings[tuning] : TT_SECRET_TEXT;
}

/* Moves over the digits at `at`, 10 at most: an int of 32 bits has no more, and a longer number
 * could be a code. */
static size_t skip_digits(tt_bytes text, size_t at)
{
    size_t start = at;
    while (at < text.size && at - start < 10 && text.data[at] >= '0' && text.data[at] <= '9') {
        at++;
    }
    return at;
}

/* 1 for digits after an optional minus, and with `point` others after a point. */
static int is_number(tt_bytes text, int point)
{
    size_t at = text.size != 0 && text.data[0] == '-';
    size_t end = skip_digits(text, at);
    if (end == at) {
        return 0;
    }
    if (point && end < text.size && text.data[end] == '.') {
        at = end + 1;
        end = skip_digits(text, at);
        if (end == at) {
            return 0;
        }
    }
    return end == text.size;
}

int tti_th_is_int(tt_bytes text)
{
    return is_number(text, 0);
}

/* ~ stands for the place where the tee is, alone or with a number to add. */
static int is_coordinate(tt_bytes text)
{
    if (text.size != 0 && text.data[0] == '~') {
        text.data++;
        text.size--;
        return text.size == 0 || is_number(text, 1);
    }
    return is_number(text, 1);
}

/* A text that remains, if it may and has room. The room is far more than a number needs. */
static int text_keep(char dst[TTI_PSEUDONYM_CAP], tt_bytes text, int good)
{
    if (!good || text.size >= TTI_PSEUDONYM_CAP) {
        return 0;
    }
    tti_copy(dst, text.data, text.size);
    dst[text.size] = 0;
    return 1;
}

static int word_keep(char dst[TTI_PSEUDONYM_CAP], const char *word)
{
    return word != NULL && text_keep(dst, tt_bytes_of(word), 1);
}

/* Letters as in msg/commands.def. Numbers and listed words remain, names and codes become what
 * follows from the key; the last three cannot fail. */
int tti_th_argument(const tt_th_anonymizer *a, char dst[TTI_PSEUDONYM_CAP], char form,
                    tt_bytes text)
{
    int tuning;
    switch (form) {
    case 'i':
        return text_keep(dst, text, is_number(text, 0));
    case 'f':
        return text_keep(dst, text, is_number(text, 1));
    case 'x':
        return text_keep(dst, text, is_coordinate(text));
    case 'u':
        tuning = tti_th_tuning_find(text);
        return word_keep(dst, tuning >= 0 ? tunings[tuning] : NULL);
    case 'w':
        return word_keep(dst, tti_th_word(text));
    case 'n':
        tt_th_pseudonym(a, dst, text);
        return 1;
    case 't':
        tti_th_pseudonym_code(a, dst, TTI_DOMAIN_TIMEOUT, text);
        return 1;
    case 's':
        tti_th_pseudonym_code(a, dst, TTI_DOMAIN_SAVE, text);
        return 1;
    default: /* after the last one */
        return 0;
    }
}
