/* SPDX-License-Identifier: MIT
 *
 * Shows a chunk of a demo, or an item of a snapshot: as a JSON object, or as a line for eyes. What
 * is secret is left out.
 */
#ifndef CLI_DEMO_EVENT_H
#define CLI_DEMO_EVENT_H

#include "cli/read/demo_visit.h"
#include "cli/show/json.h"

/* Appends the members "tick", "kind" and what there is of the current chunk. */
void demo_event_json(struct json *j, const struct demo_visit *v);

/* Appends what there is of it behind its kind: "keyframe", "Sv_Chat team 0 ...". False when there
 * is nothing; then nothing was appended. */
bool demo_event_has_text(const struct demo_visit *v);
void demo_event_text(struct host_output *out, const struct demo_visit *v);

/* The client that the current chunk, a message, is about: -1 for none. */
int32_t demo_event_cid(const struct demo_visit *v);

/* Whether it is about somebody whom the user asked for, in any of its members. */
bool demo_event_is_chosen(const struct demo_visit *v);

#endif
