/* SPDX-License-Identifier: MIT
 *
 * Tells about a piece of `teetape cut` that is there.
 */
#ifndef CLI_CUT_REPORT_H
#define CLI_CUT_REPORT_H

#include "cli/cut/cut_write.h"

/* A line, or an object, on stdout; nothing when the piece itself went there. */
void cut_report(const struct cut_work *w);

#endif
