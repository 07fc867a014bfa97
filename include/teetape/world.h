/* SPDX-License-Identifier: MIT
 *
 * The state of a game at a tick, as far as a recording has it: clients, tees and teams.
 *
 * The caller places the struct, and the readers of recordings change it. A program only looks at
 * the members.
 *
 * A client that was carried over a map change has no JOIN, and neither has a vanilla 0.6 client
 * before DDNet 17.3. A client therefore counts as connected from JOIN or from the first record
 * about it. Example: examples/where.c.
 */
#ifndef TEETAPE_WORLD_H
#define TEETAPE_WORLD_H

#include "teetape/game.h"
#include "teetape/message.h"

#ifdef __cplusplus
extern "C" {
#endif

/** DDRace teams, 0 to 128: 0 is no team, the highest one is "super". */
#define TT_TEAMS 129

/** Room for a name or clan and its NUL. The game has 16 and 12; longer ones are cut. */
#define TT_NAME_CAP 32

/** The frequently changing state of a client: 64 bytes, a cache line. `reserved` is for the
 * library. */
typedef struct tt_tee {
    int32_t x, y; /**< world units, 32 a tile; the last position while not alive. In a demo the
                       position of the last core that the server sent, which may be 150 ticks
                       old; tt_follow_tee computes the current one */
    int32_t input[TT_INPUT_INTS]; /**< the last input; zeros before the first */
    uint8_t alive;                /**< 1 when the tee is in the world */
    uint8_t has_input;            /**< 1 when an input was recorded for this slot */
    uint8_t settled; /**< 1 when `input` belongs to the connected client; 0 when there is none, or
                        when it belongs to an earlier client */
    int8_t weapon; /**< weapon in its hand: 0 hammer, 1 gun, 2 shotgun, 3 grenade, 4 laser, 5 ninja;
                      -1 when it is unknown, as in all teehistorian files */
    /** @cond library */
    uint8_t reserved[12];
    /** @endcond */
} tt_tee;

/** Sources of a client's name. */
typedef enum tt_name_source {
    TT_NAME_NONE,      /**< no name is known */
    TT_NAME_REQUESTED, /**< derived from the client's request by the rules of the server */
    TT_NAME_RECORDED   /**< the name that the server recorded */
} tt_name_source;

/** Room for the name of a skin and its NUL. */
#define TT_SKIN_CAP 24

/** The look of a client. Bytes after the name are zeros. */
typedef struct tt_skin {
    char name[TT_SKIN_CAP]; /**< name of the skin; in 0.7 name of the body */
    int32_t custom_colors;  /**< 1 when the colours count; in 0.7 the flag of the body */
    int32_t color_body;     /**< colour of the body, packed HSL */
    int32_t color_feet;     /**< colour of the feet, packed HSL */
} tt_skin;

/** The rarely changing state of a client. */
typedef struct tt_client {
    uint8_t connected;   /**< 1 from JOIN, or the first record about the client, to DROP */
    uint8_t joined;      /**< 1 when the connection has a JOIN */
    uint8_t protocol;    /**< protocol of the client, a tt_protocol */
    uint8_t name_source; /**< source of the name, a tt_name_source */
    int32_t since;       /**< tick in which the client connected */
    int32_t team; /**< DDRace team, 0 to TT_TEAMS - 1; 0 is no team, and any number out of range in
                     the recording */
    int32_t rcon_level; /**< rcon level: 0 none, 1 helper, 2 moderator, 3 admin; 0 also for any
                           other number in the recording */
    int32_t version;    /**< DDNet version such as 16040, 0 when it is not known */
    int32_t info_tick;  /**< tick of the last info message that the server accepted, -1 for none */
    int32_t country;    /**< country by its number in ISO 3166-1; -1 for none or unknown; only demos
                           have it */
    char name[TT_NAME_CAP]; /**< name as the server shows it; empty when it is unknown */
    char clan[TT_NAME_CAP]; /**< clan as the server shows it; empty when it is unknown */
} tt_client;

/** The state of a game at the end of a tick, about 20 KiB. `reserved` is for the library. */
typedef struct tt_world {
    int32_t tick;               /**< tick of the state, 50 a second */
    tt_tee tee[TT_CIDS];        /**< state of each tee, by client id */
    tt_client client[TT_CIDS];  /**< state of each client, by client id */
    uint8_t practice[TT_TEAMS]; /**< 1 when the team has practice mode */
    uint8_t names_recorded; /**< 1: the recording has every change of a name, so requests of clients
                               no longer count */
    int32_t info_delay;     /**< ticks before a server accepts another Cl_ChangeInfo; 0 for none */
    uint8_t is_cut; /**< 1: the header of the recording says that it was cut out of another one */
    /** @cond library */
    uint8_t reserved[3];
    /** @endcond */
} tt_world;

#ifdef __cplusplus
}
#endif

#endif
