/* SPDX-License-Identifier: MIT
 *
 * Shows a chunk of a demo, or an item of a snapshot: as a JSON object, or as a line for eyes. What
 * is secret is left out.
 */
#ifndef CLI_CHUNK_H
#define CLI_CHUNK_H

#include "cli/shell/reading.h"
#include "cli/show/rows.h"

/* Appends what there is of the current chunk: chunk_columns, and what its kind has. */
void chunk_json(struct json *j, const struct reading *r);
extern const struct column chunk_columns[];
extern const struct column_object chunk_objects[TT_DEMO_KINDS];

/* Appends what there is of it after its kind: "keyframe", "Sv_Chat team 0 ...". False when there
 * is nothing; then nothing was appended. */
bool chunk_has_text(const struct reading *r);
void chunk_text(tt_io_output *out, const struct reading *r);

/* The client that the current chunk, a message, is about: -1 for none. */
int32_t chunk_cid(const struct reading *r);

/* Whether it is about somebody whom the user asked for, in any of its members. */
bool chunk_is_chosen(const struct reading *r);

#endif
