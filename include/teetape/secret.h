/* SPDX-License-Identifier: MIT
 *
 * The list of what is private in a recording, for every tool that shows or publishes recordings.
 *
 * Recordings hold more than a game. A teehistorian file has chat commands and commands of the
 * remote console with their arguments: timeout codes, which take over a connection; save codes;
 * passwords and accounts of mods; addresses, in bans; passwords of the server and of rcon, which
 * older or modified servers record, and which other commands may quote. It has save texts and
 * ids, rcon account names, and connection ids. Its header has the server's settings: DDNet
 * leaves out passwords (the one for reserved slots since 15.6), but not the address that the
 * server is bound to, nor the token of its registration. A demo of a server has everything that
 * the server sent to anybody: whispers, save codes, and the lines of the remote console, with
 * addresses in them.
 *
 * These are secret: passwords, tokens, keys, codes, accounts, addresses, lists of bans and
 * whispers. Arguments of a command or setting that is not on the list are secret too, unless
 * they are numbers. Positions, names of players, drop reasons and public chat are not secret.
 * Cuts and repairs keep secrets in the recordings that they write. Examples: examples/fields.c
 * and, for chat of a server, examples/watch_demo.c.
 */
#ifndef TEETAPE_SECRET_H
#define TEETAPE_SECRET_H

#include "teetape/server_message.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The text that a tool shows in place of a secret. */
#define TT_SECRET_TEXT "***"

/** Returns true when a console does not take `name` as a command name, such as "timeout code": it
 * may then hold arguments. */
TT_API bool tt_secret_command_name(tt_bytes name);

/** Returns true when the arguments of this console or chat command are secret. The arguments of
 * some commands always are. Others contain a secret command: add_vote X "sv_rcon_password Y". Those
 * of a command that teetape does not know are secret unless they are numbers. */
TT_API bool tt_secret_args(tt_bytes name, tt_texts args);

/** Returns true when the value of a header's key is secret: the key is not in
 * teetape/schema/th_header.def, and the value is no number. The value is neither an object nor an
 * array. `key` and `value` are without escapes. */
TT_API bool tt_secret_header(tt_bytes key, tt_bytes value);

/** Returns true when member `field` of the record or message `type` is secret by its name alone,
 * such as "save" of "save_success". */
TT_API bool tt_secret_field(const tt_type *type, const tt_field *field);

/** Returns true when member `field` of this message is secret: by its name, because the message is
 * a command or chat line whose arguments are, or a whisper. `field` must be one of
 * tt_msg_type(msg->kind). */
TT_API bool tt_secret_msg_field(const tt_msg *msg, const tt_field *field);

/** Returns true when member `field` of this message of a server is secret: the text of a whisper, a
 * save code, or a text that names a secret command. `field` must be one of tt_sv_type(msg->kind).
 */
TT_API bool tt_secret_sv_field(const tt_sv_msg *msg, const tt_field *field);

/** Returns true when a packed message of a server holds something secret, so that its bytes must
 * not be shown. A message that is unknown, cannot be decoded, or has bytes after its fields counts
 * as secret. So do all system messages but some harmless ones, because the demo of a server has
 * rcon lines in them. */
TT_API bool tt_secret_sv_data(tt_bytes data, tt_protocol protocol);

#ifdef __cplusplus
}
#endif

#endif
