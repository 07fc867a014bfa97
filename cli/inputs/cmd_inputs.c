/* SPDX-License-Identifier: MIT
 *
 * teetape inputs: shows what the players pressed.
 *
 * Inputs are records of teehistorian files, and messages of demos (tt_item_input). Each input is
 * compared with the previous one. input_line.c prints it, or summary.c adds it to a sum.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/inputs/inputs.h"
#include "cli/inputs/stretches.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/run.h"

struct inputs_options {
    bool summary;
    const char *compare;
};

static const struct option options[] = {
    OPTION_ROWS_SPAN,
    ROW_FLAG(0, "summary", struct inputs_options, summary,
             "how fast and how regular, beside the other players"),
    ROW_TEXT(0, "compare", "WHO", struct inputs_options, compare,
             "who repeats whose input: all, or two players, A,B"),
    OPTION_ROW_WALL,
    OPTION_ROWS_ZONE,
    OPTION_ROW_INDEX_DIR,
    OPTION_ROW_NO_INDEX,
    OPTION_ROW_WIDE,
    OPTION_ROWS_EACH,
};

/* Prints an input of a chosen player. In a pipe the name of a player may come late, so the reading
 * gives the inputs of all. */
static void print_input(const struct reading *r, struct pressing *p, struct input_lines *lines)
{
    bool is_chosen = tt_io_reading_has(&r->io, r->io.item.session, p->cid);
    if (is_chosen && r->job->settings->json) {
        input_json(r, p);
    } else if (is_chosen) {
        input_text(r, p, lines);
    }
}

/* Notes that a demo has no inputs. Most demos have none, and without this note the user could take
 * that for a fault. */
static void note_none(const struct reading *r, uint64_t inputs)
{
    if (inputs == 0 && reading_is_demo(r) && !r->job->is_one_of_many) {
        message_say(MESSAGE_NOTE, r->job->path, "no inputs of other players are in this demo");
    }
}

static enum exit_status list_inputs(struct job *job)
{
    tt_io_reading_options how = job->settings->reading;
    struct reading r;
    struct pressing p;
    struct line line;
    struct input_lines lines;
    uint64_t inputs = 0;
    /* The previous input may be before the span, so all records are read. */
    how.wants = TT_WANT_RECORDS | TT_WANT_NO_MOVES;
    how.wants_before = true;
    how.wants_everybody = true;
    if (reading_open(&r, job, &how, READING_USUAL) && line_open(&line, &r, 0, INPUT_COLUMNS)) {
        input_lines_open(&lines, &line);
        pressing_begin(&p, &r);
        while (reading_next(&r) && tt_io_output_error(job->out) == 0) {
            if (pressing_take(&p, &r)) {
                print_input(&r, &p, &lines);
                inputs++;
            }
        }
        free(lines.memory);
        line_close(&line);
        note_none(&r, inputs);
    }
    return reading_close(&r);
}

struct sums {
    struct sessions sessions;
    struct pressing p;
    struct intervals intervals[TT_CIDS]; /* intervals of the open session in each slot */
    struct runs runs;
    struct yardstick yard; /* sessions that ended since the last print */
};

/* Begins a summary. It starts with its session, so callbacks get a pointer to the session
 * (sessions.h). */
static void begin(void *verb, struct session *s)
{
    struct sums *sums = verb;
    summary_begin((struct summary *)s, &sums->intervals[s->cid], &sums->runs);
}

static void end(void *verb, struct session *s, const tt_fact *leave)
{
    struct sums *sums = verb;
    struct summary *sum = (struct summary *)s;
    (void)leave;
    summary_end(sum, sums->sessions.r.io.from);
    if (sum->inputs != 0) {
        yardstick_add(&sums->yard, sum->figures);
    }
}

static bool print(void *verb, const void *list, size_t count)
{
    struct sums *sums = verb;
    yardstick_sort(&sums->yard);
    bool is_printed = summary_print(&sums->sessions.r, &sums->yard, list, count);
    memset(sums->yard.count, 0, sizeof sums->yard.count);
    return is_printed;
}

/* Sums up the inputs of a file. A session is printed when it ends, and its intervals are used
 * again, so memory does not grow with the recording. */
static enum exit_status sum_up(struct job *job)
{
    struct sums *sums = memory_zeros(job->path, sizeof *sums);
    const struct sessions_use use = {
        sizeof(struct summary), 0, NULL, true, begin, end, print, sums};
    if (sums == NULL) {
        return EXIT_SYSTEM;
    }
    if (sessions_open(&sums->sessions, job, &use)) {
        const tt_item *item = &sums->sessions.r.io.item;
        pressing_begin(&sums->p, &sums->sessions.r);
        while (sessions_next(&sums->sessions)) {
            bool is_input = pressing_take(&sums->p, &sums->sessions.r);
            /* NULL when the session has not begun, or the input has no client. */
            struct session *s =
                is_input ? sessions_find(&sums->sessions, item->session, sums->p.cid) : NULL;
            if (s != NULL) {
                summary_take((struct summary *)s, &sums->p, sums->p.tick);
            }
        }
    }
    enum exit_status status = sessions_close(&sums->sessions);
    free(sums);
    return status;
}

static enum exit_status inputs_file(struct job *job)
{
    const struct inputs_options *own = job->options;
    if (own->compare != NULL) {
        return compare_inputs(job, own->compare);
    }
    return own->summary ? sum_up(job) : list_inputs(job);
}

static const char *check(const struct shell *sh)
{
    const struct inputs_options *own = sh->options;
    if (own->compare != NULL && own->summary) {
        return "use either --summary or --compare";
    }
    return own->compare != NULL ? compare_check(own->compare) : NULL;
}

/* Runs the command. With --compare a recording is compared with those before it, so they are read
 * one after the other. */
static enum exit_status run(struct shell *sh)
{
    const struct inputs_options *own = sh->options;
    struct run_how how = {.process = inputs_file, .lists = true};
    struct run run;
    const char *problem = check(sh);
    if (own->compare != NULL && problem == NULL && (how.user = stretches_new()) == NULL) {
        return EXIT_SYSTEM;
    }
    if (run_begin(&run, sh, &how, problem)) {
        run_files(&run, own->compare != NULL ? 1 : settings_threads(sh->settings));
    }
    enum exit_status status = run_end(&run);
    free(how.user);
    return status;
}

const struct command cmd_inputs = {
    .name = "inputs",
    .summary = "show what players pressed, and how fast",
    .description =
        {("Shows what the players pressed, one line for each input: +hook means that the key "
          "was pressed, -hook that it was released, and hook that it is held. Then come the "
          "aim in degrees (0 right, 90 down, 180 left, 270 up), its change, and the chosen "
          "weapon."),
         ("A teehistorian file has the inputs of all players. A client's demo has only those "
          "inputs of other players that the server sent to it (DDNet 19.4 and later): changes "
          "and rates are lower bounds."),
         ("With --summary one line is printed for each session, then one for each key. A figure "
          "has the median and the highest of the other sessions in parentheses. \"steady "
          "intervals\" between presses of a key differ from the three before by at most 2 ticks; "
          "before their share stands the most frequent interval."),
         ("With --compare one line is printed for each session: whose input it repeats most, "
          "within half a second. Then come players who repeat older input, their own included. "
          "For several recordings only these are printed, with the recording of the older input. "
          "No figure is a verdict: the manual says what each can mean.")},
    .options = OPTION_TABLE(options, struct inputs_options),
    .examples = {{"What one player pressed in a minute:",
                  "inputs --player nameless --from 0:10:00 --to 0:11:00 FILE"},
                 {"Who presses how fast?", "inputs --summary FILE"},
                 {"Who plays back input?", "inputs --compare all archive/"}},
    .json_text = {"One object an input, or with --summary or --compare one a session, in the order "
                  "of the joins:"},
    .columns = input_columns,
    .more_columns = {summary_columns, compare_columns},
    .run = run,
};
