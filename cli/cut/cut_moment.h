/* SPDX-License-Identifier: MIT
 *
 * Moments around which a cut can be made: finishes, and chat lines.
 */
#ifndef CLI_CUT_MOMENT_H
#define CLI_CUT_MOMENT_H

#include "cli/read/reading.h"

/* Seconds before the moment, or the run that it ends, and after it, when they are not given. */
#define CUT_BEFORE "5"
#define CUT_AFTER "3"

#define CUT_MOMENT_TEXT 140

struct cut_moment {
    int32_t tick;
    int32_t ticks;    /* how long the run took, 0 for a chat line */
    int32_t cid;      /* -1 for a team's */
    uint64_t session; /* TT_SESSION_NONE for a team's */
    char text[CUT_MOMENT_TEXT];
};

/* All that may be meant, in order of time. */
struct cut_moments {
    struct cut_moment *found;
    size_t count, capacity;
    bool no_memory;
};

/* The ticks [*from, *to) of a moment: from the start of its run, with what is given around it, in
 * seconds or as a game time, or NULL. */
void cut_moment_span(const char *before, const char *after, const struct cut_moment *moment,
                     int64_t *from, int64_t *to);

/* Takes a fact FINISH or TEAM_FINISH; `name` is that of the client. */
void cut_moments_add_finish(struct cut_moments *m, const tt_fact *fact, const char *name);

/* Takes a fact CHAT, or a SERVER_MESSAGE in the chat, if it has `text` in it; the case of ASCII
 * letters does not count. The line is kept without what is secret. */
void cut_moments_add_chat(struct cut_moments *m, const tt_fact *fact, const char *name,
                          const char *text);

/* Why a recording may have no finish, after "no such finish is in it"; "" when it should have all.
 */
const char *cut_moments_why_none(const struct reading *r, bool is_team);

/* The one that is meant; `number` is 0 when none was chosen. NULL when there is none, or there are
 * several: that is reported. */
const struct cut_moment *cut_moments_finish(const struct cut_moments *m, const struct reading *r,
                                            bool is_team, int64_t number);
const struct cut_moment *cut_moments_chat(const struct cut_moments *m, const struct reading *r,
                                          const char *text, int64_t number);

void cut_moments_close(struct cut_moments *m);

#endif
