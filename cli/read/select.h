/* SPDX-License-Identifier: MIT
 *
 * Which records of a recording the user asked for: a span of time, a player.
 *
 * A player is a client id or a name. A name selects every stay of everyone who ever bore it,
 * whole, through renames and slots. That takes a pass over the recording before; where the
 * input can be read only once, a stay is selected from the record that names it on.
 */
#ifndef CLI_SELECT_H
#define CLI_SELECT_H

#include "cli/read/place.h"
#include "cli/read/recording.h"
#include "teetape/teehistorian_past.h"

enum select_by { SELECT_ALL, SELECT_CID, SELECT_NAME, SELECT_SESSIONS };

struct select {
    /* the span, [from, to) in ticks; without an end, `to` is PLACE_END */
    int64_t from, to;
    /* the player */
    enum select_by by;
    int32_t cid;
    const char *name;
    uint8_t *chosen; /* one bit a stay */
    size_t chosen_size;
    bool no_memory;
};

/* The player that is asked for, without a recording. */
void select_parse_player(struct select *s, const struct span_options *span);

/* The same for one player: a client id or a name. */
const char *select_check_player(const char *text);

/* A player that was found good: NULL and *cid, or the name. */
const char *select_read_player(const char *text, int32_t *cid);

/* What the job's span asks for, in the recording whose header was just read. Makes the first pass
 * that a name needs. False when it cannot be had: that was told, and `*status` says how bad it is.
 */
bool select_open(struct select *s, struct recording *r, enum exit_status *status);
void select_close(struct select *s);

/* Takes every event, before select_player is asked about it: notes who bears the name. */
void select_follow(struct select *s, const tt_th_event *event, const tt_world *world,
                   const tt_th_change *change);

/* Selects a session, for SELECT_SESSIONS: a command knows by itself which ones are wanted. */
void select_choose(struct select *s, uint64_t session);

/* Whether a recording can be read twice; a pipe cannot. */
bool select_is_file(const char *path);

/* How many of the ticks [since, tick) lie in the span. */
int64_t select_ticks(const struct select *s, int32_t since, int32_t tick);

/* Whether the event is about the player; without one, whether it is there at all. */
bool select_player(const struct select *s, const tt_th_event *event, const tt_th_change *change);

/* Whether anybody who was seen so far bears the name; true when none was asked for. */
bool select_found(const struct select *s);

/* Whether this stay is one of the player's. */
bool select_session(const struct select *s, uint64_t session, int32_t cid);

#endif
