/* SPDX-License-Identifier: MIT
 *
 * See text.h.
 */
#include "tools/page/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fail(const char *what, const char *about)
{
    fprintf(stderr, "make_page: %s: %s\n", about, what);
    exit(1);
}

int add(void *user, tt_bytes bytes)
{
    struct text *t = user;
    if (t->bytes == NULL || t->size + bytes.size + 1 > t->room) {
        t->room = 2 * (t->size + bytes.size + 1);
        t->bytes = realloc(t->bytes, t->room);
        if (t->bytes == NULL) {
            fail("no memory", "a text");
        }
    }
    if (bytes.size > 0) {
        memcpy(t->bytes + t->size, bytes.data, bytes.size);
    }
    t->size += bytes.size;
    t->bytes[t->size] = 0;
    return 0;
}

void add_text(struct text *t, const char *text)
{
    add(t, tt_bytes_of(text));
}

struct text load(const char *path)
{
    struct text t = {NULL, 0, 0};
    uint8_t piece[4096];
    size_t size;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail("cannot be read", path);
    }
    while ((size = fread(piece, 1, sizeof piece, file)) > 0) {
        add(&t, (tt_bytes){piece, size});
    }
    fclose(file);
    add(&t, (tt_bytes){NULL, 0});
    return t;
}
