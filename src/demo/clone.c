/* SPDX-License-Identifier: MIT
 *
 * A second reader at the same place of a demo.
 */
#include "base/mem.h"
#include "demo/chunk.h"

/* The piece that was fed is in memory of the caller, so both readers go on in it. Bytes that were
 * put together, and the snapshot, are in memory of the reader, and each gets its own. */
void tt_demo_clone(tt_demo *clone, tt_demo_memory *memory, const tt_demo *demo)
{
    *clone = *demo;
    clone->memory = memory;
    clone->space = 0;
    /* the snapshot and the bytes of earlier pieces are all that lasts from one call to the next */
    tt_snap_copy(&clone->snap, &memory->space[0], &demo->snap);
    tti_copy(memory->chunk, demo->memory->chunk, demo->carried);
}
