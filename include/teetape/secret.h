/* SPDX-License-Identifier: MIT
 *
 * What in a recording is nobody's business: the one list, for every tool that shows or
 * publishes a recording.
 *
 * Secret are the arguments of commands that prove who somebody is or give access (timeout
 * codes, save codes, rcon and account passwords), save texts and ids, rcon account names,
 * and connection ids. Recordings hold no IP addresses and no server passwords. Examples:
 * examples/fields.c and, for chat of a server, examples/watch_demo.c.
 */
#ifndef TEETAPE_SECRET_H
#define TEETAPE_SECRET_H

#include "teetape/server_message.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a tool shows instead. */
#define TT_SECRET_TEXT "***"

/** 1 when the arguments of this console or chat command are secret. Without a slash; upper
 * and lower case are the same, as in the game. */
TT_API int tt_secret_command(tt_bytes name);

/** 1 when a chat line is a command ("/timeout ...") whose arguments are secret. */
TT_API int tt_secret_chat(tt_bytes line);

/** 1 when member `field` of the record or message `type` is secret by its name alone, such as
 * "save" of "save_success". */
TT_API int tt_secret_field(const tt_type *type, const tt_field *field);

/** 1 when member `field` of this message is secret: by its name, or because the message is a
 * command or chat line whose arguments are. `field` must be one of tt_msg_type(msg->kind). */
TT_API int tt_secret_msg_field(const tt_msg *msg, const tt_field *field);

/** 1 when a packed message holds something secret, so that its bytes must not be shown either.
 * A message that does not parse but might be such a command counts as secret. */
TT_API int tt_secret_msg_data(tt_bytes data, tt_protocol protocol);

/** How many bytes of a chat line that a server sent may be shown: all, or those before the argument
 * of a command that is named in it, as in "Use '/load CODE' to continue". */
TT_API size_t tt_secret_sv_chat(tt_bytes text);

/** 1 when member `field` of this message of a server is secret. `field` must be one of
 * tt_sv_type(msg->kind). */
TT_API int tt_secret_sv_field(const tt_sv_msg *msg, const tt_field *field);

/** 1 when a packed message of a server, of a game or of the system, holds something secret, so that
 * its bytes must not be shown. System messages count as secret but for the harmless: a server's
 * demo has its rcon lines and lists of rcon commands. */
TT_API int tt_secret_sv_data(tt_bytes data, tt_protocol protocol);

#ifdef __cplusplus
}
#endif

#endif
