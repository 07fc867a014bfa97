/* SPDX-License-Identifier: MIT
 *
 * Dictionaries for the frames of blocks. A dictionary never changes, because old tapes need it.
 */
#include "tape/model.h"

tt_bytes tti_tape_dictionary(unsigned number)
{
    if (number == 0) {
        return (tt_bytes){tti_tape_dictionary_1, 0};
    }
    if (number == TTI_TAPE_DICTIONARY) {
        return (tt_bytes){tti_tape_dictionary_1, sizeof tti_tape_dictionary_1};
    }
    return (tt_bytes){NULL, 0};
}

tt_bytes tti_tape_dictionary_of_columns(tt_bytes dictionary)
{
    if (dictionary.size > TAPE_DICTIONARY_COLUMNS) {
        dictionary.size = TAPE_DICTIONARY_COLUMNS;
    }
    return dictionary;
}
