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
            "begin here: a tick, a game time, a date and time, or marker:N of a demo", 0, 0, NULL  \
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
            "show the date and time beside the game time", 0, 0, NULL                              \
    }

#define OPTION_ROW_WIDE                                                                            \
    {                                                                                              \
        0, "wide", NULL, OPTION_FLAG, offsetof(struct settings, wide),                             \
            "on a terminal, too: cut nothing, fold nothing, leave no column out", 0, 0, NULL       \
    }

#define OPTION_ROW_FOLLOW                                                                          \
    {                                                                                              \
        'f', "follow", NULL, OPTION_FLAG, offsetof(struct settings, follow),                       \
            "keep reading a file that a server is still writing", 0, 0, NULL                       \
    }

#define OPTION_ROW_INDEX_DIR                                                                       \
    {                                                                                              \
        0, "index-dir", "DIR", OPTION_TEXT, offsetof(struct settings, index_dir),                  \
            "where index files are: in DIR, under the recording's whole path", 0, 0, NULL          \
    }

#define OPTION_ROW_NO_INDEX                                                                        \
    {                                                                                              \
        0, "no-index", NULL, OPTION_FLAG, offsetof(struct settings, no_index),                     \
            "read from the start, even if there is an index", 0, 0, NULL                           \
    }

#define OPTION_ROW_SHOW_SECRETS                                                                    \
    {                                                                                              \
        0, "show-secrets", NULL, OPTION_FLAG, offsetof(struct settings, show_secrets),             \
            "show timeout codes, saves, accounts, addresses, whispers and the like", 0, 0, NULL    \
    }

#define OPTION_ROW_JOBS                                                                            \
    {                                                                                              \
        'j', "jobs", "N", OPTION_NUMBER, offsetof(struct settings, jobs),                          \
            "read so many files at the same time; as many as there are cores if not given", 1,     \
            1024, NULL                                                                             \
    }

#endif
