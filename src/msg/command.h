/* SPDX-License-Identifier: MIT
 *
 * Looks into the list of commands, settings and tunings: msg/commands.def.
 */
#ifndef TTI_MSG_COMMAND_H
#define TTI_MSG_COMMAND_H

#include "teetape/bytes.h"

/* What of the arguments or of the value may be shown; commands.def explains the classes. UNKNOWN is
 * 0 and means that the name is in no row: then only numbers are shown. */
typedef enum tti_command {
    TTI_COMMAND_UNKNOWN,
    TTI_COMMAND_OPEN,
    TTI_COMMAND_NESTED,
    TTI_COMMAND_NUMBER,
    TTI_COMMAND_SECRET,
    TTI_COMMAND_PRIVATE
} tti_command;

/* The class of a name; upper and lower case are the same, as in the game. */
tti_command tti_command_of(tt_bytes name);

/* SECRET or PRIVATE, or UNKNOWN for all others. */
tti_command tti_command_hiding(tt_bytes name);

/* 1 when `text` is `name`, which is in lower case. */
int tti_command_is(tt_bytes text, const char *name);

/* 1 when a name that is not listed has a secret part. */
int tti_command_suspicious(tt_bytes name);

/* 1 for a byte of which the console's names are made. */
static inline int tti_command_byte(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

#endif
