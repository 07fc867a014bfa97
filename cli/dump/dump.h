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

/* Bytes of an object before its tick: longer ones are written field by field. */
#define RECORDS_HEAD 500

struct records {
    const struct reading *r;
    struct line *line;
    tt_th_secrets secrets;

    /* for records.c: what is known of lines */
    struct line_memory *memory; /* NULL: none is remembered */
    struct numbers numbers;
    struct template template[TT_TH_KINDS];
    struct line_text word[TT_TH_KINDS]; /* the word of each kind as a column, for text */
    char head[RECORDS_HEAD + 16];       /* of an object, up to the digits of its tick */
    size_t head_size, before_tick;      /* bytes of the head with and without the digits */
    int32_t tick;                       /* in the head, when head_size is not 0 */
};

/* The reading and, for text, its lines remain the caller's. False after a report. */
bool records_open(struct records *records, struct reading *r, struct line *line);
void records_close(struct records *records);

void records_show(struct records *records);

extern const struct column head_columns[];

/* Begins an object of this kind, which the caller ends. */
struct json head_json(const struct reading *r, int32_t tick, const char *kind);

/* Appends the members of the current chunk: chunk_columns, and those of its kind. */
void chunk_json(struct json *j, const struct reading *r);
extern const struct column chunk_columns[];
extern const struct column_object chunk_objects[TT_DEMO_KINDS];

/* chunk_text appends "keyframe", "Sv_Chat team 0 ...", if chunk_has_text. */
bool chunk_has_text(const struct reading *r);
void chunk_text(tt_io_output *out, const struct reading *r);

/* The client that the current message is about: -1 for none. */
int32_t chunk_cid(const struct reading *r);

/* Any member of it is somebody whom the user asked for. */
bool chunk_is_chosen(const struct reading *r);

enum item_change { ITEM_SAME, ITEM_NEW, ITEM_CHANGED, ITEM_REMOVED };

/* Valid until the next item of the reading, whose snapshots have its data. */
struct item {
    tt_snap_item item;
    tt_snap_item before; /* valid for what is CHANGED or SAME */
    enum item_change change;
    tt_obj_kind kind; /* TT_OBJ_KINDS when it is not known */
    int32_t cid;      /* of an item that is one client's, else -1 */
};

/* Calls `each` for the items, removed ones last. `whole`: also for those that are the same. */
typedef void item_fn(void *user, const struct item *item);
void item_each(const struct reading *r, bool whole, item_fn *each, void *user);

/* Appends the members of item_object. `space` has ITEM_SPACE bytes. */
#define ITEM_SPACE TT_OBJ_JSON_BOUND(TT_SNAP_MAX_INTS)
void item_json(struct json *j, const struct item *item, uint8_t *space);
extern const struct column_object item_object;

/* Appends "new Character 3 x 16 y 48"; members of CHANGED only where they did. */
void item_text(tt_io_output *out, const struct item *item);

/* For tests, whose output fails. */
extern const struct run_how dump_how;

#endif
