/* SPDX-License-Identifier: MIT
 *
 * ES modules as one script.
 */
#ifndef TOOLS_PAGE_MODULES_H
#define TOOLS_PAGE_MODULES_H

#include "tools/page/text.h"

/* Adds the module `path` and all that it imports, each after those that it imports: the order in
 * which a browser runs them. Ends the program where the text would not do what the modules do. */
void join_modules(struct text *to, const char *path);

#endif
