/* SPDX-License-Identifier: MIT
 *
 * Why a file is no recording, for errors that have their offset beside the sentence.
 */
#ifndef HOST_KIND_H
#define HOST_KIND_H

#include "teetape/io/kind.h"

/* The sentence of tt_io_kind_reason without the offset, which is 0; NULL for a recording. */
const char *tti_host_kind_sentence(tt_io_kind kind);

#endif
