/* SPDX-License-Identifier: MIT
 *
 * A demo in the making, tick by tick, and the scene of it. There is one at a time.
 */
#ifndef SUPPORT_SCENE_MAKE_H
#define SUPPORT_SCENE_MAKE_H

#include "support/demo_make.h"
#include "support/scene_play.h"
#include "teetape/demo_write.h"
#include "teetape/snap_object.h"

/* The builder of the next tick's snapshot. */
extern tt_snap_builder scene_made;

/* The demo that was made, its scene, and a camera around (1000, 1000). */
extern scene_play scene;
extern const tt_camera scene_camera;

/* The type of the next demo: "server" or "client". */
extern const char *scene_make_type;

/* Begins a demo of this protocol. */
void scene_make_begin(const char *net_version);

void scene_make_add(tt_obj_kind kind, int32_t id, const void *object);

/* Adds a client and its tee at (x, 1000). */
void scene_make_tee(int32_t cid, int32_t x, const char *name);
void scene_make_tee_at(int32_t cid, int32_t x, int32_t y, const char *name);

/* Writes the snapshot. Returns 0 when it does not fit. */
int scene_make_try(int32_t tick);
void scene_make_tick(int32_t tick);

void scene_make_say(const tt_sv_msg *message);
/* Writes a message that is given as bytes. */
void scene_make_raw(tt_bytes message);

void scene_make_chat(int32_t cid, const char *text);

/* Completes the demo, opens `scene` with its bytes, and returns them. */
tt_bytes scene_make_end(void);
void scene_make_free(void);

/* Draws a moment. `part` is the way from the earlier to the last snapshot, in 1/65536. */
void scene_make_draw(const tt_draw_options *options, int64_t part);

/* Returns the index of the first shape with this text; -1 for none. */
int scene_text_at(const char *text);

size_t scene_count_of(tt_shape_kind kind);

#endif
