/* SPDX-License-Identifier: MIT
 *
 * The core inside of the page: what core.c, play.c, scan.c and cut.c share.
 *
 * A module instance has one purpose: it plays, scans or cuts one recording. Memory is taken from
 * the end of what the instance has, and nothing is given back; the page drops the instance.
 */
#ifndef WEB_CORE_H
#define WEB_CORE_H

#include "teetape/recording.h"
#include "teetape/scene.h"

#define CORE_EXPORT __attribute__((visibility("default"), used))

/* Most bytes of a piece that JavaScript hands over at once. */
#define CORE_PIECE ((size_t)1 << 20)

/* Zeros, aligned to 16; NULL when there is no memory. */
void *core_take(size_t size);

/* Bytes for JavaScript, which takes them between two calls. */
struct core_out {
    uint8_t *bytes;
    size_t size, room;
};
extern struct core_out core_out;

/* Room for `size` more bytes at the end, NULL when there is no memory. */
uint8_t *core_out_room(size_t size);

/* Appends; a tt_sink_fn, whose user is not looked at. */
int core_out_put(void *user, tt_bytes bytes);

/* What play_run and scan_run return at the header, before anything else of the recording. */
#define CORE_HEADER 1000

/* What play_run returns after PLAY_STEPS snapshots that it has passed: the page may paint. */
#define CORE_PAUSE 1001

/* The header as JSON into the output. 0, or -1 when there is no memory. */
int core_put_info(const tt_recording *rec);

/* A JSON object that is written member by member into a packer. */
void core_key(tt_packer *p, const char *name);
void core_put_text(tt_packer *p, const char *text);
void core_put_int(tt_packer *p, int64_t value);

/* 1: whispers, codes and the like are shown as they are. For a page that was made so. */
extern uint8_t core_shows_secrets;

/* Of this instance; NULL before core_open. */
extern tt_recording *core_recording;

/* The scene of an instance that plays, for the painter; else NULL. */
tt_scene *play_scene(void);

#endif
