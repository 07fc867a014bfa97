/* SPDX-License-Identifier: MIT
 *
 * Shows an event, whatever its kind: as a JSON object, or as a line for eyes. Both walk the
 * description of the event; what is secret is left out.
 */
#ifndef CLI_EVENT_H
#define CLI_EVENT_H

#include "cli/read/recording.h"
#include "cli/show/json.h"

/* Appends the members "tick", "kind" and the fields. */
void event_json(struct json *j, const tt_th_event *event, const tt_world *world, bool show_secrets);

/* Whether event_text has something to say. */
bool event_has_text(const tt_th_event *event);

/* Appends the fields without the client id: "dx 1 dy -2 x 336 y 2224". Safe for a terminal. */
void event_text(struct host_output *out, const tt_th_event *event, const tt_world *world,
                bool show_secrets);

/* The same of one field with all its elements; not of type TEXTS or MSG, which have secrets. */
void event_member_json(struct json *j, const tt_field *field, const void *object);
void event_member_text(struct host_output *out, const tt_field *field, const void *object);

/* An array of strings, "***" for each when they are secret; and `<key>_hex`, an array of all of
 * them in hex, when one is not valid UTF-8. */
void event_texts_json(struct json *j, const char *key, tt_texts texts, bool is_secret);

/* The console flags of a command in words: "chat", "server", "econ" or "console". */
const char *event_console(const struct tt_th_console_command *command);

#endif
