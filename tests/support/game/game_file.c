/* SPDX-License-Identifier: MIT
 *
 * Small things for programs that make or measure recordings. See game_file.h.
 */
#include "support/game/game_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int game_memory_write(void *memory, tt_bytes bytes)
{
    game_memory *m = memory;
    if (m->cap - m->size < bytes.size) {
        size_t cap = 2 * m->cap + bytes.size;
        uint8_t *data = realloc(m->data, cap);
        if (data == NULL) {
            return ENOMEM;
        }
        m->data = data;
        m->cap = cap;
    }
    memcpy(m->data + m->size, bytes.data, bytes.size);
    m->size += bytes.size;
    return 0;
}

tt_bytes game_file_read(const char *path)
{
    game_memory m = {NULL, 0, 0};
    tt_bytes none = {NULL, 0};
    uint8_t piece[1 << 16];
    size_t size;
    int error = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return none;
    }
    do {
        tt_bytes bytes = {piece, size = fread(piece, 1, sizeof piece, file)};
        error = game_memory_write(&m, bytes);
    } while (size == sizeof piece && error == 0);
    if (error == 0 && ferror(file)) {
        error = EIO;
    }
    fclose(file);
    if (error != 0) {
        free(m.data);
        errno = error;
        return none;
    }
    tt_bytes whole = {m.data, m.size};
    return whole;
}

void game_file_free(tt_bytes file)
{
    free((void *)(uintptr_t)file.data);
}

int game_parse_size(const char *text, uint64_t *size)
{
    static const char units[] = "KMG";
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    unsigned shift = 0;
    if (end == text || text[0] == '-' || errno != 0) {
        return 0;
    }
    if (*end != 0) {
        const char *unit = strchr(units, *end++);
        if (unit == NULL || *end != 0) {
            return 0;
        }
        shift = 10 * (unsigned)(unit - units + 1);
    }
    if (n > UINT64_MAX >> shift) {
        return 0;
    }
    *size = (uint64_t)n << shift;
    return 1;
}
