/* SPDX-License-Identifier: MIT
 *
 * Whether a pass is needed for a plan, and whether it was good.
 *
 * A plan needs the recording before it is written: who had a name is known at its end only. So
 * there are two passes where anything but client ids and times is asked for, and the first one
 * costs little with an index, since facts are all it reads.
 */
#include "cli/cut/cut_plan.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shell/memory.h"
#include "cli/shell/message.h"

/* For a return: false, as the callers say that there is nothing to be done. */
static bool complain(const struct job *job, const char *text)
{
    message_say(MESSAGE_ERROR, job->path, "%s", text);
    return false;
}

/* The survey is quiet, as the reading after it would repeat all that it says. Where no reading
 * comes after it this one says what is wrong; it wants no items, so it is the fastest there is. */
enum exit_status cut_plan_report_damage(struct job *job)
{
    struct reading r;
    if (reading_open(&r, job, NULL)) {
        while (reading_next(&r)) {
        }
    }
    return reading_close(&r);
}

/* Both lists are always looked at, so that all that is missing is reported. The one of --hide is
 * asked before the &&, which would skip it. */
bool cut_plan_has_all(const struct cut_plan *plan)
{
    bool has_hidden = !plan->ask->needs_all || cut_people_report_missing(&plan->hidden, plan->job);
    return cut_people_report_missing(&plan->renamed, plan->job) && has_hidden;
}

static void warn_unseen(const struct cut_people *people, const struct job *job)
{
    const struct cut_person *missing = cut_people_missing(people);
    if (missing != NULL) {
        message_say(MESSAGE_WARNING, job->path,
                    "'%s' was not there before the end of this span; whether a player with this "
                    "name came later is not known, as stdin is read only once",
                    missing->name != NULL ? missing->name : missing->text);
    }
}

void cut_plan_warn_unseen(const struct cut_plan *plan)
{
    if (plan->ask->needs_all) {
        warn_unseen(&plan->hidden, plan->job);
    }
    warn_unseen(&plan->renamed, plan->job);
}

/* Somebody who must be in it is not, which is reported. No reading comes after that, so the damage
 * is reported here; without a header nothing is known of players. */
static bool lacks_somebody(const struct cut_plan *plan, const struct reading *r,
                           enum exit_status *status)
{
    bool has_hidden = !plan->ask->needs_all || cut_people_missing(&plan->hidden) == NULL;
    if (has_hidden && cut_people_missing(&plan->renamed) == NULL) {
        return false;
    }
    if (r->issues.errors != 0 || !r->io.has_header) {
        *status = cut_plan_report_damage(plan->job);
    }
    if (r->io.has_header) {
        cut_plan_has_all(plan);
        exit_worsen(status, EXIT_USAGE);
    }
    return true;
}

/* Damage is reported by who meets it next. After the pass: whether it saw all of the recording, and
 * what was asked for is in it. A damaged recording is good enough, the reading that comes next
 * reports it. A file that shrank may have lost names that were meant, so it is not used for them.
 * What the caller's own judge says comes last. */
static bool judge(struct cut_plan *plan, struct reading *r, bool has_names,
                  enum exit_status *status)
{
    if (cut_plan_has_no_memory(plan)) {
        memory_tell(plan->job->path);
        *status = EXIT_SYSTEM;
        return false;
    }
    /* Damage alone is no reason to stop here. */
    *status = r->status == EXIT_DAMAGED ? EXIT_GOOD : r->status;
    if (*status != EXIT_GOOD || tt_io_stop_wanted(plan->job->stop)) {
        return false;
    }
    if (has_names && r->io.has_header && tt_io_reading_became_shorter(&r->io)) {
        *status = EXIT_DAMAGED;
        return complain(plan->job, "the file became shorter while it was read");
    }
    return !lacks_somebody(plan, r, status) &&
           (plan->ask->judge == NULL || plan->ask->judge(plan, r, status));
}

/* The reading is on the heap because it holds issues of about ten kilobytes and lives beside that
 * of the caller. It remains open for the judge, who looks at its header and span. */
static bool survey(struct cut_plan *plan, bool has_names, enum exit_status *status)
{
    bool is_good = false;
    struct reading *r = memory_zeros(plan->job->path, sizeof *r);
    *status = EXIT_SYSTEM;
    if (r != NULL && cut_survey(plan, r)) {
        is_good = judge(plan, r, has_names, status);
        reading_close(r);
    }
    free(r);
    return is_good;
}

/* Without names, finishes, sessions, teams and lines there is nothing to look for and no pass is
 * made. A pipe cannot be read twice: what needs only names can then be learned on the way, if the
 * verb can live with names that are known from a record on; all else is refused. */
bool cut_plan_open(struct cut_plan *plan, struct job *job, const struct cut_ask *ask,
                   enum exit_status *status)
{
    memset(plan, 0, sizeof *plan);
    plan->job = job;
    plan->ask = ask;
    cut_people_init(&plan->kept, &ask->kept);
    cut_people_init(&plan->hidden, &ask->hidden);
    cut_people_init(&plan->finder, &ask->finder);
    cut_people_init(&plan->renamed, &ask->renamed);
    cut_people_note_digits(&plan->kept, job);
    cut_people_note_digits(&plan->hidden, job);
    cut_people_note_digits(&plan->finder, job);
    cut_people_note_digits(&plan->renamed, job);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        plan->first[cid] = TT_SESSION_NONE;
    }
    bool has_names = cut_plan_has_names(plan);
    bool has_pass =
        ask->has_sessions || ask->has_finishes || ask->has_team || ask->around_chat != NULL;
    *status = EXIT_GOOD;
    if (!has_names && !has_pass) {
        return true;
    }
    if (tt_io_reading_is_file(job->path)) {
        return survey(plan, has_names, status);
    }
    plan->is_learning = !has_pass && ask->may_learn;
    *status = plan->is_learning ? EXIT_GOOD : EXIT_USAGE;
    return plan->is_learning || complain(job, ask->what);
}

/* The judge and the formats only look at what is here, so nobody else frees it. */
void cut_plan_close(struct cut_plan *plan)
{
    cut_people_close(&plan->kept);
    cut_people_close(&plan->hidden);
    cut_people_close(&plan->finder);
    cut_people_close(&plan->renamed);
    free(plan->parts.found);
    free(plan->teams.found);
}
