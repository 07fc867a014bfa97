/* SPDX-License-Identifier: MIT
 *
 * One file on its way from its old form to its new one: what the sources of packing share.
 */
#ifndef ARCHIVE_PACKING_H
#define ARCHIVE_PACKING_H

#include "archive/pack_sums.h"
#include "archive/recording_state.h"
#include "host/file_inside.h"
#include "host/file_lock.h"
#include "teetape/io/input.h"
#include "teetape/io/pack.h"

struct stat;

struct archive_packing {
    const char *path;
    const tt_io_pack_options *options;
    tt_io_pack_report *report;
    tt_io_input *in;
    bool is_regular; /* the input; else there is nothing to seek in, to keep or to remove */
    const struct stat *facts; /* of the input, before it was read */
    bool is_in_place;         /* the output takes the name of the input */
    bool is_there;            /* the output is, from an interrupted run; it is only compared */
    struct tti_host_file_lock output_lock; /* held while is_there: another run may unpack it */
    struct recording_state *state;         /* of an original that would be replaced, else NULL */
    uint8_t first[TT_IO_PACK_FIRST];
    size_t first_size;
    tt_bytes piece; /* that came after `first` */
    tt_io_file *file;
    struct archive_sums sums;
};

/* Say why it cannot be done; the result is for the caller to return. */
tt_io_pack_result tti_archive_packing_fail(struct archive_packing *p, int number, const char *what);
tt_io_pack_result tti_archive_packing_refuse(struct archive_packing *p, tt_io_pack_refusal why,
                                             const char *sentence);

/* What report->error means, which says that the output cannot have its name. */
tt_io_pack_result tti_archive_packing_not_written(struct archive_packing *p);

/* Whether the input, as it is stored, has the form of this name. */
bool tti_archive_packing_is_codec(const struct archive_packing *p, const char *name);

/* Whether one can begin in a regular file, which is open, often enough. */
bool tti_archive_packing_is_fine(tt_io_input *in);

/* Finds the name of the output. */
tt_io_pack_result tti_archive_packing_name(struct archive_packing *p);

/* Opens the output, whose name is known: TT_IO_PACK_DONE when everything can be written to
 * p->out; else nothing is open. */
tt_io_pack_result tti_archive_packing_open(struct archive_packing *p);

/* The original as a whole was read: whether it may be replaced. */
tt_io_pack_result tti_archive_packing_judge(struct archive_packing *p);

/* Whether nobody has the original open for writing, when it would be replaced. */
tt_io_pack_result tti_archive_packing_check_use(struct archive_packing *p);

/* Names the output, which is finished and verified, and takes the original away if that is wanted.
 * Whatever comes out, the output is closed. */
tt_io_pack_result tti_archive_packing_commit(struct archive_packing *p);

#endif
