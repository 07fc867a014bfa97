/* SPDX-License-Identifier: MIT
 *
 * Numbers of tiles that more than one file of this folder knows. Other numbers are in the file that
 * handles the tile.
 */
#ifndef TTI_PHYSICS_TILE_H
#define TTI_PHYSICS_TILE_H

enum {
    TTI_TILE_LASER_STOP = 4,
    TTI_TILE_JUMPS = 7, /* the lowest number that the game accepts in the layer of switches */
    TTI_TILE_FREEZE = 9,
    TTI_TILE_START = 33,
    TTI_TILE_FINISH = 34,
    TTI_TILE_STOP = 60, /* a stopper: 60 for one direction, 61 for two and 62 for all four */
    TTI_TILE_STOP_BOTH = 61,
    TTI_TILE_STOP_ALL = 62,
    TTI_TILE_ALLOW_TELEGUN = 98,
    TTI_TILE_ALLOW_TELEGUN_BLUE = 99
};

/* Types of teleporters in the layer of teleporters. */
enum { TTI_TELE_WEAPON = 14, TTI_TELE_IN = 26 };

#endif
