/* SPDX-License-Identifier: MIT
 *
 * A temporary file without a name: it is gone when it is closed, whatever happens.
 */
#ifndef HOST_NAMELESS_H
#define HOST_NAMELESS_H

/* Makes one where TMPDIR says, or in /tmp; to be read, written and closed. -1 on failure, and errno
 * says why. */
int tti_host_nameless_open(void);

#endif
