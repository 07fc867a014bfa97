/* SPDX-License-Identifier: MIT
 *
 * What has to be said before the first system header: POSIX 2008 with XSI (wcwidth), and
 * 64-bit file offsets on 32-bit machines too. Every .c file of this room that calls the
 * system includes this one first.
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
/* NOLINTEND(bugprone-reserved-identifier) */

#endif
