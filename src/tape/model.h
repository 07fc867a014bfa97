/* SPDX-License-Identifier: MIT
 *
 * What encoder and decoder of columns share: the columns, the limits, and the codes of values.
 * docs/format/tape.md has the rules.
 *
 *     parse.c   bytes -> one record, or a byte that begins none; where a block ends
 *     encode.c  records -> columns in the order of the records
 *     sort.c    columns by client -> their order
 *     unsort.c  columns -> where each client begins in them
 *     decode.c  columns -> records
 */
#ifndef TTI_TAPE_MODEL_H
#define TTI_TAPE_MODEL_H

#include "base/mem.h"
#include "schema/fields.h"
#include "tape/tape.h"
#include "teehistorian/record.h"

/* The columns, in the order in which a block has them. TAPE_FIELD is that of field 0, the
 * direction; fields 3 to 9 follow. */
enum {
    TAPE_TEXT,
    TAPE_NUMBER,
    TAPE_WIDE,
    TAPE_OPS,
    TAPE_LEAD,
    TAPE_KIND,
    TAPE_CID,
    TAPE_SKIP,
    TAPE_PRESENT,
    TAPE_MOVED,
    TAPE_PRESSED,
    TAPE_DX,
    TAPE_DY,
    TAPE_MASK,
    TAPE_MASK2,
    TAPE_X,
    TAPE_X_LOW,
    TAPE_Y,
    TAPE_Y_LOW,
    TAPE_FIELD,
    TAPE_COLUMNS = 27
};

#define TAPE_ROWS_MAX 65536u
#define TAPE_PRESENT_SIZE 32 /* bytes of the column `present` */

/* Returns the most bytes of all columns of a block. */
static inline size_t tape_columns_most(size_t raw)
{
    size_t most = 16 * raw + 4096;
    return most < TTI_TAPE_COLUMNS_MAX ? most : TTI_TAPE_COLUMNS_MAX;
}

/* Codes of values. */
enum {
    TAPE_CODE_WIDE = 252, /* the value is in the column `wide` */
    TAPE_CODE_NEW = 253,  /* dx: a PLAYER_NEW */
    TAPE_CODE_OLD = 254,  /* dx: a PLAYER_OLD */
    TAPE_SKIP_NONE = 253, /* skip: none, although the row does not follow */
    TAPE_SKIP_ZERO = 254, /* skip: one with dt 0, although the row follows */
    TAPE_SKIP_WIDE = 255, /* skip: dt is in the column `wide` */
    TAPE_AIM_LOW = 192,   /* aim: from here on there is a byte in the column `low` */
    TAPE_AIM_WIDE = 255,  /* aim: the value is in the column `wide` */
    TAPE_AGAIN = 1 << 6,  /* mask: another INPUT_DIFF of the client follows directly */
    TAPE_MORE = 1 << 7    /* mask: there is a mask2 */
};

/* The smallest number of an aim that has no code with a low byte. */
#define TAPE_AIM_LARGE (TAPE_AIM_LOW + (TAPE_AIM_WIDE - TAPE_AIM_LOW) * 256)

/* Kinds of ops: the negated codes of records, and 0. */
enum { TAPE_OP_VERBATIM = 0, TAPE_OP_INPUT_DIFF = 5 };

/* Returns what a record has after its code, a letter each: c client id, n number, u UUID, s string;
 * then up to its end b as many bytes as the last number says, or a as many strings. NULL for a kind
 * that is no op, or has columns of its own. */
static inline const char *tape_op_fields(unsigned kind)
{
    static const char *const fields[] = {
        [1] = "",            /* FINISH */
        [6] = "cnnnnnnnnnn", /* INPUT_NEW */
        [7] = "cnb",         /* MESSAGE */
        [8] = "c",           /* JOIN */
        [9] = "cs",          /* DROP */
        [10] = "cnsna",      /* CONSOLE_COMMAND */
        [11] = "unb",        /* EX */
    };
    return kind < TTI_COUNT(fields) ? fields[kind] : NULL;
}

/* The fields of an input in the masks: 0 to 5 are bits of the first, 6 to 9 those of the second.
 * Fields 1 and 2, the target, have codes of their own. */
enum { TAPE_FIRST_FIELDS = 6, TAPE_AIM_FIELD = 1 };

static inline bool tape_is_aim(unsigned field)
{
    return field == TAPE_AIM_FIELD || field == TAPE_AIM_FIELD + 1;
}

/* Returns the column of a field. That of the low bytes follows the column of an aim. */
static inline unsigned tape_field_column(unsigned field)
{
    if (tape_is_aim(field)) {
        return field == TAPE_AIM_FIELD ? TAPE_X : TAPE_Y;
    }
    return field == 0 ? TAPE_FIELD : TAPE_FIELD + field - 2;
}

static inline uint32_t tape_zigzag(int32_t v)
{
    return (uint32_t)v << 1 ^ (0u - (v < 0));
}

static inline int32_t tape_unzigzag(uint32_t z)
{
    return tti_signed(z >> 1 ^ (0u - (z & 1)));
}

/* Adds and subtracts with wrap-around. */
static inline int32_t tape_plus(int32_t a, int32_t b)
{
    return tti_signed((uint32_t)a + (uint32_t)b);
}

static inline int32_t tape_minus(int32_t a, int32_t b)
{
    return tti_signed((uint32_t)a - (uint32_t)b);
}

/* A record as columns see it. */
typedef struct tape_record {
    tt_th_event event; /* kind, cid and fields; only if is_verbatim is false */
    int32_t ints[TT_INPUT_INTS];
    size_t size;
    bool is_verbatim; /* columns cannot express it: an op of its bytes */
    bool is_cut;      /* the bytes end inside the record; is_verbatim is true and size 1 */
} tape_record;

/* Reads the record at `at`, which is below `end`. A byte that begins no record is one of size 1.
 * The time is bounded, so that damaged data costs no more than linear time. */
void tti_tape_record_read(tape_record *record, const uint8_t *at, const uint8_t *end);

/* The row that is open while records are read. */
typedef struct tape_row {
    int32_t last_cid; /* client id of the last position record; -1 for none */
    bool is_open;
    bool has_others; /* the row has records other than those of tees */
} tape_row;

/* Returns true when the record opens another row than `row`. */
bool tti_tape_row_opens(const tape_row *row, const tape_record *record);

/* Adds a record to the open row, after opening one if the record does. */
void tti_tape_row_add(tape_row *row, const tape_record *record, bool opens);

/* Returns the bytes of the header of a recording with its NUL; 0 when `raw` does not begin with a
 * whole one. */
size_t tti_tape_header_size(tt_bytes raw);

/* Where a record in a column by client belongs. */
typedef struct tape_spot {
    uint32_t row;
    uint8_t cid;
    bool has_bit; /* the columns of bits have it */
} tape_spot;

/* An INPUT_DIFF, as codes. */
typedef struct tape_input {
    uint8_t mask, mask2;
    uint8_t aim[2], low[2];
    uint8_t field[TT_INPUT_INTS];
} tape_input;

#define TAPE_POSITIONS_MAX (TTI_TAPE_BLOCK_MAX / 2)
#define TAPE_INPUTS_MAX (TTI_TAPE_BLOCK_MAX / 12)
#define TAPE_BITS_MAX ((size_t)TT_CIDS * TAPE_ROWS_MAX / 8)

/* Fills the columns by client from the lists of the encoder. */
void tti_tape_sort(struct tti_tape_encoder *e);

/* A column while it is written. */
typedef struct tape_column {
    uint8_t *data;
    size_t size, room;
} tape_column;

struct tti_tape_encoder {
    tape_column column[TAPE_COLUMNS];
    bool is_full; /* a column has no room: the block is not packed as columns */
    tape_row row;
    uint32_t rows;
    uint32_t row_ops, lead;  /* ops of the row; pressed clients since the last one */
    int32_t before;          /* the highest client id that moved in the row before */
    bool skip_waits;         /* the row has no code in `skip` yet */
    bool has_skip;           /* the row began with a TICK_SKIP ... */
    int32_t dt;              /* ... over these ticks */
    int32_t pressed;         /* last pressed client of the row, -1 for none */
    tape_input *input;       /* the last record, if it was an INPUT_DIFF; else NULL */
    int32_t input_cid;       /* its client */
    const uint8_t *verbatim; /* bytes that wait for being an op */
    size_t verbatim_size;
    int32_t dy[TT_CIDS];     /* last change of y of each client */
    int32_t aim[TT_CIDS][2]; /* last change of the target of each client */

    uint32_t positions, inputs; /* number of records in the lists */
    tape_spot position_at[TAPE_POSITIONS_MAX];
    uint8_t dx_code[TAPE_POSITIONS_MAX], dy_code[TAPE_POSITIONS_MAX];
    tape_spot input_at[TAPE_INPUTS_MAX];
    tape_input input_code[TAPE_INPUTS_MAX];
    uint32_t order[TAPE_POSITIONS_MAX]; /* numbers of records, by client */
    uint8_t room[TTI_TAPE_BLOCK_MAX * 4 + TAPE_BITS_MAX * 2 + TAPE_INPUTS_MAX * 16];
};

/* Appends a byte; without room the encoder is full. */
static inline void tape_put(struct tti_tape_encoder *e, unsigned number, unsigned byte)
{
    tape_column *column = &e->column[number];
    if (column->size == column->room) {
        e->is_full = true;
        return;
    }
    column->data[column->size++] = (uint8_t)byte;
}

/* The columns of a block while it is decoded. */
typedef struct tape_columns {
    const uint8_t *at[TAPE_COLUMNS];
    const uint8_t *end[TAPE_COLUMNS];
    uint32_t rows;
    size_t stride;                            /* bytes of the bits of one client */
    unsigned clients[2];                      /* number of present clients: moved, pressed */
    uint8_t client[2][TT_CIDS];               /* and which */
    const uint8_t *of[TAPE_COLUMNS][TT_CIDS]; /* next value of a client, from TAPE_DX on */
} tape_columns;

/* Finds where each client begins. False: the sizes of the columns contradict each other. After
 * true, the columns by client have a value for every record that their bits, masks and ops name. */
bool tti_tape_unsort(tape_columns *columns);

/* Returns bit `row` of a client; `which` is 0 for moved, 1 for pressed, `number` counts the present
 * clients. */
static inline bool tape_bit(const tape_columns *c, unsigned which, unsigned number, uint32_t row)
{
    return c->at[TAPE_MOVED + which][number * c->stride + row / 8] >> row % 8 & 1;
}

/* Writes the records of a block. `dst` has room for TAPE_SLACK bytes more than `size`, which is the
 * exact size of the records. False: the columns give something else. */
bool tti_tape_rows_decode(tape_columns *columns, uint8_t *dst, size_t size);

/* The most bytes of a record without a text. */
#define TAPE_SLACK 64

/* Dictionary 1 (docs/format/tape-dictionary-1.bin). */
#define TAPE_DICTIONARY_1_SIZE 10178u
extern const uint8_t tti_tape_dictionary_1[TAPE_DICTIONARY_1_SIZE];

/* Columns use only this many bytes of a dictionary, which have UUIDs and words of records: a longer
 * one makes them larger. */
#define TAPE_DICTIONARY_COLUMNS 1024
tt_bytes tti_tape_dictionary_of_columns(tt_bytes dictionary);

/* Reads a leb; false at the end of the bytes, or when it is not below 2^32. */
bool tti_tape_leb_get(const uint8_t **at, const uint8_t *end, uint32_t *value);

/* Writes a leb and returns its size, at most 5. */
size_t tti_tape_leb_put(uint8_t *dst, uint32_t value);

/* Puts fields of the type in the head of a chunk together with its sums. */
void tti_tape_chunk_put(uint8_t dst[TTI_TAPE_CHUNK_SIZE], const tti_tape_chunk *chunk);

#endif
