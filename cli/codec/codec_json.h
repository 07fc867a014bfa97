/* SPDX-License-Identifier: MIT
 *
 * teetape codec: JSON as a part of a line.
 */
#ifndef CLI_CODEC_JSON_H
#define CLI_CODEC_JSON_H

#include "cli/codec/codec_snap.h"

/* The line fails inside `part`, where a reader of it met an error. The result is false. */
bool codec_json_fail(struct codec *c, struct codec_part part, const tt_error *error);

/* The value of a member as a part of the line: a string without its quotation marks. A part without
 * text when it is missing. */
struct codec_part codec_json_text(struct codec_part object, const tt_json_member *member);

/* Parts the object that a part begins with from what follows it. */
bool codec_json_cut(struct codec *c, struct codec_part part, struct codec_part *object,
                    struct codec_part *rest);

/* The name of an object's first member; of no bytes when there is none. */
tt_bytes codec_json_first(struct codec_part object);

#endif
