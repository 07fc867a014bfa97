/* SPDX-License-Identifier: MIT
 *
 * Blocks of data in a page. Browsers do not run scripts of a type that they do not know, so the
 * policy of the page needs no hash of them.
 */
#include "jobs/page.h"

#include <stdlib.h>
#include <string.h>

#include "teetape/string.h"

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

/* Level 9: a page is made once and sent around. On failure nothing is open. */
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
    if (tt_io_compressor_gz.calls != NULL) {
        block->compression =
            tt_io_compression_open(&tt_io_compressor_gz, 9, &block->packed, &error);
        if (block->compression == NULL) {
            tt_io_output_close(&block->packed);
            return tti_page_no_memory(p);
        }
        block->to = tt_io_compression_out(block->compression);
        tt_io_output_text(p->out, " data-packed=\"gzip\"");
    }
    tt_io_output_text(p->out, ">");
    return true;
}

/* Fails early, so that no recording is read for an output that takes nothing. */
int tti_page_block_put(void *user, tt_bytes bytes)
{
    struct page_block *block = user;
    tt_io_output_bytes(block->to, bytes);
    return tt_io_output_error(block->to);
}

/* Order: the compression has bytes left, then the output before base64, then base64. */
void tti_page_block_end(struct page_block *block)
{
    tt_io_error error;
    if (block->compression != NULL) {
        tt_io_compression_close(block->compression, &error);
    }
    tt_io_output_close(&block->packed);
    base64_end(&block->base64);
    tt_io_output_text(block->out, "</script>\n");
}
