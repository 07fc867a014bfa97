/* SPDX-License-Identifier: MIT
 *
 * What in a recording is private: the one list, for every tool that shows or
 * publishes a recording.
 *
 * Recordings hold more than a game. A teehistorian file has chat commands and commands of the
 * remote console with their arguments: timeout codes, which take over a connection; save codes;
 * passwords and accounts of mods; addresses, in bans; passwords of the server and of rcon where an
 * older or modified server records them, or where they stand inside of another command. It has save
 * texts and ids, rcon account names, and connection ids. Its header has the server's settings:
 * DDNet leaves its passwords out (that of reserved slots since 15.6 only), but not the address that
 * it is bound to, nor the token of its registration. A demo of a server has all that the server
 * sent to anybody: whispers, save codes, and the lines of the remote console, with addresses in
 * them.
 *
 * Secret are passwords, tokens, keys, codes, accounts, addresses and lists of bans; whispers; and
 * what follows a command or setting that the list does not have, unless it is a number. Positions,
 * names of players, drop reasons and what was said to everybody are not. Tools that cut or repair
 * keep secrets: they write a recording. Examples: examples/fields.c and, for chat of a server,
 * examples/watch_demo.c.
 */
#ifndef TEETAPE_SECRET_H
#define TEETAPE_SECRET_H

#include "teetape/server_message.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The text that a tool shows in place of a secret. */
#define TT_SECRET_TEXT "***"

/** True when `name` is no name that a console takes, such as "timeout code", so that it may hold
 * arguments. */
TT_API bool tt_secret_command_name(tt_bytes name);

/** True when the arguments of this console or chat command are secret: because of its name, because
 * they contain a secret command (add_vote X "sv_rcon_password Y"), or because it is not
 * listed and they are no numbers. */
TT_API bool tt_secret_args(tt_bytes name, tt_texts args);

/** True when the value of a header's key is secret: the key is not in teetape/schema/th_header.def,
 * and the value is no number. The value is neither an object nor an array. `key` and `value` are
 * without escapes. */
TT_API bool tt_secret_header(tt_bytes key, tt_bytes value);

/** True when member `field` of the record or message `type` is secret by its name alone, such as
 * "save" of "save_success". */
TT_API bool tt_secret_field(const tt_type *type, const tt_field *field);

/** True when member `field` of this message is secret: by its name, because the message is a
 * command or chat line whose arguments are, or a whisper. `field` must be one of
 * tt_msg_type(msg->kind). */
TT_API bool tt_secret_msg_field(const tt_msg *msg, const tt_field *field);

/** True when member `field` of this message of a server is secret: the text of a whisper, a save
 * code, or a text that names a secret command. `field` must be one of tt_sv_type(msg->kind). */
TT_API bool tt_secret_sv_field(const tt_sv_msg *msg, const tt_field *field);

/** True when a packed message of a server, of the game or of the system, holds something secret, so
 * that its bytes must not be shown. A message that is unknown, cannot be decoded or has bytes after
 * its fields counts as secret. So do all but some harmless system messages: a server's demo has its
 * rcon lines and lists of rcon commands. */
TT_API bool tt_secret_sv_data(tt_bytes data, tt_protocol protocol);

#ifdef __cplusplus
}
#endif

#endif
