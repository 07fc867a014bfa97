/* SPDX-License-Identifier: MIT
 *
 * A player, as users name one: a client id, or a name. A name selects every session of everyone who
 * ever had it, whole, through renames and slots.
 */
#ifndef TEETAPE_IO_PLAYER_H
#define TEETAPE_IO_PLAYER_H

#include <stdint.h>

#include "teetape/io/export.h"
#include "teetape/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Reads a player. A client id (digits; "12"): *cid is 0 to 127, and *name NULL. Anything else is a
 * name: *name points into `text`, after a prefix "name:" that forces a name ("name:12"), and *cid
 * is -1. TT_ERR_RANGE for a client id that there is not, TT_ERR_ARGUMENT for no text. */
TT_IO_API tt_status tt_io_player_parse(const char *text, int32_t *cid, const char **name);

#ifdef __cplusplus
}
#endif

#endif
