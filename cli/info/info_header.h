/* SPDX-License-Identifier: MIT
 *
 * What `info` says of a header: the one part of it that each format has for itself.
 */
#ifndef CLI_INFO_HEADER_H
#define CLI_INFO_HEADER_H

#include "cli/read/reading.h"
#include "cli/show/json.h"

/* The lines of a header. What is known only when all was read is left out with --quick. */
void info_header_teehistorian(const struct reading *r);
void info_header_demo(const struct reading *r);

/* The member "header". `space` has room for the header's own JSON and a NUL. */
void info_header_teehistorian_json(const struct reading *r, struct json *j, char *space);
void info_header_demo_json(const struct reading *r, struct json *j, char *space);

#endif
