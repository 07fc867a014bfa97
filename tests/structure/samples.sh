#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: samples.sh LIBRARY
#
# The samples in the head comments of public headers compile with the declarations of samples.txt around them. In a sample
# "..." is a statement, or the rest of one, that is the reader's own matter. The loop of recording.h is run as well.
set -u
. tests/structure/common.sh
need gcc # a sample has functions beside statements, which gcc takes inside of a function
temporary_folder

# sample HEADER: the indented blocks of its head that call something or define a function
sample() {
    awk '/^#ifndef/ { exit }
         /^ \*     / { sub(/^ \*     /, ""); block = block $0 "\n"; next }
         { if (block ~ /tt_[a-z0-9_]*\(/ || block ~ /^static /) printf "%s", block; block = "" }' "$1" |
        sed -E 's/^static //; s/, \.\.\.\)/, REST)/; s/, \.\.\.\}/}/; s/\.\.\. .* \.\.\.$/;/; s/(^| )\.\.\.( .*)?$/\1;/'
}

found=0
for header in $(find include -name '*.h' | LC_ALL=C sort); do
    name=${header#include/teetape/}
    sample "$header" >"$folder/sample"
    [ -s "$folder/sample" ] || continue
    found=$((found + 1))
    grep -q "^$name:" tests/structure/samples.txt || wrong "$header: samples.txt has no line for its sample"
    program=$folder/$(printf %s "${name%.h}" | tr / _)
    {
        printf '#include <%s>\n' errno.h stdio.h stdlib.h teetape/teetape.h teetape/io.h
        printf '#define REST scene, time, &camera, NULL, &options\n' # of tt_draw in studio.h
        sed -n "s|^$name:||p" tests/structure/samples.txt
        printf 'void sample(void)\n{\n'
        cat "$folder/sample"
        printf '}\n'
    } >"$program.c"
    gcc -std=c11 -Iinclude -fsyntax-only -Wall -Wno-unused -Wno-empty-body -Werror "$program.c" || wrong "$header: its sample (above)"
done
[ "$found" -ge 50 ] || wrong "only $found samples were found"
[ "$(grep -c '^[a-z_/0-9]*\.h:' tests/structure/samples.txt)" = "$found" ] || wrong 'samples.txt has lines for no sample'

# No recording of the tree has a finish: names then.
sed -i 's/TT_FACT_FINISH/TT_FACT_NAME/' "$folder/recording.c"
printf 'int main(void)\n{\n    file = stdin;\n    sample();\n    return status != TT_END;\n}\n' >>"$folder/recording.c"
gcc -std=c11 -Iinclude "$folder/recording.c" "$1" -o "$folder/program" || wrong 'recording.h: its sample cannot be linked'
for recording in tests/recordings/dm1/client0.demo tests/recordings/tutorial-13min/*.teehistorian; do
    "$folder/program" <"$recording" >"$folder/out" || wrong "recording.h: its sample fails for $recording"
done
grep -q . "$folder/out" || wrong 'recording.h: its sample gives no fact'
exit $bad
