/* SPDX-License-Identifier: MIT
 *
 * The one error model of the library.
 *
 * Every call that can fail returns a tt_status: 0 is good, a positive value is not an
 * error ("give me more bytes", "this was the end"), a negative value is an error. The
 * numbers are stable: a number keeps its meaning in every later version, and each format
 * has a range of its own.
 */
#ifndef TEETAPE_STATUS_H
#define TEETAPE_STATUS_H

#include <stdint.h>

#include "teetape/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One row per status: name, number, sentence. The sentence says what is wrong with the input or
 * with the call. */
#define TT_STATUS_LIST(X)                                                                          \
    X(TT_OK, 0, "good")                                                                            \
    X(TT_MORE, 1, "more input is needed")                                                          \
    X(TT_END, 2, "the end of the input was reached")                                               \
    X(TT_LATER, 3, "what comes next belongs to a later tick")                                      \
    /* 10 to 99: warnings, any format */                                                           \
    X(TT_WARN_OVERLONG, 10, "an integer with more bytes than it needs")                            \
    X(TT_WARN_PADDING, 11, "an integer with padding bits that are not zero")                       \
    /* 200 to 249: warnings of teehistorian, 250 to 299: its notes */                              \
    X(TT_WARN_TH_HEADER_VALUE, 200, "a header value that is not what its key asks for")            \
    X(TT_WARN_TH_HEADER_TWICE, 201, "a header key that appears twice; the first counts")           \
    X(TT_WARN_TH_TRAILING, 202, "an extension with bytes left over after its fields")              \
    X(TT_WARN_TH_SKIP_BACK, 204, "a tick skip of -1, taken as no skip")                            \
    X(TT_WARN_TH_STILL, 206, "a tee that moved by (0, 0), which no server writes")                 \
    X(TT_NOTE_TH_NO_FINISH, 250, "no FINISH: the server was stopped or is still writing")          \
    X(TT_NOTE_TH_MSG_MALFORMED, 251, "a client's message that does not parse")                     \
    X(TT_NOTE_TH_MSG_UNKNOWN, 252, "a client's message of unknown kind")                           \
    X(TT_NOTE_TH_EX_UNKNOWN, 253, "an extension of unknown kind")                                  \
    X(TT_NOTE_TH_SAVE_CUT, 254, "a save text that DDNet 14.0.2 to 18.7 may have cut")              \
    /* 350 to 379: notes of the messages that carry snapshots */                                   \
    X(TT_NOTE_SNAP_OLD, 350, "a snapshot that is not newer than the last one, which is ignored")   \
    /* 380 to 399: notes of snapshot objects */                                                    \
    X(TT_NOTE_OBJ_SHORTER, 380, "an item of an older release: members added later are missing")    \
    X(TT_NOTE_OBJ_LONGER, 381, "an item of a newer release: ints beyond the known members")        \
    /* 400 to 429: warnings of demos, 430 to 459: their notes */                                   \
    X(TT_WARN_DEMO_HEADER, 400,                                                                    \
      "a header text without an end, or a count of markers out of range")                          \
    X(TT_WARN_DEMO_BACK, 401, "a tick that is not later than the one before it")                   \
    X(TT_WARN_DEMO_OTHER, 402, "a chunk of type 0, which every player skips")                      \
    X(TT_WARN_DEMO_SIZE, 403, "a size of a chunk with more bytes than it needs")                   \
    X(TT_WARN_DEMO_DELTA, 404, "a delta with something that no game writes")                       \
    X(TT_WARN_DEMO_TYPE, 405, "the header says neither client nor server")                         \
    X(TT_WARN_DEMO_LENGTH, 406, "the header has another length than the ticks")                    \
    X(TT_WARN_DEMO_ITEM, 407,                                                                      \
      "a snapshot with a type and id twice, or a type above 0x7fff; first items count")            \
    X(TT_NOTE_DEMO_LENGTH, 430, "no length in the header: the recorder did not stop properly")     \
    X(TT_NOTE_DEMO_NO_SHA256, 431, "a version 6 without the SHA-256 of the map")                   \
    X(TT_NOTE_DEMO_MSG_UNKNOWN, 432, "a server's message of unknown kind")                         \
    /* -1 to -99: any format */                                                                    \
    X(TT_ERR_ARGUMENT, -1, "an argument of the call is out of its range")                          \
    X(TT_ERR_TRUNCATED, -2, "the data ends inside a value")                                        \
    X(TT_ERR_SPACE, -3, "the output does not fit into the space given for it")                     \
    X(TT_ERR_RANGE, -4, "a number is out of its range")                                            \
    X(TT_ERR_UTF8, -5, "a text is not valid UTF-8")                                                \
    X(TT_ERR_SYNTAX, -6, "a text does not have the form that is asked for")                        \
    X(TT_ERR_UNKNOWN, -7, "this number or UUID is unknown")                                        \
    X(TT_ERR_FORMAT, -8, "the first bytes are those of no recording")                              \
    X(TT_ERR_STATE, -9, "a packed state that no such recording can have")                          \
    /* -100 to -199: JSON */                                                                       \
    X(TT_ERR_JSON_SYNTAX, -100, "not valid JSON")                                                  \
    X(TT_ERR_JSON_END, -101, "the JSON text ends too early")                                       \
    X(TT_ERR_JSON_DEPTH, -102, "the JSON text is nested too deeply")                               \
    X(TT_ERR_JSON_STRING, -103, "a JSON string has a bad escape or a control byte")                \
    X(TT_ERR_JSON_NUMBER, -104, "a JSON number is malformed")                                      \
    X(TT_ERR_JSON_TYPE, -105, "a JSON value has the wrong type")                                   \
    /* -200 to -299: teehistorian */                                                               \
    X(TT_ERR_TH_MAGIC, -200, "not a teehistorian file: the first 16 bytes differ")                 \
    X(TT_ERR_TH_HEADER_END, -201, "the header does not end")                                       \
    X(TT_ERR_TH_NO_VERSION, -202, "the header has no version")                                     \
    X(TT_ERR_TH_VERSION, -203, "this version of the format is not known")                          \
    X(TT_ERR_TH_KIND, -204, "a record of unknown kind, which cannot be skipped")                   \
    X(TT_ERR_TH_SIZE, -205, "the size of a record is negative or too large")                       \
    X(TT_ERR_TH_COUNT, -206, "the argument count of a command is negative or too large")           \
    X(TT_ERR_TH_STRING, -207, "a string without an end")                                           \
    X(TT_ERR_TH_TICK, -208, "a tick number that goes backwards or too far")                        \
    X(TT_ERR_TH_CID, -209, "a client id outside 0..127")                                           \
    X(TT_ERR_TH_NOT_ALIVE, -210, "a tee that is not there moves or goes")                          \
    X(TT_ERR_TH_ALIVE, -211, "a tee appears that is already there")                                \
    X(TT_ERR_TH_NO_INPUT, -212, "an input difference without an input before it")                  \
    X(TT_ERR_TH_EX, -213, "the payload of an extension is too short for its kind")                 \
    X(TT_ERR_TH_EX_VERSION, -214, "an extension record in a file of version 1")                    \
    X(TT_ERR_TH_TRUNCATED, -215, "the file ends inside a record")                                  \
    X(TT_ERR_TH_UNLIKELY, -216, "a record that no server writes")                                  \
    X(TT_ERR_TH_MISSING, -217, "a part of the file that could not be read")                        \
    X(TT_ERR_TH_AFTER_FINISH, -218, "bytes after FINISH, which are ignored")                       \
    X(TT_ERR_TH_STILL, -219, "a run of moves by (0, 0), as zeros of a disk that was not written")  \
    X(TT_ERR_TH_WRITE_STATE, -230, "a call before the header, or after FINISH")                    \
    X(TT_ERR_TH_WRITE_PUT, -231, "the output could not be passed on")                              \
    X(TT_ERR_TH_WRITE_ORDER, -232, "a tee before any tick, out of order, or after the inputs")     \
    X(TT_ERR_TH_WRITE_TEXT, -233, "a text with a NUL in it, or texts unlike their count")          \
    X(TT_ERR_TH_WRITE_LONG, -234, "a header text that is longer than the game writes it")          \
    X(TT_ERR_TH_WRITE_SAME, -235, "an event whose record would not have its original bytes")       \
    X(TT_ERR_TH_STATE, -240, "a packed state that no teehistorian file can have")                  \
    X(TT_ERR_INDEX, -241, "not an index of this version, or a damaged one")                        \
    X(TT_ERR_INDEX_OTHER, -242, "the index of another recording, or the recording has changed")    \
    X(TT_ERR_INDEX_OLD, -243, "an index of an older version")                                      \
    /* -300 to -379: snapshots, deltas and the messages that carry them */                         \
    X(TT_ERR_SNAP_SIZE, -300, "the head of a snapshot does not agree with its size")               \
    X(TT_ERR_SNAP_ITEMS, -301, "a snapshot with a negative count of items, or more than 1024")     \
    X(TT_ERR_SNAP_LARGE, -302, "a snapshot of more than 65536 bytes")                              \
    X(TT_ERR_SNAP_OFFSET, -303, "the offset of an item is not where the item before it ends")      \
    X(TT_ERR_SNAP_TYPE, -304, "the type of an item is not in 0..0x7fff")                           \
    X(TT_ERR_SNAP_ID, -305, "the id of an item is not in 0..0xffff")                               \
    X(TT_ERR_SNAP_TWICE, -306, "a snapshot has two items of the same type and id")                 \
    X(TT_ERR_SNAP_FULL, -307, "no room in the snapshot for one more item of this size")            \
    X(TT_ERR_SNAP_TYPES, -308, "more than 64 extended types")                                      \
    X(TT_ERR_DELTA_REMOVED, -320, "the count of removed items is negative")                        \
    X(TT_ERR_DELTA_REMOVED_END, -321, "the delta ends in its head or inside the removed items")    \
    X(TT_ERR_DELTA_UPDATE_END, -322, "the delta ends before the type and id of an update")         \
    X(TT_ERR_DELTA_SIZE_END, -323, "the delta ends before the size of an update")                  \
    X(TT_ERR_DELTA_DATA_END, -324, "the delta ends inside the data of an update")                  \
    X(TT_ERR_DELTA_TYPE, -325, "the type of an update is not in 0..0x7fff")                        \
    X(TT_ERR_DELTA_ID, -326, "the id of an update is not in 0..0xffff")                            \
    X(TT_ERR_DELTA_SIZE, -327, "the size of an update is negative or too large")                   \
    X(TT_ERR_DELTA_NEW_SIZE, -328, "an update has another size than its item has so far")          \
    X(TT_ERR_DELTA_OLD_SIZE, -329, "an update has another size than its removed item had")         \
    X(TT_ERR_DELTA_FULL, -330, "an update adds an item for which the snapshot has no room")        \
    X(TT_ERR_DELTA_UNEQUAL, -331, "an item has two sizes, which a delta cannot express")           \
    X(TT_ERR_DELTA_STATIC, -332, "an item does not have the size that is agreed for its type")     \
    X(TT_ERR_DELTA_LARGE, -333, "a delta that is too large to be sent or received")                \
    X(TT_ERR_SNAP_PART, -350, "the number of a part is wrong, or the parts are not 1 to 64")       \
    X(TT_ERR_SNAP_PART_SIZE, -351, "the part of a snapshot has more than 900 bytes")               \
    X(TT_ERR_SNAP_BASE, -352, "the snapshot that a delta refers to is not there")                  \
    X(TT_ERR_SNAP_CHECKSUM, -353, "the snapshot is not the one that was sent: another checksum")   \
    /* -380 to -399: snapshot objects and their JSON */                                            \
    X(TT_ERR_OBJ_SHORT, -380, "an item that is too short for its type")                            \
    X(TT_ERR_OBJ_UNKNOWN, -381, "the object has no member of this name")                           \
    X(TT_ERR_OBJ_TWICE, -382, "a member of the object appears twice")                              \
    X(TT_ERR_OBJ_MISSING, -383, "a member of the object is missing and has no default")            \
    X(TT_ERR_OBJ_NAME, -384, "a value of the member has no such name")                             \
    X(TT_ERR_OBJ_DIFFER, -385, "the names of a value are not those of its number")                 \
    X(TT_ERR_OBJ_TEXT, -386, "a text that its member cannot hold")                                 \
    /* -400 to -499: demos */                                                                      \
    X(TT_ERR_DEMO_MAGIC, -400, "not a demo: the first 7 bytes differ")                             \
    X(TT_ERR_DEMO_VERSION, -401, "a demo of a version below 3")                                    \
    X(TT_ERR_DEMO_HEADER_END, -402, "the demo ends inside its header")                             \
    X(TT_ERR_DEMO_MAP_END, -403, "the demo ends inside its map")                                   \
    X(TT_ERR_DEMO_TRUNCATED, -404, "the demo ends inside a chunk")                                 \
    X(TT_ERR_DEMO_TICK, -405, "a tick out of range, or a step before any tick")                    \
    X(TT_ERR_DEMO_HUFFMAN, -406, "the compressed payload of a chunk does not end")                 \
    X(TT_ERR_DEMO_VARINT, -407, "the payload of a chunk ends inside an int")                       \
    X(TT_ERR_DEMO_LARGE, -408, "the payload of a chunk is larger than 64 KiB")                     \
    X(TT_ERR_DEMO_NO_SNAPSHOT, -409, "a delta before any full snapshot")                           \
    X(TT_ERR_DEMO_MAP_CRC, -410, "the CRC-32 of the embedded map is not the one in the header")    \
    X(TT_ERR_DEMO_MAP_SHA256, -411,                                                                \
      "the SHA-256 of the embedded map is not the one in the header")                              \
    X(TT_ERR_DEMO_NO_KEYFRAME, -412, "a demo without any full snapshot, which shows nothing")      \
    X(TT_ERR_DEMO_WRITE_STATE, -430, "a call before header and map, or after the end")             \
    X(TT_ERR_DEMO_PUT, -431, "the demo could not be passed on")                                    \
    X(TT_ERR_DEMO_MAP_SIZE, -432, "more bytes of the map than the header says")                    \
    X(TT_ERR_DEMO_MARKER, -433, "a marker too early, too soon after another, or one too many")     \
    X(TT_ERR_DEMO_EMPTY, -434, "the span has no snapshot: such a demo would not play")             \
    X(TT_ERR_DEMO_ITEMS, -435, "a snapshot lacks items that the game needs to show it")            \
    /* -500 to -519: maps */                                                                       \
    X(TT_ERR_MAP_MAGIC, -500, "not a map: the first 4 bytes differ")                               \
    X(TT_ERR_MAP_VERSION, -501, "a map of a version other than 3 and 4")                           \
    X(TT_ERR_MAP_END, -502, "the map ends too early")                                              \
    X(TT_ERR_MAP_HEADER, -503, "a count in the header of the map is negative or too large")        \
    X(TT_ERR_MAP_ITEM, -504, "an item of the map is not in its area, or too short")                \
    X(TT_ERR_MAP_GROUP, -505, "a group of the map has layers that are not there, or too many")     \
    X(TT_ERR_MAP_NO_GAME, -506, "the map has no game layer")                                       \
    X(TT_ERR_MAP_LAYER, -507, "a layer of the map has no tiles, or too many")                      \
    X(TT_ERR_MAP_DATA, -508, "data of the map is not in its area")                                 \
    X(TT_ERR_MAP_TILES, -509, "a layer of the map has another number of tiles than its size says") \
    X(TT_ERR_MAP_RATIO, -510, "data of the map that would be larger than zlib can make it")        \
    X(TT_ERR_MAP_INFLATE, -511, "data of the map cannot be unpacked")                              \
    X(TT_ERR_MAP_IMAGE, -512, "an image of the map has no size, or no pixels that can be used")    \
    /* -520 to -539: files and the system; the core never returns these */                         \
    X(TT_ERR_SYSTEM, -520, "a call of the system failed")                                          \
    X(TT_ERR_COMPRESSED_DATA, -521, "the compressed data is cut off or damaged")                   \
    X(TT_ERR_UNSUPPORTED, -522, "this build or its limits cannot do that")                         \
    X(TT_ERR_CHANGED, -523, "a file changed while it was read")                                    \
    X(TT_ERR_PLACE, -524, "a place or a player that the recording does not have")                  \
    X(TT_ERR_STOPPED, -525, "the caller stopped the call")                                         \
    X(TT_ERR_ARCHIVE, -530, "a file that is no archive database, or a damaged one")                \
    X(TT_ERR_ARCHIVE_EMPTY, -531, "an archive database that was never filled")                     \
    X(TT_ERR_ARCHIVE_OLD, -532, "an archive database of an older version")                         \
    X(TT_ERR_ARCHIVE_NEW, -533, "an archive database of a newer version")                          \
    X(TT_ERR_ARCHIVE_READ_ONLY, -534, "an archive database that cannot be written")                \
    X(TT_ERR_ARCHIVE_BUSY, -535, "an archive database that another program is writing")            \
    /* -540 to -559: tapes */                                                                      \
    X(TT_ERR_TAPE_MAGIC, -540, "not a tape: the first 8 bytes differ")                             \
    X(TT_ERR_TAPE_HEAD, -541, "the head of the tape is damaged")                                   \
    X(TT_ERR_TAPE_NEW, -542, "a tape that needs a newer version of this program")                  \
    X(TT_ERR_TAPE_CHUNK, -543, "the head of a block is damaged")                                   \
    X(TT_ERR_TAPE_UNPACK, -544, "the packed bytes of a block are damaged")                         \
    X(TT_ERR_TAPE_COLUMNS, -545, "the columns of a block contradict each other")                   \
    X(TT_ERR_TAPE_SUM, -546, "a block whose checksum is wrong")                                    \
    X(TT_ERR_TAPE_ORDER, -547, "a block that does not follow the one before it")                   \
    X(TT_ERR_TAPE_TRUNCATED, -548, "the tape ends before its last block")                          \
    X(TT_ERR_TAPE_END, -549, "the end of the tape is damaged, or does not agree with the blocks")  \
    X(TT_ERR_TAPE_FOOTER, -550, "a tape without a footer, or with one that cannot be used")

/** The result of a call: see TT_STATUS_LIST for the numbers and sentences. */
typedef enum tt_status {
#define TT_STATUS_ROW(name, number, text) name = number, /**< text */
    TT_STATUS_LIST(TT_STATUS_ROW)
#undef TT_STATUS_ROW
} tt_status;

/** An error and its place. Filled only on failure. Calls that take a tt_error also accept NULL. */
typedef struct tt_error {
    tt_status status; /**< TT_OK when nothing went wrong */
    uint64_t offset;  /**< bytes from the start of the input to the value that failed */
    const char *what; /**< one sentence, constant, never NULL when status is negative */
} tt_error;

/** Says how bad an issue is, by what the game does with it. */
typedef enum tt_level {
    TT_LEVEL_NOTE,    /**< a fact of healthy recordings, worth counting */
    TT_LEVEL_WARNING, /**< data that the game accepts, but no game writes */
    TT_LEVEL_ERROR    /**< data that the game rejects, or whose end the reader cannot tell */
} tt_level;

/** A note, warning or error that a reader reports about a recording. */
typedef struct tt_issue {
    tt_level level;      /**< severity: TT_LEVEL_NOTE, TT_LEVEL_WARNING or TT_LEVEL_ERROR */
    tt_status status;    /**< status of the issue: TT_NOTE_*, TT_WARN_* or TT_ERR_* */
    uint64_t offset;     /**< offset in the recording of the record that the issue is about */
    int32_t tick;        /**< tick of this record */
    const char *what;    /**< one sentence, constant */
    const uint8_t *uuid; /**< TT_NOTE_TH_EX_UNKNOWN and TT_NOTE_DEMO_MSG_UNKNOWN: the 16 bytes of
                            the unknown UUID; else NULL */
} tt_issue;

/** Receives issues in the order of the input. `user` is the value that was set with the callback.
 */
typedef void tt_issue_fn(void *user, const tt_issue *issue);

/** Returns the name of a status as it is written in C, such as "TT_ERR_TRUNCATED"; "TT_?" for a
 * number that is no status. The result is constant. */
TT_API const char *tt_status_name(tt_status status);

/** Returns the sentence of a status, without a full stop; "unknown status" for a number that is no
 * status. The result is constant. */
TT_API const char *tt_status_text(tt_status status);

/** The state of a whole recording, after reading it to its end. */
typedef enum tt_recording_state {
    TT_RECORDING_GOOD,       /**< a whole recording, with no errors, which its recorder closed */
    TT_RECORDING_UNFINISHED, /**< a recording with no errors that was not closed: no FINISH, or no
                                length in a demo */
    TT_RECORDING_DAMAGED     /**< a recording with errors */
} tt_recording_state;

/** Returns the state of a recording with this many errors; `is_closed` says whether its recorder
 * closed it. */
TT_API tt_recording_state tt_recording_state_of(uint64_t errors, bool is_closed);

/** Returns "good", "unfinished" or "damaged". The result is constant. */
TT_API const char *tt_recording_state_name(tt_recording_state state);

#ifdef __cplusplus
}
#endif

#endif
