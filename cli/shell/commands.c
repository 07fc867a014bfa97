/* SPDX-License-Identifier: MIT
 *
 * The list of commands, and the options that they have in common.
 */
#include "cli/shell/option_rows.h"

/* The help keeps this order: commands that show, that check and search, that make recordings,
 * that make other files, and tools. */
const struct command *const commands[] = {
    &cmd_info,   &cmd_dump,      &cmd_players, &cmd_chat,   &cmd_inputs,  &cmd_verify,
    &cmd_index,  &cmd_find,      &cmd_archive, &cmd_cut,    &cmd_repair,  &cmd_pack,
    &cmd_unpack, &cmd_anonymize, &cmd_demo,    &cmd_concat, &cmd_picture, &cmd_video,
    &cmd_page,   &cmd_table,     &cmd_map,     &cmd_codec,  NULL,
};

static const struct option common_rows[] = {
    ROW_FLAG(0, "json", struct settings, json, "print JSON, one object a line"),
    ROW_FLAG('q', "quiet", struct settings, quiet,
             "print errors only: no warnings, notes or progress"),
    ROW_FLAG('h', "help", struct settings, help, "explain this command"),
};

const struct option_table common_options = SETTING_TABLE(common_rows);
