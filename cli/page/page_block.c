/* SPDX-License-Identifier: MIT
 *
 * Blocks of data in a page. Browsers do not run scripts of a type that they do not know, so the
 * policy of the page needs no hash of them.
 */
#include "cli/page/page.h"

#include <string.h>

#include "cli/shell/memory.h"
#include "cli/text/text.h"

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

/* text_safe may cut a text anywhere: only single bytes are looked at. */
static int put_escaped(void *user, tt_bytes bytes)
{
    tt_io_output *out = user;
    for (size_t i = 0; i < bytes.size; i++) {
        const char *instead = escape((char)bytes.data[i]);
        if (instead != NULL) {
            tt_io_output_text(out, instead);
        } else {
            tt_io_output_byte(out, bytes.data[i]);
        }
    }
    return tt_io_output_error(out);
}

bool page_no_memory(struct page *p)
{
    memory_tell(p->job.path);
    p->status = EXIT_SYSTEM;
    return false;
}

bool page_text(tt_io_output *out, const char *text)
{
    tt_io_output escaped;
    if (!tt_io_output_open(&escaped, put_escaped, out)) {
        return false;
    }
    text_safe(&escaped, tt_bytes_of(text));
    tt_io_output_close(&escaped);
    return true;
}

/* Level 9: a page is made once and sent around. On failure nothing is open. */
bool page_block_begin(struct page_block *block, tt_io_output *out)
{
    tt_io_error error;
    memset(block, 0, sizeof *block);
    block->out = out;
    block->base64 = (struct base64){.put = put_out, .user = out};
    if (!tt_io_output_open(&block->packed, base64_put, &block->base64)) {
        return false;
    }
    block->to = &block->packed;
    if (tt_io_compressor_gz.calls != NULL) {
        block->compression =
            tt_io_compression_open(&tt_io_compressor_gz, 9, &block->packed, &error);
        if (block->compression == NULL) {
            tt_io_output_close(&block->packed);
            return false;
        }
        block->to = tt_io_compression_out(block->compression);
        tt_io_output_text(out, " data-packed=\"gzip\"");
    }
    tt_io_output_text(out, ">");
    return true;
}

/* Fails early, so that no recording is read for an output that takes nothing. */
int page_block_put(void *user, tt_bytes bytes)
{
    struct page_block *block = user;
    tt_io_output_bytes(block->to, bytes);
    return tt_io_output_error(block->to);
}

/* Order: the compression has bytes left, then the output before base64, then base64. */
void page_block_end(struct page_block *block)
{
    tt_io_error error;
    if (block->compression != NULL) {
        tt_io_compression_close(block->compression, &error);
    }
    tt_io_output_close(&block->packed);
    base64_end(&block->base64);
    tt_io_output_text(block->out, "</script>\n");
}
