/* SPDX-License-Identifier: MIT
 *
 * The game itself: tees that take inputs, tick by tick, as a DDNet server of version 20.1 computes
 * them, bit for bit. It is for bots, runs that tools make, and programs that learn to play.
 *
 * An arena is a map with the settings of a server. A game is one block of memory, and many games
 * may share an arena. A copy of the bytes of a game (memcpy) is the same game again: so a search
 * goes back to a tick. Games with the same bytes go on in the same way.
 *
 *     tt_physics_arena *arena =
 *         tt_physics_arena_init(malloc(tt_physics_arena_size(&terrain)), &terrain, settings);
 *     tt_physics *game = tt_physics_init(malloc(tt_physics_size(arena)), arena, seed);
 *     tt_physics_join(game, 0);
 *     for (;;) {
 *         tt_physics_press(game, 0, &input);
 *         int32_t tick = tt_physics_step(game);
 *         if (tt_physics_tee(game, 0, &tee))
 *             printf("%d %d %d\n", (int)tick, (int)tee.x, (int)tee.y);
 *     }
 *
 * A terrain (terrain.h) has all the layers that the game plays on; those that are NULL do not
 * exist. docs/format/physics.md has the rules, examples/run_of_its_own.c plays a run and writes it
 * as a recording. No call allocates memory or fails: a call that cannot take effect is ignored.
 *
 * io/physics.h is something else: it computes the game of a recording.
 */
#ifndef TEETAPE_PHYSICS_H
#define TEETAPE_PHYSICS_H

#include "teetape/follow.h"
#include "teetape/input.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A map with the settings of a server, in the caller's memory. */
typedef struct tt_physics_arena tt_physics_arena;

/** A game, in the caller's memory. */
typedef struct tt_physics tt_physics;

/** Gives the bytes of memory for an arena: some kilobytes, and two bytes a tile. Cost: linear in
 * the tiles, as is tt_physics_arena_init. */
TT_API size_t tt_physics_arena_size(const tt_terrain *terrain);

/** Makes an arena in memory that is aligned for 64-bit words. The layers of the terrain must remain
 * valid. `settings` are commands with a NUL after each, and may be empty. tt_map_design_data gives
 * those of the map in this form. Commands of a server, such as "sv_hit 0" and "tune gravity 0.2",
 * go before them. DDNet's defaults come first, and commands that the physics does not know change
 * nothing. `settings` is used during the call only. */
TT_API tt_physics_arena *tt_physics_arena_init(void *memory, const tt_terrain *terrain,
                                               tt_bytes settings);

/** Gives the bytes of a game on an arena: about 300 KB, and some more for entities and switches. */
TT_API size_t tt_physics_size(const tt_physics_arena *arena);

/** Begins a game before its first tick, in memory that is aligned for 64-bit words. The arena must
 * remain valid. `seed` decides which exits of teleporters and which spawns are taken; a recording
 * of the game has "pcg-xsh-rr:" with the seed and 0 as its `prng_description`, 16 hexadecimal
 * digits each. */
TT_API tt_physics *tt_physics_init(void *memory, const tt_physics_arena *arena, uint64_t seed);

/** Lets a client enter the game between two ticks. Its tee is there after the next step. A client
 * that is in the game already begins anew. */
TT_API void tt_physics_join(tt_physics *game, int32_t cid);

/** Removes a client and its tee between two ticks. */
TT_API void tt_physics_leave(tt_physics *game, int32_t cid);

/** Gives the input of a client for the next tick. The last call before the tick counts. Without a
 * call the client keeps its previous input. */
TT_API void tt_physics_press(tt_physics *game, int32_t cid, const tt_input *input);

/** Computes a tick and gives its number; the first is 1. The cost is about a microsecond for each
 * tee, and more for shots that fly and for tees that touch each other. */
TT_API int32_t tt_physics_step(tt_physics *game);

/** Gives a tee after the last tick. Every member of the state that the game computes is TT_DERIVED.
 * False: the client has no tee, and `*tee` is all zeros. */
TT_API bool tt_physics_tee(const tt_physics *game, int32_t cid, tt_tee_state *tee);

#ifdef __cplusplus
}
#endif

#endif
