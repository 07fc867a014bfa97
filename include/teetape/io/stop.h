/* SPDX-License-Identifier: MIT
 *
 * A flag that asks running work to end early. It may be raised in a signal handler and by any
 * thread. Who handles signals is the program's matter.
 */
#ifndef TEETAPE_IO_STOP_H
#define TEETAPE_IO_STOP_H

#include "teetape/io/export.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** All zero is the beginning: the flag is down. It is read and written by the functions below only,
 * atomically. */
typedef struct tt_io_stop {
    int wanted; /**< 0, or the reason */
} tt_io_stop;

/** Raises the flag. `reason` is the number of a signal, or -1 when the program itself asks. The
 * first reason is kept. Safe in a signal handler. */
TT_IO_API void tt_io_stop_want(tt_io_stop *stop, int reason);

/** True once the flag is raised; false for NULL. */
TT_IO_API bool tt_io_stop_wanted(const tt_io_stop *stop);

/** Why: what tt_io_stop_want was given first, or 0 while the flag is down. */
TT_IO_API int tt_io_stop_reason(const tt_io_stop *stop);

/** Ends all waits of the process that no flag is handed to: for the other end of a FIFO, for the
 * holder of a lease, and of an input without a flag. A file that is opened then fails with EINTR.
 * They end now and later; 0 lets them wait again. Safe in a signal handler. */
TT_IO_API void tt_io_stop_all(int reason);

/** True once tt_io_stop_all was called with a reason: for those waits. */
TT_IO_API bool tt_io_stop_all_wanted(void);

#ifdef __cplusplus
}
#endif

#endif
