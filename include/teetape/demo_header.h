/* SPDX-License-Identifier: MIT
 *
 * The header of a demo: everything before the embedded map.
 *
 *     "TWDEMO" 00 | version | net version (64) | map name (64) | map size | map CRC-32 | type (8)
 *     | length | start time (20)                                        176 bytes: version 3
 *     | count of markers | 64 markers                                   436 bytes: versions 4, 5
 *     | UUID of the next item | SHA-256 of the map                      484 bytes: version 6
 *
 * Numbers are big-endian; texts end with a NUL. Facts: docs/format/demo.md.
 */
#ifndef TEETAPE_DEMO_HEADER_H
#define TEETAPE_DEMO_HEADER_H

#include "teetape/game.h"
#include "teetape/message.h"
#include "teetape/teehistorian_header.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Most markers that a header can hold. */
#define TT_DEMO_MARKERS 64

/** Bytes of the longest header. */
#define TT_DEMO_HEADER_MAX 484

/** Bytes of the magic of a demo. */
#define TT_DEMO_MAGIC_SIZE 7

/** The values of a demo's header. Texts end with a NUL, and have nothing but zeros after it. */
typedef struct tt_demo_header {
    int32_t version; /**< version of the format: 3 to 6 are known; higher ones are read like 6 */
    char net_version[64]; /**< network protocol, TT_NET_VERSION_6 or TT_NET_VERSION_7 */
    char map_name[64];    /**< name of the map without a folder and without ".map" */
    char type[8];         /**< who recorded the demo, "client" or "server" */
    char start_time[20];  /**< start of the recording in local time: 2026-11-21_20-14-00 */
    uint32_t map_size;    /**< bytes of the embedded map, 0 for none */
    uint32_t map_crc;     /**< CRC-32 of the map file */
    int32_t length;       /**< seconds; 0 when the recorder did not close the demo */
    int32_t marker_count; /**< number of markers, at most TT_DEMO_MARKERS */
    int32_t markers[TT_DEMO_MARKERS]; /**< ticks of the markers */
    bool has_sha256;                  /**< true: `map_sha256` is set */
    tt_sha256 map_sha256;             /**< SHA-256 of the map file */
} tt_demo_header;

/** Parses a header at the start of `bytes`. `*size` becomes the size of the header, after which
 * the map begins. `*odd` (may be NULL) becomes 1 when a text had no NUL and was cut, when bytes
 * after a NUL were dropped, or when a count of markers was moved into 0 to 64, as the game does.
 * A header of version 6 without the UUID has 436 bytes: another project and DDNet of 2019 write
 * it. TT_ERR_DEMO_MAGIC, TT_ERR_DEMO_VERSION. TT_ERR_TRUNCATED when the bytes end too early:
 * `*size` is then the number of bytes to try next, or 0 when even the version is missing. */
TT_API tt_status tt_demo_header_parse(tt_demo_header *header, size_t *size, tt_bytes bytes,
                                      int *odd);

/** Gives the start time: seconds since 1970 on the recorder's clock, as if that were UTC. True, or
 * false and nothing stored when the header has no valid date and time. */
TT_API bool tt_demo_start_time(const tt_demo_header *header, int64_t *seconds);

/** Returns the protocol by the rule of the game's player: 0.7 when the net version begins with
 * "0.7", else 0.6. */
TT_API tt_protocol tt_demo_protocol(const tt_demo_header *header);

/** Returns true when a server recorded the demo. */
TT_API bool tt_demo_is_server(const tt_demo_header *header);

#ifdef __cplusplus
}
#endif

#endif
