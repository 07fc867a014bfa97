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

#endif
