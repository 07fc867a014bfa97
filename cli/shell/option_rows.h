/* SPDX-License-Identifier: MIT
 *
 * Rows of option tables: a macro for each kind of option, and the options that several commands
 * have. `type` is the struct that holds the member: the options of the verb, or struct settings.
 */
#ifndef CLI_OPTION_ROWS_H
#define CLI_OPTION_ROWS_H

#include "cli/shell/command.h"

/* The first _Generic has a single branch, so a member of the wrong type does not compile. The
 * second one finds is_setting by the struct, so that it agrees with the offset. */
#define ROW_OPTION(letter, name, value, kind, of, type, member, help, min, max, word)              \
    ROW_OPTION_OF(letter, name, value, kind, of, type, member, help, min, max, word, false)
#define ROW_OPTION_OF(letter, name, value, kind, of, type, member, help, min, max, word, is_long)  \
    {                                                                                              \
        letter, name, value,                                                                       \
            _Generic(((type *)0)->member, of                                                       \
                     : kind),                                                                      \
            offsetof(type, member), help, min, max, word,                                          \
            _Generic((type *)0, struct settings *                                                  \
                     : true, default                                                               \
                     : false),                                                                     \
            is_long                                                                                \
    }

#define ROW_FLAG(letter, name, type, member, help)                                                 \
    ROW_OPTION(letter, name, NULL, OPTION_FLAG, bool, type, member, help, 0, 0, NULL)
#define ROW_TEXT(letter, name, value, type, member, help)                                          \
    ROW_OPTION(letter, name, value, OPTION_TEXT, const char *, type, member, help, 0, 0, NULL)
#define ROW_FILE(letter, name, value, type, member, help)                                          \
    ROW_OPTION(letter, name, value, OPTION_FILE, const char *, type, member, help, 0, 0, NULL)
#define ROW_TEXTS(letter, name, value, type, member, help)                                         \
    ROW_OPTION(letter, name, value, OPTION_TEXTS, struct texts, type, member, help, 0, 0, NULL)
#define ROW_OPTIONAL(letter, name, value, type, member, help)                                      \
    ROW_OPTION(letter, name, value, OPTION_OPTIONAL, const char *, type, member, help, 0, 0, NULL)
#define ROW_NUMBER(letter, name, value, type, member, min, max, help)                              \
    ROW_OPTION(letter, name, value, OPTION_NUMBER, int64_t, type, member, help, min, max, NULL)
#define ROW_LIST(letter, name, value, type, member, word, help)                                    \
    ROW_OPTION(letter, name, value, OPTION_LIST, const char *, type, member, help, 0, 0, word)
#define ROW_LONG_LIST(letter, name, value, type, member, word, help)                               \
    ROW_OPTION_OF(letter, name, value, OPTION_LIST, const char *, type, member, help, 0, 0, word,  \
                  true)

#define OPTION_ROW_MAP(type, member)                                                               \
    ROW_FILE(0, "map", "FILE", type, member, "use this map; TEETAPE_MAP_PATH lists folders of maps")
#define OPTION_ROW_FROM                                                                            \
    ROW_TEXT(0, "from", "PLACE", struct settings, reading.from,                                    \
             "begin at this tick, time, date, @clock or marker:N")
#define OPTION_ROW_TO                                                                              \
    ROW_TEXT(0, "to", "PLACE", struct settings, reading.to,                                        \
             "end before this place, or +1:00 after --from")
#define OPTION_ROW_PLAYER OPTION_ROW_PLAYER_OF("only this client id, name or pattern (*, ?)")
#define OPTION_ROW_PLAYER_OF(help)                                                                 \
    ROW_TEXT('p', "player", "PLAYER", struct settings, reading.player, help)
#define OPTION_ROW_WALL                                                                            \
    ROW_FLAG('w', "wall", struct settings, wall, "show date and time beside the game time")
#define OPTION_ROW_IGNORE_CASE                                                                     \
    ROW_FLAG('i', "ignore-case", struct settings, reading.ignore_case,                             \
             "ignore upper and lower case in names of --player")
/* Both imply --wall: see options.c. */
#define OPTION_ROWS_ZONE                                                                           \
    ROW_FLAG(0, "utc", struct settings, utc,                                                       \
             "show dates in UTC, and read dates without a zone so"),                               \
        ROW_FLAG(0, "local", struct settings, local,                                               \
                 "show and read dates in the zone of this machine")
#define OPTION_ROW_INDEX_DIR                                                                       \
    ROW_TEXT(0, "index-dir", "DIR", struct settings, reading.index_folder,                         \
             "use index files in DIR: DIR/path/to/FILE.ttidx")
#define OPTION_ROW_NO_INDEX                                                                        \
    ROW_FLAG(0, "no-index", struct settings, reading.no_index,                                     \
             "read from the start, without an index file")
#define OPTION_ROW_WIDE                                                                            \
    ROW_FLAG(0, "wide", struct settings, wide,                                                     \
             "do not cut, fold or leave out columns on a terminal")
#define OPTION_ROW_FOLLOW                                                                          \
    ROW_FLAG('f', "follow", struct settings, follow,                                               \
             "keep reading what a server writes, a file or a folder")
#define OPTION_ROW_SHOW_SECRETS                                                                    \
    ROW_FLAG(0, "show-secrets", struct settings, show_secrets,                                     \
             "show secrets: codes, saves, accounts, whispers, ...")
#define OPTION_ROW_JOBS OPTION_ROW_JOBS_OF("read N files at the same time; default: one per core")
#define OPTION_ROW_JOBS_OF(help) ROW_NUMBER('j', "jobs", "N", struct settings, jobs, 1, 1024, help)
#define OPTION_ROW_RECURSIVE                                                                       \
    ROW_FLAG('r', "recursive", struct settings, recursive,                                         \
             "not needed: folders are read with their subfolders")
#define OPTION_ROW_STRICT                                                                          \
    ROW_FLAG(0, "strict", struct settings, strict,                                                 \
             "stop at an error; warnings and a missing end are damage")
/* The rows of options that choose the part of a recording. */
#define OPTION_ROWS_SPAN OPTION_ROW_FROM, OPTION_ROW_TO, OPTION_ROW_PLAYER, OPTION_ROW_IGNORE_CASE
/* The rows of options that most verbs with one job for each file have. */
#define OPTION_ROWS_EACH OPTION_ROW_RECURSIVE, OPTION_ROW_JOBS, OPTION_ROW_STRICT
#define OPTION_ROW_OUTPUT(help) ROW_TEXT('o', "output", "OUT", struct settings, output, help)
#define OPTION_ROW_FORCE OPTION_ROW_FORCE_TO("replace an output that exists")
#define OPTION_ROW_FORCE_TO(help) ROW_FLAG(0, "force", struct settings, force, help)

#endif
