/* SPDX-License-Identifier: MIT
 *
 * The slow reader. The whole file is in memory; every record is read int by int.
 */
#include "slow_teehistorian.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"

struct slow {
    const unsigned char *data;
    size_t size, at;
    size_t start; /* offset of the record */
    size_t limit;
    size_t stop; /* end of an extension's payload, otherwise the end of the file */
    int cut;     /* 1: a value ended too early */
    int recover, version;
    int64_t tick, last;
    int alive[128], has_input[128];
    uint32_t x[128], y[128], input[128][10];
    char *out, *line;
    size_t out_size, line_size;
};

static void append(char **text, size_t *size, const char *more)
{
    size_t length = strlen(more);
    /* allocates in steps of 4096 bytes */
    if (*text == NULL || *size / 4096 != (*size + length) / 4096) {
        *text = realloc(*text, (*size + length) / 4096 * 4096 + 4096);
        assert_non_null(*text);
    }
    memcpy(*text + *size, more, length + 1);
    *size += length;
}

static void say(struct slow *s, const char *format, ...)
{
    char text[128];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    append(&s->line, &s->line_size, text);
}

static void flush(struct slow *s)
{
    append(&s->out, &s->out_size, s->line != NULL ? s->line : "");
    free(s->line);
    s->line = NULL;
    s->line_size = 0;
}

static int byte(struct slow *s)
{
    if (s->at >= s->stop) {
        s->cut = 1;
        return 0;
    }
    return s->data[s->at++];
}

/* Reads an int: a byte with sign and six bits, then three bytes with seven bits and one with
 * four. */
static int32_t integer(struct slow *s)
{
    int c = byte(s);
    int negative = c / 64 % 2, shift = 6, count = 1;
    uint32_t value = (uint32_t)c % 64;
    while (c >= 128 && count < 5) {
        c = byte(s);
        count++;
        value += (uint32_t)(count == 5 ? c % 16 : c % 128) << shift;
        shift += 7;
    }
    if (s->cut) {
        return 0;
    }
    return negative ? (int32_t)(-(int64_t)value - 1) : (int32_t)value;
}

/* Writes a text in quotation marks. */
static void text(struct slow *s)
{
    size_t end = s->at;
    while (end < s->stop && s->data[end] != 0) {
        end++;
    }
    if (end == s->stop) {
        s->cut = 1;
        return;
    }
    say(s, "\"");
    for (; s->at < end; s->at++) {
        unsigned c = s->data[s->at];
        say(s, c < 32 || c > 126 || c == '"' || c == '\\' ? "\\x%02x" : "%c", c);
    }
    say(s, "\"");
    s->at = end + 1;
}

static void uuid(struct slow *s)
{
    for (int i = 0; i < 16; i++) {
        say(s, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", (unsigned)byte(s));
    }
}

static void hex(struct slow *s, size_t size)
{
    if (size > s->stop - s->at) {
        s->cut = 1;
        return;
    }
    while (size-- > 0) {
        say(s, "%02x", (unsigned)byte(s));
    }
}

/* The extensions. Letters of fields: i int, c client id, s string, u UUID, r the rest. */
static const struct extension {
    const char *uuid, *name, *types;
    const char *fields[4];
} extensions[] = {
    {"6bb8ba88-0f0b-382e-8dae-dbf4052b8b7d", "test", "", {0}},
    {"41b49541-f26f-325d-8715-9baf4b544ef9", "ddnetver_old", "ci", {"cid", "version"}},
    {"1397b63e-ee4e-3919-b86a-b058887fcaf5",
     "ddnetver",
     "cuis",
     {"cid", "connection_id", "version", "version_str"}},
    {"60daba5c-52c4-3aeb-b8ba-b2953fb55a17", "auth_init", "cis", {"cid", "level", "auth_name"}},
    {"37ecd3b8-9218-3bb9-a71b-a935b86f6a81", "auth_login", "cis", {"cid", "level", "auth_name"}},
    {"d4f5abe8-edd2-3fb9-abd8-1c8bb84f4a63", "auth_logout", "c", {"cid"}},
    {"1899a382-71e3-36da-937d-c9de6bb95b1d", "joinver6", "c", {"cid"}},
    {"59239b05-0540-318d-bea4-9aa1e80e7d2b", "joinver7", "c", {"cid"}},
    {"4560c756-da29-3036-81d4-90a50f0182cd", "save_success", "ius", {"team", "save_id", "save"}},
    {"b29901d5-1244-3bd0-bbde-23d04b1f7ba9", "save_failure", "i", {"team"}},
    {"e05408d3-a313-33df-9eb3-ddb990ab954a", "load_success", "ius", {"team", "save_id", "save"}},
    {"ef8905a2-c695-3591-a1cd-53d2015992dd", "load_failure", "i", {"team"}},
    {"a111c04e-1ea8-38e0-90b1-d7f993ca0da9", "player_team", "ci", {"cid", "team"}},
    {"5792834e-81d1-34c9-a29b-b5ff25dac3bc", "team_practice", "ii", {"team", "practice"}},
    {"638587c9-3f75-3887-918e-a3c2614ffaa0", "player_ready", "c", {"cid"}},
    {"5de9b633-49cf-3e99-9a25-d4a78e9717d7", "player_switch", "cc", {"cid1", "cid2"}},
    {"c1e921d5-96f5-37bb-8a45-7a06f163d27e", "player_rejoin", "c", {"cid"}},
    {"866bfdac-fb49-3c0b-a887-5fe1f3ea00b8", "antibot", "r", {"data"}},
    {"d016f9b9-4151-3b87-87e5-3a6087eb5f26", "player_name", "cs", {"cid", "name"}},
    {"68943c01-2348-3e01-9490-3f27f8269d94", "player_finish", "ci", {"cid", "ticks"}},
    {"9588b9af-3fdc-3760-8043-82deeee317a5", "team_finish", "ii", {"team", "ticks"}},
};

enum { GO_ON, STOP };

/* Handles an error after which the end of the record is known. */
static int fault(struct slow *s, const char *name)
{
    char text_of[128];
    snprintf(text_of, sizeof text_of, "! %s @%zu\n", name, s->start);
    append(&s->out, &s->out_size, text_of);
    if (!s->recover) {
        snprintf(text_of, sizeof text_of, "= %s @%zu\n", name, s->start);
        append(&s->out, &s->out_size, text_of);
    }
    return s->recover ? GO_ON : STOP;
}

/* Handles an error after which reading cannot continue. */
static int stop(struct slow *s, const char *name)
{
    s->recover = 0;
    return fault(s, name);
}

static int truncated(struct slow *s)
{
    return stop(s, "TT_ERR_TH_TRUNCATED");
}

static int end_line(struct slow *s, int cid)
{
    say(s, " @%zu+%zu %d\n", s->start, s->at - s->start, cid);
    flush(s);
    return GO_ON;
}

static int in_range(int32_t cid)
{
    return cid >= 0 && cid < 128;
}

/* Applies the tick rule of the three player records. Returns STOP on an overflow without
 * recovery. */
static int step(struct slow *s, int32_t cid)
{
    if (cid <= s->last) {
        if (s->tick == INT32_MAX) {
            if (fault(s, "TT_ERR_TH_TICK") == STOP) {
                return STOP;
            }
        } else {
            s->tick++;
        }
    }
    s->last = cid;
    return GO_ON;
}

static int player_diff(struct slow *s, int32_t cid)
{
    int32_t dx = integer(s), dy = integer(s);
    if (s->cut) {
        return truncated(s);
    }
    if (step(s, cid) == STOP) {
        return STOP;
    }
    if (!in_range(cid)) {
        return fault(s, "TT_ERR_TH_CID");
    }
    if (!s->alive[cid] && fault(s, "TT_ERR_TH_NOT_ALIVE") == STOP) {
        return STOP;
    }
    s->x[cid] += (uint32_t)dx;
    s->y[cid] += (uint32_t)dy;
    say(s, "%" PRId64 " player_diff cid=%d dx=%d dy=%d x=%d y=%d", s->tick, (int)cid, (int)dx,
        (int)dy, (int)(int32_t)s->x[cid], (int)(int32_t)s->y[cid]);
    return end_line(s, cid);
}

static int player_new(struct slow *s)
{
    int32_t cid = integer(s), x = integer(s), y = integer(s);
    if (s->cut) {
        return truncated(s);
    }
    if (step(s, cid) == STOP) {
        return STOP;
    }
    if (!in_range(cid)) {
        return fault(s, "TT_ERR_TH_CID");
    }
    if (s->alive[cid] && fault(s, "TT_ERR_TH_ALIVE") == STOP) {
        return STOP;
    }
    s->alive[cid] = 1;
    s->x[cid] = (uint32_t)x;
    s->y[cid] = (uint32_t)y;
    say(s, "%" PRId64 " player_new cid=%d x=%d y=%d", s->tick, (int)cid, (int)x, (int)y);
    return end_line(s, cid);
}

static int player_old(struct slow *s)
{
    int32_t cid = integer(s);
    if (s->cut) {
        return truncated(s);
    }
    if (step(s, cid) == STOP) {
        return STOP;
    }
    if (!in_range(cid)) {
        return fault(s, "TT_ERR_TH_CID");
    }
    if (!s->alive[cid] && fault(s, "TT_ERR_TH_NOT_ALIVE") == STOP) {
        return STOP;
    }
    s->alive[cid] = 0;
    say(s, "%" PRId64 " player_old cid=%d", s->tick, (int)cid);
    return end_line(s, cid);
}

static int tick_skip(struct slow *s)
{
    int32_t dt = integer(s);
    if (s->cut) {
        return truncated(s);
    }
    if (dt < 0) {
        /* a recorder of version 1 could write -1 before the first tick */
        if ((dt != -1 || s->tick != 0) && fault(s, "TT_ERR_TH_TICK") == STOP) {
            return STOP;
        }
    } else {
        s->tick += (int64_t)dt + 1;
        if (s->tick > INT32_MAX) {
            s->tick = INT32_MAX;
            if (fault(s, "TT_ERR_TH_TICK") == STOP) {
                return STOP;
            }
        }
        s->last = -1;
    }
    say(s, "%" PRId64 " tick_skip dt=%d", s->tick, (int)dt);
    return end_line(s, -1);
}

static void say_ints(struct slow *s, const char *name, const uint32_t ints[10])
{
    say(s, " %s=", name);
    for (int i = 0; i < 10; i++) {
        say(s, "%c%d", i == 0 ? '(' : ',', (int)(int32_t)ints[i]);
    }
    say(s, ")");
}

static int input(struct slow *s, int is_new)
{
    int32_t cid = integer(s);
    uint32_t ints[10];
    for (int i = 0; i < 10; i++) {
        ints[i] = (uint32_t)integer(s);
    }
    if (s->cut) {
        return truncated(s);
    }
    if (!in_range(cid)) {
        return fault(s, "TT_ERR_TH_CID");
    }
    if (!is_new && !s->has_input[cid] && fault(s, "TT_ERR_TH_NO_INPUT") == STOP) {
        return STOP;
    }
    s->has_input[cid] = 1;
    say(s, "%" PRId64 " %s cid=%d", s->tick, is_new ? "input_new" : "input_diff", (int)cid);
    if (!is_new) {
        say_ints(s, "diff", ints);
    }
    for (int i = 0; i < 10; i++) {
        s->input[cid][i] = ints[i] + (is_new ? 0 : s->input[cid][i]);
    }
    say_ints(s, "input", s->input[cid]);
    return end_line(s, cid);
}

static int message(struct slow *s)
{
    int32_t cid = integer(s), size = integer(s);
    if (s->cut) {
        return truncated(s);
    }
    if (size < 0 || size > 65536 || (size_t)size > s->limit - (s->at - s->start)) {
        return stop(s, "TT_ERR_TH_SIZE");
    }
    say(s, "%" PRId64 " message cid=%d size=%d msg=", s->tick, (int)cid, (int)size);
    hex(s, (size_t)size);
    if (s->cut) {
        return truncated(s);
    }
    return in_range(cid) ? end_line(s, cid) : fault(s, "TT_ERR_TH_CID");
}

static int join_or_drop(struct slow *s, int is_join)
{
    int32_t cid = integer(s);
    say(s, "%" PRId64 " %s cid=%d", s->tick, is_join ? "join" : "drop", (int)cid);
    if (!is_join && !s->cut) {
        say(s, " reason=");
        text(s);
    }
    if (s->cut) {
        return truncated(s);
    }
    return in_range(cid) ? end_line(s, cid) : fault(s, "TT_ERR_TH_CID");
}

static int console_command(struct slow *s)
{
    int32_t cid = integer(s), flags = integer(s);
    say(s, "%" PRId64 " console_command cid=%d flags=%d cmd=", s->tick, (int)cid, (int)flags);
    if (!s->cut) {
        text(s);
    }
    int32_t count = s->cut ? 0 : integer(s);
    if (s->cut) {
        return truncated(s);
    }
    if (count < 0 || (size_t)count > s->limit) {
        return stop(s, "TT_ERR_TH_COUNT");
    }
    say(s, " args=%d[", (int)count);
    for (int32_t i = 0; i < count && !s->cut; i++) {
        say(s, i != 0 ? "," : "");
        text(s);
    }
    say(s, "]");
    if (s->cut) {
        return truncated(s);
    }
    return cid < 128 ? end_line(s, cid) : fault(s, "TT_ERR_TH_CID");
}

/* Reads the fields of an extension. Returns 1 when the payload has all of them. A client id out of
 * range goes to `bad`. */
static int extension_fields(struct slow *s, const struct extension *e, int *cid, int *bad)
{
    for (int i = 0; e->types[i] != 0; i++) {
        int32_t value;
        say(s, " %s=", e->fields[i]);
        switch (e->types[i]) {
        case 's':
            text(s);
            break;
        case 'u':
            uuid(s);
            break;
        case 'r':
            hex(s, s->stop - s->at);
            break;
        default:
            value = integer(s);
            if (!s->cut && e->types[i] == 'c' && !in_range(value)) {
                *bad = 1;
                return 0;
            }
            *cid = i == 0 && e->types[0] == 'c' ? value : *cid;
            say(s, "%d", (int)value);
            break;
        }
        if (s->cut) {
            return 0;
        }
    }
    return 1;
}

static int known_extension(struct slow *s, const struct extension *e, size_t size)
{
    size_t end = s->at + size;
    int bad = 0, cid = -1;
    s->stop = end;
    say(s, "%" PRId64 " %s", s->tick, e->name);
    int good = extension_fields(s, e, &cid, &bad);
    s->cut = 0;
    s->stop = s->size;
    s->at = end;
    if (good) {
        end_line(s, cid);
        return 1;
    }
    s->line[0] = 0;
    s->line_size = 0;
    return bad ? -1 : 0;
}

static int ex(struct slow *s)
{
    size_t first = s->at;
    uuid(s);
    char name[37] = "";
    if (s->cut || s->at == s->size) {
        s->cut = 1;
        return truncated(s);
    }
    memcpy(name, s->line, 36);
    int32_t size = integer(s);
    if (s->cut) {
        return truncated(s);
    }
    if (size < 0 || (size_t)size > s->limit - (s->at - s->start)) {
        return stop(s, "TT_ERR_TH_SIZE");
    }
    if ((size_t)size > s->size - s->at) {
        return truncated(s);
    }
    s->line[0] = 0;
    s->line_size = 0;
    if (s->version == 1 && fault(s, "TT_ERR_TH_EX_VERSION") == STOP) {
        return STOP;
    }
    size_t payload = s->at;
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        if (strcmp(extensions[i].uuid, name) != 0) {
            continue;
        }
        int result = known_extension(s, &extensions[i], (size_t)size);
        if (result == 1) {
            return GO_ON;
        }
        if (fault(s, result < 0 ? "TT_ERR_TH_CID" : "TT_ERR_TH_EX") == STOP) {
            return STOP;
        }
    }
    s->at = first;
    say(s, "%" PRId64 " ex uuid=", s->tick);
    uuid(s);
    s->at = payload;
    say(s, " data=");
    hex(s, (size_t)size);
    return end_line(s, -1);
}

/* Returns the size of a move by (0, 0) at `at`, found by its bytes alone; 0 for anything else. */
static size_t still_size(const struct slow *s, size_t at)
{
    const unsigned char *p = s->data + at;
    size_t left = s->size - at;
    if (left >= 3 && p[0] < 0x40 && p[1] == 0 && p[2] == 0) {
        return 3;
    }
    return left >= 4 && (p[0] & 0xc0) == 0x80 && p[1] == 1 && p[2] == 0 && p[3] == 0 ? 4 : 0;
}

static int begins_run(const struct slow *s)
{
    size_t at = s->at, size;
    int count = 0;
    while (at < s->size && (size = still_size(s, at)) != 0) {
        at += size;
        count++;
    }
    return count >= 8;
}

static int record(struct slow *s)
{
    s->start = s->at;
    if (begins_run(s)) {
        return stop(s, "TT_ERR_TH_STILL");
    }
    int32_t code = integer(s);
    if (s->cut) {
        return truncated(s);
    }
    switch (code) {
    case -1:
        say(s, "%" PRId64 " finish", s->tick);
        end_line(s, -1);
        s->start = s->at;
        if (s->at != s->size && fault(s, "TT_ERR_TH_AFTER_FINISH") == STOP) {
            return STOP;
        }
        append(&s->out, &s->out_size, "= TT_END\n");
        return STOP;
    case -2:
        return tick_skip(s);
    case -3:
        return player_new(s);
    case -4:
        return player_old(s);
    case -5:
        return input(s, 0);
    case -6:
        return input(s, 1);
    case -7:
        return message(s);
    case -8:
        return join_or_drop(s, 1);
    case -9:
        return join_or_drop(s, 0);
    case -10:
        return console_command(s);
    case -11:
        return ex(s);
    default:
        return code >= 0 ? player_diff(s, code) : stop(s, "TT_ERR_TH_KIND");
    }
}

char *slow_teehistorian(const unsigned char *data, size_t size, int recover, size_t limit)
{
    struct slow *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->data = data;
    s->size = s->stop = size;
    s->limit = limit;
    s->recover = recover;
    s->last = INT64_MAX;
    const unsigned char *json = data + 16, *end = memchr(json, 0, size - 16);
    assert_non_null(end);
    s->version = strstr((const char *)json, "\"version\":\"1\"") != NULL ? 1 : 2;
    s->start = 16;
    s->at = (size_t)(end - data) + 1;
    say(s, "0 header");
    end_line(s, -1);
    int status = GO_ON;
    while (status == GO_ON && s->at < size) {
        status = record(s);
        /* drops the incomplete line that an error has left */
        free(s->line);
        s->line = NULL;
        s->line_size = 0;
    }
    if (status == GO_ON) {
        append(&s->out, &s->out_size, "= TT_END\n");
    }
    char *out = s->out;
    free(s);
    return out;
}
