/* SPDX-License-Identifier: MIT
 *
 * The key of a run that makes pseudonyms: given, in a file, or random.
 */
#ifndef CLI_KEY_H
#define CLI_KEY_H

#include "cli/shell/command.h"
#include "teetape/bytes.h"

/* Longest key. A file may have a line end after it, which does not count. */
#define KEY_MAX ((size_t)4096)

struct key {
    uint8_t bytes[KEY_MAX + 2];
    size_t size;
    bool is_random;
    bool failed; /* the system did not give it, which was reported */
};

/* Gets the key of a text, of a file, or a random one when both are NULL. A sentence about what is
 * wrong with it, or NULL. */
const char *key_get(struct key *key, const char *text, const char *file, bool is_quiet);

#endif
