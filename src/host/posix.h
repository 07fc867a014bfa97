/* SPDX-License-Identifier: MIT
 *
 * Defines what must come before the first system header: POSIX 2008 with XSI, and 64-bit file
 * offsets and times on 32-bit machines too. Every .c file that calls the system includes this
 * first, because a struct stat would otherwise have two layouts.
 */
#ifndef HOST_POSIX_H
#define HOST_POSIX_H

/* NOLINTBEGIN(bugprone-reserved-identifier): the system's own names */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif
#ifndef _TIME_BITS
#define _TIME_BITS 64
#endif
/* NOLINTEND(bugprone-reserved-identifier) */

/* HOST_IS_WHOLE: does a path name a file wherever the program is? That of Windows has its drive
 * first. */
#ifdef _WIN32
#include "host/windows/posix.h"
#else
#define HOST_IS_WHOLE(path) ((path)[0] == '/')
#endif

#endif
