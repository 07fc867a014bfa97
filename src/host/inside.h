/* SPDX-License-Identifier: MIT
 *
 * Functions of src/host that the rest of libteetape-io calls and that are not public.
 */
#ifndef TTI_HOST_INSIDE_H
#define TTI_HOST_INSIDE_H

#include "host/map.h"
#include "teetape/io/inflate.h"
#include "teetape/io/input.h"
#include "teetape/io/kind.h"
#include "teetape/io/map.h"
#include "teetape/io/output.h"
#include "teetape/io/path.h"
#include "teetape/io/picture.h"
#include "teetape/io/sequence.h"

/* Returns true when this build has zlib. Otherwise tt_io_inflate always fails. */
bool tti_io_inflate_exists(void);

/* Returns the path without links, which the caller frees. If the path leads nowhere, only the
 * current folder is resolved, and slashes at its end are dropped. NULL without memory. */
char *tti_io_real_path(const char *path);

/* Reads a PNG file in memory: 8 bits a channel, grey, grey with alpha, RGB, palette or RGBA, not
 * interlaced, as all images of the game are. Checksums are verified; bytes after the end of the
 * image are ignored.
 *
 * False with *error, `offset` in `file`: TT_ERR_FORMAT for a file that is no PNG,
 * TT_ERR_UNSUPPORTED for another kind of PNG and in a build without zlib, TT_ERR_RANGE for too many
 * pixels, TT_ERR_COMPRESSED_DATA for damage, TT_ERR_SYSTEM without memory, of which at most 1032
 * bytes are taken for a byte of the file. tt_io_picture_close has to be called either way. */
bool tti_picture_read(tt_io_picture *picture, tt_bytes file, tt_io_error *error);

/* Fills `dst` with random bytes. Returns false when the system has none: then nothing secret must
 * be made. */
bool tti_io_random(void *dst, size_t size);

/* Returns a sentence that says why a file is no recording; NULL for a recording. Unlike
 * tt_io_kind_reason it does not name an offset, for errors that show the offset beside it. */
const char *tti_host_kind_sentence(tt_io_kind kind);

/* Flushes the buffer of the output, then writes these bytes without a copy. */
void tti_host_output_pass(tt_io_output *out, tt_bytes bytes);

/* Notes a file before it is made, so that a signal handler can remove it. `path` must remain valid
 * until tti_host_temporary_forget. */
void tti_host_temporary_note(const char *path);

/* Forgets a file that the caller has renamed or removed. Returns false when a signal handler has
 * removed all noted files: the program ends, and the path must remain valid. */
bool tti_host_temporary_forget(const char *path);

/* Makes a file without a name below TMPDIR, or in /tmp, for reading and writing. Closing it removes
 * it. -1 with errno on failure. */
int tti_host_nameless_open(void);

/* Makes job `index` the last one. It has begun and not yet ended. Later jobs are left out: their
 * bytes are dropped, and their outputs fail with ECANCELED. They need not be begun, nor ended. */
void tti_io_sequence_cut(tt_io_sequence *sequence, size_t index);

/* Stops a sequence: wakes every job that waits. Their outputs, and all later appends, fail with
 * ECANCELED. A failure of the output stops the sequence by itself. */
void tti_io_sequence_stop(tt_io_sequence *sequence);

/* Returns true once the sequence is stopped. */
bool tti_io_sequence_stopped(tt_io_sequence *sequence);

/* Returns the compression of an input: "plain", "xz", "zstd", "gzip" or "tape"; "" before the first
 * bytes were read. The text is a constant. */
const char *tti_io_input_codec(const tt_io_input *in);

/* Turns the option `follow` on or off. Turned off, the input is read to its present end:
 * TT_IO_INPUT_END, or TT_IO_INPUT_FAILED for compressed data that is cut. */
void tti_io_input_follow(tt_io_input *in, bool follow);

/* Returns the most raw bytes that a seek by the file's own table decompresses and drops: the
 * largest distance of two access points. 0 for a plain file; for an .xz file of one block its whole
 * size. UINT64_MAX without a table: then a seek costs as much as reading from the start. */
uint64_t tti_io_input_granularity(tt_io_input *in);

/* Takes one file, which the user named, as the map of `header`. Returns false when the file is
 * another map or cannot be read; found->why is then the reason. */
bool tti_io_map_find_at(tti_map_found *found, const char *path, const tt_demo_header *header,
                        const tt_io_stop *stop);

/* Bytes of the longest name that tti_io_map_name writes, with its NUL. */
#define TT_IO_MAP_NAME_CAP 160

/* Writes the file name of a map that is looked for first: "NAME_SHA256.map", or "NAME_CRC.map" when
 * the header has no SHA-256. NAME is the part of the header's map name after its last slash or
 * backslash: a recording must not choose the folder. */
void tti_io_map_name(char dst[TT_IO_MAP_NAME_CAP], const tt_demo_header *header);

/* Moves to raw byte `offset`, backward or forward, from 0 to the size; tt_io_input_next then gives
 * the bytes from there on. Plain files, .xz files, tapes and .zst files with a seek table have
 * access points themselves. For other files `points` has them, `count` in ascending order as
 * on_access_point gave them; NULL and 0 mean only the start. tt_io_input_next decompresses and
 * drops the bytes from the nearest access point to `offset`, and reports damage among them. Access
 * points are checked as far as the format allows: the table against blocks and frames, and their
 * checksums. After an access point of .gz there is no checksum before the next member.
 *
 * Returns false when the input cannot seek (a pipe, or a followed file), and on a failure: see
 * tt_io_input_error. Then only tt_io_input_close may be called. */
bool tti_input_seek(tt_io_input *in, uint64_t offset, const tt_io_access_point *points,
                    size_t count);

/* Returns the errno value of the first job that failed without memory; 0 for none.
 * tt_io_output_error reports a failure of the output. */
int tti_io_sequence_error(tt_io_sequence *sequence);

#endif
