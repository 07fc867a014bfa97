/* SPDX-License-Identifier: MIT
 *
 * See stdlib.h.
 */
#ifndef WEB_STRING_H
#define WEB_STRING_H

#define memset __builtin_memset
#define memcpy __builtin_memcpy

#endif
