/* SPDX-License-Identifier: MIT
 *
 * Looks into the list of commands, settings and tunings: msg/commands.def.
 */
#include "msg/command.h"

#include "base/mem.h"
#include "schema/fields.h"

struct row {
    const char *name;
    tti_command class;
};

static const struct row rows[] = {
#define TT_KNOWN_COMMAND(name, class, forms) {#name, TTI_COMMAND_##class},
#define TT_KNOWN_OTHER(name, class) {#name, TTI_COMMAND_##class},
#define TT_KNOWN_GAME_SETTING(name) {#name, TTI_COMMAND_NUMBER},
#define TT_KNOWN_SETTING(name, class) {#name, TTI_COMMAND_##class},
#define TT_KNOWN_TUNING(name) {#name, TTI_COMMAND_NUMBER},
#include "msg/commands.def"
};

static const char *const parts[] = {
#define TT_SECRET_PART(text) text,
#include "msg/commands.def"
};

static uint8_t lower(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c + ('a' - 'A')) : c;
}

/* How many bytes of `text` are those that `name` begins with. */
static size_t common(tt_bytes text, const char *name)
{
    size_t i = 0;
    while (i < text.size && name[i] != 0 && lower(text.data[i]) == (uint8_t)name[i]) {
        i++;
    }
    return i;
}

int tti_command_is(tt_bytes text, const char *name)
{
    size_t size = common(text, name);
    return size == text.size && name[size] == 0;
}

tti_command tti_command_of(tt_bytes name)
{
    for (size_t i = 0; i < TTI_COUNT(rows); i++) {
        if (tti_command_is(name, rows[i].name)) {
            return rows[i].class;
        }
    }
    return TTI_COMMAND_UNKNOWN;
}

int tti_command_suspicious(tt_bytes name)
{
    for (; name.size > 0; name.data++, name.size--) {
        for (size_t i = 0; i < TTI_COUNT(parts); i++) {
            if (parts[i][common(name, parts[i])] == 0) {
                return 1;
            }
        }
    }
    return 0;
}
