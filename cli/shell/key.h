/* SPDX-License-Identifier: MIT
 *
 * The key of a run that makes pseudonyms.
 */
#ifndef CLI_KEY_H
#define CLI_KEY_H

#include <stdatomic.h>

#include "cli/shell/command.h"
#include "teetape/io/key.h"

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
