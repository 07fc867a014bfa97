/* SPDX-License-Identifier: MIT
 *
 * Options that several commands take, each written once.
 */
#ifndef CLI_OPTION_ROWS_H
#define CLI_OPTION_ROWS_H

#include "cli/shell/command.h"

#define OPTION_ROW_FROM                                                                            \
    {                                                                                              \
        0, "from", "PLACE", OPTION_TEXT, offsetof(struct settings, from),                          \
            "begin at this tick, time, date, or marker:N of a demo", 0, 0, NULL                    \
    }

#define OPTION_ROW_TO                                                                              \
    {                                                                                              \
        0, "to", "PLACE", OPTION_TEXT, offsetof(struct settings, to), "end before this place", 0,  \
            0, NULL                                                                                \
    }

#define OPTION_ROW_PLAYER                                                                          \
    {                                                                                              \
        'p', "player", "PLAYER", OPTION_TEXT, offsetof(struct settings, player),                   \
            "only this client id or name", 0, 0, NULL                                              \
    }

#define OPTION_ROW_WALL                                                                            \
    {                                                                                              \
        'w', "wall", NULL, OPTION_FLAG, offsetof(struct settings, wall),                           \
            "show date and time beside the game time", 0, 0, NULL                                  \
    }

#define OPTION_ROW_WIDE                                                                            \
    {                                                                                              \
        0, "wide", NULL, OPTION_FLAG, offsetof(struct settings, wide),                             \
            "do not cut, fold or leave out columns on a terminal", 0, 0, NULL                      \
    }

#define OPTION_ROW_FOLLOW                                                                          \
    {                                                                                              \
        'f', "follow", NULL, OPTION_FLAG, offsetof(struct settings, follow),                       \
            "keep reading a file that a server still writes", 0, 0, NULL                           \
    }

#define OPTION_ROW_INDEX_DIR                                                                       \
    {                                                                                              \
        0, "index-dir", "DIR", OPTION_TEXT, offsetof(struct settings, index_dir),                  \
            "use index files in DIR, under the full path of FILE", 0, 0, NULL                      \
    }

#define OPTION_ROW_NO_INDEX                                                                        \
    {                                                                                              \
        0, "no-index", NULL, OPTION_FLAG, offsetof(struct settings, no_index),                     \
            "read from the start, without an index file", 0, 0, NULL                               \
    }

#define OPTION_ROW_SHOW_SECRETS                                                                    \
    {                                                                                              \
        0, "show-secrets", NULL, OPTION_FLAG, offsetof(struct settings, show_secrets),             \
            "show secrets: codes, saves, accounts, whispers, ...", 0, 0, NULL                      \
    }

#define OPTION_ROW_JOBS                                                                            \
    {                                                                                              \
        'j', "jobs", "N", OPTION_NUMBER, offsetof(struct settings, jobs),                          \
            "read N files at the same time; default: one per core", 1, 1024, NULL                  \
    }

#endif
