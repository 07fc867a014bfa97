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

/* The snapshot of the next tick. */
extern tt_snap_builder scene_made;

/* What was played, and how it is looked at: around (1000, 1000). */
extern scene_play scene;
extern const tt_camera scene_camera;

/* "server" or "client", of the next demo. */
extern const char *scene_make_type;

/* Begins a demo of this protocol. */
void scene_make_begin(const char *net_version);

void scene_make_add(tt_obj_kind kind, int32_t id, const void *object);

/* A client and its tee, at (x, 1000). */
void scene_make_tee(int32_t cid, int32_t x, const char *name);

/* Writes the snapshot; 0 when it does not fit. */
int scene_make_try(int32_t tick);
void scene_make_tick(int32_t tick);

void scene_make_say(const tt_sv_msg *message);
/* The same of bytes. */
void scene_make_raw(tt_bytes message);

void scene_make_chat(int32_t cid, const char *text);

/* The demo is whole: opens `scene` with its bytes, which are returned. */
tt_bytes scene_make_end(void);
void scene_make_free(void);

/* Draws the moment; `part` of the way to the last snapshot, in 1/65536. */
void scene_make_draw(const tt_draw_options *options, int64_t part);

/* The place of the first text like this in the list; -1 for none. */
int scene_text_at(const char *text);

size_t scene_count_of(tt_shape_kind kind);

#endif
