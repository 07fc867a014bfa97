/* SPDX-License-Identifier: MIT
 *
 * Calls of a studio that a film needs.
 */
#ifndef STUDIO_STUDIO_INSIDE_H
#define STUDIO_STUDIO_INSIDE_H

#include "teetape/io/studio.h"

/* Copies the texts of the list, so that the scene may go on; once for each list. TT_ERR_SYSTEM
 * without memory: the list is empty then. */
bool tti_studio_keep(tt_io_studio *studio, tt_io_error *error);

/* Another studio, which remains as long, counts the boxes of a studio's lists. */
void tti_studio_count_in(tt_io_studio *studio, tt_io_studio *other);

#endif
