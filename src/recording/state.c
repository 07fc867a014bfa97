/* SPDX-License-Identifier: MIT
 *
 * Packs and unpacks the state of a recording.
 *
 *     form                int: STATE_FORM
 *     format              int: a tt_format
 *     flags               int, a set of HAS_*
 *     first tick          int
 *     sessions without a client  u64
 *     damage              with HAS_DAMAGE: int tick, u64 offset
 *     names               int count; each int client id, text and NUL: for sessions whose name
 *                         the world does not have any more
 *     marks of clients    int count; each int client id, and int, a set of IS_*; with IS_KILLED int
 *                         tick, u64 session + 1, u64 offset of the message
 *     reader              the rest: that of the format
 *
 * Ints are those of varint.h, u64 those of wire/checked.h.
 *
 * The first part belongs to the loop, and `reader` to the format. After a resume no fact may be
 * given about an earlier state. The known state of clients is therefore made from the world, except
 * for the packed members.
 */
#include "base/mem.h"
#include "recording/recording.h"
#include "teetape/string.h"
#include "teetape/varint.h"
#include "wire/checked.h"

/* A state of another form is refused. An index with such states has another version. */
#define STATE_FORM 2

/* docs/format/index.md has these bits. */
enum { HAS_OPEN_TICK = 1, HAS_DAMAGE = 2, HAS_ALL = 3 };
enum { IS_OTHERS_TEE = 1, IS_KILLED = 2, IS_PLACED = 4 };

/* Returns false while a fact of the record is still to be given, because a state has no facts. */
bool tt_recording_is_access_point(const tt_recording *rec)
{
    const tti_recording *r = tti_recording_seen(rec);
    bool has_more = r->ending == TT_OK || r->ending == TT_END;
    return r->has_header && !r->has_next && !r->is_unfollowed && has_more && r->format->can_pack(r);
}

static bool has_changed_name(const tti_recording *r, int32_t cid)
{
    return !tti_equal(r->name[cid], r->world.client[cid].name, TT_NAME_CAP);
}

static void names_pack(tt_packer *p, const tti_recording *r)
{
    int32_t count = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        count += has_changed_name(r, cid);
    }
    tt_pack_int(p, count);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (has_changed_name(r, cid)) {
            tt_pack_int(p, cid);
            tt_pack_raw(p, (tt_bytes){(const uint8_t *)r->name[cid], tti_strlen(r->name[cid]) + 1});
        }
    }
}

/* Packs only the marks of a client that the world does not show. tti_demo_know and
 * tti_teehistorian_know restore the rest. */
static int32_t client_flags(const tti_known *known)
{
    static const int32_t killed[] = {[TTI_KILLED] = IS_KILLED, [TTI_PLACED] = IS_PLACED};
    return (known->alive == TTI_OTHERS_TEE ? IS_OTHERS_TEE : 0) | killed[known->killed.is];
}

static void clients_pack(tt_packer *p, const tti_recording *r)
{
    int32_t count = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        count += client_flags(&r->known[cid]) != 0;
    }
    tt_pack_int(p, count);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        int32_t flags = client_flags(&r->known[cid]);
        if (flags != 0) {
            tt_pack_int(p, cid);
            tt_pack_int(p, flags);
        }
        if ((flags & IS_KILLED) != 0) {
            const tti_killed *killed = &r->known[cid].killed;
            tt_pack_int(p, killed->tick);
            tti_pack_u64(p, killed->session + 1);
            tti_pack_u64(p, killed->offset);
        }
    }
}

/* Packs the state. Only HAS_OPEN_TICK depends on the wants of the caller. */
void tt_recording_pack(tt_packer *packer, const tt_recording *rec)
{
    const tti_recording *r = tti_recording_seen(rec);
    if (packer->status != TT_OK) {
        return;
    }
    if (!tt_recording_is_access_point(rec)) {
        packer->status = TT_ERR_ARGUMENT;
        return;
    }
    tt_pack_int(packer, STATE_FORM);
    tt_pack_int(packer, (int32_t)tt_recording_look(rec).format);
    tt_pack_int(packer, (r->tick_open ? HAS_OPEN_TICK : 0) | (r->damage.is_there ? HAS_DAMAGE : 0));
    tt_pack_int(packer, r->first_tick);
    tti_pack_u64(packer, r->nobody);
    if (r->damage.is_there) {
        tt_pack_int(packer, r->damage.tick);
        tti_pack_u64(packer, r->damage.offset);
    }
    names_pack(packer, r);
    clients_pack(packer, r);
    r->format->pack(packer, r);
}

/* Parts that are read before the world exists. They are stored after the format's `unpack` has set
 * the world. */
struct kept {
    tt_format format;
    bool tick_open;
    int32_t first_tick;
    uint64_t nobody;
    tti_damage damage;
    char name[TT_CIDS][TT_NAME_CAP];
    uint8_t has_name[TT_CIDS];
    uint8_t flags[TT_CIDS];
    tti_killed killed[TT_CIDS];
};

/* Unpacks names. Client ids are in ascending order. After a failure `cid` is 0, which is a valid
 * index. */
static void names_unpack(tt_unpacker *u, struct kept *kept)
{
    int32_t cid = -1;
    for (int32_t left = tti_unpack_between(u, 0, TT_CIDS); left > 0 && u->status == TT_OK; left--) {
        cid = tti_unpack_between(u, cid + 1, TT_CIDS - 1);
        tti_unpack_text(u, kept->name[cid], 0, TT_NAME_CAP - 1);
        kept->has_name[cid] = 1;
    }
}

/* Unpacks the marks of clients. A client with no marks must not be listed, so that equal states
 * have equal bytes. */
static void clients_unpack(tt_unpacker *u, struct kept *kept)
{
    int32_t cid = -1;
    for (int32_t left = tti_unpack_between(u, 0, TT_CIDS); left > 0 && u->status == TT_OK; left--) {
        cid = tti_unpack_between(u, cid + 1, TT_CIDS - 1);
        bool is_demo = kept->format == TT_FORMAT_DEMO;
        int32_t flags =
            tti_unpack_between(u, 1, is_demo ? IS_PLACED | IS_OTHERS_TEE : IS_OTHERS_TEE);
        if (u->status == TT_OK) {
            kept->flags[cid] = (uint8_t)flags;
            kept->killed[cid].is = (flags & IS_PLACED) != 0 ? TTI_PLACED : 0;
            kept->killed[cid].session = TT_SESSION_NONE;
        }
        if (u->status == TT_OK && (flags & IS_KILLED) != 0) {
            int32_t tick = tti_unpack_between(u, -1, TT_DEMO_TICK_END - 1);
            uint64_t session = tti_unpack_u64(u) - 1;
            kept->killed[cid] = (tti_killed){TTI_KILLED, tick, session, tti_unpack_u64(u)};
        }
    }
}

static bool has_sessions(const struct kept *kept, uint64_t count)
{
    bool good = true;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        uint64_t session = kept->killed[cid].session;
        good &= kept->killed[cid].is == 0 || session == TT_SESSION_NONE || session < count;
    }
    return good;
}

static void take_kept(tti_recording *r, const struct kept *kept)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tti_copy(r->name[cid], kept->has_name[cid] ? kept->name[cid] : r->world.client[cid].name,
                 TT_NAME_CAP);
        r->known[cid].killed = kept->killed[cid];
        r->has_killed |= kept->killed[cid].is;
        if ((kept->flags[cid] & IS_OTHERS_TEE) != 0) {
            r->known[cid].alive = TTI_OTHERS_TEE;
        }
    }
}

static void begin_unpack(tt_unpacker *u, struct kept *kept)
{
    tti_fill(kept, 0, sizeof *kept);
    tti_unpack_between(u, STATE_FORM, STATE_FORM);
    kept->format = (tt_format)tti_unpack_between(u, TT_FORMAT_UNKNOWN + 1, TT_FORMATS - 1);
    int32_t flags = tti_unpack_between(u, 0, HAS_ALL);
    kept->tick_open = (flags & HAS_OPEN_TICK) != 0;
    kept->first_tick = tti_unpack_between(u, -1, INT32_MAX);
    kept->nobody = tti_unpack_u64(u);
    if ((flags & HAS_DAMAGE) != 0) {
        kept->damage.is_there = true;
        kept->damage.tick = tti_unpack_between(u, -1, INT32_MAX);
        kept->damage.offset = tti_unpack_u64(u);
    }
    names_unpack(u, kept);
    clients_unpack(u, kept);
}

tt_status tt_recording_resume(tt_recording *rec, void *scratch, size_t scratch_size,
                              tt_bytes header, tt_bytes state)
{
    tti_recording *r = tti_recording_of(rec);
    struct kept kept;
    tt_unpacker u = tt_unpacker_of(state.data, state.size);
    tt_status status = tt_recording_init(rec, scratch, scratch_size);
    if (status != TT_OK) {
        return status;
    }
    begin_unpack(&u, &kept);
    bool is_same = u.status == TT_OK && tti_format_told(header) == kept.format;
    if (is_same) {
        r->format = tti_formats[kept.format];
        r->tick_open = kept.tick_open;
        r->first_tick = kept.first_tick;
        r->nobody = kept.nobody;
        r->damage = kept.damage;
        r->format->begin(r); /* cannot fail, because the scratch is large enough */
        r->format->unpack(&u, r, header);
        /* u.odd refuses overlong ints, which no state has */
        uint64_t sessions = r->format->sessions(r).count;
        tti_require(&u, tt_unpacker_left(&u) == 0 && u.odd == 0 && r->nobody <= sessions &&
                            has_sessions(&kept, sessions));
    }
    if (!is_same || u.status != TT_OK) {
        tt_recording_init(rec, scratch, scratch_size);
        r->error = (tt_error){TT_ERR_STATE, 0, tt_status_text(TT_ERR_STATE)};
        r->ending = TT_ERR_STATE;
        return TT_ERR_STATE;
    }
    take_kept(r, &kept);
    r->format->set(r);
    return TT_OK;
}
