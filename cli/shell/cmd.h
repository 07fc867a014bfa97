/* SPDX-License-Identifier: MIT
 *
 * The subcommands by name, for the list in commands.c.
 */
#ifndef CLI_CMD_H
#define CLI_CMD_H

#include "cli/shell/command.h"

extern const struct command cmd_info, cmd_dump, cmd_players, cmd_chat, cmd_inputs, cmd_verify,
    cmd_index, cmd_find, cmd_repair, cmd_pack, cmd_unpack, cmd_anonymize, cmd_cut, cmd_demo,
    cmd_concat, cmd_page, cmd_picture, cmd_video, cmd_table, cmd_map, cmd_codec;

#endif
