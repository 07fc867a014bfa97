/* SPDX-License-Identifier: MIT
 *
 * Writes files and their names to the disk.
 */
#ifndef HOST_DURABLE_H
#define HOST_DURABLE_H

#include <stdbool.h>

/* Writes the bytes of a file to the disk. Returns 0 or an errno value. */
int tti_host_durable_bytes(int fd);

/* Writes the name of a file to the disk. `can_wait`: the name may be lost with the power, because
 * what it was made from is still there. While jobs run, the folders of such names are then written
 * once for all names. */
void tti_host_durable_name(const char *path, bool can_wait);

/* Called around the jobs of tt_io_jobs_run. The last end writes what has waited. */
void tti_host_durable_begin(void);
void tti_host_durable_end(void);

#endif
