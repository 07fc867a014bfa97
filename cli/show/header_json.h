/* SPDX-License-Identifier: MIT
 *
 * The header of a teehistorian file as JSON.
 */
#ifndef CLI_HEADER_JSON_H
#define CLI_HEADER_JSON_H

#include "cli/text/json.h"

/* Writes the member "header": a JSON text that the scanner takes, with its keys in their order.
 * What is secret becomes "***" unless `show_secrets`. `space` has room for text.size + 1 bytes.
 * Stops where the scanner does, with all containers closed. */
void header_json(struct json *j, tt_bytes text, char *space, bool show_secrets);

#endif
