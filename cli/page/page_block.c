/* SPDX-License-Identifier: MIT
 *
 * Blocks of data in a page. Browsers do not run scripts of a type that they do not know, so the
 * policy of the page needs no hash of them.
 */
#include "cli/page/page.h"

#include <string.h>

#include "cli/shell/memory.h"
#include "cli/text/text.h"

/* A sink for base64: 0 while the output takes bytes, else the number of its error, which ends the
 * writing. */
static int put_out(void *user, tt_bytes bytes)
{
    tt_io_output_bytes(user, bytes);
    return tt_io_output_error(user);
}

/* What HTML takes for its own between tags and between double quotes. */
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

/* A sink that comes after text_safe, which may cut a text anywhere between two bytes: only single
 * bytes are looked at. */
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

/* For a return: the recording that is added is the one to be named. */
bool page_no_memory(struct page *p)
{
    memory_tell(p->job.path);
    p->status = EXIT_SYSTEM;
    return false;
}

/* Two steps: text_safe makes it valid UTF-8 without controls, and its output is escaped. */
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

/* Level 9, as a page is made once and sent around. `data-packed` is an attribute, so it is written
 * before the tag is closed. On failure nothing of the block is open. */
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

/* Failures are found early, so that no whole recording is read for an output that takes nothing. */
int page_block_put(void *user, tt_bytes bytes)
{
    struct page_block *block = user;
    tt_io_output_bytes(block->to, bytes);
    return tt_io_output_error(block->to);
}

/* The order is that of the bytes: the compression has some left, then the output before base64,
 * then base64 itself. */
void page_block_end(struct page_block *block)
{
    tt_io_error error;
    if (block->compression != NULL) {
        tt_io_compression_close(block->compression, &error); /* the file keeps the error */
    }
    tt_io_output_close(&block->packed);
    base64_end(&block->base64);
    tt_io_output_text(block->out, "</script>\n");
}
