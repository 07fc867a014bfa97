/* SPDX-License-Identifier: MIT
 *
 * Compression of the pages of Parquet: each is a frame of its own.
 */
#ifndef TABLE_PAGE_PACK_H
#define TABLE_PAGE_PACK_H

#include "table/buffer.h"

/* Parquet's number of what this build has: 6 for zstd, else 2 for gzip, else 0 for none. */
int tti_page_pack_codec(void);

/* Appends `size` bytes compressed; failures are those of `out`. *context: NULL at first, then what
 * the call made for the next one, to be given to tti_page_pack_free. */
void tti_page_pack(void **context, struct table_buffer *out, const uint8_t *data, size_t size);

/* Frees what tti_page_pack made. NULL is fine. */
void tti_page_pack_free(void *context);

#endif
