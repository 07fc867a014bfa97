/* SPDX-License-Identifier: MIT
 *
 * The parts of teetape(1) that belong to no single command.
 */
#include "docs.h"

static const char *const input[] = {
    ("A FILE is a teehistorian file, which is DDNet's recording of everything that moves "
     "a game, or a demo. It may be compressed with xz, zstd or gzip, also in several "
     "consecutive parts, or be a tape of teetape-pack(1). The first bytes decide this, never the "
     "name. A single '-' is "
     "standard input."),
    ("Of a folder every file in it and in its subfolders is read, in the order "
     "of their names. Files in it that are not recordings are skipped without a message. "
     "To name a file that begins with a dash, write '--' before it."),
    ("Several files are read at the same time, one on each core; the results come in the "
     "order of the files. Work of more than a second shows its progress on a terminal. "
     "The command never uses a network."),
    NULL,
};

static const char *const places[] = {
    ("Options such as --from and --to take a place in time, in one of these forms:"),
    ("1500|A tick. A second has 50 ticks."),
    ("0:30, 1:02:03, 1:02:03.5|A game time in minutes and seconds, or in hours, minutes "
     "and seconds, counted from tick 0; in a demo from its first tick."),
    ("2026-11-21T20:14:00+0100|A date and time of day, counted from the start time in the "
     "header of the recording, at 50 ticks a second. Without a zone at the end, the zone "
     "of the header applies. Seconds and time may be missing (2026-11-21 20:14; 2026-11-21 is "
     "its first moment, and the whole day for --at of teetape-find(1)), and the date may be today "
     "or yesterday by the clock of this machine (yesterday 20:14)."),
    ("@20:14|The clock, on the day on which the recording began. In teetape-find(1), where a game "
     "time has no meaning, 20:14 and @20:14 are the clock of today."),
    "-2h, -1d|That long ago: minutes (m), hours (h), days (d) or weeks (w).",
    ("+60, +1:00|The end of a span (--to), as the number of seconds or the time since its begin."),
    ("Dates are printed in the zone of the recording; with --utc in UTC, and with --local in the "
     "zone of this machine. Dates that are given without a zone are then read in it, too. A demo "
     "has no zone, so its dates do not change."),
    ("Commands accept every form that they print. The tick of --from belongs to the span, "
     "the tick of --to does not."),
    NULL,
};

static const char *const players[] = {
    ("The option --player takes a client id (digits) or a name. Write a name of digits as "
     "name:7. In a name * stands for any characters and ? for one: '*bob*' is every name with bob "
     "in "
     "it. A backslash before *, ? or a backslash makes it a plain character. With -i upper and "
     "lower "
     "case are the same. It can be given once, as every option that takes one value: the second "
     "one is wrong "
     "usage."),
    ("A client id is used by one player after another, so a client id selects all of "
     "them. A name selects every session of every player who ever had that name: the "
     "whole session, through renames, and through all client ids. Standard input can be "
     "read only once; there a session is selected from the record that names its player."),
    ("A session begins when a client joins, or with the first record of its client id. It "
     "ends when the client leaves, or at the end of the recording."),
    NULL,
};

static const char *const secrets[] = {
    ("Recordings contain data that gives access to an account, a game or a server, or "
     "that was sent to one player alone: timeout codes, passwords, tokens, accounts, "
     "addresses in bans and settings, texts and ids of saves, connection ids, whispers. "
     "They are shown as ***, in decoded fields and in bytes, unless --show-secrets is "
     "given. The arguments of unknown commands and settings are hidden as well, unless "
     "they are numbers. Check such output before you share it."),
    ("What teetape-cut(1), teetape-repair(1), teetape-concat(1), teetape-pack(1) and "
     "teetape-unpack(1) write are recordings, with all secrets of the original. "
     "teetape-anonymize(1) removes them."),
    NULL,
};

static const char *const output[] = {
    ("Results go to standard output, everything else to standard error."),
    ("Text is for eyes and may change. On a terminal, and nowhere else, it has colour, "
     "and lines are cut to the width: cells, and lines of chat, inputs and dump, that "
     "are cut end in an ellipsis, never inside of a number; columns are left out if there is "
     "little room, and text of info and verify is folded. --wide turns that off. Control "
     "characters in texts of players never reach the terminal."),
    ("With --json every line is one JSON object, for programs. The page of each command "
     "describes its objects. They are always valid UTF-8: in a text that is not, U+FFFD "
     "replaces the invalid bytes, and a second key, whose name ends in _hex, has the "
     "whole text as hexadecimal digits. With more than one input, or a folder, every "
     "object begins with \"file\"."),
    ("An output appears under its name when it is complete. An output must not be a "
     "recording that the same run reads, nor a map or key that an option names, also not "
     "through a link or a hard link: that is wrong usage, and --force does not change it. "
     "A file that another program has open for writing is not replaced."),
    NULL,
};

static const char *const environment[] = {
    ("NO_COLOR|If it is set and not empty, nothing has colour."),
    ("TERM|Without it, or if it is \"dumb\", there is neither colour nor progress."),
    ("COLUMNS|The width of a terminal that does not report its own."),
    ("TEETAPE_MAP_PATH|Folders, separated by colons, in which commands look for maps first, "
     "also in all their subfolders. They must be readable."),
    ("XDG_DATA_HOME, HOME|Where the game keeps its maps: in ddnet/downloadedmaps and "
     "ddnet/maps of $XDG_DATA_HOME or, if it is not set, of ~/.local/share."),
    "TEETAPE_DB|The database of find and archive, when --db is not given.",
    ("XDG_CACHE_HOME, HOME|Where find keeps its database: in teetape/ of $XDG_CACHE_HOME "
     "or, if it is not set, of ~/.cache."),
    ("TMPDIR|Where a demo is stored temporarily if it goes to a pipe or is compressed, "
     "because its beginning is known only at its end; /tmp if it is not set."),
    ("LC_ALL, LC_CTYPE, LANG|The width of characters, as for other programs."),
    NULL,
};

const char *const docs_exit_status[] = {
    ("0|Good. Also when nothing matched or --from is after the end (no row is printed), when a "
     "recording is unfinished (undamaged, but "
     "without its end), and when the reader of a pipe left early."),
    ("1|A recording is damaged, or with --strict unfinished. The readable part was "
     "printed."),
    ("2|Wrong usage. Also when the span or player of a single recording leaves nothing to make a "
     "recording, a demo, a picture or a video of; nothing is written."),
    ("3|The system failed: a file does not exist, or the disk is full."),
    ("With several inputs the highest status counts. If a command does not apply to one "
     "of several inputs, or nothing in it matches, that is not an error; a line at the "
     "end counts them. After an interrupt (SIGINT, SIGTERM, SIGHUP) the program ends as "
     "the signal would have ended it."),
    NULL,
};

const struct docs_chapter docs_chapters[] = {
    {"INPUT", input},
    {"PLACES IN TIME", places},
    {"PLAYERS", players},
    {"SECRETS", secrets},
    {"OUTPUT", output},
    {"EXIT STATUS", docs_exit_status},
    {"ENVIRONMENT", environment},
    {NULL, NULL},
};
