/* SPDX-License-Identifier: MIT
 *
 * The header of a teehistorian file as JSON.
 */
#ifndef CLI_HEADER_JSON_H
#define CLI_HEADER_JSON_H

#include "cli/text/json.h"

/* Writes the member "header", with its keys in their order. Secrets become "***" unless
 * `show_secrets`. `space` has text.size + 1 bytes. Closes all where the scanner stops. */
void header_json(struct json *j, tt_bytes text, char *space, bool show_secrets);

#endif
