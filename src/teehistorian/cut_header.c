/* SPDX-License-Identifier: MIT
 *
 * The header of a cut: the text of the original with a few members changed.
 *
 *     ... "game_uuid":"this cut","cut_of":"the first original" ...
 *
 * It is edited as text, not made anew: keys that this library does not know, blanks and the order
 * remain. The text is gone through once, and what was not changed is copied in long pieces.
 */
#include "base/mem.h"
#include "teehistorian/cut.h"

/* Most bytes that are added: the two UUIDs with their keys, and the text that is the cut's name
 * without the selection. */
#define ADDED 200

/* From the original's text to that of the cut. All places are offsets in `json`. */
typedef struct edit {
    tt_packer out;        /* the text of the cut so far */
    tt_bytes json;        /* the text of the original */
    size_t done;          /* up to here the original was copied or passed over */
    size_t last_end;      /* where the last member ends that was kept; 0: there was none */
    int told;             /* the UUIDs are there */
    const tt_th_cut *cut; /* has the two UUIDs */
} edit;

static void text_pack(tt_packer *p, const char *text)
{
    tt_pack_raw(p, tt_bytes_of(text));
}

/* A number that is not negative, in decimal. */
static void number_pack(tt_packer *p, int64_t number)
{
    uint8_t digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (uint8_t)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    tt_pack_raw(p, (tt_bytes){digits + at, sizeof digits - at});
}

/* The first original: that of the cut which this header is, or this game itself. Without a
 * game_uuid the header is the name of the game: another header gives another one. */
static tt_uuid original_of(const tt_th_header *header)
{
    if (TT_TH_HAS(header, cut_of)) {
        return header->cut_of;
    }
    if (TT_TH_HAS(header, game_uuid)) {
        return header->game_uuid;
    }
    return tt_uuid_from_name(header->json);
}

/* Works out the UUIDs, with the name of the cut in the space, which the header's text needs only
 * later. No clock and no chance is in it: the same cut of the same game has the same UUID wherever
 * it is made. */
static tt_status identify(tt_th_cut *cut, const tt_th_header *header, tt_packer p)
{
    number_pack(&p, cut->options.from);
    text_pack(&p, ",");
    if (cut->options.to != TT_TH_CUT_END) {
        number_pack(&p, cut->options.to);
    }
    text_pack(&p, ",");
    tt_pack_raw(&p, cut->options.selection);
    cut->cut_of = original_of(header);
    cut->game_uuid = tt_uuid_from_name_in(&cut->cut_of, tt_packer_bytes(&p));
    return p.status;
}

/* Copies the original up to here, if it was not yet. Places come in the order of the text. */
static void copy_to(edit *e, size_t at)
{
    if (at > e->done) {
        tt_pack_raw(&e->out, (tt_bytes){e->json.data + e->done, at - e->done});
        e->done = at;
    }
}

/* The value of game_uuid, and the member cut_of after it. */
static void uuids_pack(edit *e)
{
    char text[TT_UUID_TEXT];
    tt_uuid_format(text, &e->cut->game_uuid);
    text_pack(&e->out, "\"");
    text_pack(&e->out, text);
    text_pack(&e->out, "\",\"cut_of\":\"");
    tt_uuid_format(text, &e->cut->cut_of);
    text_pack(&e->out, text);
    text_pack(&e->out, "\"");
    e->told = 1;
}

/* The form of version 1, 2017-09-28 02:42:35 +0200, becomes 2017-09-28T02:42:35+0200. */
enum { BLANK = 10, SECOND_BLANK = 19, OLD_TIME = 25 };

/* The header was parsed and the time is one, so the two blanks are enough to know the form. */
static int is_old_time(tt_bytes text)
{
    return text.size == OLD_TIME && text.data[BLANK] == ' ' && text.data[SECOND_BLANK] == ' ';
}

static void time_pack(edit *e, tt_bytes text)
{
    tt_pack_raw(&e->out, (tt_bytes){text.data, BLANK});
    text_pack(&e->out, "T");
    tt_pack_raw(&e->out, (tt_bytes){text.data + BLANK + 1, SECOND_BLANK - BLANK - 1});
    tt_pack_raw(&e->out, (tt_bytes){text.data + SECOND_BLANK + 1, text.size - SECOND_BLANK - 1});
}

/* Where a view into the original begins. Values of the parsed header are such views. */
static size_t place_of(const edit *e, tt_bytes view)
{
    return (size_t)(view.data - e->json.data);
}

/* A member of the outermost object: its key, its value's text (a string without its quotation
 * marks), and where it begins, its value begins, and it ends. */
typedef struct member {
    tt_bytes key, value;
    size_t begin, value_begin, end;
} member;

/* The next member; 0 after the last one. The text was parsed before, so it is good JSON. */
static int next_member(tt_json *j, member *m)
{
    tt_json_token token;
    do {
        if (tt_json_next(j, &token) != TT_OK) {
            return 0;
        }
    } while (token.kind != TT_JSON_KEY);
    m->key = token.text;
    m->begin = token.offset;
    if (tt_json_next(j, &token) != TT_OK) {
        return 0;
    }
    m->value = token.text;
    m->value_begin = token.offset;
    if (tt_json_skip(j, &token) != TT_OK) {
        return 0;
    }
    m->end = j->at;
    return 1;
}

/* Takes a member out with the comma before it, or after it if it is the first that would be kept:
 * so there is one comma between two members, and none at an end. */
static void leave_out(edit *e, const member *m, size_t next_begin)
{
    copy_to(e, e->last_end != 0 ? e->last_end : m->begin);
    e->done = e->last_end != 0 ? m->end : next_begin;
}

/* 1 when the member is the one that counts for a key: of a key that is there twice, the first. It
 * is found by the place of its value. */
static int is_key(const tt_th_header *header, const member *m, tt_th_key key)
{
    return header->raw[key].data == m->value.data;
}

/* At most one change in each member. A file of version 1 has no extensions, which the state needs,
 * so its cut is one of version 2. */
static void change_member(edit *e, const tt_th_header *header, const member *m)
{
    if (!e->told && is_key(header, m, TT_TH_KEY_game_uuid)) {
        copy_to(e, m->value_begin);
        uuids_pack(e);
        e->done = m->end;
    } else if (header->version == 1 && is_key(header, m, TT_TH_KEY_version)) {
        copy_to(e, place_of(e, m->value));
        text_pack(&e->out, "2");
        e->done += m->value.size;
    } else if (header->version == 1 && TT_TH_HAS(header, start_time) &&
               is_key(header, m, TT_TH_KEY_start_time) && is_old_time(m->value)) {
        copy_to(e, place_of(e, m->value));
        time_pack(e, m->value);
        e->done += m->value.size;
    }
}

/* The game before is not before the cut, and the old cut_of is replaced. */
static int is_left_out(const member *m)
{
    return tt_json_equal(m->key, "prev_game_uuid") || tt_json_equal(m->key, "cut_of");
}

/* One member ahead, because a first one that is left out goes up to the next. A header has one
 * member at least: the version. */
static void edit_members(edit *e, const tt_th_header *header)
{
    tt_json j = tt_json_of(e->json);
    member m, next;
    int is_there = next_member(&j, &m);
    if (is_there && header->raw[TT_TH_KEY_game_uuid].data == NULL) {
        copy_to(e, m.begin);
        text_pack(&e->out, "\"game_uuid\":");
        uuids_pack(e);
        text_pack(&e->out, ",");
    }
    while (is_there) {
        int is_next = next_member(&j, &next);
        if (is_left_out(&m)) {
            leave_out(e, &m, is_next ? next.begin : m.end);
        } else {
            change_member(e, header, &m);
            e->last_end = m.end;
        }
        m = next;
        is_there = is_next;
    }
    copy_to(e, e->json.size);
}

size_t tt_th_cut_header_bound(const tt_th_cut *cut, const tt_th_header *header)
{
    return header->json.size + cut->options.selection.size + ADDED;
}

/* The space is used twice: for the name of the cut, then for the text. The bound is that of the
 * text, and a name is shorter. */
tt_status tt_th_cut_header(tt_th_cut *cut, const tt_th_header *header, void *space, size_t size)
{
    tt_status status = identify(cut, header, tt_packer_of(space, size));
    edit e = {.out = tt_packer_of(space, size), .json = header->json, .cut = cut};
    if (status != TT_OK) {
        return status;
    }
    edit_members(&e, header);
    return e.out.status == TT_OK ? tt_th_write_header(cut->writer, tt_packer_bytes(&e.out))
                                 : e.out.status;
}
