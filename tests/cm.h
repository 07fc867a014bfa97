/* SPDX-License-Identifier: MIT
 *
 * cmocka with the headers that it wants before it, and random numbers.
 */
#ifndef TEST_CM_H
#define TEST_CM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/random.h"

/* Some tests assert nothing: only a sanitizer, valgrind or a crash makes them fail. Their loops
 * take every round in a build with the address sanitizer, and one round of this many in any other.
 */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZER_STEP 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZER_STEP 1
#endif
#endif
#ifndef SANITIZER_STEP
#define SANITIZER_STEP 31
#endif

#endif
