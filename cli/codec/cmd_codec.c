/* SPDX-License-Identifier: MIT
 *
 * teetape codec: encodes and decodes single values, line by line.
 *
 * The tree of words (struct choice) ends in a struct codec_row, which says what a line holds and
 * which options it takes.
 */
#include <string.h>

#include "cli/codec/codec.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/options.h"
#include "cli/shell/run.h"

/* WAY ends a branch of the tree, and WAYS_END ends a list of words. */
#define WAY(name, help, row)                                                                       \
    {                                                                                              \
        name, help, NULL, &(row)                                                                   \
    }
#define WAYS_END                                                                                   \
    {                                                                                              \
        NULL, NULL, NULL, NULL                                                                     \
    }

static const struct choice varint_ways[] = {
    WAY("encode", "ints to the bytes of variable-length ints", codec_varint_encode),
    WAY("decode", "the bytes of variable-length ints to ints", codec_varint_decode),
    WAYS_END,
};

static const struct choice huffman_ways[] = {
    WAY("encode", "bytes to compressed bytes", codec_huffman_encode),
    WAY("decode", "compressed bytes to bytes", codec_huffman_decode),
    WAYS_END,
};

static const struct choice string_ways[] = {
    WAY("encode", "a text to its bytes in a message, with the NUL", codec_string_encode),
    WAY("decode", "the bytes of a message, up to the NUL, to a text", codec_string_decode),
    WAYS_END,
};

static const struct choice ints_ways[] = {
    WAY("encode", "a text to the ints of a snapshot item (--count)", codec_ints_encode),
    WAY("decode", "the ints of a snapshot item to a text", codec_ints_decode),
    WAYS_END,
};

static const struct choice snapshot_ways[] = {
    WAY("decode", "the bytes of a snapshot to JSON, with names of items", codec_snapshot_decode),
    WAY("encode", "a snapshot as JSON to its bytes", codec_snapshot_encode),
    WAYS_END,
};

static const struct choice delta_ways[] = {
    WAY("decode", "a DELTA, or a snapshot FROM and a DELTA, to JSON", codec_delta_decode),
    WAY("apply", "a snapshot FROM and a DELTA to the new snapshot", codec_delta_apply),
    WAY("create", "the snapshots FROM and TO to the delta between them", codec_delta_create),
    WAYS_END,
};

/* The codec uuid has no `decode`: a name cannot be recovered from a UUID. */
static const struct choice kinds[] = {
    {"varint", NULL, varint_ways, NULL},
    {"huffman", NULL, huffman_ways, NULL},
    {"string", NULL, string_ways, NULL},
    {"ints", NULL, ints_ways, NULL},
    {"uuid", "a name to its UUID in the game's namespace", NULL, &codec_uuid},
    {"snapshot", NULL, snapshot_ways, NULL},
    {"delta", NULL, delta_ways, NULL},
    WAYS_END,
};

static const struct option options[] = {
    ROW_FLAG(0, "raw", struct codec_options, raw,
             "read all of stdin as one value; bytes are not in hex"),
    ROW_FLAG(0, "classic", struct codec_options, classic,
             "huffman encode: as DDNet before 20.0 and Teeworlds"),
    ROW_NUMBER(0, "limit", "BYTES", struct codec_options, limit, 1, INT32_MAX,
               "string encode: cut the text to this many bytes"),
    ROW_LIST(0, "clean", "HOW,...", struct codec_options, clean, codec_clean_word,
             "string decode: clean the text as the game does: sanitize for most fields, "
             "sanitize-cc,skip-whitespace for names"),
    /* The value 16384 is TT_SNAP_MAX_INTS, the most ints of a snapshot. */
    ROW_NUMBER(0, "count", "N", struct codec_options, count, 1, 16384,
               "ints encode: write N ints; the game has 4 for a name, 3 for a clan and "
               "6 for a skin"),
    ROW_LIST(0, "protocol", "NAME", struct codec_options, protocol, codec_protocol_word,
             "snapshot, delta: protocol of the items; default: ddnet"),
    ROW_FLAG(0, "little-endian", struct codec_options, little_endian,
             "snapshot, delta: ints of four bytes, lowest byte first"),
};

static const char *refuse_options(const struct codec_options *s, unsigned takes)
{
    const struct {
        bool given;
        unsigned needs;
        const char *problem;
    } rows[] = {
        {s->raw, CODEC_TAKES_RAW, "--raw takes one value, but this codec needs lines"},
        {s->classic, CODEC_TAKES_CLASSIC, "--classic belongs to huffman encode"},
        {s->limit != 0, CODEC_TAKES_LIMIT, "--limit belongs to string encode"},
        {s->clean != NULL, CODEC_TAKES_CLEAN, "--clean belongs to string decode"},
        {s->count != 0, CODEC_TAKES_COUNT, "--count belongs to ints encode"},
        {s->protocol != NULL, CODEC_TAKES_PROTOCOL, "--protocol belongs to snapshot and delta"},
        {s->little_endian, CODEC_TAKES_LITTLE_ENDIAN,
         "--little-endian belongs to snapshot and delta"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].given && (takes & rows[i].needs) == 0) {
            return rows[i].problem;
        }
    }
    return NULL;
}

/* Checks the options. --protocol takes a list of words, but a codec has only one protocol. */
static const char *check(const struct codec_options *own, const struct codec_row *row)
{
    const char *problem = refuse_options(own, row->takes);
    if (problem != NULL) {
        return problem;
    }
    if ((row->takes & CODEC_TAKES_COUNT) != 0 && own->count == 0) {
        return "ints encode needs --count N, the number of ints";
    }
    if (own->protocol != NULL && strchr(own->protocol, ',') != NULL) {
        return "--protocol takes one word";
    }
    return NULL;
}

static enum exit_status run(struct shell *sh)
{
    char problem[OPTIONS_PROBLEM];
    const struct choice *choice = choice_of(sh, problem);
    if (choice == NULL) {
        return run_refuse(sh, problem);
    }
    struct codec_row row = *(const struct codec_row *)choice->object;
    const struct run_how how = {.process = codec_run, .user = &row};
    return run_all(sh, &how, check(sh->options, &row));
}

const struct command cmd_codec = {
    .name = "codec",
    .summary = "encode and decode single values on stdin",
    .description = {(
        "Encodes and decodes single values of the protocol. It reads lines from stdin and "
        "writes one line for each: the result, or 'error: ' and the reason.")},
    .options = OPTION_TABLE(options, struct codec_options),
    .examples = {{"The bytes of three ints:", "codec varint encode <<< '0 -1 8192'"},
                 {"The ints of a chunk of a demo:",
                  "codec huffman decode < chunks.hex | teetape codec varint decode"},
                 {"The UUID of an extension:", "codec uuid <<< teehistorian-test@ddnet.tw"},
                 {"A name as ints of an item:", "codec ints encode --count 4 <<< nameless"},
                 {"A snapshot, typed:",
                  "codec snapshot decode <<< 1c020010818028010200808070a40140"},
                 {"Apply a delta:", "codec delta apply --json <<< '- 0001000501010200'"}},
    .json_text = {(
        "With --json, the result of a line is an object with one of the keys hex, ints, text "
        "and uuid. Decoded snapshots and deltas are always objects. Applied or created ones "
        "are objects with --json.")},
    .columns = codec_columns,
    .usage = "[OPTION...] KIND [encode|decode|apply|create]",
    .choices = kinds,
    .has_no_files = true,
    .exit_status = {"0|Every line was converted, or the reader of a pipe left early.",
                    "1|A line could not be converted.", "2|Wrong usage.",
                    "3|The system failed: the input cannot be read, or the disk is full."},
    .run = run,
};
