/* SPDX-License-Identifier: MIT
 *
 * The parts of the page, as tools/page/make_page.c made them: up to the title, up to the
 * recordings, and the rest. All sizes are 0 in a build that has no page.
 */
#ifndef CLI_PAGE_PARTS_H
#define CLI_PAGE_PARTS_H

extern const unsigned char page_head[], page_middle[], page_tail[];
extern const unsigned long page_head_size, page_middle_size, page_tail_size;

#endif
