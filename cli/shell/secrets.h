/* SPDX-License-Identifier: MIT
 *
 * Which members of an event must not be shown. The list itself is teetape/secret.h's.
 */
#ifndef CLI_SECRETS_H
#define CLI_SECRETS_H

#include "teetape/secret.h"
#include "teetape/teehistorian.h"

#include <stdbool.h>

/* Which members of each kind of event are secret by their names alone, decided once. */
struct secrets {
    bool is_shown;                /* nothing is secret: the user asked for all */
    uint32_t fields[TT_TH_KINDS]; /* a bit for each member */
};

void secrets_open(struct secrets *secrets, bool is_shown);

/* Whether an event of this kind can have anything secret. */
bool secrets_has(const struct secrets *secrets, tt_th_kind kind);

/* Whether member `index` of the event is secret. `world` is that after the event. */
bool secrets_hide(const struct secrets *secrets, const tt_th_event *event, size_t index,
                  const tt_world *world);

/* The reason of a leave or a drop as it is shown: all of it, or "***". */
tt_bytes secrets_reason(tt_bytes text, bool show_secrets);

#endif
