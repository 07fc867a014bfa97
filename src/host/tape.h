/* SPDX-License-Identifier: MIT
 *
 * What reading and writing tapes share: the coder of the core with zstd, and the footer.
 */
#ifndef HOST_TAPE_H
#define HOST_TAPE_H

#include "host/codec.h"
#include "tape/tape.h"

/* zstd for one thread. A member is NULL until it is needed; all members are zero at first. */
struct host_tape_zstd {
    int level; /* level of zstd, for packing */
    struct ZSTD_CCtx_s *pack;
    struct ZSTD_DCtx_s *unpack;
};

/* Returns the coder that packs and unpacks with `zstd`, which must not be moved. */
tti_tape_coder tti_host_tape_coder(struct host_tape_zstd *zstd);

void tti_host_tape_zstd_free(struct host_tape_zstd *zstd);

/* The footer of a tape. The sections are in `directory`, which is checked, and from malloc. */
struct host_tape_footer {
    tti_tape_tail tail;
    tt_bytes directory;
};

/* Reads the footer: the tail and then the directory, two reads. False with TT_OK when the file has
 * none that this version knows. The caller frees footer->directory.data. */
bool tti_host_tape_footer_read(struct host_tape_footer *footer, const struct host_codec_file *file,
                               tt_io_error *error);

#endif
