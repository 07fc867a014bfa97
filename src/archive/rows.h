/* SPDX-License-Identifier: MIT
 *
 * Holds the rows of one file for an archive database until they are stored.
 *
 * Each file of a scan has one struct. A reader fills it (read.c), and the writer stores and frees
 * it (store.c). Texts are in one buffer and facts in one array, because a recording may have
 * millions of them.
 */
#ifndef ARCHIVE_ROWS_H
#define ARCHIVE_ROWS_H

#include "teetape/fact.h"
#include <stdbool.h>

#include "host/inside.h"
#include "teetape/io/archive.h"
#include "teetape/io/error.h"
#include "teetape/recording.h"

/* A fact as a row (fact_row.c): the kinds that are kept, and the column of each field.
 *
 *     team     the number that has this name
 *     other    the second client
 *     value    the first other number that is no place
 *     text     the first text
 *     uuid     the first UUID; a fact with a UUID has no text
 *
 * Three kinds have a text that is made of their fields: a version the digits of its client
 *, a command its name and arguments, a vote its type, description and reason. Secrets
 * in them are TT_SECRET_TEXT. Of chat commands only `timeout` is kept, with the digits of its
 * code. */
#define ARCHIVE_FACTS                                                                              \
    (TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE) | TT_FACT_BIT(TT_FACT_NAME) |          \
     TT_FACT_BIT(TT_FACT_CLAN) | TT_FACT_BIT(TT_FACT_VERSION) | TT_FACT_BIT(TT_FACT_LOGIN) |       \
     TT_FACT_BIT(TT_FACT_LOGOUT) | TT_FACT_BIT(TT_FACT_TEAM) | TT_FACT_BIT(TT_FACT_DEATH) |        \
     TT_FACT_BIT(TT_FACT_KILL) | TT_FACT_BIT(TT_FACT_KILL_REQUEST) | TT_FACT_BIT(TT_FACT_FINISH) | \
     TT_FACT_BIT(TT_FACT_TEAM_FINISH) | TT_FACT_BIT(TT_FACT_SAVE) | TT_FACT_BIT(TT_FACT_LOAD) |    \
     TT_FACT_BIT(TT_FACT_PRACTICE) | TT_FACT_BIT(TT_FACT_SWAP) | TT_FACT_BIT(TT_FACT_CHAT) |       \
     TT_FACT_BIT(TT_FACT_COMMAND) | TT_FACT_BIT(TT_FACT_VOTE_START))

/* Kinds about a team, which have no client and no session. A search for a player finds them by the
 * time in which the player was in the team (search.sql). */
#define ARCHIVE_TEAM_FACTS                                                                         \
    (TT_FACT_BIT(TT_FACT_TEAM_FINISH) | TT_FACT_BIT(TT_FACT_SAVE) | TT_FACT_BIT(TT_FACT_LOAD) |    \
     TT_FACT_BIT(TT_FACT_PRACTICE))

/* Kinds in the index fact_alone, for searches over all recordings. schema.sql has the same set as a
 * number, which store_recording.c compares. */
#define ARCHIVE_FACTS_ALONE                                                                        \
    (ARCHIVE_TEAM_FACTS | TT_FACT_BIT(TT_FACT_FINISH) | TT_FACT_BIT(TT_FACT_LOGIN) |               \
     TT_FACT_BIT(TT_FACT_LOGOUT) | TT_FACT_BIT(TT_FACT_KILL) | TT_FACT_BIT(TT_FACT_CHAT) |         \
     TT_FACT_BIT(TT_FACT_COMMAND) | TT_FACT_BIT(TT_FACT_VOTE_START))

struct archive_columns {
    const tt_field *team, *other, *value, *text, *uuid;
};

struct archive_columns tti_archive_columns_of(tt_fact_kind kind);

/* The key of the digits of clients: key.h. */
#define ARCHIVE_KEY_SIZE 32

/* Bytes. Longer lines of commands and votes are cut. */
#define ARCHIVE_LINE 512

struct archive_row {
    tt_fact_kind kind;
    int32_t tick;
    int32_t cid; /* client id of the fact; -1 for a fact about no client */
    int32_t team, other, value;
    uint64_t session;       /* TT_SESSION_NONE when the fact is about no client */
    uint64_t other_session; /* session of `other`; TT_SESSION_NONE when unknown */
    tt_uuid uuid;
    tt_bytes text;
    char line[ARCHIVE_LINE]; /* a text that is made of several fields */
};

/* Fills a row from a fact; the caller sets `other_session`. Returns false for a fact that is not
 * kept: a kind outside of ARCHIVE_FACTS, chat with a secret, a chat command, a vote of a demo. */
bool tti_archive_row_of(const tt_fact *fact, const uint8_t key[ARCHIVE_KEY_SIZE],
                        struct archive_row *row);

/* The most facts that are kept. A server day with 128 players has some hundred thousand facts. More
 * than these limits are counted and left out: 160 MiB at most. */
#define ARCHIVE_FACTS_MAX ((size_t)4 << 20)
#define ARCHIVE_TEXT_MAX ((size_t)64 << 20)

#define ARCHIVE_SESSION_NONE UINT32_MAX

/* A row of the table `fact`: 40 bytes, because there are many. tti_archive_columns_of has the
 * columns of a kind. */
struct archive_fact {
    uint32_t session;
    uint32_t number;
    int32_t tick;
    int32_t value;
    int32_t team; /* DDRace team; 0 for kinds without a team */
    uint32_t other_session;
    uint32_t text; /* offset in rows->text, where the UUID comes first for kinds that have one */
    uint16_t text_size;
    int16_t cid;   /* client id; -1 for no client */
    int16_t other; /* second client id; -1 for no client, 0 for kinds without a second client */
    uint8_t kind;
};

/* A file as stat(2) gives it. Size and time stamp decide whether the file is read again. */
struct archive_place {
    char *path; /* absolute, without links; from malloc */
    uint64_t size;
    int64_t mtime_ns;
    uint64_t device; /* the file system of the file, which gone.c compares */
};

enum archive_content {
    ARCHIVE_RECORDING,
    ARCHIVE_FOREIGN, /* the file is no recording, or cannot be read */
    ARCHIVE_KNOWN    /* `known` is a file of the database with the same content */
};

struct archive_rows {
    struct archive_place place;
    enum archive_content content;
    int64_t known;
    uint64_t fingerprint;
    const char *codec; /* codec as tti_io_input_codec names it; a constant */
    tt_format format;
    uint8_t *header; /* header of the recording: JSON, or a tt_demo_header; NULL when it cannot be
                        read */
    size_t header_size;
    uint64_t bytes;
    int32_t first_tick; /* tick of game time 0 */
    int32_t length;     /* ticks from the first to the last that was recorded */
    int32_t last_tick;
    bool finished;
    uint64_t errors; /* errors in the recording; warnings do not count */
    /* the first error, or ""; for ARCHIVE_FOREIGN why a file with the name of a recording is
     * none */
    char damage[TT_IO_ERROR_TEXT];
    struct archive_fact *facts;
    size_t fact_count, fact_cap;
    uint64_t facts_left_out; /* facts that were counted but not kept */
    uint8_t *text;
    size_t text_size, text_cap;
};

/* Adds a fact. Its text is copied, cut at 65535 bytes. Returns false without memory. Facts beyond
 * the limits are only counted. */
bool tti_archive_rows_add(struct archive_rows *rows, const struct archive_row *fact);

bool tti_archive_rows_header(struct archive_rows *rows, tt_bytes header);

static inline int64_t archive_fact_session(const struct archive_fact *fact)
{
    return fact->session == ARCHIVE_SESSION_NONE ? -1 : (int64_t)fact->session;
}

static inline tt_bytes archive_fact_text(const struct archive_rows *rows,
                                         const struct archive_fact *fact,
                                         const struct archive_columns *columns)
{
    size_t uuid = columns->uuid != NULL ? sizeof(tt_uuid) : 0;
    if (fact->text_size == 0) {
        return (tt_bytes){0}; /* without any text there is no array */
    }
    return (tt_bytes){rows->text + fact->text + uuid, fact->text_size};
}

/* Sorts facts as the database does: those without a session come first. Leaves out sessions that
 * had no client (tt_th_change.no_client). O(n log n). */
void tti_archive_rows_sort(struct archive_rows *rows);

size_t tti_archive_rows_session(const struct archive_rows *rows, size_t first);

size_t tti_archive_rows_memory(const struct archive_rows *rows);

void tti_archive_rows_free(struct archive_rows *rows);

/* Reads files; each thread of a scan has one reader. tti_archive_look comes first: its fingerprint
 * may show that the content is known under another path. Otherwise tti_archive_read follows. */
struct archive_reader;

struct archive_reader *tti_archive_reader_new(const uint8_t key[ARCHIVE_KEY_SIZE]);
void tti_archive_reader_free(struct archive_reader *reader);

/* Reads a file into rows. Returns false with *error when the file could not be read, and with TT_OK
 * after a stop. Damage is no failure: rows->errors counts it. */
bool tti_archive_read(struct archive_reader *reader, struct archive_rows *rows,
                      const tt_io_archive_scan_options *scan, tt_io_error *error);

/* Computes the fingerprint of a file. The bytes of a small file are kept for the next
 * tti_archive_read, which must get the same rows. */
bool tti_archive_look(struct archive_reader *reader, struct archive_rows *rows, tt_io_error *error);

#endif
