/* SPDX-License-Identifier: MIT
 *
 * What a verb prints, once: a row for each member of a plain struct. The JSON object, the row of a
 * table, and the list of keys in the manual come from it.
 *
 *     struct visit { int32_t cid; const char *name; int64_t alive; };
 *     static const struct column columns[] = {
 *         COLUMN(struct visit, cid, "client id", .heading = "cid", .fit = TABLE_KEY),
 *         COLUMN(struct visit, name, "null when none is known", .heading = "name"),
 *         COLUMN(struct visit, alive, "ticks with a tee", .heading = "alive", .show = SHOW_TIME),
 *         COLUMNS_END,
 *     };
 *
 * The order of the rows is that of the members and of the columns.
 */
#ifndef CLI_ROWS_H
#define CLI_ROWS_H

#include "cli/show/table.h"
#include "cli/text/json.h"
#include "teetape/recording.h"

/* An int32_t or int64_t that is not known: null, and "-" in a table. No tick, client id or count
 * has this value; a column whose member can be any int says is_any. A text, bytes or a UUID is
 * unknown when its pointer is NULL, optional texts when the first is. */
#define COLUMN_UNKNOWN INT32_MIN

enum column_kind {
    COLUMN_DOC, /* none: the verb writes it by itself, and the manual has it from here */
    COLUMN_BOOL,
    COLUMN_INT32,
    COLUMN_UINT32,
    COLUMN_INT64,
    COLUMN_UINT64,
    COLUMN_CHARS,  /* char[N], in the struct itself */
    COLUMN_STRING, /* const char * */
    COLUMN_BYTES,  /* tt_bytes: a text; what is not valid UTF-8 has its twin in hex */
    COLUMN_UUID,   /* const tt_uuid * */
    COLUMN_TEXTS,  /* struct column_texts: an array */
    COLUMN_LIST,   /* struct column_list: an array of objects with rows of their own */
    COLUMN_OWN     /* struct column_own: what a function writes */
};

enum column_show {
    SHOW_PLAIN,
    SHOW_GROUPS,     /* in a table with its thousands apart */
    SHOW_TIME,       /* ticks, in a table as a game time */
    SHOW_HUNDREDTHS, /* a decimal fraction */
    SHOW_HEX,        /* bytes as hex, and no text */
    SHOW_JSON        /* a string that is JSON already */
};

/* Most of a row is zero, so designated initializers say what is special. */
struct column {
    const char *key;     /* in JSON; NULL: in tables only */
    const char *heading; /* in a table; NULL: in JSON only */
    const char *meaning; /* for the manual; NULL: that of the row above, whose type it has */
    const char *type;    /* for the manual; NULL: by its kind */
    tt_format where;     /* the only format that has it; TT_FORMAT_UNKNOWN: all have */
    bool is_optional;    /* in JSON it is left out where it is not known */
    bool is_any;         /* COLUMN_UNKNOWN is a number as any other */
    bool follows;        /* and so is this one, where the row above is left out; else it is null */
    enum column_kind kind; /* of the member; COLUMN_MEMBER finds it */
    enum column_show show;
    size_t offset;              /* of the member in its struct */
    const struct column *inner; /* COLUMN_LIST */
    bool right;                 /* a text is aligned right, as numbers are */
    enum table_fit fit;
    unsigned spare;
    enum text_look look;
};

/* A kind of objects: its word in `kind`, and the keys that only these have. */
struct column_object {
    const char *name;
    const char *meaning; /* for the manual */
    tt_format where;     /* as in a column */
    const struct column *columns;
};

/* C strings at equal distances, such as the rows of a char[][N]. */
struct column_texts {
    const char *first;
    size_t count, size; /* of them, and from one to the next */
};

/* Structs at equal distances, whose rows are the `inner` of the column. */
struct column_list {
    const void *first;
    size_t count, size;
};

/* For JSON alone. */
struct column_own {
    void (*write)(struct json *j, const char *key, const void *of); /* NULL: not known */
    const void *of;
};

/* A member whose type has no kind does not compile, so no row reads it as something else. */
#define COLUMN_MEMBER(of, member)                                                                  \
    .offset = offsetof(of, member), .kind = _Generic(((of *)0)->member,                            \
                                                     bool : COLUMN_BOOL,                           \
                                                     int32_t : COLUMN_INT32,                       \
                                                     uint32_t : COLUMN_UINT32,                     \
                                                     int64_t : COLUMN_INT64,                       \
                                                     uint64_t : COLUMN_UINT64,                     \
                                                     char * : COLUMN_CHARS,                        \
                                                     const char * : COLUMN_STRING,                 \
                                                     tt_bytes : COLUMN_BYTES,                      \
                                                     const tt_uuid * : COLUMN_UUID,                \
                                                     struct column_texts : COLUMN_TEXTS,           \
                                                     struct column_list : COLUMN_LIST,             \
                                                     struct column_own : COLUMN_OWN)

/* COLUMN(type, member, meaning, .heading = ..., ...): the member's name is the key. */
#define COLUMN(of, member, ...)                                                                    \
    {                                                                                              \
        .key = #member, COLUMN_MEMBER(of, member), .meaning = __VA_ARGS__                          \
    }

/* CELL(type, member, heading, .fit = ..., ...): in tables only. */
#define CELL(of, member, ...)                                                                      \
    {                                                                                              \
        COLUMN_MEMBER(of, member), .heading = __VA_ARGS__                                          \
    }

/* A key of objects that have no struct. */
#define COLUMN_OF(name, what, about)                                                               \
    {                                                                                              \
        .key = (name), .type = (what), .meaning = (about)                                          \
    }

/* A struct column_object at file scope, with its columns. */
#define COLUMN_OBJECT(name, meaning, where, ...)                                                   \
    {                                                                                              \
        (name), (meaning), (where), (const struct column[])                                        \
        {                                                                                          \
            __VA_ARGS__, COLUMNS_END                                                               \
        }                                                                                          \
    }

/* The members uint64_t errors, warnings and notes. */
#define COLUMNS_ISSUES(of)                                                                         \
    COLUMN(of, errors, "how many there are"), COLUMN(of, warnings, NULL), COLUMN(of, notes, NULL)

/* The member `time` of an object about a tick: the clock for --wall (reading_clock), or NULL. */
#define COLUMN_WALL(of)                                                                            \
    COLUMN(of, time, "with --wall: the same as a date and time; of a demo without a zone",         \
           .is_optional = true)

#define COLUMNS_END                                                                                \
    {                                                                                              \
        .key = NULL, .heading = NULL                                                               \
    }

/* Appends the members of `row` to the object that is open. */
void rows_members(struct json *j, const struct column *columns, tt_format format, const void *row);

/* A whole object on a line; begins with "file" if the run has more than one input. */
void rows_json(const struct job *job, const struct column *columns, tt_format format,
               const void *row);

/* Members of `head`, which all kinds have, then those of `row`. */
void rows_object(const struct job *job, const struct column *columns, const void *head,
                 const struct column_object *object, tt_format format, const void *row);

struct rows {
    const struct job *job;
    const struct column *columns;
    tt_format format;
    struct table *table; /* NULL with --json, and without memory: see table.h */
    struct table_column titles[TABLE_COLUMNS]; /* to which the table points */
};

/* The struct must not be moved before rows_close. */
void rows_open(struct rows *r, const struct job *job, const struct column *columns,
               tt_format format);

void rows_add(struct rows *r, const void *row);

/* Prints the table below the name of the file, if there is more than one. False without memory. */
bool rows_close(struct rows *r);

/* For the manual. */
const char *column_type(const struct column *column);

#endif
