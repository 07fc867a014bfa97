/* SPDX-License-Identifier: MIT
 *
 * A span that has nothing of a recording.
 */
#ifndef CLI_OUTSIDE_H
#define CLI_OUTSIDE_H

#include "cli/read/demo_recording.h"
#include "cli/read/recording.h"

/* Whether [from, to) is outside of what the recording has, as far as it was read. The end is known
 * once all was read, the begin after the first record. */
bool outside_of_recording(const struct recording *r, int64_t from, int64_t to);
bool outside_of_demo(const struct demo_recording *r, int64_t from, int64_t to);

/* Says so, as a note or as an error, with the ticks that the recording has. */
void outside_report(const struct recording *r, bool is_error);
void outside_report_demo(const struct demo_recording *r, bool is_error);

#endif
