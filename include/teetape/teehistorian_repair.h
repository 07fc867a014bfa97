/* SPDX-License-Identifier: MIT
 *
 * Repairs teehistorian files that are damaged or were never finished: copies everything readable
 * byte for byte, and closes it with FINISH. A strict reader reads the result without an error. A
 * recording without damage does not change.
 *
 *     tt_th_repair_init(&r, buffer, sizeof buffer, put, user, &options);
 *     while (size > 0)                                // there are bytes
 *         if ((status = tt_th_repair_feed(&r, bytes, size)) != TT_OK) ...
 *     status = tt_th_repair_feed(&r, NULL, 0);
 *
 * Without `resync` the recording ends where it cannot be decoded any more. With `resync` the
 * repair continues at the next offset from which many records in a row look as a server writes
 * them. docs/repair.md describes the method and its limits. Example:
 * examples/repair_recording.c.
 */
#ifndef TEETAPE_TEEHISTORIAN_REPAIR_H
#define TEETAPE_TEEHISTORIAN_REPAIR_H

#include "teetape/teehistorian_write.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Least size of the buffer, in bytes. */
#define TT_TH_REPAIR_MIN ((size_t)256 << 10)

/** Size of a buffer, in bytes, that holds every header that the command accepts. */
#define TT_TH_REPAIR_BUFFER ((size_t)2 << 20)

/** The kinds of losses and repairs. */
typedef enum tt_th_loss_kind {
    TT_TH_LOSS_MAGIC,    /**< the first 16 bytes were damaged; the right ones were written */
    TT_TH_LOSS_RECORD,   /**< a record that a reader rejects: left out */
    TT_TH_LOSS_REPAIRED, /**< a PLAYER_NEW of a tee that was there: written as PLAYER_DIFF */
    TT_TH_LOSS_GAP,      /**< bytes that cannot be decoded; the recording goes on after them */
    TT_TH_LOSS_UNKNOWN,  /**< records after a gap that depend on lost ones: left out */
    TT_TH_LOSS_REST,     /**< everything from an undecodable place to the end */
    TT_TH_LOSS_CUT,      /**< the beginning of a record at the end of the input */
    TT_TH_LOSS_AFTER,    /**< bytes after FINISH */
    TT_TH_LOSSES         /**< number of kinds */
} tt_th_loss_kind;

/** A part of a recording that was lost. */
typedef struct tt_th_loss {
    tt_th_loss_kind kind; /**< what was lost, and what became of it */
    tt_status status;     /**< status of a reader at that place; TT_OK for UNKNOWN */
    int32_t tick;         /**< tick of the record, or the last tick before the loss */
    uint64_t offset;      /**< offset in the input */
    uint64_t bytes;       /**< bytes of the input that were left out; 0 for MAGIC and REPAIRED */
    uint64_t records;     /**< records that were left out; 0 when unknown */
} tt_th_loss;

/** Receives every loss once its extent is known: REST and AFTER at the end, UNKNOWN at the next gap
 * or at the end, with the offset of its gap. */
typedef void tt_th_loss_fn(void *user, const tt_th_loss *loss);

/** The sum of all losses of a kind. */
typedef struct tt_th_loss_sum {
    uint64_t count;   /**< number of losses */
    uint64_t bytes;   /**< bytes of the input that were left out */
    uint64_t records; /**< records that were left out, as far as known */
} tt_th_loss_sum;

/** Most statuses that are counted separately. */
#define TT_TH_REPAIR_FAULTS 10

/** Number of records that were left out or repaired because of one status. */
typedef struct tt_th_fault {
    tt_status status; /**< status that a reader reports; TT_OK ends the list */
    uint64_t count;   /**< number of records */
    uint64_t offset;  /**< offset of the first record */
} tt_th_fault;

/** The options of a repair. With zeros the output ends where the input cannot be decoded. */
typedef struct tt_th_repair_options {
    bool resync;            /**< true: continue after an undecodable place */
    tt_th_loss_fn *on_loss; /**< receives every loss; may be NULL */
    void *user;             /**< handed to on_loss */
} tt_th_repair_options;

/** The counts of a repair so far. */
typedef struct tt_th_repair_view {
    uint64_t bytes;                         /**< bytes of the input */
    uint64_t written;                       /**< bytes of the output */
    uint64_t records;                       /**< records copied unchanged, FINISH included */
    tt_th_loss_sum sum[TT_TH_LOSSES];       /**< losses by tt_th_loss_kind */
    tt_th_fault fault[TT_TH_REPAIR_FAULTS]; /**< faults in the order of their first occurrence */
    bool finished;                          /**< the recording ended with its own FINISH */
    int32_t tick;                           /**< last tick of the output */
    tt_error error; /**< status TT_OK, or why the recording cannot be repaired */
} tt_th_repair_view;

/** Size of a tt_th_repair in 64-bit words; the library checks at compile time that it suffices. */
#define TT_TH_REPAIR_WORDS 1408

/** A repair, about 11 KiB; the caller places it. Its members are for the library. */
typedef struct tt_th_repair {
    uint64_t words[TT_TH_REPAIR_WORDS]; /**< private to the library */
} tt_th_repair;

/** Initializes a repair at the start of a recording. `buffer` has TT_TH_REPAIR_MIN bytes or more
 * (else TT_ERR_ARGUMENT) and must remain valid as long as the repair. Its size bounds the header,
 * and how far `resync` looks ahead. The output goes to `put` with `user`, as in tt_th_writer_init.
 * The options are copied; NULL for those that are all zero. */
TT_API tt_status tt_th_repair_init(tt_th_repair *repair, void *buffer, size_t size, tt_sink_fn *put,
                                   void *user, const tt_th_repair_options *options);

/** Returns the counts of the repair so far. */
TT_API tt_th_repair_view tt_th_repair_look(const tt_th_repair *repair);

/** Takes the next piece of the input, of any size. `size` 0 ends the input: writes what is left,
 * and FINISH. When nothing can be repaired, it fails without an output: TT_ERR_JSON_* and others
 * for the header, TT_ERR_TH_MAGIC and TT_ERR_TH_HEADER_END for another kind of file. Also
 * TT_ERR_TH_WRITE_PUT. An error remains, and tt_th_repair_look describes it. */
TT_API tt_status tt_th_repair_feed(tt_th_repair *repair, const void *data, size_t size);

/** Says that `bytes` of the input before the next piece could not be read, such as a damaged block
 * of compressed data. Finishes everything before them. With `resync` the repair continues at the
 * next good place, without it nothing more is taken. TT_ERR_TH_HEADER_END when the header is not
 * complete, else as tt_th_repair_feed. */
TT_API tt_status tt_th_repair_skip(tt_th_repair *repair, uint64_t bytes);

/** The words for a kind of loss. */
typedef struct tt_th_loss_words {
    const char *name; /**< name of the kind, such as "gap" */
    const char *doc;  /**< description in a few words, such as "bytes that cannot be decoded were
                         left out" */
} tt_th_loss_words;

/** Returns the words for a kind; constant. NULL when out of range. */
TT_API const tt_th_loss_words *tt_th_loss_words_of(tt_th_loss_kind kind);

#ifdef __cplusplus
}
#endif

#endif
