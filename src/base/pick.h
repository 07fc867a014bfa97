/* SPDX-License-Identifier: MIT
 *
 * Lists of clients for which something is to be done.
 */
#ifndef TTI_BASE_PICK_H
#define TTI_BASE_PICK_H

#include <stdbool.h>
#include <stdint.h>

/* Appends a client to a list if `is_in`, and returns the new count. The list has room for all
 * clients. Clients come in no order, so a CPU would mispredict a branch for each of them: it is
 * faster to make a list without branches first, and to go through that. */
static inline int32_t tti_pick(uint8_t *list, int32_t count, int32_t cid, bool is_in)
{
    list[count] = (uint8_t)cid;
    return count + is_in;
}

#endif
