/* SPDX-License-Identifier: MIT
 *
 * Computes the game of a recording up to a finish that a search has found. Answers come in the
 * order of time, so those of one recording mostly follow each other, or alternate with those of
 * recordings of the same hour. Therefore some games are kept, and continue from one finish to the
 * next.
 */
#include "jobs/find.h"

#include <stdlib.h>
#include <string.h>

#include "jobs/physics.h"
#include "reading/inside.h"

#define GAMES 8

/* A recording whose game was computed up to a tick. */
struct game {
    char *path; /* path of the recording; NULL for an unused entry */
    tt_io_reading r;
    tt_io_physics p;
    bool is_open;                 /* true: the game can be computed */
    int32_t tick;                 /* last tick that was computed; -1 for none */
    uint64_t used;                /* value of `used` in tti_find_physics at the last use */
    int32_t finish_tick[TT_CIDS]; /* tick of the last finish in each slot; 0 for none */
    bool is_exact[TT_CIDS];       /* true: the rules give that finish in the same tick, with the
                                     same time */
};

struct tti_find_physics {
    struct find_physics_how how;
    struct game game[GAMES];
    uint64_t used;
};

struct tti_find_physics *tti_find_physics_new(const struct find_physics_how *how)
{
    struct tti_find_physics *f = calloc(1, sizeof *f);
    if (f != NULL) {
        f->how = *how;
    }
    return f;
}

static void leave(struct game *game)
{
    tt_io_physics_close(&game->p);
    tt_io_reading_close(&game->r);
    free(game->path);
    *game = (struct game){.path = NULL};
}

void tti_find_physics_free(struct tti_find_physics *physics)
{
    for (int i = 0; physics != NULL && i < GAMES; i++) {
        leave(&physics->game[i]);
    }
    free(physics);
}

/* Reports a message. A missing map is only a warning here: the answer then lacks its value of
 * `physics`. */
static void say(void *user, tt_level level, const tt_io_error *what)
{
    const struct tti_find_physics *f = user;
    bool is_system = level == TT_LEVEL_ERROR && tt_io_error_rank(what) > 2;
    f->how.on_say(f->how.user, is_system ? level : TT_LEVEL_WARNING, what);
}

/* Opens a recording in an entry. Returns false when memory is missing. The entry also keeps a
 * recording that cannot be computed, so that it is reported once. */
static bool enter(struct tti_find_physics *f, struct game *game, tt_bytes path)
{
    const tt_io_reading_options how = {.wants = TT_WANT_RECORDS,
                                       .stop = f->how.stop}; /* the index knows late inputs */
    const tt_io_physics_options options = {.stop = f->how.stop, .on_say = say, .user = f};
    leave(game);
    game->tick = -1;
    game->path = malloc(path.size + 1);
    if (game->path == NULL) {
        return false;
    }
    memcpy(game->path, path.data, path.size);
    game->path[path.size] = 0;
    game->is_open = tt_io_reading_open(&game->r, game->path, &how) &&
                    tti_physics_open(&game->p, &game->r, game->path, &options,
                                     "so `physics` is unknown; TEETAPE_MAP_PATH names folders "
                                     "with maps");
    return true;
}

/* Returns the entry of `path`. `is_open` is false in it if the game cannot be computed. An earlier
 * tick restarts the game in its entry. A new path takes the least recently used entry. Returns NULL
 * when memory is missing. */
static struct game *game_of(struct tti_find_physics *f, tt_bytes path, int32_t tick)
{
    struct game *game = &f->game[0];
    bool is_same = false;
    for (int i = 0; i < GAMES && !is_same; i++) {
        is_same = f->game[i].path != NULL && tt_bytes_equal(path, tt_bytes_of(f->game[i].path));
        game = is_same || f->game[i].used < game->used ? &f->game[i] : game;
    }
    bool is_later = is_same && game->is_open && tick < game->tick;
    if ((!is_same || is_later) && !enter(f, game, path)) {
        return NULL;
    }
    game->used = ++f->used;
    return game;
}

static void take(struct game *game)
{
    const tt_th_event *event = game->r.item.th;
    uint64_t before = game->p.finishes_exact;
    tt_io_physics_take(&game->p, &game->r);
    if (event != NULL && event->kind == TT_TH_PLAYER_FINISH) {
        game->finish_tick[event->cid] = event->tick;
        game->is_exact[event->cid] = game->p.finishes_exact > before;
    }
}

static tt_io_find_value word_of(const tt_io_physics_counts *counts, bool is_exact)
{
    const char *word = counts->unexplained > 0 || !is_exact ? "unexplained"
                       : counts->unknown > 0                ? "unknown"
                       : counts->explained > 0              ? "explained"
                                                            : "exact";
    return (tt_io_find_value){.kind = TT_IO_FIND_TEXT, .text = tt_bytes_of(word)};
}

static tt_io_find_value number(uint64_t is)
{
    return (tt_io_find_value){.kind = TT_IO_FIND_NUMBER, .number = (int64_t)is};
}

static void put(const struct game *game, const tt_io_archive_answer *a, tt_io_find_value *v)
{
    tt_io_physics_counts counts = {.moves = 0};
    bool is_team = a->fact == TT_FACT_TEAM_FINISH;
    if (is_team) {
        tti_physics_team(&game->p, a->team, &counts);
    } else {
        tti_physics_slot(&game->p, a->cid, &counts);
    }
    bool has_finish = !is_team && a->cid >= 0 && game->finish_tick[a->cid] == a->tick;
    v[TT_IO_FIND_physics] = word_of(&counts, !has_finish || game->is_exact[a->cid]);
    v[TT_IO_FIND_moves] = number(counts.moves);
    v[TT_IO_FIND_explained] = number(counts.explained);
    v[TT_IO_FIND_unexplained] = number(counts.unexplained);
    v[TT_IO_FIND_unknown] = number(counts.unknown);
}

bool tti_find_physics(struct tti_find_physics *f, tt_io_find_answer *answer)
{
    const tt_io_archive_answer *a = answer->found;
    answer->value[TT_IO_FIND_physics] = (tt_io_find_value){.kind = TT_IO_FIND_NULL};
    if (a->format != TT_FORMAT_TEEHISTORIAN || a->file.data == NULL) {
        return true;
    }
    struct game *game = game_of(f, a->file, a->tick);
    if (game == NULL || !game->is_open) {
        return game != NULL;
    }
    tti_io_reading_until(&game->r, (int64_t)a->tick + 1);
    while (tt_io_reading_next(&game->r)) {
        take(game);
    }
    if (!game->r.is_later && !game->r.is_at_end) {
        return true; /* the reading was stopped, or the recording is damaged before the finish */
    }
    tti_physics_until(&game->p, &game->r, a->tick);
    game->tick = a->tick;
    put(game, a, answer->value);
    return true;
}
