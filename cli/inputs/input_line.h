/* SPDX-License-Identifier: MIT
 *
 * Shows one input, as a line for eyes or as a JSON object.
 */
#ifndef CLI_INPUTS_INPUT_LINE_H
#define CLI_INPUTS_INPUT_LINE_H

#include "cli/inputs/pressing.h"
#include "cli/show/line.h"
#include "cli/show/rows.h"

/* Columns of a line up to the turn. */
#define INPUT_COLUMNS 40

/* Columns for direction, jump, hook, fire, aim and turn, then the wanted weapon and what changed of
 * the flags. */
void input_text(const struct reading *r, const struct pressing *p, struct line *line);

void input_json(const struct reading *r, const struct pressing *p);
extern const struct column input_columns[];

#endif
