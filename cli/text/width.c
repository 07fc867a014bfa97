/* SPDX-License-Identifier: MIT
 *
 * Asks the locale for the widths of characters.
 */
#include "cli/text/width.h"

#include <langinfo.h>
#include <string.h>
#include <wchar.h>

/* Returns true when the locale knows widths. wcwidth knows only ASCII in the C locale. Some systems
 * write the name of the code set in lower case. */
bool width_known(void)
{
    const char *name = nl_langinfo(CODESET);
    return strcmp(name, "UTF-8") == 0 || strcmp(name, "utf8") == 0;
}

int width_of(int32_t point)
{
    /* wchar_t holds code points on all supported systems with a UTF-8 locale. */
    return wcwidth((wchar_t)point);
}
