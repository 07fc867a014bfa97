# SPDX-License-Identifier: MIT
#
# For tests that need what is not everywhere. They are skipped without it, but fail under ./check, which installs
# every tool and builds every part.
# shellcheck shell=sh

# skip WHY
skip() {
    printf '%s\n' "$*"
    [ -z "${TT_NO_SKIP:-}" ] || exit 1
    exit 77
}

# need TOOL...
need() {
    for need_tool; do
        command -v "$need_tool" >/dev/null || skip "not installed: $need_tool"
    done
}
