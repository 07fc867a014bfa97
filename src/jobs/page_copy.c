/* SPDX-License-Identifier: MIT
 *
 * Copies a recording into a page, as a block of data: all records, without secrets. The page's
 * reader gets the bytes, so hiding secrets only on the screen would not help.
 *
 * Browsers do not run scripts of an unknown type, so the page's security policy needs no hash of
 * these blocks.
 */
#include "jobs/page.h"

#include <stdlib.h>
#include <string.h>

#include "demo/write.h"
#include "msg/inside.h"
#include "recording/stream.h"
#include "teehistorian/write.h"
#include "teetape/demo_write.h"
#include "teetape/io/jobs.h"
#include "teetape/string.h"
#include "teetape/teehistorian_anonymize.h"
#include "teetape/teehistorian_secret.h"
#include "teetape/teehistorian_write.h"

static int put_out(void *user, tt_bytes bytes)
{
    tt_io_output_bytes(user, bytes);
    return tt_io_output_error(user);
}

static const char *escape(char byte)
{
    switch (byte) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

/* Reports a lack of memory. Always returns false. */
bool tti_page_no_memory(struct tti_page *p)
{
    return tti_job_fail(&p->voice, TT_ERR_SYSTEM, p->path, "there is not enough memory");
}

bool tti_page_text(struct tti_page *p, const char *text)
{
    size_t room = TT_UTF8_SAFE_BOUND(strlen(text)) + 1;
    char *safe = malloc(room);
    if (safe == NULL) {
        return tti_page_no_memory(p);
    }
    size_t size = tt_utf8_safe(safe, room, tt_bytes_of(text));
    for (size_t i = 0; i < size; i++) {
        const char *instead = escape(safe[i]);
        if (instead != NULL) {
            tt_io_output_text(p->out, instead);
        } else {
            tt_io_output_byte(p->out, (uint8_t)safe[i]);
        }
    }
    free(safe);
    return true;
}

/* Begins a block. The level is 9, because a page is made once and sent to many. After a failure
 * nothing is open. */
bool tti_page_block_begin(struct tti_page *p, struct page_block *block)
{
    tt_io_error error;
    memset(block, 0, sizeof *block);
    block->out = p->out;
    block->base64 = (struct base64){.put = put_out, .user = p->out};
    if (!tt_io_output_open(&block->packed, base64_put, &block->base64)) {
        return tti_page_no_memory(p);
    }
    block->to = &block->packed;
    if (tti_host_compressor_gz.calls != NULL) {
        const struct host_compress_options how = {.level = 9, .threads = tt_io_jobs_cores()};
        if (!tti_host_compress_open(&block->compress, &tti_host_compressor_gz, &how, &block->packed,
                                    &error)) {
            tt_io_output_close(&block->packed);
            return tti_page_no_memory(p);
        }
        block->to = &block->compress.out;
        tt_io_output_text(p->out, " data-packed=\"gzip\"");
    }
    tt_io_output_text(p->out, ">");
    return true;
}

/* Gives bytes to a block. It fails as soon as the output does, so that no recording is read for a
 * failed output. */
int tti_page_block_put(void *user, tt_bytes bytes)
{
    struct page_block *block = user;
    tt_io_output_bytes(block->to, bytes);
    return tt_io_output_error(block->to);
}

/* Ends a block. Buffers are flushed in the order of the bytes: the compression, then the output
 * before Base64, then Base64. */
void tti_page_block_end(struct page_block *block)
{
    tt_io_error error;
    if (block->to == &block->compress.out) {
        tti_host_compress_close(&block->compress, &error);
    }
    tt_io_output_close(&block->packed);
    base64_end(&block->base64);
    tt_io_output_text(block->out, "</script>\n");
}

/* Returns true for a system message. These are for the program of a client, and players of demos
 * pass over them. Servers of DDNet 20 record the snapshots and timings that they send to every
 * client. */
static bool is_for_program(tt_bytes data)
{
    tt_sv_head head;
    return tt_sv_head_of(&head, data) == TT_OK && head.is_system;
}

static bool is_left_out_chunk(const struct tti_page *p, const tt_demo_event *event,
                              bool *has_inputs)
{
    const tt_demo_header *header = tt_recording_demo_header(p->r->rec);
    bool is_message = event->kind == TT_DEMO_MESSAGE;
    if (is_message && tti_secret_sv_input(event->data)) {
        *has_inputs |= p->options.keep_inputs;
        return !p->options.keep_inputs;
    }
    bool is_secret = event->kind == TT_DEMO_OTHER ||
                     (is_message && tt_secret_sv_data(event->data, tt_demo_protocol(header)));
    return is_secret ? !p->options.show_secrets : is_message && is_for_program(event->data);
}

/* Copies a demo. Chunks that the writer refuses are left out. Only a failed output ends the
 * copy. */
bool tti_page_copy_demo(struct tti_page *p, struct page_block *block, bool *has_inputs)
{
    struct {
        tt_demo_writer writer;
        tt_demo_write_memory memory;
    } *w = calloc(1, sizeof *w);
    if (w == NULL) {
        return tti_page_no_memory(p);
    }
    tt_demo_writer_init(&w->writer, &w->memory, tti_page_block_put, block);
    tt_status status = tt_demo_write_header(&w->writer, tt_recording_demo_header(p->r->rec));
    while (status != TT_ERR_DEMO_PUT && tt_io_reading_next(p->r)) {
        const tt_demo_event *event = p->r->item.demo;
        if (event == NULL || event->kind == TT_DEMO_HEADER ||
            is_left_out_chunk(p, event, has_inputs)) {
            continue;
        }
        status = event->kind == TT_DEMO_MAP ? tt_demo_write_map(&w->writer, event->data)
                                            : tti_demo_write_event(&w->writer, event);
    }
    free(w);
    return status != TT_ERR_DEMO_PUT;
}

struct th_copy {
    tt_th_writer writer;
    tt_th_anonymizer anonymizer;
    tt_th_secrets secrets;
    uint8_t buffer[TT_TH_WRITE_BUFFER];
};

static void blank(const tt_field *field, void *member)
{
    if (field->type == TT_TYPE_TEXT) {
        *(tt_bytes *)member = tt_bytes_of(TT_SECRET_TEXT);
    } else if (field->type == TT_TYPE_DATA) {
        *(tt_bytes *)member = (tt_bytes){NULL, 0};
    } else if (field->type == TT_TYPE_UUID) {
        memset(member, 0, sizeof(tt_uuid));
    } else if (field->type == TT_TYPE_TEXTS) {
        *(tt_texts *)member =
            (tt_texts){1, {(const uint8_t *)TT_SECRET_TEXT, sizeof TT_SECRET_TEXT}};
    }
}

static bool is_left_out(const struct th_copy *c, const tt_th_event *event, const tt_world *world)
{
    const tt_type *type = tt_th_type(event->kind);
    for (size_t i = 0; i < type->field_count; i++) {
        if (type->fields[i].type == TT_TYPE_DATA &&
            tt_th_secrets_hide(&c->secrets, event, i, world)) {
            return true;
        }
    }
    return false;
}

/* Copies a record. Nearly all records have no secrets and are copied as bytes. Other records are
 * changed field by field and encoded again. The caller writes HEADER and FINISH. */
static tt_status copy_event(struct tti_page *p, struct th_copy *c, const tt_th_event *event)
{
    const tt_world *world = tt_recording_world(p->r->rec);
    const tt_type *type = tt_th_type(event->kind);
    tt_th_event mine = *event;
    /* An extension may have bytes after its known fields, which may be secret: encoding the record
     * again drops them. */
    bool is_changed = tti_th_ex_uuid(event->kind) != NULL && !c->secrets.is_shown;
    if (event->kind == TT_TH_HEADER || event->kind == TT_TH_FINISH) {
        return TT_OK;
    }
    if (!is_changed && !tt_th_secrets_has(&c->secrets, event->kind)) {
        return tt_th_write_copy(&c->writer, event,
                                tt_th_record(tti_recording_th(p->r->rec), event));
    }
    if (is_left_out(c, event, world)) {
        return TT_OK;
    }
    for (size_t i = 0; i < type->field_count; i++) {
        if (tt_th_secrets_hide(&c->secrets, event, i, world)) {
            blank(&type->fields[i], (void *)(uintptr_t)tt_field_of(&type->fields[i], &mine.u));
            is_changed = true;
        }
    }
    mine.size = 0;
    return is_changed ? tt_th_write_event(&c->writer, &mine)
                      : tt_th_write_copy(&c->writer, event,
                                         tt_th_record(tti_recording_th(p->r->rec), event));
}

/* Copies the header. Returns TT_ERR_SPACE when memory is missing. */
static tt_status copy_header(struct tti_page *p, struct th_copy *c)
{
    tt_bytes json = p->r->th_header.json;
    if (c->secrets.is_shown) {
        return tt_th_write_header(&c->writer, json);
    }
    uint8_t *shown = malloc(TT_TH_SHOWN_HEADER(json.size));
    tt_status status = TT_ERR_SPACE;
    if (shown != NULL) {
        status = tt_th_write_header(&c->writer, tt_th_shown_header(shown, json, false));
    }
    free(shown);
    return status;
}

/* Writes the silence at the end of a part, whose ticks no record of the part has. It does nothing
 * when the part ends in a tick with records, with the recording, or with a cut, which has it. */
static void put_silence(const struct tti_page *p, struct th_copy *c)
{
    int64_t last = p->r->to - 1;
    int64_t dt = last - tti_th_writer_seen(&c->writer)->last_written - 1;
    if (p->r->is_later && dt >= 0) {
        const tt_th_event skip = {
            .kind = TT_TH_TICK_SKIP, .tick = (int32_t)last, .u.tick_skip = {(int32_t)dt}};
        tt_th_write_event(&c->writer, &skip);
    }
}

/* Copies all records. FINISH is written only when the original has it; the anonymizer copies it as
 * a record. */
static bool copy_all(struct tti_page *p, struct th_copy *c)
{
    bool is_other = p->options.anonymize;
    tt_status status =
        is_other ? tt_th_anonymize_header(&c->anonymizer, &p->r->th_header) : copy_header(p, c);
    if (!is_other && status == TT_ERR_SPACE) {
        return tti_page_no_memory(p);
    }
    while (status != TT_ERR_TH_WRITE_PUT && tt_io_reading_next(p->r)) {
        const tt_th_event *event = p->r->item.th;
        if (event != NULL) {
            status =
                is_other ? tt_th_anonymize_event(&c->anonymizer, event) : copy_event(p, c, event);
        }
    }
    put_silence(p, c);
    if (!is_other && tt_recording_look(p->r->rec).is_closed) {
        tt_th_write_finish(&c->writer);
    } else {
        tt_th_write_flush(&c->writer);
    }
    return true;
}

static bool on_name(void *user, const char *name, const char *pseudonym)
{
    struct tti_page *p = user;
    bool is_kept = false;
    (void)pseudonym;
    for (size_t i = 0; i < p->options.keep.count; i++) {
        bool is_same = strcmp(p->options.keep.text[i], name) == 0;
        p->has_kept[i] = p->has_kept[i] || is_same;
        is_kept = is_kept || is_same;
    }
    return is_kept;
}

bool tti_page_copy_teehistorian(struct tti_page *p, tt_sink_fn *put, void *user)
{
    struct th_copy *c = calloc(1, sizeof *c);
    if (c == NULL) {
        return tti_page_no_memory(p);
    }
    tt_th_secrets_init(&c->secrets, p->options.show_secrets);
    tt_th_writer_init(&c->writer, c->buffer, sizeof c->buffer, put, user);
    const tt_io_key *key = p->options.made_key;
    if (p->options.anonymize) {
        const tt_th_anonymizer_options how = {p->options.keep_time, on_name, p};
        tt_th_anonymizer_init(&c->anonymizer, &c->writer, (tt_bytes){key->bytes, key->size}, &how);
    }
    bool is_good = copy_all(p, c);
    free(c);
    return is_good;
}
