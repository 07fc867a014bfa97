/* SPDX-License-Identifier: MIT
 *
 * The key of a run that makes pseudonyms.
 */
#ifndef CLI_KEY_H
#define CLI_KEY_H

#include <stdatomic.h>

#include "cli/shell/option_rows.h"
#include "teetape/io/key.h"

/* Options of pseudonyms. KEY_ROWS are their rows; `of` is this struct in the options `type`. */
struct key_options {
    const char *key;
    const char *key_file;
    bool keep_time;
    struct texts keep;
};

#define KEY_ROWS(type, of)                                                                         \
    ROW_TEXT(0, "key", "TEXT", type, of.key,                                                       \
             "make pseudonyms from this key; other users may see it"),                             \
        ROW_FILE(0, "key-file", "FILE", type, of.key_file,                                         \
                 "make pseudonyms from the key in this file; default: a random key"),              \
        ROW_FLAG(0, "keep-time", type, of.keep_time, "keep the date and time of the start"),       \
        ROW_TEXTS(0, "keep", "NAME", type, of.keep, "keep this name; may be given several times")

/* A key of pseudonyms for all files of a run. The caller zeroes the struct before use. */
struct key {
    tt_io_key io;
    bool failed;             /* the system gave no random key, which was reported */
    atomic_bool is_reported; /* key_report has printed its note */
};

/* Returns a sentence about a text or a file that is no key, or NULL. */
const char *key_get(struct key *key, const char *text, const char *file);

/* Prints a note, once, when the key is random or weak. Any thread may call it. */
void key_report(struct key *key);

#endif
