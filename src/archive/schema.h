/* SPDX-License-Identifier: MIT
 *
 * The tables of an archive database.
 *
 * Its texts are compared with what a database says of itself (database_check.c), so no letter of a
 * version that was released may change.
 */
#ifndef ARCHIVE_SCHEMA_H
#define ARCHIVE_SCHEMA_H

#define ARCHIVE_APPLICATION 0x54546172

/* PRAGMA user_version. It grows with each change of a table, index or view. */
#define ARCHIVE_VERSION 3

extern const char *const *const tti_archive_schema;

/* tt_name_source, and two more: from the game before; and the same where the client had only asked
 * for it there. */
#define ARCHIVE_NAME_PREVIOUS 3
#define ARCHIVE_NAME_PREVIOUS_GUESS 4

/* The kind is one of ARCHIVE_FACTS_ALONE, by the sum of 1 << kind. A shift, because SQLite keeps
 * the values of an IN in a b-tree. */
#define ARCHIVE_IS_ALONE(kind) "(44993536 >> " kind " & 1) = 1"
#define ARCHIVE_ALONE 44993536

/* The name (or another column of session_name AS b) at fact `number` of a session. One look into an
 * index for each trust, the best first. */
#define ARCHIVE_NAME_AT(what, join, recording, session, number)                                    \
    "coalesce(" ARCHIVE_NAME_OF_TRUST(                                                             \
        "2", what, join, recording, session,                                                       \
        number) ","                                                                                \
                " " ARCHIVE_NAME_OF_TRUST("1", what, join, recording, session,                     \
                                          number) ","                                              \
                                                  " " ARCHIVE_NAME_OF_TRUST("0", what, join,       \
                                                                            recording, session,    \
                                                                            number) ")"
#define ARCHIVE_NAME_OF_TRUST(trust, what, join, recording, session, number)                       \
    "(SELECT " what " FROM session_name AS b INDEXED BY session_name_trust" join                   \
    " WHERE b.recording = " recording " AND b.session = " session " AND b.trust = " trust          \
    " AND b.number <= " number " ORDER BY b.number DESC LIMIT 1)"

/* A name of session_name AS b that the session had. A name that was only asked for counts when no
 * other is known, if the recording would hold every change. */
#define ARCHIVE_NAME_IS_HAD                                                                        \
    "(b.trust > 0 OR NOT EXISTS (SELECT 1 FROM session_name AS c INDEXED BY session_name_trust"    \
    " WHERE c.recording = b.recording AND c.session = b.session AND c.trust > 0))"

#endif
