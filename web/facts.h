/* SPDX-License-Identifier: MIT
 *
 * Facts as JSON.
 */
#ifndef WEB_FACTS_H
#define WEB_FACTS_H

#include "web/core.h"

/* Bytes that a fact may have at most; a longer one leaves TT_ERR_SPACE in the packer. */
#define FACTS_MAX ((size_t)32 << 10)

/* A fact with its kind's fields by name, and the `name` of whom it is about. */
void facts_put(tt_packer *p, const tt_fact *fact, const char *name);

#endif
