/* SPDX-License-Identifier: MIT
 *
 * Writes teehistorian files with the bytes that DDNet's recorder writes for the same calls.
 *
 *     tt_th_writer_init(&w, buffer, sizeof buffer, put, user);
 *     tt_th_write_header_fields(&w, &fields);
 *     for (tick = 1; tick <= last; tick++) {
 *         tt_th_write_begin_tick(&w, tick);
 *         ...                                              // what happened while the tick ran
 *         for (cid = 0; cid < TT_CIDS; cid++)              // whether there is a tee at its end
 *             tt_th_write_player(&w, cid, x, y);           // or tt_th_write_dead(&w, cid)
 *         ...                                              // what came over the network after it
 *         ...                                              // then teams and practice
 *         for (cid = 0; cid < TT_CIDS; cid++)              // and for every client
 *             tt_th_write_input(&w, cid, player, input);   // the input that the next tick uses
 *     }
 *     tt_th_write_finish(&w);
 *
 * The writer marks ticks by itself, and leaves out what did not change. It owns no memory; the
 * output goes through a callback. Pieces end between two records as long as a record fits into
 * the buffer, so a writer that is killed leaves a readable recording without FINISH.
 *
 * A refused call writes nothing and changes nothing, and the writer can be used further. Only
 * TT_ERR_TH_WRITE_PUT remains. Values that a reader would refuse are refused, never cut. Format:
 * docs/format/teehistorian.md. Examples: examples/record.c, and examples/filter_recording.c,
 * which writes the events of a reader.
 */
#ifndef TEETAPE_TEEHISTORIAN_WRITE_H
#define TEETAPE_TEEHISTORIAN_WRITE_H

#include "teetape/sink.h"
#include "teetape/teehistorian.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Least size of a writer's buffer, in bytes. */
#define TT_TH_WRITE_MIN ((size_t)128)

/** Recommended size of a writer's buffer, in bytes: the output comes in few pieces. */
#define TT_TH_WRITE_BUFFER ((size_t)64 << 10)

/** Most bytes of a record, the recorder's own buffer. tt_th_write_event takes records up to
 * TT_TH_SCRATCH, as a reader with that scratch does. */
#define TT_TH_WRITE_MAX ((size_t)64 << 10)

/** Most bytes of a setting's name or value in a header, after escaping. */
#define TT_TH_WRITE_SETTING_MAX 1023

/** Most bytes of any other text in a header, after escaping. */
#define TT_TH_WRITE_TEXT_MAX 127

/** Size of a tt_th_writer in 64-bit words; the library checks at compile time that it suffices. */
#define TT_TH_WRITER_WORDS 1280

/** A writer, about 10 KiB; the caller places it. Its members are for the library. */
typedef struct tt_th_writer {
    uint64_t words[TT_TH_WRITER_WORDS]; /**< private to the library */
} tt_th_writer;

/** Initializes a writer, which expects the header. `buffer` (TT_TH_WRITE_MIN bytes or more, else
 * TT_ERR_ARGUMENT) must remain valid as long as the writer; `user` is handed to `put` (sink.h).
 * When `put` refuses a piece, the writer fails with TT_ERR_TH_WRITE_PUT. */
TT_API tt_status tt_th_writer_init(tt_th_writer *writer, void *buffer, size_t size, tt_sink_fn *put,
                                   void *user);

/** Returns how many bytes the recording has so far, also those still in the buffer. */
TT_API uint64_t tt_th_writer_size(const tt_th_writer *writer);

/** Passes the bytes in the buffer to `put`, for example before a pause. */
TT_API tt_status tt_th_write_flush(tt_th_writer *writer);

/** Writes magic and header with this JSON text, as another recording has it. Errors: those of
 * the header, and TT_ERR_TH_SIZE above TT_TH_HEADER_MAX. */
TT_API tt_status tt_th_write_header(tt_th_writer *writer, tt_bytes json);

/** A setting, or a tuning with its value times 100. */
typedef struct tt_th_setting {
    tt_bytes name, value; /**< name and value, not escaped */
} tt_th_setting;

/** The value of `config` or `tuning`. */
typedef struct tt_th_settings {
    const tt_th_setting *items; /**< settings in the order in which they are written */
    size_t count;               /**< number of settings */
} tt_th_settings;

/** The value of `uuids`. */
typedef struct tt_th_names {
    const tt_bytes *items; /**< texts in the order in which they are written; not escaped */
    size_t count;          /**< number of texts */
} tt_th_names;

/* The C types of the members of tt_th_fields, by the `type` column of th_header.def. Texts are not
 * escaped. */
typedef tt_bytes tt_th_field_TEXT;         /**< a text */
typedef int64_t tt_th_field_INT;           /**< a whole number */
typedef tt_uuid tt_th_field_UUID;          /**< a UUID */
typedef tt_sha256 tt_th_field_SHA256;      /**< a SHA-256 */
typedef uint32_t tt_th_field_CRC;          /**< a CRC-32 */
typedef tt_th_time tt_th_field_TIME;       /**< date, time and zone */
typedef tt_th_settings tt_th_field_OBJECT; /**< pairs of a name and a value */
typedef tt_th_names tt_th_field_ARRAY;     /**< a list of texts */

/** The fields of a header to write. The keys whose bit is in `has` are written, in the order of the
 * rows of th_header.def. */
typedef struct tt_th_fields {
    uint32_t has; /**< bit 1 << TT_TH_KEY_x: key x is written */
#define TT_TH_KEY(name, type, since, doc) tt_th_field_##type name;
#include "teetape/schema/th_header.def"
} tt_th_fields;

/** Sets key `x` (written as in the rows) of tt_th_fields `fields`. */
#define TT_TH_SET(fields, x, value) ((fields)->x = (value), (fields)->has |= 1u << TT_TH_KEY_##x)

/** Writes magic and header from fields. Texts are escaped as in DDNet, which keeps bytes that are
 * not UTF-8. `version` must be set to 1 or 2 (TT_ERR_TH_NO_VERSION, TT_ERR_TH_VERSION); it decides
 * the form of start_time. TT_ERR_TH_WRITE_LONG, TT_ERR_TH_WRITE_TEXT for texts; TT_ERR_RANGE for a
 * start_time without a date or with a zone that is not whole minutes within a day; TT_ERR_TH_SIZE
 * above TT_TH_HEADER_MAX. */
TT_API tt_status tt_th_write_header_fields(tt_th_writer *writer, const tt_th_fields *fields);

/* All calls below need a header and no FINISH: else TT_ERR_TH_WRITE_STATE. Client ids are 0 to
 * TT_CIDS - 1: else TT_ERR_TH_CID. */

/** Begins a tick, which is 1 or later. Records before the first call are in tick 0, which has no
 * tees: a record of a tee would open tick 1. TT_ERR_TH_TICK unless `tick` is later than the last
 * one. */
TT_API tt_status tt_th_write_begin_tick(tt_th_writer *writer, int32_t tick);

/** Writes the position of a tee at the end of the tick. In a tick, calls of this function and of
 * tt_th_write_dead come before the inputs, in ascending order of cids, one for each cid, as in
 * DDNet's recorder. TT_ERR_TH_WRITE_ORDER when this order is broken, or before the first
 * tt_th_write_begin_tick. A cid without a call keeps its tee as it was. `x` and `y` are world
 * units, 32 a tile. */
TT_API tt_status tt_th_write_player(tt_th_writer *writer, int32_t cid, int32_t x, int32_t y);

/** Says that this client id has no tee at the end of the tick. Order as for tt_th_write_player. */
TT_API tt_status tt_th_write_dead(tt_th_writer *writer, int32_t cid);

/** Writes the input of a client for the next tick. `player` is a number of the player, not 0 (else
 * TT_ERR_ARGUMENT), and different for every player who takes the slot. */
TT_API tt_status tt_th_write_input(tt_th_writer *writer, int32_t cid, uint32_t player,
                                   const int32_t input[TT_INPUT_INTS]);

/** Writes a packed message of a client. TT_ERR_TH_SIZE, here and below, when the record would have
 * more than TT_TH_WRITE_MAX bytes. */
TT_API tt_status tt_th_write_message(tt_th_writer *writer, int32_t cid, tt_bytes msg);

/** Writes that a client connected: JOINVER6 or JOINVER7, and JOIN. In a file of version 1, or with
 * an unknown protocol, only JOIN. */
TT_API tt_status tt_th_write_join(tt_th_writer *writer, int32_t cid, tt_protocol protocol);

/** Writes that a client left. Texts here and below: invalid UTF-8 becomes U+FFFD as in DDNet, a NUL
 * is TT_ERR_TH_WRITE_TEXT. */
TT_API tt_status tt_th_write_drop(tt_th_writer *writer, int32_t cid, tt_bytes reason);

/** Writes a known extension, even when it changes nothing. `object` is the struct of its kind, such
 * as struct tt_th_player_name (NULL for one without fields). PLAYER_TEAM also changes the state of
 * tt_th_write_team. TT_ERR_ARGUMENT for other kinds. A file of version 1 has no extensions:
 * TT_ERR_TH_EX_VERSION, here and below. Client ids are checked, other ints are written as they are:
 * the format has no range for a team or a level, and servers with their own rules may use any. */
TT_API tt_status tt_th_write_extension(tt_th_writer *writer, tt_th_kind kind, const void *object);

/** Writes the DDRace team of a client when it changed; at first all clients have 0. TT_ERR_RANGE
 * for a team outside 0 to TT_TEAMS - 1. */
TT_API tt_status tt_th_write_team(tt_th_writer *writer, int32_t cid, int32_t team);

/** Writes FINISH and passes everything to `put`. */
TT_API tt_status tt_th_write_finish(tt_th_writer *writer);

/** Writes an event of a reader as a record again, also one that changes nothing. The header comes
 * from the reader's header before (TT_ERR_ARGUMENT for TT_TH_HEADER). All events of a recording in
 * their order give its bytes. A TICK_SKIP is written as it is. An excerpt leaves the TICK_SKIPs
 * out and calls tt_th_write_begin_tick, which marks the tick if needed. The calls above may
 * follow. A recorder writes commands (TT_TH_CONSOLE_COMMAND) and unknown extensions (TT_TH_EX)
 * with this call: event->tick is the tick that was begun, 0 before the first. The arguments of a
 * command lie one after another, each with its NUL:
 *
 *     event.u.console_command.args = (tt_texts){2, {(const uint8_t *)"red\0" "5", 6}};
 *
 * These events are refused:
 *
 * - TT_ERR_TH_TICK: an event that would be in another tick than event->tick
 * - TT_ERR_TH_ALIVE, TT_ERR_TH_NOT_ALIVE, TT_ERR_TH_NO_INPUT and others: what a reader calls an
 *   error
 * - TT_ERR_TH_WRITE_TEXT: a text with a NUL in it, and arguments that are not as many as their
 *   count or have no NUL at the end; TT_ERR_TH_COUNT: a count below 0
 * - TT_ERR_TH_WRITE_SAME: a record that would get another size than event->size, unless that is 0.
 *   Its ints were longer than needed, or bytes followed its fields. tt_th_write_copy keeps them
 *
 * Padding bits in the fifth byte of an int do not show in an event, and become zeros here. */
TT_API tt_status tt_th_write_event(tt_th_writer *writer, const tt_th_event *event);

/** Writes an event as tt_th_write_event, but with the bytes that its record had: `record` is what
 * tt_th_record gave with the event. Its ints may be longer than needed or padded, and bytes may
 * follow the fields of an extension. Fails as tt_th_write_event, except TT_ERR_TH_WRITE_SAME;
 * TT_ERR_ARGUMENT when the bytes are not one record of this kind and client. */
TT_API tt_status tt_th_write_copy(tt_th_writer *writer, const tt_th_event *event, tt_bytes record);

#ifdef __cplusplus
}
#endif

#endif
