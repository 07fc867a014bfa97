/* SPDX-License-Identifier: MIT
 *
 * Constants of the game that every format shares.
 */
#ifndef TEETAPE_GAME_H
#define TEETAPE_GAME_H

/** Ticks a second, in every protocol and in every recording. */
#define TT_TICKS_PER_SECOND 50

/** Most world units (ten tiles) that a tee moves in one tick. A tee that moves further was
 * teleported or has respawned. */
#define TT_TEE_JUMP 320

/** The value in place of TT_TEE_JUMP, in world units, for the tick after a client asked to be
 * killed or ran a command: both may move its tee elsewhere. Without help a tee moves at most 48
 * units sideways in a tick. */
#define TT_TEE_ASKED_JUMP 48

/** The parts of a skin of 0.7, in the order in which messages and items have them. */
typedef enum tt_skin_part {
    TT_SKIN_BODY,
    TT_SKIN_MARKING, /**< lies on the body; may be absent; the only part with an alpha in its colour
                      */
    TT_SKIN_DECORATION, /**< its outline lies under the body; may be absent */
    TT_SKIN_HANDS,
    TT_SKIN_FEET,
    TT_SKIN_EYES,
    TT_SKIN_PARTS /**< number of parts */
} tt_skin_part;

/** The net version of Teeworlds 0.6 and DDNet, in packets and in the header of a demo. */
#define TT_NET_VERSION_6 "0.6 626fce9a778df4d4"

/** The net version of Teeworlds 0.7. */
#define TT_NET_VERSION_7 "0.7 802f1be60a05665f"

#endif
