/* SPDX-License-Identifier: MIT
 *
 * The reader of tests/vectors/NAME.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "vectors.h"

/* Either names the tree; the tests folder itself is enough. */
#ifdef TT_TEST_DATA
#define FOLDER TT_TEST_DATA "/vectors/"
#else
#define FOLDER TT_SOURCE_DIR "/tests/vectors/"
#endif

/* Longer than every line there is: the longest has two strings of 2048 bytes in hex. */
#define LINE_CAP ((size_t)1 << 20)

void vectors_open(vectors *v, const char *name)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s%s", FOLDER, name);
    assert_true(length > 0 && (size_t)length < sizeof path);
    memset(v, 0, sizeof *v);
    v->file = fopen(path, "rb");
    if (v->file == NULL) {
        fail_msg("cannot open %s", path);
    }
    v->line = malloc(LINE_CAP);
    assert_non_null(v->line);
}

/* Cuts the line at its tabs. */
static void fields_split(vectors *v)
{
    char *at = v->line;
    v->fields = 0;
    for (int i = 0; i < VECTORS_FIELDS; i++) {
        v->field[i] = at + strlen(at);
    }
    while (at != NULL) {
        assert_true(v->fields < VECTORS_FIELDS);
        v->field[v->fields++] = at;
        at = strchr(at, '\t');
        if (at != NULL) {
            *at++ = 0;
        }
    }
}

int vectors_next(vectors *v)
{
    while (fgets(v->line, (int)LINE_CAP, v->file) != NULL) {
        size_t length = strlen(v->line);
        v->number++;
        /* A line without its LF is one that was cut. */
        assert_true(length > 0 && v->line[length - 1] == '\n');
        v->line[length - 1] = 0;
        if (v->line[0] != '#' && v->line[0] != 0) {
            fields_split(v);
            return 1;
        }
    }
    assert_false(ferror(v->file));
    assert_int_equal(fclose(v->file), 0);
    free(v->line);
    memset(v, 0, sizeof *v);
    return 0;
}

int vectors_is(const vectors *v, const char *prefix)
{
    return strncmp(v->field[0], prefix, strlen(prefix)) == 0;
}

int vectors_part(const vectors *v, int which)
{
    const char *at = v->field[0];
    for (; which > 0; which--) {
        at = strchr(at, '.');
        assert_non_null(at);
        at++;
    }
    char *end;
    long value = strtol(at, &end, 10);
    assert_true(end != at && (*end == '.' || *end == 0));
    return (int)value;
}

static unsigned digit(char c)
{
    const char *digits = "0123456789abcdef";
    const char *place = c == 0 ? NULL : strchr(digits, c);
    assert_non_null(place);
    return (unsigned)(place - digits);
}

size_t vectors_hex(uint8_t *dst, size_t cap, const char *hex)
{
    size_t count = 0;
    if (strcmp(hex, "-") == 0) {
        return 0;
    }
    assert_true(hex[0] != 0);
    for (; *hex != 0; hex += 2) {
        assert_true(count < cap);
        unsigned high = digit(hex[0]);
        dst[count++] = (uint8_t)(high << 4 | digit(hex[1]));
    }
    return count;
}

size_t vectors_ints(int32_t *dst, size_t cap, const char *text)
{
    size_t count = 0;
    if (strcmp(text, "-") == 0) {
        return 0;
    }
    for (;;) {
        char *end;
        long long value = strtoll(text, &end, 10);
        assert_true(end != text && value >= INT32_MIN && value <= INT32_MAX && count < cap);
        dst[count++] = (int32_t)value;
        if (*end == 0) {
            return count;
        }
        assert_int_equal(*end, ',');
        text = end + 1;
    }
}
