/* SPDX-License-Identifier: MIT
 *
 * Names of a stay as JSON and as a cell.
 */
#include "cli/players/player_print.h"

#include <string.h>

int player_by_session(const void *a, const void *b)
{
    const struct player *x = a, *y = b;
    return (x->session > y->session) - (x->session < y->session);
}

void player_names_json(struct json *j, const struct player *p)
{
    json_text_c(j, "name", player_name(p));
    json_array_begin(j, "names");
    for (unsigned i = 0; i < p->name_count && i < PLAYER_NAMES; i++) {
        json_text_c(j, NULL, p->names[i]);
    }
    json_array_end(j);
}

void player_names_cell(struct table *t, const struct player *p)
{
    char text[PLAYER_NAMES * (TT_NAME_CAP + 3) + 1] = "";
    for (unsigned i = 0; i < p->name_count && i < PLAYER_NAMES; i++) {
        /* NOLINTBEGIN(clang-analyzer-security.insecureAPI.strcpy): there is room for all of them */
        strcat(text, i > 0 ? " > " : "");
        strcat(text, p->names[i]);
        /* NOLINTEND(clang-analyzer-security.insecureAPI.strcpy) */
    }
    table_string(t, p->name_count == 0 ? "(no name known)" : text);
}
