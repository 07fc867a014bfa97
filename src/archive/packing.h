/* SPDX-License-Identifier: MIT
 *
 * One file on its way from its old form to its new one: what the sources of packing share.
 *
 * The way through the sources: pack.c opens, reads and verifies; pack_output.c decides on the
 * output and opens it; pack_commit.c gives it its name and takes the original away; pack_sums.c
 * compares. Each step returns TT_IO_PACK_DONE to go on; any other result is that of the whole.
 */
#ifndef ARCHIVE_PACKING_H
#define ARCHIVE_PACKING_H

#include "host/file_inside.h"
#include "host/file_lock.h"
#include "teetape/hash.h"
#include "teetape/io/input.h"
#include "teetape/io/pack.h"

/* Sums of a stream, as far as it was added. 8 bytes a chunk: 2 MiB for 256 GiB with chunks of a
 * MiB. */
struct archive_sums {
    size_t chunk;        /* bytes */
    uint64_t *list;      /* XXH64 of each full chunk; of malloc */
    size_t count, space; /* of `list`: used, and for how many there is memory */
    uint64_t bytes;      /* of all */
    tt_xxh64 open;       /* of the chunk that is not full */
};

/* Begins; to be freed in any case. `chunk` is not 0. */
void tti_archive_sums_start(struct archive_sums *sums, size_t chunk);
bool tti_archive_sums_add(struct archive_sums *sums, tt_bytes bytes); /* false: no memory */
/* The rest becomes a chunk of its own, if there is any. False without memory. */
bool tti_archive_sums_end(struct archive_sums *sums);
void tti_archive_sums_free(struct archive_sums *sums);

/* How a file is compared. */
struct tti_archive_compare {
    const char *path;                /* of the file that was written */
    const struct archive_sums *sums; /* what was meant, ended; its chunks divide the file */
    uint64_t granularity;            /* at most this one is expected */
    unsigned threads;                /* 1 or more */
    const tt_io_stop *stop;          /* may be NULL */
    void (*progress)(void *user, uint64_t raw); /* the caller's thread alone; may be NULL */
    void *user;                                 /* handed to `progress` */
};

/* Reads the file at `path` from many places at once. False when it does not hold exactly what
 * was summed up, with *error; or when stopped, then with status TT_OK. */
bool tti_archive_compare(const struct tti_archive_compare *compare, tt_io_error *error);

struct stat;

/* One call of tt_io_pack. What is not known yet is zero. */
struct archive_packing {
    const char *path;                  /* of the input, "-" for stdin */
    const tt_io_pack_options *options; /* the caller's */
    tt_io_pack_report *report;         /* the caller's; filled step by step */
    tt_io_input *in;                   /* open while pack() runs */
    bool is_regular; /* the input; else there is nothing to seek in, to keep or to remove */
    const struct stat *facts; /* of the input, before it was read */
    bool is_in_place;         /* the output takes the name of the input */
    bool is_there;            /* the output is, from an interrupted run; it is only compared */
    struct tti_host_file_lock output_lock; /* held while is_there: another run may unpack it */
    uint8_t first[TT_IO_PACK_FIRST];       /* the first raw bytes: what the file is */
    size_t first_size; /* of `first`; fewer than it has room for only when the input is shorter */
    tt_bytes piece;    /* that came after `first` */
    tt_io_file *file;  /* the output; NULL while is_there, and before it was opened */
    struct archive_sums sums; /* of the input, from write_all on */
};

/* Say why it cannot be done; the result is for the caller to return. */
tt_io_pack_result tti_archive_packing_fail(struct archive_packing *p, int number, const char *what);
tt_io_pack_result tti_archive_packing_refuse(struct archive_packing *p, tt_io_pack_refusal why,
                                             const char *sentence);

/* What report->error means, which says that the output cannot have its name. That something has the
 * name already is a refusal, with its reason; all else is a failure. */
tt_io_pack_result tti_archive_packing_not_written(struct archive_packing *p);

/* Whether the input, as it is stored, has the form of this name. */
bool tti_archive_packing_is_codec(const struct archive_packing *p, const char *name);

/* Whether one can begin in a regular file, which is open, often enough. Such a file gains nothing
 * by packing. */
bool tti_archive_packing_is_fine(tt_io_input *in);

/* Finds the name of the output, report->output: the one that was given, or that of the input with
 * the ending of its format exchanged for that of the new one. */
tt_io_pack_result tti_archive_packing_name(struct archive_packing *p);

/* Opens the output, whose name is known. TT_IO_PACK_DONE: p->file takes all bytes, or p->is_there
 * and it is locked. Else nothing is open. */
tt_io_pack_result tti_archive_packing_open(struct archive_packing *p);

/* Reads the original: whether it may be replaced. DONE too when it is not to be replaced. */
tt_io_pack_result tti_archive_packing_judge(struct archive_packing *p);

/* Parts of a hundred of the work that judging is. */
#define PACKING_JUDGES 10

/* Reports to the progress how many of the stored bytes are done. */
static inline void tti_archive_packing_tell(const struct archive_packing *p, uint64_t done)
{
    if (p->options->progress != NULL) {
        p->options->progress(p->options->user, done);
    }
}

/* Whether nobody has the original open for writing, when it would be replaced. */
tt_io_pack_result tti_archive_packing_check_use(struct archive_packing *p);

/* Names the output, which is finished and verified, and takes the original away if that is wanted.
 * Whatever comes out, the output is closed. */
tt_io_pack_result tti_archive_packing_commit(struct archive_packing *p);

#endif
