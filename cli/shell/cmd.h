/* SPDX-License-Identifier: MIT
 *
 * The subcommands by name, for the list in commands.c.
 */
#ifndef CLI_CMD_H
#define CLI_CMD_H

#include "cli/shell/command.h"

extern const struct command cmd_info;
extern const struct command cmd_dump;
extern const struct command cmd_players;
extern const struct command cmd_chat;
extern const struct command cmd_inputs;
extern const struct command cmd_verify;
extern const struct command cmd_index;
extern const struct command cmd_find;
extern const struct command cmd_repair;
extern const struct command cmd_pack;
extern const struct command cmd_unpack;
extern const struct command cmd_anonymize;
extern const struct command cmd_cut;
extern const struct command cmd_demo;
extern const struct command cmd_concat;
extern const struct command cmd_page;
extern const struct command cmd_picture;
extern const struct command cmd_video;
extern const struct command cmd_table;
extern const struct command cmd_map;
extern const struct command cmd_codec;

#endif
