/* SPDX-License-Identifier: MIT
 *
 * Promises of teetape/teehistorian_header.h for any input: parsing ends, every view points
 * into the input, a key is good or bad but not both, and what the iterators give was in the
 * text. The input is the JSON alone.
 */
#include "must.h"
#include "teehistorian/header.h"
#include "teetape/teehistorian_header.h"

static void must_be_inside(tt_bytes view, tt_bytes whole)
{
    if (view.data == NULL) {
        MUST(view.size == 0);
        return;
    }
    MUST(view.data >= whole.data && view.data <= whole.data + whole.size);
    MUST(view.size <= (size_t)(whole.data + whole.size - view.data));
}

static void check_part(const tt_th_header *header, tt_th_part part)
{
    tt_th_iter iter = tt_th_iter_of(header, part);
    tt_th_member member;
    size_t count = 0;
    while (tt_th_iter_next(&iter, &member)) {
        must_be_inside(member.key, header->json);
        must_be_inside(member.value, header->json);
        MUST(++count <= header->json.size);
        MUST(part != TT_TH_UUIDS || member.kind == TT_JSON_STRING);
    }
    MUST(!tt_th_iter_next(&iter, &member));
}

static void check_keys(const tt_th_header *header)
{
    MUST((header->has & header->bad) == 0);
    MUST((header->twice & ~(header->has | header->bad)) == 0);
    for (unsigned key = 0; key < TT_TH_KEYS; key++) {
        MUST(tt_th_key_name((tt_th_key)key) != NULL);
        must_be_inside(header->raw[key], header->json);
        if (!((header->has | header->bad) >> key & 1)) {
            MUST(header->raw[key].data == NULL);
        }
    }
    must_be_inside(header->config, header->json);
    must_be_inside(header->server_name, header->json);
    MUST(TT_TH_HAS(header, config) == (header->config.size > 0));
    MUST(TT_TH_HAS(header, map_size) || header->map_size == 0);
    MUST(header->start_time.zone > -86400 && header->start_time.zone < 86400);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tt_th_header header;
    tt_error error = {TT_OK, 0, NULL};
    tt_bytes json = {data, size};
    tt_status status = tti_th_header_parse(&header, json, &error);
    MUST(status == TT_OK || (status < 0 && error.status == status && error.what != NULL));
    MUST(status == TT_OK || error.offset <= size);
    if (status == TT_OK) {
        MUST(TT_TH_HAS(&header, version) && (header.version == 1 || header.version == 2));
    }
    check_keys(&header);
    check_part(&header, TT_TH_CONFIG);
    check_part(&header, TT_TH_TUNING);
    check_part(&header, TT_TH_UUIDS);
    check_part(&header, TT_TH_OTHERS);

    tt_th_time time;
    status = tti_th_time_parse(&time, json);
    MUST(status == TT_OK || (time.unix_time == 0 && time.zone == 0));
    return 0;
}
