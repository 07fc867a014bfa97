/* SPDX-License-Identifier: MIT
 *
 * Reads a file for an archive database, from front to back.
 *
 * Called by the threads of a scan (scan.c), each with a reader of its own: first tti_archive_look,
 * whose fingerprint may say that the content is known under another path, and if not,
 * tti_archive_read. What comes out is rows (rows.h), for the writer.
 */
#ifndef ARCHIVE_READ_H
#define ARCHIVE_READ_H

#include "archive/rows.h"
#include "teetape/io/archive.h"

/* A reader with its memory, for one thread: about two MiB of buffers, and the decompressor of the
 * file before, which are used again, because a scan reads many small files. */
struct archive_reader;

/* NULL when there is no memory. */
struct archive_reader *tti_archive_reader_new(void);
void tti_archive_reader_free(struct archive_reader *reader);

/* Fills what the content of rows->place gives. False when it could not be read at all (*error), or
 * when `stop` was raised (then error->status is TT_OK). Damage is no failure: what can be
 * read is there, and rows->errors. */
bool tti_archive_read(struct archive_reader *reader, struct archive_rows *rows,
                      const tt_io_archive_scan_options *scan, tt_io_error *error);

/* The same before, for rows->fingerprint. The bytes of a small file are kept for the next
 * tti_archive_read, which is to be of the same rows then. */
bool tti_archive_look(struct archive_reader *reader, struct archive_rows *rows, tt_io_error *error);

/* A file that is smaller is read at once, and its bytes are used for the fingerprint and for the
 * content. */
#define ARCHIVE_BYTES_MOST ((size_t)1 << 20)

/* All bytes of a file, where `is_whole`. */
struct archive_bytes {
    bool is_whole;
    size_t size; /* of `data`, where `is_whole` */
    uint8_t data[ARCHIVE_BYTES_MOST];
};

/* A number that files with the same bytes share, and files with other bytes hardly: from the
 * beginning, the end and samples between them, whose places the size decides, so that it costs some
 * milliseconds at most. Reads small files into `bytes`, so that these are read from the disk once.
 */
bool tti_archive_fingerprint(const char *path, struct archive_bytes *bytes, uint64_t *fingerprint,
                             tt_io_error *error);

/* The kinds that have to be given. NAME_CONFIRM is no row of its own: it changes that of the name.
 */
#define ARCHIVE_READ_FACTS (ARCHIVE_FACTS | TT_FACT_BIT(TT_FACT_NAME_CONFIRM))

/* All zero but for `rows` at the start of a recording. Facts carry what they are about as a client
 * id; the session of a second client is what is remembered here. */
struct archive_facts {
    struct archive_rows *rows; /* where they go */
    size_t name_fact[TT_CIDS]; /* the last one of each client id, plus 1 */
    uint64_t session[TT_CIDS]; /* that began last, plus 1 */
    bool no_memory;            /* remains once it is true; the rows are of no use then */
};

/* The next fact. */
void tti_archive_facts_take(struct archive_facts *facts, const tt_fact *fact);

/* Fills the rows of facts->rows->place from the index beside the recording. False when there is
 * none that says everything: of this recording as it is now, without errors in either. Then nothing
 * is filled. */
bool tti_archive_read_index(struct archive_facts *facts, const tt_io_stop *stop);

#endif
