/* SPDX-License-Identifier: MIT
 *
 * Memory for tests that need much of it very often.
 */
#ifndef TEST_SUPPORT_ROOM_H
#define TEST_SUPPORT_ROOM_H

#include <stddef.h>

/* Returns scratch memory for a reader; the test fails without memory. With the address sanitizer,
 * which maps each large block anew, a few blocks are kept, because mapping would cost more than
 * reading. Otherwise each block is new, so that valgrind notices reads of uninitialized bytes. */
void *room_take(size_t size);
void room_give(void *room, size_t size);

/* Returns `data`, which has `size` bytes (0 for NULL), with room for `more` bytes. It is moved only
 * when the sum passes a power of two. The test fails without memory. */
void *room_grow(void *data, size_t size, size_t more);

#endif
