/* SPDX-License-Identifier: MIT
 *
 * Tables in the memory format of Arrow, for programs that read its C data interface, such as
 * DuckDB, pyarrow and polars. The interface is three structs, so no library of Arrow is needed.
 *
 *     tt_io_table_options options = {.kind = TT_TABLE_TICKS};
 *     struct ArrowArrayStream stream;
 *     if (tt_io_table_plan_init(&plan, &options, &error) &&
 *         tt_io_arrow_open(&stream, &plan, paths, count, NULL, &error))
 *         ... hand &stream to its reader, which releases it ...
 *
 * A column is the same everywhere: BOOL is `b`, INT8 to INT64 are `c`, `s`, `i`, `l`, FLOAT is `f`,
 * TIME is `tsu:UTC`, UUID is `w:16` with the extension arrow.uuid, TEXT is `u` (`U` with wide
 * offsets). Unit, source and meaning of each column are in the metadata of the schema, under the
 * keys that Parquet has: "teetape.x.unit".
 *
 * Values are not copied, except booleans, which are bits in Arrow. Example: examples/io_arrow.c.
 */
#ifndef TEETAPE_IO_TABLE_ARROW_H
#define TEETAPE_IO_TABLE_ARROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/io/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The structs of the Arrow C data interface, by its specification. The macros keep other headers
 * from defining them again. */
#ifndef ARROW_C_DATA_INTERFACE
/** Defined when ArrowSchema and ArrowArray are. */
#define ARROW_C_DATA_INTERFACE

/** The values of a column are in the order of their dictionary. */
#define ARROW_FLAG_DICTIONARY_ORDERED 1
/** A row may have no value. */
#define ARROW_FLAG_NULLABLE 2
/** The keys of a map are sorted. */
#define ARROW_FLAG_MAP_KEYS_SORTED 4

/** The type of a column or a table. */
struct ArrowSchema {
    const char *format;                    /**< type of the column, in the letters of Arrow */
    const char *name;                      /**< name of the column */
    const char *metadata;                  /**< pairs of texts, or NULL */
    int64_t flags;                         /**< a sum of ARROW_FLAG_* */
    int64_t n_children;                    /**< table: number of columns */
    struct ArrowSchema **children;         /**< table: its columns */
    struct ArrowSchema *dictionary;        /**< always NULL here */
    void (*release)(struct ArrowSchema *); /**< frees the schema; NULL: it is released */
    void *private_data;                    /**< for the maker of the schema */
};

/** The values of a column, or of the columns of a table. */
struct ArrowArray {
    int64_t length;                /**< number of rows */
    int64_t null_count;            /**< number of rows without a value */
    int64_t offset;                /**< values before the first row */
    int64_t n_buffers;             /**< number of `buffers`, by the type */
    int64_t n_children;            /**< table: number of columns */
    const void **buffers;          /**< bits of rows that have a value, or NULL; then the values */
    struct ArrowArray **children;  /**< table: its columns */
    struct ArrowArray *dictionary; /**< always NULL here */
    void (*release)(struct ArrowArray *); /**< frees the array; NULL: it is released */
    void *private_data;                   /**< for the maker of the array */
};
#endif

#ifndef ARROW_C_STREAM_INTERFACE
/** Defined when ArrowArrayStream is. */
#define ARROW_C_STREAM_INTERFACE

/** Batches of one schema, one after the other. */
struct ArrowArrayStream {
    /** Gives the schema, which the caller releases. An errno value on failure. */
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    /** Gives the next batch, which the caller releases. At the end `out` has no release. */
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    /** Returns why the last call failed; NULL when it did not. */
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *); /**< frees the stream; NULL once that was done */
    void *private_data;                         /**< for the maker of the stream */
};
#endif

/** Options of a stream. Zeros are the defaults. */
typedef struct tt_io_arrow_options {
    /** Options of the reading of each recording. Only span, player, `index_folder`, `no_index`,
     * `ends_at_error` and `stop` count. The stop must remain valid until the release. NULL: all of
     * each recording. */
    const tt_io_reading_options *reading;
    /** Receives the error of a damaged or unreadable recording, and the stream continues with the
     * next one. NULL: such an error ends the stream. */
    void (*on_damage)(void *user, const tt_io_error *error);
    void *user; /**< handed to on_damage */
} tt_io_arrow_options;

/** Makes a stream of the rows of recordings, in the order of `paths`. A batch has at most
 * TT_IO_TABLE_ROWS rows (or `rows` of the plan's options), all of one recording. Plan, paths and
 * options, with the texts in them, are copied (`options` may be NULL).
 *
 * Nothing is opened before the first get_next. A damaged recording gives its rows first; then
 * get_next is EIO (or the errno value of what the system refused, ENOMEM without memory), and
 * get_last_error is a sentence "PATH: tick N, byte M: what". When `stop` was raised, it is EINTR. A
 * failure sticks.
 *
 * The stream may be moved, and released at any time, also before batches that it gave, which may be
 * released in any order by any thread. The stream itself belongs to one thread at a time.
 *
 * False when there is no memory: TT_ERR_SYSTEM in *error, which may be NULL, and *out has no
 * release. */
TT_IO_API bool tt_io_arrow_open(struct ArrowArrayStream *out, const tt_io_table_plan *plan,
                                const char *const *paths, size_t count,
                                const tt_io_arrow_options *options, tt_io_error *error);

/** Makes the schema of a plan: a struct (`+s`) of its columns, with the name of the table.
 * `is_wide`: offsets of texts have 64 bits. The caller releases it. Returns false when there is no
 * memory: *out has no release then. */
TT_IO_API bool tt_io_arrow_schema(struct ArrowSchema *out, const tt_io_table_plan *plan,
                                  bool is_wide);

/** Values of a column that are to become an array. */
typedef struct tt_io_arrow_column {
    const tt_io_column *column; /**< description of the column */
    const void *values;         /**< values as in tt_io_column_data */
    const void *offsets; /**< TEXT: rows + 1 offsets into `values`, int32_t, or int64_t where the
                            schema is wide; other types: unused */
    const uint8_t *has;  /**< bits as in tt_io_column_data */
    size_t missing;      /**< rows without a value; 0 when `has` is NULL */
} tt_io_arrow_column;

/** Makes `count` columns of `rows` rows an array for the schema of tt_io_arrow_schema, without a
 * copy. `release` is called with `owner` once, by any thread, when the array and all of its columns
 * are released; until then what the columns point to must remain valid. Returns false when there is
 * no memory: *out has no release then, and `release` is not called. */
TT_IO_API bool tt_io_arrow_array(struct ArrowArray *out, const tt_io_arrow_column *columns,
                                 size_t count, size_t rows, void (*release)(void *owner),
                                 void *owner);

#ifdef __cplusplus
}
#endif

#endif
