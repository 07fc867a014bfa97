/* SPDX-License-Identifier: MIT
 *
 * Replaces the parts of the page in a build that cannot make them.
 */
#include "jobs/page.h"

const unsigned char tti_page_head[] = {0}, tti_page_middle[] = {0}, tti_page_tail[] = {0};
const unsigned long tti_page_head_size, tti_page_middle_size, tti_page_tail_size;
