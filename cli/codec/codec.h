/* SPDX-License-Identifier: MIT
 *
 * teetape codec: one line of stdin becomes one line of stdout, or stdin as a whole becomes stdout
 * as a whole. Rows say what a line means, and have a function that converts it.
 *
 * codec.c reads, prints and counts; codec_read.c has the forms and the failures; codec_plain.c,
 * codec_snap.c and codec_delta.c have the rows. A line that fails becomes a line that says so:
 * the output has as many lines as the input.
 */
#ifndef CLI_CODEC_H
#define CLI_CODEC_H

#include "cli/shell/command.h"
#include "cli/show/rows.h"
#include "teetape/bytes.h"

/* The frame reads and prints all but CODEC_OWN, so a function of a row sees values and no text. */
enum codec_form {
    CODEC_HEX,  /* bytes */
    CODEC_INTS, /* int32, decimal */
    CODEC_TEXT, /* the line itself: a stranger's bytes */
    CODEC_WORD, /* like a text, but of ours, and safe for a terminal */
    CODEC_OWN   /* the row's functions know */
};

enum {
    CODEC_TAKES_RAW = 1,
    CODEC_TAKES_CLASSIC = 2,
    CODEC_TAKES_LITTLE_ENDIAN = 4,
    CODEC_TAKES_COUNT = 8,
    CODEC_TAKES_LIMIT = 16,
    CODEC_TAKES_CLEAN = 32,
    CODEC_TAKES_PROTOCOL = 64
};

#define CODEC_PROBLEM 300

/* Pieces of memory that remain from line to line, each with one use at a time. They grow to the
 * longest line and are freed at the end. */
enum codec_space {
    CODEC_SPACE_IN,     /* what was in the line */
    CODEC_SPACE_RESULT, /* what becomes of it */
    CODEC_SPACE_SNAPS,  /* the rest is for codec_snap.c and its users: the struct of a row */
    CODEC_SPACE_ITEM,   /* ints of a snapshot that is written */
    CODEC_SPACE_BYTES,  /* of the hex that was unpacked last */
    CODEC_SPACES
};

struct codec_value {
    tt_bytes bytes;      /* HEX, TEXT, WORD, OWN */
    const int32_t *ints; /* INTS; in host order, in a space of the codec */
    size_t count;        /* of ints */
};

struct codec_options {
    bool raw;
    bool classic;         /* one byte more at the end of some Huffman data: huffman.md */
    bool little_endian;   /* ints are four bytes each and no varints */
    int64_t count;        /* of ints, 0 if not given */
    int64_t limit;        /* of bytes, 0 if not given */
    const char *clean;    /* words with commas between them, or NULL */
    const char *protocol; /* a word, or NULL */
};

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
    /* Of a failure: `unit` of `place` ("byte"; NULL without one), `where`: a part of the line, or
     * "". */
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
    /* Sets c->result from c->in, or c->problem. */
    bool (*convert)(struct codec *c);
};

extern const struct column codec_columns[];

/* EXIT_DAMAGED when something could not be converted. */
enum exit_status codec_run(struct job *job);

/* Converts a line, or with --raw everything. Tests set the members up to `out`. */
enum exit_status codec_convert(struct codec *c, tt_bytes input);

void codec_free(struct codec *c);

/* At least `size` bytes; the old content is gone. NULL without memory, and the line fails. */
void *codec_space(struct codec *c, enum codec_space which, size_t size);

/* The line fails at `place`, counted in `unit` from 0; NULL: as a whole. Returns false. */
bool codec_fail(struct codec *c, const char *unit, uint64_t place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A warning about the line, on stderr: the line has its result all the same. */
void codec_warn(struct codec *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A byte around a value in a line. */
bool codec_is_blank(uint8_t c);

/* Blanks around a value do not count. */
bool codec_read_hex(struct codec *c, enum codec_space space, tt_bytes text, tt_bytes *bytes);
bool codec_read_ints(struct codec *c, tt_bytes text);

/* The words of --clean and --protocol, then NULL. */
const char *codec_clean_word(size_t index);
const char *codec_protocol_word(size_t index);

/* For the list of choices. */
extern const struct codec_row codec_varint_encode, codec_varint_decode;
extern const struct codec_row codec_huffman_encode, codec_huffman_decode;
extern const struct codec_row codec_string_encode, codec_string_decode;
extern const struct codec_row codec_ints_encode, codec_ints_decode;
extern const struct codec_row codec_uuid;
extern const struct codec_row codec_snapshot_encode, codec_snapshot_decode;
extern const struct codec_row codec_delta_decode, codec_delta_apply, codec_delta_create;

#endif
