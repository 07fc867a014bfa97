/* SPDX-License-Identifier: MIT
 *
 * Packs recordings and demos so that they can be sought in, and unpacks them. The result is read
 * back and compared before it gets its name, and only then, if wanted, the original goes.
 */
#ifndef TEETAPE_IO_PACK_H
#define TEETAPE_IO_PACK_H

#include <stdbool.h>
#include <stdint.h>

#include "teetape/io/compress.h"
#include "teetape/io/error.h"
#include "teetape/io/export.h"
#include "teetape/io/kind.h"
#include "teetape/io/stop.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tt_io_pack_result {
    TT_IO_PACK_DONE,
    TT_IO_PACK_ALREADY, /**< it has the wanted form; nothing was written */
    TT_IO_PACK_FOREIGN, /**< neither a recording nor a demo; nothing was written */
    TT_IO_PACK_STOPPED, /**< by the user; nothing was written */
    TT_IO_PACK_LEFT,    /**< report->left says why; the original is as it was */
    TT_IO_PACK_REFUSED, /**< what is asked for cannot be: the error is the user's matter */
    TT_IO_PACK_FAILED
} tt_io_pack_result;

/** Why a file that could be packed is left alone. */
typedef enum tt_io_pack_left {
    TT_IO_PACK_LEFT_UNFINISHED, /**< it has no end yet, and would be replaced */
    TT_IO_PACK_LEFT_IN_USE,     /**< somebody has it open for writing, and it would be replaced */
    TT_IO_PACK_LEFT_TO_OTHERS,  /**< another run is at work on it */
    TT_IO_PACK_LEFT_KINDS
} tt_io_pack_left;

typedef struct tt_io_pack_options {
    const tt_io_compressor *format; /**< NULL: plain */
    bool any_packed;    /**< what can be sought in already is left alone, whatever its format */
    int level;          /**< 0: the usual one */
    unsigned threads;   /**< at least 1 */
    const char *output; /**< NULL: beside the input, the ending changed; "-" is stdout */
    /** The original goes, and an index beside it, unless it is damaged or somebody has it open for
     * writing. Where the output is there already and equal, an earlier run was interrupted: then
     * only that is left to do. */
    bool replace;
    bool unfinished; /**< also one that has no end yet */
    bool force;      /**< an output that exists is replaced; what is packed is packed again */
    const tt_io_stop *stop;
    /** Hears how much of the input, as stored, is done, verification included; may be NULL. Called
     * by the thread that called tt_io_pack. */
    void (*progress)(void *user, uint64_t done);
    void *user;
} tt_io_pack_options;

typedef struct tt_io_pack_report {
    char *output;          /**< its path, to be freed; NULL if there is none, or none is needed */
    const char *before;    /**< format of the input: "plain", "xz", ...; NULL if not known */
    const char *after;     /**< of the output */
    uint64_t bytes_before; /**< of the input, as it was stored; 0 when not known (stdin) */
    uint64_t bytes_stored; /**< of the output */
    uint64_t bytes;        /**< after decompression */
    uint64_t blocks;       /**< that can be decompressed alone; 0 for plain */
    tt_io_pack_left left;  /**< with TT_IO_PACK_LEFT */
    bool was_unfinished;   /**< the original that was replaced had no end */
    bool
        index_removed; /**< the index beside the original went with it: it was of no use any more */
    tt_io_kind kind;   /**< by the first bytes, unless the input failed before them */
    bool about_output; /**< the error is, not about the input */
    tt_io_error error;
} tt_io_pack_report;

/** Packs one file, "-" for stdin. Whatever goes wrong leaves the input untouched and nothing after
 * under the output's name. */
TT_IO_API tt_io_pack_result tt_io_pack(const char *path, const tt_io_pack_options *options,
                                       tt_io_pack_report *report);

/** Whether data that begins with these bytes is a teehistorian file or a demo. */
#define TT_IO_PACK_FIRST TT_IO_KIND_FIRST
TT_IO_API bool tt_io_pack_knows(tt_bytes first);

#ifdef __cplusplus
}
#endif

#endif
