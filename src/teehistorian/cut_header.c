/* SPDX-License-Identifier: MIT
 *
 * The header of a cut: the text of the original with a few members changed.
 *
 *     ... "game_uuid":"this cut","cut_of":"the first original" ...
 *
 * Editing the text keeps unknown keys, blanks and the order.
 */
#include "teehistorian/cut.h"
#include "wire/uuid.h"

/* Bytes that the cut adds at most: two UUIDs with their keys, and the name of the cut without the
 * selection. */
#define ADDED 200

typedef struct edit {
    tt_packer out;
    tt_bytes json;
    size_t done;     /* the original up to here was copied or skipped */
    size_t last_end; /* end of the last kept member; 0: none */
    bool told;
    const tti_th_cut *cut;
} edit;

static void edit_text_pack(tt_packer *p, const char *text)
{
    tt_pack_raw(p, tt_bytes_of(text));
}

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

/* Makes the UUIDs of the cut from a text, which is written to `p`. The text has no clock and no
 * random part: equal cuts have equal UUIDs. */
static tt_status identify(tti_th_cut *cut, const tt_th_header *header, tt_packer p)
{
    number_pack(&p, cut->options.from);
    edit_text_pack(&p, ",");
    if (cut->options.to != TT_TH_CUT_END) {
        number_pack(&p, cut->options.to);
    }
    edit_text_pack(&p, ",");
    tt_pack_raw(&p, cut->options.selection);
    cut->done.cut_of = TT_TH_HAS(header, cut_of)      ? header->cut_of
                       : TT_TH_HAS(header, game_uuid) ? header->game_uuid
                                                      : tt_uuid_from_name(header->json);
    cut->done.game_uuid = tti_uuid_from_name_in(&cut->done.cut_of, tt_packer_bytes(&p));
    return p.status;
}

static void copy_to(edit *e, size_t at)
{
    if (at > e->done) {
        tt_pack_raw(&e->out, (tt_bytes){e->json.data + e->done, at - e->done});
        e->done = at;
    }
}

static void uuids_pack(edit *e)
{
    char text[TT_UUID_TEXT];
    tt_uuid_format(text, &e->cut->done.game_uuid);
    edit_text_pack(&e->out, "\"");
    edit_text_pack(&e->out, text);
    edit_text_pack(&e->out, "\",\"cut_of\":\"");
    tt_uuid_format(text, &e->cut->done.cut_of);
    edit_text_pack(&e->out, text);
    edit_text_pack(&e->out, "\"");
    e->told = true;
}

/* The start time of version 1, 2017-09-28 02:42:35 +0200, becomes 2017-09-28T02:42:35+0200. */
enum { BLANK = 10, SECOND_BLANK = 19, OLD_TIME = 25 };

static bool is_old_time(tt_bytes text)
{
    return text.size == OLD_TIME && text.data[BLANK] == ' ' && text.data[SECOND_BLANK] == ' ';
}

static void time_pack(edit *e, tt_bytes text)
{
    tt_pack_raw(&e->out, (tt_bytes){text.data, BLANK});
    edit_text_pack(&e->out, "T");
    tt_pack_raw(&e->out, (tt_bytes){text.data + BLANK + 1, SECOND_BLANK - BLANK - 1});
    tt_pack_raw(&e->out, (tt_bytes){text.data + SECOND_BLANK + 1, text.size - SECOND_BLANK - 1});
}

static size_t edit_offset(const edit *e, tt_bytes view)
{
    return (size_t)(view.data - e->json.data);
}

typedef struct header_member {
    tt_bytes key, value;
    size_t begin, value_begin, end;
} header_member;

static bool next_member(tt_json *j, header_member *m)
{
    tt_json_token token;
    do {
        if (tt_json_next(j, &token) != TT_OK) {
            return false;
        }
    } while (token.kind != TT_JSON_KEY);
    m->key = token.text;
    m->begin = token.offset;
    if (tt_json_next(j, &token) != TT_OK) {
        return false;
    }
    tt_bytes whole;
    m->value = token.text;
    m->value_begin = token.offset;
    if (tt_json_value(j, &token, &whole) != TT_OK) {
        return false;
    }
    m->end = j->at;
    return true;
}

/* Returns true for the member that gave the header's value. Of repeated keys that is the first one,
 * and its address identifies it. */
static bool is_member_of_key(const tt_th_header *header, const header_member *m, tt_th_key key)
{
    return header->raw[key].data == m->value.data;
}

/* Changes the UUID, the version and the start time. The state needs extensions, which version 1
 * lacks, so the cut of such a file has version 2. */
static void change_member(edit *e, const tt_th_header *header, const header_member *m)
{
    if (!e->told && is_member_of_key(header, m, TT_TH_KEY_game_uuid)) {
        copy_to(e, m->value_begin);
        uuids_pack(e);
        e->done = m->end;
    } else if (header->version == 1 && is_member_of_key(header, m, TT_TH_KEY_version)) {
        copy_to(e, edit_offset(e, m->value));
        edit_text_pack(&e->out, "2");
        e->done += m->value.size;
    } else if (header->version == 1 && TT_TH_HAS(header, start_time) &&
               is_member_of_key(header, m, TT_TH_KEY_start_time) && is_old_time(m->value)) {
        copy_to(e, edit_offset(e, m->value));
        time_pack(e, m->value);
        e->done += m->value.size;
    }
}

/* Copies the members one after the other. The next member is read ahead: a first member that is
 * left out is skipped up to there. */
static void edit_members(edit *e, const tt_th_header *header)
{
    tt_json j = tt_json_of(e->json);
    header_member m, next;
    bool is_there = next_member(&j, &m);
    if (is_there && header->raw[TT_TH_KEY_game_uuid].data == NULL) {
        copy_to(e, m.begin);
        edit_text_pack(&e->out, "\"game_uuid\":");
        uuids_pack(e);
        edit_text_pack(&e->out, ",");
    }
    while (is_there) {
        bool is_next = next_member(&j, &next);
        if (tt_json_equal(m.key, "prev_game_uuid") || tt_json_equal(m.key, "cut_of")) {
            /* the comma before the member is removed too; without a kept member before it, the
             * comma after it */
            copy_to(e, e->last_end != 0 ? e->last_end : m.begin);
            e->done = e->last_end == 0 && is_next ? next.begin : m.end;
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
    return header->json.size + tti_th_cut_seen(cut)->options.selection.size + ADDED;
}

tt_status tt_th_cut_header(tt_th_cut *outer, const tt_th_header *header, void *space, size_t size)
{
    tti_th_cut *cut = tti_th_cut_of(outer);
    tt_status status = identify(cut, header, tt_packer_of(space, size));
    edit e = {.out = tt_packer_of(space, size), .json = header->json, .cut = cut};
    if (status != TT_OK) {
        return status;
    }
    edit_members(&e, header);
    return e.out.status == TT_OK ? tt_th_write_header(cut->writer, tt_packer_bytes(&e.out))
                                 : e.out.status;
}
