#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: sample.sh COMMAND SOURCE_DIR
#
# The page in docs/ is the one that the command writes now, and the demo in it is the one of the tests. The packed bytes themselves
# may be others: they come from a compiler and a compressor. TT_UPDATE_GOLDEN=1 writes it anew.
. "$2/tests/support/cli.sh"
sample=$tree/docs/sample.html
demo=$tree/tests/recordings/dm1/client0.demo
"$teetape" page -q --data= --title 'A sample of teetape' -o page.html "$demo" 2>err || {
    grep -q 'this build has no page' err && exit 77
    wrong "no page: $(cat err)"
    exit 1
}
[ -z "${TT_UPDATE_GOLDEN:-}" ] || cp page.html "$sample"

# What is packed is one line after its element.
plain() {
    sed 's|\(<script type="[a-z/-]*+base64"[^>]*>\)[A-Za-z0-9+/=]*|\1|' "$1"
}
plain page.html >new
plain "$sample" | cmp new - || wrong 'docs/sample.html is another page: TT_UPDATE_GOLDEN=1 tests/web/sample.sh COMMAND SOURCE_DIR writes it anew'
sed -n 's|.*<script type="application/octet-stream+base64" data-recording="client0.demo"[^>]*>\([A-Za-z0-9+/=]*\).*|\1|p' "$sample" |
    base64 -d | gzip -d | cmp - "$demo" || wrong 'docs/sample.html has another demo in it'
exit $bad
