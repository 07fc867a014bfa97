/* SPDX-License-Identifier: MIT
 *
 * Asks the locale for the widths of characters.
 */
#include "cli/text/width.h"

#include <langinfo.h>
#include <string.h>
#include <wchar.h>

/* In the C locale wcwidth knows ASCII alone. Some systems write the name of the code set in small
 * letters. */
bool width_known(void)
{
    const char *name = nl_langinfo(CODESET);
    return strcmp(name, "UTF-8") == 0 || strcmp(name, "utf8") == 0;
}

int width_of(int32_t point)
{
    /* wchar_t holds code points wherever the locale is UTF-8 on the systems we run on. */
    return wcwidth((wchar_t)point);
}
