/* SPDX-License-Identifier: MIT
 *
 * Finds the parts of a run that is in several recordings, for one demo of it:
 *
 *     A  |---- start of the race ====== /save
 *     B                |----- /load ========== finish ----|        by the id of the save
 *
 *     A  |==========|
 *     B             |==========|                                   by prev_game_uuid
 *
 * A and B may be one recording with several saves. The tick of /save and that of /load are one
 * moment of the race: the server loads what it had then. The next save of the loaded team goes on
 * with the run. All parts have one map, since a demo holds one.
 *
 * Reads each recording once. Linking costs the square of the number of saves.
 */
#include "jobs/demo.h"
#include "teehistorian/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_int.h"
#include "host/error.h"
#include "host/grow.h"
#include "host/pattern.h"
#include "reading/inside.h"
#include "teetape/io/player.h"

#define NONE SIZE_MAX
#define BEFORE (5 * TT_TICKS_PER_SECOND)
#define AFTER (3 * TT_TICKS_PER_SECOND)

/* The last tick of a demo of a run. It is so far below INT32_MAX that no sum overflows. */
#define LAST_TICK (INT32_MAX / 2)

enum what { IS_SAVE, IS_LOAD, IS_FINISH };

struct event {
    enum what what;
    size_t game;
    int32_t team;
    int32_t tick;       /* tick of the event; of a save, tick of its command */
    tt_uuid id;         /* id of the save */
    int32_t race_ticks; /* of a save: ticks that its race had taken; -1: not known */
    bool is_meant;      /* of a save: the player of the options is in it */
    size_t link; /* index of the load of a save, or of the save of a load; NONE without one */
};

struct game {
    const char *path;
    bool is_found; /* the recording was found in a folder; the user did not name it */
    bool is_used;
    tt_uuid uuid, before;
    bool has_before;
    tt_demo_header map; /* header of the recording; only its map is used */
    int32_t first, last;
};

struct search {
    struct demo_work *w;
    const char *player; /* name of the player who is in the run; NULL: anybody */
    struct game *game;
    struct event *event;
    size_t games, events, cap;
    int32_t command[TT_TEAMS]; /* tick of the last /save of each team in this recording; -1: none */
};

/* -- reading ---------------------------------------------------------------------------------- */

/* Removes the text up to `end` from `*rest`, and `end` itself, and returns the text. */
static tt_bytes part_of(tt_bytes *rest, char end)
{
    const uint8_t *at = rest->size > 0 ? memchr(rest->data, end, rest->size) : NULL;
    tt_bytes part = {rest->data, at != NULL ? (size_t)(at - rest->data) : rest->size};
    size_t gone = at != NULL ? part.size + 1 : part.size;
    *rest = (tt_bytes){rest->data + gone, rest->size - gone};
    return part;
}

static tt_bytes value_at(tt_bytes line, int index)
{
    tt_bytes value = part_of(&line, '\t');
    while (index-- > 0) {
        value = part_of(&line, '\t');
    }
    return value;
}

/* Reads the text of a save, which has a line for the team and one for each member. All members that
 * have started have one race. */
static void read_text(struct event *save, tt_bytes text, const struct search *s)
{
    enum { NAME = 0, RACE = 39, RACE_TICKS = 45, STARTED = 1 };
    save->race_ticks = -1;
    save->is_meant = s->player == NULL;
    part_of(&text, '\n');
    while (text.size > 0) {
        int64_t race, ticks;
        tt_bytes line = part_of(&text, '\n'), name = value_at(line, NAME);
        tti_json_int(&race, value_at(line, RACE));
        save->is_meant |= s->player != NULL &&
                          tti_pattern_name(s->player, s->w->options->reading.ignore_case, name);
        if (race == STARTED && tti_json_int(&ticks, value_at(line, RACE_TICKS)) == TT_OK &&
            ticks >= 0 && ticks < LAST_TICK) {
            save->race_ticks = (int32_t)ticks;
        }
    }
}

static bool add(struct search *s, const struct event *event)
{
    struct event *grown = tti_grow(s->event, &s->cap, s->events + 1, sizeof *grown);
    if (grown == NULL) {
        return tti_job_fail(&s->w->voice, TT_ERR_SYSTEM, s->game[s->games].path,
                            "there is not enough memory");
    }
    s->event = grown;
    grown[s->events++] = *event;
    return true;
}

static bool is_chat_save(const struct tt_th_console_command *command)
{
    enum { BY_CHAT = 128 };
    return (command->flags & BY_CHAT) != 0 && command->cid >= 0 && command->cid < TT_CIDS &&
           tt_bytes_equal(command->cmd, tt_bytes_of("save"));
}

/* Takes a record. A save whose command is missing counts at the tick of its success. */
static bool take(struct search *s, const tt_th_event *record, const tt_world *world)
{
    struct event event = {.game = s->games, .tick = record->tick, .team = -1, .link = NONE};
    switch (record->kind) {
    case TT_TH_CONSOLE_COMMAND:
        if (is_chat_save(&record->u.console_command)) {
            int32_t team = world->client[record->u.console_command.cid].team;
            s->command[team >= 0 && team < TT_TEAMS ? team : 0] = record->tick;
        }
        return true;
    case TT_TH_SAVE_SUCCESS:
        event.what = IS_SAVE;
        event.team = record->u.save_success.team;
        event.id = record->u.save_success.save_id;
        read_text(&event, record->u.save_success.save, s);
        break;
    case TT_TH_LOAD_SUCCESS:
        event.what = IS_LOAD;
        event.team = record->u.load_success.team;
        event.id = record->u.load_success.save_id;
        break;
    case TT_TH_PLAYER_FINISH:
        event.what = IS_FINISH;
        event.team = world->client[record->cid].team;
        break;
    case TT_TH_TEAM_FINISH:
        event.what = IS_FINISH;
        event.team = record->u.team_finish.team;
        break;
    default:
        return true;
    }
    if (event.team <= 0 || event.team >= TT_TEAMS) {
        return true;
    }
    if (event.what == IS_SAVE && s->command[event.team] >= 0) {
        event.tick = s->command[event.team];
        s->command[event.team] = -1;
    }
    return add(s, &event);
}

/* Returns true for a copy of an earlier recording. The events of a copy then belong to the next
 * recording, or to none, so they are dropped. */
static bool is_known(struct search *s, const struct game *game)
{
    bool is_known = false;
    for (size_t i = 0; i < s->games; i++) {
        is_known |= memcmp(&s->game[i].uuid, &game->uuid, sizeof game->uuid) == 0;
    }
    while (is_known && s->events > 0 && s->event[s->events - 1].game == s->games) {
        s->events--;
    }
    return is_known;
}

static bool read_game(struct search *s, const tt_io_entry *entry)
{
    const tt_io_reading_options *how = &s->w->options->reading;
    tt_th_tally tally = {.no_ways = true};
    tt_io_reading_options all = {
        .wants = TT_WANT_RECORDS, .no_index = true, .tally = &tally, .stop = how->stop};
    struct game *game = &s->game[s->games];
    tt_io_reading r;
    tt_io_error error;
    bool is_good = tt_io_reading_open(&r, entry->path, &all);
    if (tt_io_reading_format(&r) == TT_FORMAT_DEMO) {
        is_good = tti_job_fail(&s->w->voice, TT_ERR_ARGUMENT, entry->path,
                               "this is a demo: a run needs teehistorian files");
    } else if (!is_good && !tt_io_stop_wanted(how->stop)) {
        error = r.error;
        tti_job_fail_with(&s->w->voice, &error, entry->path);
    } else if (is_good) {
        const tt_th_header *header = &r.th_header;
        /* NOLINTNEXTLINE(clang-analyzer-core.*): the list has room for each file */
        *game = (struct game){.path = entry->path,
                              .is_found = entry->found_by_walk,
                              .uuid = header->game_uuid,
                              .before = header->prev_game_uuid,
                              .has_before = TT_TH_HAS(header, prev_game_uuid)};
        memset(s->command, -1, sizeof s->command);
        is_good = tti_io_map_of_header(&game->map, &r, &error);
        while (is_good && tt_io_reading_next(&r)) {
            is_good = take(s, r.item.th, tt_recording_world(r.rec));
        }
        tt_recording_view seen = tt_recording_look(r.rec);
        game->first = seen.first_tick > 0 ? seen.first_tick : 0;
        game->last = seen.last_tick;
        s->games += !is_known(s, game);
    }
    tt_io_reading_close(&r);
    return is_good && !tt_io_stop_wanted(how->stop);
}

/* -- linking ---------------------------------------------------------------------------------- */

static bool have_one_map(const struct game *a, const struct game *b)
{
    const tt_demo_header *x = &a->map, *y = &b->map;
    return strcmp(x->map_name, y->map_name) == 0 && x->map_crc == y->map_crc &&
           (!x->has_sha256 || !y->has_sha256 ||
            memcmp(&x->map_sha256, &y->map_sha256, sizeof x->map_sha256) == 0);
}

static bool is_loaded(const struct search *s, const struct event *save, const struct event *load)
{
    bool is_one_game = save->game == load->game;
    return save->what == IS_SAVE && load->what == IS_LOAD &&
           memcmp(&save->id, &load->id, sizeof save->id) == 0 &&
           (is_one_game ? save->tick < load->tick
                        : have_one_map(&s->game[save->game], &s->game[load->game]));
}

/* Links each save to a load of it. A load is linked only once, because a copy of a recording has
 * the same saves. */
static void link_saves(struct search *s)
{
    for (size_t i = 0; i < s->events; i++) {
        for (size_t k = 0; k < s->events && s->event[i].what == IS_LOAD; k++) {
            if (s->event[k].link == NONE && is_loaded(s, &s->event[k], &s->event[i])) {
                s->event[i].link = k;
                s->event[k].link = i;
                break;
            }
        }
    }
}

/* Returns the load with which the run of a save began in its recording, or NONE. */
static size_t load_before(const struct search *s, size_t save)
{
    const struct event *is = &s->event[save];
    for (size_t i = save; i-- > 0 && s->event[i].game == is->game;) {
        if (s->event[i].team == is->team) {
            return s->event[i].what == IS_LOAD ? i : NONE;
        }
    }
    return NONE;
}

static bool begins_run(const struct search *s, size_t save)
{
    const struct event *is = &s->event[save];
    size_t load = is->what == IS_SAVE ? load_before(s, save) : NONE;
    return is->what == IS_SAVE && is->link != NONE && is->is_meant &&
           (load == NONE || s->event[load].link == NONE);
}

/* Returns what happens next to the team of a load, or NONE. */
static size_t next_of(const struct search *s, size_t load)
{
    for (size_t i = load + 1; i < s->events && s->event[i].game == s->event[load].game; i++) {
        if (s->event[i].team == s->event[load].team) {
            return i;
        }
    }
    return NONE;
}

/* Returns the recording that goes on with a game, or NONE. */
static size_t game_after(const struct search *s, size_t game)
{
    for (size_t i = 0; i < s->games; i++) {
        if (i != game && s->game[i].has_before && !s->game[i].is_used &&
            memcmp(&s->game[i].before, &s->game[game].uuid, sizeof(tt_uuid)) == 0 &&
            have_one_map(&s->game[i], &s->game[game])) {
            return i;
        }
    }
    return NONE;
}

static bool follows(const struct search *s, size_t game)
{
    for (size_t i = 0; i < s->games; i++) {
        if (i != game && s->game[game].has_before &&
            memcmp(&s->game[game].before, &s->game[i].uuid, sizeof(tt_uuid)) == 0 &&
            have_one_map(&s->game[i], &s->game[game])) {
            return true;
        }
    }
    return false;
}

/* -- legs ------------------------------------------------------------------------------------- */

static void add_leg(struct search *s, size_t game, int64_t from, int64_t to)
{
    struct demo_run *run = &s->w->run;
    s->game[game].is_used = true;
    run->leg[run->count++] = (struct demo_leg){s->game[game].path, from, to};
}

static void plan_saves(struct search *s, size_t save)
{
    struct demo_run *run = &s->w->run;
    const struct event *is = &s->event[save];
    int64_t start = (int64_t)is->tick - is->race_ticks, from = start - BEFORE;
    run->has_start = is->race_ticks >= 0;
    run->start = (int32_t)(start > -LAST_TICK ? start : -LAST_TICK);
    add_leg(s, is->game, run->has_start && from > 0 ? from : 0, (int64_t)is->tick + 1);
    while (is->what == IS_SAVE && is->link != NONE) {
        const struct event *load = &s->event[is->link];
        size_t next = next_of(s, is->link);
        int64_t end = (int64_t)s->game[load->game].last + 1;
        if (next != NONE) {
            is = &s->event[next];
            int64_t after = (int64_t)is->tick + 1 + (is->what == IS_FINISH ? AFTER : 0);
            end = after < end ? after : end;
        }
        add_leg(s, load->game, (int64_t)load->tick + 1, end);
        if (next == NONE) {
            return;
        }
    }
}

static void plan_games(struct search *s, size_t game)
{
    while (game != NONE) {
        add_leg(s, game, s->game[game].first, (int64_t)s->game[game].last + 1);
        game = game_after(s, game);
    }
}

/* -- what is missing -------------------------------------------------------------------------- */

static void say_missing(struct search *s)
{
    struct job_voice *voice = &s->w->voice;
    for (size_t i = 0; i < s->events; i++) {
        const struct event *is = &s->event[i];
        if (is->what != IS_FINISH && is->link == NONE) {
            tti_job_tell(voice, TT_LEVEL_NOTE, s->game[is->game].path,
                         is->what == IS_SAVE
                             ? "the recording that loads the save of tick %" PRId32 " is missing"
                             : "the recording with the save that tick %" PRId32 " loads is missing",
                         is->tick);
        }
    }
    for (size_t i = 0; i < s->games; i++) {
        const struct game *game = &s->game[i];
        char uuid[TT_UUID_TEXT];
        if (game->has_before && !follows(s, i)) {
            tt_uuid_format(uuid, &game->before);
            tti_job_tell(voice, TT_LEVEL_NOTE, game->path,
                         "the recording of the game before it on the same map, %s, is missing",
                         uuid);
        }
    }
}

/* Warns of recordings that are not in the run. Files of a folder need not belong to it, so they are
 * left out without a warning. */
static void say_left_out(struct search *s)
{
    const char *first = s->w->run.leg[0].path;
    for (size_t i = 0; i < s->games; i++) {
        if (!s->game[i].is_used && !s->game[i].is_found) {
            tti_job_tell(&s->w->voice, TT_LEVEL_WARNING, s->game[i].path,
                         "nothing links this recording to the run in %s: it is left out", first);
        }
    }
}

static bool check_length(const struct search *s)
{
    const struct demo_run *run = &s->w->run;
    int64_t ticks = run->leg[0].from;
    for (size_t i = 0; i < run->count; i++) {
        ticks += run->leg[i].to - run->leg[i].from;
    }
    return ticks < LAST_TICK || tti_job_fail(&s->w->voice, TT_ERR_ARGUMENT, run->leg[0].path,
                                             "the ticks of this run are too large for a demo");
}

static bool choose(struct search *s)
{
    struct demo_run *run = &s->w->run;
    size_t save = NONE, game = NONE, saves = 0, games = 0;
    for (size_t i = 0; i < s->events; i++) {
        save = begins_run(s, i) ? i : save;
        saves += begins_run(s, i);
    }
    for (size_t i = 0; i < s->games; i++) {
        bool is_first = !follows(s, i) && game_after(s, i) != NONE;
        game = is_first ? i : game;
        games += is_first;
    }
    run->leg = calloc(s->events + s->games + 1, sizeof *run->leg);
    if (run->leg == NULL) {
        return tti_job_fail(&s->w->voice, TT_ERR_SYSTEM, NULL, "there is not enough memory");
    }
    if (saves == 1) {
        plan_saves(s, save);
    } else if (games == 1) {
        plan_games(s, game);
    } else if (saves + games > 1) {
        return tti_job_fail(&s->w->voice, TT_ERR_ARGUMENT, s->game[0].path,
                            "there are %zu runs in these recordings: `player` NAME chooses one, or "
                            "give fewer recordings",
                            saves > 0 ? saves : games);
    } else {
        say_missing(s);
        return tti_job_fail(&s->w->voice, TT_ERR_PLACE, s->game[0].path,
                            "nothing links these recordings: no save%s%s of one is loaded in "
                            "them, and none is of the game before another",
                            s->player != NULL ? " with " : "", s->player != NULL ? s->player : "");
    }
    say_left_out(s);
    return check_length(s);
}

bool tti_demo_run_find(struct demo_work *w)
{
    const tt_io_list *list = w->options->run;
    struct search s = {.w = w};
    int32_t cid;
    const char *name = w->options->as != NULL ? w->options->as : w->options->reading.player;
    if (name != NULL) {
        tt_io_player_parse(name, &cid, &s.player);
    }
    s.game = calloc(list->count + 1, sizeof *s.game);
    bool is_good = s.game != NULL ||
                   tti_job_fail(&w->voice, TT_ERR_SYSTEM, NULL, "there is not enough memory");
    for (size_t i = 0; i < list->count && is_good; i++) {
        is_good = read_game(&s, &list->entries[i]);
    }
    if (is_good) {
        link_saves(&s);
        is_good = s.games > 0 && choose(&s);
    }
    free(s.game);
    free(s.event);
    return is_good;
}
