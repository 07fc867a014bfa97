/* SPDX-License-Identifier: MIT
 *
 * Finds a chat line in a demo.
 */
#ifndef CLI_DEMO_SAID_H
#define CLI_DEMO_SAID_H

#include "cli/shell/command.h"
#include "teetape/demo_world.h"

/* So many are listed when there are several. */
#define DEMO_SAID_LISTED 20
#define DEMO_SAID_TEXT 120

struct demo_said {
    const char *text; /* a part of it; the case of ASCII letters does not count */
    uint64_t wanted;  /* which one of several, 0 if there has to be one alone */
    uint64_t count;   /* lines with it */
    struct demo_said_line {
        int32_t tick;
        char text[DEMO_SAID_TEXT]; /* with whoever said it; cut, and without what is secret */
    } line[DEMO_SAID_LISTED];
    int32_t tick; /* of the wanted one, or the first one */
};

struct cut_options;
void demo_said_init(struct demo_said *said, const struct cut_options *options);

/* Takes a message of `tick`. */
void demo_said_take(struct demo_said *said, const tt_sv_msg *msg, const tt_world *world,
                    int32_t tick);

/* Whether it was found, and is the only one or the wanted one. If not, that is told. `first_tick`
 * is where game time begins. */
bool demo_said_found(const struct demo_said *said, const struct job *job, int32_t first_tick);

#endif
