/* SPDX-License-Identifier: MIT
 *
 * Members of an event that must not be shown, by the list of teetape/secret.h.
 */
#ifndef CLI_SECRETS_H
#define CLI_SECRETS_H

#include "teetape/secret.h"
#include "teetape/teehistorian.h"

#include <stdbool.h>

struct secrets {
    bool is_shown;                /* nothing is secret: the user asked for all */
    uint32_t fields[TT_TH_KINDS]; /* a bit for each member */
};

void secrets_open(struct secrets *secrets, bool is_shown);

bool secrets_has(const struct secrets *secrets, tt_th_kind kind);

/* `world` is that after the event. */
bool secrets_hide(const struct secrets *secrets, const tt_th_event *event, size_t index,
                  const tt_world *world);

/* The reason of a leave or a drop as it is shown: all of it, or "***". */
tt_bytes secrets_reason(tt_bytes text, bool show_secrets);

#endif
