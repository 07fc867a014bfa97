/* SPDX-License-Identifier: MIT
 *
 * Searches the commands, settings and tunings of msg/commands.def, which is in lower case. Texts
 * are short and few, so the search is linear.
 */
#include "msg/command.h"

#include "base/ascii.h"
#include "schema/fields.h"

/* Comparing the size first skips most rows without reading the name. */
struct known_command {
    const char *name;
    size_t size;
    tti_command class;
};

#define COMMAND_ROW(name, class) {#name, sizeof #name - 1, TTI_COMMAND_##class},

/* Each word of a text is compared with the names that hide arguments, so they have a list of their
 * own. */
#define HIDES_OPEN(name)
#define HIDES_NESTED(name)
#define HIDES_NUMBER(name)
#define HIDES_SECRET(name) COMMAND_ROW(name, SECRET)
#define HIDES_PRIVATE(name) COMMAND_ROW(name, PRIVATE)

static const struct known_command hiding[] = {
#define TT_KNOWN_COMMAND(name, class, forms) HIDES_##class(name)
#define TT_KNOWN_OTHER(name, class) HIDES_##class(name)
#define TT_KNOWN_SETTING(name, class) HIDES_##class(name)
#include "msg/commands.def"
};

#define SHOWS_OPEN(name) COMMAND_ROW(name, OPEN)
#define SHOWS_NESTED(name) COMMAND_ROW(name, NESTED)
#define SHOWS_NUMBER(name) COMMAND_ROW(name, NUMBER)
#define SHOWS_SECRET(name)
#define SHOWS_PRIVATE(name)

static const struct known_command showing[] = {
#define TT_KNOWN_COMMAND(name, class, forms) SHOWS_##class(name)
#define TT_KNOWN_OTHER(name, class) SHOWS_##class(name)
#define TT_KNOWN_GAME_SETTING(name) COMMAND_ROW(name, NUMBER)
#define TT_KNOWN_SETTING(name, class) SHOWS_##class(name)
#define TT_KNOWN_TUNING(name) COMMAND_ROW(name, NUMBER)
#include "msg/commands.def"
};

static const char *const secret_parts[] = {
#define TT_SECRET_PART(text) text,
#include "msg/commands.def"
};

static size_t common(tt_bytes text, const char *name)
{
    size_t i = 0;
    while (i < text.size && name[i] != 0 && tti_lower(text.data[i]) == (uint8_t)name[i]) {
        i++;
    }
    return i;
}

bool tti_command_is(tt_bytes text, const char *name)
{
    size_t size = common(text, name);
    return size == text.size && name[size] == 0;
}

static tti_command find_command(const struct known_command *rows, size_t count, tt_bytes name)
{
    for (size_t i = 0; i < count; i++) {
        if (rows[i].size == name.size && tti_command_is(name, rows[i].name)) {
            return rows[i].class;
        }
    }
    return TTI_COMMAND_UNKNOWN;
}

tti_command tti_command_hiding(tt_bytes name)
{
    return find_command(hiding, TTI_COUNT(hiding), name);
}

tti_command tti_command_of(tt_bytes name)
{
    tti_command class = tti_command_hiding(name);
    return class != TTI_COMMAND_UNKNOWN ? class : find_command(showing, TTI_COUNT(showing), name);
}

/* Returns true for a name that has a part such as "password". Unlisted names come from mods, whose
 * secret names mostly contain such a word. */
bool tti_command_suspicious(tt_bytes name)
{
    for (; name.size > 0; name.data++, name.size--) {
        for (size_t i = 0; i < TTI_COUNT(secret_parts); i++) {
            if (secret_parts[i][common(name, secret_parts[i])] == 0) {
                return true;
            }
        }
    }
    return false;
}
