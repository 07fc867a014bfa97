#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every C file is as clang-format leaves it. Versions of clang-format disagree, so one is fixed: 14, which
# Debian 12 has.
set -u
. tests/structure/common.sh

formatter=''
for name in clang-format-14 clang-format; do
    case $("$name" --version 2>/dev/null) in *'version 14.'*) formatter=$name && break ;; esac
done
[ -n "$formatter" ] || skip 'not installed: clang-format-14'
# shellcheck disable=SC2046
"$formatter" --dry-run -Werror $(c_files) || wrong 'run: clang-format -i FILE'
exit $bad
