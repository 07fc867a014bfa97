/* SPDX-License-Identifier: MIT
 *
 * What teetape(1) tells that belongs to no single command.
 */
#include "docs.h"

static const char *const input[] = {
    "A FILE is a teehistorian file, DDNet's recording of everything that moves a game. It may be "
    "compressed with xz, zstd or gzip, also in several parts one behind the other; whether and how "
    "is told by its first bytes, never by its name. A single '-' is standard input.",
    "A folder is read only with -r: every file in it, and in the folders in it, in the order of "
    "their names. Files in it that are no recordings are passed over in silence. To name a file "
    "that begins with a dash, put '--' before it.",
    "Several files are read at the same time, one on each core; the results come in the order of "
    "the files all the same. Work that takes longer than a second shows on a terminal how far it "
    "is. Nothing is ever fetched from a network.",
    NULL,
};

static const char *const places[] = {
    "Options such as --from and --to take a place in time, in one of three forms:",
    "1500|A tick. There are 50 of them in a second.",
    "0:30, 1:02:03, 1:02:03.5|A game time in minutes and seconds, or in hours, minutes and "
    "seconds, counted from tick 0.",
    "2026-11-21T20:14:00+0100|A date and time of day. It is counted from the start time that the "
    "recording's header has, at 50 ticks a second. Without a zone at the end, the header's own "
    "zone counts.",
    "Whatever form a command prints, it also takes. The tick of --from belongs to the span, that "
    "of --to does not.",
    NULL,
};

static const char *const players[] = {
    "The option --player takes a client id (digits) or a name. A name that consists of digits is "
    "written name:7.",
    "Client ids are given to one player after the other, so a client id selects whoever had it. A "
    "name selects every stay of everyone who ever bore it, whole, through renames and from one "
    "client id to the next. On standard input, which can be read only once, a stay is selected "
    "from the record on that names its player.",
    "A stay begins when a client joins, or with the first record that speaks of its client id, "
    "and ends when it leaves or with the recording.",
    NULL,
};

static const char *const secrets[] = {
    "Recordings hold things that let others into an account, a game or a server, or that were "
    "said to one player alone: timeout codes, passwords, tokens, accounts, addresses in bans and "
    "settings, texts and ids of saves, connection ids, whispers. They are shown as ***, in the "
    "decoded fields and in the bytes alike, unless --show-secrets is given. So is what follows a "
    "command or setting that is not known, unless it is a number. Check such output before you "
    "pass it on.",
    "What teetape-cut(1), teetape-repair(1), teetape-concat(1), teetape-pack(1) and "
    "teetape-unpack(1) write are recordings, with all secrets of the original. "
    "teetape-anonymize(1) removes them.",
    NULL,
};

static const char *const output[] = {
    "Results go to standard output, everything else to standard error.",
    "Text is made for eyes and may change. On a terminal, and nowhere else, it is coloured, and "
    "lines are cut to its width: what is cut ends in an ellipsis, numbers are never cut, and "
    "where "
    "there is little room, columns are left out; long text is folded. --wide turns that off. What "
    "players wrote is made safe to look at: control "
    "characters cannot reach the terminal.",
    "With --json every line is one JSON object; these are made for programs, and the page of each "
    "command describes them. They are valid UTF-8 in any case: a text that is not has U+FFFD in "
    "place of what is wrong, and stands whole, as hexadecimal digits, in a second key whose name "
    "ends in _hex. With more than one input, or a folder, every object begins with \"file\".",
    "An output appears under its name when it is whole. It never leads to a recording that the "
    "same run reads, nor to a map or key that an option names, be it by a link or a hard link: "
    "that "
    "is wrong usage, and --force does not change it. A file that another program has open for "
    "writing is not replaced.",
    NULL,
};

static const char *const environment[] = {
    "NO_COLOR|If it is set and not empty, nothing is coloured.",
    "TERM|Without it, or when it is \"dumb\", there is neither colour nor progress.",
    "COLUMNS|The width of a terminal that does not tell its own.",
    "TEETAPE_MAP_PATH|Folders in which demo looks for maps first, and for a recording's map "
    "anywhere below them, with colons between them. They must be readable.",
    "XDG_DATA_HOME, HOME|Where the game keeps its maps: in ddnet/downloadedmaps and ddnet/maps of "
    "$XDG_DATA_HOME or, if it is not set, of ~/.local/share.",
    "XDG_CACHE_HOME, HOME|Where find keeps its database: in teetape/ of $XDG_CACHE_HOME or, if it "
    "is not set, of ~/.cache.",
    "TMPDIR|Where a demo waits that goes to a pipe or is compressed, as its beginning is only "
    "known "
    "at its end; /tmp if it is not set.",
    "LC_ALL, LC_CTYPE, LANG|Say, as for other programs, how wide characters are.",
    NULL,
};

const char *const docs_exit_status[] = {
    "0|Everything is good. Also when nothing matched, when a recording is unfinished (whole so "
    "far, "
    "but without its end), and when the reader of a pipe left early.",
    "1|A recording is damaged, or with --strict unfinished. What can be read of it was printed.",
    "2|Wrong usage.",
    "3|The system failed: there is no such file, or the disk is full.",
    "With several inputs the highest status counts. One of several to which a command does not "
    "apply, or in which nothing is what was asked for, is no error; a line at the end says how "
    "many "
    "there were. After an interrupt (SIGINT, SIGTERM, SIGHUP) "
    "the "
    "program ends as the signal would have ended it.",
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
