/* SPDX-License-Identifier: MIT
 *
 * Includes all public headers of libteetape-io: recordings as files, compressed or not, with
 * their indexes, in folders and in archives. A program may include some of them instead.
 *
 * Of the core, only the headers that libteetape-io needs are included. A program that calls more of
 * the core includes teetape/teetape.h, too.
 */
#ifndef TEETAPE_IO_H
#define TEETAPE_IO_H

#include "teetape/io/access_point.h"
#include "teetape/io/archive.h"
#include "teetape/io/compress.h"
#include "teetape/io/cut.h"
#include "teetape/io/demo.h"
#include "teetape/io/demo_output.h"
#include "teetape/io/drawing.h"
#include "teetape/io/each.h"
#include "teetape/io/error.h"
#include "teetape/io/file.h"
#include "teetape/io/film.h"
#include "teetape/io/find.h"
#include "teetape/io/index.h"
#include "teetape/io/index_build.h"
#include "teetape/io/index_check.h"
#include "teetape/io/inflate.h"
#include "teetape/io/input.h"
#include "teetape/io/jobs.h"
#include "teetape/io/key.h"
#include "teetape/io/kind.h"
#include "teetape/io/libraries.h"
#include "teetape/io/map.h"
#include "teetape/io/output.h"
#include "teetape/io/pack.h"
#include "teetape/io/page.h"
#include "teetape/io/parts.h"
#include "teetape/io/path.h"
#include "teetape/io/physics.h"
#include "teetape/io/picture.h"
#include "teetape/io/place.h"
#include "teetape/io/plain.h"
#include "teetape/io/player.h"
#include "teetape/io/query.h"
#include "teetape/io/reading.h"
#include "teetape/io/sequence.h"
#include "teetape/io/spans.h"
#include "teetape/io/stop.h"
#include "teetape/io/studio.h"
#include "teetape/io/table.h"
#include "teetape/io/table_arrow.h"
#include "teetape/io/table_ddl.h"
#include "teetape/io/table_write.h"
#include "teetape/io/walk.h"

#endif
