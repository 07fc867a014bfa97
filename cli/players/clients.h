/* SPDX-License-Identifier: MIT
 *
 * The digits of clients that an archive database has of a recording (docs/archive.md).
 *
 * The database has them as texts of facts. A fact of the recording finds its digits by its tick,
 * its client id and its kind.
 */
#ifndef CLI_PLAYERS_CLIENTS_H
#define CLI_PLAYERS_CLIENTS_H

#include "cli/shell/command.h"
#include "teetape/fact.h"

/* Characters of the digits of a client. */
#define CLIENT_DIGITS 8

struct clients {
    struct client_digits {
        int32_t tick, cid;
        tt_fact_kind kind;
        bool is_taken;
        char text[CLIENT_DIGITS + 1];
    } * list; /* sorted by tick */
    size_t count, capacity;
    bool no_memory;
};

/* Reads the digits of the job's recording from a database, which is not changed. Returns false
 * after a report. A recording that the database does not know has none. */
bool clients_read(struct clients *c, const struct job *job, const char *db);

/* Returns the digits of a fact, or NULL. */
const char *clients_of(struct clients *c, const tt_fact *fact);

void clients_free(struct clients *c);

#endif
