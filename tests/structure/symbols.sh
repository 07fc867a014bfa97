#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: symbols.sh LIBRARY.a LIBRARY.so
#
# Names that other programs can collide with begin with our prefix: tt_ or tti_ in the static library, tt_
# alone in the shared one. And what the headers promise, the shared library has.
set -u
. tests/structure/common.sh
need "${NM:-nm}"
temporary_folder

"${NM:-nm}" -g --defined-only "$1" | awk 'NF == 3 { print $3 }' | grep -vE '^tti?_' &&
    wrong 'global names of the static library without tt_ or tti_ (above)'
"${NM:-nm}" -D --defined-only "$2" | awk '{ print $3 }' | sort -u >"$folder/exported"
grep -vE '^tt_' "$folder/exported" && wrong 'names exported by the shared library without tt_ (above)'

# A declaration marked TT_API: the last name before its first parenthesis, or before [] or ; for data.
for header in include/teetape/*.h; do
    [ "$header" = include/teetape/export.h ] || tr '\n' ' ' <"$header"
done | grep -oE 'TT_API [^;]*;' | sed -E 's/\(.*|\[.*|;.*//; s/.*[ *]//' | sort -u >"$folder/promised"
comm -23 "$folder/promised" "$folder/exported" | grep . && wrong 'declared in a header but not exported (above)'
comm -13 "$folder/promised" "$folder/exported" | grep . && wrong 'exported but in no header (above)'

# Debian's symbols file lists them too, and building the package fails when it is wrong.
sed -n 's/^ \(.*\)@Base .*/\1/p' debian/libteetape0.2.symbols | sort -u >"$folder/packaged"
if ! diff "$folder/packaged" "$folder/exported"; then
    wrong 'debian/libteetape0.2.symbols is not what is exported (above): run tools/update_abi.sh'
fi
exit $bad
