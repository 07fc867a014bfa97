/* SPDX-License-Identifier: MIT
 *
 * Shows a record of a teehistorian file, whatever its kind: as a JSON object, or as a line for
 * eyes. Both walk the description of the record; what is secret is left out.
 */
#ifndef CLI_RECORD_H
#define CLI_RECORD_H

#include "cli/shell/secrets.h"
#include "cli/text/json.h"
#include "teetape/teehistorian.h"

/* Appends the fields. */
void record_json(struct json *j, const tt_th_event *event, const tt_world *world,
                 const struct secrets *secrets);

/* Whether record_text has something to show. */
bool record_has_text(const tt_th_event *event);

/* A field that text leaves out: a client id has a column, and the size of a message says nothing
 * beside its data. */
bool record_has_column(tt_th_kind kind, const tt_field *field);

/* Appends the fields without the client id: "dx 1 dy -2 x 336 y 2224". Safe for a terminal. */
void record_text(tt_io_output *out, const tt_th_event *event, const tt_world *world,
                 const struct secrets *secrets);

#endif
