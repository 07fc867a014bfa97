/* SPDX-License-Identifier: MIT
 *
 * One recording of any format, from its file to the items that the user asked for: opened,
 * decompressed, read, cut down to a span of time and a player, and everything that is wrong with it
 * reported to the user.
 *
 *     struct reading_options how = {.span = &span, .wants = TT_WANT_FACTS, .facts = TT_FACTS_ALL};
 *     if (reading_open(&r, job, &how)) {
 *         while (reading_next(&r)) ... r.item, tt_recording_world(r.rec, r.item.view) ...
 *     }
 *     return reading_close(&r);
 *
 *     reading.c          the calls, which combine these:
 *     reading_source.c   from a file to items
 *     reading_span.c     the span of time
 *     reading_player.c   the player, with the first pass that a name needs
 *     reading_index.c    what an index makes faster
 */
#ifndef CLI_READING_H
#define CLI_READING_H

#include "cli/read/place.h"
#include "cli/read/span.h"
#include "cli/shell/issues.h"
#include "host/input.h"
#include "host/kind.h"
#include "teetape/recording.h"

/* How a recording is read; all zero is all of it, and no items but its header. */
struct reading_options {
    const struct span_options *span; /* NULL: all of the recording */
    unsigned wants;                  /* for tt_recording_want */
    uint64_t facts;
    bool wants_map; /* the pieces of a demo's map are records, too; else the map is left out */
    /* Items before the span, too: see reading.in_span. With an index these are the facts that it
     * keeps, at least those of the last session in each slot, and the items from its last place
     * before the span on. World and names are those of that place while its facts are given. */
    bool wants_before;
    /* Facts of the whole recording, whatever the span: see reading.in_span. With an index they are
     * those that it keeps, and the recording is not read. */
    bool wants_all;
    bool wants_everybody; /* items of players that were not chosen, too: see reading_has */
    bool reports_itself;  /* the command reports a span or a player that is not in it */
    bool is_quiet;        /* reports only what the system refused, and sees no progress */
    bool is_again;        /* one more pass over what was read: the user sees progress alone */
    /* Gets the bytes of the recording while they are read, in order; or NULL. The map is read then.
     */
    void (*on_piece)(void *user, tt_bytes piece);
    /* Gets the places where decompression could begin; or NULL, as it must be for stdin. */
    host_access_point_fn *on_access_point;
    void *user;
};

struct reading {
    /* for the commands */
    struct job *job;
    tt_recording *rec;      /* NULL when there was no memory for it */
    tt_item item;           /* the current item, after reading_next */
    int64_t from, to;       /* the span, [from, to) in ticks; without an end, `to` is PLACE_END */
    bool in_span;           /* the current item is in it */
    tt_selection selection; /* the player */
    tt_th_header th_header; /* of a teehistorian file; valid until reading_close */
    bool has_header;
    bool is_foreign; /* it begins as no recording does */
    bool is_skipped; /* found in a folder, and no recording: print nothing */
    bool is_at_end;  /* all of it was read */
    bool is_later;   /* reading has ended before a record of tick item.tick: see reading_until */
    uint64_t bytes;  /* of the recording, after decompression, as far as it was read */
    struct issues issues;
    enum exit_status status; /* what reading_close returns, as far as it is known */

    /* for reading_*.c */
    struct reading_options options;
    struct span_options span;
    struct host_input *input;
    struct host_first first;
    uint8_t *scratch;
    tt_bytes header; /* its bytes: those of the recording up to the first record, or the map */
    uint8_t *first_bytes;
    struct reading_index *index;             /* NULL before it was looked for */
    int32_t index_first_tick;                /* when all comes from it, else -1 */
    uint64_t passed_errors, passed_warnings; /* before the place of the index */
    uint64_t left_out;                       /* bytes of the file that were not read */
    uint8_t *chosen;                         /* bits of the selection */
    bool is_learning;                        /* the player's name is looked for on the way */
    bool has_span;                           /* from and to are known */
    bool is_exact;       /* the reader gives the items of the span, and no other ones */
    bool starts_at_once; /* what comes before the first tick marker of a demo is in the span */
    bool is_open, is_ended;
};

/* What every verb reports of a name, its argument, that no player of the recording has. */
#define READING_NO_PLAYER "no player has the name '%s'"

/* Opens job->path, reads the header, and finds span and player in it. False when there is nothing
 * to read; then, as after true, reading_close has to be called. `options` may be NULL. */
bool reading_open(struct reading *r, struct job *job, const struct reading_options *options);

/* The next item into r->item. False at the end of the span, after an error that stops reading, and
 * when the user wants to leave. Chunks of demos are items whomever they are about. */
bool reading_next(struct reading *r);

/* The tick of the next record of a teehistorian file, which is not taken yet: up to it the world
 * remains as it is. The result is that of reading_next, but the span has no end here. */
bool reading_next_tick(struct reading *r, int32_t *tick);

/* Sets what is wanted from the next item on, once the header shows what there is to be had. */
void reading_want(struct reading *r, unsigned wants, uint64_t facts);

/* The span that is read ends at `to` from now on, where reading goes on when it ended at the one
 * before. */
void reading_until(struct reading *r, int64_t to);

/* Goes to the end of the tick before `to` by the fastest way, without items. */
void reading_skip(struct reading *r, int64_t to);

/* Ends before the end: what follows is of no interest. Not reported as an error. */
void reading_stop(struct reading *r);

/* Whether this session in slot `cid` is one of the player's. Without a player, always. */
bool reading_has(const struct reading *r, uint64_t session, int32_t cid);

/* The same of the session that is in the slot, or was there last. */
bool reading_has_slot(const struct reading *r, int32_t cid);

/* The last name of who is, or was, in a slot; "" when none is known, or for a negative client id.
 */
const char *reading_name(const struct reading *r, int32_t cid);

/* Reports that from is not before to; a quiet reading does not. */
void reading_report_empty(const struct reading *r);

/* The clock of a tick for --wall, in `text`; NULL when it is not wanted or not known. */
const char *reading_clock(const struct reading *r, char text[PLACE_CLOCK_TEXT], int32_t tick);

/* Counts and reports what the command itself finds wrong, at the tick that was reached. */
void reading_report(struct reading *r, tt_level level, tt_status status, uint64_t offset);

/* The command fails: reading ends, and reading_close returns this at least. */
void reading_fail(struct reading *r, enum exit_status status);

/* Whether the span has nothing of the recording, as far as it was read; and to report that as an
 * error, in place of the note of reading_close. */
bool reading_is_outside(const struct reading *r);
void reading_refuse_span(struct reading *r);

/* Whether the file is shorter by now than it was when it was opened: a pass may have missed some.
 */
bool reading_became_shorter(const struct reading *r);

/* Reports what is left to be reported, also a span outside of the recording and a name that nobody
 * has, frees everything, and returns how it went. */
enum exit_status reading_close(struct reading *r);

/* What the recording is, by what was read of it. */
tt_recording_state reading_state(const struct reading *r);

/* The format by the first bytes, also of one that ends inside the magic. */
tt_format reading_format(const struct reading *r);

/* Its name for JSON: NULL when the first bytes are those of no format. */
const char *reading_format_name(const struct reading *r);

/* The last tick for output: 0 before the first one. */
int32_t reading_last_tick(const struct reading *r);

/* The game time of a tick, in ticks: of a demo since its first tick marker. */
int32_t reading_time(const struct reading *r, int32_t tick);

#endif
