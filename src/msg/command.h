/* SPDX-License-Identifier: MIT
 *
 * The classes of commands, settings and tunings in msg/commands.def, and the search for secrets
 * inside texts of clients and servers.
 */
#ifndef TTI_MSG_COMMAND_H
#define TTI_MSG_COMMAND_H

#include "teetape/bytes.h"

/* The part of the arguments or the value that may be shown; commands.def explains the classes.
 * UNKNOWN: the name has no row, so only numbers are shown. */
typedef enum tti_command {
    TTI_COMMAND_UNKNOWN,
    TTI_COMMAND_OPEN,
    TTI_COMMAND_NESTED,
    TTI_COMMAND_NUMBER,
    TTI_COMMAND_SECRET,
    TTI_COMMAND_PRIVATE
} tti_command;

/* Returns the class of a name. Upper and lower case are the same, as in the game. */
tti_command tti_command_of(tt_bytes name);

/* Returns TTI_COMMAND_SECRET or TTI_COMMAND_PRIVATE for a name whose arguments are hidden,
 * otherwise TTI_COMMAND_UNKNOWN. */
tti_command tti_command_hiding(tt_bytes name);

bool tti_command_is(tt_bytes text, const char *name);

bool tti_command_suspicious(tt_bytes name);

/* Returns true for a byte that names of console commands can have. */
static inline bool tti_command_byte(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The positions at which a word counts as a command. A word with a '_' counts everywhere. */
typedef enum tti_text {
    TTI_TEXT_SPEECH, /* after '/': people talk of saving and loading */
    TTI_TEXT_ARGS,   /* after '/', ';' and '"', with blanks between */
    TTI_TEXT_LINE    /* everywhere: the text is a command line */
} tti_text;

/* Returns true when the text has the argument of a secret command. `more` means that further
 * arguments follow the text. */
bool tti_text_is_secret(tt_bytes text, tti_text kind, bool more);

/* Returns true for digits, which may have a '-' before them and one '.' between them. */
bool tti_text_is_number(tt_bytes text);

#endif
