/* SPDX-License-Identifier: MIT
 *
 * What one file gives to an archive database, held in memory until it is stored.
 *
 * One for each file of a scan. A reader fills it (read.c), the writer stores it (store.c) and frees
 * it. Texts are in one buffer and facts in one array, since a recording may have millions of them.
 */
#ifndef ARCHIVE_ROWS_H
#define ARCHIVE_ROWS_H

#include <stdbool.h>

#include "archive/fact_row.h"
#include "teetape/io/error.h"
#include "teetape/recording.h"

/* More facts, or more bytes of text in them, are not made by people: a server day with 128 players
 * has some hundred thousand. What is beyond is counted and left out, so that memory has a bound:
 * 160 MiB of facts. */
#define ARCHIVE_FACTS_MAX ((size_t)4 << 20)
#define ARCHIVE_TEXT_MAX ((size_t)64 << 20)

#define ARCHIVE_SESSION_NONE UINT32_MAX /* as TT_SESSION_NONE, in 32 bits */

/* A row of the table `fact` without its recording. 40 bytes, because there are many. Which of team,
 * value, other and text a kind has is said by tti_archive_columns_of. */
struct archive_fact {
    uint32_t session; /* ARCHIVE_SESSION_NONE */
    uint32_t number;  /* in the recording */
    int32_t tick;
    int32_t value;          /* 0 where the kind has none */
    int32_t team;           /* 0 where the kind has none */
    uint32_t other_session; /* ARCHIVE_SESSION_NONE */
    uint32_t text;      /* in rows->text: the UUID, where the kind has one, and after it the text */
    uint16_t text_size; /* of the text without the UUID; a longer one was cut */
    int16_t cid;        /* -1 for no client */
    int16_t other;      /* -1 for no client; 0 where the kind has none */
    uint8_t kind;       /* a tt_fact_kind */
};

/* What a file is by its place: as stat(2) says it. Size and time stamp together decide whether it
 * is read again. */
struct archive_place {
    char *path; /* absolute, without links; of malloc */
    uint64_t size;
    int64_t mtime_ns; /* since 1970 */
    uint64_t device;  /* of its file system: gone.c asks whether that is there */
};

enum archive_content {
    ARCHIVE_RECORDING, /* a recording, whole or damaged */
    ARCHIVE_FOREIGN,   /* something else, or nothing that can be read */
    ARCHIVE_KNOWN      /* the same content as a file that is in the database: `known` */
};

/* What is stored of one file. All zero is empty. */
struct archive_rows {
    struct archive_place place;
    enum archive_content content;
    int64_t known;        /* id of a recording */
    uint64_t fingerprint; /* see archive/read.h */
    const char *codec;    /* as tt_io_input_codec names it; a constant */
    tt_format format;
    uint8_t *header;               /* JSON, or a tt_demo_header; NULL when it cannot be read */
    size_t header_size;            /* of `header` */
    uint64_t bytes;                /* after decompression */
    int32_t first_tick;            /* from which time counts */
    int32_t last_tick;             /* the highest one, 0 when there is none */
    bool finished;                 /* its recorder closed it */
    uint64_t errors;               /* of the reader, with recovery; warnings do not count */
    char damage[TT_IO_ERROR_TEXT]; /* the first error, "" for none; of FOREIGN why a file that is
                                      named as a recording is none */
    struct archive_fact *facts;
    size_t fact_count, fact_cap;
    uint64_t facts_left_out; /* beyond the bounds */
    uint8_t *text;
    size_t text_size, text_cap;
};

/* Adds a fact; its text is copied, and cut at 65535 bytes. False when there is no memory. A fact
 * beyond the bounds is counted and left out. */
bool tti_archive_rows_add(struct archive_rows *rows, const struct archive_row *fact);

/* Keeps a copy of the header. False when there is no memory. */
bool tti_archive_rows_header(struct archive_rows *rows, tt_bytes header);

/* The session of a fact as a database has it: -1 for none. */
static inline int64_t archive_fact_session(const struct archive_fact *fact)
{
    return fact->session == ARCHIVE_SESSION_NONE ? -1 : (int64_t)fact->session;
}

/* The text of a fact whose kind has these columns. */
static inline tt_bytes archive_fact_text(const struct archive_rows *rows,
                                         const struct archive_fact *fact,
                                         const struct archive_columns *columns)
{
    size_t uuid = columns->uuid != NULL ? sizeof(tt_uuid) : 0;
    return (tt_bytes){rows->text + fact->text + uuid, fact->text_size};
}

/* Puts the facts of each session together, each in the order of the recording; those of no session
 * come first, as in the database. Leaves out the facts of sessions that turned out to be nobody's
 * (see tt_th_change). O(n log n). */
void tti_archive_rows_sort(struct archive_rows *rows);

/* After that: how many facts the session has whose first fact is `first`. */
size_t tti_archive_rows_session(const struct archive_rows *rows, size_t first);

/* About how much memory it takes. By it the writer bounds what gathers. */
size_t tti_archive_rows_memory(const struct archive_rows *rows);

/* Frees it, also what it is in; NULL is fine. */
void tti_archive_rows_free(struct archive_rows *rows);

#endif
