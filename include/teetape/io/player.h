/* SPDX-License-Identifier: MIT
 *
 * A player, as users name one: by client id or by name. A name selects every session of everybody
 * who ever had it, whole, through renames and slots.
 *
 *     int32_t cid;
 *     const char *name;
 *     if (tt_io_player_parse("nameless tee", &cid, &name) == TT_OK)
 *         printf("%s\n", name != NULL ? name : "a client id");
 */
#ifndef TEETAPE_IO_PLAYER_H
#define TEETAPE_IO_PLAYER_H

#include <stdint.h>

#include "teetape/io/export.h"
#include "teetape/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Reads a player. Digits are a client id: *cid is 0 to 127, *name is NULL. Anything else, also
 * digits after a needless zero ("007"), is a name: *name points into `text`, *cid is -1; a prefix
 * "name:", which *name leaves out, makes a name of digits ("name:12"). TT_ERR_RANGE for a client id
 * above 127, TT_ERR_ARGUMENT for no text. Any thread. */
TT_IO_API tt_status tt_io_player_parse(const char *text, int32_t *cid, const char **name);

#ifdef __cplusplus
}
#endif

#endif
