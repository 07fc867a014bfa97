/* SPDX-License-Identifier: MIT
 *
 * Parts of making a scene of a recording.
 */
#ifndef TTI_DRAW_FOLLOW_H
#define TTI_DRAW_FOLLOW_H

#include "teetape/scene.h"

/* Comes after everything else of its tick. The demo `rec` says what the types are; for NULL the
 * snapshot itself declares them. */
void tti_scene_snapshot(tt_scene *scene, const tt_snap *snap, int32_t tick,
                        const tt_recording *rec);

void tti_scene_message(tt_scene *scene, const tt_sv_msg *message, int32_t tick);

/* Takes a message of the conversion, which also makes chat and has hidden secrets. */
void tti_scene_converted(tt_scene *scene, const tt_sv_msg *message, int32_t tick);

void tti_scene_fact(tt_scene *scene, const tt_fact *fact);

/* Forgets chat, kills, events, broadcast, times and emoticons, but not players and snapshots. */
void tti_scene_quiet(tt_scene *scene);

/* Copies a text of a player: valid UTF-8, blanks in place of control and invisible characters and
 * none at the end, cut to the room with its NUL. */
void tti_scene_text(char *dst, size_t cap, tt_bytes text);

#endif
