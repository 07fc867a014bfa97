/* SPDX-License-Identifier: MIT
 *
 * Prints the results of verify --physics: counts of moves, also of each player, and the places of
 * unexplained moves.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/run.h"
#include "cli/shell/target.h"
#include "cli/text/text.h"
#include "cli/verify/verify.h"

/* Most notes about unexplained moves of a recording. */
#define TOLD 20
/* Most unexplained moves that --json lists. In a file of random bytes nearly every move is
 * unexplained. */
#define KEPT 1000000

/* A row of the table, and an object of JSON: a session, or the sum of all sessions in the last row
 * of the table. */
struct player {
    int64_t session;
    int64_t cid;
    const char *name;
    tt_io_physics_counts counts;
};

struct miss {
    int32_t tick;
    int64_t session;
    int32_t cid;
    char name[TT_NAME_CAP];
    int64_t x, y, computed_x, computed_y;
};

struct result {
    tt_io_physics_counts counts;
    uint64_t finishes, finishes_exact;
    bool tried;
    const char *map;
    struct column_list players, misses;
};

#define COUNT(of, name, about)                                                                     \
    {                                                                                              \
        .key = #name, COLUMN_MEMBER(of, counts.name), .meaning = (about), .heading = #name,        \
        .show = SHOW_GROUPS                                                                        \
    }

static const struct column player_columns[] = {
    COLUMN(struct player, session, "number of the session"),
    COLUMN(struct player, cid, "client id", .heading = "cid", .fit = TABLE_KEY),
    COLUMN(struct player, name, "null when none is known", .heading = "name", .fit = TABLE_KEY_CUT),
    COUNT(struct player, moves, "ticks in which the player's tee moves, is born or dies"),
    COUNT(struct player, exact, NULL),
    COUNT(struct player, explained, NULL),
    COUNT(struct player, unexplained, NULL),
    COUNT(struct player, unknown, NULL),
    COLUMNS_END,
};

static const struct column miss_columns[] = {
    COLUMN(struct miss, tick, "in which the move is unexplained"),
    COLUMN(struct miss, session, "number of the session"),
    COLUMN(struct miss, cid, "client id"),
    COLUMN(struct miss, name, "null when none is known"),
    COLUMN(struct miss, x, "the recorded place; null for no tee"),
    COLUMN(struct miss, y, NULL),
    COLUMN(struct miss, computed_x, "the place by the rules of the game; null for no tee"),
    COLUMN(struct miss, computed_y, NULL),
    COLUMNS_END,
};

const struct column verify_physics_columns[] = {
    COUNT(struct result, moves,
          "ticks in which a tee moves, is born or dies; the sum of the next four"),
    COUNT(struct result, exact, "computed as recorded"),
    COUNT(struct result, explained,
          "computed as recorded, with an input that counted one tick late"),
    COUNT(struct result, unexplained, "computed otherwise than recorded"),
    COUNT(struct result, unknown,
          "after an unexplained one, until the state of the tee is known again"),
    COLUMN(struct result, finishes, "number of finishes of players in the recording"),
    COLUMN(struct result, finishes_exact,
           "finishes that were computed in the recorded tick with the recorded time"),
    COLUMN(struct result, tried,
           "teetape was tested with recordings of this version of the server"),
    COLUMN(struct result, map, "path of the map"),
    COLUMN(struct result, players, "an object a session", .inner = player_columns),
    COLUMN(struct result, misses, "an object an unexplained move; at most 1,000,000",
           .inner = miss_columns),
    COLUMNS_END,
};

static void say(void *user, tt_level level, const tt_io_error *what)
{
    struct verify_physics *v = user;
    bool is_demo = level == TT_LEVEL_ERROR && reading_is_demo(v->r);
    if (is_demo) {
        message_say(MESSAGE_NOTE, v->r->job->path, "%s", what->text);
    } else {
        exit_worsen(&v->status, target_say(v->r->job, level, what));
    }
}

static const char *place_text(char text[64], const tt_io_physics_place *place)
{
    if (!place->is_there) {
        return "nowhere";
    }
    snprintf(text, 64, "at %" PRId32 ",%" PRId32, place->x, place->y);
    return text;
}

static void note_miss(const struct verify_physics *v, const tt_io_physics_miss *miss)
{
    char recorded[64], computed[64], time[TEXT_TIME];
    bool has_name = miss->name[0] != 0;
    message_say(MESSAGE_NOTE, v->r->job->path,
                "tick %" PRId32 " (%s): client %" PRId32 "%s%s%s is %s, and by the rules %s",
                miss->tick, text_time(time, miss->tick), miss->cid, has_name ? " (" : "",
                miss->name, has_name ? ")" : "", place_text(recorded, &miss->recorded),
                place_text(computed, &miss->computed));
}

/* Returns the number of a session for JSON; TT_SESSION_NONE becomes null. */
static int64_t session_of(uint64_t session)
{
    return session > INT64_MAX ? COLUMN_UNKNOWN : (int64_t)session;
}

static void keep_miss(struct verify_physics *v, const tt_io_physics_miss *miss)
{
    struct miss *grown = memory_grow(v->misses, v->miss_count, &v->miss_room, sizeof *grown);
    v->no_memory = v->no_memory || grown == NULL;
    if (grown == NULL) {
        return;
    }
    v->misses = grown;
    struct miss *kept = &grown[v->miss_count++];
    const tt_io_physics_place *is = &miss->recorded, *computed = &miss->computed;
    *kept = (struct miss){
        .tick = miss->tick,
        .session = session_of(miss->session),
        .cid = miss->cid,
        .x = is->is_there ? is->x : COLUMN_UNKNOWN,
        .y = is->is_there ? is->y : COLUMN_UNKNOWN,
        .computed_x = computed->is_there ? computed->x : COLUMN_UNKNOWN,
        .computed_y = computed->is_there ? computed->y : COLUMN_UNKNOWN,
    };
    snprintf(kept->name, sizeof kept->name, "%s", miss->name);
}

static void on_miss(void *user, const tt_io_physics_miss *miss)
{
    struct verify_physics *v = user;
    if (v->told < TOLD) {
        note_miss(v, miss);
    }
    v->told++;
    if (v->r->job->settings->json && v->miss_count < KEPT) {
        keep_miss(v, miss);
    }
}

static void on_progress(void *user, uint64_t stored)
{
    struct job *job = user;
    if (stored == 0) {
        run_progress_again(job);
    }
    run_progress(job, stored);
}

void verify_physics_open(struct verify_physics *v, struct reading *r, tt_io_reading *io)
{
    const struct verify_options *own = r->job->options;
    const tt_io_physics_options options = {
        .map = own->map, .stop = r->job->stop, .on_say = say, .on_miss = on_miss, .user = v};
    v->r = r;
    v->is_open = tt_io_physics_open(&v->io, io, r->job->path, &options);
    if (v->is_open && !v->io.is_tried) {
        message_say(
            MESSAGE_NOTE, r->job->path,
            "no recording of this version of the server was ever tried, only of 16.4 and 20.1");
    }
}

void verify_physics_read(struct verify_physics *v, struct reading *r)
{
    tt_io_reading io;
    const tt_io_reading_options how = {.wants = TT_WANT_RECORDS,
                                       .no_index = true,
                                       .ends_at_error = r->job->settings->strict,
                                       .stop = r->job->stop,
                                       .on_progress =
                                           r->options.on_progress != NULL ? on_progress : NULL,
                                       .user = r->job};
    run_progress_again(r->job);
    if (tt_io_reading_open(&io, r->job->path, &how)) {
        verify_physics_open(v, r, &io);
        while (v->is_open && tt_io_reading_next(&io)) {
            tt_io_physics_take(&v->io, &io);
        }
        verify_physics_end(v, &io);
    }
    tt_io_reading_close(&io);
}

void verify_physics_end(struct verify_physics *v, const tt_io_reading *io)
{
    if (!v->is_open || !tt_io_physics_end(&v->io, io)) {
        return;
    }
    v->is_done = true;
    if (v->no_memory) {
        memory_tell(v->r->job->path);
        exit_worsen(&v->status, EXIT_SYSTEM);
    }
    if (v->told > TOLD) {
        message_say(MESSAGE_NOTE, v->r->job->path,
                    "%zu more moves are unexplained; --json has all of them", v->told - TOLD);
    }
    if (v->told > 0 && v->r->job->settings->strict) {
        exit_worsen(&v->status, EXIT_DAMAGED);
    }
}

static struct player row_of(const tt_io_physics_player *player)
{
    return (struct player){.session = session_of(player->session),
                           .cid = player->cid,
                           .name = player->name[0] != 0 ? player->name : NULL,
                           .counts = player->counts};
}

/* Prints the table after the line of the file. */
void verify_physics_print(const struct verify_physics *v)
{
    struct rows rows;
    if (!v->is_done) {
        return;
    }
    struct job job = *v->r->job;
    const struct player all = {.cid = COLUMN_UNKNOWN, .name = "all of them", .counts = v->io.all};
    job.is_one_of_many = false;
    rows_open(&rows, &job, player_columns, TT_FORMAT_TEEHISTORIAN);
    for (size_t i = 0; i < v->io.count; i++) {
        struct player row = row_of(&v->io.players[i]);
        rows_add(&rows, &row);
    }
    rows_add(&rows, &all);
    if (!rows_close(&rows)) {
        memory_tell(v->r->job->path);
    }
}

void verify_physics_json(struct json *j, const char *key, const void *of)
{
    const struct verify_physics *v = of;
    struct player *rows = calloc(v->io.count + 1, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < v->io.count; i++) {
        rows[i] = row_of(&v->io.players[i]);
    }
    const struct result result = {
        .counts = v->io.all,
        .finishes = v->io.finishes,
        .finishes_exact = v->io.finishes_exact,
        .tried = v->io.is_tried,
        .map = v->io.map,
        .players = {rows, rows != NULL ? v->io.count : 0, sizeof *rows},
        .misses = {v->misses, v->miss_count, sizeof *v->misses},
    };
    json_object_begin(j, key);
    rows_members(j, verify_physics_columns, TT_FORMAT_TEEHISTORIAN, &result);
    json_object_end(j);
    free(rows);
}

enum exit_status verify_physics_close(struct verify_physics *v)
{
    tt_io_physics_close(&v->io);
    free(v->misses);
    v->misses = NULL;
    return v->status;
}
