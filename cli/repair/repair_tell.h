/* SPDX-License-Identifier: MIT
 *
 * What a repair says: each loss as it happens, and a result at the end.
 */
#ifndef CLI_REPAIR_TELL_H
#define CLI_REPAIR_TELL_H

#include "cli/repair/repair_work.h"
#include "teetape/teehistorian_repair.h"

/* Losses that are kept for the result. */
#define REPAIR_KEPT 100

struct repair_story {
    const struct repair_work *work;
    tt_th_loss kept[REPAIR_KEPT];
    size_t kept_count;
};

/* Says and keeps a loss; for tt_th_repair.on_loss. `user` is the story. */
void repair_tell_loss(void *user, const tt_th_loss *loss);

/* Says what became of it all: a line or two on stderr, and with --json an object. */
void repair_tell_result(const struct repair_story *story, const tt_th_repair *repair);

/* The keys of the object, for the help. */
enum { REPAIR_JSON_KEYS = 14 };
extern const struct json_key repair_json_keys[REPAIR_JSON_KEYS];

#endif
