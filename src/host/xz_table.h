/* SPDX-License-Identifier: MIT
 *
 * The table of an .xz file: what the indexes at the ends of its streams say, read from the end of
 * the file.
 */
#ifndef HOST_XZ_TABLE_H
#define HOST_XZ_TABLE_H

#include "host/codec.h"

#ifdef TT_HAVE_LZMA
#include <lzma.h>

/* Reads the indexes of all streams as one; see map_open of codec.h. Takes time and memory in
 * proportion to the size of the indexes, and to the number of streams. */
lzma_index *tti_host_xz_index(const struct host_codec_file *file, tt_io_error *error);

#endif
#endif
