/* SPDX-License-Identifier: MIT
 *
 * Compresses recordings so that any tick of them can be reached fast, and decompresses them. The
 * output is read back and compared before it gets its name. If wanted, the original is removed
 * after that.
 *
 *     tt_io_pack_options options = {.format = tt_io_compressor_of("file.zst")};
 *     tt_io_pack_report report;
 *     if (tt_io_pack(path, &options, &report) == TT_IO_PACK_FAILED)
 *         fprintf(stderr, "%s: %s\n", report.error.path, report.error.text);
 *     free(report.output);
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

/** The outcome of tt_io_pack. */
typedef enum tt_io_pack_result {
    TT_IO_PACK_DONE,    /**< the output has its name; with `replace` the original is gone */
    TT_IO_PACK_ALREADY, /**< the input or the output has the wanted form already; nothing was
                           written */
    TT_IO_PACK_FOREIGN, /**< the input is no recording (report->kind); nothing was written */
    TT_IO_PACK_STOPPED, /**< the stop was raised; nothing was written */
    TT_IO_PACK_LEFT,    /**< the input was left alone, report->left says why; nothing was written */
    TT_IO_PACK_REFUSED, /**< the request cannot be done, report->refused and report->error say why;
                           nothing was written, and the same request gives the same result again */
    TT_IO_PACK_FAILED /**< a failure, which report->error explains. Nothing was written, except when
                         the original or its index cannot be removed: then the output is there, too
                       */
} tt_io_pack_result;

/** Reasons to leave a file alone that could be packed. */
typedef enum tt_io_pack_left {
    TT_IO_PACK_LEFT_UNFINISHED, /**< the recording has no end yet, and would be replaced */
    TT_IO_PACK_LEFT_IN_USE,     /**< a program has the recording open for writing, and it would be
                                   replaced */
    TT_IO_PACK_LEFT_TO_OTHERS,  /**< another run is packing the recording */
    TT_IO_PACK_LEFT_UNKNOWN, /**< the recording has no end, would be replaced, and the system cannot
                                say whether a program writes it */
    TT_IO_PACK_LEFT_DEMO, /**< the recording is a demo, and a tape holds only teehistorian files */
    TT_IO_PACK_LEFT_KINDS /**< number of reasons */
} tt_io_pack_left;

/** Reasons to refuse a request. */
typedef enum tt_io_pack_refusal {
    TT_IO_PACK_REFUSED_NO_NAME,   /**< the input is stdin, and `output` is NULL */
    TT_IO_PACK_REFUSED_NO_ENDING, /**< `output` is NULL, and the name has no ending to remove for a
                                     plain file */
    TT_IO_PACK_REFUSED_EXISTS,    /**< the output exists: see `force` */
    TT_IO_PACK_REFUSED_IN_PLACE,  /**< the output would have the input's name: see `replace` */
    TT_IO_PACK_REFUSED_ITSELF,    /**< `output` is another name of the input */
    TT_IO_PACK_REFUSED_LINK,      /**< `replace` is set, and the path is a symbolic link */
    TT_IO_PACK_REFUSED_NO_FILE,   /**< `replace` is set, and the input is no regular file */
    TT_IO_PACK_REFUSED_NOT_CHECKED, /**< `replace` is set, and the output cannot be read back */
    TT_IO_PACK_REFUSED_TAPE /**< `replace` is set for a tape: no earlier release reads tapes */
} tt_io_pack_refusal;

/** Options of tt_io_pack. Zeros decompress, in one thread. */
typedef struct tt_io_pack_options {
    const tt_io_compressor *format; /**< format of the output; NULL: plain */
    bool any_packed;  /**< leaves a packed input alone in which a seek is fast already, whatever its
                         format */
    int level;        /**< level of compression; 0: the usual one */
    unsigned threads; /**< threads that compress; 0 counts as 1 */
    const char *output; /**< path of the output; NULL: beside the input, with another ending; "-" is
                           stdout */
    /** Removes the original and an index beside it. An original that is damaged, or that a program
     * has open for writing, remains. When an equal output exists already, from an interrupted run,
     * the original is only removed. */
    bool replace;
    /** `output` is in a folder of copies: missing folders in its path are made, the result is
     * ALREADY when an earlier call wrote it, and a file that a program has open for writing is
     * left alone. */
    bool copies;
    bool unfinished;        /**< packs also a recording that has no end yet */
    bool force;             /**< replaces an existing output, and packs a packed input again */
    bool only_checks;       /**< writes nothing: the result is DONE where a call without it would
                               begin to write */
    bool only_sizes;        /**< packs, and writes nothing: the report has the sizes that the output
                               would have. `output` must be NULL, and `replace` is ignored */
    const tt_io_stop *stop; /**< ends the work early; may be NULL */
    /** Receives the bytes of the input, as stored, that are done, verification included. May be
     * NULL. The thread that called tt_io_pack calls it. */
    void (*progress)(void *user, uint64_t done);
    void *user; /**< handed to `progress` */
} tt_io_pack_options;

/** Report of tt_io_pack, which every call fills. Unknown members are 0 or NULL. */
typedef struct tt_io_pack_report {
    char *output;               /**< path of the output, which the caller frees; or NULL */
    const char *before;         /**< format of the input: "plain", "xz", ...; NULL when unknown */
    const char *after;          /**< format of the output */
    uint64_t bytes_before;      /**< bytes of the input as stored; 0 when unknown (stdin) */
    uint64_t bytes_stored;      /**< bytes of the output as stored */
    uint64_t bytes;             /**< bytes of the recording after decompression */
    uint64_t blocks;            /**< blocks that can be decompressed alone; 0 for plain */
    tt_io_pack_left left;       /**< reason for TT_IO_PACK_LEFT */
    tt_io_pack_refusal refused; /**< reason for TT_IO_PACK_REFUSED */
    bool was_unfinished;        /**< the replaced original had no end */
    bool is_in_use;  /**< a program had the input open for writing, and it was packed as it was */
    bool is_damaged; /**< with TT_IO_PACK_FAILED: the recording is damaged; see `replace` */
    bool index_removed; /**< the index of the original was removed with it, because it had become
                           useless */
    tt_io_kind kind;    /**< kind of the input by its first bytes, if they could be read */
    bool about_output;  /**< the error is about the output, not about the input */
    tt_io_error
        error; /**< set with TT_IO_PACK_REFUSED and TT_IO_PACK_FAILED; else its status is TT_OK */
} tt_io_pack_report;

/** Packs one file, "-" for stdin. A failure leaves the input as it was, and no output. May be
 * called by several threads at once; calls for the same file go one after the other, unless
 * `output` is given without `replace`. The caller gives report->output to free(), whatever the
 * result is. */
TT_IO_API tt_io_pack_result tt_io_pack(const char *path, const tt_io_pack_options *options,
                                       tt_io_pack_report *report);

#ifdef __cplusplus
}
#endif

#endif
