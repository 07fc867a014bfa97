/* SPDX-License-Identifier: MIT
 *
 * Writes the header without anything that identifies the server or the time, with DDNet's keys in
 * DDNet's order.
 *
 *     kept        comment, version, version_minor, map_*, prng_description, tuning
 *     by the key  game_uuid, prev_game_uuid, cut_of, so that games still link to each other
 *     neutral     server_name "", server_port 0, start_time 1970; other tools want these keys
 *     shortened   server_version, game_type, config: what has a known form or is listed
 *     left out    uuids, and every key that is not known
 *
 * Texts are still escaped here. A kept text is listed or has no escapes, except for the name of the
 * map, which is copied with its escapes.
 */
#include "base/mem.h"
#include "teehistorian/anonymize.h"

enum {
    MEMBER_ROOM = 32,
    LISTED = 0
#define TT_KNOWN_GAME_SETTING(name) +(int)sizeof #name + MEMBER_ROOM
#define TT_KNOWN_TUNING(name) +(int)sizeof #name + MEMBER_ROOM
#include "msg/commands.def"
};

_Static_assert(LISTED + 2048 < (int)TT_TH_ANONYMIZED_HEADER_MAX, "every header fits");

static void anonymous_text_pack(tt_packer *p, const char *text)
{
    tt_pack_raw(p, tt_bytes_of(text));
}

/* Appends a member. An opening brace precedes the first member, so at[-1] exists. */
static void member_pack(tt_packer *p, const char *name, tt_bytes value)
{
    anonymous_text_pack(p, p->at[-1] == '{' ? "\"" : ",\"");
    anonymous_text_pack(p, name);
    anonymous_text_pack(p, "\":\"");
    tt_pack_raw(p, value);
    anonymous_text_pack(p, "\"");
}

static bool has_key(const tt_th_header *header, tt_th_key key)
{
    return (header->has >> key & 1u) != 0;
}

/* Keeps a value. DDNet writes numbers as strings too, and cuts texts at 127 bytes. A longer text is
 * not DDNet's. */
static void kept_pack(tt_packer *p, const tt_th_header *header, tt_th_key key)
{
    if (has_key(header, key) && header->raw[key].size <= TT_TH_WRITE_TEXT_MAX) {
        member_pack(p, tt_th_key_name(key), header->raw[key]);
    }
}

/* Replaces a value if the header has the key, even with a bad value: other tools want the key. */
static void word_pack(tt_packer *p, const tt_th_header *header, tt_th_key key, const char *value)
{
    if (((header->has | header->bad) >> key & 1u) != 0) {
        member_pack(p, tt_th_key_name(key), tt_bytes_of(value));
    }
}

static void uuid_pack(tt_packer *p, const tti_th_anonymizer *a, const tt_th_header *header,
                      tt_th_key key, const tt_uuid *uuid)
{
    char text[TT_UUID_TEXT];
    if (has_key(header, key)) {
        tt_uuid other = tti_th_pseudonym_uuid(a, uuid);
        tt_uuid_format(text, &other);
        member_pack(p, tt_th_key_name(key), tt_bytes_of(text));
    }
}

static bool is_one_of(uint8_t c, const char *set)
{
    while (*set != 0 && (uint8_t)*set != c) {
        set++;
    }
    return *set != 0;
}

static size_t span_of(tt_bytes text, const char *set)
{
    size_t size = 0;
    while (size < text.size && is_one_of(text.data[size], set)) {
        size++;
    }
    return size;
}

/* Shortens "0.6.4, 16.4 (0123456789abcdef)" to "0.6.4, 16.4"; texts above 23 bytes could name the
 * server. */
static void server_version_pack(tt_packer *p, const tt_th_header *header)
{
    tt_bytes text = header->server_version;
    size_t size = span_of(text, "0123456789., ");
    while (size != 0 && is_one_of(text.data[size - 1], "., ")) {
        size--;
    }
    text.size = size < 24 ? size : 0;
    if (has_key(header, TT_TH_KEY_server_version)) {
        member_pack(p, "server_version", text);
    }
}

static void game_type_pack(tt_packer *p, const tt_th_header *header)
{
    static const char *const known[] = {
        "DDraceNetwork", "TestDDraceNetwork", "DM", "TDM", "CTF", "LMS", "LTS", NULL};
    size_t i = 0;
    while (known[i] != NULL && !tt_json_equal(header->game_type, known[i])) {
        i++;
    }
    word_pack(p, header, TT_TH_KEY_game_type, known[i] != NULL ? known[i] : "");
}

/* Writes the state of the random numbers, pcg-xsh-rr:<16 hex>:<16 hex>, which a replay needs. */
static void prng_pack(tt_packer *p, const tt_th_header *header)
{
    static const char name[] = "pcg-xsh-rr";
    tt_bytes text = header->prng_description;
    size_t start = sizeof name - 1;
    if (text.size != start + 34 || !tti_equal(text.data, name, start) || text.data[start] != ':' ||
        text.data[start + 17] != ':') {
        return;
    }
    tt_bytes state = {text.data + start + 1, 16}, stream = {text.data + start + 18, 16};
    if (span_of(state, "0123456789abcdef") == 16 && span_of(stream, "0123456789abcdef") == 16) {
        member_pack(p, "prng_description", text);
    }
}

/* Keeps the listed members of a container. Each is packed once, so that the buffer suffices even if
 * the header repeats members. The version precedes them, so a comma is right. */
static void listed_pack(tt_packer *p, const tt_th_header *header, tt_th_part part)
{
    uint8_t seen[(int)TTI_TH_SETTINGS > (int)TTI_TH_TUNINGS ? TTI_TH_SETTINGS : TTI_TH_TUNINGS] = {
        0};
    bool is_config = part == TT_TH_CONFIG;
    tt_th_key key = is_config ? TT_TH_KEY_config : TT_TH_KEY_tuning;
    const char *const *names = is_config ? tti_th_settings : tti_th_tunings;
    size_t count = is_config ? (size_t)TTI_TH_SETTINGS : (size_t)TTI_TH_TUNINGS;
    tt_th_member member;
    if (!has_key(header, key)) {
        return;
    }
    anonymous_text_pack(p, is_config ? ",\"config\":{" : ",\"tuning\":{");
    tt_th_iter iter = tt_th_iter_of(header, part);
    while (tt_th_iter_next(&iter, &member)) {
        int i = tti_th_find(names, count, member.key);
        if (i >= 0 && !seen[i] && member.kind == TT_JSON_STRING && tti_th_is_int(member.value)) {
            seen[i] = 1;
            member_pack(p, names[i], member.value);
        }
    }
    anonymous_text_pack(p, "}");
}

tt_status tt_th_anonymize_header(tt_th_anonymizer *outer, const tt_th_header *header)
{
    tti_th_anonymizer *a = tti_th_anonymizer_of(outer);
    tt_packer p = tt_packer_of(a->text, sizeof a->text);
    anonymous_text_pack(&p, "{");
    word_pack(&p, header, TT_TH_KEY_comment, "teehistorian@ddnet.tw");
    word_pack(&p, header, TT_TH_KEY_version, header->version == 1 ? "1" : "2");
    kept_pack(&p, header, TT_TH_KEY_version_minor);
    uuid_pack(&p, a, header, TT_TH_KEY_game_uuid, &header->game_uuid);
    uuid_pack(&p, a, header, TT_TH_KEY_cut_of, &header->cut_of);
    uuid_pack(&p, a, header, TT_TH_KEY_prev_game_uuid, &header->prev_game_uuid);
    server_version_pack(&p, header);
    if (a->options.keeps_time && has_key(header, TT_TH_KEY_start_time)) {
        kept_pack(&p, header, TT_TH_KEY_start_time);
    } else {
        word_pack(&p, header, TT_TH_KEY_start_time,
                  header->version == 1 ? "1970-01-01 00:00:00 +0000" : "1970-01-01T00:00:00+0000");
    }
    word_pack(&p, header, TT_TH_KEY_server_name, "");
    word_pack(&p, header, TT_TH_KEY_server_port, "0");
    game_type_pack(&p, header);
    kept_pack(&p, header, TT_TH_KEY_map_name);
    kept_pack(&p, header, TT_TH_KEY_map_size);
    kept_pack(&p, header, TT_TH_KEY_map_sha256);
    kept_pack(&p, header, TT_TH_KEY_map_crc);
    prng_pack(&p, header);
    listed_pack(&p, header, TT_TH_CONFIG);
    listed_pack(&p, header, TT_TH_TUNING);
    anonymous_text_pack(&p, "}");
    return p.status == TT_OK ? tt_th_write_header(a->writer, tt_packer_bytes(&p)) : p.status;
}
