/* SPDX-License-Identifier: MIT
 *
 * Writes the header: the JSON text of another file unchanged, or a text made from fields.
 *
 *     {"comment":"...","version":"2", ... ,"config":{...},"tuning":{...},"uuids":[...]}
 *
 * Every value but the three containers is a string, also a number, and there are no blanks. The
 * text is made twice: first to check and measure it, then to write it.
 */
#include "base/ascii.h"
#include "base/date.h"
#include "base/mem.h"
#include "teehistorian/header.h"
#include "teehistorian/write.h"

typedef struct maker {
    tti_th_sink sink;
    int64_t version;
} maker;

static void chars_write(maker *m, const char *text)
{
    tti_th_sink_bytes(&m->sink, text, tti_strlen(text));
}

/* Writes a JSON string, escaped byte by byte like DDNet's. Refuses a text above `limit`, which
 * DDNet would cut. */
static void string_write(maker *m, tt_bytes text, size_t limit)
{
    chars_write(m, "\"");
    size_t before = m->sink.size;
    for (size_t i = 0; i < text.size; i++) {
        uint8_t out[TT_JSON_STRING_BOUND(1)];
        tt_bytes one = {text.data + i, 1};
        if (text.data[i] >= 0x7f) { /* DDNet copies bytes from 0x7f on, UTF-8 or not */
            tti_th_sink_bytes(&m->sink, one.data, 1);
            continue;
        }
        if (text.data[i] == 0) {
            m->sink.status = TT_ERR_TH_WRITE_TEXT;
        }
        tt_packer p = tt_packer_of(out, sizeof out);
        tt_pack_json_string(&p, one);
        tti_th_sink_bytes(&m->sink, out + 1, tt_packer_bytes(&p).size - 2);
    }
    if (m->sink.size - before > limit) {
        m->sink.status = TT_ERR_TH_WRITE_LONG;
    }
    chars_write(m, "\"");
}

static void hex_write(maker *m, const uint8_t *bytes, size_t size)
{
    chars_write(m, "\"");
    for (size_t i = 0; i < size; i++) {
        char pair[2];
        tti_hex_put(pair, &bytes[i], 1);
        tti_th_sink_bytes(&m->sink, pair, sizeof pair);
    }
    chars_write(m, "\"");
}

/* Writes a number. 2^64 - 1 has 20 digits. */
static void number_write(maker *m, uint64_t value, size_t width)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0 || sizeof digits - at < width);
    tti_th_sink_bytes(&m->sink, digits + at, sizeof digits - at);
}

static void write_TEXT(maker *m, const tt_bytes *text)
{
    string_write(m, *text, TT_TH_WRITE_TEXT_MAX);
}

static void write_INT(maker *m, const int64_t *value)
{
    chars_write(m, *value < 0 ? "\"-" : "\"");
    number_write(m, *value < 0 ? 0 - (uint64_t)*value : (uint64_t)*value, 1);
    chars_write(m, "\"");
}

static void write_UUID(maker *m, const tt_uuid *uuid)
{
    char text[TT_UUID_TEXT];
    tt_uuid_format(text, uuid);
    string_write(m, tt_bytes_of(text), sizeof text);
}

static void write_SHA256(maker *m, const tt_sha256 *sum)
{
    hex_write(m, sum->bytes, sizeof sum->bytes);
}

static void write_CRC(maker *m, const uint32_t *crc)
{
    uint8_t bytes[4];
    tti_store_be32(bytes, *crc);
    hex_write(m, bytes, sizeof bytes);
}

/* Writes the start time, such as 2018-01-11T02:42:35+0200. Version 1 has blanks around the time.
 * The zone must be whole minutes within a day, and the year must have four digits. */
static void write_TIME(maker *m, const tt_th_time *time)
{
    enum { DAY = 86400 };
    int32_t year = 1, month = 1, day = 1;
    int32_t zone = time->zone < 0 ? 0 - time->zone : time->zone;
    int64_t days = time->unix_time / DAY, second = time->unix_time % DAY;
    if (time->zone <= -DAY || time->zone >= DAY || time->zone % 60 != 0) {
        m->sink.status = TT_ERR_RANGE;
        return;
    }
    second += time->zone; /* between -2 and 2 days, before it is brought into one day */
    while (second < 0) {
        second += DAY;
        days--;
    }
    days += second / DAY;
    second %= DAY;
    if (!tti_date_from_days(days, &year, &month, &day)) {
        m->sink.status = TT_ERR_RANGE;
        return;
    }
    chars_write(m, "\"");
    number_write(m, (uint64_t)year, 4);
    chars_write(m, "-");
    number_write(m, (uint64_t)month, 2);
    chars_write(m, "-");
    number_write(m, (uint64_t)day, 2);
    chars_write(m, m->version == 1 ? " " : "T");
    number_write(m, (uint64_t)second / 3600, 2);
    chars_write(m, ":");
    number_write(m, (uint64_t)second / 60 % 60, 2);
    chars_write(m, ":");
    number_write(m, (uint64_t)second % 60, 2);
    chars_write(m, m->version == 1 ? " " : "");
    chars_write(m, time->zone < 0 ? "-" : "+");
    number_write(m, (uint64_t)zone / 3600, 2);
    number_write(m, (uint64_t)zone / 60 % 60, 2);
    chars_write(m, "\"");
}

/* Writes an object of settings. Keeps the caller's order, which is that of the recorder's settings.
 */
static void write_OBJECT(maker *m, const tt_th_settings *settings)
{
    chars_write(m, "{");
    for (size_t i = 0; i < settings->count; i++) {
        chars_write(m, i == 0 ? "" : ",");
        string_write(m, settings->items[i].name, TT_TH_WRITE_SETTING_MAX);
        chars_write(m, ":");
        string_write(m, settings->items[i].value, TT_TH_WRITE_SETTING_MAX);
    }
    chars_write(m, "}");
}

static void write_ARRAY(maker *m, const tt_th_names *names)
{
    chars_write(m, "[");
    for (size_t i = 0; i < names->count; i++) {
        chars_write(m, i == 0 ? "" : ",");
        string_write(m, names->items[i], TT_TH_WRITE_SETTING_MAX);
    }
    chars_write(m, "]");
}

/* Writes the fields. The rows are in DDNet's order, so equal fields give equal bytes. */
static void header_fields_write(maker *m, const tt_th_fields *fields)
{
    const char *before = "{\"";
#define TT_TH_KEY(name, type, since, doc)                                                          \
    if ((fields->has >> TT_TH_KEY_##name & 1u) != 0) {                                             \
        chars_write(m, before);                                                                    \
        chars_write(m, #name "\":");                                                               \
        write_##type(m, &fields->name);                                                            \
        before = ",\"";                                                                            \
    }
#include "teetape/schema/th_header.def"
    chars_write(m, "}");
}

static tt_status header_end(tti_th_writer *writer, tti_th_sink *sink, int64_t version)
{
    static const uint8_t nul = 0;
    tti_th_sink_bytes(sink, &nul, 1);
    writer->version = (int32_t)version;
    writer->state = TTI_TH_WRITE_RECORDS;
    return writer->status;
}

/* Parses the text to learn the version. A text that no reader would accept is refused. */
tt_status tt_th_write_header(tt_th_writer *outer, tt_bytes json)
{
    tti_th_writer *writer = tti_th_writer_of(outer);
    tt_status status = tti_th_write_is_in(writer, TTI_TH_WRITE_HEADER);
    tt_th_header header;
    if (status == TT_OK && json.size > TT_TH_HEADER_MAX) {
        status = TT_ERR_TH_SIZE;
    }
    if (status == TT_OK) {
        status = tti_th_header_parse(&header, json, NULL);
    }
    if (status != TT_OK) {
        return status;
    }
    tti_th_sink sink = tti_th_sink_stream(writer);
    tti_th_sink_bytes(&sink, tt_th_magic.bytes, sizeof tt_th_magic.bytes);
    tti_th_sink_bytes(&sink, json.data, json.size);
    return header_end(writer, &sink, header.version);
}

tt_status tt_th_write_header_fields(tt_th_writer *outer, const tt_th_fields *fields)
{
    tti_th_writer *writer = tti_th_writer_of(outer);
    tt_status status = tti_th_write_is_in(writer, TTI_TH_WRITE_HEADER);
    if (status == TT_OK && !TT_TH_HAS(fields, version)) {
        status = TT_ERR_TH_NO_VERSION;
    } else if (status == TT_OK && fields->version != 1 && fields->version != 2) {
        status = TT_ERR_TH_VERSION;
    }
    if (status != TT_OK) {
        return status;
    }
    maker m = {.version = fields->version}; /* a maker without room, which only checks and counts */
    header_fields_write(&m, fields);
    if (m.sink.status != TT_OK || m.sink.size > TT_TH_HEADER_MAX) {
        return m.sink.status != TT_OK ? m.sink.status : TT_ERR_TH_SIZE;
    }
    m.sink = tti_th_sink_stream(writer);
    tti_th_sink_bytes(&m.sink, tt_th_magic.bytes, sizeof tt_th_magic.bytes);
    header_fields_write(&m, fields);
    return header_end(writer, &m.sink, fields->version);
}
