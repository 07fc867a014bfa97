/* SPDX-License-Identifier: MIT
 *
 * What teetape/uuid.h has for the library alone.
 */
#ifndef TTI_WIRE_UUID_H
#define TTI_WIRE_UUID_H

#include "teetape/uuid.h"

/* tt_uuid_from_name in another namespace, which is a UUID itself. */
tt_uuid tti_uuid_from_name_in(const tt_uuid *space, tt_bytes name);

#endif
