/* SPDX-License-Identifier: MIT
 *
 * Shared parts of packing and unpacking.
 *
 * pack.c opens, reads and verifies. pack_output.c decides on the output and opens it. pack_sums.c
 * compares the output with the input. pack_tape.c gives a tape its index. pack_commit.c gives the
 * output its name and removes the original. A step returns TT_IO_PACK_DONE to go on; any other
 * result ends the packing.
 */
#ifndef ARCHIVE_PACKING_H
#define ARCHIVE_PACKING_H

#include "host/file_inside.h"
#include "host/file_lock.h"
#include "teetape/io/input.h"
#include "teetape/io/pack.h"
#include "wire/hash.h"

/* Sums of a file, 8 bytes a chunk: 2 MiB for 256 GiB with chunks of 1 MiB. */
struct archive_sums {
    size_t chunk;
    uint64_t *list; /* XXH64 of each full chunk; from malloc */
    size_t count, space;
    uint64_t bytes;
    tti_xxh64 open;
};

/* Begins sums of chunks of `chunk` bytes, which is not 0. The caller frees the sums, also after a
 * failure of tti_archive_sums_add. */
void tti_archive_sums_start(struct archive_sums *sums, size_t chunk);
/* Adds bytes to the sums. Returns false without memory. */
bool tti_archive_sums_add(struct archive_sums *sums, tt_bytes bytes);
bool tti_archive_sums_end(struct archive_sums *sums);
void tti_archive_sums_free(struct archive_sums *sums);

struct tti_archive_compare {
    const char *path;
    const struct archive_sums *sums; /* sums of the bytes that were written, chunk by chunk */
    uint64_t granularity;            /* the most raw bytes that a seek in the file may drop */
    unsigned threads;                /* number of threads, 1 or more */
    const tt_io_stop *stop;
    void (*progress)(void *user,
                     uint64_t raw); /* called in the thread of the caller only; may be NULL */
    void *user;
};

/* Reads the file at `path` with several threads. Returns false with *error when its bytes are not
 * those of the sums, and with status TT_OK after a stop. */
bool tti_archive_compare(const struct tti_archive_compare *compare, tt_io_error *error);

struct stat;

struct archive_packing {
    const char *path;
    const tt_io_pack_options *options;
    tt_io_pack_report *report;
    tt_io_input *in;
    bool is_regular; /* true: the input is a regular file, which alone can be sought in, kept and
                        removed */
    const struct stat *facts;
    bool is_in_place; /* the output takes the name of the input */
    bool is_there;    /* the output is from an interrupted run, and is only compared */
    struct tti_host_file_lock output_lock; /* held while is_there is set */
    uint8_t first[TT_IO_KIND_FIRST];
    size_t first_size;
    tt_bytes piece;
    tt_io_file *file;
    struct archive_sums sums;
};

tt_io_pack_result tti_archive_packing_fail(struct archive_packing *p, int number, const char *what);
tt_io_pack_result tti_archive_packing_refuse(struct archive_packing *p, tt_io_pack_refusal why,
                                             const char *sentence);

tt_io_pack_result tti_archive_packing_not_written(struct archive_packing *p);

bool tti_archive_packing_is_codec(const struct archive_packing *p, const char *name);

/* Returns true when the regular file has access points often enough, so that packing gains
 * nothing. */
bool tti_archive_packing_is_fine(tt_io_input *in);

tt_io_pack_result tti_archive_packing_name(struct archive_packing *p);

/* Decides on the output. After TT_IO_PACK_DONE either p->file takes all bytes, or p->is_there is
 * set and the output is locked. */
tt_io_pack_result tti_archive_packing_open(struct archive_packing *p);

/* Refuses to replace a symbolic link. */
tt_io_pack_result tti_archive_packing_check_link(struct archive_packing *p);

/* Refuses what cannot be packed as a tape. DONE for other formats. */
tt_io_pack_result tti_archive_packing_check_tape(struct archive_packing *p);

/* Writes the index into a tape whose recording was written. A recording that cannot be indexed has
 * a tape without an index. */
tt_io_pack_result tti_archive_packing_put_index(struct archive_packing *p);

tt_io_pack_result tti_archive_packing_judge(struct archive_packing *p);

#define PACKING_JUDGES 10

static inline void tti_archive_packing_tell(const struct archive_packing *p, uint64_t done)
{
    if (p->options->progress != NULL) {
        p->options->progress(p->options->user, done);
    }
}

/* Locks a file. The lock is held after TT_IO_PACK_DONE. */
tt_io_pack_result tti_archive_packing_lock(struct archive_packing *p,
                                           struct tti_host_file_lock *lock, const char *path);

tt_io_pack_result tti_archive_packing_check_use(struct archive_packing *p);

tt_io_pack_result tti_archive_packing_commit(struct archive_packing *p);

/* Returns true when these are the first bytes of a teehistorian file or a demo. `first` is
 * TT_IO_KIND_FIRST bytes, or all of the data when there are fewer. */
bool tti_io_pack_knows(tt_bytes first);

#endif
