/* SPDX-License-Identifier: MIT
 *
 * teetape codec: converts each line of stdin into a line of stdout, or with --raw the whole
 * stdin. A row describes one codec and has the function that converts a line.
 *
 * codec.c reads, prints and counts; codec_read.c has the forms and the failures; codec_plain.c,
 * codec_snap.c and codec_delta.c have the rows. A line that fails becomes a line with an error,
 * so the output has as many lines as the input.
 */
#ifndef CLI_CODEC_H
#define CLI_CODEC_H

#include "cli/shell/command.h"
#include "cli/show/rows.h"
#include "teetape/bytes.h"

/* codec.c reads and prints all forms except CODEC_OWN, so the function of a row gets values and
 * no text. */
enum codec_form {
    CODEC_HEX,  /* bytes, written as hex digits */
    CODEC_INTS, /* int32 numbers, written in decimal */
    CODEC_TEXT, /* the line as it stands: untrusted bytes */
    CODEC_WORD, /* text that this program made: safe for a terminal */
    CODEC_OWN   /* a form that the functions of the row read and print */
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

/* Buffers that are kept from line to line. Each grows to the longest line and is freed at the
 * end. */
enum codec_space {
    CODEC_SPACE_IN,     /* the bytes or ints that a line holds */
    CODEC_SPACE_RESULT, /* the bytes or ints of the line's answer */
    CODEC_SPACE_SNAPS,  /* the struct of a codec_snap.c row; this and the next two belong to
                           codec_snap.c */
    CODEC_SPACE_ITEM,   /* ints of the snapshot that is written */
    CODEC_SPACE_BYTES,  /* bytes of the hex that was unpacked last */
    CODEC_SPACES
};

struct codec_value {
    tt_bytes bytes;      /* bytes of CODEC_HEX, CODEC_TEXT, CODEC_WORD and CODEC_OWN */
    const int32_t *ints; /* CODEC_INTS: ints in host order, in one of the codec's spaces */
    size_t count;        /* number of `ints` */
};

struct codec_options {
    bool raw;
    bool classic; /* Huffman data in the form of old games, sometimes a byte longer: huffman.md */
    bool little_endian;   /* ints are four bytes each instead of varints */
    int64_t count;        /* number of ints from --count; 0 without the option */
    int64_t limit;        /* number of bytes from --limit; 0 without the option */
    const char *clean;    /* words of --clean with commas between them; NULL without the option */
    const char *protocol; /* the word of --protocol; NULL without the option */
};

struct codec {
    const struct settings *settings;
    const struct codec_options *options;
    const struct codec_row *row; /* the codec that the words chose, for all lines */
    tt_io_output *out;
    uint64_t line;  /* number of the line, from 1; 0 for stdin as a whole */
    bool no_memory; /* this line failed for lack of memory; a shorter one may succeed */
    /* The values of the current line. They point into `spaces` or the input. */
    struct codec_value in, result;
    bool is_json; /* the result is a JSON object, as text */
    /* The failure: a sentence, the part of the line (`where`, may be ""), and the `place`,
     * counted in `unit`s such as "byte" (NULL without a place). */
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
    unsigned takes; /* options that the codec takes, as bits CODEC_TAKES_* */
    /* Sets c->result from c->in, or c->problem. */
    bool (*convert)(struct codec *c);
};

extern const struct column codec_columns[];

/* Returns EXIT_DAMAGED when a line could not be converted. */
enum exit_status codec_run(struct job *job);

/* Converts a line, or the whole input with --raw. Tests set the members up to `out`. */
enum exit_status codec_convert(struct codec *c, tt_bytes input);

void codec_free(struct codec *c);

/* Returns at least `size` bytes without their old content. Returns NULL and fails the line
 * without memory. */
void *codec_space(struct codec *c, enum codec_space which, size_t size);

/* Fails the line at `place`, counted in `unit` from 0. With a NULL unit it fails as a whole.
 * Returns false. */
bool codec_fail(struct codec *c, const char *unit, uint64_t place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Prints a warning about the line to stderr. The line still has its result. */
void codec_warn(struct codec *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reads hex into `space`. Blanks around the value are ignored. */
bool codec_read_hex(struct codec *c, enum codec_space space, tt_bytes text, tt_bytes *bytes);
bool codec_read_ints(struct codec *c, tt_bytes text);

/* Returns the words of --clean and --protocol one by one, then NULL. */
const char *codec_clean_word(size_t index);
const char *codec_protocol_word(size_t index);

extern const struct codec_row codec_varint_encode, codec_varint_decode;
extern const struct codec_row codec_huffman_encode, codec_huffman_decode;
extern const struct codec_row codec_string_encode, codec_string_decode;
extern const struct codec_row codec_ints_encode, codec_ints_decode;
extern const struct codec_row codec_uuid;
extern const struct codec_row codec_snapshot_encode, codec_snapshot_decode;
extern const struct codec_row codec_delta_decode, codec_delta_apply, codec_delta_create;

#endif
