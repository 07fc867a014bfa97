#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: public.sh BUILD
#
# The command is one user of the libraries among others: what it includes of this tree is its own or a public header, it is
# compiled without the folder of the internal ones, and it calls nothing that a public header does not declare.
set -u
. tests/structure/common.sh
need "${NM:-nm}"
temporary_folder

# names in the tree have no blanks
# shellcheck disable=SC2044
for file in $(find cli -name '*.[ch]'); do
    # what a file includes, after its bracket or quotation mark
    sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*\([<"][^>"]*\).*/\1/p' "$file" >"$folder/includes"
    while read -r name; do
        path=${name#?}
        case $name in
        '"teetape/'*) [ -f "include/$path" ] || wrong "$file: no public header $path" ;;
        '"cli/'*) [ -f "$path" ] || wrong "$file: no header $path of the command" ;;
        '"'*) wrong "$file: includes $path, which is no public header" ;;
        '<'*) if [ -f "include/$path" ] || [ -f "src/$path" ] || [ -f "$path" ]; then
            wrong "$file: includes <$path>, which is a header of this tree"
        fi ;;
        esac
    done <"$folder/includes"
    grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]+[^<"[:space:]]' "$file" && wrong "$file: an include by macro (above)"
done

# The folders that the compiler looks in, as the build has them, if it says so.
if [ -f "$1/compile_commands.json" ]; then
    grep '"command"' "$1/compile_commands.json" | grep -E ' -o [^ ]*CMakeFiles/teetape(_cli)?\.dir/' >"$folder/commands"
    [ -s "$folder/commands" ] || wrong "no file of the command in $1/compile_commands.json"
    grep -oE -- "-(I|isystem|iquote) ?$PWD/src[^ ]*" "$folder/commands" | grep -v '/src/host/windows/include$' | sort -u | grep . &&
        wrong 'the command is compiled with internal headers in reach (above)'
fi

# What the objects of the command ask for, beside what they have themselves.
{
    promised TT_API include/teetape
    promised TT_IO_API include/teetape/io
} | LC_ALL=C sort -u >"$folder/public"
[ -s "$folder/public" ] || wrong 'no header promises anything'
find "$1/cli" -name '*.o' >"$folder/objects"
xargs "${NM:-nm}" -u -P <"$folder/objects" 2>/dev/null | sed -nE 's/^_?(tti?_[a-z0-9_]+) .*/\1/p' | LC_ALL=C sort -u >"$folder/wanted"
grep -qx 'tt_io_input_open' "$folder/wanted" || wrong "the command in $1/cli opens no input: its calls are not seen"
LC_ALL=C comm -23 "$folder/wanted" "$folder/public" | grep . && wrong 'the command calls what no public header declares (above)'
exit $bad
