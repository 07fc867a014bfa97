/* SPDX-License-Identifier: MIT
 *
 * Writes the demo of a teehistorian file into a page, so that the page shows no more of the inputs
 * than a server's own demo does.
 *
 * With `anonymize` the demo is that of an anonymized copy, a temporary file without a name.
 */
#include "host/posix.h"

#include "jobs/page.h"

#include <errno.h>
#include <inttypes.h>
#include <unistd.h>

#include "host/error.h"
#include "host/fd.h"
#include "host/input_state.h"
#include "host/inside.h"
#include "jobs/demo.h"

/* A stream that writes a demo into the page without the bytes [from, to), which are its map. */
struct part {
    struct page_block *block;
    uint64_t at, from, to;
};

static int put_part(void *user, tt_bytes piece)
{
    struct part *part = user;
    uint64_t end = part->at + piece.size;
    uint64_t before = part->from < end ? part->from : end;
    uint64_t after = part->to > part->at ? part->to : part->at;
    if (before > part->at) {
        tti_page_block_put(part->block, (tt_bytes){piece.data, (size_t)(before - part->at)});
    }
    if (end > after) {
        size_t skipped = (size_t)(after - part->at);
        tti_page_block_put(part->block, (tt_bytes){piece.data + skipped, piece.size - skipped});
    }
    part->at = end;
    return 0; /* the close of the page reports a failed output */
}

static void warn(void *user, const tt_io_demo_made *made)
{
    struct tti_page *p = user;
    if (made->left_out != 0) {
        tti_job_tell(&p->voice, TT_LEVEL_WARNING, p->path,
                     "%" PRIu64 " snapshots or messages did not fit and are left out",
                     made->left_out);
    }
}

/* Writes the demo with all silences, so that its ticks are those of the recording. */
static bool put_demo(struct tti_page *p, tt_io_reading *r, const tti_map_found *found,
                     struct page_block *block)
{
    struct part part = {.block = block};
    const struct demo_sink sink = {put_part, &part, p->options.show_secrets};
    const tt_io_demo_options how = {.reading = {.stop = p->options.stop},
                                    .output = p->options.output,
                                    .map = found->path,
                                    .no_map = found->path == NULL,
                                    .whole = true,
                                    .no_note = p->options.no_note,
                                    .on_made = warn,
                                    .user = p};
    if (found->path != NULL) {
        part.from = TT_DEMO_HEADER_MAX;
        part.to = part.from + found->map.bytes.size;
    }
    return tti_demo_put(r, p->path, &how, &sink, &p->voice);
}

static int put_out(void *user, tt_bytes bytes)
{
    tt_io_output_bytes(user, bytes);
    return tt_io_output_error(user);
}

/* Writes the anonymized copy to `fd`, and opens it as a reading. */
static bool open_copy(struct tti_page *p, int fd, tt_io_reading *r)
{
    tt_io_output out;
    tt_io_error error;
    tt_io_reading_options how = {
        .wants = TT_WANT_RECORDS, .no_index = true, .stop = p->options.stop};
    int failed = tt_io_output_open_fd(&out, fd, false) ? 0 : ENOMEM;
    bool is_good = failed == 0 && tti_page_copy_teehistorian(p, put_out, &out);
    int closing = tt_io_output_close(&out);
    failed = failed != 0 ? failed : closing;
    failed = failed == 0 && lseek(fd, 0, SEEK_SET) != 0 ? errno : failed;
    if (failed != 0) {
        tt_io_error_system(&error, failed, "the temporary file cannot be written");
        return tti_job_fail_with(&p->voice, &error, p->path);
    }
    if (!is_good || tt_io_stop_wanted(p->options.stop)) {
        return false;
    }
    how.input = tti_host_input_open_fd(NULL, fd, p->path, NULL, &error);
    if (how.input == NULL) {
        return tti_job_fail_with(&p->voice, &error, p->path);
    }
    return tt_io_reading_open(r, p->path, &how) || tti_job_fail_with(&p->voice, &r->error, p->path);
}

bool tti_page_put_demo(struct tti_page *p, const tti_map_found *found, struct page_block *block)
{
    tt_io_reading r = {.rec = NULL};
    tt_io_error error;
    if (!p->options.anonymize) {
        return put_demo(p, p->r, found, block);
    }
    int fd = tti_host_nameless_open();
    if (fd < 0) {
        tt_io_error_system(&error, errno, "no temporary file can be made (TMPDIR says where)");
        return tti_job_fail_with(&p->voice, &error, p->path);
    }
    bool is_good = open_copy(p, fd, &r) && put_demo(p, &r, found, block);
    tt_io_reading_close(&r);
    tti_host_fd_close(fd);
    return is_good;
}
