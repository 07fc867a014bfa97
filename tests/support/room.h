/* SPDX-License-Identifier: MIT
 *
 * Memory for tests that need much of it very often.
 */
#ifndef TEST_SUPPORT_ROOM_H
#define TEST_SUPPORT_ROOM_H

#include <stddef.h>

/* What a reader gets as scratch; the test fails without memory. The address sanitizer maps each
 * large block anew, which costs more than the readers of these tests do, so with it a few are kept.
 * Without it each is new, and valgrind sees what is read before it was written. */
void *room_take(size_t size);
void room_give(void *room, size_t size);

/* `data` with `size` bytes in it, which NULL has not, and with room for `more`: moved only when
 * their sum passes a power of two. The test fails without memory. */
void *room_grow(void *data, size_t size, size_t more);

#endif
