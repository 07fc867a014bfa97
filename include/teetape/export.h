/* SPDX-License-Identifier: MIT
 *
 * Defines TT_API, which marks public symbols, and `bool`. A program uses nothing else of this
 * header.
 *
 * A program that links the shared library on Windows defines TT_SHARED; elsewhere nothing has to be
 * defined. A TT_API that is defined before remains, as in the single source file, where it is
 * empty.
 */
#ifndef TEETAPE_EXPORT_H
#define TEETAPE_EXPORT_H

#include <stdbool.h>

#if defined(TT_API)
#elif defined(_WIN32) && defined(TT_BUILDING)
#define TT_API __declspec(dllexport)
#elif defined(_WIN32) && defined(TT_SHARED)
#define TT_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define TT_API __attribute__((visibility("default")))
#else
#define TT_API
#endif

#endif
