/* SPDX-License-Identifier: MIT
 *
 * What the writer and the reader of items as JSON agree on beyond the names of members.
 */
#ifndef TTI_SCHEMA_OBJECT_H
#define TTI_SCHEMA_OBJECT_H

/* After the name of a member: the name of its enum value, the names of its flags. */
#define TTI_OBJ_NAME "_name"
#define TTI_OBJ_NAMES "_names"

/* The array of ints that no member stands for. */
#define TTI_OBJ_EXTRA "extra"

#endif
