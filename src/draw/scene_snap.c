/* SPDX-License-Identifier: MIT
 *
 * Takes a snapshot: the kinds of its items, who is in it, and its events. Two snapshots are kept.
 * Rings keep events, which a snapshot has only once. This file also copies the texts of a scene.
 */
#include "draw/moment.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "follow/follow.h"
#include "schema/fields.h"
#include "snap/index.h"
#include "teetape/string.h"

/* Copies a text. A character that does not fit ends it. `last` is the end without blanks. Zeros
 * after it overwrite bytes of an older text. */
void tti_scene_text(char *dst, size_t cap, tt_bytes text)
{
    size_t at = 0, size = 0, last = 0;
    while (at < text.size) {
        size_t used;
        int32_t point = tt_utf8_decode((tt_bytes){text.data + at, text.size - at}, &used);
        bool is_blank = point >= 0 && (point < 0x20 || tti_utf8_is_unseen(point));
        tt_bytes part = point < 0  ? tt_bytes_of("\xef\xbf\xbd")
                        : is_blank ? tt_bytes_of(" ")
                                   : (tt_bytes){text.data + at, used};
        at += used;
        if (size + part.size >= cap) {
            break;
        }
        tti_copy(dst + size, part.data, part.size);
        size += part.size;
        last = is_blank || (part.size == 1 && part.data[0] == ' ') ? last : size;
    }
    tti_fill(dst + last, 0, cap - last);
}

void tti_scene_quiet(tti_scene *scene)
{
    scene->chats = 0;
    scene->kills = 0;
    scene->events = 0;
    scene->broadcast[0] = 0;
    scene->broadcast_tick = 0;
    scene->time_tick = -1;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        scene->player[cid].emoticon = -1;
    }
}

/* Returns the kind of an item, TT_OBJ_KINDS for an unknown type. Some items have the layout of
 * another kind (tt_obj_layout). `rec` is the demo, or NULL. */
static tt_obj_kind drawn_kind(const tt_snap *snap, const tt_snap_item *item,
                              const tt_recording *rec)
{
    tt_obj_kind kind = rec != NULL ? tt_recording_object(rec, item->type)
                                   : tt_snap_kind(snap, TT_DIALECT_DDNET, item->type);
    return kind < TT_OBJ_KINDS ? tt_obj_layout(kind, item->data, item->size) : TT_OBJ_KINDS;
}

/* Finds the kinds of all items. The last kind is kept, because items of a type mostly follow each
 * other. The layout of projectiles differs from item to item, so each is examined. An item that is
 * too short for its kind has none. */
static void find_kinds(tti_scene_snap *s, const tt_recording *rec)
{
    int32_t type = -1;
    tt_obj_kind kind = TT_OBJ_KINDS;
    for (uint32_t i = 0; i < s->snap.count; i++) {
        tt_snap_item item = tt_snap_item_at(&s->snap, i);
        if (item.type != type || kind == TT_OBJ_DDRACE_PROJECTILE || kind == TT_OBJ_PROJECTILE) {
            type = item.type;
            kind = drawn_kind(&s->snap, &item, rec);
        }
        s->kind[i] = (uint8_t)(tti_obj_fit(kind, item.size) < 0 ? TT_OBJ_KINDS : kind);
    }
}

/* Converts a text of four bytes an int, at most 8 ints. */
static void ints_text(char *dst, size_t cap, const int32_t *ints, size_t count)
{
    char raw[4 * 8];
    (void)tt_string_from_ints(raw, ints, count);
    tti_scene_text(dst, cap, tt_bytes_of(raw));
}

/* Takes a client. It is not compared with the last snapshot, which would cost as much as
 * copying. */
static void take_client(tti_scene *scene, int32_t cid, const struct tt_obj_client_info *info)
{
    tt_scene_player *p = &scene->player[cid];
    p->is_known = true;
    p->is_seven = 0;
    p->country = info->country;
    ints_text(p->name, sizeof p->name, info->name, 4);
    ints_text(p->clan, sizeof p->clan, info->clan, 3);
    ints_text(p->skin.name, sizeof p->skin.name, info->skin, 6);
    p->skin.custom_colors = info->use_custom_color != 0;
    p->skin.color_body = info->color_body;
    p->skin.color_feet = info->color_feet;
}

/* Takes a client of 0.7, whose skin has parts. */
static void take_client_seven(tti_scene *scene, int32_t cid,
                              const struct tt_obj_tw7_de_client_info *info)
{
    tt_scene_player *p = &scene->player[cid];
    p->is_known = true;
    p->is_seven = 1;
    p->country = info->country;
    p->team = (int8_t)(info->team < 0 ? -1 : info->team > 0);
    ints_text(p->name, sizeof p->name, info->name, 4);
    ints_text(p->clan, sizeof p->clan, info->clan, 3);
    for (unsigned i = 0; i < TT_SKIN_PARTS; i++) {
        ints_text(p->part[i].name, sizeof p->part[i].name, info->skin_part_names[i], 6);
        p->part[i].custom = info->use_custom_colors[i] != 0;
        p->part[i].color = info->skin_part_colors[i];
    }
}

/* Returns the kind under which an event of either protocol is kept, or TT_OBJ_KINDS for sounds and
 * for other items. */
static tt_obj_kind event_kind(tt_obj_kind kind)
{
    switch (kind) {
    case TT_OBJ_EXPLOSION:
    case TT_OBJ_TW7_EXPLOSION:
        return TT_OBJ_EXPLOSION;
    case TT_OBJ_SPAWN:
    case TT_OBJ_TW7_SPAWN:
        return TT_OBJ_SPAWN;
    case TT_OBJ_HAMMER_HIT:
    case TT_OBJ_TW7_HAMMER_HIT:
        return TT_OBJ_HAMMER_HIT;
    case TT_OBJ_DEATH:
    case TT_OBJ_TW7_DEATH:
        return TT_OBJ_DEATH;
    case TT_OBJ_DAMAGE_IND:
    case TT_OBJ_TW7_DAMAGE:
        return TT_OBJ_DAMAGE_IND;
    case TT_OBJ_FINISH:
    case TT_OBJ_BIRTHDAY:
        return kind;
    default:
        return TT_OBJ_KINDS;
    }
}

/* Adds an event. Every event begins with its position. */
static void add_event(tti_scene *scene, tt_obj_kind kind, const tt_snap_item *item)
{
    tti_scene_event *event = &scene->event[scene->events++ % TTI_SCENE_EVENTS];
    tt_obj_any any;
    tt_obj_unpack(&any, kind, item->data, item->size);
    *event = (tti_scene_event){event_kind(kind), scene->tick, item->id, any.explosion.x,
                               any.explosion.y,  0,           1};
    if (kind == TT_OBJ_DEATH) {
        event->value = any.death.client_id;
    } else if (kind == TT_OBJ_TW7_DEATH) {
        event->value = any.tw7_death.client_id;
    } else if (kind == TT_OBJ_DAMAGE_IND) {
        event->value = any.damage_ind.angle;
    } else if (kind == TT_OBJ_TW7_DAMAGE) {
        int64_t amount = (int64_t)any.tw7_damage.health_amount + any.tw7_damage.armor_amount;
        event->value = any.tw7_damage.angle;
        event->amount = (int32_t)(amount < 1 ? 1 : amount > 10 ? 10 : amount);
    }
}

/* Takes an item. A PlayerInfo names its client in a member, so its id is ignored. */
static void scene_take_item(tti_scene *scene, tt_obj_kind kind, const tt_snap_item *item)
{
    tt_obj_any any;
    if (event_kind(kind) != TT_OBJ_KINDS) {
        add_event(scene, kind, item);
        return;
    }
    /* other ids are client ids, but any uint16 in a damaged file */
    if (item->id >= TT_CIDS && kind != TT_OBJ_PLAYER_INFO) {
        return;
    }
    switch (kind) {
    case TT_OBJ_CLIENT_INFO:
        tt_obj_unpack(&any, kind, item->data, item->size);
        take_client(scene, item->id, &any.client_info);
        break;
    case TT_OBJ_TW7_DE_CLIENT_INFO:
        tt_obj_unpack(&any, kind, item->data, item->size);
        take_client_seven(scene, item->id, &any.tw7_de_client_info);
        break;
    case TT_OBJ_PLAYER_INFO:
        tt_obj_unpack(&any, kind, item->data, item->size);
        if (any.player_info.client_id >= 0 && any.player_info.client_id < TT_CIDS) {
            int32_t team = any.player_info.team;
            scene->player[any.player_info.client_id].team = (int8_t)(team < 0 ? -1 : team > 0);
        }
        break;
    default:
        break;
    }
}

/* Follows the tees at once, because a snapshot is gone when the next one comes. */
static void take_tees(tti_scene *scene, tti_scene_snap *s)
{
    tti_follow_set(&scene->follow, scene->set.terrain);
    tti_follow_snapshot(&scene->follow, &s->snap, s->kind, s->tick);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        s->has_tee[cid] = (uint8_t)tt_follow_tee(&scene->follow, cid, s->tick, &s->tee[cid]);
    }
}

/* Takes a snapshot. The reader will overwrite its own, so it is copied over the older of the two.
 * When nothing changed, the reader gives the same snapshot again, and its events must not count
 * twice. */
void tti_scene_snapshot(tti_scene *scene, const tt_snap *snap, int32_t tick,
                        const tt_recording *rec, bool is_new)
{
    /* after a seek backwards the kept snapshot does not precede this one */
    if (tick < scene->tick) {
        tti_scene_quiet(scene);
        scene->snap[scene->now].tick = -1;
    }
    scene->now = (uint8_t)(1 - scene->now);
    tti_scene_snap *s = &scene->snap[scene->now];
    const tti_scene_snap *before = &scene->snap[1 - scene->now];
    tti_snap_copy(&s->snap, &s->space, snap);
    s->tick = tick;
    scene->tick = tick;
    scene->first_tick = scene->first_tick < 0 ? tick : scene->first_tick;
    scene->before_tick = before->tick >= 0 && tick - before->tick <= 10 ? before->tick : tick;
    find_kinds(s, rec);
    for (uint32_t i = 0; is_new && i < s->snap.count; i++) {
        tt_snap_item item = tt_snap_item_at(&s->snap, i);
        scene_take_item(scene, (tt_obj_kind)s->kind[i], &item);
    }
    take_tees(scene, s);
}
