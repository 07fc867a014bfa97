/* SPDX-License-Identifier: MIT
 *
 * Loads all recordings and puts them in the order of their games. Recordings without a game before
 * them come first, then the recordings that follow them, level by level. The games of a ring, and
 * those that follow it, come last.
 */
#include "host/posix.h"
#include "wire/uuid.h"

#include "archive/names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/grow.h"

/* Recordings in the order of find_game, which searches them by game; NULL sorts first. When
 * several recordings have one game, the first one counts. Which one that is does not depend on
 * their ids. */
static const char all_recordings[] =
    "SELECT id, game_uuid, prev_game_uuid, names_known FROM recording"
    " ORDER BY game_uuid, complete DESC, bytes DESC, fingerprint, mtime_ns";

static bool take_uuid(tt_uuid *uuid, sqlite3_stmt *s, int column)
{
    const char *text = (const char *)sqlite3_column_text(s, column);
    return text != NULL && tti_uuid_parse(uuid, tt_bytes_of(text)) == TT_OK;
}

static bool take_row(struct archive_chains *chains, size_t *cap, sqlite3_stmt *s)
{
    bool fits = chains->count < ARCHIVE_CHAIN_NONE - 1;
    struct archive_link *grown =
        fits ? tti_grow(chains->links, cap, (size_t)chains->count + 1, sizeof *grown) : NULL;
    if (grown == NULL) {
        return false;
    }
    chains->links = grown;
    struct archive_link *link = &chains->links[chains->count++];
    memset(link, 0, sizeof *link);
    link->id = sqlite3_column_int64(s, 0);
    link->has_game = take_uuid(&link->game, s, 1);
    link->has_previous = take_uuid(&link->previous, s, 2);
    link->known = (uint8_t)sqlite3_column_int(s, 3);
    return true;
}

static bool load_links(struct archive_chains *chains, tt_io_archive *archive, bool *memory,
                       tt_io_error *error)
{
    size_t cap = 0;
    int step = SQLITE_DONE;
    sqlite3_stmt *s = tti_archive_prepare(archive, all_recordings, error);
    if (s == NULL) {
        return false;
    }
    while (*memory && (step = sqlite3_step(s)) == SQLITE_ROW) {
        *memory = take_row(chains, &cap, s);
    }
    bool good = !*memory || step == SQLITE_DONE || tti_archive_fail(archive, error);
    sqlite3_finalize(s);
    return good;
}

/* Returns the first link of a game, which is the best recording of the game. */
static uint32_t find_game(const struct archive_chains *chains, const tt_uuid *game)
{
    uint32_t low = 0, high = chains->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct archive_link *link = &chains->links[middle];
        bool before = !link->has_game || memcmp(&link->game, game, sizeof *game) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    bool found = low < chains->count && memcmp(&chains->links[low].game, game, sizeof *game) == 0;
    return found ? low : ARCHIVE_CHAIN_NONE;
}

struct ordering {
    struct archive_chains *chains;
    uint32_t *first;
    uint32_t *follower;
    uint8_t *reached; /* state of each link: 1 when it is in the order, 2 when a walk of reach_ring
                         passed it, 0 otherwise */
    uint32_t end;
};

/* Counts the followers of each link, then sorts links by the game before them. In the first loop
 * first[i] is a count, after the second the end of a range, and the third moves each to its begin.
 * The third loop runs downwards, which keeps the followers of a link in ascending order. */
static void find_followers(struct ordering *o)
{
    const struct archive_chains *chains = o->chains;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < chains->count; i++) {
        struct archive_link *link = &chains->links[i];
        link->before = link->has_previous ? find_game(chains, &link->previous) : ARCHIVE_CHAIN_NONE;
        if (link->before != ARCHIVE_CHAIN_NONE) {
            o->first[link->before]++;
        }
    }
    for (uint32_t i = 0; i <= chains->count; i++) {
        sum += o->first[i];
        o->first[i] = sum;
    }
    for (uint32_t i = chains->count; i-- > 0;) {
        uint32_t before = chains->links[i].before;
        if (before != ARCHIVE_CHAIN_NONE) {
            o->follower[--o->first[before]] = i;
        }
    }
}

static void reach(struct ordering *o, uint32_t link)
{
    o->reached[link] = 1;
    o->chains->order[o->end++] = link;
}

static void reach_followers(struct ordering *o, uint32_t at)
{
    for (; at < o->end; at++) {
        uint32_t link = o->chains->order[at];
        for (uint32_t i = o->first[link]; i < o->first[link + 1]; i++) {
            if (!o->reached[o->follower[i]]) {
                reach(o, o->follower[i]);
            }
        }
    }
}

/* Finds the ring of games that an unreached link follows. A walk from each game to the game before
 * it meets one link twice, and that link is in the ring. Links outside the ring that the walk
 * passed keep the mark 2. */
static void reach_ring(struct ordering *o, uint32_t link)
{
    const struct archive_link *links = o->chains->links;
    uint32_t size = 0;
    while (o->reached[link] == 0) {
        o->reached[link] = 2;
        link = links[link].before;
    }
    uint32_t last = link;
    do {
        size++;
        link = links[link].before;
    } while (link != last);
    /* the walk follows the games backwards in time, so it fills the ring from its end */
    uint32_t *place = o->chains->order + o->end + size;
    do {
        *--place = link;
        o->reached[link] = 1;
        link = links[link].before;
    } while (link != last);
    o->chains->links[*place].ring = size;
    o->end += size;
}

static void put_in_order(struct ordering *o)
{
    struct archive_chains *chains = o->chains;
    find_followers(o);
    for (uint32_t i = 0; i < chains->count; i++) {
        if (chains->links[i].before == ARCHIVE_CHAIN_NONE) {
            reach(o, i);
        }
    }
    reach_followers(o, 0);
    for (uint32_t i = 0; i < chains->count; i++) {
        if (!o->reached[i]) {
            uint32_t at = o->end;
            reach_ring(o, i);
            for (uint32_t way = i; o->reached[way] == 2; way = chains->links[way].before) {
                o->reached[way] = 0;
            }
            reach_followers(o, at);
        }
    }
}

bool tti_archive_chains_load(struct archive_chains *chains, tt_io_archive *archive,
                             tt_io_error *error)
{
    struct ordering o = {.chains = chains};
    bool memory = true;
    memset(chains, 0, sizeof *chains);
    bool good = load_links(chains, archive, &memory, error);
    if (good && memory) {
        chains->order = calloc((size_t)chains->count + 1, sizeof *chains->order);
        o.first = calloc((size_t)chains->count + 1, sizeof *o.first);
        o.follower = calloc((size_t)chains->count + 1, sizeof *o.follower);
        o.reached = calloc((size_t)chains->count + 1, 1);
        memory =
            chains->order != NULL && o.first != NULL && o.follower != NULL && o.reached != NULL;
    }
    if (good && memory) {
        put_in_order(&o);
    } else if (good) {
        tt_io_error_system(error, ENOMEM, "cannot hold the names of earlier games");
    }
    free(o.first);
    free(o.follower);
    free(o.reached);
    if (!good || !memory) {
        tti_archive_chains_free(chains);
    }
    return good && memory;
}

void tti_archive_chains_free(struct archive_chains *chains)
{
    free(chains->links);
    free(chains->order);
    memset(chains, 0, sizeof *chains);
}
