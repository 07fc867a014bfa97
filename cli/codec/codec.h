/* SPDX-License-Identifier: MIT
 *
 * teetape codec, the frame: one line of stdin becomes one line of stdout, or stdin as a whole
 * becomes stdout as a whole. What a line means is said by rows; what is done with it, by one
 * function a row.
 *
 * codec.c reads, prints and counts; codec_read.c has the forms, codec_problem.c memory and
 * failures. The functions of rows are in codec_plain.c (single values), codec_snapshot.c and
 * codec_delta.c. A line that fails becomes a line that says so, and the next one is read: the
 * output has as many lines as the input.
 */
#ifndef CLI_CODEC_H
#define CLI_CODEC_H

#include "cli/shell/command.h"
#include "cli/show/rows.h"
#include "teetape/bytes.h"

/* What is in a line. The frame reads and prints all but CODEC_OWN, so a function of a row sees
 * values and no text. */
enum codec_form {
    CODEC_HEX,  /* bytes */
    CODEC_INTS, /* int32, decimal */
    CODEC_TEXT, /* the line itself: a stranger's bytes */
    CODEC_WORD, /* like a text, but of ours, and safe for a terminal */
    CODEC_OWN   /* the row's functions know */
};

/* Options that a row takes. */
enum {
    CODEC_TAKES_RAW = 1,
    CODEC_TAKES_CLASSIC = 2,
    CODEC_TAKES_LITTLE_ENDIAN = 4,
    CODEC_TAKES_COUNT = 8,
    CODEC_TAKES_LIMIT = 16,
    CODEC_TAKES_CLEAN = 32,
    CODEC_TAKES_PROTOCOL = 64,
    CODEC_TAKES_SIZES = 128
};

/* Bytes of a sentence about what is wrong. */
#define CODEC_PROBLEM 300

/* Pieces of memory that remain from line to line, each with one use at a time: a million lines need
 * no million allocations. They grow to the longest line and are freed at the end. */
enum codec_space {
    CODEC_SPACE_IN,     /* what was in the line */
    CODEC_SPACE_RESULT, /* what becomes of it */
    CODEC_SPACE_SNAPS,  /* the rest is for codec_snap.c and its users: the struct of a row */
    CODEC_SPACE_ITEM,   /* ints of a snapshot that is written */
    CODEC_SPACE_BYTES,  /* of the hex that was unpacked last */
    CODEC_SPACES
};

/* A line in one of its forms. */
struct codec_value {
    tt_bytes bytes;      /* HEX, TEXT, WORD, OWN */
    const int32_t *ints; /* INTS; in host order, in a space of the codec */
    size_t count;        /* of ints */
};

/* The options of the command. */
struct codec_options {
    bool raw;             /* stdin is one value, bytes are not in hex */
    bool classic;         /* one byte more at the end of some Huffman data: huffman.md */
    bool little_endian;   /* ints are four bytes each and no varints */
    bool explicit_sizes;  /* a delta has the size of every update */
    int64_t count;        /* of ints, 0 if not given */
    int64_t limit;        /* of bytes, 0 if not given */
    const char *clean;    /* words with commas between them, or NULL */
    const char *protocol; /* a word, or NULL */
};

/* One run of the command. */
struct codec {
    const struct settings *settings;
    const struct codec_options *options;
    const struct codec_row *row; /* that was chosen; the same for all lines */
    tt_io_output *out;
    uint64_t line;  /* counted from 1; 0 for stdin as a whole */
    bool no_memory; /* why the line failed; a shorter one may succeed */
    /* Valid during one line; they point into `spaces` or the input. */
    struct codec_value in, result;
    bool is_json; /* the result is a JSON object, as text */
    /* What is wrong with the line, after a failure. `unit` counts `place`: "byte"; NULL when there
     * is no place. `where` names a part of the line, or is "". */
    char problem[CODEC_PROBLEM];
    const char *unit, *where;
    uint64_t place;
    struct {
        void *data;
        size_t size;
    } spaces[CODEC_SPACES];
};

struct codec_row {
    enum codec_form in, out;
    unsigned takes; /* CODEC_TAKES_* */
    /* Sets c->result from c->in, and c->problem when that cannot be. */
    bool (*convert)(struct codec *c);
};

/* The keys of the objects. */
extern const struct column codec_columns[];

/* Converts stdin by the row that was chosen. EXIT_DAMAGED when something could not be converted. */
enum exit_status codec_run(struct job *job);

/* One line, or with --raw everything: writes the line that comes of it. For codec_run, and for
 * tests, which set the first members up to `out`. */
enum exit_status codec_convert(struct codec *c, tt_bytes input);

/* Frees the memory of a run. */
void codec_free(struct codec *c);

/* Memory for at least `size` bytes; what was in it is gone. NULL when there is none, and the line
 * fails. */
void *codec_space(struct codec *c, enum codec_space which, size_t size);

/* The line fails at place number `place`, counted in `unit` from 0; NULL: as a whole. The result is
 * false. */
bool codec_fail(struct codec *c, const char *unit, uint64_t place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A warning about the line, on stderr. */
void codec_warn(struct codec *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What may stand around a value in a line. */
bool codec_is_blank(uint8_t c);

/* Forms to values; blanks around them do not count. */
bool codec_read_hex(struct codec *c, enum codec_space space, tt_bytes text, tt_bytes *bytes);
bool codec_read_ints(struct codec *c, tt_bytes text);

/* The words of --clean, one after the other, then NULL; those of --protocol. */
const char *codec_clean_word(size_t index);
const char *codec_protocol_word(size_t index);

/* The rows, for the list of choices. */
extern const struct codec_row codec_varint_encode, codec_varint_decode;
extern const struct codec_row codec_huffman_encode, codec_huffman_decode;
extern const struct codec_row codec_string_encode, codec_string_decode;
extern const struct codec_row codec_ints_encode, codec_ints_decode;
extern const struct codec_row codec_uuid;
extern const struct codec_row codec_snapshot_encode, codec_snapshot_decode;
extern const struct codec_row codec_delta_decode, codec_delta_apply, codec_delta_create;

#endif
