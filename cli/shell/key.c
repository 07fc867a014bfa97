/* SPDX-License-Identifier: MIT
 *
 * Gets the key from the options, and reports a weak or random one.
 */
#include "cli/shell/key.h"

#include "cli/shell/message.h"
#include "cli/shell/target.h"

const char *key_get(struct key *key, const char *text, const char *file)
{
    static char problem[TARGET_NAMED];
    tt_io_error error;
    if (tt_io_key_get(&key->io, text, file, &error)) {
        return NULL;
    }
    if (error.status == TT_ERR_ARGUMENT) {
        return target_named(problem, error.text);
    }
    key->failed = true;
    if (error.status != TT_ERR_STOPPED) {
        message_say(MESSAGE_ERROR, error.path[0] != 0 ? error.path : NULL, "%s", error.text);
    }
    return NULL;
}

/* Prints the note about a weak or random key. key_get does not print it, because a run that fails
 * later needs none. */
void key_report(struct key *key)
{
    char text[TARGET_NAMED];
    tt_level level;
    tt_io_error what;
    if (!atomic_exchange(&key->is_reported, true) && tt_io_key_remark(&key->io, &level, &what)) {
        message_say(level == TT_LEVEL_NOTE ? MESSAGE_NOTE : MESSAGE_WARNING, NULL, "%s",
                    target_named(text, what.text));
    }
}
