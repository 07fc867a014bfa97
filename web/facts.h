/* SPDX-License-Identifier: MIT
 *
 * Facts as JSON.
 */
#ifndef WEB_FACTS_H
#define WEB_FACTS_H

#include "web/core.h"

/* The most bytes of a fact. A longer one leaves TT_ERR_SPACE in the packer. */
#define FACTS_MAX ((size_t)32 << 10)

/* Writes a fact with its fields by name, and `name`: the player whom it is about. */
void facts_put(tt_packer *p, const tt_fact *fact, const char *name);

#endif
