/* SPDX-License-Identifier: MIT
 *
 * A flag that ends running work early. The options of long calls have one. A signal handler or
 * any thread may raise it.
 *
 *     static tt_io_stop stop;
 *
 *     static void on_signal(int number) { tt_io_stop_want(&stop, number); }
 *
 *     tt_io_input_options options = {.stop = &stop};
 */
#ifndef TEETAPE_IO_STOP_H
#define TEETAPE_IO_STOP_H

#include <stdbool.h>

#include "teetape/io/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The flag. The caller places it; all zero means that it is not raised. Its member is for the
 * library, which reads and writes it atomically. */
typedef struct tt_io_stop {
    /** @cond library */
    int wanted; /**< reason of the stop; 0 before one */
    /** @endcond */
} tt_io_stop;

/** Raises the flag. `reason` is the number of a signal, or any other value but 0, such as -1 for
 * the program itself. The first reason is kept. Async-signal-safe. */
TT_IO_API void tt_io_stop_want(tt_io_stop *stop, int reason);

/** Returns true once the flag is raised, and false for NULL. */
TT_IO_API bool tt_io_stop_wanted(const tt_io_stop *stop);

/** Returns the first reason; 0 while the flag is not raised, and for NULL. */
TT_IO_API int tt_io_stop_reason(const tt_io_stop *stop);

/** Ends all waits in the process that have no flag: for the other end of a FIFO, for the holder
 * of a lease, and for more bytes in an input without a flag. These waits fail with EINTR, now
 * and later. `reason` 0 allows them again. Async-signal-safe. */
TT_IO_API void tt_io_stop_all(int reason);

/** Returns true after tt_io_stop_all with a reason. */
TT_IO_API bool tt_io_stop_all_wanted(void);

#ifdef __cplusplus
}
#endif

#endif
