/* SPDX-License-Identifier: MIT
 *
 * Names and defaults of the tunings.
 */
#include "physics/tuning.h"

#include <stddef.h>

#include "base/ascii.h"

/* Converts a default from hundredths, in which the game stores tunings. */
#define TTI_TUNING_VALUE(name, member, value) .member = (value) / 100.0f,

const tti_tuning tti_tuning_default = {TTI_TUNINGS(TTI_TUNING_VALUE)};

#define TTI_TUNING_ROW(name, member, value) {#name, offsetof(tti_tuning, member)},

static const struct tuning_row {
    const char *name;
    size_t offset;
} tuning_rows[] = {TTI_TUNINGS(TTI_TUNING_ROW)};

/* Returns true when the text is this name. The game ignores case in names of tunings. */
static bool is_tuning_named(const char *name, tt_bytes text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (name[i] == 0 || tti_lower(text.data[i]) != (uint8_t)name[i]) {
            return false;
        }
    }
    return name[text.size] == 0;
}

/* Returns the tuning with this name, or NULL. */
static float *member_of(tti_tuning *tuning, tt_bytes name)
{
    for (size_t i = 0; i < sizeof tuning_rows / sizeof tuning_rows[0]; i++) {
        if (is_tuning_named(tuning_rows[i].name, name)) {
            return (float *)(void *)((uint8_t *)tuning + tuning_rows[i].offset);
        }
    }
    return NULL;
}

bool tti_tuning_set(tti_tuning *tuning, tt_bytes name, int64_t hundredths)
{
    float *member = member_of(tuning, name);
    if (member == NULL) {
        return false;
    }
    float value = (float)hundredths;
    *member = value / 100.0f;
    return true;
}

bool tti_tuning_get(const tti_tuning *tuning, tt_bytes name, float *value)
{
    tti_tuning copy = *tuning;
    const float *member = member_of(&copy, name);
    if (member != NULL) {
        *value = *member;
    }
    return member != NULL;
}
