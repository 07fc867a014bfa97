/* SPDX-License-Identifier: MIT
 *
 * Describes what a verb prints, with a row for each member of a plain struct. These rows give
 * the JSON object, the row of a table, and the list of keys in the manual.
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

/* An unknown int32_t or int64_t: null in JSON, "-" in a table. No tick, client id or count has this
 * value; a member that may be any int sets is_any. A text, bytes or a UUID is unknown when its
 * pointer is NULL, and optional texts when the first is. */
#define COLUMN_UNKNOWN INT32_MIN

enum column_kind {
    COLUMN_DOC, /* no member: the row describes a value that the verb writes itself */
    COLUMN_BOOL,
    COLUMN_INT32,
    COLUMN_UINT32,
    COLUMN_INT64,
    COLUMN_UINT64,
    COLUMN_CHARS,  /* a text of type char[N] in the struct */
    COLUMN_STRING, /* a text of type const char * */
    COLUMN_BYTES,  /* a text of type tt_bytes; invalid UTF-8 also gets a key in hex */
    COLUMN_UUID,   /* a UUID of type const tt_uuid * */
    COLUMN_TEXTS,  /* an array of texts, a struct column_texts */
    COLUMN_LIST,   /* an array of objects with columns of their own, a struct column_list */
    COLUMN_OWN     /* a struct column_own, whose function writes the value */
};

enum column_show {
    SHOW_PLAIN,
    SHOW_GROUPS,     /* a number, whose thousands a table separates */
    SHOW_TIME,       /* ticks, which a table shows as game time */
    SHOW_HUNDREDTHS, /* hundredths, shown as a decimal fraction */
    SHOW_HEX,        /* bytes, shown as hex instead of text */
    SHOW_JSON        /* a text that already is JSON */
};

/* A column. Most members are zero, so a row is a designated initializer. */
struct column {
    const char *key;     /* key in JSON; NULL for a column only of tables */
    const char *heading; /* title in tables; NULL for a column only of JSON */
    const char *meaning; /* meaning in the manual; NULL for meaning and type of the row above */
    const char *type;    /* type in the manual; NULL for the usual name of its kind */
    tt_format where;  /* the only format that has the column; TT_FORMAT_UNKNOWN for all formats */
    bool is_optional; /* true when JSON leaves an unknown value out */
    bool is_any;      /* true when COLUMN_UNKNOWN is a value like any other */
    bool follows; /* true when left out together with the row above; otherwise null when unknown */
    enum column_kind kind; /* kind of the member; COLUMN_MEMBER finds it */
    enum column_show show;
    size_t offset;              /* offset of the member in its struct */
    const struct column *inner; /* COLUMN_LIST: columns of the objects */
    bool right;                 /* true when a text is aligned right, as numbers are */
    enum table_fit fit;
    unsigned spare;
    enum text_look look;
};

/* A kind of objects: its word in the key `kind`, and the keys that only this kind has. */
struct column_object {
    const char *name;
    const char *meaning; /* meaning of the kind in the manual */
    tt_format where;     /* the only format that has it, as in struct column */
    const struct column *columns;
};

/* C strings at equal distances, such as the rows of a char[][N]. */
struct column_texts {
    const char *first;
    size_t count, size; /* number of strings, and bytes from one to the next */
};

/* Structs at equal distances. Their columns are the `inner` of the column. */
struct column_list {
    const void *first;
    size_t count, size;
};

/* A value that only JSON has. */
struct column_own {
    void (*write)(struct json *j, const char *key, const void *of); /* NULL: the value is unknown */
    const void *of;
};

/* Finds the kind of a member by its type. Other types do not compile. */
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

/* Describes a member: COLUMN(type, member, meaning, .heading = ..., ...). The name of the member
 * is the key. */
#define COLUMN(of, member, ...)                                                                    \
    {                                                                                              \
        .key = #member, COLUMN_MEMBER(of, member), .meaning = __VA_ARGS__                          \
    }

/* Describes a member that only tables show: CELL(type, member, heading, .fit = ..., ...). */
#define CELL(of, member, ...)                                                                      \
    {                                                                                              \
        COLUMN_MEMBER(of, member), .heading = __VA_ARGS__                                          \
    }

/* Documents a key of objects that have no struct. */
#define COLUMN_OF(name, what, about)                                                               \
    {                                                                                              \
        .key = (name), .type = (what), .meaning = (about)                                          \
    }

/* Defines a struct column_object at file scope with its columns. */
#define COLUMN_OBJECT(name, meaning, where, ...)                                                   \
    {                                                                                              \
        (name), (meaning), (where), (const struct column[])                                        \
        {                                                                                          \
            __VA_ARGS__, COLUMNS_END                                                               \
        }                                                                                          \
    }

/* Columns for a struct with the uint64_t members errors, warnings and notes. */
#define COLUMNS_ISSUES(of)                                                                         \
    COLUMN(of, errors, "how many there are"), COLUMN(of, warnings, NULL), COLUMN(of, notes, NULL)

/* The clock of an object about a tick: the member `time` is the text for --wall (reading_clock),
 * or NULL. */
#define COLUMN_WALL(of)                                                                            \
    COLUMN(of, time, "with --wall: the same as a date and time; of a demo without a zone",         \
           .is_optional = true)

#define COLUMNS_END                                                                                \
    {                                                                                              \
        .key = NULL, .heading = NULL                                                               \
    }

/* Appends the members of `row` to the current object. */
void rows_members(struct json *j, const struct column *columns, tt_format format, const void *row);

/* Prints an object on a line. It begins with "file" if the run has more than one input. */
void rows_json(const struct job *job, const struct column *columns, tt_format format,
               const void *row);

/* Prints an object with the members of `head`, which all kinds have, and those of `row`. */
void rows_object(const struct job *job, const struct column *columns, const void *head,
                 const struct column_object *object, tt_format format, const void *row);

struct rows {
    const struct job *job;
    const struct column *columns;
    tt_format format;
    struct table *table; /* the table; NULL with --json, and without memory: see table.h */
    struct table_column titles[TABLE_COLUMNS]; /* to which the table points */
};

/* Begins to print rows. `r` must not move before rows_close. */
void rows_open(struct rows *r, const struct job *job, const struct column *columns,
               tt_format format);

void rows_add(struct rows *r, const void *row);

/* Prints the table, below the file's name if there are several inputs. Returns false without
 * memory. */
bool rows_close(struct rows *r);

/* Returns the type of a column for the manual. */
const char *column_type(const struct column *column);

#endif
