/* SPDX-License-Identifier: MIT
 *
 * The callback that receives the output, the same for every writer of the library.
 *
 *     static int put(void *user, tt_bytes piece)
 *     {
 *         return fwrite(piece.data, 1, piece.size, user) == piece.size ? 0 : errno;
 *     }
 *     tt_demo_writer_init(&writer, &memory, put, file);
 *
 * Cuts, repairs, conversions and anonymizers write through such a writer.
 */
#ifndef TEETAPE_SINK_H
#define TEETAPE_SINK_H

#include "teetape/bytes.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Takes the next piece of an output. The piece is valid during the call only. Returns 0 when all
 * of it was taken. Any other result, such as an errno value, means that nothing was taken, and the
 * writer fails for good. */
typedef int tt_sink_fn(void *user, tt_bytes piece);

#ifdef __cplusplus
}
#endif

#endif
