/* SPDX-License-Identifier: MIT
 *
 * Sets and reads the stop flags. They are plain ints, so that the header means the same in C and
 * C++. The compiler's built-in functions make every access atomic.
 */
#include "teetape/io/stop.h"

#include <stddef.h>

/* The flag that tt_io_stop_all raises, for waits that have no flag of their own. */
static tt_io_stop all;

/* Signal handlers need atomic ints without a lock: a handler could not wait for the thread that it
 * interrupts. */
_Static_assert(__GCC_ATOMIC_INT_LOCK_FREE == 2, "an atomic int needs no lock");

/* Raises a flag. Only a 0 is exchanged, so a second Ctrl-C does not hide why the first one came. */
void tt_io_stop_want(tt_io_stop *stop, int reason)
{
    int none = 0;
    __atomic_compare_exchange_n(&stop->wanted, &none, reason, false, __ATOMIC_SEQ_CST,
                                __ATOMIC_SEQ_CST);
}

bool tt_io_stop_wanted(const tt_io_stop *stop)
{
    return tt_io_stop_reason(stop) != 0;
}

int tt_io_stop_reason(const tt_io_stop *stop)
{
    return stop == NULL ? 0 : __atomic_load_n(&stop->wanted, __ATOMIC_SEQ_CST);
}

void tt_io_stop_all(int reason)
{
    if (reason != 0) {
        tt_io_stop_want(&all, reason);
    } else {
        __atomic_store_n(&all.wanted, 0, __ATOMIC_SEQ_CST);
    }
}

bool tt_io_stop_all_wanted(void)
{
    return tt_io_stop_wanted(&all);
}
