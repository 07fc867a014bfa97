/* SPDX-License-Identifier: MIT
 *
 * The header of a recording, and nothing else of it.
 */
#ifndef ARCHIVE_RECORDING_HEADER_H
#define ARCHIVE_RECORDING_HEADER_H

#include <stdbool.h>

#include "host/stop.h"
#include "teetape/bytes.h"

/* The bytes of the header (see teetape/index.h) in new memory, to be freed; NULL when there is none
 * to be read. */
uint8_t *archive_recording_header(const char *path, const struct host_stop *stop, size_t *size);

#endif
