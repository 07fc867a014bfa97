/* SPDX-License-Identifier: MIT
 *
 * Which members of an event must not be shown. The list itself is teetape/secret.h's.
 */
#ifndef CLI_SECRETS_H
#define CLI_SECRETS_H

#include "teetape/secret.h"
#include "teetape/teehistorian.h"

#include <stdbool.h>

/* Whether member `field` of the event is secret. `world` is that after the event. */
bool event_field_is_secret(const tt_th_event *event, const tt_field *field, const tt_world *world);

/* What is shown of a text that somebody wrote, such as the reason of a drop: all, or "***". */
tt_bytes secrets_prose(tt_bytes text, bool show_secrets);

#endif
