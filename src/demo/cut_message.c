/* SPDX-License-Identifier: MIT
 *
 * Messages of a cut: what is written of them, and what the writer refuses.
 */
#include "demo/cut.h"
#include "teetape/secret.h"
#include "teetape/varint.h"

/* A chunk that does not fit, or a tick that goes back, costs that chunk. When the output takes
 * nothing more, or the writer is not where it should be, all that follows would be lost. */
tt_status tti_demo_note_refusal(tt_demo_cut *cut, tt_status status)
{
    if (status == TT_OK || status == TT_ERR_DEMO_PUT || status == TT_ERR_DEMO_WRITE_STATE) {
        return status;
    }
    cut->left_out++;
    return TT_OK;
}

/* The lowest bit of the first varint says whether it is a message of the system. A message that is
 * not understood is written as it is: nothing in it can be changed, and a demo of a server has
 * messages of the other protocol among its own. */
tt_status tti_demo_write_message(tt_demo_cut *cut, tt_bytes data)
{
    uint8_t edited[TTI_DEMO_EDITED_MAX];
    int32_t first;
    tt_sv_msg msg;
    size_t size = tt_varint_decode(data.data, data.size, &first, NULL);
    if ((cut->options.drop_system && size != 0 && (first & 1) != 0) ||
        (cut->options.drop_inputs && tt_secret_sv_input(data))) {
        return TT_OK;
    }
    if (tt_sv_decode(&msg, data, cut->protocol) == TT_OK &&
        !tti_demo_edit_message(cut, &msg, &data, edited)) {
        return TT_OK;
    }
    tt_status status = tt_demo_write_message(cut->writer, data);
    cut->messages += status == TT_OK;
    return tti_demo_note_refusal(cut, status);
}
