/* SPDX-License-Identifier: MIT
 *
 * Runs items on several threads, which take them from a counter. The calling thread works too, so
 * everything is done even if the system refuses threads. Items begin in their order, on which an
 * ordered output relies (sequence.c).
 */
#include "host/posix.h"

#include "teetape/io/jobs.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/durable.h"

/* musl gives a thread 128 KiB, which a reader's state on the stack may exceed. */
#define STACK_SIZE ((size_t)8 * 1024 * 1024)

/* State that all threads share. They change nothing but `next`. */
struct crew {
    atomic_size_t next; /* number of the next item; passes `count` by at most one for each thread */
    size_t count;
    tt_io_job_fn *job;
    void *user;
    const tt_io_stop *stop; /* ends the work early; may be NULL */
};

struct worker {
    struct crew *crew;
    unsigned number; /* number of the thread, from 1 on; the calling thread is 0 */
    pthread_t thread;
};

/* Returns the number of cores, at most 1024, which limits the memory of all threads. sysconf
 * returns -1 when the number is unknown. */
unsigned tt_io_jobs_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1u : cores > 1024 ? 1024u : (unsigned)cores;
}

static void *work(void *opaque)
{
    const struct worker *worker = opaque;
    struct crew *crew = worker->crew;
    while (!tt_io_stop_wanted(crew->stop)) {
        size_t index = atomic_fetch_add(&crew->next, 1);
        if (index >= crew->count) {
            break;
        }
        crew->job(crew->user, index, worker->number);
    }
    return NULL;
}

/* Starts up to `wanted` threads and returns how many there are. Threads inherit the signal mask,
 * which is restored afterwards: signals go to the calling thread, whose reads they have to wake. */
static unsigned start(struct worker *workers, unsigned wanted, struct crew *crew)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) {
        return 0;
    }
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    unsigned started = 0;
    while (started < wanted) {
        workers[started].crew = crew;
        workers[started].number = started + 1;
        if (pthread_create(&workers[started].thread, &attributes, work, &workers[started]) != 0) {
            break;
        }
        started++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

/* Runs the items. Each thread counts one attempt more than it has items, hence the last
 * comparison. */
size_t tt_io_jobs_run(size_t count, unsigned threads, tt_io_job_fn *job, void *user,
                      const tt_io_stop *stop)
{
    struct crew crew = {.count = count, .job = job, .user = user, .stop = stop};
    atomic_init(&crew.next, 0);
    size_t extra = threads > 1 ? threads - 1 : 0;
    /* the caller takes one item itself */
    if (extra >= count) {
        extra = count > 0 ? count - 1 : 0;
    }
    tti_host_durable_begin();
    struct worker *workers = extra == 0 ? NULL : calloc(extra, sizeof(*workers));
    unsigned started = workers == NULL ? 0 : start(workers, (unsigned)extra, &crew);
    struct worker own = {.crew = &crew, .number = 0};
    work(&own);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
    }
    tti_host_durable_end();
    free(workers);
    size_t begun = atomic_load(&crew.next);
    return begun < count ? begun : count;
}
