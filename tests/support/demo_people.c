/* SPDX-License-Identifier: MIT
 *
 * Demos in which people come and go.
 */
#include "support/demo_people.h"

#include <stdio.h>
#include <string.h>

#include "cm.h"
#include "msg/inside.h"
#include "schema/fields.h"
#include "teetape/server_message.h"
#include "teetape/snap_object.h"
#include "teetape/string.h"
#include "teetape/varint.h"

enum { PEOPLE = 6, LEVEL_TYPE = 0x7ffe, LEVEL_TYPE_2 = 0x7ffd };

struct person {
    int is_there, has_name, has_tee, is_local, has_level;
    struct tt_obj_client_info info;
    struct tt_obj_player_info player;
    struct tt_obj_character tee;
    int32_t level[2];
};

struct people {
    uint64_t seed;
    int is_strange, declares, declares_2;
    unsigned shots;
    struct person person[PEOPLE];
};

static unsigned chance(struct people *p, unsigned n)
{
    return (unsigned)(random_next(&p->seed) % n);
}

/* True once in `n` calls, on average. */
static int once_in(struct people *p, unsigned n)
{
    return chance(p, n) == 0;
}

static void rename_person(struct people *p, struct person *person)
{
    static const char *const names[] = {"ada", "ben", "cy", "dora", "eve", ""};
    tt_string_to_ints(person->info.name, 4, tt_bytes_of(names[chance(p, 6)]));
    tt_string_to_ints(person->info.clan, 3, tt_bytes_of(once_in(p, 2) ? "red" : "blue"));
    person->info.country = (int32_t)chance(p, 3);
}

static void change_person(struct people *p, int cid)
{
    struct person *person = &p->person[cid];
    if (once_in(p, 20)) {
        person->is_there ^= 1;
        person->has_name = person->is_there;
    }
    if (once_in(p, 30)) {
        rename_person(p, person);
    }
    if (once_in(p, 15)) {
        person->has_tee = person->is_there && !person->has_tee;
    }
    if (once_in(p, 2)) {
        person->tee.x += (int32_t)chance(p, 9) - 4;
        person->tee.tick = once_in(p, 3) ? 0 : 40 + (int32_t)chance(p, 9);
        person->tee.weapon = (int32_t)chance(p, 6);
    }
    if (once_in(p, 9)) {
        person->player.score++;
    }
    if (once_in(p, 25)) {
        person->level[1] = (int32_t)chance(p, 3);
    }
    person->player.local = cid == 1;
    person->player.client_id = cid;
    person->has_level = person->is_there;
    if (p->is_strange && once_in(p, 12)) {
        person->is_local ^= 1;
        person->has_name = once_in(p, 2);
        person->has_tee = once_in(p, 2);
    }
    person->has_level |= p->is_strange && once_in(p, 4);
    person->player.local ^= p->is_strange && person->is_local;
}

static void add(tt_snap_builder *b, int32_t type, int32_t id, const void *ints, size_t count)
{
    assert_int_equal(tt_snap_builder_add(b, type, id, ints, count), TT_OK);
}

static void declare_level(tt_snap_builder *b, int32_t type)
{
    const uint8_t *bytes = tti_obj_uuid(TT_OBJ_DDNET_PLAYER)->bytes;
    int32_t words[4];
    for (int i = 0; i < 4; i++) {
        words[i] = (int32_t)((uint32_t)bytes[4 * i] << 24 | (uint32_t)bytes[4 * i + 1] << 16 |
                             (uint32_t)bytes[4 * i + 2] << 8 | bytes[4 * i + 3]);
    }
    add(b, 0, type, words, 4);
}

static tt_snap build(struct people *p, tt_snap_space *space)
{
    static const int32_t shot[6] = {1, 2, 3, 4, 5, 6};
    tt_snap_builder b;
    tt_snap_builder_init(&b, space, NULL);
    if (p->declares) {
        declare_level(&b, LEVEL_TYPE);
    }
    if (p->declares_2) {
        declare_level(&b, LEVEL_TYPE_2);
    }
    for (int32_t i = 0; i < 4; i++) {
        if ((p->shots >> i & 1) != 0) {
            add(&b, 2, i, shot, 6);
        }
    }
    for (int32_t cid = 0; cid < PEOPLE; cid++) {
        const struct person *person = &p->person[cid];
        if (person->has_level) {
            add(&b, LEVEL_TYPE, cid, person->level, 2);
        }
        if (person->has_tee) {
            add(&b, 9, cid, &person->tee, sizeof person->tee / 4);
        }
        if (person->is_there) {
            add(&b, 10, cid, &person->player, sizeof person->player / 4);
        }
        if (person->has_name) {
            add(&b, 11, cid, &person->info, sizeof person->info / 4);
        }
        if (p->declares_2 && cid == 2) {
            static const int32_t other[2] = {0, 1};
            add(&b, LEVEL_TYPE_2, cid, other, 2);
        }
    }
    return tt_snap_builder_finish(&b);
}

static void write_message(tt_demo_writer *w, tt_packer *packer)
{
    assert_int_equal(tt_demo_write_message(w, tt_packer_bytes(packer)), TT_OK);
}

static void talk(struct people *p, tt_demo_writer *w)
{
    uint8_t bytes[200];
    char text[40];
    tt_packer packer = tt_packer_of(bytes, sizeof bytes);
    switch (chance(p, 8)) {
    case 0:
        snprintf(text, sizeof text, "number %u", chance(p, 1000));
        tti_sv_pack_id(&packer, TT_SV_CHAT);
        tt_pack_int(&packer, (int32_t)chance(p, 2));
        tt_pack_int(&packer, (int32_t)chance(p, PEOPLE + 1) - 1);
        tt_pack_string(&packer, tt_bytes_of(text), 0);
        write_message(w, &packer);
        break;
    case 1:
        tti_sv_pack_id(&packer, TT_SV_TUNE_PARAMS);
        for (int i = 0; i < 30; i++) {
            tt_pack_int(&packer, 100 * i);
        }
        write_message(w, &packer);
        break;
    case 2:
        tt_pack_int(&packer, (int32_t)chance(p, 300)); /* a system message, or an unknown one */
        write_message(w, &packer);
        break;
    case 3:
        tti_sv_pack_id(&packer, TT_SV_SERVER_ALERT);
        tt_pack_string(&packer, tt_bytes_of("alert"), 0);
        write_message(w, &packer);
        break;
    default:
        break;
    }
}

static void change(struct people *p)
{
    for (int cid = 0; cid < PEOPLE; cid++) {
        change_person(p, cid);
    }
    p->shots = once_in(p, 3) ? chance(p, 16) : p->shots;
    p->declares = !p->is_strange || p->declares || once_in(p, 20);
    p->declares_2 = p->is_strange && (p->declares_2 || once_in(p, 60));
}

void demo_people_make(demo_bytes *dst, uint64_t seed, int ticks, unsigned how)
{
    static tt_demo_write_memory memory;
    static tt_snap_space space;
    struct people p = {.seed = seed, .is_strange = (how & DEMO_PEOPLE_STRANGE) != 0};
    tt_demo_header header = demo_make_header(6, 0);
    tt_demo_writer w;
    tt_demo_patch patch;
    int32_t tick = 100;
    tt_demo_writer_init(&w, &memory, demo_bytes_put, dst);
    assert_int_equal(tt_demo_write_header(&w, &header), TT_OK);
    assert_int_equal(tt_demo_write_map(&w, (tt_bytes){NULL, 0}), TT_OK);
    for (int cid = 0; cid < PEOPLE; cid++) {
        p.person[cid].is_there = p.person[cid].has_name = cid < 3;
        rename_person(&p, &p.person[cid]);
    }
    for (int i = 0; i < ticks; i++) {
        change(&p);
        tt_snap snap = build(&p, &space);
        assert_int_equal(tt_demo_write_snapshot(&w, tick, &snap), TT_OK);
        talk(&p, &w);
        tick += once_in(&p, 16) ? 40 : 1;
    }
    assert_int_equal(tt_demo_write_finish(&w, &patch), TT_OK);
    memcpy(dst->data, patch.bytes, patch.size);
}
