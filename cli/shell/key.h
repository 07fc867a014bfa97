/* SPDX-License-Identifier: MIT
 *
 * The key of a run that makes pseudonyms: given, in a file, or random.
 */
#ifndef CLI_KEY_H
#define CLI_KEY_H

#include <stdatomic.h>

#include "cli/shell/command.h"
#include "teetape/bytes.h"

/* A file may have a line end after the longest key. */
#define KEY_MAX ((size_t)4096)

struct key {
    uint8_t bytes[KEY_MAX + 2]; /* room for the line end after the longest one: two bytes */
    size_t size;
    bool is_random;          /* nobody else has it, and nothing keeps it */
    bool failed;             /* the system did not give it, which was reported */
    atomic_bool is_reported; /* key_report has spoken */
};

/* Takes a text or the content of a file; both NULL: a random key. A sentence on failure, or
 * NULL. */
const char *key_get(struct key *key, const char *text, const char *file);

/* Notes, once, that the key is random or weak. Any thread may call it. */
void key_report(struct key *key);

#endif
