/* SPDX-License-Identifier: MIT
 *
 * Writes the header of a recording and its facts as JSON, without secrets.
 */
#include "web/facts.h"
#include "teetape/json.h"
#include "teetape/secret.h"

/* Most bytes of a text. A longer text is cut, because the page shows lines. */
#define TEXT 512

static void put(tt_packer *p, const char *text)
{
    tt_pack_raw(p, tt_bytes_of(text));
}

void core_put_text(tt_packer *p, const char *text)
{
    tt_pack_json_string(p, tt_bytes_of(text));
}

void core_put_int(tt_packer *p, int64_t value)
{
    char digits[21];
    int at = sizeof digits;
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left != 0);
    if (value < 0) {
        digits[--at] = '-';
    }
    tt_pack_raw(p, (tt_bytes){(const uint8_t *)digits + at, sizeof digits - (size_t)at});
}

void core_key(tt_packer *p, const char *name)
{
    tt_bytes before = tt_packer_bytes(p);
    put(p, before.size > 0 && before.data[before.size - 1] == '{' ? "\"" : ",\"");
    put(p, name);
    put(p, "\":");
}

static void put_bytes(tt_packer *p, tt_bytes text)
{
    tt_pack_json_string(p, (tt_bytes){text.data, text.size < TEXT ? text.size : TEXT});
}

static void put_hex(tt_packer *p, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    put(p, "\"");
    for (size_t i = 0; i < size; i++) {
        const uint8_t pair[2] = {(uint8_t)digits[bytes[i] >> 4], (uint8_t)digits[bytes[i] & 15]};
        tt_pack_raw(p, (tt_bytes){pair, 2});
    }
    put(p, "\"");
}

static void put_args(tt_packer *p, tt_texts args)
{
    put(p, "[");
    for (int32_t i = 0; i < args.count; i++) {
        put(p, i == 0 ? "" : ",");
        put_bytes(p, tt_texts_next(&args));
    }
    put(p, "]");
}

static void put_value(tt_packer *p, const tt_field *field, const void *value)
{
    switch (field->type) {
    case TT_TYPE_TEXT:
        put_bytes(p, *(const tt_bytes *)value);
        break;
    case TT_TYPE_TEXTS:
        put_args(p, *(const tt_texts *)value);
        break;
    case TT_TYPE_INT:
    case TT_TYPE_OPT_INT:
    case TT_TYPE_BOOL:
    case TT_TYPE_CID:
    case TT_TYPE_ANY_CID:
        core_put_int(p, *(const int32_t *)value);
        break;
    case TT_TYPE_PLACE:
        if (*(const int32_t *)value != TT_NO_PLACE) {
            core_put_int(p, *(const int32_t *)value);
            break;
        }
        put(p, "null");
        break;
    default:
        put(p, "null"); /* null for types that the page does not use */
    }
}

void facts_put(tt_packer *p, const tt_fact *fact, const char *name)
{
    const tt_type *type = tt_fact_type(fact->kind);
    put(p, "{");
    core_key(p, "tick");
    core_put_int(p, fact->tick);
    core_key(p, "kind");
    core_put_text(p, type->name);
    core_key(p, "cid");
    core_put_int(p, fact->cid);
    core_key(p, "session");
    core_put_int(p, fact->session == TT_SESSION_NONE ? -1 : (int64_t)fact->session);
    if (fact->kind != TT_FACT_NAME && fact->kind != TT_FACT_MAP) {
        core_key(p, "name");
        core_put_text(p, name);
    }
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        bool is_command = fact->kind == TT_FACT_COMMAND && field->type == TT_TYPE_TEXT;
        core_key(p, is_command ? "command" : field->name); /* `name` is the player's */
        const void *value = tt_field_of(field, &fact->u);
        if (!core_shows_secrets && tt_fact_open(fact, value) != SIZE_MAX) {
            core_put_text(p, TT_SECRET_TEXT);
        } else {
            put_value(p, field, value);
        }
    }
    put(p, "}");
}

static void put_demo(tt_packer *p, const tt_demo_header *header, uint64_t offset)
{
    int64_t start;
    core_key(p, "map");
    core_put_text(p, header->map_name);
    core_key(p, "mapOffset");
    core_put_int(p, (int64_t)offset);
    core_key(p, "mapSize");
    core_put_int(p, header->map_size);
    core_key(p, "sha256");
    put_hex(p, header->map_sha256.bytes, header->has_sha256 ? sizeof header->map_sha256.bytes : 0);
    core_key(p, "start");
    core_put_text(p, header->start_time);
    if (tt_demo_start_time(header, &start)) {
        core_key(p, "startSeconds");
        core_put_int(p, start);
    }
    core_key(p, "netVersion");
    core_put_text(p, header->net_version);
    core_key(p, "recordedBy");
    core_put_text(p, header->type);
    core_key(p, "seconds");
    core_put_int(p, header->length);
    core_key(p, "markers");
    put(p, "[");
    for (int32_t i = 0; i < header->marker_count; i++) {
        put(p, i == 0 ? "" : ",");
        core_put_int(p, header->markers[i]);
    }
    put(p, "]");
}

/* Appends a member of the header. The texts of a teehistorian header are JSON already, and the
 * scanner has checked them. */
static void put_raw(tt_packer *p, const char *key, const tt_th_header *header, tt_th_key number)
{
    if ((header->has >> number & 1) != 0 && header->raw[number].size < 4 * TEXT) {
        core_key(p, key);
        put(p, "\"");
        tt_pack_raw(p, header->raw[number]);
        put(p, "\"");
    }
}

static void put_teehistorian(tt_packer *p, const tt_th_header *header)
{
    put_raw(p, "map", header, TT_TH_KEY_map_name);
    put_raw(p, "server", header, TT_TH_KEY_server_name);
    put_raw(p, "gameType", header, TT_TH_KEY_game_type);
    put_raw(p, "start", header, TT_TH_KEY_start_time);
    if (TT_TH_HAS(header, start_time)) {
        core_key(p, "startSeconds");
        core_put_int(p, header->start_time.unix_time);
        core_key(p, "startZone");
        core_put_int(p, header->start_time.zone);
    }
    put_raw(p, "sha256", header, TT_TH_KEY_map_sha256);
    put_raw(p, "version", header, TT_TH_KEY_server_version);
}

int core_put_info(const tt_recording *rec)
{
    enum { MOST = 1 << 16 };
    uint8_t *room = core_out_room(MOST);
    if (room == NULL) {
        return -1;
    }
    tt_packer p = tt_packer_of(room, MOST);
    put(&p, "{");
    core_key(&p, "format");
    const tt_format_info *format = tt_format_info_of(tt_recording_look(rec).format);
    core_put_text(&p, format != NULL ? format->name : "unknown");
    if (tt_recording_demo_header(rec) != NULL) {
        put_demo(&p, tt_recording_demo_header(rec), tt_recording_look(rec).offset);
    } else {
        put_teehistorian(&p, tt_recording_th_header(rec));
    }
    put(&p, "}");
    core_out.size += tt_packer_bytes(&p).size;
    return p.status == TT_OK ? 0 : -1;
}
