/* SPDX-License-Identifier: MIT
 *
 * The parts of the page, as tools/page/make_page.c made them: up to the title, up to the
 * recordings, and the rest. All sizes are 0 in a build that has no page.
 */
#ifndef JOBS_PAGE_PARTS_H
#define JOBS_PAGE_PARTS_H

extern const unsigned char tti_page_head[], tti_page_middle[], tti_page_tail[];
extern const unsigned long tti_page_head_size, tti_page_middle_size, tti_page_tail_size;

#endif
