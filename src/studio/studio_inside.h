/* SPDX-License-Identifier: MIT
 *
 * What a film needs of a studio.
 */
#ifndef STUDIO_STUDIO_INSIDE_H
#define STUDIO_STUDIO_INSIDE_H

#include "teetape/io/studio.h"

/* Copies the texts of the list that lie elsewhere, in the scene, to the list: the scene may go on.
 * False with *error: TT_ERR_SYSTEM without memory; the list is empty then. Shapes are changed in
 * place, so it may be called once for each list. */
bool tti_studio_keep(tt_io_studio *studio, tt_io_error *error);

/* Lets the boxes of a studio's lists be counted by another one, which remains as long. */
void tti_studio_count_in(tt_io_studio *studio, tt_io_studio *other);

#endif
