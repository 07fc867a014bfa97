/* SPDX-License-Identifier: MIT
 *
 * Demos as files: reader -> tt_demo_cut -> tt_demo_writer -> file.
 */
#include "teetape/io/demo_output.h"

#include <stddef.h>

bool tt_io_demo_output_begin(tt_io_demo_output *out, const tt_demo_cut_options *options)
{
    tt_demo_writer_init(&out->writer, &out->memory, tt_io_file_put, out->file);
    return out->file != NULL && tt_demo_cut_init(&out->cut, &out->writer, options) == TT_OK;
}

bool tt_io_demo_output_next(tt_io_demo_output *out, const tt_demo *demo, int32_t to)
{
    tt_demo_writer_init(&out->writer, &out->memory, tt_io_file_put, out->file);
    return out->file != NULL && tt_demo_cut_next_piece(&out->cut, demo, &out->writer, to) == TT_OK;
}

/* What the output refused (TT_ERR_DEMO_PUT) is left to the commit, which knows the reason; then
 * there is no patch. */
bool tt_io_demo_output_end(tt_io_demo_output *out, const tt_demo *demo, bool is_wanted,
                           tt_io_error *error)
{
    tt_demo_patch patch;
    tt_io_file *file = out->file;
    tt_io_error_clear(error);
    out->file = NULL;
    tt_status status =
        is_wanted && file != NULL ? tt_demo_cut_finish(&out->cut, demo, &patch) : TT_END;
    if (status == TT_OK) {
        tt_io_file_patch(file, 0, (tt_bytes){patch.bytes, patch.size});
    } else if (status != TT_ERR_DEMO_PUT) {
        if (status != TT_END) {
            tt_io_error_say(error, status, "%s",
                            status == TT_ERR_DEMO_EMPTY
                                ? "the demo would have no snapshot and would not play, so it is "
                                  "not written"
                                : tt_status_text(status));
        }
        tt_io_file_discard(file);
        return false;
    }
    return tt_io_file_commit(file, error);
}
