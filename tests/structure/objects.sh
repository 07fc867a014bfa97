#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: objects.sh LIBRARY.a
#
# The objects of the core hold no writable data, and want nothing from outside but the five calls that a
# compiler may make by itself (clang makes bcmp of a memcmp), and strlen. __cpu_model is what it asks for __builtin_cpu_supports: a part of its own
# static library, which fills it in before main.
set -u
. tests/structure/common.sh
library=$1
need "${OBJDUMP:-objdump}"
temporary_folder

# .data.rel.ro is constant: tables of pointers that only the loader writes.
"${OBJDUMP:-objdump}" -h "$library" |
    awk '/file format/ { object = $1 }
         $2 ~ /^\.(data|bss|tdata|tbss)/ && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/ {
             print object " has writable data in " $2; bad = 1 }
         END { exit bad }' || bad=1

"${NM:-nm}" "$library" | awk '$2 == "C" { print "common symbol " $3; bad = 1 } END { exit bad }' || bad=1

"${NM:-nm}" --defined-only -g "$library" | awk 'NF == 3 { print $3 }' | sort -u >"$folder/defined"
"${NM:-nm}" -u "$library" | awk '$1 == "U" { print $2 }' | sort -u |
    grep -vxE 'memcpy|memmove|memset|memcmp|bcmp|memchr|strlen|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|__cpu_model|__gcov.*|__llvm.*' |
    comm -23 - "$folder/defined" >"$folder/wanted"
if [ -s "$folder/wanted" ]; then
    wrong 'the core calls:'
    cat "$folder/wanted"
fi
exit $bad
