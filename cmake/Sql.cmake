# SPDX-License-Identifier: MIT
#
# usage: cmake -D SOURCE=FILE.sql -D NAME=NAME -D OUTPUT=FILE.c -P Sql.cmake
#
# Makes the statements of an SQL file an array of C strings, with NULL at its end. Comments are left out, and any white space becomes
# one blank. Semicolons end statements and nothing else.

file(READ ${SOURCE} text)
string(REGEX REPLACE "--[^\n]*" "" text "${text}")
string(REGEX REPLACE "[ \n]+" " " text "${text}")
string(REGEX REPLACE " ?([^;]+);" "    \"\\1\",\n" text "${text}")
file(WRITE ${OUTPUT} "#include \"archive/schema.h\"\n\nconst char *const ${NAME}[] = {\n${text}    0};\n")
