/* SPDX-License-Identifier: MIT
 *
 * What recordings do not hold, for the result that is empty because of it.
 */
#ifndef CLI_LACKS_H
#define CLI_LACKS_H

#define LACKS_CHAT "teehistorian files hold no plain chat"

/* Finishes are in teehistorian files from this version_minor on, which is DDNet 18.3. */
#define LACKS_FINISHES_BEFORE 8

/* LACKS_FINISHES "them" */
#define LACKS_FINISHES "servers before DDNet 18.3 did not record "

#endif
