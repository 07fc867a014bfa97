/* SPDX-License-Identifier: MIT
 *
 * Declares the public symbols of libteetape-io. Programs use nothing of this header.
 *
 * A program that links the shared library on Windows defines TT_IO_SHARED; elsewhere
 * nothing has to be defined.
 */
#ifndef TEETAPE_IO_EXPORT_H
#define TEETAPE_IO_EXPORT_H

#if defined(_WIN32) && defined(TT_IO_BUILDING)
#define TT_IO_API __declspec(dllexport)
#elif defined(_WIN32) && defined(TT_IO_SHARED)
#define TT_IO_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define TT_IO_API __attribute__((visibility("default")))
#else
/** Marks each public declaration. */
#define TT_IO_API
#endif

#if defined(__GNUC__)
#define TT_IO_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
/** Marks a function of printf's kind: parameter number `text` is its format. */
#define TT_IO_PRINTF(text, first)
#endif

#endif
