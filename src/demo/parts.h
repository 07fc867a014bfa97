/* SPDX-License-Identifier: MIT
 *
 * Shared declarations of src/demo. The files:
 *
 *     reader.c            pieces -> header, map, one whole chunk at a time; the next tick
 *     chunk.c             bytes of one chunk -> kind, tick, payload; ints, message, snapshot
 *     world.c             events -> world
 *     world_client.c      what an item or a message says of a client
 *     cut.c, cut_edit.c   events -> span -> writer; who is hidden, who has another name
 *     id.c                the id of a demo; the mark of a cut in the header
 *     state.c             reader and follower -> bytes, and back
 */
#ifndef TTI_DEMO_PARTS_H
#define TTI_DEMO_PARTS_H

#include "base/opaque.h"
#include "demo/demo.h"
#include "teetape/demo.h"
#include "teetape/demo_cut.h"
#include "teetape/demo_repair.h"
#include "teetape/demo_world.h"
#include "teetape/server_message.h"

enum {
    TTI_DEMO_HEAD,
    TTI_DEMO_MAP,
    TTI_DEMO_CHUNKS,
    TTI_DEMO_DONE,  /* the input ended between two chunks */
    TTI_DEMO_FAILED /* a failure, which demo->error explains */
};

typedef struct tti_demo_memory {
    tt_snap_space space[2];
    int32_t ints[TT_DEMO_DATA_MAX / 4];
    uint8_t chunk[TT_DEMO_PACKED_MAX + 3];
    uint8_t varints[TT_DEMO_DATA_MAX];
    uint8_t data[TT_DEMO_DATA_MAX];
} tti_demo_memory;

TTI_OPAQUE(demo_memory)

typedef struct tti_demo_repair_memory {
    tt_demo_memory demo, trial;
    uint8_t window[TT_DEMO_REPAIR_WINDOW];
    uint8_t trial_window[TT_DEMO_REPAIR_WINDOW];
    uint8_t keyframe_window[TT_DEMO_REPAIR_WINDOW];
} tti_demo_repair_memory;

TTI_OPAQUE(demo_repair_memory)

/* The members up to `offset` are explained in tt_demo_options and tt_demo_view. */
typedef struct tti_demo {
    bool recover;
    bool skip_snapshots;
    bool skip_messages;
    uint64_t only_messages;
    bool steps_as_5;
    tt_issue_fn *on_issue;
    void *user;

    tt_demo_header header;
    tt_snap snap, snap_before;
    int32_t snap_tick;
    bool unreliable;
    int32_t tick; /* tt_recording sets it before it feeds single chunks without their marker */
    const tt_snap_sizes *sizes;
    tt_error error;
    uint64_t offset;

    tti_demo_memory *memory;
    const uint8_t *at, *end; /* bytes of the piece that are not read yet */
    size_t carried, taken; /* carried: bytes kept from earlier pieces; taken: how many of these the
                              last event used */
    uint32_t map_left;
    uint32_t snaps; /* number of changes of `snap` */
    unsigned state, space;
    bool no_more, has_snap, has_keyframe;
} tti_demo;

TTI_OPAQUE(demo)

typedef struct tti_demo_step {
    bool absolute;  /* true: `value` is a tick; false: a step */
    uint32_t value; /* the stored number, unchecked: tti_demo_tick_after checks it */
} tti_demo_step;

/* The most bytes of a chunk's head, which holds the size of the chunk. A tick marker has at most as
 * many bytes. */
#define TTI_DEMO_CHUNK_HEAD 5

/* Bits of a first byte (chunk.c), and the largest steps of versions 5 and 3. */
#define TTI_DEMO_IS_TICK 0x80
#define TTI_DEMO_IS_KEYFRAME 0x40
#define TTI_DEMO_IS_STEP 0x20
#define TTI_DEMO_STEP_5 0x1f
#define TTI_DEMO_STEP_3 0x3f

/* Sizes in a first byte which mean that the size is in the next byte, or in the next two. */
#define TTI_DEMO_SIZE_IN_BYTE 30
#define TTI_DEMO_SIZE_IN_TWO 31

/* Computes a tick. `before` is the tick before, or -1 if there is none. TT_ERR_DEMO_TICK with *tick
 * unchanged: a step without a tick before it, or a tick out of range. */
tt_status tti_demo_tick_after(int32_t *tick, int32_t before, const tti_demo_step *step);

/* Returns the size of the chunk at `p`, of which `there` (1 or more) bytes are known. A result
 * above `there` is a lower bound. `steps_as_5` means version 5 and later. */
size_t tti_demo_chunk_size(const uint8_t *p, size_t there, bool steps_as_5);

bool tti_demo_chunk_decode(tt_demo_event *event, tti_demo_step *step, const uint8_t *p, size_t size,
                           bool steps_as_5);

/* Unpacks the payload of an event. A bad payload does not replace the last good snapshot. */
tt_status tti_demo_unpack(tti_demo *demo, tt_demo_event *event);

void tti_demo_tell(tti_demo *demo, tt_level level, tt_status status);

/* The members up to `message` are explained in tt_demo_world_view. */
typedef struct tti_demo_world {
    tt_world *world; /* the world that tt_demo_world_init was given */
    tt_dialect dialect;
    tt_protocol protocol;
    int32_t core_tick[TT_CIDS];
    tt_skin skin[TT_CIDS];
    uint8_t paused[TT_CIDS];
    uint8_t game_paused;
    int32_t local;
    tt_sv_msg message;

    bool has_snap;
    bool is_settled;              /* true: the last snapshot changed no clients */
    uint32_t snaps;               /* number of the last snapshot, as the reader counts */
    uint32_t spawns;              /* number of times that a tee came or went */
    uint64_t moved[TT_CIDS / 64]; /* bit set of tees whose core_tick is the tick of the snapshot */
    uint8_t by_item[TT_CIDS];     /* 1: the client is there because of the last snapshot */
    uint8_t by_message[TT_CIDS];  /* 1: the client is there because of a message of 0.7 */
    uint8_t dropped[TT_CIDS]; /* 1: a message of 0.7 said that the client left; its items remain */
    uint32_t type_count;
    struct {
        int32_t type;
        tt_obj_kind kind;
    } types[TT_SNAP_MAX_TYPES];
} tti_demo_world;

TTI_OPAQUE(demo_world)

enum { TTI_HAS_CLIENT = 1, TTI_HAS_TEE = 2 };

struct tti_demo_world_pass {
    tti_demo_world *follower;
    int32_t tick;
    unsigned changes;      /* kinds of changes, a sum of TT_DEMO_WORLD_* */
    uint8_t seen[TT_CIDS]; /* what was seen of each client, a sum of TTI_HAS_* */
};

/* Each function that follows adds to `*changes` the TT_DEMO_WORLD_* that it changed. */
void tti_demo_world_connect(tti_demo_world *follower, int32_t cid, unsigned *changes);
void tti_demo_world_disconnect(tti_demo_world *follower, int32_t cid, unsigned *changes);
void tti_demo_world_set_info(tti_demo_world *follower, int32_t cid, tt_bytes name, tt_bytes clan,
                             int32_t country, unsigned *changes);

/* Sets the skin of a client. `colors` has three numbers: 1 for custom colours, the colour of the
 * body and the colour of the feet. */
void tti_demo_world_set_skin(tti_demo_world *follower, int32_t cid, tt_bytes name,
                             const int32_t colors[3], unsigned *changes);

/* Returns true for kinds of items that matter to the world. The function is inline because most
 * items do not. */
static inline bool tti_demo_world_wants(tt_obj_kind kind)
{
    switch (kind) {
    case TT_OBJ_CLIENT_INFO:
    case TT_OBJ_TW7_DE_CLIENT_INFO:
    case TT_OBJ_PLAYER_INFO:
    case TT_OBJ_TW7_PLAYER_INFO:
    case TT_OBJ_CHARACTER:
    case TT_OBJ_TW7_CHARACTER:
    case TT_OBJ_DDNET_PLAYER:
    case TT_OBJ_GAME_INFO:
    case TT_OBJ_TW7_GAME_DATA:
        return true;
    default:
        return false;
    }
}

void tti_demo_world_take(struct tti_demo_world_pass *p, tt_obj_kind kind, const tt_snap_item *item);

#define TTI_DEMO_KEPT_MAX 1000 /* longer messages from before the span are left out */
#define TTI_DEMO_KEPT_KINDS 8
#define TTI_DEMO_KEPT_CLIENT_KINDS 3
#define TTI_DEMO_CUT_TYPES 64

/* The last message of a kind that describes a state, such as team states. */
typedef struct tti_demo_kept {
    uint16_t size;
    uint8_t bytes[TTI_DEMO_KEPT_MAX];
} tti_demo_kept;

/* tt_demo_cut_init clears the members before `kept`. */
typedef struct tti_demo_cut {
    tt_demo_cut_options options; /* the span and the map change from piece to piece */
    tt_demo_cut_view done;
    tt_demo_writer *writer;
    tt_protocol protocol;
    int32_t pending; /* tick of a marker whose snapshot may still come; -1 for none */
    bool has_pieces;
    bool began;
    int has_header;
    int32_t start_tick; /* first tick marker of the demo, -1 before it */
    int32_t last_tick;  /* largest tick that was taken, in the span or before it; -1 for none */
    bool is_damaged;    /* damage was read, and no whole keyframe after it */
    bool is_far;        /* `pending` is far ahead, and needs a snapshot */
    bool is_lost;       /* the last marker was left out, so its messages are, too */
    bool at_keyframe;   /* the last event was a marker of a keyframe that was taken */
    bool joining;       /* another demo was joined, and no tick of it is written yet */
    int32_t joined_end; /* last tick before the joined demo, -1 for none */
    bool is_edited;     /* clients were hidden or renamed */
    tti_demo_id id;     /* identity of the original */
    tt_demo_header original;
    tti_demo_kept kept[TTI_DEMO_KEPT_KINDS];
    tti_demo_kept clients[TT_CIDS][TTI_DEMO_KEPT_CLIENT_KINDS];
    struct {
        int32_t type;
        tt_obj_kind kind;
    } types[TTI_DEMO_CUT_TYPES];
    size_t type_count;
    tt_snap_space space;
} tti_demo_cut;

TTI_OPAQUE(demo_cut)

#define TTI_DEMO_EDITED_MAX 2048

/* Marks the writer's header as a cut of its demo, unless the copy is complete. */
void tti_demo_cut_mark(tti_demo_cut *cut);

tt_snap tti_demo_edit_snap(tti_demo_cut *cut, const tt_snap *snap);

/* Edits a message by the options of the cut. Returns false when the message is left out. `*data`
 * may become a view of `edited`. */
bool tti_demo_edit_message(const tti_demo_cut *cut, const tt_sv_msg *msg, tt_bytes *data,
                           uint8_t edited[TTI_DEMO_EDITED_MAX]);

void tti_demo_state_pack(tt_packer *p, const tt_demo *outer, const tti_demo_world *follower,
                         uint64_t offset, int32_t tick);

void tti_demo_state_unpack(tt_unpacker *u, tt_demo *outer, tti_demo_world *follower);

/* Writes the header in the form of its version and returns its size: 484 for version 6 with
 * SHA-256, 436 without it and for 4 and 5, 176 for 3. Returns 0 for another version or a wrong
 * count of markers. */
size_t tti_demo_header_write(uint8_t dst[TT_DEMO_HEADER_MAX], const tt_demo_header *header);

/* Sets the start time that tt_demo_start_time returns. Returns false and changes nothing outside of
 * the years 1 to 9999. */
bool tti_demo_set_start_time(tt_demo_header *header, int64_t seconds);

/* Returns the kind of items of `type`, or TT_OBJ_KINDS. A declaration of a UUID type counts for the
 * rest of the file, and for items of its own snapshot: before DDNet 18.3 it came one snapshot
 * late. */
tt_obj_kind tti_demo_world_kind(const tti_demo_world *follower, int32_t type);

/* Finds the next tick without consuming anything. TT_OK: `*tick` is that of the next tick marker.
 * TT_ERR_ARGUMENT: the header has not been read. TT_MORE: the fed bytes have no marker. TT_END: no
 * marker follows. TT_ERR_DEMO_TICK: the next marker is wrong; with `recover` it is left out. */
tt_status tti_demo_next_tick(const tt_demo *outer, int32_t *tick);

/* Skips the rest of the embedded map, after TT_DEMO_HEADER or TT_DEMO_MAP. Fed bytes of the map are
 * dropped. Returns how many bytes the caller must skip in its input before the next piece. A caller
 * that cannot seek feeds them instead of calling this. */
uint64_t tti_demo_skip_map(tt_demo *outer);

#endif
