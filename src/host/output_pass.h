/* SPDX-License-Identifier: MIT
 *
 * Output that was put together in a buffer of somebody else.
 */
#ifndef TTI_HOST_OUTPUT_PASS_H
#define TTI_HOST_OUTPUT_PASS_H

#include "teetape/io/output.h"

/* Hands on what the output has in its buffer, then these bytes, which are not copied into it. */
void tti_host_output_pass(tt_io_output *out, tt_bytes bytes);

#endif
