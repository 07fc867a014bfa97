/* SPDX-License-Identifier: MIT
 *
 * Part of every example there: what goes through stdin and stdout are bytes, so that scripts can
 * compare them with what other systems give.
 */
#include <fcntl.h>
#include <io.h>

__attribute__((constructor)) static void set_binary(void)
{
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
}
