/* SPDX-License-Identifier: MIT
 *
 * The reader of PNG: whatever the bytes are, they are refused, or there is a picture; and what is
 * written of it is read again as the same. Check sums are made right first, or a fuzzer gets
 * nowhere.
 */
#include "must.h"

#include <stdlib.h>
#include <string.h>

#include "host/inside.h"
#include "teetape/io/picture.h"
#include "wire/hash.h"

enum { WRITTEN_MAX = 1 << 20 };

static uint8_t written[WRITTEN_MAX];
static size_t written_size;

static int keep(void *user, tt_bytes bytes)
{
    (void)user;
    if (bytes.size > WRITTEN_MAX - written_size) {
        return 1;
    }
    memcpy(written + written_size, bytes.data, bytes.size);
    written_size += bytes.size;
    return 0;
}

static void store(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> (24 - 8 * i));
    }
}

static void repair_sums(uint8_t *file, size_t size)
{
    for (size_t at = 8; at < size && size - at >= 12;) {
        const uint8_t *length = file + at;
        size_t data =
            (size_t)length[0] << 24 | (size_t)length[1] << 16 | (size_t)length[2] << 8 | length[3];
        if (data > size - at - 12) {
            return;
        }
        store(file + at + 8 + data, tti_crc32(0, file + at + 4, data + 4));
        at += 12 + data;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *file = malloc(size + 1); /* exactly so much, for the sanitizer */
    tt_io_picture picture, again;
    tt_io_output out;
    tt_io_error error;
    MUST(file != NULL);
    memcpy(file, data, size);
    repair_sums(file, size);
    if (tti_picture_read(&picture, (tt_bytes){file, size}, &error)) {
        size_t bytes = (size_t)picture.width * picture.height * 4;
        written_size = 0;
        MUST(tt_io_output_open(&out, keep, NULL));
        if (bytes < WRITTEN_MAX / 2) {
            MUST(tt_io_png_write(&out, &picture, &error));
            MUST(tt_io_output_close(&out) == 0);
            MUST(tti_picture_read(&again, (tt_bytes){written, written_size}, &error));
            MUST(again.width == picture.width && again.height == picture.height);
            MUST(memcmp(again.rgba, picture.rgba, bytes) == 0);
            tt_io_picture_close(&again);
        }
        tt_io_output_close(&out);
    } else {
        MUST(picture.rgba == NULL && error.status < 0 && error.offset <= size);
    }
    tt_io_picture_close(&picture);
    free(file);
    return 0;
}
