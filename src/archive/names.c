/* SPDX-License-Identifier: MIT
 *
 * Follows clients from game to game of a server.
 *
 *     game 1          game 2            game 3
 *     JOIN, "moo"     carried over      carried over, asks for "moo"     -> "moo" in all three
 *     no DROP         no DROP
 *
 * A client was carried over when it is there in tick 0, or without a JOIN (DDNet 19.6 to 19.8 wrote
 * none), and the same client id was connected when the game before ended. A server that records
 * names (version_minor 8) records no name for such a client, since nothing changed. The name that
 * the client asks for is then only a guess (trust 0), and the name of the game before is more
 * reliable (trust 1).
 *
 * Each game is resolved once, after the game before it. When a game's names do not change, the
 * games after it are not resolved again. A ring has no first game: after two rounds every game has
 * the names of all others.
 */
#include "host/posix.h"

#include "archive/names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "archive/schema.h"
#include "teetape/schema.h"

/* A name from the game before has number -1, so it precedes all names of the session. */
enum statement { SESSIONS, NAMES, OLD_NAME, PUT_NAME, DROP_NAME, DROP_NAMES, STATEMENTS };

static const char *const texts[STATEMENTS] = {
    [SESSIONS] =
        "SELECT session, cid, joined_tick, joined_tick = 0 OR join_recorded = 0, left = 'no'"
        " FROM session WHERE recording = ?1 ORDER BY session",
    [NAMES] = "SELECT name, source, trust FROM session_name WHERE recording = ?1 AND session = ?2"
              " ORDER BY number DESC",
    [OLD_NAME] = "SELECT name, source FROM session_name WHERE recording = ?1 AND session = ?2"
                 " AND number = -1",
    [PUT_NAME] =
        ("INSERT OR REPLACE INTO session_name(recording, session, number, tick, name, source,"
         " trust) VALUES (?1, ?2, -1, ?3, ?4, ?5, 1)"),
    [DROP_NAME] = "DELETE FROM session_name WHERE recording = ?1 AND session = ?2 AND number = -1",
    [DROP_NAMES] = "DELETE FROM session_name WHERE recording = ?1 AND number = -1",
};

struct end {
    int64_t name; /* id of the name; 0 for none */
    bool is_guess;
};

struct slot {
    bool is_taken, is_carried;
    int64_t first, first_tick;
    int64_t open; /* the session that goes on at the end of the game; -1 for none */
};

struct names {
    tt_io_archive *archive;
    struct archive_chains chains; /* all recordings in the order in which they are resolved */
    sqlite3_stmt *statement[STATEMENTS];
    uint8_t *is_open, *has_changed;
    uint32_t slots_of, ends_of; /* links of `slot` and `end`; ARCHIVE_CHAIN_NONE: none */
    struct slot slot[TT_CIDS];  /* sessions in link slots_of, by client id */
    struct end end[TT_CIDS];    /* sessions at the end of link ends_of, by client id */
    tt_io_error *error;
};

static int step(struct names *n, enum statement which)
{
    int result = sqlite3_step(n->statement[which]);
    if (result != SQLITE_ROW && result != SQLITE_DONE) {
        tti_archive_fail(n->archive, n->error);
        return -1;
    }
    return result == SQLITE_ROW;
}

static sqlite3_stmt *bind(struct names *n, enum statement which, int64_t recording, int64_t session)
{
    sqlite3_bind_int64(n->statement[which], 1, recording);
    if (which != SESSIONS && which != DROP_NAMES) {
        sqlite3_bind_int64(n->statement[which], 2, session);
    }
    return n->statement[which];
}

/* Reads the sessions of a game by client id. Ids are checked, because other programs can write the
 * database. */
static bool read_slots(struct names *n, uint32_t link)
{
    sqlite3_stmt *s = bind(n, SESSIONS, n->chains.links[link].id, 0);
    int result;
    if (n->slots_of == link) {
        return true;
    }
    for (int cid = 0; cid < TT_CIDS; cid++) {
        n->slot[cid] = (struct slot){.open = -1};
    }
    while ((result = step(n, SESSIONS)) == 1) {
        int64_t session = sqlite3_column_int64(s, 0), cid = sqlite3_column_int64(s, 1);
        if (cid < 0 || cid >= TT_CIDS) {
            continue;
        }
        struct slot *slot = &n->slot[cid];
        if (!slot->is_taken) {
            slot->is_taken = true;
            slot->first = session;
            slot->first_tick = sqlite3_column_int64(s, 2);
            slot->is_carried = sqlite3_column_int(s, 3) != 0;
        }
        slot->open = sqlite3_column_int(s, 4) != 0 ? session : slot->open;
    }
    sqlite3_reset(s);
    n->slots_of = link;
    return result == 0;
}

/* Finds the name that a slot has at the end of a game. A name is certain if it was recorded, if
 * somebody who came in that game asked for it, or if it was certain in the game before. The
 * statement gives the last name first. Trust 0 means that the client only asked. A guess of this
 * game never outweighs a certain name of the game before. */
static bool read_end(struct names *n, int64_t recording, const struct slot *slot, struct end *end)
{
    struct end own = {0}, before = {0};
    int trust = 0, result;
    sqlite3_stmt *s = bind(n, NAMES, recording, slot->open);
    while ((result = step(n, NAMES)) == 1) {
        int source = sqlite3_column_int(s, 1);
        if (source == ARCHIVE_NAME_PREVIOUS || source == ARCHIVE_NAME_PREVIOUS_GUESS) {
            before.name = sqlite3_column_int64(s, 0);
            before.is_guess = source == ARCHIVE_NAME_PREVIOUS_GUESS;
            continue;
        }
        own.name = own.name == 0 ? sqlite3_column_int64(s, 0) : own.name;
        trust = sqlite3_column_int(s, 2) > trust ? sqlite3_column_int(s, 2) : trust;
    }
    sqlite3_reset(s);
    own.is_guess = trust == 0 && slot->is_carried && slot->open == slot->first;
    bool takes_own = own.name != 0 && (!own.is_guess || before.name == 0 || before.is_guess);
    *end = takes_own ? own : before;
    return result == 0;
}

static bool read_ends(struct names *n, uint32_t link)
{
    if (n->ends_of == link && link != ARCHIVE_CHAIN_NONE) {
        return true;
    }
    memset(n->end, 0, sizeof n->end);
    n->ends_of = link;
    bool good = link == ARCHIVE_CHAIN_NONE || read_slots(n, link);
    for (int cid = 0; good && link != ARCHIVE_CHAIN_NONE && cid < TT_CIDS; cid++) {
        const struct slot *slot = &n->slot[cid];
        good = slot->open < 0 || read_end(n, n->chains.links[link].id, slot, &n->end[cid]);
    }
    return good;
}

/* Names a session after the game before. An unchanged name is not written, so that later games are
 * not resolved again. In a ring a game may precede itself, so its end is read again. */
static bool name_session(struct names *n, uint32_t link, const struct slot *slot,
                         const struct end *end)
{
    int64_t recording = n->chains.links[link].id;
    struct end old = {0};
    sqlite3_stmt *s = bind(n, OLD_NAME, recording, slot->first);
    int result = step(n, OLD_NAME);
    if (result == 1) {
        old.name = sqlite3_column_int64(s, 0);
        old.is_guess = sqlite3_column_int(s, 1) == ARCHIVE_NAME_PREVIOUS_GUESS;
    }
    sqlite3_reset(s);
    if (result < 0 || (old.name == end->name && old.is_guess == end->is_guess)) {
        return result >= 0;
    }
    n->has_changed[link] = 1;
    n->ends_of = n->ends_of == link ? ARCHIVE_CHAIN_NONE : n->ends_of;
    s = bind(n, end->name == 0 ? DROP_NAME : PUT_NAME, recording, slot->first);
    if (end->name != 0) {
        sqlite3_bind_int64(s, 3, slot->first_tick);
        sqlite3_bind_int64(s, 4, end->name);
        sqlite3_bind_int(s, 5, end->is_guess ? ARCHIVE_NAME_PREVIOUS_GUESS : ARCHIVE_NAME_PREVIOUS);
    }
    return tti_archive_do(n->archive, s, n->error);
}

static bool resolve(struct names *n, uint32_t link)
{
    bool good = read_ends(n, n->chains.links[link].before) && read_slots(n, link);
    for (int cid = 0; good && cid < TT_CIDS; cid++) {
        const struct slot *slot = &n->slot[cid];
        good = !slot->is_carried || name_session(n, link, slot, &n->end[cid]);
    }
    return good;
}

static bool is_due(const struct names *n, uint32_t link)
{
    uint32_t before = n->chains.links[link].before;
    return n->is_open[link] != 0 ||
           (before != ARCHIVE_CHAIN_NONE &&
            (n->has_changed[before] || n->chains.links[before].known != ARCHIVE_NAMES_KNOWN));
}

/* Resolves a ring. No game of a ring has its final names before the others: when one is due, all of
 * them are resolved from nothing. */
static bool resolve_ring(struct names *n, const uint32_t *links, uint32_t size)
{
    bool good = true, any = false;
    for (uint32_t i = 0; i < size; i++) {
        any = any || is_due(n, links[i]);
    }
    for (uint32_t i = 0; any && good && i < size; i++) {
        n->has_changed[links[i]] = 1;
        good = tti_archive_do(n->archive, bind(n, DROP_NAMES, n->chains.links[links[i]].id, 0),
                              n->error);
    }
    n->ends_of = ARCHIVE_CHAIN_NONE;
    for (uint64_t i = 0; any && good && i < (uint64_t)size * 2; i++) {
        good = resolve(n, links[i % size]);
    }
    return good;
}

static bool resolve_all(struct names *n)
{
    const struct archive_chains *chains = &n->chains;
    bool good = true;
    for (uint32_t i = 0; good && i < chains->count;) {
        uint32_t link = chains->order[i], ring = chains->links[link].ring;
        if (ring != 0) {
            good = resolve_ring(n, &chains->order[i], ring);
        } else {
            good = !is_due(n, link) || resolve(n, link);
        }
        i += ring != 0 ? ring : 1;
    }
    return good;
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(tt_uuid));
}

/* Finds the recordings to resolve. A deleted game marks only one of its followers; the sorted list
 * of links finds the others. */
static bool find_open(struct names *n)
{
    const struct archive_chains *chains = &n->chains;
    size_t count = 0;
    tt_uuid *lost = malloc(((size_t)chains->count + 1) * sizeof *lost);
    if (lost == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < chains->count; i++) {
        const struct archive_link *link = &chains->links[i];
        n->is_open[i] = link->known != ARCHIVE_NAMES_KNOWN;
        if (link->known == ARCHIVE_NAMES_LOST && link->has_previous) {
            lost[count++] = link->previous;
        }
    }
    qsort(lost, count, sizeof *lost, compare);
    for (uint32_t i = 0; count > 0 && i < chains->count; i++) {
        const struct archive_link *link = &chains->links[i];
        n->is_open[i] |= link->has_previous &&
                         bsearch(&link->previous, lost, count, sizeof *lost, compare) != NULL;
    }
    free(lost);
    return true;
}

static bool open_all(struct names *n)
{
    bool good = tti_archive_chains_load(&n->chains, n->archive, n->error);
    for (int i = 0; good && i < STATEMENTS; i++) {
        n->statement[i] = tti_archive_prepare(n->archive, texts[i], n->error);
        good = n->statement[i] != NULL;
    }
    if (!good) {
        return false;
    }
    n->slots_of = n->ends_of = ARCHIVE_CHAIN_NONE;
    n->is_open = calloc((size_t)n->chains.count + 1, 1);
    n->has_changed = calloc((size_t)n->chains.count + 1, 1);
    if (n->is_open == NULL || n->has_changed == NULL || !find_open(n)) {
        return tt_io_error_system(n->error, ENOMEM, "cannot hold the names of earlier games");
    }
    return true;
}

bool tti_archive_names_drop(tt_io_archive *archive, tt_io_error *error)
{
    return tti_archive_run(archive,
                           "DELETE FROM name WHERE NOT EXISTS"
                           " (SELECT 1 FROM session_name WHERE session_name.name = name.id)",
                           error);
}

static bool update(struct names *n)
{
    bool good =
        tti_archive_begin(n->archive, n->error) && open_all(n) && resolve_all(n) &&
        tti_archive_run(n->archive, "UPDATE recording SET names_known = 1 WHERE names_known <> 1",
                        n->error) &&
        tti_archive_names_drop(n->archive, n->error) && tti_archive_commit(n->archive, n->error);
    for (int i = 0; i < STATEMENTS; i++) {
        sqlite3_finalize(n->statement[i]);
    }
    tti_archive_chains_free(&n->chains);
    free(n->is_open);
    free(n->has_changed);
    if (!good) {
        tti_archive_rollback(n->archive);
    }
    return good;
}

/* Updates the names. Usually none needs an update. The index recording_names shows that without a
 * lock for writing. */
bool tti_archive_names_update(tt_io_archive *archive, tt_io_error *error)
{
    struct names n = {.archive = archive, .error = error};
    int64_t open;
    if (!tti_archive_number(archive, "SELECT count(*) FROM recording WHERE names_known <> 1", &open,
                            error)) {
        return false;
    }
    return open == 0 || update(&n);
}
