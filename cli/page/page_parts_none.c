/* SPDX-License-Identifier: MIT
 *
 * In place of the parts of the page, in a build that could not make them.
 */
#include "cli/page/page_parts.h"

const unsigned char page_head[] = {0}, page_middle[] = {0}, page_tail[] = {0};
const unsigned long page_head_size, page_middle_size, page_tail_size;
