/* SPDX-License-Identifier: MIT
 *
 * Shared by the parts of the core in the page: core.c, play.c, scan.c and cut.c.
 *
 * An instance of the module plays, scans or cuts one recording. Its memory only grows and is
 * never freed; the page drops the instance instead.
 */
#ifndef WEB_CORE_H
#define WEB_CORE_H

#include "teetape/recording.h"
#include "teetape/scene.h"

#define CORE_EXPORT __attribute__((visibility("default"), used))

/* Most bytes of a piece from JavaScript. */
#define CORE_PIECE ((size_t)1 << 20)

/* Returns zeroed memory, aligned to 16 bytes, that is never freed. Returns NULL when there is none.
 */
void *core_take(size_t size);

/* Output bytes, which JavaScript takes between two calls. */
struct core_out {
    uint8_t *bytes;
    size_t size, room;
};
extern struct core_out core_out;

/* Makes room for `size` more bytes at the end. Returns NULL when there is no memory. */
uint8_t *core_out_room(size_t size);

/* Appends bytes. A tt_sink_fn that ignores its `user`. */
int core_out_put(void *user, tt_bytes bytes);

/* play_run and scan_run return this once, after the header and before the first record. */
#define CORE_HEADER 1000

/* play_run returns this after PLAY_STEPS snapshots, so that the page can paint. */
#define CORE_PAUSE 1001

/* Writes the header as JSON to the output. Returns 0, or -1 when there is no memory. */
int core_put_info(const tt_recording *rec);

/* Writes a JSON object into a packer, member by member. */
void core_key(tt_packer *p, const char *name);
void core_put_text(tt_packer *p, const char *text);
void core_put_int(tt_packer *p, int64_t value);

/* 1 to show secrets such as whispers and codes, because the page was made with --show-secrets. */
extern uint8_t core_shows_secrets;

/* The reader of this instance, NULL before core_open. */
extern tt_recording *core_recording;

/* Returns the terrain of the opened map, or NULL. */
const tt_terrain *stage_terrain(void);

/* Returns the settings of the map, as for tt_convert_physics; empty without a map. */
tt_bytes stage_settings(void);

/* Returns the scene that the painter draws, or NULL in an instance that does not play. */
tt_scene *play_scene(void);

/* Gives the scene the map, also one that comes later; NULL takes it away. */
void play_map(const tt_map *map, const tt_terrain *terrain);

#endif
