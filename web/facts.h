/* SPDX-License-Identifier: MIT
 *
 * Writes facts as JSON.
 */
#ifndef WEB_FACTS_H
#define WEB_FACTS_H

#include "web/core.h"

/* Most bytes of a fact. A longer fact leaves TT_ERR_SPACE in the packer. */
#define FACTS_MAX ((size_t)32 << 10)

/* Writes a fact with its fields. `name` is the name of its player. */
void facts_put(tt_packer *p, const tt_fact *fact, const char *name);

#endif
