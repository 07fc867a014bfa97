/* SPDX-License-Identifier: MIT
 *
 * The parts of teetape dump: records of a teehistorian file, chunks of a demo, and the typed items
 * of its snapshots, as objects or as lines, without secrets.
 */
#ifndef CLI_DUMP_H
#define CLI_DUMP_H

#include "cli/dump/template.h"
#include "cli/shell/reading.h"
#include "cli/shell/run.h"
#include "cli/show/line.h"
#include "cli/show/rows.h"

/* Most bytes of an object before its tick. An object with a longer begin is written field by
 * field. */
#define RECORDS_HEAD 500

struct records {
    const struct reading *r;
    struct line *line;
    tt_th_secrets secrets;

    /* parts of lines that records.c remembers */
    struct line_memory *memory; /* NULL when no line is remembered */
    struct numbers numbers;
    struct template template[TT_TH_KINDS];
    struct line_text word[TT_TH_KINDS]; /* column of each kind, for text */
    char head[RECORDS_HEAD + 16];       /* the begin of an object, up to the digits of its tick */
    size_t head_size, before_tick;      /* bytes of the head with and without those digits */
    int32_t tick;                       /* the tick in the head, valid when head_size is not 0 */
};

/* Begins to show records. Returns false after reporting. `r` and `line` (for text) remain the
 * caller's. */
bool records_open(struct records *records, struct reading *r, struct line *line);
void records_close(struct records *records);

void records_show(struct records *records);

extern const struct column head_columns[];

/* Begins an object of this kind. The caller ends it. */
struct json head_json(const struct reading *r, int32_t tick, const char *kind);

/* Appends the members of the current chunk: chunk_columns, and those of its kind. */
void chunk_json(struct json *j, const struct reading *r);
extern const struct column chunk_columns[];
extern const struct column_object chunk_objects[TT_DEMO_KINDS];

/* Returns true if chunk_text would append anything ("keyframe", "Sv_Chat team 0 ..."). */
bool chunk_has_text(const struct reading *r);
void chunk_text(tt_io_output *out, const struct reading *r);

/* Returns the client that the current message is about, or -1. */
int32_t chunk_cid(const struct reading *r);

/* Returns true if a client id in the chunk is one that --player chose. */
bool chunk_is_chosen(const struct reading *r);

enum item_change { ITEM_SAME, ITEM_NEW, ITEM_CHANGED, ITEM_REMOVED };

/* A change of an item. Valid until the next item of the reading, which owns the snapshots. */
struct item {
    tt_snap_item item;
    tt_snap_item before; /* valid when `change` is CHANGED or SAME */
    enum item_change change;
    tt_obj_kind kind; /* TT_OBJ_KINDS when the type is unknown */
    int32_t cid;      /* the client of an item like a character, or -1 */
};

/* Calls `each` for the changed items, removed ones last. `whole` adds the unchanged ones. */
typedef void item_fn(void *user, const struct item *item);
void item_each(const struct reading *r, bool whole, item_fn *each, void *user);

/* Bytes of `space` for item_json, which appends the members of item_object. */
#define ITEM_SPACE TT_OBJ_JSON_BOUND(TT_SNAP_MAX_INTS)
void item_json(struct json *j, const struct item *item, uint8_t *space);
extern const struct column_object item_object;

/* Appends "new Character 3 x 16 y 48". A CHANGED item shows only the members that changed. */
void item_text(tt_io_output *out, const struct item *item);

#endif
