/* SPDX-License-Identifier: MIT
 *
 * What one file gives to an archive database, held in memory until it is stored.
 */
#ifndef ARCHIVE_ROWS_H
#define ARCHIVE_ROWS_H

#include <stdbool.h>

#include "archive/fact_row.h"
#include "teetape/io/error.h"
#include "teetape/recording.h"

/* More facts, or more bytes of text in them, are not made by people: a server day with 128 players
 * has some hundred thousand. What is beyond is counted and left out, so that memory has a bound. */
#define ARCHIVE_FACTS_MAX ((size_t)4 << 20)
#define ARCHIVE_TEXT_MAX ((size_t)64 << 20)

#define ARCHIVE_SESSION_NONE UINT32_MAX

/* 40 bytes, because there are many. */
struct archive_fact {
    uint32_t session; /* ARCHIVE_SESSION_NONE */
    uint32_t number;  /* in the recording */
    int32_t tick;
    int32_t value;
    int32_t team;
    uint32_t other_session; /* ARCHIVE_SESSION_NONE */
    uint32_t text; /* in rows->text: the UUID, where the kind has one, and after it the text */
    uint16_t text_size;
    int16_t cid;
    int16_t other;
    uint8_t kind;
};

/* What a file is by its place. */
struct archive_place {
    char *path;
    uint64_t size;
    int64_t mtime_ns;
    uint64_t device;
};

enum archive_content {
    ARCHIVE_RECORDING,
    ARCHIVE_FOREIGN, /* something else, or nothing that can be read */
    ARCHIVE_KNOWN    /* the same content as a file that is in the database: `known` */
};

struct archive_rows {
    struct archive_place place;
    enum archive_content content;
    int64_t known; /* id of a recording */
    uint64_t fingerprint;
    const char *codec;
    tt_format format;
    uint8_t *header; /* JSON, or a tt_demo_header; NULL when it cannot be read */
    size_t header_size;
    uint64_t bytes;     /* after decompression */
    int32_t first_tick; /* from which time counts */
    int32_t last_tick;
    bool finished;
    uint64_t errors;
    char damage[TT_IO_ERROR_TEXT]; /* the first error, "" for none; of FOREIGN why a file that is
                                      named as a recording is none */
    struct archive_fact *facts;
    size_t fact_count, fact_cap;
    uint64_t facts_left_out;
    uint8_t *text;
    size_t text_size, text_cap;
};

/* Room for one more fact and its text. False when there is no memory. A fact beyond the bounds is
 * counted and left out. */
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
 * (see tt_th_change). */
void tti_archive_rows_sort(struct archive_rows *rows);

/* After that: how many facts the session has whose first fact is `first`. */
size_t tti_archive_rows_session(const struct archive_rows *rows, size_t first);

/* About how much memory it takes. */
size_t tti_archive_rows_memory(const struct archive_rows *rows);

/* Frees it, also what it is in; NULL is fine. */
void tti_archive_rows_free(struct archive_rows *rows);

#endif
