/* SPDX-License-Identifier: MIT
 *
 * The maker of teehistorian streams. Nothing here returns an error: what cannot be made fails
 * the test.
 */
#include "th_make.h"
#include "teehistorian/write.h"

#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "teetape/varint.h"

#ifdef TT_TEST_DATA
#define RECORDINGS TT_TEST_DATA "/recordings/"
#else
#define RECORDINGS TT_SOURCE_DIR "/tests/recordings/"
#endif

const char *const th_recordings[TH_RECORDINGS] = {
    "dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0",
    "gold-mine-07/31d4b0ce-d0f7-4df0-ac42-914164ce7201",
    "map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d",
    "map-change/c9aae45d-f4e7-4f41-b2bb-d548fb58a3ff",
    "map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10",
    "tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9",
};

void th_make_bytes(th_make *m, const void *data, size_t size)
{
    if (m->cap - m->size < size || m->data == NULL) {
        m->cap = 2 * (m->size + size) + 64;
        m->data = realloc(m->data, m->cap);
        assert_non_null(m->data);
    }
    if (size != 0) {
        memcpy(m->data + m->size, data, size);
        m->size += size;
    }
}

void th_make_int(th_make *m, int32_t value)
{
    uint8_t bytes[TT_VARINT_MAX];
    th_make_bytes(m, bytes, tt_varint_encode(bytes, value));
}

void th_make_ints(th_make *m, const int64_t *values)
{
    for (; *values != TH_STOP; values++) {
        th_make_int(m, (int32_t)*values);
    }
}

void th_make_text(th_make *m, const char *text)
{
    th_make_bytes(m, text, strlen(text) + 1);
}

void th_make_fill(th_make *m, int c, size_t count)
{
    uint8_t byte = (uint8_t)c;
    while (count-- > 0) {
        th_make_bytes(m, &byte, 1);
    }
}

void th_make_header(th_make *m, int version, const char *more)
{
    char json[4096];
    int length = snprintf(json, sizeof json, "{\"version\":\"%d\"%s}", version, more);
    assert_true(length > 0 && (size_t)length < sizeof json);
    th_make_bytes(m, tt_th_magic.bytes, sizeof tt_th_magic.bytes);
    th_make_text(m, json);
}

void th_make_message(th_make *m, int32_t cid, const th_make *payload)
{
    TH_INTS(m, TH_MESSAGE, cid, (int64_t)payload->size);
    th_make_bytes(m, payload->data, payload->size);
}

void th_make_ex(th_make *m, tt_th_kind kind, const th_make *payload)
{
    const tt_uuid *uuid = tti_th_ex_uuid(kind);
    assert_non_null(uuid);
    th_make_int(m, TH_EX);
    th_make_bytes(m, uuid->bytes, sizeof uuid->bytes);
    th_make_int(m, (int32_t)payload->size);
    th_make_bytes(m, payload->data, payload->size);
}

void th_make_ex_ints(th_make *m, tt_th_kind kind, const int64_t *values)
{
    th_make payload = {NULL, 0, 0};
    th_make_ints(&payload, values);
    th_make_ex(m, kind, &payload);
    th_make_free(&payload);
}

void th_make_info(th_make *m, int32_t cid, int32_t id, const char *name, const char *clan)
{
    th_make payload = {NULL, 0, 0};
    th_make_int(&payload, id << 1);
    th_make_text(&payload, name);
    th_make_text(&payload, clan);
    th_make_int(&payload, -1);
    if (id == 27) {
        th_make_fill(&payload, 0, 18);
    } else {
        th_make_text(&payload, "default");
        TH_INTS(&payload, 0, 0, 0);
    }
    th_make_message(m, cid, &payload);
    th_make_free(&payload);
}

void th_make_recording(th_make *m, const char *name)
{
    char path[4096];
    uint8_t block[4096];
    size_t size;
    int length = snprintf(path, sizeof path, RECORDINGS "%s.teehistorian", name);
    assert_true(length > 0 && (size_t)length < sizeof path);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail_msg("cannot open %s", path);
        return;
    }
    while ((size = fread(block, 1, sizeof block, file)) > 0) {
        th_make_bytes(m, block, size);
    }
    assert_false(ferror(file));
    assert_int_equal(fclose(file), 0);
}

void th_make_free(th_make *m)
{
    free(m->data);
    memset(m, 0, sizeof *m);
}
