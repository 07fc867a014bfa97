/* SPDX-License-Identifier: MIT
 *
 * All public headers of teetape. A program may include single ones instead:
 * each brings what it needs.
 */
#ifndef TEETAPE_TEETAPE_H
#define TEETAPE_TEETAPE_H

#include "teetape/angle.h"
#include "teetape/bytes.h"
#include "teetape/convert.h"
#include "teetape/date.h"
#include "teetape/delta.h"
#include "teetape/demo.h"
#include "teetape/demo_cut.h"
#include "teetape/demo_header.h"
#include "teetape/demo_keyframe.h"
#include "teetape/demo_repair.h"
#include "teetape/demo_world.h"
#include "teetape/demo_write.h"
#include "teetape/fact.h"
#include "teetape/game.h"
#include "teetape/hash.h"
#include "teetape/huffman.h"
#include "teetape/index.h"
#include "teetape/input.h"
#include "teetape/json.h"
#include "teetape/map.h"
#include "teetape/message.h"
#include "teetape/recording.h"
#include "teetape/schema.h"
#include "teetape/secret.h"
#include "teetape/selection.h"
#include "teetape/server_message.h"
#include "teetape/sink.h"
#include "teetape/snap_json.h"
#include "teetape/snap_net.h"
#include "teetape/snap_object.h"
#include "teetape/snapshot.h"
#include "teetape/status.h"
#include "teetape/string.h"
#include "teetape/teehistorian.h"
#include "teetape/teehistorian_anonymize.h"
#include "teetape/teehistorian_cut.h"
#include "teetape/teehistorian_header.h"
#include "teetape/teehistorian_past.h"
#include "teetape/teehistorian_repair.h"
#include "teetape/teehistorian_write.h"
#include "teetape/uuid.h"
#include "teetape/varint.h"
#include "teetape/version.h"
#include "teetape/world.h"

#endif
