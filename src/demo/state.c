/* SPDX-License-Identifier: MIT
 *
 * Packs and unpacks the state of a demo between two chunks: reader, snapshot, world and follower. A
 * reader that resumes from it gives the same events as one that began at the start.
 *
 *     offset                  u64: bytes of the demo before the next chunk
 *     tick                    int, of the last tick marker, or -1
 *     flags                   int, a set of TTI_DEMO_STATE_*
 *     snapshot                with HAS_SNAP: int its tick, int count of items; each int type, id,
 *                             size, and as many ints
 *     local                   int
 *     types                   int count; each int type, and 16 bytes, zeros for an unknown one
 *     slots                   int count, then as many slots, client ids upwards:
 *         cid, what           int, int: the parts that follow, a set of TTI_DEMO_HAS_*
 *         place               int x, y, weapon, core tick
 *         client              int since, name source, country, rcon level, version of the protocol;
 *                             name and clan, each with a NUL
 *         team                int
 *         skin                text and NUL, int custom colours, body, feet
 *
 * Ints are those of varint.h, u64 those of wire/checked.h.
 *
 * The bytes may be damaged or forged, so every value is checked. A part is present exactly when its
 * value differs from that at the start of a demo, so equal states have equal bytes.
 */
#include "base/mem.h"
#include "demo/parts.h"
#include "schema/fields.h"
#include "teetape/varint.h"
#include "wire/checked.h"
#include "wire/uuid.h"
#include "world/world.h"

/* Index files have these bits (docs/format/index.md), so the numbers must not change. */
enum {
    TTI_DEMO_STATE_HAS_SNAP = 1,
    TTI_DEMO_STATE_UNRELIABLE = 2, /* a delta was lost since the last full snapshot */
    TTI_DEMO_STATE_FOLLOWED = 4,   /* the world is that of the snapshot */
    TTI_DEMO_STATE_WORLD_SNAP = 8,
    TTI_DEMO_STATE_SETTLED = 16,
    TTI_DEMO_STATE_PAUSED = 32,
    TTI_DEMO_STATE_ODD = 64 /* see has_usual_keyframe */
};

enum {
    TTI_DEMO_HAS_ALIVE = 1,
    TTI_DEMO_HAS_PLACE = 2, /* part: the position of the tee, or the last known one */
    TTI_DEMO_HAS_CONNECTED = 4,
    TTI_DEMO_HAS_JOINED = 8,  /* the demo recorded that the client joined */
    TTI_DEMO_HAS_CLIENT = 16, /* part: who the client is */
    TTI_DEMO_HAS_TEAM = 32,   /* part: the DDRace team */
    TTI_DEMO_HAS_SKIN = 64,
    TTI_DEMO_HAS_PAUSED = 128,
    TTI_DEMO_HAS_ITEM = 256,     /* the last snapshot has an item of the client */
    TTI_DEMO_HAS_MESSAGE = 512,  /* a message of 0.7 brought the client */
    TTI_DEMO_HAS_MOVED = 1024,   /* the tick of the tee's core is that of the snapshot */
    TTI_DEMO_HAS_DROPPED = 2048, /* a message of 0.7 said that the client left; its items remain */
    TTI_DEMO_HAS_ALL = 4095
};

static void nul_text_pack(tt_packer *p, const char *text)
{
    tt_pack_raw(p, (tt_bytes){(const uint8_t *)text, tti_strlen(text) + 1});
}

/* Packs the items and not the serialized snapshot, whose offsets repeat the sizes and could be
 * wrong. */
static void snap_pack(tt_packer *p, const tti_demo *demo)
{
    tt_pack_int(p, demo->snap_tick);
    tt_pack_int(p, (int32_t)demo->snap.count);
    for (uint32_t i = 0; i < demo->snap.count; i++) {
        tt_snap_item item = tt_snap_item_at(&demo->snap, i);
        tt_pack_int(p, item.type);
        tt_pack_int(p, item.id);
        tt_pack_int(p, (int32_t)item.size);
        for (uint32_t n = 0; n < item.size; n++) {
            tt_pack_int(p, item.data[n]);
        }
    }
}

/* Packs UUIDs, because the numbers of kinds change between versions of this library. */
static void types_pack(tt_packer *p, const tti_demo_world *follower)
{
    static const tt_uuid none = {{0}};
    tt_pack_int(p, (int32_t)follower->type_count);
    for (uint32_t i = 0; i < follower->type_count; i++) {
        const tt_uuid *uuid = tti_obj_uuid(follower->types[i].kind);
        uuid = uuid != NULL ? uuid : &none;
        tt_pack_int(p, follower->types[i].type);
        tt_pack_raw(p, (tt_bytes){uuid->bytes, sizeof uuid->bytes});
    }
}

static bool is_known_client(const tt_client *c)
{
    return c->since != 0 || c->name_source != TT_NAME_NONE || c->country != -1 ||
           c->rcon_level != 0 || c->protocol != TT_PROTOCOL_UNKNOWN || c->name[0] != 0 ||
           c->clan[0] != 0;
}

static int32_t demo_slot_mask(const tti_demo_world *f, int32_t cid)
{
    const tt_client *client = &f->world->client[cid];
    const tt_tee *tee = &f->world->tee[cid];
    static const tt_skin no_skin;
    int32_t what = 0;
    what |= tee->alive ? TTI_DEMO_HAS_ALIVE : 0;
    what |= tee->alive || (tee->x | tee->y | f->core_tick[cid]) != 0 ? TTI_DEMO_HAS_PLACE : 0;
    what |= client->connected ? TTI_DEMO_HAS_CONNECTED : 0;
    what |= client->joined ? TTI_DEMO_HAS_JOINED : 0;
    what |= is_known_client(client) ? TTI_DEMO_HAS_CLIENT : 0;
    what |= client->team != 0 ? TTI_DEMO_HAS_TEAM : 0;
    what |= !tti_equal(&f->skin[cid], &no_skin, sizeof no_skin) ? TTI_DEMO_HAS_SKIN : 0;
    what |= f->paused[cid] ? TTI_DEMO_HAS_PAUSED : 0;
    what |= f->by_item[cid] ? TTI_DEMO_HAS_ITEM : 0;
    what |= f->by_message[cid] ? TTI_DEMO_HAS_MESSAGE : 0;
    what |= f->dropped[cid] ? TTI_DEMO_HAS_DROPPED : 0;
    what |= (f->moved[cid / 64] >> cid % 64 & 1) != 0 ? TTI_DEMO_HAS_MOVED : 0;
    return what;
}

static void demo_slot_pack(tt_packer *p, const tti_demo_world *f, int32_t cid, int32_t what)
{
    const tt_client *client = &f->world->client[cid];
    const tt_tee *tee = &f->world->tee[cid];
    tt_pack_int(p, cid);
    tt_pack_int(p, what);
    if ((what & TTI_DEMO_HAS_PLACE) != 0) {
        tt_pack_int(p, tee->x);
        tt_pack_int(p, tee->y);
        tt_pack_int(p, tee->weapon);
        tt_pack_int(p, f->core_tick[cid]);
    }
    if ((what & TTI_DEMO_HAS_CLIENT) != 0) {
        tt_pack_int(p, client->since);
        tt_pack_int(p, client->name_source);
        tt_pack_int(p, client->country);
        tt_pack_int(p, client->rcon_level);
        tt_pack_int(p, client->protocol);
        nul_text_pack(p, client->name);
        nul_text_pack(p, client->clan);
    }
    if ((what & TTI_DEMO_HAS_TEAM) != 0) {
        tt_pack_int(p, client->team);
    }
    if ((what & TTI_DEMO_HAS_SKIN) != 0) {
        nul_text_pack(p, f->skin[cid].name);
        tt_pack_int(p, f->skin[cid].custom_colors);
        tt_pack_int(p, f->skin[cid].color_body);
        tt_pack_int(p, f->skin[cid].color_feet);
    }
}

/* Returns true when a demo has had a full snapshot, if it is as every recorder writes it: the first
 * tick begins with one. */
static bool has_usual_keyframe(bool has_snap, int32_t tick)
{
    return has_snap || tick >= 0;
}

void tti_demo_state_pack(tt_packer *p, const tt_demo *outer, const tti_demo_world *follower,
                         uint64_t offset, int32_t tick)
{
    const tti_demo *demo = tti_demo_seen(outer);
    int32_t count = 0, flags = 0;
    flags |= demo->has_snap ? TTI_DEMO_STATE_HAS_SNAP : 0;
    flags |= demo->unreliable ? TTI_DEMO_STATE_UNRELIABLE : 0;
    flags |= demo->snaps == follower->snaps ? TTI_DEMO_STATE_FOLLOWED : 0;
    flags |= follower->has_snap ? TTI_DEMO_STATE_WORLD_SNAP : 0;
    flags |= follower->is_settled ? TTI_DEMO_STATE_SETTLED : 0;
    flags |= follower->game_paused ? TTI_DEMO_STATE_PAUSED : 0;
    flags |=
        demo->has_keyframe == has_usual_keyframe(demo->has_snap, tick) ? 0 : TTI_DEMO_STATE_ODD;
    tti_pack_u64(p, offset);
    tt_pack_int(p, tick);
    tt_pack_int(p, flags);
    if (demo->has_snap) {
        snap_pack(p, demo);
    }
    tt_pack_int(p, follower->local);
    types_pack(p, follower);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        count += demo_slot_mask(follower, cid) != 0;
    }
    tt_pack_int(p, count);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        int32_t what = demo_slot_mask(follower, cid);
        if (what != 0) {
            demo_slot_pack(p, follower, cid, what);
        }
    }
}

/* Unpacks a snapshot. tt_snap_builder refuses double keys and too many items, so any bytes give a
 * valid snapshot or fail. memory->ints has room for the largest item. */
static void snap_unpack(tt_unpacker *u, tti_demo *demo)
{
    tt_snap_builder builder;
    int32_t *ints = demo->memory->ints;
    tt_snap_builder_init(&builder, &demo->memory->space[demo->space], NULL);
    demo->snap_tick = tti_unpack_between(u, -1, TT_DEMO_TICK_END - 1);
    for (int32_t left = tti_unpack_between(u, 0, TT_SNAP_MAX_ITEMS); left > 0 && u->status == TT_OK;
         left--) {
        int32_t type = tti_unpack_between(u, 0, TT_SNAP_MAX_TYPE);
        int32_t id = tti_unpack_between(u, 0, TT_SNAP_MAX_ID);
        int32_t size = tti_unpack_between(u, 0, TT_SNAP_MAX_ITEM_INTS);
        for (int32_t n = 0; n < size && u->status == TT_OK; n++) {
            ints[n] = tt_unpack_int(u);
        }
        tti_require(u, u->status != TT_OK ||
                           tt_snap_builder_add(&builder, type, id, ints, (size_t)size) == TT_OK);
    }
    demo->has_snap = true;
    demo->snap = u->status == TT_OK ? tt_snap_builder_finish(&builder) : tt_snap_empty();
}

static void types_unpack(tt_unpacker *u, tti_demo_world *follower)
{
    static const tt_uuid none = {{0}};
    follower->type_count = (uint32_t)tti_unpack_between(u, 0, TT_SNAP_MAX_TYPES);
    for (uint32_t i = 0; i < follower->type_count && u->status == TT_OK; i++) {
        tt_uuid uuid = none;
        follower->types[i].type = tti_unpack_between(u, TT_SNAP_FIRST_EXTENDED, TT_SNAP_MAX_ID);
        tt_bytes bytes = tt_unpack_raw(u, sizeof uuid.bytes);
        tti_copy(uuid.bytes, bytes.data, bytes.size);
        follower->types[i].kind =
            tti_uuid_equal(&uuid, &none) ? TT_OBJ_KINDS : tti_obj_find_uuid(&uuid);
    }
}

static void demo_client_unpack(tt_unpacker *u, tt_client *client)
{
    client->since = tti_unpack_between(u, -1, INT32_MAX);
    client->name_source = (uint8_t)tti_unpack_between(u, TT_NAME_NONE, TT_NAME_RECORDED);
    client->country = tt_unpack_int(u);
    client->rcon_level = tti_unpack_between(u, 0, TTI_RCON_LEVEL_MAX);
    client->protocol = (uint8_t)tti_unpack_between(u, TT_PROTOCOL_UNKNOWN, TT_PROTOCOL_7);
    tti_require(u, client->protocol == TT_PROTOCOL_UNKNOWN || client->protocol >= TT_PROTOCOL_6);
    tti_unpack_text(u, client->name, 0, sizeof client->name - 1);
    tti_unpack_text(u, client->clan, 0, sizeof client->clan - 1);
}

static void demo_slot_unpack(tt_unpacker *u, tti_demo_world *f, int32_t cid)
{
    tt_client *client = &f->world->client[cid];
    tt_tee *tee = &f->world->tee[cid];
    int32_t what = tti_unpack_between(u, 1, TTI_DEMO_HAS_ALL);
    tee->alive = (what & TTI_DEMO_HAS_ALIVE) != 0;
    client->connected = (what & TTI_DEMO_HAS_CONNECTED) != 0;
    client->joined = (what & TTI_DEMO_HAS_JOINED) != 0;
    f->paused[cid] = (what & TTI_DEMO_HAS_PAUSED) != 0;
    f->by_item[cid] = (what & TTI_DEMO_HAS_ITEM) != 0;
    f->by_message[cid] = (what & TTI_DEMO_HAS_MESSAGE) != 0;
    f->dropped[cid] = (what & TTI_DEMO_HAS_DROPPED) != 0;
    f->moved[cid / 64] |= (uint64_t)((what & TTI_DEMO_HAS_MOVED) != 0) << cid % 64;
    if ((what & TTI_DEMO_HAS_PLACE) != 0) {
        tee->x = tt_unpack_int(u);
        tee->y = tt_unpack_int(u);
        tee->weapon = (int8_t)tti_unpack_between(u, -1, 5); /* -1 for no weapon */
        f->core_tick[cid] = tt_unpack_int(u);
    }
    if ((what & TTI_DEMO_HAS_CLIENT) != 0) {
        demo_client_unpack(u, client);
    }
    if ((what & TTI_DEMO_HAS_TEAM) != 0) {
        client->team = tti_unpack_between(u, 1, TT_TEAMS - 1);
    }
    if ((what & TTI_DEMO_HAS_SKIN) != 0) {
        tti_unpack_text(u, f->skin[cid].name, 0, sizeof f->skin[cid].name - 1);
        f->skin[cid].custom_colors = tti_unpack_between(u, 0, 1);
        f->skin[cid].color_body = tt_unpack_int(u);
        f->skin[cid].color_feet = tt_unpack_int(u);
    }
}

/* Unpacks the flags of reader and follower. The reader and the follower count snapshots. Only the
 * difference of their counts matters, so both restart. */
static void flags_unpack(tt_unpacker *u, tti_demo *demo, tti_demo_world *follower)
{
    int32_t flags = tti_unpack_between(u, 0, 2 * TTI_DEMO_STATE_ODD - 1);
    bool has_snap = (flags & TTI_DEMO_STATE_HAS_SNAP) != 0,
         is_odd = (flags & TTI_DEMO_STATE_ODD) != 0;
    demo->has_keyframe = has_usual_keyframe(has_snap, demo->tick) != is_odd;
    demo->unreliable = (flags & TTI_DEMO_STATE_UNRELIABLE) != 0;
    demo->snaps = 1;
    follower->snaps = (flags & TTI_DEMO_STATE_FOLLOWED) != 0;
    follower->has_snap = (flags & TTI_DEMO_STATE_WORLD_SNAP) != 0;
    follower->is_settled = (flags & TTI_DEMO_STATE_SETTLED) != 0;
    follower->game_paused = (flags & TTI_DEMO_STATE_PAUSED) != 0;
    if (has_snap) {
        tti_require(u, demo->has_keyframe);
        snap_unpack(u, demo);
    }
}

/* Unpacks the state of a reader and its follower. Each round reads a byte or fails, so the loops
 * end on any input. */
void tti_demo_state_unpack(tt_unpacker *u, tt_demo *outer, tti_demo_world *follower)
{
    tti_demo *demo = tti_demo_of(outer);
    tt_demo_seek(outer, tti_unpack_u64(u));
    demo->tick = tti_unpack_between(u, -1, TT_DEMO_TICK_END - 1);
    follower->world->tick = demo->tick < 0 ? 0 : demo->tick;
    flags_unpack(u, demo, follower);
    follower->local = tti_unpack_between(u, -1, TT_CIDS - 1);
    types_unpack(u, follower);
    int32_t cid = -1;
    for (int32_t left = tti_unpack_between(u, 0, TT_CIDS); left > 0 && u->status == TT_OK; left--) {
        cid = tti_unpack_between(u, cid + 1, TT_CIDS - 1);
        if (u->status == TT_OK) {
            demo_slot_unpack(u, follower, cid);
        }
    }
}
