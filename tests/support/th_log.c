/* SPDX-License-Identifier: MIT
 *
 * The log of a run of the teehistorian reader.
 */
#include "th_log.h"

#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "support/room.h"

void th_log_add(th_log *log, const char *format, ...)
{
    for (;;) {
        va_list args;
        va_start(args, format);
        size_t room = log->cap - log->size;
        int length = vsnprintf(room != 0 ? log->text + log->size : NULL, room, format, args);
        va_end(args);
        assert_true(length >= 0);
        if ((size_t)length < room) {
            log->size += (size_t)length;
            return;
        }
        log->cap = 2 * log->cap + (size_t)length + 1024;
        log->text = realloc(log->text, log->cap);
        assert_non_null(log->text);
    }
}

void th_log_text(th_log *log, tt_bytes text)
{
    th_log_add(log, "\"");
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = text.data[i];
        if (c > ' ' - 1 && c < 0x7f && c != '"' && c != '\\') {
            th_log_add(log, "%c", c);
        } else {
            th_log_add(log, "\\x%02x", c);
        }
    }
    th_log_add(log, "\"");
}

static void add_texts(th_log *log, tt_texts texts)
{
    th_log_add(log, "%d[", (int)texts.count);
    for (int32_t left = texts.count; left > 0; left--) {
        tt_bytes text = tt_texts_next(&texts);
        assert_non_null(text.data);
        th_log_text(log, text);
        th_log_add(log, left > 1 ? "," : "");
    }
    assert_null(tt_texts_next(&texts).data);
    assert_int_equal(texts.packed.size, 0);
    th_log_add(log, "]");
}

static void add_input(th_log *log, const int32_t *input)
{
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        th_log_add(log, "%s%d", i == 0 ? "(" : ",", (int)input[i]);
    }
    th_log_add(log, ")");
}

static void add_msg(th_log *log, const tt_msg *msg)
{
    if (msg == NULL) {
        th_log_add(log, "-");
        return;
    }
    const tt_type *type = tt_msg_type(msg->kind);
    assert_non_null(type);
    th_log_add(log, "{%s", type->name);
    th_log_fields(log, type, &msg->u);
    th_log_add(log, "}");
}

static void add_value(th_log *log, tt_field_type type, const void *member, unsigned n)
{
    char uuid[TT_UUID_TEXT];
    tt_bytes data;
    switch (type) {
    case TT_TYPE_TEXT:
        th_log_text(log, ((const tt_bytes *)member)[n]);
        break;
    case TT_TYPE_DATA:
        data = ((const tt_bytes *)member)[n];
        for (size_t i = 0; i < data.size; i++) {
            th_log_add(log, "%02x", data.data[i]);
        }
        break;
    case TT_TYPE_UUID:
        tt_uuid_format(uuid, &((const tt_uuid *)member)[n]);
        th_log_add(log, "%s", uuid);
        break;
    case TT_TYPE_TEXTS:
        add_texts(log, ((const tt_texts *)member)[n]);
        break;
    case TT_TYPE_INPUT:
        add_input(log, ((const int32_t *const *)member)[n]);
        break;
    case TT_TYPE_MSG:
        add_msg(log, ((const tt_msg *const *)member)[n]);
        break;
    default:
        th_log_add(log, "%d", (int)((const int32_t *)member)[n]);
        break;
    }
}

void th_log_fields(th_log *log, const tt_type *type, const void *object)
{
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        if (field->type == TT_TYPE_MSG && (log->flags & TH_LOG_DECODED) == 0) {
            continue;
        }
        th_log_add(log, " %s=", field->name);
        for (unsigned n = 0; n < field->count; n++) {
            th_log_add(log, n != 0 ? "," : "");
            add_value(log, field->type, tt_field_of(field, object), n);
        }
    }
}

static void on_issue(void *user, const tt_issue *issue)
{
    static const char *const levels[] = {"note", "warning", "error"};
    th_log *log = user;
    assert_string_equal(issue->what, tt_status_text(issue->status));
    log->levels[issue->level]++;
    if ((log->flags & TH_LOG_ISSUES) != 0) {
        th_log_add(log, "! %s %s @%llu %d\n", levels[issue->level], tt_status_name(issue->status),
                   (unsigned long long)issue->offset, (int)issue->tick);
    } else if ((log->flags & TH_LOG_ERRORS) != 0 && issue->level == TT_LEVEL_ERROR) {
        th_log_add(log, "! %s @%llu\n", tt_status_name(issue->status),
                   (unsigned long long)issue->offset);
    }
}

static void add_event(th_log *log, const tt_th_event *event)
{
    const tt_type *type = tt_th_type(event->kind);
    assert_non_null(type);
    log->events++;
    log->kinds[event->kind]++;
    log->last_tick = event->tick;
    assert_int_equal(log->world->tick, event->tick);
    assert_true(tt_th_look(&log->th).offset == event->offset + event->size);
    if ((log->flags & TH_LOG_EVENTS) == 0) {
        return;
    }
    th_log_add(log, "%d %s", (int)event->tick, type->name);
    th_log_fields(log, type, &event->u);
    if ((log->flags & TH_LOG_PLACES) != 0) {
        th_log_add(log, " @%llu+%u %d", (unsigned long long)event->offset, (unsigned)event->size,
                   (int)event->cid);
    }
    th_log_add(log, "\n");
}

/* Logs all events until the reader wants more bytes or has ended. */
static void drain(th_log *log)
{
    tt_th_event event;
    while ((log->status = tt_th_next(&log->th, &event)) == TT_OK) {
        add_event(log, &event);
    }
}

static void add_end(th_log *log)
{
    tt_th_event event;
    th_log_add(log, "= %s", tt_status_name(log->status));
    if (log->status < 0) {
        assert_int_equal(tt_th_look(&log->th).error->status, log->status);
        assert_string_equal(tt_th_look(&log->th).error->what, tt_status_text(log->status));
        th_log_add(log, " @%llu", (unsigned long long)tt_th_look(&log->th).error->offset);
    } else {
        assert_int_equal(log->status, TT_END);
        assert_int_equal(tt_th_look(&log->th).error->status, TT_OK);
    }
    th_log_add(log, "\n");
    /* Further calls must give the same result and log nothing. */
    size_t size = log->size;
    assert_int_equal(tt_th_next(&log->th, &event), log->status);
    assert_int_equal(tt_th_advance(&log->th, INT32_MAX), log->status);
    assert_int_equal(log->size, size);
}

size_t th_split_next(th_split *split, size_t left)
{
    size_t size = split->first;
    if (split->seed != 0) {
        size = random_next(&split->seed) % (2 * split->each + 1);
    }
    size = size != 0 ? size : 1; /* nothing would be the end */
    split->first = split->each != 0 ? split->each : SIZE_MAX;
    return size < left ? size : left;
}

th_log th_log_of(const void *data, size_t size, unsigned flags, th_split split, size_t scratch)
{
    th_log log;
    memset(&log, 0, sizeof log);
    scratch = scratch != 0 ? scratch : TT_TH_SCRATCH;
    uint8_t *room = room_take(scratch), *block = NULL;
    log.world = malloc(sizeof *log.world);
    assert_non_null(log.world);
    log.flags = flags;
    assert_int_equal(tt_th_init(&log.th, log.world, room, scratch), TT_OK);
    tt_th_options options = {(flags & TH_LOG_RECOVER) != 0, on_issue, &log, NULL};
    tt_th_set(&log.th, &options);
    log.status = TT_MORE;
    th_log_add(&log, "");
    for (size_t at = 0; at < size && log.status == TT_MORE;) {
        size_t piece = th_split_next(&split, size - at);
        free(block);
        block = malloc(piece != 0 ? piece : 1);
        assert_non_null(block);
        if (piece != 0) {
            memcpy(block, (const uint8_t *)data + at, piece);
        }
        tt_th_feed(&log.th, block, piece);
        drain(&log);
        at += piece;
    }
    if (log.status == TT_MORE) {
        tt_th_feed(&log.th, NULL, 0);
        drain(&log);
    }
    add_end(&log);
    free(block);
    room_give(room, scratch);
    return log;
}

void th_log_free(th_log *log)
{
    free(log->text);
    free(log->world);
    memset(log, 0, sizeof *log);
}

void th_log_compare(const char *have, const char *want, const char *what)
{
    const char *line = have, *other = want;
    if (strcmp(have, want) == 0) {
        return;
    }
    for (size_t i = 0; have[i] == want[i]; i++) {
        if (have[i] == '\n') {
            line = have + i + 1;
            other = want + i + 1;
        }
    }
    fail_msg("%s:\n have  %.*s\n want  %.*s", what, (int)strcspn(line, "\n"), line,
             (int)strcspn(other, "\n"), other);
}
