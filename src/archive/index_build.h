/* SPDX-License-Identifier: MIT
 *
 * Builds the index of a recording, or makes one longer whose recording has grown.
 *
 * A recording is read once, from front to back; the index is written as it comes and gets its name
 * when it is whole. Of a damaged recording everything up to the damage is indexed.
 */
#ifndef ARCHIVE_INDEX_BUILD_H
#define ARCHIVE_INDEX_BUILD_H

#include "archive/index_open.h"

enum archive_index_outcome {
    ARCHIVE_INDEX_BUILT,
    ARCHIVE_INDEX_EXTENDED,
    ARCHIVE_INDEX_KEPT,         /* the one that is there is up to date */
    ARCHIVE_INDEX_NO_RECORDING, /* the file has no header that can be read; nothing was written */
    ARCHIVE_INDEX_STOPPED,      /* by `stop`; nothing was written */
    ARCHIVE_INDEX_UNREADABLE,   /* the recording cannot be opened or read: see error */
    ARCHIVE_INDEX_UNWRITABLE    /* the index cannot be written: see error */
};

struct archive_index_wish {
    const char *recording, *index; /* paths */
    bool force;                    /* a new one in any case */
    const struct host_stop *stop;  /* may be NULL */
    tt_issue_fn *on_issue;         /* issues of what is read of the recording; may be NULL */
    /* This many bytes of the stored recording are read by now; may be NULL. */
    void (*on_progress)(void *user, uint64_t read);
    void *user; /* handed to both */
};

struct archive_index_report {
    enum archive_index_outcome outcome;
    struct host_error error; /* status TT_OK, or why it is UN*; of damaged compression also when the
                                index was BUILT: then it ends there */
    tt_index_foot foot;      /* of BUILT, EXTENDED and KEPT */
    uint64_t size;           /* of the index file */
    uint64_t granularity;    /* see host_input_granularity; 0 for a plain file */
    enum archive_index_status old; /* what the index was like that was there before */
};

/* Does it; the result is report->outcome. */
enum archive_index_outcome archive_index_build(const struct archive_index_wish *wish,
                                               struct archive_index_report *report);

#endif
