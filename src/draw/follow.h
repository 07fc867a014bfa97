/* SPDX-License-Identifier: MIT
 *
 * Parts of what makes a scene of a recording.
 */
#ifndef TTI_DRAW_FOLLOW_H
#define TTI_DRAW_FOLLOW_H

#include "teetape/scene.h"

/* The snapshot after everything else of its tick. `rec` says what its types are, if it is a demo;
 * NULL: the snapshot itself declares them. */
void tti_scene_snapshot(tt_scene *scene, const tt_snap *snap, int32_t tick,
                        const tt_recording *rec);

/* A message of the server, without what it says in words. */
void tti_scene_message(tt_scene *scene, const tt_sv_msg *message, int32_t tick);

/* A message that the conversion made, which also makes chat and has hidden what is secret. */
void tti_scene_converted(tt_scene *scene, const tt_sv_msg *message, int32_t tick);

/* Takes a chat line or a text of the server in a demo. */
void tti_scene_fact(tt_scene *scene, const tt_fact *fact);

/* Nothing happened lately: no chat, kills, events, broadcast, times, emoticons. Players and
 * snapshots remain. */
void tti_scene_quiet(tt_scene *scene);

/* Copies a text without what is not to be seen: valid UTF-8, blanks in place of control characters,
 * cut to the room with its NUL. */
void tti_scene_text(char *dst, size_t cap, tt_bytes text);

#endif
