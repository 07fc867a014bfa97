/* SPDX-License-Identifier: MIT
 *
 * Random bytes that nobody can guess, from the system.
 */
#ifndef HOST_RANDOM_H
#define HOST_RANDOM_H

#include <stdbool.h>
#include <stddef.h>

/* Fills `dst`. False when the system has none to give: then nothing secret must be made. */
bool host_random(void *dst, size_t size);

#endif
