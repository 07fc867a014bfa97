/* SPDX-License-Identifier: MIT
 *
 * Compresses recordings so that any tick of them can be reached fast, and decompresses them. The
 * output is read back and compared before it gets its name, and only then, if wanted, the original
 * is removed.
 *
 *     tt_io_pack_options options = {.format = &tt_io_compressor_zstd};
 *     tt_io_pack_report report;
 *     if (tt_io_pack(path, &options, &report) == TT_IO_PACK_FAILED)
 *         fprintf(stderr, "%s: %s\n", report.error.path, report.error.text);
 *     tt_io_pack_report_free(&report);
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

/** What became of a file. */
typedef enum tt_io_pack_result {
    TT_IO_PACK_DONE,    /**< the output has its name; with `replace` the original is gone */
    TT_IO_PACK_ALREADY, /**< it has the wanted form, or the output does; nothing was written */
    TT_IO_PACK_FOREIGN, /**< no recording (report->kind); nothing was written */
    TT_IO_PACK_STOPPED, /**< the stop was raised; nothing was written */
    TT_IO_PACK_LEFT,    /**< report->left says why; nothing was written */
    TT_IO_PACK_REFUSED, /**< report->refused says why, in words report->error; nothing was written,
                           and asking for the same again gives the same */
    TT_IO_PACK_FAILED   /**< report->error says why. Nothing was written, except when the original
                           or its index cannot be removed: then the output is there, too */
} tt_io_pack_result;

/** Why a file that could be packed is left alone. */
typedef enum tt_io_pack_left {
    TT_IO_PACK_LEFT_UNFINISHED, /**< it has no end yet, and would be replaced */
    TT_IO_PACK_LEFT_IN_USE,     /**< somebody has it open for writing, and it would be replaced */
    TT_IO_PACK_LEFT_TO_OTHERS,  /**< another run is at work on it */
    TT_IO_PACK_LEFT_UNKNOWN,    /**< it has no end, would be replaced, and the system does not tell
                                   us whether somebody has it open for writing */
    TT_IO_PACK_LEFT_KINDS       /**< how many reasons there are */
} tt_io_pack_left;

/** What cannot be done as it is asked for. */
typedef enum tt_io_pack_refusal {
    TT_IO_PACK_REFUSED_NO_NAME,    /**< stdin, and `output` is NULL */
    TT_IO_PACK_REFUSED_NO_ENDING,  /**< no ending to remove for a plain file; `output` is NULL */
    TT_IO_PACK_REFUSED_EXISTS,     /**< the output is there: see `force` */
    TT_IO_PACK_REFUSED_IN_PLACE,   /**< the output would have the input's name: see `replace` */
    TT_IO_PACK_REFUSED_ITSELF,     /**< `output` is another name of the input */
    TT_IO_PACK_REFUSED_LINK,       /**< `replace`, and the path is a symbolic link */
    TT_IO_PACK_REFUSED_NO_FILE,    /**< `replace`, and the input is no regular file */
    TT_IO_PACK_REFUSED_NOT_CHECKED /**< `replace`, and the output cannot be read back */
} tt_io_pack_refusal;

/** How a file is packed. All zero is a good beginning: it unpacks, with one thread. */
typedef struct tt_io_pack_options {
    const tt_io_compressor *format; /**< NULL: plain */
    bool any_packed;    /**< what can be sought in already is left alone, whatever its format */
    int level;          /**< 0: the usual one */
    unsigned threads;   /**< 0 is 1 */
    const char *output; /**< NULL: beside the input, the ending changed; "-" is stdout */
    /** The original goes, and an index beside it, unless it is damaged or somebody has it open for
     * writing. Where the output is there already and equal, an earlier run was interrupted: then
     * only that is left to do. */
    bool replace;
    bool unfinished; /**< also one that has no end yet */
    bool force;      /**< an output that exists is replaced; what is packed is packed again */
    const tt_io_stop *stop; /**< ends the work early; may be NULL */
    /** This many bytes of the input, as stored, are done, verification included. May be NULL.
     * Called by the thread that called tt_io_pack. */
    void (*progress)(void *user, uint64_t done);
    void *user; /**< handed to `progress` */
} tt_io_pack_options;

/** What came of it. Filled by every result; what is not known is 0 or NULL. */
typedef struct tt_io_pack_report {
    char *output;               /**< its path, or NULL: see tt_io_pack_report_free */
    const char *before;         /**< format of the input: "plain", "xz", ...; NULL if not known */
    const char *after;          /**< of the output */
    uint64_t bytes_before;      /**< of the input, as it was stored; 0 when not known (stdin) */
    uint64_t bytes_stored;      /**< of the output */
    uint64_t bytes;             /**< after decompression */
    uint64_t blocks;            /**< that can be decompressed alone; 0 for plain */
    tt_io_pack_left left;       /**< with TT_IO_PACK_LEFT */
    tt_io_pack_refusal refused; /**< with TT_IO_PACK_REFUSED */
    bool was_unfinished;        /**< the original that was replaced had no end */
    bool is_damaged;            /**< with TT_IO_PACK_FAILED: the recording is; see `replace` */
    bool index_removed;         /**< the index of the original, useless now, was removed with it */
    tt_io_kind kind;            /**< by the first bytes, unless the input failed before them */
    bool about_output;          /**< the error is about the output, not about the input */
    tt_io_error error; /**< with TT_IO_PACK_REFUSED and TT_IO_PACK_FAILED; else its status is
                          TT_OK */
} tt_io_pack_report;

/** Packs one file, "-" for stdin. Whatever goes wrong leaves the input as it was and nothing under
 * the output's name. May be called by several threads at once; calls for the same file go one
 * after the other, unless `output` is given without `replace`. The report has to be given to
 * tt_io_pack_report_free, whatever the result is. */
TT_IO_API tt_io_pack_result tt_io_pack(const char *path, const tt_io_pack_options *options,
                                       tt_io_pack_report *report);

/** Frees what a report holds: `output`, which is NULL then. The other members remain. */
TT_IO_API void tt_io_pack_report_free(tt_io_pack_report *report);

#ifdef __cplusplus
}
#endif

#endif
